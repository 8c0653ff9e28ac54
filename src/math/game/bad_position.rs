//! Why a text is not a position of the game.

use crate::values::Player;

/// Why a text is not a position of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPosition {
    /// Not a graph, or not one on the game's vertices.
    #[error(transparent)]
    Text(#[from] graph::TextError),
    /// Not a graph of two colours, or not one on the game's vertices.
    #[error(transparent)]
    TwoColouredText(#[from] graph::TwoColouredTextError),
    /// A graph that the rules forbid.
    #[error("'{}' is not a position of the game: {why}", graph::Repeated(text))]
    Illegal {
        /// The text.
        text: String,
        /// The rule that it breaks, and where.
        why: String,
        /// The player whose edges break it, where the players have colours and one of them is responsible.
        by: Option<Player>,
    },
}
