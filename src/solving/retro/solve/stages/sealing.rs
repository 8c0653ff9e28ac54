//! Sorted records become the files of a level, and on the way the items of its first label function.

use std::sync::{Mutex, PoisonError};

use retrograph_storage::{
    BuilderState, LabelFunctionBuilder, LevelSummary, LevelWriter, PendingLabelFunction, Record, Result, Sorted,
    WrittenFile,
};
use serde::{Deserialize, Serialize};

use super::logs::{Logs, OpenLogs};
use crate::read::look_up::sign;
use crate::solve::run::LevelRun;
use game::Levels;

/// Records that one thread computes the signatures of at a time.
const TASK: usize = 1 << 11;

/// Signs records for bit 0 on all threads.
pub(super) fn sign_all<G: Levels>(game: &G, records: &[G::Record], items: &mut [u64]) {
    let tasks = records.chunks(TASK).zip(items.chunks_mut(TASK));
    let tasks: Vec<_> = tasks.map(|(records, items)| (records, Mutex::new(items))).collect();
    base::parallel::for_each(tasks.len(), &|index| {
        let (records, items) = &tasks[index];
        let mut items = items.lock().unwrap_or_else(PoisonError::into_inner);
        sign(game, records, 0, &mut items);
    });
}

/// A level being written, and what its label function is made from.
pub(super) struct Sealing<G: Levels> {
    writer: LevelWriter<G::Record>,
    builder: LabelFunctionBuilder,
    logs: OpenLogs<G::Record>,
    /// Items of the last batch: they are taken while the next batch is signed.
    signed: Vec<u64>,
    /// Room for those of the next one.
    items: Vec<u64>,
    done: u64,
}

/// [`Sealing`] in a journal: whole files.
#[derive(Serialize, Deserialize)]
pub(super) struct State {
    files: Vec<WrittenFile>,
    /// Where to begin in each run.
    pub offsets: Vec<u64>,
    builder: BuilderState,
    /// Sizes of the logs.
    hashes: u64,
    firsts: u64,
}

impl State {
    /// The last record of what is written.
    pub fn last<R: Record>(&self) -> R {
        self.files
            .last()
            .map_or(R::ZERO, |file| R::from_be(&file.summary.last_key))
    }
}

/// Takes items, and forgets them.
fn take<R: Record>(items: &mut Vec<u64>, builder: &mut LabelFunctionBuilder, logs: &mut OpenLogs<R>) -> Result<()> {
    logs.hashes.push(items)?;
    builder.push(items)?;
    items.clear();
    Ok(())
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
            logs: OpenLogs::begin(&work, all)?,
            signed: Vec::new(),
            items: Vec::new(),
            done: 0,
        })
    }

    /// What was written of `all` records at a checkpoint; `None` when it takes more memory than there is now.
    pub fn resume(run: &LevelRun<G>, state: &State, all: u64) -> Result<Option<Self>> {
        let (folder, work) = (run.db.positions_folder(run.level), run.db.work_folder(run.level));
        let Some(builder) = LabelFunctionBuilder::resume(&work, &state.builder, run.memory.builder)? else {
            return Ok(None);
        };
        let (files, file_chunks) = (state.files.clone(), run.options.grain.file_chunks);
        Ok(Some(Self {
            writer: LevelWriter::resume(&folder, run.game.key_width(), run.memory.writer, files, file_chunks)?,
            builder,
            logs: OpenLogs::resume(&work, state.hashes, state.firsts, all)?,
            signed: Vec::new(),
            items: Vec::new(),
            done: state.files.iter().map(|file| file.summary.positions).sum(),
        }))
    }

    /// Records written so far.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Writes the next records and signs them, and does `meanwhile` what that leaves threads for.
    ///
    /// # Errors
    /// When something cannot be written, or `meanwhile` fails.
    pub fn write(
        &mut self,
        game: &G,
        batch: &[G::Record],
        meanwhile: impl FnOnce() -> Result<usize> + Send,
    ) -> Result<()> {
        let Self {
            writer,
            builder,
            logs,
            signed,
            items,
            done,
        } = self;
        logs.firsts.push(batch[0]);
        items.resize(batch.len(), 0);
        // One thread compresses and writes, one takes the items of the last batch and merges the next one; all sign
        // this one.
        let (written, (merged, ())) = base::parallel::join(
            || writer.write(batch),
            || {
                let take_and_merge = || {
                    take(signed, builder, logs)?;
                    meanwhile()
                };
                base::parallel::join(take_and_merge, || sign_all(game, batch, items))
            },
        );
        written?;
        merged?;
        std::mem::swap(signed, items);
        *done += batch.len() as u64;
        Ok(())
    }

    /// Takes the items of the last batch.
    fn take_signed(&mut self) -> Result<()> {
        take(&mut self.signed, &mut self.builder, &mut self.logs)
    }

    /// What is written, when that is whole files; `sorted` has given records up to `last`.
    ///
    /// # Errors
    /// When it cannot be made durable.
    pub fn checkpoint(&mut self, sorted: &mut Sorted<G::Record>, last: G::Record) -> Result<Option<State>> {
        if self.builder.in_memory() {
            return Ok(None);
        }
        let Some(files) = self.writer.checkpoint()? else {
            return Ok(None);
        };
        self.take_signed()?;
        Ok(Some(State {
            files,
            offsets: sorted.restart_after(last),
            builder: self.builder.checkpoint()?.expect("its items are on disk"),
            hashes: self.logs.hashes.checkpoint()?,
            firsts: self.logs.firsts.checkpoint()?,
        }))
    }

    /// The level is a database that is only read.
    pub fn finish(mut self) -> Result<(LevelSummary, LabelFunctionBuilder, Logs<G::Record>)> {
        self.take_signed()?;
        Ok((self.writer.finish()?, self.builder, self.logs.close()))
    }

    /// Whether the items of the label function are in memory.
    pub fn in_memory(&self) -> bool {
        self.builder.in_memory()
    }

    /// [`Sealing::finish`], while the label function is solved beside it.
    pub fn finish_and_solve(mut self) -> Result<(LevelSummary, PendingLabelFunction, Logs<G::Record>)> {
        self.take_signed()?;
        let Self {
            writer, builder, logs, ..
        } = self;
        let (positions, function) = base::parallel::join(|| writer.finish(), || builder.build());
        Ok((positions?, function?, logs.close()))
    }
}
