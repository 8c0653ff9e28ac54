//! `retrograph check-proof`: is a proof right, and what does it prove?

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Read, Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, Builder};
use std::time::Duration;

use proof::{Fact, Progress};
use retrograph_judge::proof::{self as judge, ProofError, Proved};
use serde::Serialize;

use base::units::grouped;

use super::failure::{Code, Failure};
use super::json;
use super::printable::quoted;
use super::prove::Shown;
use super::threads::parse_threads;

/// Check a proof of `retrograph prove` by independent code, and print what it proves
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph check-proof ham8.proof
  retrograph check-proof ham8.proof --json
  retrograph prove maker-breaker:hamilton-cycle -n 8 --proof ham8.proof

Every position of the strategy is checked once, by code that shares nothing
with the search. What is trusted: that code, which plays by the rules of the
game alone; the reader of zstd and SHA-256; and for avoidance proofs of version
0.1 nauty, which tells isomorphic graphs. What is not: whoever wrote the file,
and the search. A wrong or damaged file gets one sentence and exit code 6. A
check takes at worst a time in proportion to the file's size. docs/proofs.md
says what a proof is, byte for byte.")]
pub(super) struct Args {
    /// The proof
    file: PathBuf,
    /// Number of threads
    #[arg(long, default_value = "1", value_parser = parse_threads)]
    threads: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Between two looks at a check.
const PAUSE: Duration = Duration::from_millis(200);

/// Largest file that is read.
const MOST_BYTES: u64 = 4 << 30;

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let file = read(&args.file)?;
    let proved = watched(&file, args.threads).map_err(|error| failed(&args.file, &error))?;
    let line = match args.json {
        true => json::line(&Checked::of(&proved, file.len())),
        false => format!("{}.", proved.sentence),
    };
    Ok(writeln!(stdout(), "{line}")?)
}

/// Checks, and shows how far that has come.
fn watched(file: &[u8], threads: usize) -> Result<Proved, ProofError> {
    let progress = Arc::<judge::Progress>::default();
    let seen = progress.clone();
    let (ended, end) = mpsc::channel::<()>();
    let watch = move || {
        let shown = Shown::new();
        while end.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
            if let Some((done, all)) = seen.claims() {
                shown.show(&Progress {
                    detail: format!("{} of {} claims", grouped(done), grouped(all)),
                    share: Some(done as f64 / all as f64),
                    ..Progress::default()
                });
            }
        }
        shown.end();
    };
    thread::scope(|scope| {
        // If the system grants no thread, nothing is shown.
        let _watch = Builder::new().spawn_scoped(scope, watch);
        let proved = judge::check_watched(file, threads, &progress);
        drop(ended);
        proved
    })
}

pub(super) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let unreadable = |error: std::io::Error| {
        let sentence = format!("{} could not be read: {error}", path.display());
        Failure::new(Code::Failed, sentence)
    };
    // Asked before it is opened: a FIFO would wait for a writer.
    let found = fs::metadata(path).map_err(unreadable)?;
    if found.is_dir() {
        let name = path.display();
        let what = match path.join("retrograph.json").exists() {
            true => format!(
                "is a database: retrograph verify --db {} checks it",
                quoted(&path.to_string_lossy())
            ),
            false => "is a folder, not a proof file".into(),
        };
        return Err(Failure::new(Code::Damaged, format!("{name} {what}")));
    }
    if !found.is_file() || found.len() > MOST_BYTES {
        return Err(failed(path, &ProofError::NotAProof));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(MOST_BYTES).read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}

pub(super) fn failed(path: &Path, error: &ProofError) -> Failure {
    let path = path.display();
    let (code, sentence) = match error {
        ProofError::NotAProof => (Code::Damaged, format!("{path} is not a proof file")),
        ProofError::Format { found } => {
            let sentence = format!("{path} is a proof of format {found}; this program reads format 1");
            (Code::OtherFormat, sentence)
        }
        ProofError::Length => (
            Code::Damaged,
            format!("{path} is damaged: it is cut, or longer than it says"),
        ),
        ProofError::Checksum => (Code::Damaged, format!("{path} is damaged: its checksum does not match")),
        ProofError::Needs { what } => {
            let sentence =
                format!("{path} cannot be checked by this program: that takes {what}, and it was built without");
            (Code::Failed, sentence)
        }
        _ => (Code::Damaged, format!("{path} proves nothing: {error}")),
    };
    Failure::new(code, sentence)
}

/// What `check-proof --json` prints.
#[derive(Serialize)]
struct Checked<'a> {
    theorem: &'a str,
    game: &'a str,
    /// What the judge of the game adds.
    #[serde(flatten)]
    facts: BTreeMap<&'static str, Fact>,
    /// Size of the file.
    bytes: usize,
    /// Always: nothing is printed of a wrong proof.
    sound: bool,
}

impl<'a> Checked<'a> {
    fn of(proved: &'a Proved, bytes: usize) -> Self {
        let fact = |fact: &judge::Fact| match fact {
            judge::Fact::Number(number) => Fact::Number(*number),
            judge::Fact::Text(text) => Fact::Text(text.clone()),
        };
        Self {
            theorem: &proved.sentence,
            game: &proved.game,
            facts: proved.facts.iter().map(|(word, found)| (*word, fact(found))).collect(),
            bytes,
            sound: true,
        }
    }
}
