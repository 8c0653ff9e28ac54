//! Proves that the first player wins a strong game: Red and Green claim edges of a complete graph in turn, and the
//! first to own a copy of a graph H wins. The board may have any number of vertices, also infinitely many.
//!
//! ```text
//! game ──> rules (threats, forced moves) ──> lines ──> search ──> strategy ──> bytes
//! ```
//!
//! A *threat* is a free edge that completes a copy. *Lines* are sequences of Red's threats, each of which Green must
//! answer, that end in two threats at once. The search looks for Red's other moves by proof numbers, on classes of
//! positions with nothing open; a line is its leaf. The strategy has Red's move for each class that she meets, and
//! lines as hints. Other threads find the moves of positions that the search may want next. The checker
//! (`judge/src/strong_games`) needs none of this: it plays all of Green's replies.
//!
//! The form of the file is in docs/proofs.md. Source of the game and of the first proof for K4: N. Bowler, F. Gut,
//! arXiv 2309.02132.
//!
//! # Examples
//!
//! ```
//! use proof::{Control, Question};
//! use retrograph_strong_games::{Boards, Game};
//!
//! let game = Game::new("ramsey-achieve:diamond", Boards::From(6), None).unwrap();
//! let outcome = game.answer(&Control::quiet(1 << 28, 1)).unwrap();
//! assert!(outcome.is_proved);
//! ```

mod board;
mod book;
mod bytes;
mod classes;
mod family;
mod forced;
mod foresight;
mod game;
mod lines;
mod moves;
mod opening;
mod pattern;
mod play;
mod position;
mod question;
mod saved;
mod search;
mod solve;
mod strategy;
mod threats;

pub use board::Boards;
pub use family::Family;
pub use game::{BadGame, FAMILY, Game};
pub use play::proof_player;
