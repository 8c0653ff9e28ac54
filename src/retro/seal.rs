//! Seal: sorted records become the files of a level, and on the way the items of its label function.

use retrograph_storage::{
    CHUNK_RECORDS, HashLog, LabelFunctionBuilder, LevelSummary, LevelWriter, PendingLabelFunction, RecordLog, Result,
    Sorted,
};
use std::sync::{Mutex, PoisonError};

use super::error::SolveError;
use super::journal::{Merged, Stage};
use super::labels::Logs;
use super::level::LevelRun;
use super::look_up::sign;
use game::Levels;

/// Records that one thread computes the signatures of at a time.
const TASK: usize = 1 << 11;

/// A level being written, and what its label function is made from.
pub(super) struct Sealing<G: Levels> {
    writer: LevelWriter<G::Record>,
    builder: LabelFunctionBuilder,
    hashes: HashLog,
    /// The first record of every batch.
    firsts: RecordLog<G::Record>,
    done: u64,
}

impl<G: Levels> Sealing<G> {
    /// Nothing yet, of `all` records; files of an earlier attempt are removed.
    pub fn begin(run: &LevelRun<G>, all: u64) -> Result<Self> {
        let (folder, work) = (run.db.positions_folder(run.level), run.db.work_folder(run.level));
        run.db.remove_unsealed_positions(run.level)?;
        let file_chunks = run.options.grain.file_chunks;
        Ok(Self {
            writer: LevelWriter::create(&folder, run.game.key_width(), run.memory.writer, file_chunks)?
                .with_syncs(run.db.syncs()),
            builder: LabelFunctionBuilder::new(&work, all, run.memory.builder),
            hashes: HashLog::new(&work)?,
            firsts: RecordLog::new(&work),
            done: 0,
        })
    }

    /// What was written at a checkpoint; `None` when it takes more memory than there is now.
    pub fn resume(run: &LevelRun<G>, merged: &Merged) -> Result<Option<Self>> {
        let (folder, work) = (run.db.positions_folder(run.level), run.db.work_folder(run.level));
        let Some(builder) = LabelFunctionBuilder::resume(&work, &merged.builder, run.memory.builder)? else {
            return Ok(None);
        };
        let (files, file_chunks) = (merged.files.clone(), run.options.grain.file_chunks);
        Ok(Some(Self {
            writer: LevelWriter::resume(&folder, run.game.key_width(), run.memory.writer, files, file_chunks)?,
            builder,
            hashes: HashLog::resume(&work, merged.hashes)?,
            firsts: RecordLog::resume(&work, merged.firsts)?,
            done: merged.files.iter().map(|file| file.summary.positions).sum(),
        }))
    }

    /// Records written so far.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Writes what `sorted` still has.
    ///
    /// # Errors
    /// When something cannot be written or the run is to stop; nothing then looks finished.
    pub fn write(
        &mut self,
        run: &mut LevelRun<G>,
        mut sorted: Sorted<G::Record>,
    ) -> std::result::Result<(), SolveError> {
        let most = run.options.grain.seal_chunks * CHUNK_RECORDS;
        let (mut batch, mut next) = (Vec::with_capacity(most), Vec::with_capacity(most));
        let mut items = Vec::with_capacity(most);
        let mut has_journal = self.done > 0;
        sorted.next_batch(&mut batch, most)?;
        while let Some(&last) = batch.last() {
            let Self {
                writer,
                builder,
                hashes,
                ..
            } = self;
            self.firsts.push(batch[0]);
            // Compressing is the work of one thread; the others sign the batch and merge the next one meanwhile.
            let (written, merged) = parallel::join(
                || writer.write(&batch),
                || {
                    items.resize(batch.len(), 0);
                    let tasks = batch.chunks(TASK).zip(items.chunks_mut(TASK));
                    let tasks: Vec<_> = tasks.map(|(records, items)| (records, Mutex::new(items))).collect();
                    parallel::for_each(tasks.len(), &|index| {
                        let (records, items) = &tasks[index];
                        let mut items = items.lock().unwrap_or_else(PoisonError::into_inner);
                        sign(run.game, records, 0, &mut items);
                    });
                    drop(tasks);
                    hashes.push(&items)?;
                    builder.push(&items)?;
                    sorted.next_batch(&mut next, most)
                },
            );
            written?;
            merged?;
            self.done += batch.len() as u64;
            run.observer.advance(self.done);
            sorted.forget_before(last);
            if run.checkpoints.due() {
                has_journal |= self.checkpoint(run, &mut sorted, last, has_journal)?;
                run.checkpoints.go_on()?;
            }
            std::mem::swap(&mut batch, &mut next);
        }
        Ok(())
    }

    /// Writes down what is merged up to `last`, when that is whole files, or else, when there is no journal of the merge
    /// yet, where it comes from. Whether it wrote anything.
    fn checkpoint(
        &mut self,
        run: &mut LevelRun<G>,
        sorted: &mut Sorted<G::Record>,
        last: G::Record,
        has_journal: bool,
    ) -> Result<bool> {
        let Some(runs) = sorted.checkpoint()? else {
            return Ok(false);
        };
        let files = if self.builder.in_memory() {
            None
        } else {
            self.writer.checkpoint()?
        };
        let merged = match files {
            None => None,
            Some(files) => Some(Merged {
                files,
                offsets: sorted.restart_after(last),
                builder: self.builder.checkpoint()?.expect("its items are on disk"),
                hashes: self.hashes.checkpoint()?,
                firsts: self.firsts.checkpoint()?,
            }),
        };
        if merged.is_none() && has_journal {
            return Ok(false);
        }
        run.checkpoints.write(Stage::Merge { runs, merged })?;
        Ok(true)
    }

    /// The level is a database that is only read.
    pub fn finish(self) -> Result<(LevelSummary, LabelFunctionBuilder, Logs<G::Record>)> {
        let positions = self.writer.finish()?;
        let logs = Logs {
            hashes: self.hashes,
            firsts: self.firsts,
        };
        Ok((positions, self.builder, logs))
    }

    /// Whether the items of the label function are in memory.
    pub fn in_memory(&self) -> bool {
        self.builder.in_memory()
    }

    /// [`Sealing::finish`], while the label function is solved beside it.
    pub fn finish_and_solve(self) -> Result<(LevelSummary, PendingLabelFunction, Logs<G::Record>)> {
        let Self {
            writer,
            builder,
            hashes,
            firsts,
            ..
        } = self;
        let (positions, function) = parallel::join(|| writer.finish(), || builder.build());
        Ok((positions?, function?, Logs { hashes, firsts }))
    }
}
