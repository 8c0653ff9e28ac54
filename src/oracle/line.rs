//! Best play to the end.

use serde::Serialize;

use super::{AnswerError, Move, Oracle, Position};

/// Whose move it is where values are scores; of no meaning elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// Wants many edges at the end.
    #[default]
    Max,
    /// Wants few.
    Min,
}

impl Side {
    /// The other player.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }

    /// The best of `moves`, which are in the order of [`Oracle::moves`].
    pub fn best(self, moves: &[Move]) -> Option<&Move> {
        match self {
            Self::Max => moves.first(),
            // Where values are no scores all are `None`, and the first is the least.
            Self::Min => moves.iter().min_by_key(|step| step.value.max),
        }
    }
}

/// A position and a game from there on in which nobody errs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Where it begins.
    #[serde(flatten)]
    pub position: Position,
    /// One after the other, to the end.
    pub line: Vec<Move>,
}

/// The main line: each player makes the first best move; with remoteness the winner hurries and the loser delays.
/// Cost: [`Oracle::moves`] for each move.
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
