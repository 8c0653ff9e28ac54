//! Who wins an avoidance game, such as the triangle game, from its start: without solving every position.
//!
//! * `kernel`: what the search must know of a game: positions as sums of parts, and the moves of a part
//! * `triangle`: the triangle game as a sum of independent components
//! * `plain`: any avoidance game, each position one part
//! * `search`: the values of parts, depth first, by a shared `table`; `solve` runs it on threads, with checkpoints
//! * `audit`: a look at what a resumed search says
//! * `known`: proofs from known values
//! * `values`: values of single positions, searched when they are asked for
//! * `choices`: the winner's choices, whose `bytes` are a proof, with which one can `play`
//!
//! The winner depends on neither threads nor memory nor interruptions; docs/proofs.md says when two runs write the same
//! proof. What the table says rests on hashes of 48 bits within a bucket, so a winner alone is as certain as they are;
//! a proof rests on nothing of this crate.

mod audit;
mod bytes;
mod choices;
mod family;
mod game;
pub mod kernel;
mod known;
mod plain;
mod play;
mod question;
mod search;
mod shared;
mod solve;
mod table;
pub mod triangle;
mod values;

#[cfg(test)]
mod tests;

pub use self::play::proof_player;
pub use choices::Replies;
pub use family::Family;
pub use game::{Avoidance, BadGame, ORDER_MOST, Wanted, is_avoidance};
pub use values::{NoValue, Values};
