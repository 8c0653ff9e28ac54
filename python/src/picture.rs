//! Positions as pictures.

use pyo3::prelude::*;

use pictures::draw::{Drawing, Format, Pen, Picture, Stroke};
use retrograph::Graph;
use retrograph::graph::{parse, parse_two_coloured};

use crate::errors::bad;

/// A position of a game of one colour or of two as SVG.
#[pyfunction]
pub fn svg(text: &str, n: usize, caption: &str, has_colours: bool) -> PyResult<String> {
    let layers: Vec<(Pen, Graph<u32, 32>)> = if has_colours {
        // Who is next is not drawn.
        let graph = parse_two_coloured(text, n, |word| word.starts_with("next:")).map_err(bad)?;
        vec![(Pen::Red, *graph.layer(0)), (Pen::Green, *graph.layer(1))]
    } else {
        vec![(Pen::Plain, parse(text, n).map_err(bad)?)]
    };
    let strokes = layers.iter().flat_map(|(pen, graph)| {
        graph.edges().map(|(u, v)| Stroke {
            ends: [u, v],
            pen: *pen,
            is_new: false,
        })
    });
    let picture = Picture {
        order: n,
        strokes: strokes.collect(),
        caption: caption.into(),
    };
    Ok(Drawing::strip(vec![picture]).text(Format::Svg))
}
