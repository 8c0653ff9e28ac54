//! Maker-Breaker games from their definitions: what Maker must own, and who wins on few vertices by trying everything.

mod brute;
mod sets;

pub use brute::maker_wins;
pub use sets::{IsWon, WinningSets, winning_sets};
