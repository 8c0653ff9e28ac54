//! What a perfect opponent plays, and how it hopes to be let off when it is lost.

use serde::Serialize;

use super::trap::{kept, trap};
use super::{AnswerError, Move, Oracle, Side};

/// A move of the opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reply {
    /// The move; where it does not win, with what the other player can do wrong.
    #[serde(flatten)]
    pub step: Move,
    /// Why this one.
    pub why: Why,
}

/// Why a move was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Why {
    /// It wins.
    Wins,
    /// No move wins, this one ties.
    Ties,
    /// All moves lose; after this one most answers are mistakes.
    Trap,
    /// The best score.
    Best,
}

/// The opponent's move: a winning one if there is one. Else of those that keep a tie if there is one to be kept, or of
/// all, the one after which the largest share of answers are errors; [`super::trapping`] looks further ahead, which takes
/// too long while somebody waits. `None` at the end of the game. Cost: [`Oracle::moves`] once where some move wins, for
/// each move where none does.
///
/// # Errors
/// [`AnswerError`].
pub fn reply(oracle: &dyn Oracle, text: &str, side: Side) -> Result<Option<Reply>, AnswerError> {
    let mut moves = oracle.moves(text)?;
    let Some(kept) = kept(&moves) else {
        let best = side.best(&moves.moves).cloned();
        let why = if best.as_ref().is_some_and(|best| best.wins.is_some()) {
            Why::Wins
        } else {
            Why::Best
        };
        return Ok(best.map(|step| Reply { step, why }));
    };
    for step in &mut moves.moves {
        if step.value.value == Some(kept) && !step.ends {
            step.trap = Some(trap(oracle, step)?);
        }
    }
    let why = if kept == "T" { Why::Ties } else { Why::Trap };
    // Moves that end the game lost have no trap and come last; of equals the first.
    let rank = |step: &Move| (step.value.value == Some(kept), step.trap.map(|trap| trap.share()));
    let best = moves.moves.into_iter().rev().max_by_key(rank);
    Ok(best.map(|step| Reply { step, why }))
}
