//! What a perfect player does, also one who is lost.

use retrograph_judge::rng::SplitMix64;

use super::Turn;
use oracle::{AnswerError, Move, Oracle, trapping};

/// A turn for the player to move in the position of `text`; `None` when there is no move. A winning move where there is
/// one, the quickest where values say how quick, and of equal ones one that `random` chooses; else the best trap.
///
/// # Errors
/// When a value cannot be told.
pub(super) fn reply(oracle: &dyn Oracle, text: &str, random: &mut SplitMix64) -> Result<Option<Turn>, AnswerError> {
    let moves = trapping(oracle, text)?.moves;
    let Some(first) = moves.first() else { return Ok(None) };
    let is_as_good = |step: &&Move| step.wins == Some(true) && step.value == first.value;
    let equal: Vec<&Move> = moves.iter().filter(is_as_good).collect();
    let best = match equal[..] {
        [] => first,
        _ => equal[random.below(equal.len())],
    };
    let edges = match best.edges[..] {
        [] => vec![best.edge],
        _ => best.edges.clone(),
    };
    let ends = best.ends;
    Ok(Some(Turn { edges, ends }))
}
