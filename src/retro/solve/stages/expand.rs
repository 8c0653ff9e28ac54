//! Expand and label: from the level above to labelled positions of this one, sorted into runs.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use parallel::Spare;
use retrograph_storage::{Cache, LevelReader, RawChunk, Result, RunState, Sorter};
use serde::{Deserialize, Serialize};

use super::labelling::Task;
use super::merge::Merge;
use crate::observer::Work;
use crate::read::look_up::{Labels, labelled};
use crate::read::meaning::terminal;
use crate::solve::error::SolveError;
use crate::solve::journal::{Entry, key_from_hex, key_to_hex};
use crate::solve::run::LevelRun;
use game::Levels;

/// Chunks a thread takes at a time.
const TASK_CHUNKS: usize = 4;

/// Positions of the level above are expanded.
pub(crate) struct Expand<G: Levels> {
    /// What has been found.
    sorter: Sorter<G::Record>,
    /// The first record of the first chunk that is still to be expanded; `None` for the front.
    next: Option<G::Record>,
    /// Positions expanded before.
    done: u64,
}

/// [`Expand`] in a journal.
#[derive(Serialize, Deserialize)]
pub(crate) struct State {
    runs: Vec<RunState>,
    /// The first key, hexadecimal, of the next chunk.
    next: String,
    done: u64,
}

impl Entry for State {
    const NAME: &'static str = "Expand";
}

impl<G: Levels> Expand<G> {
    /// Nothing but the saturated positions; whatever there is of the level is removed.
    pub fn begin(run: &LevelRun<G>, saturated: &[G::Record]) -> Result<Self> {
        run.db.begin_level(run.level)?;
        let folder = run.db.work_folder(run.level);
        let mut sorter = Sorter::new(&folder, run.game.key_width(), run.memory.sort)?;
        let label = |record| match run.values.may_end() {
            true => terminal(run.game, run.values, &run.game.position(record)),
            false => run.values.terminal(),
        };
        let terminal = parallel::map(saturated.len(), |index| {
            labelled(saturated[index], label(saturated[index]))
        });
        sorter.push(&terminal)?;
        Ok(Self {
            sorter,
            next: None,
            done: 0,
        })
    }

    /// What was written at a checkpoint.
    pub fn resume(run: &LevelRun<G>, state: &State) -> Result<Self> {
        let folder = run.db.work_folder(run.level);
        Ok(Self {
            sorter: Sorter::resume(&folder, run.game.key_width(), run.memory.sort, &state.runs)?,
            next: Some(key_from_hex(&state.next).ok_or_else(|| run.strange())?),
            done: state.done,
        })
    }

    /// Expands what is left of the level above.
    ///
    /// # Errors
    /// When the level above cannot be read, a run cannot be written, or the run is to stop.
    pub fn run(mut self, run: &mut LevelRun<G>) -> std::result::Result<Merge<G>, SolveError> {
        if let Some(above) = &run.above {
            let (db, above) = (above.db, &above.manifest);
            let cache = Cache::new(run.memory.cache);
            let folder = db.positions_folder(above.level);
            let positions = LevelReader::open_own(&folder, run.game.key_width(), &cache)?;
            let labels = Labels::map(db, above)?;
            labels.verify_checksums()?;
            let label_bytes = above.label_bytes();
            if label_bytes > run.options.memory / 2 {
                run.observer.note(&format!(
                    "the label function of level {} takes {} MiB, more than half the memory limit: it is mapped from disk, and the system may read parts of it again",
                    above.level,
                    label_bytes >> 20
                ));
            }
            run.begin("expand and label", self.done, above.positions.positions);
            self.expand(run, &positions, &labels)?;
            run.observer.end();
        }
        Ok(Merge::begin(self.sorter.finish()?))
    }

    /// Pushes every position below `positions` that is not saturated, labelled, into the sorter.
    fn expand(
        &mut self,
        run: &mut LevelRun<G>,
        positions: &LevelReader<G::Record>,
        labels: &Labels,
    ) -> std::result::Result<(), SolveError> {
        let (game, values, observer) = (run.game, run.values, run.observer);
        let batch_chunks = run.options.grain.expand_chunks;
        let sorter = &mut self.sorter;
        let mut chunks = match self.next {
            None => positions.chunks(),
            Some(next) => positions.chunks_from(next),
        };
        let (mut batch, mut next) = (Vec::new(), Vec::new());
        let mut made: Vec<Vec<G::Record>> = Vec::new();
        let done = AtomicU64::new(self.done);
        let spare = Spare::default();
        chunks.next_chunks(batch_chunks, &mut batch)?;
        while !batch.is_empty() {
            if run.checkpoints.due() {
                made.drain(..).try_for_each(|records| sorter.push(&records))?;
                run.checkpoints.write(&State {
                    runs: sorter.checkpoint()?,
                    next: key_to_hex(batch[0].first_key()),
                    done: done.load(Relaxed),
                })?;
                run.checkpoints.go_on()?;
            }
            let expand = || {
                let tasks: Vec<&[RawChunk<G::Record>]> = batch.chunks(TASK_CHUNKS).collect();
                let run = |task: &mut Task<G>, chunks| -> Result<(Vec<G::Record>, Work)> {
                    let part = task.run(game, values, labels, chunks)?;
                    observer.advance(done.fetch_add(task.expanded(), Relaxed) + task.expanded());
                    Ok(part)
                };
                parallel::try_map(tasks.len(), |index| {
                    spare.with(Task::default, |task| run(task, tasks[index]))
                })
            };
            // One thread takes in what the last batch has given and reads the next one; the others expand this one.
            let take_and_read = || {
                made.drain(..).try_for_each(|records| sorter.push(&records))?;
                chunks.next_chunks(batch_chunks, &mut next)
            };
            let (parts, read) = parallel::join(expand, take_and_read);
            read?;
            for (records, part) in parts? {
                run.checkpoints.work.add(&part);
                made.push(records);
            }
            std::mem::swap(&mut batch, &mut next);
        }
        made.iter().try_for_each(|records| sorter.push(records))?;
        Ok(())
    }
}
