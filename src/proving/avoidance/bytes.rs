//! The bytes of a proof: docs/proofs.md says what they mean.

use std::io;

use super::game::Avoidance;
use super::key::Key;
use super::strategy::Level;

/// The whole file.
pub(super) fn sealed(game: &Avoidance, winner: &str, levels: Vec<Level>) -> io::Result<Vec<u8>> {
    let positions: usize = levels.iter().map(|level| level.keys.len()).sum();
    let replies: usize = levels.iter().map(|level| level.replies.len()).sum();
    let head = [
        ("game", game.name().into()),
        ("n", game.n.to_string()),
        ("winner", winner.into()),
        ("levels", levels.len().to_string()),
        ("positions", positions.to_string()),
        ("replies", replies.to_string()),
    ];
    let width = Key::width(game.n);
    let mut body = Vec::with_capacity(16 * levels.len() + width * positions + replies);
    for Level { keys, replies } in levels {
        body.extend((keys.len() as u64).to_le_bytes());
        body.extend((replies.len() as u64).to_le_bytes());
        for key in keys {
            body.extend(&key.0.to_be_bytes()[..width]);
        }
        body.extend(replies);
    }
    proof::seal(&head, &body)
}
