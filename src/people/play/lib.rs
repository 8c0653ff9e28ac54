//! A game against a perfect opponent, in text: lines in, lines out. Knows solved games only as
//! [`Oracle`](oracle::Oracle), and proofs only as [`ProofPlayer`](proof::play::ProofPlayer). A
//! [`Learner`](learner::Learner) learns such games here, and is an opponent in them.

mod board;
mod edges;
mod field;
mod learning_player;
mod position;
mod proved;
mod reply;
mod review;
mod roles;
mod session;
mod solved;
mod solved_rules;
mod source;

pub use board::Board;
pub use learning_player::{LearningPlayer, game_of, reply_of};
pub use proved::Proved;
pub use session::{Flow, Options, Session};
pub use solved::Solved;
pub use solved_rules::SolvedRules;
pub use source::Source;

use edges::{edge_text, edges, edges_text};
use oracle::{AnswerError, ReviewError};

/// An edge between two vertices, the smaller first.
pub type Edge = [usize; 2];

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
    /// A player may move several times in turn.
    #[error("{0} holds a game in which turns have several edges or are offers: it can be played, not learned")]
    Roles(String),
    /// Nobody has this name.
    #[error("nobody is called '{side}' in this game; {sides}")]
    Side {
        /// The name asked for.
        side: String,
        /// The names there are, as a clause.
        sides: String,
    },
    /// A proof cannot be followed.
    #[error(transparent)]
    Moves(#[from] proof::play::BadMoves),
    /// The output cannot be written.
    #[error(transparent)]
    Output(#[from] std::io::Error),
}
