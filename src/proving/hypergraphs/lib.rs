//! Proves who wins a positional game on any board with any winning sets, up to 128 elements, from a file.
//!
//! ```text
//! file ──> hypergraph ──> symmetries ──┬──> Maker-Breaker: search ──> strategy ──┬──> bytes
//!          (normal form)   schedule    └──> strong: threats ──> search ──> strategy ┘
//! ```
//!
//! The normal form of a hypergraph is in the proof, and its SHA-256 is the name of the game: the file is not needed to
//! check it. One *schedule*, a letter a turn, says who begins, the bias and the limits; nothing else knows of them.
//!
//! The checker (`judge/src/hypergraphs`) needs none of this. The form of the file is in docs/hypergraphs.md.
//!
//! # Examples
//!
//! ```
//! use proof::{Control, Question};
//! use retrograph_hypergraphs::{Game, Options, Rule};
//!
//! let text = "#positions\na b c d\n#blackwins\na b\nb c\nc d\n";
//! let game = Game::new(Rule::MakerBreaker, text, &Options::default()).unwrap();
//! let outcome = game.answer(&Control::quiet(1 << 28, 1)).unwrap();
//! assert!(outcome.is_proved && outcome.sentence.starts_with("Maker, moving first, wins"));
//! ```

mod bytes;
mod family;
mod format;
mod game;
mod group;
mod hash;
mod hypergraph;
mod maker_breaker;
mod play;
mod question;
mod schedule;
mod set;
mod strong;

pub use family::Family;
pub use format::{BadFile, Described, read};
pub use game::{BadGame, Game, Options, Rule};
pub use hypergraph::Hypergraph;
