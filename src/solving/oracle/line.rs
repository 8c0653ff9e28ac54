//! Best play to the end.

use serde::Serialize;

use super::{AnswerError, Move, Oracle, Position};

/// The player to move where values are scores; without meaning elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// Wants many edges at the end of the game.
    #[default]
    Max,
    /// Wants few edges at the end.
    Min,
}

impl Side {
    /// Returns the other player.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }

    /// Returns the best of `moves`, which are in the order of [`Oracle::moves`].
    pub fn best(self, moves: &[Move]) -> Option<&Move> {
        match self {
            Self::Max => moves.first(),
            // Where values are not scores, all are `None`, and the first is the least.
            Self::Min => moves.iter().min_by_key(|step| step.value.max),
        }
    }
}

/// A position and a continuation with best play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Where the line begins.
    #[serde(flatten)]
    pub position: Position,
    /// Its moves, to the end of the game.
    pub line: Vec<Move>,
}

/// Returns the main line: each player makes the first best move; with remoteness the winner hurries and the loser
/// delays. Cost: [`Oracle::moves`] for each move.
///
/// # Errors
/// [`AnswerError`].
pub fn line(oracle: &dyn Oracle, text: &str, mut side: Side) -> Result<Line, AnswerError> {
    let mut moves = oracle.moves(text)?;
    let position = moves.position;
    let mut line = Vec::new();
    while let Some(best) = side.best(&moves.moves) {
        line.push(best.clone());
        side = side.other();
        if line[line.len() - 1].ends {
            break;
        }
        moves = oracle.moves(&line[line.len() - 1].graph6)?;
    }
    Ok(Line { position, line })
}
