//! What all provers share, whatever the game: the envelope of a proof, what a search is allowed and what it reports,
//! and checkpoints.
//!
//! A prover answers one [`Question`]; commands know it by this trait alone. Mathematics of a game is in the prover's
//! own crate, and the check of its proofs in `judge/`, which shares nothing with either.

mod checkpoint;
mod envelope;
mod question;

pub use checkpoint::{CheckpointError, Reader, read_checkpoint, write_checkpoint};
pub use envelope::{EnvelopeError, FORMAT, MAGIC, Opened, open, seal};
pub use question::{Control, Fact, Outcome, Progress, Question, SearchError};
