//! The program's moves, on either side.

use serde::Serialize;

use super::{BadMoves, Move, Strategist};

/// A move of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rival {
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
pub fn rival(strategist: &dyn Strategist, moves: &[Move], seed: u64) -> Result<Option<Rival>, BadMoves> {
    let of = |is_proved| move |step| Rival { step, is_proved };
    match strategist.reply(moves)? {
        Some(step) => Ok(Some(of(true)(step))),
        None => Ok(strategist.resist(moves, seed)?.map(of(false))),
    }
}
