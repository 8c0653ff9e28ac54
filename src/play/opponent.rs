//! The moves of a perfect player, including one who is losing.

use retrograph_judge::rng::SplitMix64;

use super::Turn;
use oracle::{AnswerError, Move, Oracle, trapping};

/// Returns a turn for the player to move in the position of `text`; `None` when there is no move. Chooses a winning
/// move if there is one, the quickest where values state how quick, and among equals one that `random` selects;
/// otherwise the best trap.
///
/// # Errors
/// Fails when a value cannot be determined.
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
