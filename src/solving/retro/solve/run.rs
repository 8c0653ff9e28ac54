//! A level under way: what it is made from, and who hears of it.

use std::io::ErrorKind;
use std::time::Instant;

use retrograph_storage::{Database, Error, LabelFunctionSummary, LevelManifest, LevelSummary};

use super::error::SolveError;
use super::memory::Memory;
use super::options::Options;
use super::parts::Site;
use crate::observer::{Observer, Step, Work};
use crate::read::look_up::{Labels, largest};
use crate::read::meaning::values_of;
use game::Levels;
use game::values::Values;

/// A level under way.
pub(super) struct LevelRun<'a, G: Levels> {
    pub game: &'a G,
    /// The level above; `None` for the highest one.
    pub above: Option<&'a Above<'a>>,
    /// Where this one goes.
    pub db: &'a Database,
    pub level: u32,
    pub values: Values,
    /// The bits of labels that have a label function, 0 first.
    pub bits: &'a [u8],
    /// Its number of positions, where it is published or an ascent has counted them.
    pub known: Option<u64>,
    pub options: &'a Options<'a>,
    pub memory: &'a Memory,
    pub observer: &'a dyn Observer,
    pub begun: Instant,
}

/// The sealed level that another one is made from.
pub(super) struct Above<'a> {
    /// The database that has it.
    pub db: &'a Database,
    pub manifest: LevelManifest,
    pub values: Values,
    /// The bits of the labels of the level below that have a label function, 0 first.
    pub bits: Vec<u8>,
}

/// A level that is all there but for its manifest.
pub(super) struct Made {
    pub positions: LevelSummary,
    /// In the order of the bits.
    pub functions: Vec<LabelFunctionSummary>,
    pub work: Work,
}

impl<'a> Above<'a> {
    /// The level above `level`, whose positions are there, of a game with edges that are `due`
    /// ([`game::values::Turn`]).
    pub fn of(db: &'a Database, level: u32, due: [u8; 2]) -> Result<Self, SolveError> {
        let level = level + 1;
        let manifest = db.has_positions(level)?.then(|| db.manifest(level)).transpose()?;
        let manifest = manifest.flatten().ok_or(SolveError::NoPositions { level })?;
        let values = values_of(db)?;
        let bits = values.bits(Some(largest(&manifest)), due);
        Ok(Self {
            db,
            manifest,
            values,
            bits,
        })
    }

    /// Number of positions.
    pub fn positions(&self) -> u64 {
        self.manifest.positions.positions
    }
}

impl<'a, G: Levels> LevelRun<'a, G> {
    /// The level as those see it who make its parts.
    pub fn site(&self, above: &'a Above<'a>) -> Site<'a, G> {
        Site {
            game: self.game,
            db: self.db,
            level: self.level,
            above,
            grain: &self.options.grain,
        }
    }

    /// A step of this level begins.
    pub fn begin(&self, name: &str, done: u64, all: u64) {
        self.observer.begin(&Step {
            level: Some(self.level),
            name,
            done,
            all,
        });
    }

    /// Fails when the number of positions is known to be another.
    pub fn expect(&self, found: u64) -> Result<(), SolveError> {
        let level = self.level;
        match self.known {
            Some(known) if known != found => Err(SolveError::Count { level, found, known }),
            _ => Ok(()),
        }
    }

    /// Says where look-ups are slow because of the label function's size.
    pub fn note_label_function(&self, above: &Above) {
        let bytes = above.manifest.label_bytes();
        let why = if bytes > self.options.memory / 2 {
            "more than half the memory limit: it is mapped from disk, and the system may read parts of it again"
        } else if bytes > self.memory.later() && Labels::are_large(bytes) {
            "too much for the memory beside the sort buffer: it is mapped from disk, where look-ups take longer"
        } else {
            return;
        };
        self.observer.note(&format!(
            "the label function of level {} takes {} MiB, {why}",
            above.manifest.level,
            bytes >> 20
        ));
    }

    /// Whether the error says that something of the unfinished level is missing or damaged, rather than that it could
    /// not be read.
    pub fn is_of_work(&self, error: &Error) -> bool {
        let folder = self.db.level_folder(self.level);
        match error {
            Error::Corrupt { path, .. } => path.starts_with(folder),
            Error::Io { path, source, .. } => path.starts_with(folder) && source.kind() == ErrorKind::NotFound,
            _ => false,
        }
    }
}
