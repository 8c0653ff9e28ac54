//! Strongly solves graph-building games that do not fit in memory: who wins every position, kept on disk.
//!
//! The way of the data, which is also the order of the crates:
//!
//! ```text
//! graph ──> canon ──> games ──> saturated positions ──┐
//!                               level m+1 ──> expand ──> label ──> sort ──> seal level m ──> oracle, report, cli
//!                                                                            (retro, over storage)
//! ```
//!
//! Mathematics, without files:
//!
//! * [`graph`]: bit-row graphs and their texts
//! * [`values`]: what labels mean: who wins, Grundy numbers, remoteness, scores
//! * [`canon`]: the canonical form, one key for each isomorphism class
//! * [`game`]: what a game says about itself: its rules, keys and levels
//! * [`games`]: the games by name
//! * [`census`]: how many positions a two-colour game has, before it is solved
//!
//! The loop, and what is done with a game whose type is known only at run time:
//!
//! * [`retro`]: the loop from the highest level down, reading what it has solved, checking it
//! * [`oracle`]: what a solved game says of a position, text in, text or JSON out
//! * [`check_game`]: whether a game does what its rules say
//! * [`engine`]: all that can be done with a game, as one object; [`engines`] makes them
//!
//! One theorem instead of all positions:
//!
//! * [`proof`]: what all provers share: the question, the outcome, the envelope of a proof, checkpoints
//! * [`strategist`]: what a proof says of a game in progress
//! * [`maker_breaker`]: who wins a Maker-Breaker game from its start, with a proof that `judge/` checks
//! * [`online_ramsey`]: on-line Ramsey numbers, with proofs of both bounds
//! * [`strong_games`]: that the first player wins a strong game on boards of any size, with such a proof
//!
//! What people see:
//!
//! * [`report`]: statistics against published tables, forecasts; [`plot`], [`draw`], [`listing`], [`figures`] beside it
//! * [`play`]: a game against the perfect opponent, in text
//! * [`serve`]: answers over HTTP, and a page to look at them
//! * [`cli`]: the commands
//!
//! Sorted runs, sealed levels and label functions are in the crate `retrograph-storage`, which names no game; [`parallel`]
//! runs loops on all threads.
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
//! use retrograph::engines::AllGames;
//! use retrograph::retro::{Grain, Keep, Options, Silent};
//! use retrograph::values::{Outcome, Values};
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
    ::canon, ::census, ::check_game, ::cli, ::engine, ::engines, ::figures, ::game, ::games, ::graph, ::listing,
    ::maker_breaker, ::oracle, ::parallel, ::play, ::plot, ::proof, ::report, ::retro, ::serve, ::strategist, ::values,
};

/// Runs the command line of this process and says how it ended.
pub fn main() -> ExitCode {
    cli::main(&engines::AllGames)
}

/// Runs the command line `arguments`, the program's name first, on this process's standard input and output. Returns
/// the exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    cli::run(&engines::AllGames, arguments)
}
