//! A level under way: what its stages read and where they report to.

use std::io::ErrorKind;

use retrograph_storage::{Database, Error, LevelManifest, Result, remove_other_runs};

use super::journal::Checkpoints;
use super::memory::Memory;
use super::options::Options;
use super::parts::Site;
use crate::observer::{Observer, Step};
use game::Levels;
use game::values::Values;

/// A level under way.
pub(super) struct LevelRun<'a, G: Levels> {
    pub game: &'a G,
    /// The level above; `None` for the highest one.
    pub above: Option<Above<'a>>,
    /// Where this one goes.
    pub db: &'a Database,
    pub level: u32,
    pub values: Values,
    /// The bits of labels that have a label function, 0 first.
    pub bits: Vec<u8>,
    /// Its number of positions, where it is published or an ascent has counted them.
    pub known: Option<u64>,
    pub options: &'a Options<'a>,
    pub memory: &'a Memory,
    pub observer: &'a dyn Observer,
    pub checkpoints: Checkpoints<'a>,
    /// The sort buffer of the level before: a fresh one at every level took 2 % of the time of n = 13, in the system.
    pub buffer: Vec<G::Record>,
}

/// The sealed level that this one is made from.
pub(super) struct Above<'a> {
    /// The database that has it.
    pub db: &'a Database,
    pub manifest: LevelManifest,
}

impl<G: Levels> LevelRun<'_, G> {
    /// Hash of the records of the level above; empty for the highest level.
    pub fn above_hash(&self) -> &str {
        self.above
            .as_ref()
            .map_or("", |above| &above.manifest.positions.stream_xxh3)
    }

    /// The level as those see it who make its parts.
    pub fn site(&self) -> Site<'_, G> {
        Site {
            game: self.game,
            db: self.db,
            level: self.level,
            above: self.above_hash(),
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

    /// Removes the runs once they are merged and that is written down.
    pub fn forget_runs(&self) -> Result<()> {
        remove_other_runs(&self.db.work_folder(self.level), &[])
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

    /// That the journal says what no run writes.
    pub fn strange(&self) -> Error {
        Error::corrupt(
            &self.db.work_folder(self.level),
            "its journal has a key that is none".to_string(),
        )
    }
}
