//! Every move a player can make, symmetric ones included.

use serde::Serialize;

use super::{AnswerError, Move, Moves, Oracle, Position};

/// A position and its moves, each class with all its edges.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choices {
    /// The position before the moves.
    #[serde(flatten)]
    pub position: Position,
    /// The classes, the best first.
    pub moves: Vec<Choice>,
}

/// A class of moves that are the same up to an automorphism.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The first of them.
    #[serde(flatten)]
    pub step: Move,
    /// The edges of all of them; empty where a move adds several.
    pub alike: Vec<[usize; 2]>,
}

/// Every legal move of a position. Cost: [`Oracle::moves`].
///
/// # Errors
/// [`AnswerError`].
pub fn choices(oracle: &dyn Oracle, text: &str) -> Result<Choices, AnswerError> {
    let Moves { position, moves } = oracle.moves(text)?;
    let moves = moves.into_iter().map(|step| Choice {
        alike: step.alike.clone(),
        step,
    });
    Ok(Choices {
        position,
        moves: moves.collect(),
    })
}
