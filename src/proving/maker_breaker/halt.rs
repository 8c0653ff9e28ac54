//! Why a search ends before its answer.

use proof::CheckpointError;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum Halt {
    /// It was asked to stop.
    #[error("the search was stopped")]
    Stopped,
    /// The strategy does not fit.
    #[error("{needs} bytes of memory are needed, and {allowed} are allowed")]
    Memory {
        /// Bytes that would do so far.
        needs: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// A checkpoint could not be read or written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The system grants not all threads.
    #[error(transparent)]
    Threads(std::io::Error),
    /// What the table says cannot be.
    #[error("the table contradicts the rules")]
    Contradiction,
    /// Another thread has decided the position at this depth.
    #[error("solved")]
    Solved(usize),
}
