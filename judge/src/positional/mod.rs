//! Maker-Breaker, Avoider-Enforcer, Waiter-Client and Client-Waiter games from their definition, and whether a proof of
//! one is right.
//!
//! * `claim`: what the head of a proof says: goal, board, turns, who begins and who wins
//! * `moves`: what a player may do
//! * `choices`: the winner's choices; the checker makes the claims itself
//! * `stream`: claims as lists of numbers

mod choices;
mod claim;
mod moves;
mod stream;

pub(crate) use choices::{check, claims, theorem};
