//! The moves of the computer: of a perfect player, including one who is losing, and of one who errs.

use base::random::SplitMix64;

use oracle::{AnswerError, Edges, Move, Oracle, Strength, careless, trapping};

/// Returns the edges of a move for the player to move in the position of `text`; `None` when there is no move. Chooses
/// a winning move if there is one, the quickest where values state how quick, and among equals one that `random`
/// selects; otherwise the best trap. An opponent who errs makes a careless move when `random` says so.
///
/// # Errors
/// Fails when a value cannot be determined.
pub(super) fn reply(
    oracle: &dyn Oracle,
    text: &str,
    strength: Strength,
    random: &mut SplitMix64,
) -> Result<Option<Edges>, AnswerError> {
    if strength.errs(random) {
        return Ok(careless(oracle, text, random)?.as_ref().map(Move::added));
    }
    let moves = trapping(oracle, text)?.moves;
    let Some(first) = moves.first() else { return Ok(None) };
    let is_as_good = |step: &&Move| step.wins == Some(true) && step.value == first.value;
    let equal: Vec<&Move> = moves.iter().filter(is_as_good).collect();
    let best = match equal[..] {
        [] => first,
        _ => equal[random.below(equal.len())],
    };
    Ok(Some(best.added()))
}
