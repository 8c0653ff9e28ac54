//! The command line: one file per sub-command.

mod advice;
mod board;
mod check_game;
mod check_proof;
mod closing;
mod completions;
mod counts;
mod database;
mod draw;
mod endings;
mod estimate;
mod examples;
mod explain;
mod export;
mod failure;
mod fewest_edges;
mod file_kind;
mod first_games;
mod game;
mod games;
mod groups;
mod help;
mod info;
mod interval;
mod json;
mod learn;
mod learners;
mod lines;
mod listing;
mod man;
mod memory;
mod monitor;
mod moves;
mod open_files;
mod out_file;
mod out_of_memory;
mod parts;
mod play;
mod positions;
mod programs;
mod progress;
mod proof_text;
mod proofs;
mod prove;
mod query;
mod repair;
mod report;
mod sample;
mod serve;
mod signals;
mod solve;
mod standard_output;
mod stats;
mod threads;
mod thresholds;
mod usage;
mod verify;
mod work;

use std::ffi::OsString;
use std::io::{Write, stdout};
use std::process::ExitCode;

use base::printable;
use clap::{CommandFactory, Parser, Subcommand};
use engine::Family;

use failure::{Code, Failure, say};

/// Strongly solve graph-building games that do not fit in memory, and query the result.
#[derive(Parser)]
#[command(name = "retrograph", version, max_term_width = 99, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
Examples:
  retrograph solve triangle -n 12         # into the folder triangle-12
  retrograph serve --db triangle-12       # look at it, and play
  retrograph query --db triangle-12 0-1,1-2
  retrograph prove avoid:C4 -n 10 --proof c4-10.proof

Graphs are graph6, sparse6 or an edge list such as 0-1,1-2.
P: the previous player wins; N: the next player wins.

Exit codes:
  0  done, or whoever read the output wanted no more (| head)
  1  input or output failed, disk full included
  2  wrong usage
  3  not a position of the game
  4  level not solved
  5  not a database, or one of another game
  6  damaged or wrong data, or a game that breaks its own rules
  7  written by a newer version, or by an unreleased one
  8  another process is writing
  9  too little memory: the limit is too small, or the system gives no more
 10  stopped by SIGINT or SIGTERM; the same command continues";

#[derive(Subcommand)]
enum Command {
    Games(games::Args),
    Estimate(estimate::Args),
    Solve(Box<solve::Args>),
    Work(work::Args),
    Plan(parts::PlanArgs),
    Part(parts::PartArgs),
    Info(info::Args),
    Query(query::Args),
    Moves(moves::Args),
    Stats(stats::Args),
    Examples(examples::Args),
    Sample(sample::Args),
    Positions(positions::Args),
    Serve(serve::Args),
    Play(play::Args),
    Learn(learn::Args),
    Draw(draw::Args),
    Report(report::Args),
    Verify(verify::Args),
    Repair(repair::Args),
    CheckGame(check_game::Args),
    Prove(Box<prove::Args>),
    Board(board::Args),
    CheckProof(check_proof::Args),
    ProofText(proof_text::Args),
    FewestEdges(fewest_edges::Args),
    Counts(counts::Args),
    Thresholds(thresholds::Args),
    Export(export::Args),
    Completions(completions::Args),
    Man(man::Args),
}

pub use out_of_memory::Allocator;

/// The commands with their options, as the parser knows them.
pub fn definition() -> clap::Command {
    Cli::command()
}

/// Runs the command line of this process on the games of `family`, and returns its exit code.
pub fn main(family: &dyn Family) -> ExitCode {
    out_of_memory::prepare();
    open_files::allow_many();
    signals::let_writes_fail();
    ExitCode::from(run(family, std::env::args_os()))
}

/// Runs the command line `arguments`, the program's name first, on this process's standard input and output. Returns
/// the exit code.
pub fn run(family: &dyn Family, arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let command = match help::parse(arguments) {
        Ok(cli) => cli.command,
        Err((error, epilogues)) => {
            // Help and version go to standard output and are not failures.
            let shown = help::print(&error, &epilogues);
            return match error.use_stderr() {
                true => Code::Usage as u8,
                false => ended(shown.map_err(Failure::from)),
            };
        }
    };
    let result = match command {
        Command::Solve(args) => solve::run(family, *args),
        Command::Plan(args) => parts::plan(family, args),
        Command::Part(args) => parts::part(family, args),
        Command::Work(args) => work::run(family, args),
        Command::Stats(args) => stats::run(family, args),
        Command::Query(args) => query::run(family, args),
        Command::Moves(args) => moves::run(family, args),
        Command::Serve(args) => serve::run(family, args),
        Command::Play(args) => play::run(family, args),
        Command::Learn(args) => learn::run(family, args),
        Command::Draw(args) => draw::run(family, args),
        Command::Positions(args) => positions::run(family, args),
        Command::Sample(args) => sample::run(family, args),
        Command::Examples(args) => examples::run(family, args),
        Command::Report(args) => report::run(family, args),
        Command::Verify(args) => verify::run(family, args),
        Command::Repair(args) => repair::run(family, args),
        Command::Export(args) => export::run(family, args),
        Command::Info(args) => info::run(family, args),
        Command::Estimate(args) => estimate::run(family, args),
        Command::Games(args) => games::run(family, args),
        Command::CheckGame(args) => check_game::run(family, args),
        Command::Prove(args) => prove::run(family, *args),
        Command::Board(args) => board::run(args),
        Command::CheckProof(args) => check_proof::run(args),
        Command::ProofText(args) => proof_text::run(args),
        Command::FewestEdges(args) => fewest_edges::run(args),
        Command::Counts(args) => counts::run(args),
        Command::Thresholds(args) => thresholds::run(family, args),
        Command::Completions(args) => completions::run(family, args),
        Command::Man(args) => man::run(args),
    };
    ended(result)
}

/// The exit code of a command, whose failure is reported.
fn ended(result: Result<(), Failure>) -> u8 {
    let code = match result.and_then(|()| Ok(stdout().flush()?)) {
        Ok(()) => Code::Done,
        Err(Failure::Silent(code)) => code,
        Err(Failure::Said(code, sentence)) => {
            say(&sentence);
            code
        }
    };
    code as u8
}
