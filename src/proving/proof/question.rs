//! A question that a search can answer, as commands see it.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use super::checkpoint::{CheckpointError, Keeping};

/// One question about a game, such as who wins from its start.
pub trait Question {
    /// The question in one line, as the arguments with which `prove` is asked: the game and every parameter that the
    /// search depends on. Two questions with the same words are the same; checkpoints are kept under them.
    fn words(&self) -> String;

    /// Searches for the answer.
    ///
    /// # Errors
    /// [`SearchError`].
    fn answer(&self, control: &Control) -> Result<Outcome, SearchError>;
}

/// What a search is allowed, and whom it tells how it goes. The answer and the proof depend on none of it.
pub struct Control<'a> {
    /// Bytes that the search may use in all.
    pub memory: u64,
    /// Number of threads, at least 1.
    pub threads: usize,
    /// Whether the proof is wanted.
    pub proof: bool,
    /// File in which the state of the search is kept: read at the start if it exists, written every
    /// [`Control::interval`] seconds and when the search is stopped.
    pub checkpoint: Option<PathBuf>,
    /// Time between two checkpoints.
    pub interval: Duration,
    /// Is told of the search several times a second, by any thread; returns whether to stop.
    pub watch: &'a (dyn Fn(&Progress) -> bool + Sync),
}

impl Control<'_> {
    /// The checkpoint of a question, if one is wanted; `form` is that of the prover's own bytes.
    pub fn keeping(&self, words: String, form: u32) -> Option<Keeping> {
        let path = self.checkpoint.as_deref()?;
        Some(Keeping::new(path, words, form, self.interval))
    }
}

/// How far a search has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// Positions searched.
    pub nodes: u64,
    /// Positions in the table.
    pub entries: u64,
    /// Positions that the table can hold.
    pub entries_most: u64,
    /// Position of the search in the game's own words, such as `bound 16, proof number 12`; may be empty.
    pub detail: String,
    /// Share of the work done, 0 to 1, where it is known.
    pub share: Option<f64>,
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
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
    /// Texts.
    Texts(Vec<String>),
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
