//! On-line Ramsey numbers.

mod book;
mod bounds;
mod certificate;
mod form;
mod game;
mod joiner;
mod moves;
mod names;
mod paths;
mod position;
mod prover;
mod question;
mod row;
mod rules;
mod search;
mod strategist;
mod table;
mod target;

pub use game::{Asked, BadGame, FAMILY, Game, ROUNDS_MOST};
pub use names::TARGET_MOST;
pub use prover::wins_from;
pub use row::USED_MOST;
pub use rules::Options;
pub use strategist::strategist;
