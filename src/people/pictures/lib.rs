//! Pictures: charts of numbers, and drawings of positions. Nothing here knows a game.

pub mod draw;
pub mod plot;
