//! A game and its players.

use positional::Drawing;
use serde::{Serialize, Serializer};

/// What a proof is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct About {
    /// The game's name, such as `maker-breaker:hamilton-cycle`.
    pub game: String,
    /// The game in a few words, such as `Hamilton cycle game`.
    pub title: String,
    /// The rules in a sentence or two, without the last full stop.
    pub rules: String,
    /// What is proved, in one sentence without its full stop.
    pub theorem: String,
    /// How many vertices there are; `n` in JSON, null where the board grows.
    #[serde(rename = "n")]
    pub order: Order,
    /// The least and the most vertices of the complete boards that the same proof can be played on; `None` when it is
    /// about one board.
    pub boards: Option<[usize; 2]>,
    /// The names of the two players, the one who moves first before the other.
    pub players: [String; 2],
    /// Who wins, an index of `players`.
    pub winner: usize,
    /// The kinds of edges, such as `Maker` and `Breaker`, or `Red` and `Green`; empty when all edges are alike. At most
    /// two; an edge's `colour` is an index of it.
    pub colours: Vec<String>,
    /// Whether one player draws edges and the other chooses their colours.
    pub paints: bool,
    /// The names of the elements of a board without vertices; empty where moves are edges.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<String>,
    /// Where they are drawn; `None` where moves are edges.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawing: Option<Drawing>,
}

/// How many vertices a board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Always so many.
    Fixed(usize),
    /// As many as the moves need: the board is infinite.
    Grows,
}

impl Serialize for Order {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Fixed(n) => out.serialize_some(n),
            Self::Grows => out.serialize_none(),
        }
    }
}

impl About {
    /// The board in words, as in "on 8 vertices".
    pub fn place(&self) -> String {
        match self.order {
            Order::Fixed(n) if !self.elements.is_empty() => format!("on {n} elements"),
            Order::Fixed(n) => format!("on {n} vertices"),
            Order::Grows => "on infinitely many vertices".into(),
        }
    }
}
