//! The shards of a label function.

use retrograph_storage::{LabelFunctionSummary, LabelSolver, LevelSummary, Result, SolverState};
use serde::{Deserialize, Serialize};

use super::ambiguous::Ambiguous;
use super::logs::Logs;
use super::made::Made;
use crate::solve::error::SolveError;
use crate::solve::journal::Entry;
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
        run.begin("label function", solver.solved(), made.positions.positions);
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
            if !solver.solve_group()? {
                break;
            }
            run.observer.advance(solver.solved());
            due = run.checkpoints.due();
        }
        run.observer.end();
        Ok(Ambiguous::begin(made, solver.finish()?, logs))
    }
}
