//! DOT. One position is a graph with places; several are a tree whose nodes have texts.

use std::fmt::Write;

use super::sheet::Sheet;
use super::{Drawing, Pen, Picture};

/// Points of a vertex's radius.
const SCALE: f64 = 9.0;

pub(super) fn text(drawing: &Drawing) -> String {
    match &drawing.pictures[..] {
        [picture] => position(drawing, picture),
        _ => tree(drawing),
    }
}

fn position(drawing: &Drawing, picture: &Picture) -> String {
    let sheet = Sheet::of(drawing);
    // Places are in points for all of `dot`, `neato` and `neato -n`; without the scale the first two take them for
    // inches.
    let mut out = String::from(
        "graph position {\n  layout=neato; inputscale=72;\n  node [shape=circle, width=0.25, fixedsize=true];\n",
    );
    if !picture.caption.is_empty() {
        let _ = writeln!(out, "  label=\"{}\";", escaped(&picture.caption));
    }
    for vertex in 0..picture.order {
        let (x, y) = sheet.vertex(0, picture.order, vertex);
        // Adding 0 turns -0 into 0.
        let _ = writeln!(out, "  {vertex} [pos=\"{:.1},{:.1}!\"];", x * SCALE, -y * SCALE + 0.0);
    }
    for stroke in &picture.strokes {
        let [u, v] = stroke.ends;
        let pen = match stroke.pen {
            Pen::Plain => "color=black",
            Pen::Red => "color=\"#d55e00\"",
            Pen::Green => "color=\"#009e73\", style=dashed",
        };
        let weight = if stroke.is_new { ", penwidth=3" } else { "" };
        let _ = writeln!(out, "  {u} -- {v} [{pen}{weight}];");
    }
    out + "}\n"
}

fn tree(drawing: &Drawing) -> String {
    let mut out = String::from("digraph tree {\n  node [shape=box];\n");
    for (index, picture) in drawing.pictures.iter().enumerate() {
        let of = |pen| -> Vec<String> {
            let strokes = picture.strokes.iter().filter(|stroke| stroke.pen == pen);
            strokes
                .map(|stroke| format!("{}-{}", stroke.ends[0], stroke.ends[1]))
                .collect()
        };
        let parts = [("", Pen::Plain), ("red:", Pen::Red), ("green:", Pen::Green)].map(|(word, pen)| (word, of(pen)));
        let edges = parts.iter().filter(|(_, edges)| !edges.is_empty());
        let edges: Vec<String> = edges
            .map(|(word, edges)| format!("{word}{}", edges.join(",")))
            .collect();
        let edges = if edges.is_empty() { "-".into() } else { edges.join(" ") };
        let label = format!("{}\\n{}", escaped(&edges), escaped(&picture.caption));
        let _ = writeln!(out, "  p{index} [label=\"{label}\"];");
    }
    let mut first = 0;
    for count in &drawing.rows {
        if !drawing.arrows.is_empty() {
            let row: Vec<String> = (first..first + count).map(|index| format!("p{index};")).collect();
            let _ = writeln!(out, "  {{ rank=same; {} }}", row.join(" "));
        }
        first += count;
    }
    for arrow in &drawing.arrows {
        let weight = if arrow.is_strong { " [penwidth=3]" } else { "" };
        let _ = writeln!(out, "  p{} -> p{}{weight};", arrow.from, arrow.to);
    }
    // A line of play has no arrows of its own.
    if drawing.arrows.is_empty() {
        for index in 1..drawing.pictures.len() {
            let _ = writeln!(out, "  p{} -> p{index};", index - 1);
        }
    }
    out + "}\n"
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
