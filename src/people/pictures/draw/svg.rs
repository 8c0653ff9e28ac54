//! SVG.

use std::fmt::Write;

use crate::escaped;

use super::sheet::Sheet;
use super::{Drawing, Pen, Picture};

/// Pixels of a vertex's radius.
const SCALE: f64 = 6.0;

pub(super) fn text(drawing: &Drawing) -> String {
    let sheet = Sheet::of(drawing);
    let (width, height) = (px(sheet.width), px(sheet.height));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" text-anchor=\"middle\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    if !drawing.arrows.is_empty() {
        out += "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" \
                markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#666\"/></marker></defs>\n";
    }
    for arrow in &drawing.arrows {
        let ((x0, y0), (x1, y1)) = sheet.arrow(arrow.from, arrow.to);
        let weight = if arrow.is_strong { 2.5 } else { 1.0 };
        line(
            &mut out,
            "<path class=\"arrow\" fill=\"none\"",
            &[
                ("d", format!("M{} {}L{} {}", px(x0), px(y0), px(x1), px(y1))),
                ("stroke", "#666".into()),
                ("stroke-width", weight.to_string()),
                ("marker-end", "url(#tip)".into()),
            ],
        );
    }
    for (index, picture) in drawing.pictures.iter().enumerate() {
        one(&mut out, &sheet, index, picture);
    }
    out + "</svg>\n"
}

fn one(out: &mut String, sheet: &Sheet, index: usize, picture: &Picture) {
    out.push_str("<g>\n");
    for stroke in &picture.strokes {
        let [(x0, y0), (x1, y1)] = stroke.ends.map(|v| sheet.vertex(index, picture.order, v));
        let (colour, dashes) = match stroke.pen {
            Pen::Plain => ("#000", "none"),
            Pen::Red => ("#d55e00", "none"),
            Pen::Green => ("#009e73", "6 3"),
        };
        let weight = if stroke.is_new { 3.5 } else { 1.5 };
        line(
            out,
            "<line",
            &[
                ("x1", px(x0)),
                ("y1", px(y0)),
                ("x2", px(x1)),
                ("y2", px(y1)),
                ("stroke", colour.into()),
                ("stroke-width", weight.to_string()),
                ("stroke-dasharray", dashes.into()),
            ],
        );
    }
    for vertex in 0..picture.order {
        let (x, y) = sheet.vertex(index, picture.order, vertex);
        line(
            out,
            "<circle",
            &[
                ("cx", px(x)),
                ("cy", px(y)),
                ("r", px(1.0)),
                ("fill", "#fff".into()),
                ("stroke", "#000".into()),
            ],
        );
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" font-size=\"8\">{vertex}</text>",
            px(x),
            px(y + 0.45)
        );
    }
    if !picture.caption.is_empty() {
        let (x, y) = sheet.caption(index);
        let caption = escaped(&picture.caption);
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" font-size=\"12\">{caption}</text>",
            px(x),
            px(y + 0.6)
        );
    }
    out.push_str("</g>\n");
}

fn line(out: &mut String, start: &str, attributes: &[(&str, String)]) {
    out.push_str(start);
    for (name, value) in attributes {
        let _ = write!(out, " {name}=\"{value}\"");
    }
    out.push_str("/>\n");
}

/// Pixels with one decimal: the same text on every machine.
fn px(units: f64) -> String {
    format!("{:.1}", units * SCALE)
}
