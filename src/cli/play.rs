//! `retrograph play`: a game against the perfect opponent.

use std::io::{BufRead, IsTerminal, Read, Write, stdin, stdout};

use super::database::{DatabaseArgs, open_oracle};
use super::failure::{Code, Failure};
use engine::Family;
use play::{Board, Flow, Options, PlayError, Session};

/// Play against a perfect opponent in the terminal, with hints, undo and swapped sides
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph play --db triangle-12
  retrograph play --db triangle-12 --second --no-hints
  retrograph play --db triangle-12 --start 0-1,2-3 --board matrix
  retrograph play --db sim
  printf '0-1\\nhint\\nquit\\n' | retrograph play --db triangle-12

Type moves such as 0-3; help lists the other commands: hint, undo, redo, show,
swap, new, quit. The opponent never errs; where it is losing, it makes the move
after which you err most easily, as in moves --trap.")]
pub(super) struct Args {
    #[command(flatten)]
    database: DatabaseArgs,
    /// Let the opponent begin
    #[arg(long)]
    second: bool,
    /// Give no hints
    #[arg(long)]
    no_hints: bool,
    /// Position to start from: graph6 or an edge list [default: the empty board]
    #[arg(long, value_name = "GRAPH6")]
    start: Option<String>,
    /// How to draw the board; circle needs a font with Braille patterns [default: depends on LANG]
    #[arg(long, value_enum)]
    board: Option<BoardArg>,
    /// Selects among equally good moves of the opponent
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum BoardArg {
    Circle,
    Matrix,
}

/// The maximum number of bytes in a line; the rest counts as another line.
const LONGEST_LINE: u64 = 1 << 10;

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    let oracle = open_oracle(family, &args.database)?;
    let board = match args.board {
        Some(BoardArg::Circle) => Board::Circle,
        Some(BoardArg::Matrix) => Board::Matrix,
        None if speaks_utf8() => Board::Circle,
        None => Board::Matrix,
    };
    let options = Options {
        person_begins: !args.second,
        hints: !args.no_hints,
        board,
        seed: args.seed,
        start: args.start,
    };
    let mut out = stdout();
    let mut session = Session::new(&*oracle, options)?;
    session.begin(&mut out)?;
    let asks = stdin().is_terminal();
    let mut line = Vec::new();
    loop {
        if asks {
            write!(out, "{}", session.prompt())?;
            out.flush()?;
        }
        line.clear();
        let read = stdin().lock().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if read == 0 || session.line(&String::from_utf8_lossy(&line), &mut out)? == Flow::Quit {
            return Ok(out.flush()?);
        }
    }
}

/// Returns whether the first of these variables that is set names UTF-8; the order is that of the C library.
fn speaks_utf8() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok());
    let mut set = set.filter(|value| !value.is_empty());
    set.next()
        .is_some_and(|locale| locale.to_ascii_lowercase().replace('-', "").contains("utf8"))
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Answer(error) => error.into(),
            PlayError::Output(error) => error.into(),
            PlayError::Scores(_) => Self::Told(Code::Usage, error.to_string()),
        }
    }
}
