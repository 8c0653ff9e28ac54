//! Checks proofs of who wins a Maker-Breaker game, from the description in docs/proofs.md and the rules of the games.
//!
//! No search and no table: each position of a proof is checked once, against those before it.

mod envelope;
mod error;
mod head;
mod strategy;

pub use error::{Fault, ProofError};
pub use head::{Head, Player};

/// What a proof proves, when it is right.
pub fn check(file: &[u8]) -> Result<Head, ProofError> {
    let (head, body) = envelope::open(file)?;
    strategy::check(&head, &body)?;
    Ok(head)
}
