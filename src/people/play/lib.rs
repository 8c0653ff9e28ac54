//! A game against a perfect opponent, in text: lines in, lines out. Knows solved games only as
//! [`Oracle`](oracle::Oracle), and proofs only as [`Strategist`](proof::play::Strategist). A
//! [`Learner`](learner::Learner) learns such games here, and is an opponent in them.

mod board;
mod contest;
mod opponent;
mod position;
mod pupil;
mod review;
mod session;
mod teacher;

pub use board::Board;
pub use contest::{Contest, ContestOptions};
pub use pupil::{Pupil, game_of, reply_of};
pub use session::{Flow, Options, Session};
pub use teacher::Teacher;

use std::io::Write;

use oracle::{AnswerError, ReviewError};

/// An edge between two vertices, the smaller first.
pub type Edge = [usize; 2];

/// The action of one player in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The edges added to the board, in the player's colour where there are two.
    pub edges: Vec<Edge>,
    /// Whether the game is then over.
    pub ends: bool,
}

/// A game that is played line by line.
pub trait Table {
    /// Introduces the game, draws the board, and lets the opponent move if it begins.
    ///
    /// # Errors
    /// [`PlayError`].
    fn begin(&mut self, out: &mut dyn Write) -> Result<(), PlayError>;

    /// Returns the prompt.
    fn prompt(&self) -> String;

    /// Executes a line.
    ///
    /// # Errors
    /// [`PlayError`]; typing errors are reported to the person instead.
    fn line(&mut self, line: &str, out: &mut dyn Write) -> Result<Flow, PlayError>;
}

/// Why a game cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The start position is not valid, or its value cannot be determined.
    #[error(transparent)]
    Answer(#[from] AnswerError),
    /// The game cannot be looked at again.
    #[error(transparent)]
    Review(#[from] ReviewError),
    /// No player wins or loses.
    #[error("{0} holds scores, which do not determine who wins")]
    Scores(String),
    /// Nobody has this name.
    #[error("nobody is called '{side}' in this game; there are {} and {}", players[0], players[1])]
    Side {
        /// The name asked for.
        side: String,
        /// The names there are.
        players: [String; 2],
    },
    /// A proof cannot be followed.
    #[error(transparent)]
    Moves(#[from] proof::play::BadMoves),
    /// The output cannot be written.
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
