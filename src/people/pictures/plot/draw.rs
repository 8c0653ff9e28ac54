//! A chart on a drawing area of any kind.

use std::sync::Once;

use plotters::coord::{CoordTranslate, Shift};
use plotters::prelude::*;

use super::axis;
use super::{Chart, Colour, Form, Marker, Panel, Series};

/// Pixels.
pub(super) const WIDTH: u32 = 900;
/// Height of the title.
pub(super) const TITLE: u32 = 50;
/// Height of a panel.
pub(super) const PANEL: u32 = 280;
/// Width of the legend, beside the panel.
const LEGEND: u32 = 170;
const FONT: &str = "sans-serif";
const TEXT: i32 = 15;
const INK: RGBColor = RGBColor(40, 40, 40);
const GRID: RGBColor = RGBColor(222, 222, 222);

/// Registers the font by which texts are measured.
fn register_font() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let font = include_bytes!("font/DejaVuSans-subset.ttf");
        let registered = plotters::style::register_font(FONT, FontStyle::Normal, font);
        assert!(registered.is_ok(), "the embedded font is a font");
    });
}

/// Draws `chart`.
///
/// # Panics
/// Never panics for areas in memory, which cannot fail.
pub(super) fn draw<B: DrawingBackend>(chart: &Chart, area: &DrawingArea<B, Shift>) {
    register_font();
    drawn(area.fill(&WHITE));
    let (title, panels) = area.split_vertically(TITLE as i32);
    let style = (FONT, 20).into_font().color(&INK);
    drawn(title.draw(&Text::new(cut(&chart.title, 80), (24, 16), style)));
    for (panel, area) in chart
        .panels
        .iter()
        .zip(panels.split_evenly((chart.panels.len().max(1), 1)))
    {
        let (plane, legend) = area.split_horizontally((WIDTH - LEGEND) as i32);
        draw_panel(panel, &plane);
        draw_legend(panel, &legend);
    }
    drawn(area.present());
}

fn drawn<T, E: std::fmt::Debug>(result: Result<T, E>) -> T {
    result.expect("drawing into memory succeeds")
}

/// Cuts a name to at most this many characters: that of a game may be long.
fn cut(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.into();
    }
    name.chars().take(most - 2).chain("..".chars()).collect()
}

fn rgb((red, green, blue): Colour) -> RGBColor {
    RGBColor(red, green, blue)
}

fn draw_panel<B: DrawingBackend>(panel: &Panel, area: &DrawingArea<B, Shift>) {
    let (x, y) = (axis::horizontal(panel), axis::vertical(panel));
    let bottom = y.from;
    let mut plane = drawn(
        ChartBuilder::on(area)
            .margin_left(12)
            .margin_right(10)
            .margin_bottom(12)
            .x_label_area_size(42)
            .y_label_area_size(62)
            .build_cartesian_2d(x, y),
    );
    let style = (FONT, TEXT).into_font().color(&INK);
    drawn(
        plane
            .configure_mesh()
            .set_all_tick_mark_size(5)
            .x_desc(&panel.x_label)
            .y_desc(&panel.y_label)
            .x_label_formatter(&|tick| format!("{tick:.0}"))
            .y_label_formatter(&|tick| axis::tick_text(panel.scale, *tick))
            .label_style(style.clone())
            .axis_desc_style(style)
            .axis_style(INK.stroke_width(1))
            .bold_line_style(GRID.stroke_width(1))
            .draw(),
    );
    for (index, series) in panel.series.iter().enumerate() {
        let points = series.points.iter();
        let shown = points.map(|&(x, value)| (x, axis::height(panel.scale, value)));
        let shown: Vec<(f64, Option<f64>)> = shown.collect();
        match panel.form {
            Form::Lines => draw_lines(plane.plotting_area(), series, &shown),
            Form::Bars => {
                let place = if panel.stacked {
                    (0, 1)
                } else {
                    (index, panel.series.len())
                };
                draw_bars(plane.plotting_area(), series, &shown, bottom, place);
            }
        }
    }
}

/// Draws markers, and lines between consecutive ones.
fn draw_lines<B: DrawingBackend, C: CoordTranslate<From = (f64, f64)>>(
    area: &DrawingArea<B, C>,
    series: &Series,
    shown: &[(f64, Option<f64>)],
) {
    let stroke = rgb(series.colour).stroke_width(2);
    for run in shown.split(|(_, height)| height.is_none()) {
        let run: Vec<(f64, f64)> = run.iter().filter_map(|&(x, height)| Some((x, height?))).collect();
        if run.len() > 1 {
            drawn(area.draw(&PathElement::new(run.clone(), stroke)));
        }
        run.into_iter().for_each(|point| draw_marker(area, series, point));
    }
}

/// Draws bars from the axis up; `place` is the number of the series and how many there are.
fn draw_bars<B: DrawingBackend, C: CoordTranslate<From = (f64, f64)>>(
    area: &DrawingArea<B, C>,
    series: &Series,
    shown: &[(f64, Option<f64>)],
    from: f64,
    (index, count): (usize, usize),
) {
    let width = 0.8 / count as f64;
    let left = -0.4 + index as f64 * width;
    for &(x, height) in shown {
        if let Some(height) = height {
            let corners = [(x + left, from), (x + left + width, height)];
            drawn(area.draw(&Rectangle::new(corners, rgb(series.colour).filled())));
        }
    }
}

fn draw_marker<B: DrawingBackend, C: CoordTranslate>(area: &DrawingArea<B, C>, series: &Series, point: C::From)
where
    C::From: Clone,
{
    let style = rgb(series.colour).filled();
    let radius = 3.2;
    let square = |side: f64| {
        let half = (radius * side).round() as i32;
        vec![(-half, -half), (half, -half), (half, half), (-half, half)]
    };
    match series.marker {
        Marker::Disc => drawn(area.draw(&Circle::new(point, radius.round() as i32, style))),
        Marker::Square => {
            let shape = EmptyElement::at(point) + Polygon::new(square(0.95), style);
            drawn(area.draw(&shape));
        }
        Marker::Triangle => drawn(area.draw(&TriangleMarker::new(point, (radius * 1.4).round() as i32, style))),
    }
}

/// Draws name, line and marker of each series, from the top.
fn draw_legend<B: DrawingBackend>(panel: &Panel, area: &DrawingArea<B, Shift>) {
    let style = (FONT, TEXT).into_font().color(&INK);
    for (row, series) in panel.series.iter().enumerate() {
        let y = 14 + 20 * row as i32;
        let colour = rgb(series.colour);
        match panel.form {
            Form::Lines => {
                let ends = vec![(6, y), (34, y)];
                drawn(area.draw(&PathElement::new(ends, colour.stroke_width(2))));
                draw_marker(area, series, (20, y));
            }
            Form::Bars => {
                let corners = [(14, y - 6), (26, y + 6)];
                drawn(area.draw(&Rectangle::new(corners, colour.filled())));
            }
        }
        let text = Text::new(cut(&series.name, 20), (42, y - 6), style.clone());
        drawn(area.draw(&text));
    }
}
