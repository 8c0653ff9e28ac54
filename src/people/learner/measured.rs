//! How well a learner played.

use serde::Serialize;

/// The strength after so many games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Measured {
    /// Games learned from.
    pub games: u64,
    /// Games played that it could win, or tie where that is the best.
    pub played: u32,
    /// Those with the best result.
    pub won: u32,
    /// Positions in which a move could be wrong.
    pub asked: u32,
    /// Those where its move was right.
    pub right: u32,
}
