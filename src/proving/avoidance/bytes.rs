//! The bytes of a proof: docs/proofs.md says what they mean.

use std::io;

use super::choices::{BATCH, Replies};
use super::game::Avoidance;

/// The winner's choices, and what a reader must know to follow them.
pub(super) struct Choices {
    /// What the parts are.
    pub parts: &'static str,
    /// Most open pairs of parts that the reader solves.
    pub small: u32,
    /// Number of claims.
    pub claims: u64,
    /// The choices.
    pub codes: Vec<u8>,
    /// The values that do not follow.
    pub values: Vec<u8>,
}

/// The whole file.
pub(super) fn sealed(game: &Avoidance, winner: &str, choices: &Choices) -> io::Result<Vec<u8>> {
    let replies = match game.replies {
        Replies::All => "all",
        Replies::Needed => "needed",
    };
    let head = [
        ("game", game.name().into()),
        ("n", game.n.to_string()),
        ("winner", winner.into()),
        ("form", "choices".into()),
        ("parts", choices.parts.into()),
        ("small", choices.small.to_string()),
        ("batch", BATCH.to_string()),
        ("claims", choices.claims.to_string()),
        ("replies", replies.into()),
        ("codes", choices.codes.len().to_string()),
        ("values", choices.values.len().to_string()),
    ];
    proof::seal_slowly(&head, &[&choices.codes[..], &choices.values].concat())
}
