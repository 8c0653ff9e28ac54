//! The position on the board, with the labels that the user sees.

use super::Edge;
use graph::{COLOURS, Graph, TextError, decode_graph6};
use oracle::{AnswerError, Oracle};

/// An edge and its colour, 0 for red and 1 for green, where there are colours.
pub type Stroke = (Edge, Option<usize>);

/// Edges and who is next.
#[derive(Clone, Debug)]
pub struct Position {
    /// The edges, including those coloured before the game.
    pub strokes: Vec<Stroke>,
    /// The colour that is next, where there are colours.
    pub next: Option<usize>,
    /// Whether the edges do not determine who is next.
    says_next: bool,
}

impl Position {
    /// Returns the position of a text, or the empty board without one.
    ///
    /// # Errors
    /// Fails when the text is not a position, or is not solved.
    pub fn of(oracle: &dyn Oracle, text: Option<&str>, is_coloured: bool) -> Result<Self, AnswerError> {
        let empty = if is_coloured { "red:" } else { "-" };
        let said = oracle.position(text.unwrap_or(empty))?;
        let words = said.graph6.split_whitespace().filter(|word| !word.contains(':'));
        let mut strokes = Vec::new();
        for (colour, word) in words.enumerate() {
            let graph: Result<Graph<u32, 32>, TextError> = decode_graph6(word);
            let graph = graph.expect("a position's own graph6 is graph6");
            let edges = graph.edges().map(|(u, v)| [u.min(v), u.max(v)]);
            strokes.extend(edges.map(|edge| (edge, is_coloured.then_some(colour))));
        }
        Ok(Self {
            strokes,
            next: said
                .next
                .and_then(|next| COLOURS.iter().position(|&colour| colour == next)),
            says_next: oracle.values().play().several,
        })
    }

    /// Returns the position after the next player has added these edges.
    pub fn after(&self, edges: &[Edge]) -> Self {
        let added = edges.iter().map(|&edge| (edge, self.next));
        Self {
            strokes: self.strokes.iter().copied().chain(added).collect(),
            next: self.next.map(|next| 1 - next),
            says_next: self.says_next,
        }
    }

    /// Returns whether this edge exists, in any colour.
    pub fn has(&self, edge: Edge) -> bool {
        self.strokes.iter().any(|&(there, _)| there == edge)
    }

    /// Returns the text that [`Oracle`] accepts.
    pub fn text(&self) -> String {
        let of = |colour| {
            let strokes = self.strokes.iter().filter(|(_, of)| *of == colour);
            let edges: Vec<Edge> = strokes.map(|&(edge, _)| edge).collect();
            super::edges_text(&edges)
        };
        match self.next {
            None if self.strokes.is_empty() => "-".into(),
            None => of(None),
            Some(next) => {
                let next = if self.says_next {
                    format!(" next:{}", COLOURS[next])
                } else {
                    String::new()
                };
                format!("red:{} green:{}{next}", of(Some(0)), of(Some(1)))
            }
        }
    }
}
