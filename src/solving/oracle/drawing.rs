//! Positions as drawings: one graph, or a red and a green one.

use super::{Canonical, Oracle};
use graph::{COLOURS, Graph, encode_graph6, parse, parse_two_coloured};

/// The graphs of a position, legal or not, and who is next where there are colours.
#[derive(Clone)]
pub(super) struct Drawing {
    /// One graph, or the red and the green one.
    pub layers: Vec<Graph<u32, 32>>,
    /// The layer that the next move adds to.
    pub next: usize,
}

impl Drawing {
    /// Reads a position that the game has written.
    pub fn of(oracle: &dyn Oracle, position: &Canonical) -> Self {
        let next = COLOURS.iter().position(|&colour| position.next == Some(colour));
        let drawing = Self::read(oracle, &position.graph6, position.next.is_some());
        let drawing = drawing.expect("the game has written it");
        Self {
            next: next.unwrap_or(0),
            ..drawing
        }
    }

    /// Reads `text`, whether or not the rules allow it; returns `None` when it is not a graph.
    pub fn read(oracle: &dyn Oracle, text: &str, is_coloured: bool) -> Option<Self> {
        let n = oracle.identity().n as usize;
        let layers = if is_coloured {
            let graph = parse_two_coloured(text, n, |_| true).ok()?;
            vec![*graph.layer(0), *graph.layer(1)]
        } else {
            vec![parse(text, n).ok()?]
        };
        Some(Self { layers, next: 0 })
    }

    pub fn order(&self) -> usize {
        self.layers[0].order()
    }

    /// Returns whether the pair has an edge of any colour.
    pub fn is_taken(&self, u: usize, v: usize) -> bool {
        self.layers.iter().any(|layer| layer.has_edge(u, v))
    }

    /// Returns the drawing with these edges added or deleted in a layer.
    pub fn toggled(mut self, layer: usize, edges: &[[usize; 2]]) -> Self {
        for &[u, v] in edges {
            self.layers[layer].toggle(u, v);
        }
        self
    }

    /// Returns the text that games read, without whose turn it is, and without an offer.
    pub fn text(&self) -> String {
        let words: Vec<String> = self.layers.iter().map(encode_graph6).collect();
        words.join(" ")
    }
}
