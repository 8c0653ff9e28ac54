//! TikZ, of the library `pgf` alone.

use std::fmt::Write;

use super::sheet::{Point, Sheet};
use super::{Drawing, Pen, Picture};

/// Centimetres of a vertex's radius.
const SCALE: f64 = 0.15;

pub(super) fn text(drawing: &Drawing) -> String {
    let sheet = Sheet::of(drawing);
    let mut out = String::from(
        "\\definecolor{retrographred}{RGB}{213,94,0}\n\\definecolor{retrographgreen}{RGB}{0,158,115}\n\
         \\begin{tikzpicture}[x=1cm,y=1cm,vertex/.style={circle,draw,fill=white,inner sep=0pt,minimum size=3mm,\
         font=\\tiny}]\n",
    );
    for arrow in &drawing.arrows {
        let (from, to) = sheet.arrow(arrow.from, arrow.to);
        let weight = if arrow.is_strong { "very thick" } else { "thin" };
        let _ = writeln!(out, "\\draw[->,gray,{weight}] {} -- {};", at(from), at(to));
    }
    for (index, picture) in drawing.pictures.iter().enumerate() {
        one(&mut out, &sheet, index, picture);
    }
    out + "\\end{tikzpicture}\n"
}

fn one(out: &mut String, sheet: &Sheet, index: usize, picture: &Picture) {
    for stroke in &picture.strokes {
        let [from, to] = stroke.ends.map(|v| at(sheet.vertex(index, picture.order, v)));
        let pen = match stroke.pen {
            Pen::Plain => "black",
            Pen::Red => "retrographred",
            Pen::Green => "retrographgreen,dashed",
        };
        let weight = if stroke.is_new { "ultra thick" } else { "semithick" };
        let _ = writeln!(out, "\\draw[{pen},{weight}] {from} -- {to};");
    }
    for vertex in 0..picture.order {
        let place = at(sheet.vertex(index, picture.order, vertex));
        let _ = writeln!(out, "\\node[vertex] at {place} {{{vertex}}};");
    }
    if !picture.caption.is_empty() {
        let caption = escaped(&picture.caption);
        let _ = writeln!(
            out,
            "\\node[font=\\small] at {} {{{caption}}};",
            at(sheet.caption(index))
        );
    }
}

/// A place in centimetres; y grows upwards in TikZ.
fn at((x, y): Point) -> String {
    // Adding 0 turns -0 into 0.
    format!("({:.3},{:.3})", x * SCALE + 0.0, -y * SCALE + 0.0)
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' | '^' => out.push_str(&format!("\\{c}{{}}")),
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => out.extend(['\\', c]),
            _ => out.push(c),
        }
    }
    out
}
