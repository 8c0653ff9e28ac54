//! Every move of a player, including symmetric ones.

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

/// A class of moves that are equivalent under automorphisms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The first move of the class.
    #[serde(flatten)]
    pub step: Move,
    /// The edges of all of them; empty where a move adds several.
    pub alike: Vec<[usize; 2]>,
}

/// Returns every legal move of a position. Cost: [`Oracle::moves`].
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
