//! The `retrograph` program: parse, call, map errors to exit codes.

use std::process::ExitCode;

fn main() -> ExitCode {
    retrograph::cli::main()
}
