//! Proofs from values that are known, as in a database.

use std::io;

/// What a proof is made of.
pub struct KnownValues<'a, E> {
    /// Whether a position, by its text, is lost for the player who is next, or, where one player wants a goal, for the
    /// player who wins from the start.
    pub is_lost: &'a mut dyn FnMut(&str) -> Result<bool, E>,
    /// Hears how many claims there are and how many of them are checked, and says whether to stop.
    pub watch: &'a mut dyn FnMut(u64, u64) -> bool,
    /// Threads that may be used.
    pub threads: usize,
}

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
pub enum Unproved<E> {
    /// A value could not be read.
    #[error(transparent)]
    Value(E),
    /// [`KnownValues::watch`] asked for it.
    #[error("the proof was stopped")]
    Stopped,
    /// There is no such form of proof.
    #[error("{0}")]
    Form(String),
    /// The values are not those of the game.
    #[error("the values contradict the rules at {0}")]
    Contradiction(String),
    /// The system grants not all threads.
    #[error("a thread could not be started: {0}")]
    Threads(io::Error),
    /// The proof could not be compressed.
    #[error("the proof could not be compressed: {0}")]
    Seal(io::Error),
}
