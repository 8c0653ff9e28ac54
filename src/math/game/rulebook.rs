//! The rules of a game as data, for readers that are not this program, such as a page without a server.

use crate::values::Player;
use graph::Graph16;

/// The rules of a game on a fixed number of vertices, at most 16.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rulebook {
    /// How positions become the arguments of label functions.
    pub signature: Signature,
    /// What both players, or Red and Green, may not complete, or complete to end the game.
    pub parts: Vec<Vec<Part>>,
    /// Whether every move must touch an earlier edge.
    pub connected: bool,
    /// The board, where players have colours.
    pub board: Option<Board>,
    /// Whether only what Red completes counts.
    pub red_alone: bool,
    /// How turns follow each other, where that is not an edge each, Red first.
    pub turns: Option<Turns>,
}

/// How turns follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turns {
    /// Edges of Red's and of Green's turn, or of an offer those that become red and green.
    pub bias: [u32; 2],
    /// Who begins.
    pub starter: Player,
    /// What a move is.
    pub step: Step,
}

/// What a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// An edge.
    Edge,
    /// All edges of a turn, as many as the bias says or more.
    Edges,
    /// An offer of as many edges as the bias says in all, and then a choice.
    Offer,
    /// An offer of one edge to so many, and then a choice.
    OfferUpTo,
}

impl Step {
    /// Returns the word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Edge => "edge",
            Self::Edges => "edges",
            Self::Offer => "offer",
            Self::OfferUpTo => "offer-up-to",
        }
    }
}

/// How positions become the arguments of label functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signature {
    /// By refinement over the edges and the far pairs.
    Triangle,
    /// By the canonical form.
    Key,
    /// By refinement over the edges of both colours.
    Colours,
}

impl Signature {
    /// Returns the word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Triangle => "triangle",
            Self::Key => "key",
            Self::Colours => "colours",
        }
    }
}

/// Something that can be completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A copy of a graph, with its name.
    Copy(String, Graph16),
    /// A property by name, such as `odd-cycle`; after `short-of-`, that one more edge gives it.
    Property(String),
}

/// The board of a two-colour game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The pairs that moves may colour.
    pub pairs: Graph16,
    /// The red and the green edges coloured before the game.
    pub before: [Graph16; 2],
}

/// Why rules are not available as data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRulebook {
    /// Positions do not fit the rows of other readers.
    #[error("its positions have {0} vertices, and other readers of rules know at most 16")]
    Order(usize),
    /// A move may add several edges.
    #[error("a move may add several edges, which other readers of rules do not know")]
    Several,
    /// The game does not give its rules as data.
    #[error("its rules are not available as data")]
    Unstated,
}
