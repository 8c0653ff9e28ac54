//! Games with all operations, where RocksDB is there.

use game::Levels;
use retro::{Grain, Observer, Options, PlanReport, SolveError, Task, Worker};
use retrograph_storage::{Database, Error};
use verify::check_game::{CheckedGame, Coverage, check_game};
use verify::{CheckReport, Depth, RepairError, RepairPlan};

use crate::Engine;

impl<G: Levels + 'static> Engine for G {
    fn solve(&self, db: &Database, options: &Options, observer: &dyn Observer) -> Result<(), SolveError> {
        retro::solve(self, db, options, observer)
    }

    fn plan(
        &self,
        db: &Database,
        parts: Option<usize>,
        grain: &Grain,
        observer: &dyn Observer,
    ) -> Result<PlanReport, SolveError> {
        retro::plan(self, db, parts, grain, observer)
    }

    fn planned(&self, db: &Database, grain: &Grain) -> Result<Option<PlanReport>, SolveError> {
        retro::planned(self, db, grain)
    }

    fn make_parts(&self, db: &Database, task: &Task, observer: &dyn Observer) -> Result<PlanReport, SolveError> {
        retro::make_parts(self, db, task, observer)
    }

    fn work(&self, db: &Database, worker: &Worker, observer: &dyn Observer) -> Result<(), SolveError> {
        retro::work(self, db, worker, observer)
    }

    fn check(&self, db: &Database, depth: Depth, observer: &dyn Observer) -> Result<CheckReport, Error> {
        verify::check(self, db, depth, observer)
    }

    fn plan_repair(&self, db: &Database) -> Result<RepairPlan, Error> {
        verify::plan_repair(self, db)
    }

    fn repair(
        &self,
        db: &Database,
        options: &Options,
        from_top: bool,
        observer: &dyn Observer,
    ) -> Result<RepairPlan, RepairError> {
        verify::repair(self, db, options, from_top, observer)
    }

    fn check_game(&self, coverage: Coverage) -> CheckedGame {
        check_game(self, coverage)
    }
}
