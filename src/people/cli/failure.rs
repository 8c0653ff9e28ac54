//! How a command fails: a sentence and an exit code.

use std::io::{self, Write, stderr};

use retrograph_storage as storage;

use super::advice::Advised;
use super::printable::printable;
use super::standard_output;
use engine::BeginError;
use game::values::NoSuchValues;
use game::{BadPosition, NoCensus, NoSuchGame};
use oracle::AnswerError;
use report::{CalibrationError, ForecastError, NoBFile};
use retro::{ExportError, ListingError, SolveError, SolvedError};
use serve::NoProgram;
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
    Said(Code, String),
}

impl Failure {
    pub fn new(code: Code, sentence: impl Into<String>) -> Self {
        Self::Said(code, sentence.into())
    }
}

/// The maximum number of characters in a sentence; a longer one loses its middle.
const LONGEST: usize = 800;

/// Prints one line on standard error.
pub(super) fn say(sentence: &str) {
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

impl From<storage::Error> for Failure {
    fn from(error: storage::Error) -> Self {
        Self::Said(storage_code(&error), error.advised())
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        let code = match &error {
            SolveError::Storage(error) | SolveError::Work { error, .. } => storage_code(error),
            SolveError::Memory { .. } => Code::Memory,
            SolveError::AboveTop { .. } => Code::Usage,
            SolveError::Count { .. } | SolveError::Gap { .. } => Code::Damaged,
            SolveError::NoPositions { .. } => Code::NotADatabase,
            SolveError::NothingToPlan { .. } | SolveError::NoPlan { .. } => Code::NotSolved,
            SolveError::Stopped { .. } | SolveError::StoppedAscending { .. } => Code::Stopped,
            SolveError::Threads { .. } => Code::Failed,
        };
        Self::Said(code, error.advised())
    }
}

impl From<BeginError> for Failure {
    fn from(error: BeginError) -> Self {
        match error {
            BeginError::Create(error) => SolveError::from(error).into(),
            BeginError::Storage(error) => error.into(),
            error => Self::Said(Code::NotADatabase, error.advised()),
        }
    }
}

impl From<RepairError> for Failure {
    fn from(error: RepairError) -> Self {
        match error {
            RepairError::Solve(error) => error.into(),
            RepairError::Differs { .. } | RepairError::FromTop { .. } => Self::Said(Code::Damaged, error.advised()),
        }
    }
}

impl From<SolvedError> for Failure {
    fn from(error: SolvedError) -> Self {
        let code = match error {
            SolvedError::Unread(error) => {
                return match error.downcast::<storage::Error>() {
                    Ok(error) => (*error).into(),
                    Err(error) => Self::Said(Code::Failed, error.to_string()),
                };
            }
            SolvedError::NotSolved { .. } => Code::NotSolved,
            SolvedError::Unknown { .. } | SolvedError::Foreign { .. } => Code::Damaged,
        };
        Self::Said(code, error.advised())
    }
}

impl From<ListingError> for Failure {
    fn from(error: ListingError) -> Self {
        match error {
            ListingError::Storage(error) => error.into(),
            ListingError::NotSolved(error) => error.into(),
            ListingError::Output(error) => error.into(),
            ListingError::NoPositions { .. } => Self::Said(Code::NotADatabase, error.advised()),
        }
    }
}

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Self {
        let code = match error {
            ExportError::Storage(error) => return error.into(),
            ExportError::Write { .. } => Code::Failed,
            ExportError::Exists(_) => Code::Usage,
            ExportError::Nothing(_) => Code::NotSolved,
            ExportError::Foreign(_) => Code::Damaged,
        };
        Self::Said(code, error.advised())
    }
}

impl From<NoBFile> for Failure {
    fn from(error: NoBFile) -> Self {
        let code = match error {
            NoBFile::Incomplete(_) => Code::NotSolved,
            _ => Code::Usage,
        };
        Self::Said(code, error.to_string())
    }
}

impl From<NoProgram> for Failure {
    fn from(error: NoProgram) -> Self {
        Self::Said(Code::Usage, error.advised())
    }
}

impl From<BadPosition> for Failure {
    fn from(error: BadPosition) -> Self {
        Self::Said(Code::BadPosition, error.advised())
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
        Self::Said(Code::Usage, error.advised())
    }
}

impl From<NoSuchValues> for Failure {
    fn from(error: NoSuchValues) -> Self {
        Self::Said(Code::Usage, error.advised())
    }
}

impl From<NoCensus> for Failure {
    fn from(error: NoCensus) -> Self {
        match error {
            NoCensus::Game(error) => error.into(),
            NoCensus::Board(_) | NoCensus::Turns(_) | NoCensus::Order { .. } => {
                Self::Said(Code::Usage, error.to_string())
            }
        }
    }
}

impl From<ForecastError> for Failure {
    fn from(error: ForecastError) -> Self {
        Self::Said(Code::Usage, error.advised())
    }
}

impl From<CalibrationError> for Failure {
    fn from(error: CalibrationError) -> Self {
        Self::Said(Code::Failed, error.advised())
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
            _ => Self::Said(Code::Failed, standard_output::failed(&error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::one_line;

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
