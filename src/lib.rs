//! Strongly solves graph-building games that do not fit in memory: who wins every position, kept on disk.
//!
//! The way of the data, which is also the order of the modules:
//!
//! ```text
//! graph ──> canon ──> games ──> saturated positions ──┐
//!                               level m+1 ──> expand ──> label ──> sort ──> seal level m ──> report, cli
//!                                                                            (retro, over storage)
//! ```
//!
//! * [`graph`]: bit-row graphs and their texts
//! * [`canon`]: the canonical form, one key for each isomorphism class
//! * [`games`]: the rules; what a game must say about itself is the trait [`games::Game`]
//! * [`check_game`]: whether a game does what its rules say
//! * [`values`]: what labels mean: who wins, Grundy numbers, remoteness, scores
//! * [`saturated`]: generation of the positions where the retrograde loop starts
//! * [`retro`]: the loop from the highest level down, reading what it has solved, checking it
//! * [`oracle`]: what a solved game says of a position, text in, text or JSON out, for any game behind one type
//! * [`census`]: how many positions a two-colour game has, before it is solved
//! * [`serve`]: answers over HTTP, and a page to look at them
//! * [`report`]: statistics against published tables, forecasts
//! * [`play`]: a game against the perfect opponent, in text
//! * [`listing`]: stored positions as graph6, CSV and Parquet
//! * [`plot`]: charts as SVG and PNG; knows no game
//! * [`cli`]: the commands
//!
//! Sorted runs, sealed levels and label functions are in the crate `retrograph-storage`, which names no game.

pub use {
    ::canon, ::census, ::check_game, ::cli, ::engine, ::engines, ::figures, ::game, ::games, ::graph, ::listing,
    ::play, ::plot, ::report, ::retro, ::serve, ::values,
};

use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the command line of this process and says how it ended.
pub fn main() -> ExitCode {
    cli::main(&engines::AllGames)
}

/// Runs the command line `arguments`, the program's name first, on this process's standard input and output. Returns
/// the exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    cli::run(&engines::AllGames, arguments)
}
