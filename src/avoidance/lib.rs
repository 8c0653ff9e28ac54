//! Who wins an avoidance game from its start.
mod kernel;
mod search;
mod shared;
mod solve;
mod table;
mod triangle;

mod question;
pub use question::Avoidance;
