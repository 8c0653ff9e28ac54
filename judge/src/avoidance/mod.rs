//! Whether a proof about an avoidance game is right.
//!
//! * `claim`: who wins what
//! * `choices`: the winner's choices; the checker makes the claims itself
//! * `set`: positions that the winner can keep to, all written out

pub(crate) mod choices;
mod claim;
mod set;

use crate::proof::{Lines, ProofError, Proved};
use claim::Claim;

/// Gives the lines of a proof by choices for people to read.
pub(crate) fn text(lines: Lines, body: &[u8], line: &mut dyn FnMut(String)) -> Result<bool, ProofError> {
    match lines.has("form") {
        true => choices::text(lines, body, line).map(|()| true),
        false => Ok(false),
    }
}

/// The theorem of these lines, of either form.
pub(crate) fn theorem(mut lines: Lines) -> Result<String, ProofError> {
    let most = if lines.has("form") {
        choices::ORDER_MOST
    } else {
        set::ORDER_MOST
    };
    Claim::read(&mut lines, most).map(|claim| claim.sentence())
}

/// Checks a proof of either form.
pub(crate) fn check(lines: Lines, body: &[u8], threads: usize) -> Result<Proved, ProofError> {
    match lines.has("form") {
        true => choices::check(lines, body, threads),
        false => set::check(lines, body, threads),
    }
}
