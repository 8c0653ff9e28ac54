//! A position and its value.

use serde::Serialize;

use super::Value;
use crate::games::Game;
use crate::retro::Solved;
use crate::values::Label;

/// A position as it was given, its canonical form, and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Position {
    /// As it is labelled.
    pub graph6: String,
    /// graph6 of its canonical form: the same for isomorphic positions.
    pub canonical: String,
    /// Number of edges.
    pub edges: u32,
    /// Its value.
    #[serde(flatten)]
    pub value: Value,
}

impl Position {
    /// Of a position whose label is known.
    pub(super) fn of<G: Game>(solved: &Solved<G>, position: &G::Position, label: Label) -> Self {
        let game = solved.game();
        let edges = game.edges(position);
        Self {
            graph6: game.graph6(position),
            canonical: game.graph6(&game.position(game.record(position))),
            edges,
            value: Value::of(solved.values(), edges, label),
        }
    }
}
