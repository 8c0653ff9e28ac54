//! What a check found.

use std::path::{Path, PathBuf};

use retrograph_storage::Error;

/// What kind of thing is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// One sentence that names the file.
    pub sentence: String,
}

impl Fault {
    /// A fault of `level`; `what` says what is wrong with `file`.
    pub(super) fn new(level: u32, file: &Path, kind: FaultKind, what: &str) -> Self {
        Self {
            level: Some(level),
            file: file.to_path_buf(),
            kind,
            sentence: format!("{}: {what}", file.display()),
        }
    }

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

/// What was checked of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelCheck {
    /// The level.
    pub level: u32,
    /// Positions, as its manifest says.
    pub positions: u64,
    /// Whether keys are kept, not only the label function.
    pub keys: bool,
    /// Values derived again from the values of all moves.
    pub values: u64,
    /// Saturated positions counted again, where every position was looked at.
    pub saturated: Option<u64>,
    /// Whether the positions were compared with those that the level above leads to.
    pub compared: bool,
}

/// Faults of one level that are listed; the others are counted.
const LISTED: usize = 20;

/// What a check found.
#[derive(Clone, Debug, Default)]
pub struct CheckReport {
    /// Levels looked at, highest first.
    pub levels: Vec<LevelCheck>,
    /// What is wrong, at most twenty of a level.
    pub faults: Vec<Fault>,
    /// Further faults.
    pub unlisted: u64,
    /// What is harmless and yet not as it should be, a sentence each.
    pub warnings: Vec<String>,
}

/// The warning about a file that no part of the program has written.
pub(super) fn stray(path: &Path) -> String {
    format!("{} does not belong to the database; nothing reads it", path.display())
}

impl CheckReport {
    /// Positions of all levels, as the manifests say.
    pub fn positions(&self) -> u64 {
        self.levels.iter().map(|level| level.positions).sum()
    }

    /// Values derived again.
    pub fn values(&self) -> u64 {
        self.levels.iter().map(|level| level.values).sum()
    }

    /// Number of faults, listed or not.
    pub(super) fn all(&self) -> u64 {
        self.faults.len() as u64 + self.unlisted
    }

    pub(super) fn add(&mut self, fault: Fault) {
        let listed = self.faults.iter().filter(|other| other.level == fault.level).count();
        if listed < LISTED {
            self.faults.push(fault);
        } else {
            self.unlisted += 1;
        }
    }

    /// The level looked at last.
    pub(super) fn last(&mut self) -> &mut LevelCheck {
        self.levels.last_mut().expect("a level is being checked")
    }
}
