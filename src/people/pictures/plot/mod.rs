//! Charts as SVG: a column of panels with lines or bars, each over its own axis. Nothing here knows a game.
//!
//! ```text
//! Chart ──> draw (plotters) ──> SVG text
//! ```

mod axis;
mod colour;
mod draw;

use plotters::prelude::{IntoDrawingArea, SVGBackend};

pub use colour::{BLUE, Colour, GREEN, VERMILION, ramp};

/// A picture: a title over panels.
#[derive(Clone, Debug)]
pub struct Chart {
    /// Over all panels.
    pub title: String,
    /// Panels, from top to bottom.
    pub panels: Vec<Panel>,
}

/// Lines or bars over one pair of axes.
#[derive(Clone, Debug)]
pub struct Panel {
    /// The text below the horizontal axis.
    pub x_label: String,
    /// The text beside the vertical axis.
    pub y_label: String,
    /// The vertical axis.
    pub scale: Scale,
    /// The form of each series.
    pub form: Form,
    /// Whether bars of several series stand at the same place, because no two series have a point there.
    pub stacked: bool,
    /// In the order of the legend.
    pub series: Vec<Series>,
}

/// The vertical axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Counts, in powers of ten; points of 0 are left out.
    Log,
    /// 0 to 1, shown as 0 % to 100 %.
    Percent,
}

/// How points are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Markers, joined where they are consecutive.
    Lines,
    /// One bar per point; several series stand side by side unless [`Panel::stacked`].
    Bars,
}

/// Points of one colour and marker.
#[derive(Clone, Debug)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The colour of lines, bars and markers.
    pub colour: Colour,
    /// Distinguishes series where colours do not.
    pub marker: Marker,
    /// Horizontal and vertical place, from left to right.
    pub points: Vec<(f64, f64)>,
}

/// The shape at each point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// A disc.
    Disc,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
}

impl Chart {
    /// Returns width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        (draw::WIDTH, draw::TITLE + draw::PANEL * self.panels.len() as u32)
    }

    /// Renders the picture as one `svg` element. The same chart gives the same bytes. Cost: milliseconds.
    pub fn svg(&self) -> String {
        let mut text = String::new();
        draw::draw(
            self,
            &SVGBackend::with_string(&mut text, self.size()).into_drawing_area(),
        );
        text
    }
}
