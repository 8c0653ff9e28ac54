//! A question that a search can answer, as commands see it.

use std::io;

use serde::Serialize;

use super::checkpoint::CheckpointError;
use super::control::{Control, Progress};

/// One question about a game, such as who wins from its start.
pub trait Question {
    /// The question in one line, as the arguments with which `prove` is asked: the game and every parameter that the
    /// search depends on. Two questions with the same words are the same; checkpoints are kept under them.
    fn words(&self) -> String;

    /// Whether there is a form of proof for the answer.
    fn has_proof(&self) -> bool {
        true
    }

    /// Searches for the answer.
    ///
    /// # Errors
    /// [`SearchError`].
    fn answer(&self, control: &Control) -> Result<Outcome, SearchError>;
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The theorem in one sentence, without its full stop; or what was not proved.
    pub sentence: String,
    /// Whether the sentence is a theorem.
    pub is_proved: bool,
    /// What JSON has beside the sentence, in this order.
    pub facts: Vec<(&'static str, Fact)>,
    /// The whole file, if wanted and proved.
    pub proof: Option<Vec<u8>>,
    /// What the search took.
    pub progress: Progress,
}

/// A value of JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Fact {
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
}

/// Why a search ended without an answer.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// [`Control::watch`] asked for it. The checkpoint, if one was wanted, is written.
    #[error("the search was stopped")]
    Stopped(Progress),
    /// The memory allowed does not suffice.
    #[error("{needs} bytes of memory are needed, and {allowed} are allowed")]
    Memory {
        /// Bytes needed.
        needs: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// The system grants no memory for the table, whatever is allowed.
    #[error("the system grants no memory for the table: {0}")]
    Table(io::Error),
    /// The system grants not all threads; those that were there have ended.
    #[error("a thread could not be started: {0}")]
    Threads(io::Error),
    /// The search met something larger than it can hold, whatever the memory.
    #[error("the search met {0}, which is more than it can hold")]
    Beyond(String),
    /// A checkpoint could not be read or written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The proof could not be compressed.
    #[error("the proof could not be compressed: {0}")]
    Seal(io::Error),
}

/// That a player, `first` or `second`, wins a game of this title, such as `the triangle avoidance game`, on `n`
/// vertices: one sentence without its full stop, the same wherever a winner is named.
pub fn winner_sentence(winner: &str, title: &str, n: usize) -> String {
    let vertices = if n == 1 { "vertex" } else { "vertices" };
    format!("The {winner} player wins {title} on {n} {vertices}")
}
