//! Positions, lines of play and game trees as pictures for papers and talks: SVG, TikZ, DOT. Nothing here knows a game.
//!
//! ```text
//! Drawing { pictures, arrows } ──> sheet (where everything stands) ──> svg, tikz
//!                              └─────────────────────────────────────> dot
//! ```
//!
//! Red edges are solid, green ones dashed, and the two colours are from the palette of Okabe and Ito: pictures can be
//! read without seeing colours.
//!
//! # Examples
//!
//! ```
//! use retrograph_pictures::draw::{Drawing, Format, Pen, Picture, Stroke};
//!
//! let strokes = vec![Stroke { ends: [0, 1], pen: Pen::Plain, is_new: false }];
//! let drawing = Drawing::strip(vec![Picture { order: 3, strokes, caption: "N".into() }]);
//! assert!(drawing.text(Format::Svg).starts_with("<svg"));
//! ```

mod dot;
mod sheet;
mod svg;
mod tikz;

/// The colour of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pen {
    /// Of games without colours.
    Plain,
    /// Solid.
    Red,
    /// Dashed.
    Green,
}

/// An edge of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// Two different vertices below the picture's order.
    pub ends: [usize; 2],
    /// Its colour.
    pub pen: Pen,
    /// Whether the last move has added it: drawn thick.
    pub is_new: bool,
}

/// A position: its vertices stand on a circle, vertex 0 at the top, the others clockwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Number of vertices.
    pub order: usize,
    /// Its edges.
    pub strokes: Vec<Stroke>,
    /// The text below, such as its value; may be empty.
    pub caption: String,
}

/// From a picture to one in a later row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Number of the picture it leaves.
    pub from: usize,
    /// Number of the picture it leads to.
    pub to: usize,
    /// Whether it is drawn thick: a move that wins.
    pub is_strong: bool,
}

/// Pictures in rows, with arrows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// Row by row, from left to right.
    pub pictures: Vec<Picture>,
    /// Number of pictures in each row.
    pub rows: Vec<usize>,
    /// Arrows.
    pub arrows: Vec<Arrow>,
}

/// A language for pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For browsers and Inkscape.
    Svg,
    /// A `tikzpicture` for LaTeX; needs `\usepackage{tikz}`.
    Tikz,
    /// For Graphviz, which chooses the places of trees; single positions say where their vertices are.
    Dot,
}

/// Pictures that stand beside each other in a strip.
const ACROSS: usize = 6;

impl Drawing {
    /// Pictures in a row, and below if there are many.
    pub fn strip(pictures: Vec<Picture>) -> Self {
        let rows = pictures.chunks(ACROSS).map(<[Picture]>::len).collect();
        Self {
            pictures,
            rows,
            arrows: Vec::new(),
        }
    }

    /// The drawing in a language, with a newline at the end. Cost: linear in what is drawn.
    ///
    /// # Panics
    /// When an arrow or an edge names something that is not there, or the rows do not have all pictures.
    pub fn text(&self, format: Format) -> String {
        assert_eq!(
            self.rows.iter().sum::<usize>(),
            self.pictures.len(),
            "every picture has a row"
        );
        for picture in &self.pictures {
            let fits =
                |stroke: &Stroke| stroke.ends[0] != stroke.ends[1] && stroke.ends.iter().all(|&v| v < picture.order);
            assert!(picture.strokes.iter().all(fits), "edges join different vertices");
        }
        match format {
            Format::Svg => svg::text(self),
            Format::Tikz => tikz::text(self),
            Format::Dot => dot::text(self),
        }
    }
}
