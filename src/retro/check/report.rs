//! What a check found.

use std::path::{Path, PathBuf};

use retrograph_storage::Error;

/// What kind of thing is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultKind {
    /// A level or a file that should be there is not.
    Missing,
    /// The system could not read it.
    Unreadable,
    /// Bytes without their checksum, or that no version of the program writes.
    Damaged,
    /// A sound file, but not the one that belongs here.
    Foreign,
    /// Numbers that contradict one another, or what was counted.
    Counts,
    /// A position that does not belong to the level as it is stored, or is missing in it.
    Position,
    /// A value that does not follow from the rules, or is not the same everywhere.
    Value,
}

impl FaultKind {
    /// As in `verify --json`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Unreadable => "unreadable",
            Self::Damaged => "damaged",
            Self::Foreign => "foreign",
            Self::Counts => "counts",
            Self::Position => "position",
            Self::Value => "value",
        }
    }
}

/// Something wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The level, when it is the fault of one.
    pub level: Option<u32>,
    /// The file or folder to blame.
    pub file: PathBuf,
    /// What kind of fault.
    pub kind: FaultKind,
    /// One sentence that names file and level.
    pub sentence: String,
}

impl Fault {
    /// The fault that shows as `error` when `level` is read.
    pub(super) fn of_error(level: Option<u32>, error: &Error) -> Self {
        let kind = match error {
            Error::Corrupt { .. } => FaultKind::Damaged,
            Error::Io { source, .. } if source.kind() == std::io::ErrorKind::NotFound => FaultKind::Missing,
            _ => FaultKind::Unreadable,
        };
        Self {
            level,
            file: error.path().to_path_buf(),
            kind,
            sentence: error.to_string(),
        }
    }
}

/// What a check found.
#[derive(Clone, Debug, Default)]
pub struct CheckReport {
    /// Levels looked at.
    pub levels: u32,
    /// Positions counted.
    pub positions: u64,
    /// Positions whose value was derived again from their moves.
    pub values: u64,
    /// Everything wrong.
    pub faults: Vec<Fault>,
    /// What is harmless and yet not as it should be, a sentence each.
    pub warnings: Vec<String>,
}

/// The warning about a file that no part of the program has written.
pub(super) fn stray(path: &Path) -> String {
    format!("{} does not belong to the database; nothing reads it", path.display())
}
