//! How a command fails: a sentence and an exit code.

use std::io;
use std::process::ExitCode;

use retrograph_storage as storage;

use crate::games::{BadPosition, NoSuchGame};
use crate::report::ForecastError;
use crate::retro::{SolveError, SolvedError};

/// The exit codes, a contract with the programs that call us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Code {
    /// Everything asked for was done.
    Done = 0,
    /// Input or output failed.
    Failed = 1,
    /// The arguments make no sense.
    Usage = 2,
    /// A text is not a position of the game.
    BadPosition = 3,
    /// The level is not solved.
    NotSolved = 4,
    /// The folder is not a database, or one of another game.
    NotADatabase = 5,
    /// Data is damaged or contradicts itself or a published table.
    Damaged = 6,
    /// Written by a newer version.
    Newer = 7,
    /// Another process is writing.
    Locked = 8,
    /// The memory limit is too small.
    Memory = 9,
}

impl From<Code> for ExitCode {
    fn from(code: Code) -> Self {
        Self::from(code as u8)
    }
}

/// An early end.
#[derive(Debug)]
pub(super) enum Failure {
    /// Everything has been said already.
    Silent(Code),
    /// With a sentence still to be said.
    Told(Code, String),
}

impl Failure {
    pub fn new(code: Code, sentence: impl Into<String>) -> Self {
        Self::Told(code, sentence.into())
    }
}

fn storage_code(error: &storage::Error) -> Code {
    use storage::Error;
    match error {
        Error::Corrupt { .. } => Code::Damaged,
        Error::NewerFormat { .. } => Code::Newer,
        Error::Locked { .. } => Code::Locked,
        Error::NotADatabase { .. } | Error::Occupied { .. } => Code::NotADatabase,
        _ => Code::Failed,
    }
}

impl From<storage::Error> for Failure {
    fn from(error: storage::Error) -> Self {
        Self::Told(storage_code(&error), error.to_string())
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        let code = match &error {
            SolveError::Storage(error) => storage_code(error),
            SolveError::Memory { .. } => Code::Memory,
            SolveError::AboveTop { .. } => Code::Usage,
            SolveError::Count { .. } => Code::Damaged,
            SolveError::NoPositions { .. } => Code::NotSolved,
            SolveError::Threads { .. } => Code::Failed,
        };
        Self::Told(code, error.to_string())
    }
}

impl From<SolvedError> for Failure {
    fn from(error: SolvedError) -> Self {
        let code = match &error {
            SolvedError::Storage(error) => storage_code(error),
            SolvedError::NotSolved { .. } => Code::NotSolved,
            SolvedError::Unknown { .. } => Code::Damaged,
        };
        Self::Told(code, error.to_string())
    }
}

impl From<BadPosition> for Failure {
    fn from(error: BadPosition) -> Self {
        Self::Told(Code::BadPosition, error.to_string())
    }
}

impl From<NoSuchGame> for Failure {
    fn from(error: NoSuchGame) -> Self {
        Self::Told(Code::Usage, error.to_string())
    }
}

impl From<ForecastError> for Failure {
    fn from(error: ForecastError) -> Self {
        Self::Told(Code::Usage, error.to_string())
    }
}

impl From<io::Error> for Failure {
    /// Reading standard input or writing standard output failed. A reader that went away (`| head`) is no failure worth a sentence.
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Silent(Code::Failed),
            _ => Self::Told(Code::Failed, format!("standard input or output failed: {error}")),
        }
    }
}
