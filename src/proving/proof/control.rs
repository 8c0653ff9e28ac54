//! What a search is allowed, and what it reports.

use std::path::PathBuf;
use std::time::Duration;

/// What a search is allowed, and to whom it reports. The answer and the proof depend on none of it.
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
    /// Hears of the search several times a second, from any thread; returns whether to stop.
    pub watch: &'a (dyn Fn(&Progress) -> bool + Sync),
}

impl Control<'static> {
    /// A search for a proof without checkpoints that nobody hears of.
    pub fn quiet(memory: u64, threads: usize) -> Self {
        Self {
            memory,
            threads,
            proof: true,
            checkpoint: None,
            interval: Duration::MAX,
            watch: &|_| false,
        }
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
