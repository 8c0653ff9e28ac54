//! What all provers share, whatever the game: the envelope of a proof, what a search is allowed and what it reports,
//! checkpoints, a look at what a resumed search says, threads, and the play against a proof.
//!
//! A [`Prover`] makes a [`Question`] of a game's name and [`Parameters`], and a player of a proof; commands know it by
//! these traits alone. Mathematics of a game is in the prover's own crate, and the check of its proofs in `judge/`,
//! which shares nothing with either.

mod audit;
mod busy;
mod checked;
mod checkpoint;
mod control;
mod envelope;
mod kept;
mod known;
mod names;
mod parameters;
pub mod play;
mod prover;
mod question;
mod threads;

pub use audit::agrees;
pub use busy::{Busy, Mark};
pub use checked::{CheckedProver, PropertyOfProver};
pub use checkpoint::{CheckpointError, Keeping, Reader};
pub use control::{Control, Progress};
pub use envelope::{EnvelopeError, FORMAT, MAGIC, Opened, open, seal, seal_as_it_is, seal_slowly};
pub use kept::{Kept, Unread};
pub use known::{KnownValues, Unproved};
pub use names::in_family;
pub use parameters::{BadQuestion, Parameter, Parameters};
pub use prover::{ListedGame, Prover};
pub use question::{Fact, Outcome, Question, SearchError, winner_sentence};
pub use threads::{STACK, together};
