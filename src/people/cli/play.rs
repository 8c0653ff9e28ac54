//! `retrograph play`: a game against the perfect opponent, a learner, or a proof.

use std::io::{self, BufRead, IsTerminal, Read, Write, stdin, stdout};
use std::path::PathBuf;

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use super::advice::Advised;
use super::database::{DatabaseArgs, one_position, open_oracle, typed_position};
use super::failure::{Code, Failure};
use super::help::may_style;
use super::learners::{read_learner, replace_learner};
use super::out_file::claim;
use super::printable::printable;
use super::proofs::open_proof;
use engine::Family;
use graph::one_line;
use oracle::{ReviewError, Strength};
use play::{Board, Flow, LearningPlayer, Options, PlayError, Proved, Session, Solved, SolvedRules, Source};

/// Play against a perfect opponent, one that learns, or a proof, in the terminal, with hints, undo and swapped sides
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("source").args(["folder", "proof"]).required(true), after_help = "\
Examples:
  retrograph play --db triangle-12
  retrograph play --db triangle-12 --as second --no-hints
  retrograph play --db triangle-12 --strength casual --second
  retrograph play --db triangle-12 --start 0-1,2-3 --board matrix
  retrograph play --db sim
  retrograph play --db waiter-client-contains-K3-6 --as client
  retrograph play --db sim --opponent sim.learner
  printf '0-1\\nhint\\nquit\\n' | retrograph play --db triangle-12
  retrograph prove maker-breaker:hamilton-cycle -n 8 --proof ham8.proof
  retrograph play --proof ham8.proof             # lose to Maker
  retrograph play --proof ham8.proof --as maker  # win, if you find the moves
  retrograph play --proof k4.proof -n 12         # strong game, 12 vertices

Type moves such as 0-3, or 0-3,1-2 where a move has several edges; help lists
the other commands: moves, hint, review, exercise, undo, redo, show, swap, new,
quit. review shows what each move made of the game, and where a win was thrown
away; 'review 0-3 1-2 0-1' that of a game that you type. exercise asks for the
one winning move. The opponent never errs unless --strength says so; where it
is losing, it makes the move after which you err most easily, as in moves
--trap. With --opponent it is what `retrograph learn` has written: it knows
what its games have taught it, learns from this one when it ends, and is saved
then.

A proof plays the player who wins, and you the other one unless --as says so.
It is checked first, as by check-proof. moves lists what it says of each move:
proven win, proven loss, or not in the proof; review names the moves that left
it, and exercise asks for the one move that it makes.")]
pub(super) struct Args {
    /// Folder of the database
    #[arg(long = "db", value_name = "DIR")]
    folder: Option<PathBuf>,
    /// A proof of `retrograph prove`, in place of a database
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Number of vertices, for a proof of a strong game on several boards [default: the infinite board]
    #[arg(short, value_name = "N", conflicts_with = "folder")]
    n: Option<usize>,
    /// The side that you take: first or second, in two-colour games also red or green, or a player such as client;
    /// against a proof a player such as breaker [default: first; the one that loses]
    #[arg(long = "as", value_name = "PLAYER")]
    side: Option<String>,
    /// Let the opponent begin: the same as --as second
    #[arg(long, conflicts_with_all = ["proof", "side"])]
    second: bool,
    /// How well the opponent plays: casual errs every third move, a beginner makes any move that does not lose at once
    #[arg(long, value_enum, default_value_t, conflicts_with = "proof")]
    strength: StrengthArg,
    /// Play against the learner in this file of `retrograph learn`, which learns from the game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["proof", "strength"])]
    opponent: Option<PathBuf>,
    /// Leave the learner of --opponent as it is
    #[arg(long, requires = "opponent", conflicts_with_all = ["proof", "strength"])]
    no_learning: bool,
    /// Give no hints
    #[arg(long)]
    no_hints: bool,
    /// Position to start from: graph6 or an edge list [default: the empty board]
    #[arg(long, value_name = "GRAPH6", conflicts_with = "proof")]
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

#[derive(Clone, Copy, Default, clap::ValueEnum)]
enum StrengthArg {
    #[default]
    Perfect,
    Casual,
    Beginner,
}

/// The maximum number of bytes in a line; the rest counts as another line.
const LONGEST_LINE: u64 = 1 << 10;

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    typed_position("--start", args.start.as_deref().unwrap_or_default())?;
    let options = |person, n| Options {
        person,
        hints: !args.no_hints,
        board: match args.board {
            Some(BoardArg::Circle) => Board::Circle,
            Some(BoardArg::Matrix) => Board::Matrix,
            None if speaks_utf8() && fits(Board::Circle, n) => Board::Circle,
            None => Board::Matrix,
        },
        is_painted: may_style(stdout().is_terminal()),
    };
    if let Some(file) = &args.proof {
        let proof = open_proof(file, args.n)?;
        let proved = Proved::new(&*proof, args.seed);
        let person = proved.player(args.side.as_deref())?;
        let session = Session::new(proved, options(person, args.n.unwrap_or_default()))?;
        return converse(session, |_| Ok(()));
    }
    let folder = args.folder.clone().expect("there is one without a proof");
    let oracle = open_oracle(family, &DatabaseArgs { folder })?;
    let strength = match args.strength {
        StrengthArg::Perfect => Strength::Perfect,
        StrengthArg::Casual => Strength::Casual,
        StrengthArg::Beginner => Strength::Beginner,
    };
    let solved = Solved::new(&*oracle, args.start.as_deref(), strength, args.seed);
    let solved = solved.map_err(|error| match (error.into(), &args.start) {
        (failure, Some(text)) => one_position("--start", text, failure),
        (failure, None) => failure,
    })?;
    let person = match &args.side {
        Some(side) => solved.player(side)?,
        None => usize::from(args.second),
    };
    let options = options(person, oracle.identity().n as usize);
    let Some(file) = &args.opponent else {
        return converse(Session::new(solved, options)?, |_| Ok(()));
    };
    // What another process learns meanwhile would be lost.
    let _claim = (!args.no_learning).then(|| claim(file)).transpose()?;
    let learner = read_learner(file, &SolvedRules::of(&*oracle)?.words())?;
    let solved = solved.against(LearningPlayer::new(learner, !args.no_learning));
    converse(Session::new(solved, options)?, |session| match session.news() {
        Some(learner) => replace_learner(file, learner),
        None => Ok(()),
    })
}

/// The line that was typed, as it may be repeated: on one line, without commands to the terminal.
fn typed(line: &[u8]) -> String {
    printable(&one_line(&String::from_utf8_lossy(line)))
}

/// Reads lines until the end of the input; `after` each, and at the beginning, the session is looked at.
fn converse<S: Source>(
    mut session: Session<S>,
    mut after: impl FnMut(&mut Session<S>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut out = stdout();
    session.begin(&mut out)?;
    after(&mut session)?;
    let mut asked = Asked::new()?;
    loop {
        let Some(line) = asked.line(&session.prompt())? else {
            return Ok(out.flush()?);
        };
        let flow = session.line(&typed(&line), &mut out)?;
        after(&mut session)?;
        if flow == Flow::Quit {
            return Ok(out.flush()?);
        }
    }
}

/// Where lines come from.
enum Asked {
    /// A person at a terminal, who may edit a line and go back to earlier ones.
    Person(Box<DefaultEditor>),
    /// A file or a program.
    Input,
}

impl Asked {
    fn new() -> Result<Self, Failure> {
        if !(stdin().is_terminal() && stdout().is_terminal()) {
            return Ok(Self::Input);
        }
        let editor = DefaultEditor::new().map_err(unread)?;
        Ok(Self::Person(Box::new(editor)))
    }

    /// The next line, or `None` at the end of the input.
    fn line(&mut self, prompt: &str) -> Result<Option<Vec<u8>>, Failure> {
        let mut line = Vec::new();
        match self {
            Self::Input => {
                let read = stdin().lock().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
                Ok((read > 0).then_some(line))
            }
            Self::Person(editor) => match editor.readline(prompt) {
                Ok(text) => {
                    editor.add_history_entry(text.as_str()).map_err(unread)?;
                    Ok(Some(text.into_bytes()))
                }
                Err(ReadlineError::Eof) => Ok(None),
                Err(ReadlineError::Interrupted) => Err(Failure::Silent(Code::Stopped)),
                Err(error) => Err(unread(error)),
            },
        }
    }
}

fn unread(error: ReadlineError) -> Failure {
    io::Error::other(error).into()
}

/// Whether the terminal, if there is one, is as wide as the board.
fn fits(board: Board, n: usize) -> bool {
    let size = terminal_size::terminal_size_of(stdout());
    size.is_none_or(|(width, _)| usize::from(width.0) >= board.columns(n))
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
            PlayError::Answer(error) | PlayError::Review(ReviewError::Answer(error)) => error.into(),
            PlayError::Output(error) => error.into(),
            // Each move has been made before: the values have changed meanwhile.
            PlayError::Moves(_) | PlayError::Review(_) => Self::Said(Code::Damaged, error.to_string()),
            PlayError::Side { .. } | PlayError::Scores(_) | PlayError::Roles(_) => {
                Self::Said(Code::Usage, error.advised())
            }
        }
    }
}
