//! A game looked at again: what each move has made of it, what it has thrown away, and what would have kept that.

use serde::Serialize;

use super::position::player;
use super::value::letter;
use super::{AnswerError, Canonical, IllegalMove, Move, Moves, Oracle, SolvedError, after};
use game::values::{Outcome, Verdict};

/// The edges that one move adds.
pub type Edges = Vec<[usize; 2]>;

/// A game and its course.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Review {
    /// Where the game begins.
    #[serde(flatten)]
    pub position: Canonical,
    /// The value of that position; `None` where its level is not solved and where values are scores.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "letter")]
    pub value: Option<Outcome>,
    /// The moves in their order.
    pub moves: Vec<Reviewed>,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reviewed {
    /// The edges that it has added.
    pub edges: Edges,
    /// Who has made it: `red` or `green` where the players have colours, elsewhere `first` or `second`, the first being
    /// next on the empty board.
    pub by: &'static str,
    /// Whether it has ended the game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ends: bool,
    /// The value of the position after it: `P` where the player who has made it wins. `None` as in [`Review`].
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "letter")]
    pub value: Option<Outcome>,
    /// What it has come to for its player; `None` as `value`.
    #[serde(skip)]
    pub verdict: Option<Verdict>,
    /// What its player had before and has not any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<Lost>,
    /// The moves that would have kept what is lost, the best first; empty where nothing is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kept: Vec<Move>,
}

/// What a move can throw away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Lost {
    /// The win.
    Win,
    /// The tie, in a position that is not won.
    Tie,
}

impl Lost {
    /// Returns what a player has thrown away who had the verdict `before` and has made a move with the verdict `after`.
    pub(super) fn between(before: Verdict, after: Verdict) -> Option<Self> {
        match (before, after) {
            (Verdict::Wins, Verdict::Loses | Verdict::Ties) => Some(Self::Win),
            (Verdict::Ties, Verdict::Loses) => Some(Self::Tie),
            _ => None,
        }
    }

    /// The verdict of the moves that keep it.
    fn kept_by(self) -> Verdict {
        match self {
            Self::Win => Verdict::Wins,
            Self::Tie => Verdict::Ties,
        }
    }
}

/// Why a game cannot be looked at.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// The text is not a position, or the medium of the values cannot be read.
    #[error(transparent)]
    Answer(#[from] AnswerError),
    /// A move cannot be made.
    #[error("move {number}: {error}")]
    Move {
        /// Which one, from 1.
        number: usize,
        /// The position before it.
        before: String,
        /// The reason.
        error: IllegalMove,
    },
}

/// Looks at the game that begins with the position of a text and has these moves. A level that is not solved leaves
/// its positions without a value. Cost: [`Oracle::moves`] for each position of the game.
///
/// # Errors
/// [`ReviewError`].
pub fn review(oracle: &dyn Oracle, text: &str, moves: &[Edges]) -> Result<Review, ReviewError> {
    let position = oracle.canonical(text).map_err(AnswerError::Bad)?;
    let mut before = position.clone();
    let mut known = moves_if_solved(oracle, &before.graph6)?;
    let value = value_of(known.as_ref());
    let mut reviewed = Vec::with_capacity(moves.len());
    for (index, edges) in moves.iter().enumerate() {
        let made = after(oracle, &before.graph6, edges).map_err(|error| ReviewError::Move {
            number: index + 1,
            before: before.graph6.clone(),
            error,
        })?;
        let next = match made.ends {
            true => None,
            false => moves_if_solved(oracle, &made.position.graph6)?,
        };
        let value = match made.ends {
            true => oracle.values().ended(),
            false => value_of(next.as_ref()),
        };
        let by = before.next.and_then(player);
        let had = known.as_ref().and_then(|known| known.position.verdict);
        let has = value.map(|value| value.of_move(by));
        let lost = had.zip(has).and_then(|(had, has)| Lost::between(had, has));
        let kept = lost.map_or_else(Vec::new, |lost| {
            let all = known.iter().flat_map(|known| &known.moves);
            let keeping = all.filter(|step| step.verdict == Some(lost.kept_by()));
            keeping.cloned().collect()
        });
        reviewed.push(Reviewed {
            edges: edges.clone(),
            by: before.next.unwrap_or(["first", "second"][before.edges as usize % 2]),
            ends: made.ends,
            value,
            verdict: has,
            lost,
            kept,
        });
        (before, known) = (made.position, next);
    }
    Ok(Review {
        position,
        value,
        moves: reviewed,
    })
}

/// The moves of a position; `None` where its level is not solved.
fn moves_if_solved(oracle: &dyn Oracle, text: &str) -> Result<Option<Moves>, AnswerError> {
    match oracle.moves(text) {
        Ok(moves) => Ok(Some(moves)),
        Err(AnswerError::Solved(SolvedError::NotSolved { .. })) => Ok(None),
        Err(error) => Err(error),
    }
}

fn value_of(known: Option<&Moves>) -> Option<Outcome> {
    known.and_then(|known| known.position.value.value)
}
