//! `retrograph completions`: shell completion of commands, options and games.

use std::io::{Write, stdout};

use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory};
use engine::Family;
use provers::PROVERS;

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

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    let shell = match args.shell {
        Shell::Bash => clap_complete::Shell::Bash,
        Shell::Zsh => clap_complete::Shell::Zsh,
        Shell::Fish => clap_complete::Shell::Fish,
    };
    let mut script = Vec::new();
    // The parser keeps names for ever, and this process ends soon.
    let leaked = |names: Vec<String>| names.into_iter().map(|name| &*name.leak());
    let mut program = Cli::command().mut_subcommands(|command| match games(family, command.get_name()) {
        names if names.is_empty() => command,
        names => command.mut_arg("game", |arg| arg.value_parser(PossibleValuesParser::new(leaked(names)))),
    });
    clap_complete::generate(shell, &mut program, "retrograph", &mut script);
    if matches!(args.shell, Shell::Fish) {
        // Its script completes options alone.
        for command in program.get_subcommands().map(Command::get_name) {
            let names = games(family, command).join(" ");
            if !names.is_empty() {
                let place = format!("__fish_retrograph_using_subcommand {command}");
                writeln!(script, "complete -c retrograph -n \"{place}\" -f -a \"{names}\"")?;
            }
        }
    }
    Ok(stdout().write_all(&script)?)
}

/// The names of games that a command takes, of those that `games` lists.
fn games(family: &dyn Family, command: &str) -> Vec<String> {
    let proved = |is_it: fn(&str) -> bool| -> Vec<String> {
        let names = PROVERS.listed().into_iter().map(|game| game.name);
        names.filter(|name| is_it(name)).collect()
    };
    let solved = (family.examples().iter().chain(family.coloured_examples())).map(ToString::to_string);
    let mut names: Vec<String> = match command {
        "solve" | "estimate" => solved.collect(),
        "check-game" => solved
            .chain(proved(|name| name.starts_with("maker-breaker:")))
            .collect(),
        "prove" => solved
            .filter(|name| PROVERS.of(name).is_some())
            .chain(proved(|_| true))
            .collect(),
        "fewest-edges" => proved(|name| name.starts_with("maker-breaker:")),
        "counts" => solved.filter(|name| counts::Game::named(name).is_ok()).collect(),
        _ => vec![],
    };
    names.sort_unstable();
    names.dedup();
    names
}
