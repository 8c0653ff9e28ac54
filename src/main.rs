//! The `retrograph` program: it strongly solves graph-building games that do not fit in memory.
//!
//! The commands are in the crate `cli`, the games in `all_games`.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: cli::Allocator = cli::Allocator;

/// Runs the command line of this process.
fn main() -> ExitCode {
    cli::main(&all_games::AllGames)
}
