//! Maker-Breaker, Avoider-Enforcer, Waiter-Client and Client-Waiter games from their definition, and whether a proof of
//! one is right.
//!
//! * `claim`: what the head of a proof says: goal, board, turns, who begins and who wins
//! * `choices`: the winner's choices; the checker makes the claims itself

mod choices;
mod claim;

pub(crate) use choices::{check, theorem};
