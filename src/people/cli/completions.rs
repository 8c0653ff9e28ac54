//! `retrograph completions`: shell completion of commands and options.

use std::io::{Write, stdout};

use clap::CommandFactory;

use super::Cli;
use super::failure::Failure;

/// Print the completion script for a shell
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph completions bash > retrograph.bash    # then: . ./retrograph.bash
  retrograph completions zsh > ~/.zfunc/_retrograph    # a folder of $fpath
  retrograph completions fish > ~/.config/fish/completions/retrograph.fish")]
pub(super) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Shell {
    Bash,
    Zsh,
    Fish,
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let shell = match args.shell {
        Shell::Bash => clap_complete::Shell::Bash,
        Shell::Zsh => clap_complete::Shell::Zsh,
        Shell::Fish => clap_complete::Shell::Fish,
    };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "retrograph", &mut script);
    Ok(stdout().write_all(&script)?)
}
