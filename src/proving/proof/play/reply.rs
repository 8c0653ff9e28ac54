//! The program's moves, on either side.

use serde::Serialize;

use super::{BadMoves, Move, ProofPlayer};

/// A move of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Made {
    /// The move.
    #[serde(flatten)]
    pub step: Move,
    /// Whether it is the proof's.
    pub is_proved: bool,
}

/// The program's move after these moves, for whoever is to move: the proof's where the proof speaks, else one that
/// makes it hard for the other player. `None` when the game is over. `seed` selects among moves that the proof does not
/// make.
///
/// # Errors
/// [`BadMoves`].
pub fn reply_to(player: &dyn ProofPlayer, moves: &[Move], seed: u64) -> Result<Option<Made>, BadMoves> {
    let of = |is_proved| move |step| Made { step, is_proved };
    match player.reply(moves)? {
        Some(step) => Ok(Some(of(true)(step))),
        None => Ok(player.resist(moves, seed)?.map(of(false))),
    }
}
