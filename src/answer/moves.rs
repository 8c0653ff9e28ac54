//! What each move is worth.

use serde::Serialize;

use super::{AnswerError, Position, Value};
use crate::games::Game;
use crate::retro::Solved;

/// A position and its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Moves {
    /// The position before the moves.
    #[serde(flatten)]
    pub position: Position,
    /// One move a class under the automorphisms, the best first.
    pub moves: Vec<Move>,
}

/// A class of equivalent moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Move {
    /// The edge added, the first of its class.
    pub edge: [usize; 2],
    /// The position after the move.
    pub graph6: String,
    /// graph6 of its canonical form.
    pub canonical: String,
    /// The value of the position after the move.
    #[serde(flatten)]
    pub value: Value,
    /// Whether the move wins, where values say so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wins: Option<bool>,
    /// Number of moves in the class.
    pub equivalent: u32,
}

impl Moves {
    /// Of a position.
    pub(super) fn of<G: Game>(solved: &Solved<G>, position: &G::Position) -> Result<Self, AnswerError> {
        let own = Position::of(solved, position, solved.value(position)?);
        let moves = (solved.moves(position)?.into_iter())
            .map(|valued| {
                let child = Position::of(solved, &valued.step.child, valued.label);
                Move {
                    edge: valued.step.edge.into(),
                    graph6: child.graph6,
                    canonical: child.canonical,
                    value: child.value,
                    wins: valued.is_p,
                    equivalent: valued.step.equivalent,
                }
            })
            .collect();
        Ok(Self { position: own, moves })
    }
}
