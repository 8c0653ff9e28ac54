//! The moves of a perfect opponent, and how it hopes for an error when it is losing.

use serde::Serialize;

use base::random::SplitMix64;

use super::trap::{kept, trap};
use super::{AnswerError, Move, Oracle, Side, Strength, careless};
use game::Deed;
use game::values::Verdict;

/// A move of the opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reply {
    /// The move; if it does not win, with the possible errors of the other player.
    #[serde(flatten)]
    pub step: Move,
    /// Why this one.
    pub why: Why,
}

/// The reason for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Why {
    /// It wins.
    Wins,
    /// No move wins; this one ties.
    Ties,
    /// All moves lose; after this one, the largest share of replies are errors.
    Trap,
    /// The best score.
    Best,
    /// None: the opponent was careless.
    Careless,
}

/// Returns the opponent's move: a winning one if there is one. Otherwise, among the moves that keep a tie if possible,
/// else among all, the one after which the largest share of replies are errors, or the first one where that is not
/// cheap to know; [`super::trapping`] looks further ahead, which takes too long while a user waits. Returns `None` at
/// the end of the game. An opponent who errs is
/// [`careless`] when `seed` says so. Cost: [`Oracle::moves`] once where some move wins, else for each move.
///
/// # Errors
/// [`AnswerError`].
pub fn reply(
    oracle: &dyn Oracle,
    text: &str,
    side: Side,
    strength: Strength,
    seed: u64,
) -> Result<Option<Reply>, AnswerError> {
    let random = &mut SplitMix64::new(seed);
    if strength.errs(random) {
        let step = careless(oracle, text, random)?;
        let why = Why::Careless;
        return Ok(step.map(|step| Reply { step, why }));
    }
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
    // Values of what follows replies are those of the level two moves later; an offer and its answer are one.
    let later = if moves.position.demand.deed == Deed::Offer {
        1
    } else {
        2
    };
    let is_cheap = oracle.is_cheap(moves.position.level + later)?;
    for step in &mut moves.moves {
        if is_cheap && step.verdict == Some(kept) && !step.ends {
            step.trap = Some(trap(oracle, step)?);
        }
    }
    let why = if kept == Verdict::Ties { Why::Ties } else { Why::Trap };
    // Moves that lose the game at once have no trap and come last; among equals the first is chosen.
    let rank = |step: &Move| (step.verdict == Some(kept), step.trap.map(|trap| trap.share()));
    let best = moves.moves.into_iter().rev().max_by_key(rank);
    Ok(best.map(|step| Reply { step, why }))
}
