//! Moves up to symmetry, and what a move must be.

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

/// What the next player does in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Adds edges, in the own colour where there are colours.
    Add,
    /// Offers edges to the other player.
    Offer,
    /// Chooses edges of an offer; the other ones are the other player's.
    Choose,
}

/// What the next move must be, legal or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demand {
    /// What is done.
    pub deed: Deed,
    /// The least number of edges.
    pub least: u32,
    /// The most edges.
    pub most: u32,
    /// Edges until the other player is next, this move included; of a move that may have more edges the least number.
    pub due: u32,
    /// The edges to choose from, where there is an offer.
    pub offer: Vec<(usize, usize)>,
}

impl Demand {
    /// An edge, after which the other player is next.
    pub const EDGE: Self = Self::edge(1);

    /// An edge, of so many until the other player is next.
    pub const fn edge(due: u32) -> Self {
        Self {
            deed: Deed::Add,
            least: 1,
            most: 1,
            due,
            offer: vec![],
        }
    }
}
