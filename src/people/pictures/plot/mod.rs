//! Charts as SVG: panels with lines or bars, each over its own axes, in the look of the page of `serve`. Nothing here
//! knows a game.

mod axis;
mod colour;
mod svg;

pub use colour::Colour;

/// A picture: a title over rows of panels.
#[derive(Clone, Debug)]
pub struct Chart {
    /// Over all panels.
    pub title: String,
    /// From top to bottom; the panels of a row stand side by side.
    pub rows: Vec<Vec<Panel>>,
}

/// Lines or bars over one pair of axes.
#[derive(Clone, Debug)]
pub struct Panel {
    /// What is shown, over the panel.
    pub title: String,
    /// The same in a sentence, for those who have room for it.
    pub words: String,
    /// The text below the horizontal axis.
    pub x_label: String,
    /// The vertical axis.
    pub scale: Scale,
    /// The form of each series.
    pub form: Form,
    /// Whether bars of several series stand at the same place, because no two series have a point there.
    pub stacked: bool,
    /// In the order of the legend.
    pub series: Vec<Series>,
    /// What the axes reach, where that is more than the points ask for.
    pub reach: Option<Reach>,
}

/// The least and the most horizontal place, and the most value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// From here.
    pub least: f64,
    /// To here.
    pub most: f64,
    /// The highest value.
    pub highest: f64,
}

/// The vertical axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Counts from 0 up.
    Count,
    /// Counts in powers of ten, over a place for 0.
    Log,
    /// 0 to 1, shown as 0 % to 100 %.
    Percent,
}

/// How points are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Dots, joined from left to right.
    Lines,
    /// One bar per point; several series stand side by side unless [`Panel::stacked`]. A percentage is a part of a
    /// whole bar.
    Bars,
}

/// Points of one colour.
#[derive(Clone, Debug)]
pub struct Series {
    /// The name in the legend, which a panel of several series has.
    pub name: String,
    /// The colour of lines, bars and dots, which says how they look without colours, too.
    pub colour: Colour,
    /// Horizontal and vertical place, from left to right.
    pub points: Vec<(f64, f64)>,
}

impl Chart {
    /// Renders the picture as one `svg` element that needs nothing else, 960 pixels wide, on light paper. The same
    /// chart gives the same bytes. Cost: milliseconds.
    pub fn svg(&self) -> String {
        svg::chart(self)
    }
}

impl Panel {
    /// Renders one panel without its title, as an `svg` element of so many pixels in width. Its classes are those that
    /// the page of `serve` has colours for. The same panel gives the same bytes.
    pub fn svg(&self, width: u32) -> String {
        svg::panel_alone(self, width)
    }

    /// What its points reach.
    fn points_reach(&self) -> Option<Reach> {
        let points = || self.series.iter().flat_map(|series| &series.points);
        points().next()?;
        Some(Reach {
            least: points().map(|point| point.0).fold(f64::MAX, f64::min),
            most: points().map(|point| point.0).fold(f64::MIN, f64::max),
            highest: points().map(|point| point.1).fold(0.0, f64::max),
        })
    }
}

/// Gives panels the same axes, so that they can be compared.
pub fn share_axes<'a>(panels: impl Iterator<Item = &'a mut Panel>) {
    let panels: Vec<&mut Panel> = panels.collect();
    let reach = panels
        .iter()
        .filter_map(|panel| panel.points_reach())
        .reduce(|a, b| Reach {
            least: a.least.min(b.least),
            most: a.most.max(b.most),
            highest: a.highest.max(b.highest),
        });
    for panel in panels {
        panel.reach = reach;
    }
}
