//! An opponent that starts from nothing and learns from its games, as W. Slany's applet did in 1999.
//!
//! It sees the legal moves of a position and who has won at the end, and never what a position is worth. It keeps a
//! number for every position that its games have led to, up to isomorphism, and moves to the position with the largest.
//! After each game the numbers of that game's positions are corrected, the last one first.
//!
//! ```text
//! Rules ──> Learner::play ──> Game ──> Learner::learn ──> Table
//!              (moves by the table, at times at random)      └──> file: bytes
//! ```

mod bytes;
mod learner;
mod measured;
mod table;

pub use bytes::{BYTES_MOST, FORMAT, FileError, GAMES_MOST, from_bytes};
pub use learner::{Game, Learner, Ply, Rule};
pub use measured::Measured;
pub use table::{Entry, LONGEST_KEY, MOST, ONE, Table};

use game::values::Outcome;

/// What a learner sees of a game.
pub trait Rules {
    /// Why there is no answer.
    type Error;

    /// Returns what can happen in a position, which a step led to or which is the start.
    ///
    /// # Errors
    /// As the implementation says.
    fn turn(&mut self, position: &str) -> Result<Turn, Self::Error>;
}

/// What can happen in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// There are moves, one for each class under the symmetries, in any order: the learner puts them into its own.
    Moves(Vec<Step>),
    /// No move is left, and this is how the game has ended: [`Outcome::P`] where the last mover has won.
    Over(Outcome),
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The position after it: a text that isomorphic positions share. At most [`LONGEST_KEY`] bytes are remembered.
    pub after: String,
    /// How the game has ended, where the move ends it.
    pub ends: Option<Outcome>,
}
