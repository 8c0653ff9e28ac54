//! Charts as SVG and PNG: a column of panels with lines or bars, each over its own axis. Nothing here knows a game.
//!
//! ```text
//! Chart ──> draw (plotters) ──> SVG text
//!                          └──> pixels, four times as many ──> raster ──> PNG
//! ```

mod axis;
mod colour;
mod draw;
mod raster;

use std::path::Path;

use plotters::prelude::{BitMapBackend, IntoDrawingArea, SVGBackend};

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

/// The file format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Text without a font: every viewer has one.
    Svg,
    /// Pixels, with the font in this program.
    Png,
}

impl Format {
    /// Returns the format that belongs to the file's extension.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "svg" => Some(Self::Svg),
            "png" => Some(Self::Png),
            _ => None,
        }
    }
}

impl Chart {
    /// Returns width and height in pixels of SVG; PNG has twice as many in each direction.
    pub fn size(&self) -> (u32, u32) {
        (draw::WIDTH, draw::TITLE + draw::PANEL * self.panels.len() as u32)
    }

    /// Renders the picture as the content of a file. The same chart gives the same bytes. Cost: milliseconds; for PNG,
    /// tenths of a second and 16 bytes of memory per pixel.
    pub fn render(&self, format: Format) -> Vec<u8> {
        match format {
            Format::Svg => self.svg().into_bytes(),
            Format::Png => self.png(),
        }
    }

    /// Renders the picture as one `svg` element.
    pub fn svg(&self) -> String {
        let mut text = String::new();
        draw::draw(
            self,
            &SVGBackend::with_string(&mut text, self.size()).into_drawing_area(),
            1,
        );
        text
    }

    fn png(&self) -> Vec<u8> {
        let (width, height) = self.size();
        let (wide, high) = (width * raster::SCALE, height * raster::SCALE);
        let mut pixels = vec![0; (wide * high * 3) as usize];
        let area = BitMapBackend::with_buffer(&mut pixels, (wide, high)).into_drawing_area();
        draw::draw(self, &area, raster::SCALE as i32);
        drop(area);
        raster::png(&pixels, wide, high)
    }
}
