//! The plan by which a level is sealed file by file: the runs that have all its records.
//!
//! ```text
//! level-036/work/sealing.json  the runs: all records of the level are there
//! ```

use retrograph_storage::{Database, Record, RunState, Runs, SignedFileWriter, has_run};
use serde::{Deserialize, Serialize};

use super::error::SolveError;
use super::memory::{Memory, least_memory};
use super::options::Grain;
use super::stages::{Files, Sealed, file_records, workers};
use crate::observer::{Observer, Step};
use game::Levels;

const SEALING: &str = "sealing";

/// How a level is sealed file by file.
#[derive(Serialize, Deserialize)]
pub(super) struct SealPlan {
    /// Hash of the records of the level above.
    above: String,
    /// Positions of the level.
    positions: u64,
    /// Chunks of a file.
    file_chunks: u64,
    pub runs: Vec<RunState>,
}

impl SealPlan {
    /// Of a level whose records are all in `runs`, which are durable.
    pub fn new(above: &str, runs: Vec<RunState>, grain: &Grain) -> Self {
        Self {
            above: above.into(),
            positions: runs.iter().map(|run| run.records).sum(),
            file_chunks: grain.file_chunks,
            runs,
        }
    }

    /// Positions of the level.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Number of files.
    pub fn files(&self) -> usize {
        let records = self
            .file_chunks
            .max(1)
            .saturating_mul(retrograph_storage::CHUNK_RECORDS as u64);
        self.positions.div_ceil(records) as usize
    }

    /// The plan for a level made from the records with the hash `above`, if there is one and its runs are there.
    ///
    /// # Errors
    /// When the system does not let it be read now.
    pub fn read(db: &Database, level: u32, above: &str, grain: &Grain) -> retrograph_storage::Result<Option<Self>> {
        let plan: Option<Self> = db.part(level, SEALING)?;
        let is_sound = |plan: &Self| {
            let records = plan.runs.iter().try_fold(0u64, |sum, run| sum.checked_add(run.records));
            plan.above == above && plan.file_chunks == grain.file_chunks && records == Some(plan.positions)
        };
        let Some(plan) = plan.filter(is_sound) else {
            return Ok(None);
        };
        let folder = db.work_folder(level);
        for run in &plan.runs {
            if !has_run(&folder, run)? {
                return Ok(None);
            }
        }
        Ok(Some(plan))
    }

    /// Writes the plan down.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, db: &Database, level: u32) -> retrograph_storage::Result<()> {
        let own = db.making_folder(level)?;
        db.write_part(level, SEALING, own.path(), self)
    }

    /// Number of files that are there.
    ///
    /// # Errors
    /// When the system does not permit looking now.
    pub fn done<G: Levels>(&self, db: &Database, level: u32) -> retrograph_storage::Result<usize> {
        let mut done = 0;
        for index in 0..self.files() {
            let sealed = Sealed::read::<G>(db, level, (&self.above, self.positions), index)?;
            done += usize::from(sealed.is_some());
        }
        Ok(done)
    }
}

/// Makes those files of the plan that are not there and whose number leaves the remainder `task` when divided by `tasks`.
/// Returns how many.
///
/// # Errors
/// When something cannot be read or written, memory does not do for one file, or the observer wants an end; files made
/// stay.
pub(super) fn make_files<G: Levels>(
    (game, db, level): (&G, &Database, u32),
    plan: &SealPlan,
    [task, tasks]: [usize; 2],
    (memory, limit): (&Memory, u64),
    grain: Grain,
    observer: &dyn Observer,
) -> Result<usize, SolveError> {
    let mut missing = Vec::new();
    for index in (task..plan.files()).step_by(tasks) {
        if Sealed::read::<G>(db, level, (&plan.above, plan.positions), index)?.is_none() {
            missing.push(index);
        }
    }
    if missing.is_empty() {
        return Ok(0);
    }
    let folder = db.work_folder(level);
    let without = || retrograph_storage::Error::corrupt(&folder, "a run in it has no index");
    let runs = Runs::open(&folder, game.key_width(), &plan.runs)?.ok_or_else(without)?;
    let threads = parallel::threads();
    let workers = workers(&runs, &grain, memory, threads)?.min(missing.len());
    if workers == 0 {
        // What is shared goes to the builder by a quarter, to the merge by a half: two blocks of a run in a third of it.
        let signed = 4 * SignedFileWriter::memory(file_records(&grain).min(runs.len()));
        let blocks = plan
            .runs
            .iter()
            .map(|run| 12 * run.block_records * G::Record::BYTES as u64);
        let least = least_memory(threads).saturating_add(signed.max(blocks.sum()));
        return Err(SolveError::Memory { limit, least, threads });
    }
    observer.level_begins(level);
    observer.begin(&Step {
        level: Some(level),
        name: "seal",
        done: 0,
        all: missing.len() as u64 * file_records(&grain).min(runs.len()),
    });
    let files = Files::new(
        (game, db, level),
        &plan.above,
        &runs,
        grain,
        (memory, threads, workers),
        observer,
    );
    files.make_all(&missing, workers, 0)?;
    observer.end();
    Ok(missing.len())
}
