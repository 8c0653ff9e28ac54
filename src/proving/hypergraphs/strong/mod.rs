//! Strong games: whether Black, who is to complete a winning set first, can; and his strategy, or White's.
//!
//! A *threat* is a move after which the player's next one would complete a set. Black wins by a *sequence* of threats,
//! each of which White must answer, that ends in two threats at once. Proof numbers choose among Black's other moves,
//! below an opening that goes by weight. In turn with that, White's game is searched with effort that grows, too.

mod ahead;
mod board;
mod book;
mod held;
mod holding;
mod numbers;
mod opening;
mod saved;
mod sequences;
mod solve;
mod strategy;

pub(super) use board::Sides;
pub(super) use book::body;
pub(super) use held::{Held, Reply as HeldReply, body as held_body};
pub(super) use solve::{Solved, Winner, solve};
pub(super) use strategy::Strategy;
