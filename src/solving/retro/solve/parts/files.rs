//! A level sealed file by file: the runs that have all its records.
//!
//! ```text
//! level-036/work/sealing.json              the runs: all records of the level are there
//! level-036/positions/incoming/000012.sst  file 12
//! level-036/work/signed-000012             the signatures of its records
//! level-036/work/seal-000012.json          its summary: the file is there
//! ```

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use retrograph_storage::{
    LevelWriter, Record, Result, RunState, Runs, Signatures, SignedFile, SignedFileWriter, Sorter, WrittenFile, has_run,
};
use serde::{Deserialize, Serialize};

use super::keys::{key_from_hex, key_to_hex};
use super::{Parts, Plan, Planned, PlannedStep, Site};
use crate::observer::{Observer, Step};
use crate::solve::error::{SolveError, go_on};
use crate::solve::memory::{Memory, least_memory};
use crate::solve::options::Grain;
use crate::solve::pool;
use crate::solve::stages::{Sealing, file_records};
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
        match SignedFile::open(&site.work(), part) {
            Ok(signed) => {
                Ok(signed.records() == sealed.file.summary.positions && signed.has_labels() == (site.bits().len() > 1))
            }
            Err(error) if error.is_damage() => Ok(false),
            Err(error) => Err(error),
        }
    }
}

impl<G: Levels> Planned<G> for Files {
    const PLAN: &'static str = "sealing";

    fn is_sound(&self, site: &Site<G>) -> Result<bool> {
        let records = (self.runs.iter()).try_fold(0u64, |sum, run| sum.checked_add(run.records));
        if self.above != site.hash() || self.file_chunks != site.grain.file_chunks || records != Some(self.positions) {
            return Ok(false);
        }
        let folder = site.work();
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
    pub fn of<G: Levels>(site: &Site<G>, runs: Vec<RunState>) -> Self {
        Self {
            above: site.hash().into(),
            positions: runs.iter().map(|run| run.records).sum(),
            file_chunks: site.grain.file_chunks,
            runs,
        }
    }

    /// What signing the records of all files has given.
    ///
    /// # Errors
    /// When a file is missing or its end is damaged.
    pub fn signatures<G: Levels>(&self, site: &Site<G>) -> Result<Signatures> {
        let count = Parts::<G>::count(self);
        Ok(Signatures::of_files(SignedFile::open_all(&site.work(), count)?))
    }

    /// Records of a file.
    pub fn records(&self, index: usize) -> u64 {
        let each = self
            .file_chunks
            .saturating_mul(retrograph_storage::CHUNK_RECORDS as u64);
        self.positions
            .saturating_sub(each.saturating_mul(index as u64))
            .min(each)
    }
}

impl<G: Levels> Plan<'_, G, Files> {
    /// Whether one merge within `memory` bytes holds the runs; otherwise they are merged, and the plan is written with
    /// fewer. Files that are there serve as they are.
    ///
    /// # Errors
    /// When a run is missing or damaged, or something cannot be written.
    pub fn fits(&self, memory: u64) -> Result<bool> {
        let Site { game, .. } = self.site;
        let runs = &self.cut.runs;
        let fewer = Sorter::<G::Record>::of_runs(&self.site.work(), game.key_width(), memory, runs)?.keep()?;
        if fewer == *runs {
            return Ok(true);
        }
        self.site.with(Files::of(&self.site, fewer)).write()?;
        Ok(false)
    }
}

/// Makes these files of the plan, after `before` records.
///
/// # Errors
/// When something cannot be read or written, memory does not do for one merge, or the observer wants an end; files made
/// stay.
pub(super) fn make<G: Levels>(
    plan: &Plan<G, Files>,
    missing: &[usize],
    before: u64,
    (memory, limit): (&Memory, u64),
    observer: &dyn Observer,
) -> std::result::Result<(), SolveError> {
    let Site {
        game, db, level, grain, ..
    } = plan.site;
    let states = &plan.cut.runs;
    let runs = Runs::open(&plan.site.work(), game.key_width(), states)?;
    let threads = base::parallel::threads();
    let workers = workers(&runs, grain, memory, threads)?.min(missing.len());
    if workers == 0 {
        // A half of what is shared goes to the merge: two blocks of a run in a third of it.
        let block = |run: &RunState| (12 * G::Record::BYTES as u64).saturating_mul(run.block_records);
        let blocks = states.iter().map(block).fold(0, u64::saturating_add);
        let least = least_memory(threads).saturating_add(blocks);
        return Err(SolveError::Memory { limit, least, threads });
    }
    let positions = db.positions_folder(level);
    LevelWriter::<G::Record>::expect_files(&positions)?;
    // Looked at after the place for files is there: a level that others have sealed meanwhile must not get any.
    let unless_sealed = || -> Result<bool> {
        let is_sealed = db.levels()?.contains(&level);
        if is_sealed {
            LevelWriter::<G::Record>::expect_no_files(&positions);
        }
        Ok(!is_sealed)
    };
    if !unless_sealed()? {
        return Ok(());
    }
    let records = |&index: &usize| plan.cut.records(index);
    observer.begin(&Step {
        level: Some(level),
        name: "seal",
        done: before,
        all: before + missing.iter().map(records).sum::<u64>(),
    });
    let maker = Maker {
        plan,
        runs: &runs,
        memory: Memory {
            sort: memory.sort / workers as u64,
            writer: memory.writer / workers as u64,
            builder: memory.builder / workers as u64,
        },
        threads: threads.div_ceil(workers),
        done: AtomicU64::new(before),
        observer,
    };
    let made = maker.make_all(missing, workers);
    unless_sealed()?;
    made?;
    observer.end();
    Ok(())
}

/// Most workers, of `threads` threads together, that make so many files within `memory`.
///
/// # Errors
/// Those of [`Runs::fit`].
fn workers<R: Record>(runs: &Runs<R>, grain: &Grain, memory: &Memory, threads: usize) -> Result<usize> {
    let records = file_records(grain);
    let files = runs.len().div_ceil(records) as usize;
    // As many rounds as are needed, and in them no more workers than files.
    let most = files.div_ceil(files.div_ceil(threads).max(1));
    let each = SignedFileWriter::memory(records.min(runs.len())).max(1);
    let roomy = usize::try_from(memory.builder / each).unwrap_or(usize::MAX);
    let mut workers = most.min(roomy.max(1));
    while workers > 0 && !runs.fit(memory.sort / workers as u64)? {
        workers -= 1;
    }
    Ok(workers)
}

/// Makes files, each alone, from its stretch of the runs, with what its records give to the label functions. Their
/// bytes do not depend on the runs.
struct Maker<'a, G: Levels> {
    plan: &'a Plan<'a, G, Files>,
    runs: &'a Runs<G::Record>,
    /// Of one worker.
    memory: Memory,
    /// Of one worker.
    threads: usize,
    /// Records of all files.
    done: AtomicU64,
    observer: &'a dyn Observer,
}

impl<G: Levels> Maker<'_, G> {
    /// Makes a file.
    fn make(&self, index: usize) -> std::result::Result<(), SolveError> {
        let Self { plan, memory, .. } = self;
        let Site {
            game, db, level, grain, ..
        } = plan.site;
        let all = self.runs.len();
        let records = plan.cut.records(index);
        let own = plan.making(index)?;
        let strange = || plan.site.strange("its runs are too many or too short");
        let before = index as u64 * file_records(grain);
        let mut sorted = self.runs.from(before, memory.sort)?.ok_or_else(strange)?;
        let (folder, width) = (own.path().join("file"), game.key_width());
        let mut writer = LevelWriter::create_file(&folder, width, memory.writer, grain.file_chunks, index)?;
        let sealing = Sealing::new(game, plan.site.bits(), grain);
        let has_labels = sealing.has_labels();
        let mut signed = SignedFileWriter::create(own.path(), index, (records, all), has_labels, memory.builder)?;
        let mut written = 0;
        let push = &mut |items: &[u64], labels: &[u16]| signed.push(items, labels);
        let firsts = sealing.run(&mut sorted, records, &mut writer, push, &mut |count| {
            written += count;
            self.observer.advance(self.done.fetch_add(count, Relaxed) + count);
            go_on(level, self.observer)
        })?;
        if written < records {
            return Err(strange().into());
        }
        let file = writer.finish_file(&db.positions_folder(level))?;
        signed.finish(&plan.site.work())?;
        let sealed = Sealed {
            above: plan.cut.above.clone(),
            positions: plan.cut.positions,
            file,
            firsts: firsts.into_iter().map(key_to_hex).collect(),
        };
        Ok(plan.keep(index, own.path(), &sealed, self.observer)?)
    }

    /// Makes files with so many workers at a time, each with threads of its own: in a common pool a thread that waits
    /// would begin another file, beyond what memory allows.
    fn make_all(&self, indexes: &[usize], workers: usize) -> std::result::Result<(), SolveError> {
        let next = AtomicUsize::new(0);
        let failed: Mutex<Option<SolveError>> = Mutex::new(None);
        let fail = |error| {
            failed
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .get_or_insert(error);
            next.store(indexes.len(), Relaxed);
        };
        let work = || {
            while let Some(&index) = indexes.get(next.fetch_add(1, Relaxed)) {
                if let Err(error) = self.make(index) {
                    return fail(error);
                }
            }
        };
        if workers == 1 {
            work();
        } else {
            std::thread::scope(|scope| {
                for _ in 0..workers {
                    let worker = std::thread::Builder::new().spawn_scoped(scope, || match pool(self.threads) {
                        Ok(pool) => pool.install(work),
                        Err(error) => fail(error),
                    });
                    if let Err(why) = worker {
                        fail(SolveError::Threads {
                            threads: self.threads,
                            why: why.to_string(),
                        });
                        break;
                    }
                }
            });
        }
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}
