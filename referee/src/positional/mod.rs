//! Maker-Breaker, Avoider-Enforcer, Waiter-Client and Client-Waiter games from their definitions.
//!
//! Red is Maker, Avoider or Client. What counts is whether the red edges have the goal, a property that more edges do
//! not take away; one player wins when they do, the other when no turn is left and they do not. A position is a list of
//! rows: those of the red edges, then those of the green ones.
//!
//! * `name`: what a name says
//! * `rules`: one position at a time
//! * `brute`: all positions of a game on few vertices, by whole turns

mod brute;
mod name;
mod rules;

pub use brute::{Brute, Length};
pub use name::Turns;
pub use rules::{Answer, Offer, Rules};
