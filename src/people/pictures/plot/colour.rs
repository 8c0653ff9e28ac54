//! Colours that colour-blind readers can distinguish.

/// The colour of a series. Pages set it by the name of the class, so that it follows their light or dark scheme;
/// elsewhere it is that of light paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Of the palette of Okabe and Ito (Color universal design, 2008): a whole line, full dots and bars.
    Blue,
    /// Of the same: a line of dashes, empty dots and bars.
    Vermilion,
    /// Between both in lightness: a line of points, full dots, pale bars.
    Slate,
}

impl Colour {
    /// The start of the names of its classes.
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Blue => "p",
            Self::Vermilion => "n",
            Self::Slate => "t",
        }
    }

    /// Red, green and blue on light paper.
    pub fn on_paper(self) -> &'static str {
        match self {
            Self::Blue => "#0072b2",
            Self::Vermilion => "#d55e00",
            Self::Slate => "#47679b",
        }
    }

    /// The dashes of its line.
    pub(super) fn dashes(self) -> &'static str {
        match self {
            Self::Blue => "none",
            Self::Vermilion => "7 4",
            Self::Slate => "2 4",
        }
    }
}
