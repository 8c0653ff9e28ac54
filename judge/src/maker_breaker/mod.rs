//! Maker-Breaker games from their definitions: what Maker must own, and whether a proof is right.

mod claim;
mod sets;
mod strategy;
mod text;

pub use claim::{Claim, Player};
pub(crate) use text::text;

pub use sets::{IsWon, WinningSets, winning_sets};

use crate::proof::{Lines, ProofError, Proved, open};

/// Checks a proof. Cost: each entry once, with one thread; 16 bytes of memory an entry.
pub(crate) fn check(lines: Lines, body: &[u8], _threads: usize) -> Result<Proved, ProofError> {
    let claim = Claim::read(lines)?;
    strategy::check(&claim, body)?;
    Ok(Proved {
        sentence: claim.sentence(),
        facts: vec![
            ("n", (claim.n as u64).into()),
            ("starter", claim.starter.name().into()),
            ("winner", claim.winner.name().into()),
            ("nodes", claim.nodes.into()),
            ("replies", claim.replies.into()),
        ],
        game: claim.game,
    })
}

/// The theorem of these lines.
pub(crate) fn theorem(lines: Lines) -> Result<String, ProofError> {
    Claim::read(lines).map(|claim| claim.sentence())
}

/// What the proof in a file claims, if it is right.
///
/// # Errors
/// [`ProofError`].
pub fn check_proof(file: &[u8]) -> Result<Claim, ProofError> {
    let (lines, body) = open(file)?;
    let claim = Claim::read(lines)?;
    strategy::check(&claim, &body)?;
    Ok(claim)
}
