//! Who wins graph-building games: from every position, kept on disk, and by proofs that other code checks.
//!
//! A [`game()`] is solved into a folder once; its [`Database`] then gives the value of any position, its moves and the
//! best line of play. [`prove`] finds who wins games that are too large for that, and returns a [`Proof`] that the
//! judge, which shares no code with the search, has accepted.
//!
//! ```standalone_crate
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # std::env::set_current_dir(folder.path())?;
//! let triangle = retrograph::game("triangle", 8)?.solve("t8")?;
//! assert_eq!(triangle.value("0-1")?.to_string(), "N");
//! assert_eq!(triangle.value("[(0, 1), (2, 3)]")?.to_string(), "P");
//! assert_eq!(retrograph::open("t8")?.levels()?.len(), 17);
//!
//! let proof = retrograph::prove("triangle", 9)?;
//! assert_eq!(proof.theorem(), "The second player wins the triangle avoidance game on 9 vertices");
//! # Ok(())
//! # }
//! ```
//!
//! Positions are texts: graph6, or edges such as `0-1,2-3` (`-` is the empty graph); two-colour games have
//! `red:0-1 green:2-3`. `examples/` has whole programs, one of them with [a game of its own](own_game).
//!
//! # Features
//! All are on by default. `rocksdb`: solving; it takes a C++ compiler and libclang. Without it databases and exports
//! are read. `proofs`: [`prove`] and [`Proof`]. `program`: the command `retrograph`, which libraries do not need.
//!
//! # What stays
//! The items of this page keep their meaning from 0.3 to 0.4; the modules that are re-exported from crates of this
//! workspace ([`engine`], [`oracle`], [`storage`], [`provers`], [`judge`], ...) may change with any release.

mod database;
mod error;
mod games;
#[cfg(feature = "proofs")]
mod proofs;

pub use ::engine;
pub use ::graph;
pub use ::oracle;
#[cfg(feature = "proofs")]
pub use ::proof;
pub use ::retro;
#[cfg(feature = "proofs")]
pub use provers;
#[cfg(feature = "proofs")]
pub use retrograph_judge as judge;
pub use retrograph_storage as storage;

pub use ::game::values::{Kind, Outcome, Play, Values};
pub use ::game::{About, Levels};
pub use ::graph::{Graph, Row};
pub use ::oracle::{AnswerError, LevelCount, Line, Moves, Side, Value};
pub use ::retro::{Keep, LevelReport, Observer, Options, Silent};

#[cfg(feature = "proofs")]
pub use ::proof::Parameter;
pub use database::{Database, open};
pub use error::Error;
pub use games::{Game, about, game, own_game};
#[cfg(feature = "proofs")]
pub use proofs::{Proof, ProveError, Search, prove};
