//! The position on the board, with the labels that the user sees.

use super::Edge;
use game::Demand;
use graph::{COLOURS, Graph, TextError, decode_graph6};
use oracle::Canonical;

/// An edge and its colour, 0 for red and 1 for green, where there are colours.
pub type Stroke = (Edge, Option<usize>);

/// Edges, who is next, and what the next move must be.
#[derive(Clone, Debug)]
pub struct Position {
    /// The edges, including those coloured before the game, and without a colour those that are offered.
    pub strokes: Vec<Stroke>,
    /// The colour that is next, where there are colours.
    pub next: Option<usize>,
    /// What the next move must be.
    pub demand: Demand,
    /// The text that oracles accept, unless the game is over.
    pub text: String,
}

impl Position {
    /// Returns the position that an oracle has described.
    pub fn of(said: Canonical) -> Self {
        let next = said.next.and_then(|next| COLOURS.iter().position(|&name| name == next));
        let words = said.graph6.split_whitespace().filter(|word| !word.contains(':'));
        let mut strokes = Vec::new();
        for (colour, word) in words.enumerate() {
            let graph: Result<Graph<u32, 32>, TextError> = decode_graph6(word);
            let graph = graph.expect("a position's own graph6 is graph6");
            let edges = graph.edges().map(|(u, v)| [u.min(v), u.max(v)]);
            strokes.extend(edges.map(|edge| (edge, next.map(|_| colour))));
        }
        strokes.extend(said.demand.offer.iter().map(|&(u, v)| ([u, v], None)));
        Self {
            strokes,
            next,
            demand: said.demand,
            text: said.graph6,
        }
    }

    /// Returns whether this edge exists, in any colour, or is offered.
    pub fn has(&self, edge: Edge) -> bool {
        self.strokes.iter().any(|&(there, _)| there == edge)
    }
}
