//! A game against a perfect opponent, in text: lines in, lines out. Knows solved games only as
//! [`Oracle`](oracle::Oracle).

mod board;
mod opponent;
mod position;
mod session;

pub use board::Board;
pub use session::{Flow, Options, Session};

use oracle::AnswerError;

/// An edge between two vertices, the smaller first.
pub type Edge = [usize; 2];

/// What one player does in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// What is added to the board, in the player's colour where there are two.
    pub edges: Vec<Edge>,
    /// Whether the game is over then.
    pub ends: bool,
}

/// Why a game cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The position where it is to begin is none, or its value cannot be told.
    #[error(transparent)]
    Answer(#[from] AnswerError),
    /// Nobody wins or loses.
    #[error("{0} holds scores, which do not say who wins; solve without --value score into another folder to play")]
    Scores(String),
    /// What is shown cannot be written.
    #[error(transparent)]
    Output(#[from] std::io::Error),
}

fn edge_text([u, v]: Edge) -> String {
    format!("{u}-{v}")
}

fn edges_text(edges: &[Edge]) -> String {
    let edges: Vec<String> = edges.iter().map(|&edge| edge_text(edge)).collect();
    edges.join(",")
}
