//! The `retrograph` program: it strongly solves graph-building games that do not fit in memory.
//!
//! The commands are in the crate `cli`, the games in `all_games`; docs/architecture.md is the map of the crates. There
//! is no stable API: what is public in a crate is what the others use.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: cli::Allocator = cli::Allocator;

/// Runs the command line of this process.
fn main() -> ExitCode {
    cli::main(&all_games::AllGames)
}
