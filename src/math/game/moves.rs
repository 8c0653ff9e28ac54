//! Moves up to symmetry.

use crate::values::Player;

/// A class of equivalent moves.
#[derive(Clone, Debug)]
pub struct Move<P> {
    /// The edge added, the first of its class; several where a move adds several.
    pub edges: Vec<(usize, usize)>,
    /// The player who moves, where the players have different moves.
    pub by: Option<Player>,
    /// The number of equivalent moves, itself included.
    pub equivalent: u32,
    /// The edges of all equivalent moves, where a move adds one edge.
    pub alike: Vec<(usize, usize)>,
    /// The position after the move.
    pub child: P,
    /// Whether the move ends the game.
    pub ends: bool,
}

impl<P> Move<P> {
    /// Returns the same move as a move of this player.
    #[must_use]
    pub fn of(self, by: Player) -> Self {
        Self { by: Some(by), ..self }
    }
}
