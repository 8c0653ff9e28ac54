//! `retrograph check-proof`: is a proof right, and what does it prove?

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write, stdout};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, Builder};
use std::time::Duration;

use proof::{Fact, Progress};
use retrograph_judge::proof::{self as judge, ProofError, Proved};
use serde::Serialize;

use base::units::{grouped, parse_threads};

use super::failure::{Code, Failure};
use super::file_kind::FileKind;
use super::json;
use super::printable::quoted_path;
use super::prove::{Shown, sha256};

/// Check a proof of `retrograph prove` by independent code, and print what it proves
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph check-proof ham8.proof
  retrograph check-proof ham8.proof --json
  retrograph check-proof ham8.proof --explain
  retrograph check-proof p4k4.proof --expect \"$theorem\"
  zcat p4k4.proof.gz | retrograph check-proof -

Every position of the strategy is checked once, by code that shares nothing
with the search. --explain says what a check of this file trusts, and whether a
checker that is proved right has accepted it. Nobody trusts whoever wrote the
file, or the search. A wrong or damaged file gets one sentence and exit code 6.
A check takes at worst a time in proportion to the file's size. docs/proofs.md
says what a proof is, byte for byte.")]
pub(super) struct Args {
    /// The proof; a pipe, or - for standard input, is read to its end
    file: PathBuf,
    /// Number of threads
    #[arg(long, default_value = "1", value_parser = parse_threads)]
    threads: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Say what a check trusts, without checking
    #[arg(long, conflicts_with_all = ["threads", "expect"])]
    explain: bool,
    /// Fail with exit code 5 unless this is what is proved, in the words that a check prints
    #[arg(long, value_name = "THEOREM")]
    expect: Option<String>,
}

/// Between two looks at a check.
const PAUSE: Duration = Duration::from_millis(200);

/// Largest file that is read.
const MOST_BYTES: u64 = 4 << 30;

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let file = read(&args.file)?;
    let trust = judge::trust(&file).map_err(|error| failed(&args.file, &file, &error))?;
    let verified = Verified::of(&file);
    if args.explain {
        let line = match args.json {
            true => json::line(&Explained {
                game: &trust.game,
                trusted: Trusted::of(&trust, verified),
            }),
            false => explained(&args.file, &trust, verified),
        };
        return Ok(writeln!(stdout(), "{line}")?);
    }
    let proved = watched(&file, args.threads, &|| false).map_err(|error| failed(&args.file, &file, &error))?;
    if let Some(expected) = &args.expect {
        compared(&args.file, &proved, expected)?;
    }
    let line = match args.json {
        true => json::line(&Checked::of(&proved, file.len(), Trusted::of(&trust, verified))),
        false => format!("{}.", proved.sentence),
    };
    Ok(writeln!(stdout(), "{line}")?)
}

/// Checks until `is_stopped`, and shows how far that has come.
pub(super) fn watched(
    file: &[u8],
    threads: usize,
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Proved, ProofError> {
    let progress = Arc::<judge::Progress>::default();
    let seen = progress.clone();
    let (ended, end) = mpsc::channel::<()>();
    let watch = move || {
        let shown = Shown::new();
        while end.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
            if is_stopped() {
                seen.stop();
            }
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
    let path = if path == Path::new("-") {
        Path::new("/dev/stdin")
    } else {
        path
    };
    let found = fs::metadata(path).map_err(unreadable)?;
    if found.is_dir() {
        let name = path.display();
        let what = match path.join("retrograph.json").exists() {
            true => format!("is a database: retrograph verify --db {} checks it", quoted_path(path)),
            false => "is a folder, not a proof file".into(),
        };
        return Err(Failure::new(Code::Damaged, format!("{name} {what}")));
    }
    let mut bytes = Vec::new();
    let is_read = found.is_file() && found.len() <= MOST_BYTES || found.file_type().is_fifo();
    if is_read {
        // A FIFO without a writer is empty: it does not wait for one.
        let mut file = OpenOptions::new()
            .read(true)
            .custom_flags(libc::O_NONBLOCK)
            .open(path)
            .map_err(unreadable)?;
        waiting(&file).map_err(unreadable)?;
        // What does not begin as a proof is not read to its end, which may never come.
        let most = proof::MAGIC.len() as u64;
        (&mut file).take(most).read_to_end(&mut bytes).map_err(unreadable)?;
        let most = if bytes == proof::MAGIC { MOST_BYTES } else { KIND_BYTES };
        file.take(most).read_to_end(&mut bytes).map_err(unreadable)?;
    }
    Ok(bytes)
}

/// Bytes of a file that is not a proof which show its kind.
const KIND_BYTES: u64 = 512;

/// Reads wait for data from now on.
fn waiting(file: &File) -> std::io::Result<()> {
    // SAFETY: the file is open.
    match unsafe { libc::fcntl(file.as_raw_fd(), libc::F_SETFL, 0) } {
        -1 => Err(std::io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Whether it is the theorem expected that is proved: a full stop at the end, and blanks around it, do not matter.
fn compared(path: &Path, proved: &Proved, expected: &str) -> Result<(), Failure> {
    let expected = expected.trim();
    match expected.strip_suffix('.').unwrap_or(expected) == proved.sentence {
        true => Ok(()),
        false => {
            let sentence = format!("{} proves something else: {}.", path.display(), proved.sentence);
            Err(Failure::new(Code::NotADatabase, sentence))
        }
    }
}

/// Why a file proves nothing that begins with these bytes, or has them.
pub(super) fn failed(path: &Path, file: &[u8], error: &ProofError) -> Failure {
    let path = path.display();
    let (code, sentence) = match error {
        ProofError::NotAProof => {
            let what = match FileKind::of(file) {
                Some(FileKind { what, advice }) => format!("is not a proof file but {what}; {advice}"),
                None if file.is_empty() => "is not a proof file: it is empty, or no file to read".into(),
                None => "is not a proof file; `retrograph prove --proof FILE` writes one".into(),
            };
            (Code::Damaged, format!("{path} {what}"))
        }
        ProofError::Format { found } => {
            let sentence = format!("{path} is a proof of format {found}; this program reads format 1");
            (Code::OtherFormat, sentence)
        }
        ProofError::Length => (
            Code::Damaged,
            format!("{path} is damaged: it is cut, or longer than it says"),
        ),
        ProofError::Checksum => (Code::Damaged, format!("{path} is damaged: its checksum does not match")),
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
    #[serde(flatten)]
    trusted: Trusted<'a>,
}

/// What `check-proof --explain --json` prints.
#[derive(Serialize)]
struct Explained<'a> {
    game: &'a str,
    #[serde(flatten)]
    trusted: Trusted<'a>,
}

/// What a check trusts, as JSON.
#[derive(Serialize)]
struct Trusted<'a> {
    /// Where the rules and the checker are.
    checker: &'a str,
    /// What the checker decides without the file.
    decides: &'a str,
    /// By which way a checker that is proved right has accepted this file.
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<&'static str>,
}

impl<'a> Trusted<'a> {
    fn of(trust: &'a judge::Trust, verified: Option<Verified>) -> Self {
        Self {
            checker: trust.checker,
            decides: &trust.decides,
            verified: verified.map(Verified::name),
        }
    }
}

/// By which way a checker that is proved right has accepted a file; docs/verified.md says what each trusts.
#[derive(Clone, Copy)]
enum Verified {
    Kernel,
    Extracted,
}

/// The files that `make verified` checks, by name and SHA-256.
const FILES: &str = include_str!("../../../verified/files.csv");

impl Verified {
    fn of(file: &[u8]) -> Option<Self> {
        let digest = sha256(file);
        let mut rows = FILES.lines().skip(1).map(|row| row.split(';'));
        let ways = rows.find(|row| row.clone().next_back() == Some(&digest[..]))?;
        let [kernel, extracted] = [1, 2].map(|at| ways.clone().nth(at) != Some("no"));
        match (kernel, extracted) {
            (true, _) => Some(Self::Kernel),
            (_, true) => Some(Self::Extracted),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Kernel => "kernel",
            Self::Extracted => "extracted",
        }
    }
}

/// What a check trusts, as sentences.
fn explained(path: &Path, trust: &judge::Trust, verified: Option<Verified>) -> String {
    let proved = match verified {
        Some(Verified::Kernel) => "Coq's kernel has accepted this file: docs/verified.md",
        Some(Verified::Extracted) => "a checker that Coq proves right has accepted this file: docs/verified.md",
        None => "no checker that is proved right has read this file",
    };
    format!(
        "{}: a proof about {}\nA check trusts {}, which reads the rules from their definition; and the readers of zstd and \
         SHA-256.\nIt decides by itself {}.\nIt trusts neither the file nor the search. Beside it, {proved}.\n`retrograph check-proof {}` checks it.",
        path.display(),
        trust.game,
        trust.checker,
        trust.decides,
        quoted_path(path),
    )
}

impl<'a> Checked<'a> {
    fn of(proved: &'a Proved, bytes: usize, trusted: Trusted<'a>) -> Self {
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
            trusted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The list is of the files that are kept, and docs/verified.md has the same.
    #[test]
    fn verified_files_are_those_that_the_page_lists() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
        let page = fs::read_to_string(root.join("docs/verified.md")).unwrap();
        let mut rows = page
            .lines()
            .filter(|line| line.starts_with("| `") && line.contains(".proof`"));
        for row in FILES.lines().skip(1) {
            let cells: Vec<&str> = row.split(';').collect();
            let [name, kernel, extracted, digest] = cells[..] else {
                panic!("{row}")
            };
            let file = fs::read(root.join("datasets/proofs").join(name)).unwrap();
            assert_eq!(sha256(&file), digest, "{name}");
            assert!(Verified::of(&file).is_some(), "{name}");
            let line = rows.next().unwrap();
            let says: Vec<&str> = line.split('|').map(str::trim).collect();
            assert!(says[1].starts_with(&format!("`{name}`")), "{line}");
            for (said, way) in [(says[2], kernel), (says[3], extracted)] {
                let is_long = said.contains("LONG=1");
                assert_eq!(
                    (said.starts_with("yes"), is_long),
                    (way != "no", way == "long"),
                    "{line}"
                );
            }
        }
        assert_eq!(rows.next(), None);
    }
}
