//! Moves up to symmetry.

use values::Player;

/// A class of equivalent moves.
#[derive(Clone, Debug)]
pub struct Move<P> {
    /// The edge added, the first of its class; several where a move adds several.
    pub edges: Vec<(usize, usize)>,
    /// Whose move it is, where the players do not have the same.
    pub by: Option<Player>,
    /// How many moves are the same up to an automorphism, itself included.
    pub equivalent: u32,
    /// The edges of all of them, where a move adds one.
    pub alike: Vec<(usize, usize)>,
    /// The position after the move.
    pub child: P,
    /// Whether the game is over then.
    pub ends: bool,
}

impl<P> Move<P> {
    /// The same move as one of this player.
    #[must_use]
    pub fn of(self, by: Player) -> Self {
        Self { by: Some(by), ..self }
    }
}
