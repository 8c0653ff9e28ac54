//! Strong games, in which the first player to own a copy of a graph wins, from their definition: whether a proof is
//! right that the first player, Red, wins.

mod claim;
mod rules;
mod strategy;

pub use claim::{Boards, Claim};

use crate::proof::{Lines, ProofError, Proved, open};

/// Checks a proof. Cost: every reply to every entry, on so many threads; 32 bytes of memory an entry.
pub(crate) fn check(lines: Lines, body: &[u8], threads: usize) -> Result<Proved, ProofError> {
    let claim = Claim::read(lines)?;
    let found = strategy::check(&claim, body, threads)?;
    Ok(Proved {
        sentence: claim.sentence(),
        facts: vec![
            ("boards", (&claim.boards.to_string()[..]).into()),
            ("moves", claim.moves.into()),
            ("longest", found.moves.into()),
            ("touched", found.touched.into()),
            ("entries", claim.entries.into()),
            ("lines", claim.lines.into()),
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
pub fn check_proof(file: &[u8], threads: usize) -> Result<Claim, ProofError> {
    let (lines, body) = open(file)?;
    let claim = Claim::read(lines)?;
    strategy::check(&claim, &body, threads)?;
    Ok(claim)
}
