//! Merge: the runs become the files of the level.

use retrograph_storage::{CHUNK_RECORDS, Result, RunState, Sorted, Sorter};
use serde::{Deserialize, Serialize};

use super::ambiguous::Ambiguous;
use super::files::{runs_by_files, seal_by_files};
use super::made::Made;
use super::sealing::{self, Sealing};
use super::shards::Shards;
use crate::solve::error::SolveError;
use crate::solve::journal::Entry;
use crate::solve::parts::files::Files;
use crate::solve::run::LevelRun;
use game::Levels;

/// All records are there; they are merged into the level's files.
pub(crate) struct Merge<G: Levels> {
    sorted: Sorted<G::Record>,
    /// What is merged already.
    sealing: Option<Box<Sealing<G>>>,
}

/// [`Merge`] in a journal.
#[derive(Serialize, Deserialize)]
pub(crate) struct State {
    runs: Vec<RunState>,
    merged: Option<sealing::State>,
}

impl Entry for State {
    const NAME: &'static str = "Merge";
}

/// A level whose files are there, and its first label function.
pub(crate) enum Merged<G: Levels> {
    /// Its items are on disk.
    Items(Shards<G>),
    /// Its items were in memory, and its shards are solved already.
    Function(Ambiguous<G>),
}

impl<G: Levels> Merge<G> {
    /// Nothing is merged.
    pub fn begin(sorted: Sorted<G::Record>) -> Self {
        Self { sorted, sealing: None }
    }

    /// What was written at a checkpoint. If it takes more memory than there is now, the runs are merged again.
    pub fn resume(run: &LevelRun<G>, state: &State) -> Result<Self> {
        let folder = run.db.work_folder(run.level);
        let sorter = || Sorter::resume(&folder, run.game.key_width(), run.memory.sort, &state.runs);
        let all = state.runs.iter().map(|run| run.records).sum();
        if let Some(merged) = &state.merged
            && let Some(sealing) = Sealing::resume(run, merged, all)?
            && let Some(sorted) = sorter()?.resume_sorted(&merged.offsets, merged.last())
        {
            let sealing = Some(Box::new(sealing));
            return Ok(Self { sorted, sealing });
        }
        Ok(Self::begin(sorter()?.finish()?))
    }

    /// Writes what is not yet merged.
    ///
    /// # Errors
    /// [`SolveError::Count`]; when something cannot be written or the run is to stop; nothing then looks finished.
    pub fn run(self, run: &mut LevelRun<G>) -> std::result::Result<Merged<G>, SolveError> {
        let Self { sorted, sealing } = self;
        let found = sorted.len();
        if let Some(known) = run.known
            && known != found
        {
            let level = run.level;
            return Err(SolveError::Count { level, found, known });
        }
        if sealing.is_none()
            && let Some(runs) = runs_by_files(run, &sorted)?
        {
            // Its runs are durable now.
            drop(sorted);
            let states = runs.states();
            let plan = run.site().with(Files::of(&run.site(), states.clone()));
            plan.write()?;
            let cut = plan.cut;
            run.checkpoints.write(&State {
                runs: states,
                merged: None,
            })?;
            let plan = run.site().with(cut);
            return Ok(Merged::Items(seal_by_files(run, &plan, &runs)?));
        }
        let mut sealing = match sealing {
            Some(sealing) => sealing,
            None => Box::new(Sealing::begin(run, found)?),
        };
        run.begin("seal", sealing.done(), found);
        merge(run, sorted, &mut sealing)?;
        run.observer.end();
        if sealing.in_memory() {
            let (positions, function, logs) = sealing.finish_and_solve()?;
            let ambiguous = Ambiguous::begin(Made::records(positions), function, logs);
            return Ok(Merged::Function(ambiguous));
        }
        let (positions, builder, logs) = sealing.finish()?;
        let shards = Shards::begin(Made::records(positions), builder.solver()?, logs);
        Ok(Merged::Items(shards))
    }
}

/// Writes what `sorted` still has.
fn merge<G: Levels>(
    run: &mut LevelRun<G>,
    mut sorted: Sorted<G::Record>,
    sealing: &mut Sealing<G>,
) -> std::result::Result<(), SolveError> {
    let most = run.options.grain.seal_chunks * CHUNK_RECORDS;
    let (mut batch, mut next) = (Vec::with_capacity(most), Vec::with_capacity(most));
    let mut has_journal = sealing.done() > 0;
    sorted.next_batch(&mut batch, most)?;
    while let Some(&last) = batch.last() {
        sealing.write(run.game, &batch, || sorted.next_batch(&mut next, most))?;
        run.observer.advance(sealing.done());
        sorted.forget_before(last);
        if run.checkpoints.due() {
            has_journal |= checkpoint(run, &mut sorted, sealing, last, has_journal)?;
            run.checkpoints.go_on()?;
        }
        std::mem::swap(&mut batch, &mut next);
    }
    run.buffer = sorted.into_buffer();
    Ok(())
}

/// Writes down what is merged up to `last`, when that is whole files, or else, when there is no journal of the merge
/// yet, where it comes from. Whether it wrote anything.
fn checkpoint<G: Levels>(
    run: &mut LevelRun<G>,
    sorted: &mut Sorted<G::Record>,
    sealing: &mut Sealing<G>,
    last: G::Record,
    has_journal: bool,
) -> Result<bool> {
    let Some(runs) = sorted.checkpoint()? else {
        return Ok(false);
    };
    let merged = sealing.checkpoint(sorted, last)?;
    if merged.is_none() && has_journal {
        return Ok(false);
    }
    run.checkpoints.write(&State { runs, merged })?;
    Ok(true)
}
