//! Strongly solves graph-building games that do not fit in memory: who wins every position, kept on disk.
//!
//! The floors of the house, lowest first; a crate uses only crates of lower floors, and those above it on its own:
//!
//! * [`base`]: what all floors share
//! * mathematics, without files: [`graph`], [`canon`] (canonical forms), [`game`] (what a game says about itself, and
//!   what labels mean), [`games`] (the games by name), [`census`] (how many positions a two-colour game has)
//! * solving, on disk: `retrograph-storage`, [`retro`] (the loop), [`verify`] (checks against the judge), [`oracle`]
//!   (answers about positions)
//! * proving, one theorem at a time: [`proof`] (with the play against a proof), one crate for each family of games,
//!   [`provers`]
//! * [`engine`]: all that can be done with a game, as one object; [`all_games`] makes them
//! * people: [`report`], [`pictures`], [`play`], [`serve`], [`cli`]
//!
//! There is no stable API yet: what is public here is what the program and its tests use.
//!
//! # Examples
//!
//! Solve the triangle game on six vertices into a folder, and ask who wins from the empty graph and after two moves:
//!
//! ```
//! use std::time::Duration;
//!
//! use retrograph::engine::Family;
//! use retrograph::all_games::AllGames;
//! use retrograph::retro::{Grain, Keep, Options, Silent};
//! use retrograph::game::values::{Outcome, Values};
//! use retrograph_storage::{Database, FORMAT, Identity};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("triangle-6");
//! let engine = AllGames.engine("triangle", 6, Values::OUTCOME)?;
//! let identity = Identity {
//!     format: FORMAT,
//!     game: engine.name().into(),
//!     n: engine.order(),
//!     values: Values::OUTCOME.to_string(),
//!     keep: Keep::Positions.into(),
//!     tool_version: "0.1.0".into(),
//! };
//! let options = Options {
//!     down_to: 0,
//!     memory: 256 << 20,
//!     threads: 1,
//!     keep: Keep::Positions,
//!     checkpoint: Duration::MAX,
//!     grain: Grain::default(),
//!     known_positions: &|_| None,
//! };
//! engine.solve(&Database::create(&path, &identity)?, &options, &Silent)?;
//!
//! let oracle = AllGames.open(&path)?;
//! assert_eq!(oracle.value("-")?.value, Some(Outcome::N));
//! assert_eq!(oracle.value("0-1")?.value, Some(Outcome::P));
//! assert_eq!(oracle.moves("0-1")?.moves.len(), 2);
//! # Ok(())
//! # }
//! ```
//!
//! The canonical form of a graph: two labellings of a path get the same key, a star another one.
//!
//! ```
//! use retrograph::canon::Canonical;
//! use retrograph::graph::{Graph16, parse};
//!
//! let key = |text: &str| Canonical::of(&parse::<u16, 16>(text, 4).unwrap()).key;
//! assert_eq!(key("0-1,1-2,2-3"), key("2-0,0-3,3-1"));
//! assert_ne!(key("0-1,1-2,2-3"), key("0-1,0-2,0-3"));
//! # let _: Graph16 = key("0-1").graph(4);
//! ```

use std::ffi::OsString;
use std::process::ExitCode;

pub use {
    ::all_games, ::base, ::canon, ::census, ::cli, ::engine, ::game, ::games, ::graph, ::maker_breaker, ::oracle,
    ::pictures, ::play, ::proof, ::provers, ::report, ::retro, ::serve, ::verify,
};

/// Runs the command line of this process and says how it ended.
pub fn main() -> ExitCode {
    cli::main(&all_games::AllGames)
}

/// Runs the command line `arguments`, the program's name first, on this process's standard input and output. Returns
/// the exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    cli::run(&all_games::AllGames, arguments)
}
