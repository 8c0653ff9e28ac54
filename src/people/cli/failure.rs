//! How a command fails: a sentence and an exit code.

use std::fs::{self, File};
use std::io::{self, Read, Write, stderr};
use std::path::Path;

use retrograph_storage as storage;

use super::printable::printable;
use game::NoCensus;
use game::{BadPosition, NoSuchGame};
use graph::{Format, TextError, TwoColouredTextError};
use oracle::AnswerError;
use report::{CalibrationError, ForecastError};
use retro::{ExportError, ListingError, SolveError, SolvedError};
use verify::RepairError;

/// The exit codes, a contract with the programs that call us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Code {
    /// Everything requested was done.
    Done = 0,
    /// Input or output failed.
    Failed = 1,
    /// The arguments make no sense.
    Usage = 2,
    /// A text is not a position of the game.
    BadPosition = 3,
    /// The level is not solved.
    NotSolved = 4,
    /// The folder is not a database, or it belongs to another game.
    NotADatabase = 5,
    /// Data is damaged, or contradicts itself or a published table.
    Damaged = 6,
    /// The database has another format.
    OtherFormat = 7,
    /// Another process is writing.
    Locked = 8,
    /// The memory limit is too small.
    Memory = 9,
    /// Stopped on request; the same command resumes.
    Stopped = 10,
}

/// Why a command ended early.
#[derive(Debug)]
pub(super) enum Failure {
    /// Everything has already been reported.
    Silent(Code),
    /// A sentence is still to be printed.
    Told(Code, String),
}

impl Failure {
    pub fn new(code: Code, sentence: impl Into<String>) -> Self {
        Self::Told(code, sentence.into())
    }
}

/// The maximum number of characters in a sentence; a longer one loses its middle.
const LONGEST: usize = 800;

/// Prints one line on standard error.
pub(super) fn tell(sentence: &str) {
    // With standard error closed, nothing can be reported.
    let _ = writeln!(stderr(), "retrograph: {}", one_line(sentence));
}

/// A sentence may quote outside text: control characters are escaped, and very long text is cut.
pub(super) fn one_line(sentence: &str) -> String {
    let half = LONGEST / 2;
    let starts: Vec<usize> = sentence.char_indices().map(|(start, _)| start).collect();
    match starts.len() {
        0..=LONGEST => printable(sentence),
        count => format!(
            "{} [...] {}",
            printable(&sentence[..starts[half]]),
            printable(&sentence[starts[count - half]..])
        ),
    }
}

fn storage_code(error: &storage::Error) -> Code {
    use storage::Error;
    match error {
        Error::Corrupt { .. } => Code::Damaged,
        Error::NewerFormat { .. } | Error::OlderFormat { .. } => Code::OtherFormat,
        Error::Locked { .. } | Error::LockLost { .. } => Code::Locked,
        Error::NotADatabase { .. } | Error::Occupied { .. } => Code::NotADatabase,
        _ => Code::Failed,
    }
}

/// What to do about a system failure, as in "... and run the same command again"; `None` when no general advice helps.
fn remedy(error: &io::Error) -> Option<&'static str> {
    match error.raw_os_error()? {
        libc::EMFILE => Some("raise the limit on open files (ulimit -n)"),
        libc::ENFILE => Some("end programs that have many files open"),
        libc::ENOMEM => Some("allow this program more memory (ulimit -v), or end others"),
        libc::EFBIG => Some("raise the limit on the size of files (ulimit -f)"),
        libc::EACCES | libc::EPERM => Some("check the permissions"),
        libc::EIO => Some("check the disk"),
        // What NFS says without its lock service, and Lustre mounted without flock.
        libc::ENOLCK | libc::ENOSYS | libc::EOPNOTSUPP => {
            Some("use a folder on a file system that keeps locks (NFS with its lock service, Lustre with -o flock)")
        }
        libc::EROFS => Some("use a folder on a file system that can be written to"),
        libc::ESTALE | libc::ETIMEDOUT | libc::ENOTCONN => Some("check the connection to the file server"),
        _ => None,
    }
}

/// Returns `error`, followed by a sentence that advises what to do.
fn told(error: &storage::Error) -> String {
    let remedy = match error {
        storage::Error::Io { source, .. } => remedy(source),
        storage::Error::NotADatabase { path } => return not_a_database(path).unwrap_or_else(|| error.to_string()),
        _ => None,
    };
    match remedy {
        Some(remedy) => format!("{error} {}{}.", remedy[..1].to_uppercase(), &remedy[1..]),
        None => error.to_string(),
    }
}

/// What is at `path` in place of the folder of a database; `None` when it is another folder.
fn not_a_database(path: &Path) -> Option<String> {
    let shown = path.display();
    let found = match fs::metadata(path) {
        Ok(found) if found.is_dir() => return None,
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Some(format!("there is no folder {shown}")),
        // A file is named as a folder.
        Err(_) => return None,
    };
    let mut start = Vec::new();
    let is_proof = found.is_file()
        && File::open(path).is_ok_and(|file| file.take(proof::MAGIC.len() as u64).read_to_end(&mut start).is_ok())
        && start == proof::MAGIC;
    Some(match is_proof {
        true => format!("{shown} is a proof, not the folder of a database; proofs are named with --proof"),
        false => format!("{shown} is a file, not the folder of a database"),
    })
}

impl From<storage::Error> for Failure {
    fn from(error: storage::Error) -> Self {
        Self::Told(storage_code(&error), told(&error))
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        let code = match &error {
            SolveError::Storage(error) | SolveError::Work { error, .. } => storage_code(error),
            SolveError::Memory { .. } => Code::Memory,
            SolveError::AboveTop { .. } | SolveError::UnderWay { .. } | SolveError::NotCut => Code::Usage,
            SolveError::Count { .. } | SolveError::Gap { .. } => Code::Damaged,
            SolveError::NoPositions { .. } | SolveError::NothingToPlan { .. } | SolveError::NoPlan { .. } => {
                Code::NotSolved
            }
            SolveError::Stopped { .. } | SolveError::StoppedAscending { .. } => Code::Stopped,
            SolveError::Threads { .. } | SolveError::OtherRank => Code::Failed,
        };
        let sentence = match &error {
            // A full disk already has its own advice.
            SolveError::Storage(storage::Error::Io { source, .. }) => kept(&error, remedy(source)),
            SolveError::Storage(storage::Error::Rocks { .. }) => kept(&error, None),
            _ => error.to_string(),
        };
        Self::Told(code, sentence)
    }
}

/// Reports what a failed run has kept.
fn kept(error: &SolveError, remedy: Option<&str>) -> String {
    let remedy = remedy.unwrap_or("check the disk");
    format!("{error} Everything sealed so far is kept; {remedy} and run the same command again.")
}

impl From<RepairError> for Failure {
    fn from(error: RepairError) -> Self {
        match error {
            RepairError::Solve(error) => error.into(),
            RepairError::Differs { .. } | RepairError::FromTop { .. } => Self::Told(Code::Damaged, error.to_string()),
        }
    }
}

impl From<SolvedError> for Failure {
    fn from(error: SolvedError) -> Self {
        let code = match &error {
            SolvedError::Storage(error) => storage_code(error),
            SolvedError::NotSolved { .. } => Code::NotSolved,
            SolvedError::Unknown { .. } | SolvedError::Foreign { .. } => Code::Damaged,
        };
        let sentence = match &error {
            SolvedError::Storage(error) => told(error),
            _ => error.to_string(),
        };
        Self::Told(code, sentence)
    }
}

impl From<ListingError> for Failure {
    fn from(error: ListingError) -> Self {
        match error {
            ListingError::Storage(error) => error.into(),
            ListingError::NotSolved(error) => error.into(),
            ListingError::Output(error) => error.into(),
            ListingError::NoPositions { .. } => Self::Told(Code::NotSolved, error.to_string()),
        }
    }
}

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Self {
        let code = match &error {
            ExportError::Storage(error) => storage_code(error),
            ExportError::Write { .. } => Code::Failed,
            ExportError::Exists(_) => Code::Usage,
            ExportError::Nothing(_) => Code::NotSolved,
            ExportError::Foreign(_) => Code::Damaged,
        };
        let sentence = match &error {
            ExportError::Storage(error) => told(error),
            _ => error.to_string(),
        };
        Self::Told(code, sentence)
    }
}

/// Returns the sentence about a text that is no graph, with the command that turns it into one.
pub(super) fn of_text(error: &TextError) -> String {
    let remedy = match error {
        TextError::Format { format, .. } => match format {
            Format::IncrementalSparse6 => "; `copyg -g` of nauty writes graph6 (nauty-copyg on Debian)",
            Format::PlanarCode => "; `plantri -g` writes graph6",
            Format::Digraph6 => "",
        },
        _ => "",
    };
    format!("{error}{remedy}")
}

impl From<BadPosition> for Failure {
    fn from(error: BadPosition) -> Self {
        let sentence = match &error {
            BadPosition::Text(text) | BadPosition::TwoColouredText(TwoColouredTextError::Graph(text)) => of_text(text),
            _ => error.to_string(),
        };
        Self::Told(Code::BadPosition, sentence)
    }
}

impl From<AnswerError> for Failure {
    fn from(error: AnswerError) -> Self {
        match error {
            AnswerError::Bad(error) => error.into(),
            AnswerError::Solved(error) => error.into(),
        }
    }
}

impl From<NoSuchGame> for Failure {
    fn from(error: NoSuchGame) -> Self {
        Self::Told(Code::Usage, error.to_string())
    }
}

impl From<NoCensus> for Failure {
    fn from(error: NoCensus) -> Self {
        Self::Told(Code::Usage, error.to_string())
    }
}

impl From<ForecastError> for Failure {
    fn from(error: ForecastError) -> Self {
        Self::Told(Code::Usage, error.to_string())
    }
}

impl From<CalibrationError> for Failure {
    fn from(error: CalibrationError) -> Self {
        Self::Told(Code::Failed, error.to_string())
    }
}

/// Output whose reader has gone (`| head`) is as good as written: what the command found still is its exit code.
pub(super) fn written(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

impl From<io::Error> for Failure {
    /// Reading standard input or writing standard output failed. A reader that closed the pipe (`| head`) has what it
    /// wanted: that is no failure.
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Silent(Code::Done),
            _ => Self::Told(Code::Failed, format!("standard input or output failed: {error}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::{Failure, one_line};
    use retro::SolveError;
    use retrograph_storage::Error;

    #[test]
    fn advice_fits_what_the_system_says() {
        for (number, advice) in [
            (libc::ENOLCK, "use a folder on a file system that keeps locks"),
            (libc::ENOSYS, "use a folder on a file system that keeps locks"),
            (libc::EOPNOTSUPP, "use a folder on a file system that keeps locks"),
            (libc::EROFS, "use a folder on a file system that can be written to"),
            (libc::ESTALE, "check the connection to the file server"),
            (libc::EIO, "check the disk"),
            (libc::EMFILE, "raise the limit on open files (ulimit -n)"),
            (libc::EACCES, "check the permissions"),
            // No advice of its own.
            (libc::EXDEV, "check the disk"),
        ] {
            let error = || Error::Io {
                path: "db/lock".into(),
                action: "lock",
                source: io::Error::from_raw_os_error(number),
            };
            let Failure::Told(_, solving) = SolveError::Storage(error()).into() else {
                panic!("{number} is not told")
            };
            assert!(solving.contains(&format!("is kept; {advice}")), "{solving}");
            let Failure::Told(_, reading) = error().into() else {
                panic!("{number} is not told")
            };
            let advice = format!("{}{}", advice[..1].to_uppercase(), &advice[1..]);
            assert_eq!(reading.contains(&advice), number != libc::EXDEV, "{reading}");
        }
    }

    #[test]
    fn a_sentence_is_one_line_of_bounded_length() {
        assert_eq!(one_line("'a\nb\0' is é"), "'a\\nb\\u{0}' is é");
        let cut = one_line(&format!("'{}' is wrong", "é".repeat(1_000_000)));
        assert_eq!(cut.chars().count(), 807);
        assert!(cut.starts_with("'éé") && cut.contains("é [...] é") && cut.ends_with("é' is wrong"));
        let whole = "x".repeat(800);
        assert_eq!(one_line(&whole), whole);
    }
}
