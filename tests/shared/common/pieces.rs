//! Games cut into small pieces, solved in one go or in parts of every kind.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use all_games::AllGames;
use engine::{Engine, Family};
use game::values::Values;
use retro::{Grain, Keep, Observer, Options, PlanReport, PlannedStep, Silent, SolveError, Task};
use retrograph_storage::{Database, Identity, OUTCOME};

/// Many pieces in levels of some thousand positions: parts of 1,024 above them, files of 1,024.
pub const FINE: Grain = Grain {
    expand_chunks: 3,
    seal_chunks: 2,
    file_chunks: 4,
    part_positions: 1 << 10,
    part_shards: 1,
    builder_memory: u64::MAX,
    marks_from: 1,
    group_positions: 0,
};

/// Many pieces in levels of some hundred thousand positions: parts of 65,536 above them, files of 16,384; each shard is
/// a part, and the items of one are in memory at a time.
pub const COARSE: Grain = Grain {
    expand_chunks: 100,
    seal_chunks: 32,
    file_chunks: 64,
    part_positions: 1 << 16,
    builder_memory: 1 << 20,
    marks_from: 1,
    ..FINE
};

/// What is solved, and how.
#[derive(Clone, Copy)]
pub struct Pieces {
    pub game: &'static str,
    pub n: u32,
    pub grain: Grain,
    /// Threads that solve.
    pub threads: usize,
    /// What is solved for.
    pub values: &'static str,
}

impl Pieces {
    /// The triangle game.
    pub const fn triangle(n: u32, grain: Grain) -> Pieces {
        Pieces {
            game: "triangle",
            n,
            grain,
            threads: 2,
            values: OUTCOME,
        }
    }

    /// The same, cut in another way.
    pub const fn cut(self, grain: Grain) -> Pieces {
        Pieces { grain, ..self }
    }

    fn engine(&self) -> Box<dyn Engine> {
        let values = Values::named(self.values).unwrap();
        AllGames.engine(self.game, self.n, values).unwrap()
    }

    /// Solves what is missing in the folder.
    pub fn solve(&self, folder: &Path, down_to: u32, observer: &dyn Observer) -> Result<(), SolveError> {
        let identity = Identity::new(self.game, self.n, self.values, Keep::Positions);
        let db = Database::open(folder)
            .or_else(|_| Database::create(folder, &identity))
            .unwrap();
        let options = Options {
            down_to,
            memory: 128 << 20,
            threads: self.threads,
            grain: self.grain,
            ..Options::default()
        };
        self.engine().solve(&db, &options, observer)
    }

    /// Plans what comes next, an expansion in three parts.
    pub fn plan(&self, folder: &Path) -> PlanReport {
        let db = Database::open(folder).unwrap();
        self.engine().plan(&db, Some(3), &self.grain, &Silent).unwrap()
    }

    /// Makes what is planned, as task `task` of `tasks`.
    pub fn try_make(&self, folder: &Path, [task, tasks, threads]: [usize; 3]) -> Result<PlanReport, SolveError> {
        let task = Task {
            task,
            tasks,
            memory: 128 << 20,
            threads,
            grain: self.grain,
        };
        let db = Database::open(folder).unwrap();
        self.engine().make_parts(&db, &task, &Silent)
    }

    /// The same, when nothing is damaged.
    #[track_caller]
    pub fn make(&self, folder: &Path, task: [usize; 3]) -> PlanReport {
        self.try_make(folder, task).unwrap()
    }

    /// Plans the next level and makes all of it that comes before `step`, of which nothing is there.
    #[track_caller]
    pub fn plan_until(&self, folder: &Path, step: PlannedStep) -> PlanReport {
        loop {
            let planned = self.plan(folder);
            assert_eq!(planned.done, 0, "{planned:?}");
            if planned.step == step {
                return planned;
            }
            let made = self.make(folder, [0, 1, 2]);
            assert_eq!((made.step, made.done), (planned.step, planned.parts));
        }
    }
}

/// Stops a run when it has made so many parts.
pub struct StopsAt {
    parts: usize,
    seen: AtomicUsize,
}

impl StopsAt {
    pub fn new(parts: usize) -> StopsAt {
        StopsAt {
            parts,
            seen: AtomicUsize::new(0),
        }
    }
}

impl Observer for StopsAt {
    fn checkpoint(&self, _: u32) {
        self.seen.fetch_add(1, Relaxed);
    }

    fn stop(&self) -> bool {
        self.seen.load(Relaxed) >= self.parts
    }
}
