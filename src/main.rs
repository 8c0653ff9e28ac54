//! The `retrograph` program: parse, call, map errors to exit codes.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: retrograph::cli::Allocator = retrograph::cli::Allocator;

fn main() -> ExitCode {
    retrograph::main()
}
