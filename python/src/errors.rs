//! Errors, as kinds of exceptions: what the system refused is an `OSError`; what is no game or position, or a damaged
//! file, a `ValueError`; too little memory a `MemoryError`.

use std::io::{self, ErrorKind};
use std::path::Path;

use pyo3::create_exception;
use pyo3::exceptions::{PyBlockingIOError, PyException, PyMemoryError, PyOSError, PyValueError};
use pyo3::prelude::*;

use retrograph::engine::{BeginError, OpenError};
use retrograph::oracle::SolvedError;
use retrograph::retro::SolveError;
use retrograph::{AnswerError, Error, storage};

create_exception!(
    retrograph,
    Unsolved,
    PyException,
    "The value is not known here: its level is not solved, or its game not searched, or nothing is proved."
);

pub fn bad(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

pub fn no_memory(error: impl std::fmt::Display) -> PyErr {
    PyMemoryError::new_err(error.to_string())
}

/// Of the subclass of `OSError` that the error belongs to, such as `FileNotFoundError`.
pub fn failed(error: &io::Error, path: &Path) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            let text = error.to_string();
            let said = text.strip_suffix(&format!(" (os error {number})")).unwrap_or(&text);
            PyOSError::new_err((number, said.to_owned(), path.as_os_str().to_owned()))
        }
        // As Python's `open`, of a name with a zero byte.
        None if error.kind() == ErrorKind::InvalidInput => bad(error),
        None => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}

pub fn of_storage(error: &storage::Error) -> PyErr {
    match error {
        storage::Error::Io { path, source, .. } => failed(source, path),
        storage::Error::Locked { .. } => PyBlockingIOError::new_err(error.to_string()),
        storage::Error::DiskFull { .. } | storage::Error::LockLost { .. } => PyOSError::new_err(error.to_string()),
        other => bad(other),
    }
}

pub fn of_answer(error: AnswerError) -> PyErr {
    match error {
        AnswerError::Bad(error) => bad(error),
        AnswerError::Solved(error) => of_levels(&error),
    }
}

fn of_levels(error: &SolvedError) -> PyErr {
    match error {
        SolvedError::NotSolved { .. } => Unsolved::new_err(error.to_string()),
        SolvedError::Unread(error) => match error.downcast_ref() {
            Some(error) => of_storage(error),
            None => bad(error),
        },
        SolvedError::Foreign { .. } | SolvedError::Unknown { .. } => bad(error),
    }
}

pub fn of_library(error: &Error) -> PyErr {
    match error {
        Error::Open(OpenError::Storage(error))
        | Error::Begin(BeginError::Create(error) | BeginError::Storage(error))
        | Error::Solve(SolveError::Storage(error)) => of_storage(error),
        Error::Open(OpenError::Levels(error)) | Error::Levels(error) => of_levels(error),
        Error::Solve(SolveError::Memory { least, .. }) => no_memory(format!("{error}; {least} bytes suffice")),
        Error::Solve(SolveError::Threads { .. }) => PyOSError::new_err(error.to_string()),
        other => bad(other),
    }
}
