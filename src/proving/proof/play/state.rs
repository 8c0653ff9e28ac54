//! A position of a game in progress.

use serde::Serialize;

use super::{About, Move, Pair};

/// The position after some moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// Number of vertices to draw. On a board that grows, those that edges touch and, after them, two fresh ones, which
    /// suffice for any move; all fresh vertices are alike.
    pub n: usize,
    /// How many of the vertices are not fresh: all of a fixed board.
    pub used: usize,
    /// The edges, in the order in which they came; first those claimed before the game.
    pub edges: Vec<Edge>,
    /// The elements taken, in the order in which they were, on a board without vertices.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stones: Vec<Stone>,
    /// The edge drawn that waits for its colour.
    pub pending: Option<Pair>,
    /// Who is to move, an index of the players; `None` at the end.
    pub next: Option<usize>,
    /// Whether the winner has followed the proof, so that his win is certain.
    pub is_proved: bool,
    /// The legal moves, each with what the proof says; none at the end. On a board that grows, fresh vertices are taken
    /// in their order: the lowest first.
    pub choices: Vec<Choice>,
    /// Edges with which a player would win at once.
    pub threats: Vec<Threat>,
    /// How the game has ended.
    pub ending: Option<Ending>,
}

/// An edge on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Edge {
    /// Its ends.
    pub pair: Pair,
    /// Its colour, where there are colours.
    pub colour: Option<usize>,
}

/// An element that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Stone {
    /// The element, an index of the names.
    pub element: usize,
    /// Its colour.
    pub colour: usize,
}

/// A legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The move.
    #[serde(flatten)]
    pub step: Move,
    /// What the proof says of it.
    pub verdict: Verdict,
}

/// What a proof says of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The player who makes it wins: it is in the proof, or it ends the game.
    Win,
    /// The player who makes it loses, because the other one follows the proof.
    Loss,
    /// The proof does not say.
    Unknown,
}

impl Verdict {
    /// In words, as on boards and in lists.
    pub fn words(self) -> &'static str {
        match self {
            Self::Win => "proven win",
            Self::Loss => "proven loss",
            Self::Unknown => "not in the proof",
        }
    }
}

/// An edge with which a player would win at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Threat {
    /// The edge.
    pub pair: Pair,
    /// Who would win, an index of the players.
    pub player: usize,
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ending {
    /// Who has won, an index of the players; `None` for a tie.
    pub winner: Option<usize>,
    /// Why, as a sentence without its full stop: "Maker has a Hamilton cycle".
    pub why: String,
    /// The edges that decide it, to be drawn: a winning set; may be empty.
    pub set: Vec<Pair>,
    /// The elements of a winning set that decides it, on a board without vertices; may be empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<usize>,
}

impl State {
    /// Who has won or is proved to win; `None` for a tie, and where the proof does not say.
    pub fn winner(&self, about: &About) -> Option<usize> {
        match &self.ending {
            Some(ending) => ending.winner,
            None => self.is_proved.then_some(about.winner),
        }
    }

    /// The value, as of solved games: `P` when this player wins, who has made the last move, `N` when the other one
    /// does, `T` for a tie; `None` where the proof does not say.
    pub fn value(&self, previous: usize, about: &About) -> Option<&'static str> {
        match self.winner(about) {
            Some(winner) => Some(if winner == previous { "P" } else { "N" }),
            None => self.ending.is_some().then_some("T"),
        }
    }

    /// What the proof says of a move; `None` when it is not legal.
    pub fn verdict(&self, step: Move) -> Option<Verdict> {
        let choice = self.choices.iter().find(|choice| choice.step == step);
        choice.map(|choice| choice.verdict)
    }
}
