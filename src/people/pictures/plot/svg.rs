//! A chart as the text of an SVG.

use std::fmt::Write;

use crate::escaped;

use super::axis::{Axes, written};
use super::{Chart, Colour, Form, Panel, Scale, Series};

/// Pixels of a picture's width.
const WIDTH: f64 = 960.0;
/// Pixels around a picture, and between its panels.
const MARGIN: f64 = 16.0;
/// Height of a panel that has a row for itself, and of others.
const HEIGHT: f64 = 300.0;
const LOW: f64 = 210.0;
/// Room around the plane of a panel; below it the ticks, and the name of the axis.
const LEFT: f64 = 64.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 48.0;
/// Height of the row of the legend.
const LEGEND: f64 = 22.0;
/// A tick takes so many pixels.
const TICK: f64 = 42.0;
/// Pixels of the radius of a dot.
const DOT: f64 = 3.2;
/// Pixels of most letters.
const LETTER: f64 = 8.0;
/// Ink, soft ink, lines, sunk paper and paper without a page around.
const INK: &str = "#23262d";
const SOFT: &str = "#5d6169";
const LINE: &str = "#ddd8cc";
const SUNK: &str = "#efece4";
const PAPER: &str = "#fffefb";
const FONT: &str =
    "font-family=\"ui-sans-serif, system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif\"";
const TITLE_FONT: &str = "font-family=\"Palatino, 'Book Antiqua', Georgia, serif\"";

pub(super) fn chart(chart: &Chart) -> String {
    let mut inner = String::new();
    let mut y = 50.0;
    for row in &chart.rows {
        let columns = row.len() as f64;
        let width = (WIDTH - MARGIN * (columns + 1.0)) / columns;
        let height = if row.len() > 1 { LOW } else { HEIGHT };
        for (column, panel) in row.iter().enumerate() {
            let x = MARGIN + (width + MARGIN) * column as f64;
            let title = cut(&panel.title, (width / 9.0) as usize);
            text(
                &mut inner,
                (x + 8.0, y + 20.0),
                &format!("font-size=\"17\" fill=\"{INK}\" {TITLE_FONT}"),
                &title,
            );
            let _ = writeln!(inner, "<g transform=\"translate({x:.1} {:.1})\">", y + 28.0);
            inner += &plane(panel, width, height);
            inner += "</g>\n";
        }
        y += height + 44.0;
    }
    let size = format!("width=\"{WIDTH:.0}\" height=\"{y:.0}\"");
    let mut out = opening(WIDTH, y).replacen("<svg ", &format!("<svg {size} "), 1);
    let _ = writeln!(out, "<rect width=\"100%\" height=\"100%\" fill=\"{PAPER}\"/>");
    text(
        &mut out,
        (MARGIN + 8.0, 36.0),
        &format!("font-size=\"23\" fill=\"{INK}\" {TITLE_FONT}"),
        &cut(&chart.title, 80),
    );
    out + &inner + "</svg>\n"
}

pub(super) fn panel_alone(panel: &Panel, width: u32) -> String {
    let width = f64::from(width);
    opening(width, HEIGHT) + &plane(panel, width, HEIGHT) + "</svg>\n"
}

fn opening(width: f64, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" font-size=\"12.5\" {FONT}>\n"
    )
}

/// Cuts a name to at most this many characters: that of a game may be long.
fn cut(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.into();
    }
    name.chars().take(most.saturating_sub(2)).chain("..".chars()).collect()
}

fn text(out: &mut String, (x, y): (f64, f64), attributes: &str, words: &str) {
    let words = escaped(words);
    let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" {attributes}>{words}</text>");
}

/// Where things are in a panel.
struct Plane {
    axes: Axes,
    width: f64,
    height: f64,
    top: f64,
    /// Pixels of one unit of the horizontal axis.
    step: f64,
}

impl Plane {
    fn x(&self, place: f64) -> f64 {
        LEFT + self.step * (place - self.axes.least + 0.5)
    }

    /// Of a share of the height.
    fn y(&self, share: f64) -> f64 {
        self.height - BOTTOM - (self.height - self.top - BOTTOM) * share
    }

    fn of_value(&self, value: f64) -> f64 {
        self.y(self.axes.height(value))
    }
}

fn plane(panel: &Panel, width: f64, height: f64) -> String {
    let axes = Axes::of(panel);
    let step = (width - LEFT - RIGHT) / (axes.most - axes.least + 1.0);
    let has_legend = panel.series.len() > 1;
    let top = if has_legend { TOP + LEGEND } else { TOP };
    let plane = Plane {
        axes,
        width,
        height,
        top,
        step,
    };
    let mut out = String::new();
    draw_axes(&mut out, &plane, &panel.x_label);
    if has_legend {
        draw_legend(&mut out, panel);
    }
    let breadth = (step * 0.66).max(2.0);
    for (index, series) in panel.series.iter().enumerate() {
        let look = |breadth| match has_legend {
            true => Look::of(series.colour, breadth),
            false => Look::filled(series.colour),
        };
        match panel.form {
            Form::Lines => draw_lines(&mut out, &plane, series),
            Form::Bars if panel.stacked => draw_bars(&mut out, &plane, series, look(breadth), breadth, 0.0),
            Form::Bars => {
                let part = breadth / panel.series.len() as f64;
                let middle = (panel.series.len() - 1) as f64 / 2.0;
                draw_bars(
                    &mut out,
                    &plane,
                    series,
                    look(part),
                    part,
                    (index as f64 - middle) * part,
                );
            }
        }
    }
    draw_numbers(&mut out, &plane, panel);
    out
}

fn draw_axes(out: &mut String, plane: &Plane, x_label: &str) {
    let soft = format!("fill=\"{SOFT}\"");
    for (share, name) in plane.axes.rules() {
        let y = plane.y(share);
        let right = plane.width - RIGHT;
        let _ = writeln!(
            out,
            "<line class=\"grid\" stroke=\"{LINE}\" x1=\"{LEFT}\" x2=\"{right:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>"
        );
        text(
            out,
            (LEFT - 8.0, y + 4.0),
            &format!("{soft} text-anchor=\"end\""),
            &name,
        );
    }
    let most = ((plane.width - LEFT - RIGHT) / TICK).max(2.0) as usize;
    for tick in plane.axes.ticks(most) {
        let place = (plane.x(tick), plane.height - BOTTOM + 18.0);
        text(out, place, &format!("{soft} text-anchor=\"middle\""), &written(tick));
    }
    let place = (plane.width - RIGHT, plane.height - 10.0);
    text(out, place, &format!("{soft} text-anchor=\"end\""), x_label);
}

/// Draws a sample and the name of each series, in a row.
fn draw_legend(out: &mut String, panel: &Panel) {
    let mut x = LEFT;
    for series in &panel.series {
        let y = TOP;
        match panel.form {
            Form::Lines => {
                draw_line(out, series.colour, &format!("{x:.1},{y} {:.1},{y}", x + 30.0));
                draw_dot(out, series.colour, (x + 15.0, y), DOT);
            }
            Form::Bars => Look::of(series.colour, 12.0).draw(out, (x + 9.0, y - 6.0), (12.0, 12.0), 3.0),
        }
        let name = cut(&series.name, 24);
        text(
            out,
            (x + 38.0, y + 4.0),
            &format!("class=\"name\" font-weight=\"600\" fill=\"{INK}\""),
            &name,
        );
        x += 38.0 + LETTER * name.chars().count() as f64 + 22.0;
    }
}

fn draw_line(out: &mut String, colour: Colour, points: &str) {
    let (class, stroke, dashes) = (colour.class(), colour.on_paper(), colour.dashes());
    let _ = writeln!(
        out,
        "<polyline class=\"{class}-line\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"2.2\" \
         stroke-dasharray=\"{dashes}\" points=\"{points}\"/>"
    );
}

fn draw_dot(out: &mut String, colour: Colour, (x, y): (f64, f64), radius: f64) {
    let (class, ink) = (colour.class(), colour.on_paper());
    let look = match colour {
        Colour::Vermilion => format!("fill=\"{PAPER}\" stroke=\"{ink}\" stroke-width=\"2\""),
        Colour::Blue | Colour::Slate => format!("fill=\"{ink}\""),
    };
    let _ = writeln!(
        out,
        "<circle class=\"{class}-dot\" {look} cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"/>"
    );
}

fn draw_lines(out: &mut String, plane: &Plane, series: &Series) {
    let place = |&(x, value): &(f64, f64)| (plane.x(x), plane.of_value(value));
    let points: Vec<(f64, f64)> = series.points.iter().map(place).collect();
    let joined: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    if points.len() > 1 {
        draw_line(out, series.colour, &joined.join(" "));
    }
    // Smaller where they would touch.
    let radius = (plane.step * 0.4).clamp(1.6, DOT);
    points
        .into_iter()
        .for_each(|point| draw_dot(out, series.colour, point, radius));
}

/// How a bar looks.
struct Look {
    attributes: String,
    /// Pixels of its outline, which is inside of it.
    outline: f64,
}

impl Look {
    fn filled(colour: Colour) -> Self {
        let (class, fill) = (colour.class(), colour.on_paper());
        Self {
            attributes: format!("class=\"{class}-bar\" fill=\"{fill}\""),
            outline: 0.0,
        }
    }

    /// Of a bar of this breadth among those of other colours: as dots, full or empty, or pale, so that nobody needs the
    /// colours.
    fn of(colour: Colour, breadth: f64) -> Self {
        let outline = (breadth / 4.0).min(2.0);
        let ink = colour.on_paper();
        let inside = match colour {
            Colour::Blue => return Self::filled(colour),
            Colour::Vermilion => format!("class=\"n-bar\" fill=\"{PAPER}\""),
            Colour::Slate => format!("class=\"pale t-bar\" fill=\"{ink}\" fill-opacity=\"0.3\""),
        };
        Self {
            attributes: format!("{inside} stroke=\"{ink}\" stroke-width=\"{outline:.1}\""),
            outline,
        }
    }

    /// Draws a bar whose upper left corner is there, of this breadth and height.
    fn draw(&self, out: &mut String, (x, y): (f64, f64), (breadth, height): (f64, f64), round: f64) {
        let (attributes, outline) = (&self.attributes, self.outline);
        let _ = writeln!(
            out,
            "<rect {attributes} x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{round:.1}\"/>",
            x + outline / 2.0,
            y + outline / 2.0,
            breadth - outline,
            (height - outline).max(0.1)
        );
    }
}

/// Draws bars of this breadth, so far right of their places.
fn draw_bars(out: &mut String, plane: &Plane, series: &Series, look: Look, breadth: f64, right: f64) {
    let round = (breadth / 4.0).min(3.0);
    let rest = Look {
        attributes: format!("class=\"rest\" fill=\"{SUNK}\""),
        outline: 0.0,
    };
    let mut bar = |look: &Look, x: f64, top: f64| {
        look.draw(out, (x - breadth / 2.0, top), (breadth, plane.y(0.0) - top), round);
    };
    for &(place, value) in &series.points {
        let x = plane.x(place) + right;
        if plane.axes.is_share() {
            bar(&rest, x, plane.y(1.0));
        }
        if value > 0.0 {
            bar(&look, x, plane.of_value(value).min(plane.y(0.0) - 1.5));
        }
    }
}

/// Draws stripes on top, which show the numbers of a place to whoever points there.
fn draw_numbers(out: &mut String, plane: &Plane, panel: &Panel) {
    let mut places: Vec<f64> = panel
        .series
        .iter()
        .flat_map(|series| series.points.iter().map(|point| point.0))
        .collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    let shown = |value: f64| match panel.scale {
        Scale::Percent => format!("{:.1} %", 100.0 * value),
        Scale::Log | Scale::Count => written(value),
    };
    for place in places {
        let named = panel.series.iter().filter_map(|series| {
            let point = series.points.iter().find(|point| point.0 == place)?;
            Some(format!("{} {}", series.name, shown(point.1)))
        });
        let named: Vec<String> = named.collect();
        let words = format!("{} {}: {}", written(place), panel.x_label, named.join(", "));
        let words = escaped(&words);
        let (x, y, height) = (plane.x(place) - plane.step / 2.0, plane.top, plane.y(0.0) - plane.top);
        let _ = writeln!(
            out,
            "<rect class=\"hot\" fill=\"none\" pointer-events=\"all\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" \
             height=\"{height:.1}\"><title>{words}</title></rect>",
            plane.step
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panel(scale: Scale, form: Form, names: &[(&str, Colour)]) -> Panel {
        let series = names.iter().map(|&(name, colour)| Series {
            name: name.into(),
            colour,
            points: vec![(0.0, 1.0), (1.0, 3e6)],
        });
        Panel {
            title: String::new(),
            words: String::new(),
            x_label: "edges".into(),
            scale,
            form,
            stacked: false,
            series: series.collect(),
            reach: None,
        }
    }

    /// The places of the texts at the left, from the bottom up.
    fn rules(svg: &str) -> Vec<f64> {
        let texts = svg.lines().filter(|line| line.contains("text-anchor=\"end\""));
        let places = texts.filter(|line| line.contains("x=\"56.0\""));
        places
            .map(|line| line.split('"').nth(3).unwrap().parse().unwrap())
            .collect()
    }

    #[test]
    fn names_of_rules_stand_apart_in_the_lowest_panels() {
        for (scale, highest) in [
            (Scale::Log, 3e6),
            (Scale::Log, 11.0),
            (Scale::Percent, 1.0),
            (Scale::Count, 7.0),
        ] {
            let mut panel = panel(scale, Form::Lines, &[("P", Colour::Blue), ("N", Colour::Vermilion)]);
            panel.series.iter_mut().for_each(|series| series.points[1].1 = highest);
            let places = rules(&plane(&panel, 298.0, LOW));
            assert!(places.len() > 2, "{places:?}");
            assert!(places.windows(2).all(|pair| pair[0] - pair[1] > 12.5), "{places:?}");
        }
    }

    #[test]
    fn bars_of_several_series_differ_without_colours() {
        let names = [("P", Colour::Blue), ("N", Colour::Vermilion), ("ties", Colour::Slate)];
        let looks = |names: &[_]| {
            let svg = plane(&panel(Scale::Log, Form::Bars, names), 900.0, HEIGHT);
            let bars = svg.lines().filter(|line| line.contains("-bar\""));
            let look = |line: &str| (line.contains(PAPER), line.contains("fill-opacity"));
            bars.map(look).collect::<Vec<_>>()
        };
        // Each in the legend, then two of each.
        let [full, empty, pale] = [(false, false), (true, false), (false, true)];
        assert_eq!(looks(&names), [full, empty, pale, full, full, empty, empty, pale, pale]);
        assert_eq!(looks(&names[2..]), [full, full], "alone");
    }
}
