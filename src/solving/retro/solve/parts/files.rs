//! A level sealed file by file: the runs that have all its records.
//!
//! ```text
//! level-036/work/sealing.json              the runs: all records of the level are there
//! level-036/positions/incoming/000012.sst  file 12
//! level-036/work/signed-000012             the signatures of its records
//! level-036/work/seal-000012.json          its summary: the file is there
//! ```

use retrograph_storage::{LevelWriter, Record, Result, RunState, SignedFile, SignedFileWriter, WrittenFile, has_run};
use serde::{Deserialize, Serialize};

use super::order::is_beyond_parts;
use super::{Parts, Plan, Planned, PlannedStep, Site};
use crate::observer::{Observer, Step};
use crate::solve::error::SolveError;
use crate::solve::journal::key_from_hex;
use crate::solve::memory::{Memory, least_memory};
use crate::solve::stages::{FileMaker, file_records, workers};
use game::Levels;

/// How a level is cut into files.
#[derive(Serialize, Deserialize)]
pub(crate) struct Files {
    /// Hash of the records of the level above.
    above: String,
    /// Positions of the level.
    positions: u64,
    /// Chunks of a file.
    file_chunks: u64,
    pub runs: Vec<RunState>,
}

/// A file that is there.
#[derive(Serialize, Deserialize)]
pub(crate) struct Sealed {
    /// Hash of the records of the level above.
    above: String,
    /// Positions of the level.
    positions: u64,
    pub file: WrittenFile,
    /// The first key of each batch, hexadecimal.
    firsts: Vec<String>,
}

impl Sealed {
    /// The first key of each batch; `None` if one is no key.
    pub fn firsts<R: Record>(&self) -> Option<Vec<R>> {
        self.firsts.iter().map(|first| key_from_hex(first)).collect()
    }
}

impl<G: Levels> Parts<G> for Files {
    const STEP: PlannedStep = PlannedStep::Seal;
    const NAME: &'static str = "seal";
    type Done = Sealed;

    fn count(&self) -> usize {
        let chunks = self.file_chunks.max(1);
        let records = chunks.saturating_mul(retrograph_storage::CHUNK_RECORDS as u64);
        self.positions.div_ceil(records) as usize
    }

    fn positions(&self) -> u64 {
        self.positions
    }

    fn is_there(&self, site: &Site<G>, part: usize, sealed: &Sealed) -> Result<bool> {
        if (&sealed.above, sealed.positions) != (&self.above, self.positions) {
            return Ok(false);
        }
        let folder = site.db.positions_folder(site.level);
        if !LevelWriter::<G::Record>::has_file(&folder, part, &sealed.file)? {
            return Ok(false);
        }
        match SignedFile::open(&site.db.work_folder(site.level), part) {
            Ok(signed) => Ok(signed.records() == sealed.file.summary.positions),
            Err(error) if error.is_damage() => Ok(false),
            Err(error) => Err(error),
        }
    }
}

impl<G: Levels> Planned<G> for Files {
    const PLAN: &'static str = "sealing";

    fn is_sound(&self, site: &Site<G>) -> Result<bool> {
        let records = (self.runs.iter()).try_fold(0u64, |sum, run| sum.checked_add(run.records));
        if self.above != site.above || self.file_chunks != site.grain.file_chunks || records != Some(self.positions) {
            return Ok(false);
        }
        let folder = site.db.work_folder(site.level);
        for run in &self.runs {
            if !has_run(&folder, run)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Files {
    /// Of a level whose records are all in `runs`, which are durable.
    pub fn of<G>(site: &Site<G>, runs: Vec<RunState>) -> Self {
        Self {
            above: site.above.into(),
            positions: runs.iter().map(|run| run.records).sum(),
            file_chunks: site.grain.file_chunks,
            runs,
        }
    }

    /// What says that a file is there, with the first key of each of its batches.
    pub fn sealed(&self, file: WrittenFile, firsts: Vec<String>) -> Sealed {
        Sealed {
            above: self.above.clone(),
            positions: self.positions,
            file,
            firsts,
        }
    }
}

/// Makes these files of the plan.
///
/// # Errors
/// When something cannot be read or written, memory does not do for one file, or the observer wants an end; files made
/// stay.
pub(super) fn make<G: Levels>(
    plan: &Plan<G, Files>,
    missing: &[usize],
    (memory, limit): (&Memory, u64),
    observer: &dyn Observer,
) -> std::result::Result<(), SolveError> {
    let Site {
        game, db, level, grain, ..
    } = plan.site;
    let folder = db.work_folder(level);
    let without = || retrograph_storage::Error::corrupt(&folder, "a run in it has no index");
    let states = &plan.cut.runs;
    let runs = retrograph_storage::Runs::open(&folder, game.key_width(), states)?.ok_or_else(without)?;
    let threads = base::parallel::threads();
    let workers = workers(&runs, grain, memory, threads)?.min(missing.len());
    if workers == 0 {
        // What is shared goes to the builder by a quarter, to the merge by a half: two blocks of a run in a third of
        // it.
        let signed = 4 * SignedFileWriter::memory(file_records(grain).min(runs.len()));
        let block = |run: &RunState| (12 * G::Record::BYTES as u64).saturating_mul(run.block_records);
        let blocks = states.iter().map(block).fold(0, u64::saturating_add);
        let least = least_memory(threads).saturating_add(signed.max(blocks));
        return Err(SolveError::Memory { limit, least, threads });
    }
    let positions = db.positions_folder(level);
    LevelWriter::<G::Record>::expect_files(&positions)?;
    // Looked at after the place for files is there: a level that others have sealed meanwhile must not get any.
    if is_beyond_parts(db, level)? || db.levels()?.contains(&level) {
        LevelWriter::<G::Record>::expect_no_files(&positions);
        return Ok(());
    }
    observer.level_begins(level);
    observer.begin(&Step {
        level: Some(level),
        name: "seal",
        done: 0,
        all: missing.len() as u64 * file_records(grain).min(runs.len()),
    });
    let maker = FileMaker::new(plan, &runs, (memory, threads, workers), observer);
    maker.make_all(missing, workers, 0)?;
    observer.end();
    Ok(())
}
