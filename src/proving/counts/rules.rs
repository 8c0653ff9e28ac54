//! What a game says about its positions: single vertices, and the rest.

use std::hash::Hash;

/// A move from a rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step<Rest> {
    /// How many single vertices there must be, at most 2.
    pub needs: u8,
    /// How many of them get an edge.
    pub takes: u8,
    /// Free moves that were struck out, two at a time.
    pub struck: Struck,
    /// The rest afterwards; `None`: nothing is known of it.
    pub to: Option<Rest>,
}

/// Free moves that a position has no more, though they will be made. A free move is one that can be made at any time
/// and changes nothing else.
///
/// Two free moves may be struck out: who plays well without them answers one with the other. When the game ends without
/// them, two moves are left, so that the same player is the next again. So the winner, in normal and in misère play,
/// and the number stay, and the score loses two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Struck {
    /// Their number, without those of `singles`.
    pub moves: i32,
    /// How many more for each single vertex after the move.
    pub singles: i32,
}

/// A game. Single vertices are all alike: which of them a move takes does not matter.
pub(crate) trait Rules {
    /// What a position has beside its single vertices.
    type Rest: Clone + Eq + Hash;

    /// Returns the rest of `n` single vertices.
    fn start(&self, n: usize) -> Self::Rest;

    /// Returns the moves from the rest: one list for each kind of positions that it stands for, nearly always one.
    fn steps(&self, rest: &Self::Rest) -> Vec<Vec<Step<Self::Rest>>>;
}
