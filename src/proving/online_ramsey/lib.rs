//! On-line Ramsey numbers.

mod book;
mod bounds;
mod bytes;
mod commitment;
mod committed;
mod copies;
mod family;
mod form;
mod game;
mod joiner;
mod lists;
mod memory;
mod moves;
mod paths;
mod plan;
mod play;
mod position;
mod question;
mod row;
mod rules;
mod search;
mod solve;
mod strategy;
mod table;
mod target;

pub use family::Family;
pub use game::{Asked, BadGame, FAMILY, Game, ROUNDS_MOST};
pub use play::proof_player;
pub use row::USED_MOST;
pub use rules::Options;
pub use solve::{refuted_by_lists, wins_from};
