//! Sealing by files: each file of a level is written alone, from its stretch of the runs, with what its records give to
//! the label function. Files are made in any order, by any thread or process; their bytes do not depend on the runs.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use retrograph_storage::{
    CHUNK_RECORDS, LabelFunctionBuilder, LevelWriter, Record, Runs, SignedFile, SignedFileWriter, Sorted, Syncs,
};

use super::logs::Logs;
use super::made::Made;
use super::sealing::sign_all;
use super::shards::Shards;
use crate::observer::Observer;
use crate::solve::error::{SolveError, go_on};
use crate::solve::journal::key_to_hex;
use crate::solve::memory::Memory;
use crate::solve::options::Grain;
use crate::solve::parts::files::{Files, Sealed};
use crate::solve::parts::shards::ShardRanges;
use crate::solve::parts::{Parts, Plan, Site};
use crate::solve::run::LevelRun;
use game::Levels;

/// A level whose records are all in runs.
pub(crate) struct FileMaker<'a, G: Levels> {
    plan: &'a Plan<'a, G, Files>,
    runs: &'a Runs<G::Record>,
    /// Of one worker.
    memory: Memory,
    /// Of one worker.
    threads: usize,
    observer: &'a dyn Observer,
}

/// Records of every file but the last.
pub(crate) fn file_records(grain: &Grain) -> u64 {
    grain.file_chunks * CHUNK_RECORDS as u64
}

/// Most workers, of `threads` threads together, that make so many files of `positions` within `memory`.
///
/// # Errors
/// Those of [`Runs::fit`].
pub(crate) fn workers<R: Record>(
    runs: &Runs<R>,
    grain: &Grain,
    memory: &Memory,
    threads: usize,
) -> retrograph_storage::Result<usize> {
    let records = file_records(grain);
    let files = runs.len().div_ceil(records) as usize;
    // As many rounds as are needed, and in them no more workers than files.
    let most = files.div_ceil(files.div_ceil(threads).max(1));
    let each = SignedFileWriter::memory(records.min(runs.len())).max(1);
    let mut workers = most.min(usize::try_from(memory.builder / each).unwrap_or(usize::MAX));
    while workers > 0 && !runs.fit(memory.sort / workers as u64)? {
        workers -= 1;
    }
    Ok(workers)
}

impl<'a, G: Levels> FileMaker<'a, G> {
    /// For so many workers that share memory and threads.
    pub fn new(
        plan: &'a Plan<'a, G, Files>,
        runs: &'a Runs<G::Record>,
        (memory, threads, workers): (&Memory, usize, usize),
        observer: &'a dyn Observer,
    ) -> Self {
        let share = workers.max(1);
        Self {
            plan,
            runs,
            memory: Memory {
                sort: memory.sort / share as u64,
                writer: memory.writer / share as u64,
                ..*memory
            },
            threads: threads.div_ceil(share),
            observer,
        }
    }

    /// Makes a file; `done` counts records of all files.
    ///
    /// # Errors
    /// When something cannot be read or written, or the observer wants an end; then the file is not there.
    pub fn make(&self, index: usize, done: &AtomicU64) -> Result<Sealed, SolveError> {
        let Site {
            game, db, level, grain, ..
        } = self.plan.site;
        let positions = self.runs.len();
        let before = index as u64 * file_records(grain);
        let mut left = file_records(grain).min(positions - before);
        let own = self.plan.making(index)?;
        let strange =
            || retrograph_storage::Error::corrupt(&db.work_folder(level), "its runs are too many or too short");
        let mut sorted = self.runs.from(before, self.memory.sort)?.ok_or_else(strange)?;
        let folder = own.path().join("file");
        let file_chunks = grain.file_chunks;
        let mut writer =
            LevelWriter::<G::Record>::create_file(&folder, game.key_width(), self.memory.writer, file_chunks, index)?;
        let mut signed = SignedFileWriter::create(own.path(), index, left, positions)?;
        let most = grain.seal_chunks * CHUNK_RECORDS;
        let (mut batch, mut items, mut firsts) = (Vec::with_capacity(most), vec![0; most], Vec::new());
        while left > 0 {
            if sorted.next_batch(&mut batch, most.min(usize::try_from(left).unwrap_or(most)))? == 0 {
                return Err(strange().into());
            }
            go_on(level, self.observer)?;
            firsts.push(key_to_hex(batch[0].key()));
            let items = &mut items[..batch.len()];
            let (written, pushed) = base::parallel::join(
                || writer.write(&batch),
                || {
                    sign_all(game, &batch, items);
                    signed.push(items)
                },
            );
            written?;
            pushed?;
            sorted.forget_before(batch[batch.len() - 1]);
            left -= batch.len() as u64;
            let count = batch.len() as u64;
            self.observer.advance(done.fetch_add(count, Relaxed) + count);
        }
        let file = writer.finish_file(&db.positions_folder(level))?;
        signed.finish(&db.work_folder(level))?;
        let sealed = self.plan.cut.sealed(file, firsts);
        self.plan.keep(index, own.path(), &sealed)?;
        Ok(sealed)
    }

    /// Makes files with so many workers at a time, each with threads of its own. Returns them in the order of
    /// `indexes`.
    ///
    /// # Errors
    /// The first failure of a worker; files made stay.
    pub fn make_all(&self, indexes: &[usize], workers: usize, done: u64) -> Result<Vec<Sealed>, SolveError> {
        let slots: Vec<Mutex<Option<Sealed>>> = indexes.iter().map(|_| Mutex::new(None)).collect();
        let (next, done) = (AtomicUsize::new(0), AtomicU64::new(done));
        let failed: Mutex<Option<SolveError>> = Mutex::new(None);
        let fail = |error| {
            failed
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .get_or_insert(error);
            next.store(indexes.len(), Relaxed);
        };
        let work = || {
            loop {
                let at = next.fetch_add(1, Relaxed);
                let Some(&index) = indexes.get(at) else {
                    return;
                };
                match self.make(index, &done) {
                    Ok(sealed) => *slots[at].lock().unwrap_or_else(PoisonError::into_inner) = Some(sealed),
                    Err(error) => return fail(error),
                }
                self.observer.checkpoint(self.plan.site.level);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..workers {
                let worker =
                    std::thread::Builder::new().spawn_scoped(scope, || match crate::solve::pool(self.threads) {
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
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => {
                let made = slots.into_iter().map(|slot| slot.into_inner().ok().flatten());
                Ok(made.map(|made| made.expect("every file was made")).collect())
            }
        }
    }
}

/// The runs of `sorted`, durable, if the level is to be sealed file by file: it is planned, or it has several files,
/// and there are threads and memory for several workers.
///
/// # Errors
/// When the runs cannot be made durable or read.
pub(crate) fn runs_by_files<G: Levels>(
    run: &LevelRun<G>,
    sorted: &Sorted<G::Record>,
) -> retrograph_storage::Result<Option<Runs<G::Record>>> {
    let grain = &run.options.grain;
    if sorted.len() <= file_records(grain) || run.db.syncs() == Syncs::Later {
        return Ok(None);
    }
    let threads = base::parallel::threads();
    let is_planned = Plan::<G, Files>::read(run.site())?.is_some();
    if threads < grain.file_threads && !is_planned {
        return Ok(None);
    }
    let Some(states) = sorted.checkpoint()? else {
        return Ok(None);
    };
    let Some(runs) = Runs::open(&run.db.work_folder(run.level), run.game.key_width(), &states)? else {
        return Ok(None);
    };
    let least = if is_planned { 1 } else { 2 };
    Ok((workers(&runs, grain, run.memory, threads)? >= least).then_some(runs))
}

/// Makes the files of the plan that are missing, from its runs, and begins the label function.
///
/// # Errors
/// When something cannot be read or written, or the run is to stop; files made stay.
pub(crate) fn seal_by_files<G: Levels>(
    run: &LevelRun<G>,
    plan: &Plan<G, Files>,
    runs: &Runs<G::Record>,
) -> Result<Shards<G>, SolveError> {
    LevelWriter::<G::Record>::expect_files(&run.db.positions_folder(run.level))?;
    let threads = base::parallel::threads();
    let workers = workers(runs, &run.options.grain, run.memory, threads)?;
    let maker = FileMaker::new(plan, runs, (run.memory, threads, workers), run.observer);
    let count = Parts::<G>::count(&plan.cut);
    let (mut all, mut missing, mut done) = (Vec::with_capacity(count), Vec::new(), 0);
    for index in 0..count {
        let sealed = plan.part(index)?;
        match &sealed {
            Some(sealed) => done += sealed.file.summary.positions,
            None => missing.push(index),
        }
        all.push(sealed);
    }
    run.begin("seal", done, runs.len());
    for (&index, sealed) in missing.iter().zip(maker.make_all(&missing, workers, done)?) {
        all[index] = Some(sealed);
    }
    run.observer.end();
    assemble(run, all.into_iter().flatten().collect(), &missing)
}

/// Makes the level of all its files, those in `made` by this process.
fn assemble<G: Levels>(run: &LevelRun<G>, all: Vec<Sealed>, made: &[usize]) -> Result<Shards<G>, SolveError> {
    let (folder, work) = (run.db.positions_folder(run.level), run.db.work_folder(run.level));
    let (mut written, mut firsts) = (Vec::with_capacity(all.len()), Vec::new());
    for sealed in all {
        firsts.extend(sealed.firsts::<G::Record>().ok_or_else(|| run.strange())?);
        written.push(sealed.file);
    }
    let is_known = |index: usize| made.binary_search(&index).is_ok();
    let signed = Arc::new(SignedFile::open_all(&work, written.len())?);
    let (width, chunks) = (run.game.key_width(), run.options.grain.file_chunks);
    let writer =
        LevelWriter::<G::Record>::resume_files(&folder, width, run.memory.writer, (written, &is_known), chunks)?;
    let positions = writer.finish()?;
    let cut = ShardRanges::read(run.site(), positions.positions)?.map(|plan| plan.cut.shards());
    let builder = LabelFunctionBuilder::of_files(&work, signed.clone(), run.memory.builder, cut.as_ref());
    let logs = Logs::of_files(&work, signed, firsts.into_iter());
    Ok(Shards::begin(Made::records(positions), builder.solver()?, logs))
}
