//! What all provers share, whatever the game: the envelope of a proof, what a search is allowed and what it reports,
//! checkpoints, a look at what a resumed search says, threads, and the play against a proof.
//!
//! A prover answers one [`Question`]; commands know it by this trait alone. Mathematics of a game is in the prover's
//! own crate, and the check of its proofs in `judge/`, which shares nothing with either.

mod audit;
mod checkpoint;
mod envelope;
mod names;
pub mod play;
mod question;
mod threads;

pub use audit::agrees;
pub use checkpoint::{CheckpointError, Keeping, Reader, read_end};
pub use envelope::{EnvelopeError, FORMAT, MAGIC, Opened, open, seal};
pub use names::{in_family, in_usual_case};
pub use question::{Control, Fact, Outcome, Progress, Question, SearchError};
pub use threads::{STACK, together};
