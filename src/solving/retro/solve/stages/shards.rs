//! The shards of a label function.

use retrograph_storage::{LabelFunctionSummary, LabelSolver, LevelSummary, Result, SolverState};
use serde::{Deserialize, Serialize};

use super::ambiguous::Ambiguous;
use super::logs::Logs;
use super::made::Made;
use crate::solve::error::SolveError;
use crate::solve::journal::Entry;
use crate::solve::parts::shards::ShardRanges;
use crate::solve::run::LevelRun;
use game::Levels;

/// The level's files are there; the shards of its label function are solved.
pub(crate) struct Shards<G: Levels> {
    made: Made,
    solver: LabelSolver,
    logs: Logs<G::Record>,
}

/// [`Shards`] in a journal.
#[derive(Serialize, Deserialize)]
pub(crate) struct State {
    positions: LevelSummary,
    solver: SolverState,
    hashes: u64,
    firsts: u64,
    /// Journals of versions with one label function a level have none.
    #[serde(default)]
    sealed: Vec<LabelFunctionSummary>,
}

impl Entry for State {
    const NAME: &'static str = "Solve";
}

impl State {
    /// What of the level was in its place.
    pub fn made(&self) -> Made {
        Made {
            positions: self.positions.clone(),
            sealed: self.sealed.clone(),
        }
    }
}

impl<G: Levels> Shards<G> {
    /// Nothing is solved.
    pub fn begin(made: Made, solver: LabelSolver, logs: Logs<G::Record>) -> Self {
        Self { made, solver, logs }
    }

    /// What was written at a checkpoint; `None` when it takes more memory than there is now.
    pub fn resume(run: &LevelRun<G>, state: State) -> Result<Option<Self>> {
        let folder = run.db.work_folder(run.level);
        let made = state.made();
        made.check(run)?;
        let Some(solver) = LabelSolver::resume(&folder, &state.solver, run.memory.builder)? else {
            return Ok(None);
        };
        let sizes = (state.hashes, state.firsts);
        let logs = Logs::resume(&folder, sizes, made.positions.positions, solver.files().cloned())?;
        Ok(Some(Self { made, solver, logs }))
    }

    /// Solves all shards.
    ///
    /// # Errors
    /// When something cannot be written or the run is to stop.
    pub fn run(self, run: &mut LevelRun<G>) -> std::result::Result<Ambiguous<G>, SolveError> {
        let Self {
            made,
            mut solver,
            mut logs,
        } = self;
        let positions = made.positions.positions;
        run.begin("label function", solver.solved(), positions);
        // The files of a level have what makes the function of the first bit.
        let parts = match made.sealed.is_empty() && solver.files().is_some() {
            true => ShardRanges::read(run.site(), positions)?.map(|plan| plan.cut),
            false => None,
        };
        // The files are there now and the runs are not needed any more: both worth a line when there was one before.
        let mut due = run.checkpoints.has_journal();
        loop {
            if due && let Some(state) = solver.checkpoint()? {
                run.checkpoints.write(&State {
                    positions: made.positions.clone(),
                    solver: state,
                    hashes: logs.hashes.checkpoint()?,
                    firsts: logs.firsts.checkpoint()?,
                    sealed: made.sealed.clone(),
                })?;
                run.forget_runs()?;
                solver.forget_solved();
            }
            run.checkpoints.go_on()?;
            if !take_part(run, &mut solver, parts.as_ref())? && !solver.solve_group()? {
                break;
            }
            run.observer.advance(solver.solved());
            due = run.checkpoints.due();
        }
        run.observer.end();
        Ok(Ambiguous::begin(made, solver.finish()?, logs))
    }
}

/// Takes the next shards from a part of the plan that somebody has made; false when there is none.
fn take_part<G: Levels>(run: &LevelRun<G>, solver: &mut LabelSolver, cut: Option<&ShardRanges>) -> Result<bool> {
    let Some(cut) = cut else { return Ok(false) };
    let shards = cut.shards();
    match solver.next_part(&shards) {
        Some(number) => match run.site().with(cut.clone()).part(number as usize)? {
            Some(done) => solver.take_part(&shards, &done.part),
            None => Ok(false),
        },
        None => Ok(false),
    }
}
