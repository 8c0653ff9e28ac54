//! A level in parts, the unit of work and of restart: one process makes them, or several processes or machines that
//! share a file system. Four steps are cut, one after the other:
//!
//! | step | parts | plan | a part is there |
//! |---|---|---|---|
//! | [`runs`] | stretches of the level above, to be expanded | `plan.json` | `part-000007.json` |
//! | [`files`] | files of the level, to be written | `sealing.json` | `seal-000007.json` |
//! | [`shards`] | ranges of shards of its label functions, to be solved | `shards.json` | `shards-000007.json` |
//! | [`ambiguous`] | files of the level, to be searched for ambiguous positions | none | `exact-000007.json` |
//!
//! All of these are in the work folder of the level. Each part is made by anybody, in any order, without a lock: what
//! says that it is there appears when it is complete, and making it again changes nothing. [`assembly`] puts the level
//! together; its bytes do not depend on the parts. [`order`] is the order of the steps.

pub(super) mod ambiguous;
mod assembly;
pub(super) mod files;
mod keys;
pub(crate) mod order;
mod report;
pub(super) mod runs;
pub(super) mod shards;

use std::path::Path;

use retrograph_storage::{Database, Error, MakingFolder, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::options::Grain;
use super::run::Above;
use crate::observer::Observer;
use game::Levels;

pub use report::{PlanReport, PlannedStep, Task};

/// Positions of the level above in a part, unless somebody says how many parts there are to be: some 400 seconds of one
/// core.
pub const PART_POSITIONS: u64 = 1 << 26;
/// Most parts of a level.
pub const PARTS_MOST: usize = 100_000;

/// A level that is made from the sealed one above it.
pub(super) struct Site<'a, G> {
    pub game: &'a G,
    pub db: &'a Database,
    pub level: u32,
    pub above: &'a Above<'a>,
    pub grain: &'a Grain,
}

impl<G> Clone for Site<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Site<'_, G> {}

impl<'a, G> Site<'a, G> {
    /// Hash of the records of the level above.
    pub fn hash(self) -> &'a str {
        &self.above.manifest.positions.stream_xxh3
    }

    /// The bits of labels that have a label function, 0 first.
    pub fn bits(self) -> &'a [u8] {
        &self.above.bits
    }

    /// The folder of the parts.
    pub fn work(self) -> std::path::PathBuf {
        self.db.work_folder(self.level)
    }

    /// That something in it is not what parts make.
    pub fn strange(self, what: &str) -> Error {
        Error::corrupt(&self.work(), what)
    }

    /// A step of the level, cut like this.
    pub fn with<S>(self, cut: S) -> Plan<'a, G, S> {
        Plan { site: self, cut }
    }
}

/// How one of the steps is cut.
pub(super) trait Parts<G: Levels> {
    const STEP: PlannedStep;
    /// The name of the files that say that a part is there, before its number.
    const NAME: &'static str;
    /// What such a file says.
    type Done: Serialize + DeserializeOwned;

    /// Number of parts.
    fn count(&self) -> usize;

    /// Positions of the level above that are expanded; in later steps those of the level itself.
    fn positions(&self) -> u64;

    /// Whether `done` is of this part of this plan, and what it speaks of is there.
    ///
    /// # Errors
    /// When the system does not permit looking now.
    fn is_there(&self, site: &Site<G>, part: usize, done: &Self::Done) -> Result<bool>;
}

/// A cut that is written down before its parts are made.
pub(super) trait Planned<G: Levels>: Parts<G> + Serialize + DeserializeOwned {
    /// The name of its file.
    const PLAN: &'static str;

    /// Whether it is a cut of this level.
    ///
    /// # Errors
    /// When the system does not permit looking now.
    fn is_sound(&self, site: &Site<G>) -> Result<bool>;
}

/// A step of a level, cut into parts.
pub(super) struct Plan<'a, G, S> {
    pub site: Site<'a, G>,
    pub cut: S,
}

impl<'a, G: Levels, S: Parts<G>> Plan<'a, G, S> {
    /// What says that the part is there; `None` unless it is.
    ///
    /// # Errors
    /// When the system does not permit looking now.
    pub fn part(&self, part: usize) -> Result<Option<S::Done>> {
        let Site { db, level, .. } = self.site;
        match db.part(level, &name::<G, S>(part))? {
            Some(done) if self.cut.is_there(&self.site, part, &done)? => Ok(Some(done)),
            _ => Ok(None),
        }
    }

    /// The parts that are not there, of those that task `task` of `tasks` makes.
    ///
    /// # Errors
    /// When the system does not permit looking now.
    pub fn missing(&self, task: usize, tasks: usize) -> Result<Vec<usize>> {
        let mut missing = Vec::new();
        for part in (task..self.cut.count()).step_by(tasks) {
            if self.part(part)?.is_none() {
                missing.push(part);
            }
        }
        Ok(missing)
    }

    /// A folder for the files of a part under way.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn making(&self, part: usize) -> Result<MakingFolder> {
        self.site.db.making_folder(self.site.level, &name::<G, S>(part))
    }

    /// Says that a part is there, whose files are in `own`, a folder of [`Plan::making`], or in their places.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep(&self, part: usize, own: &Path, done: &S::Done, observer: &dyn Observer) -> Result<()> {
        let Site { db, level, .. } = self.site;
        db.write_part(level, &name::<G, S>(part), own, done)?;
        observer.checkpoint(level);
        Ok(())
    }

    /// How far the step is, `made` parts having been made by this call.
    ///
    /// # Errors
    /// When the system does not permit looking now.
    pub fn report(&self, made: usize) -> Result<PlanReport> {
        let parts = self.cut.count();
        Ok(PlanReport {
            level: self.site.level,
            step: S::STEP,
            parts,
            done: parts - self.missing(0, 1)?.len(),
            made,
            positions: self.cut.positions(),
        })
    }
}

impl<'a, G: Levels, S: Planned<G>> Plan<'a, G, S> {
    /// The plan of the step, if there is one.
    ///
    /// # Errors
    /// When the system does not let it be read now.
    pub fn read(site: Site<'a, G>) -> Result<Option<Self>> {
        match site.db.part::<S>(site.level, S::PLAN)? {
            Some(cut) if cut.is_sound(&site)? => Ok(Some(Self { site, cut })),
            _ => Ok(None),
        }
    }

    /// Writes the plan down.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self) -> Result<()> {
        let Site { db, level, .. } = self.site;
        let own = db.making_folder(level, S::PLAN)?;
        db.write_part(level, S::PLAN, own.path(), &self.cut)
    }
}

fn name<G: Levels, S: Parts<G>>(part: usize) -> String {
    format!("{}-{part:06}", S::NAME)
}
