//! The value of each move.

use serde::Serialize;

use super::position::colour;
use super::solved::label;
use super::{AnswerError, Known, Position, Trap, Value, Valued, valued};
use game::Game;
use game::values::Verdict;

/// A position and its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Moves {
    /// The position before the moves.
    #[serde(flatten)]
    pub position: Position,
    /// One move per class under the automorphisms, the best first.
    pub moves: Vec<Move>,
}

/// A class of equivalent moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Move {
    /// The edge added, the first of its class; if the move adds several edges, the first of them.
    pub edge: [usize; 2],
    /// All edges added, where a move adds several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<[usize; 2]>,
    /// The colour, where there are colours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<&'static str>,
    /// Whether the move ends the game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ends: bool,
    /// The position after the move.
    pub graph6: String,
    /// graph6 of its canonical form.
    pub canonical: String,
    /// The value of the position after the move.
    #[serde(flatten)]
    pub value: Value,
    /// What the move is for who makes it; `None` for scores.
    #[serde(skip)]
    pub verdict: Option<Verdict>,
    /// Whether the move wins, rather than loses, where values determine it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wins: Option<bool>,
    /// Number of moves in the class.
    pub equivalent: u32,
    /// How easily the opponent errs after it, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trap: Option<Trap>,
    /// The edges of all of them, where a move adds one edge.
    #[serde(skip)]
    pub alike: Vec<[usize; 2]>,
}

impl Move {
    /// Returns all edges that it adds.
    pub fn added(&self) -> Vec<[usize; 2]> {
        match self.edges[..] {
            [] => vec![self.edge],
            _ => self.edges.clone(),
        }
    }
}

impl Moves {
    /// Lists the moves of a position.
    pub(super) fn of<K: Known>(known: &K, position: &<K::Game as Game>::Position) -> Result<Self, AnswerError> {
        // Both are looked up before either is waited for.
        let (own, moves) = (label(known, position), valued(known, position));
        let own = Position::of(known, position, own?);
        let moves = (moves?.into_iter())
            .map(|valued| {
                let Valued {
                    step,
                    label,
                    verdict,
                    outcome,
                } = valued;
                let mut child = Position::of(known, &step.child, label);
                if let (true, Some(outcome)) = (step.ends, outcome) {
                    child.value = Value::ended(outcome);
                }
                let edges: Vec<[usize; 2]> = step.edges.iter().map(|&edge| edge.into()).collect();
                Move {
                    edge: edges[0],
                    edges: if edges.len() > 1 { edges } else { vec![] },
                    colour: step.by.map(colour),
                    ends: step.ends,
                    graph6: child.graph6,
                    canonical: child.canonical,
                    value: child.value,
                    verdict,
                    wins: verdict
                        .filter(|&verdict| verdict != Verdict::Ties)
                        .map(|verdict| verdict == Verdict::Wins),
                    equivalent: step.equivalent,
                    trap: None,
                    alike: step.alike.iter().map(|&edge| edge.into()).collect(),
                }
            })
            .collect();
        Ok(Self { position: own, moves })
    }
}
