//! One of several workers that solve a game together, on one machine or many with a common file system: each looks at
//! what the next level lacks, does what nobody else does, and looks again.
//!
//! What a worker finds is in the folder alone, and workers send each other nothing. Parts are made without a lock,
//! planning and sealing under the lock of the database, which one worker gets and the others wait for. So workers may
//! come, go and be killed at any moment; the bytes are those of [`solve`](super::solve).

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use retrograph_storage::{Database, Error};

use super::error::{SolveError, go_on};
use super::options::Options;
use super::parts::order::{Share, make_share, plan};
use super::parts::{PlanReport, PlannedStep, Task};
use super::solve;
use crate::observer::{LevelReport, Observer, Observers};
use game::Levels;

/// Positions of the level above for each thread, below which one worker makes a level alone: a second of work, and
/// parts would cost more than they save.
pub const SMALL: u64 = 1 << 20;
/// Parts of an expansion for each worker: a slow one then costs a fourth of its share.
const PARTS_EACH: usize = 4;
/// Most levels that are found damaged, and made again, before a worker gives up.
const RESTARTS: u32 = 3;

/// What a worker does and within which limits.
#[derive(Clone, Copy)]
pub struct Worker<'a> {
    /// How levels are solved; memory, threads and grain are also those of parts.
    pub options: Options<'a>,
    /// The number of this worker, from 0.
    pub task: usize,
    /// Number of workers that begin. Each first makes its own parts: every so many-th.
    pub tasks: usize,
    /// Positions for each thread of a level above one that is cut into parts.
    pub small: u64,
    /// How long no part of others may appear, at most, before theirs are made here. A worker that has made parts of its
    /// own waits no longer than the last of these shares took.
    pub patience: Duration,
    /// The longest pause between two looks at what others do.
    pub pause: Duration,
    /// Between two sentences about one wait.
    pub reminder: Duration,
}

impl Worker<'_> {
    /// The limits of parts.
    fn share(&self) -> Task {
        Task {
            task: self.task,
            tasks: self.tasks,
            memory: self.options.memory,
            threads: self.options.threads,
            grain: self.options.grain,
        }
    }

    /// Positions of a level above one that is cut into parts, at least.
    fn large(&self) -> u64 {
        self.small.saturating_mul(self.options.threads as u64)
    }
}

/// Solves `game` together with other workers that call this, down to `worker.options.down_to`.
///
/// # Errors
/// [`SolveError`]; everything sealed and every part made stays, and the same call goes on.
pub fn work<G: Levels>(game: &G, db: &Database, worker: &Worker, observer: &dyn Observer) -> Result<(), SolveError> {
    let mut waiting = Waiting::new(worker, observer);
    let mut restarts = 0;
    loop {
        let lowest = reached(db)?;
        let level = lowest.map_or(0, |lowest| lowest.saturating_sub(1));
        go_on(level, observer)?;
        waiting.saw(lowest);
        let is_over = lowest.is_some_and(|lowest| lowest <= worker.options.down_to);
        let done = match is_over {
            // A worker that was killed may have left what the last level was made from.
            true => solve(game, db, &worker.options, observer),
            false => look(game, db, worker, lowest, &mut waiting, observer),
        };
        match done {
            Ok(()) if is_over => return Ok(()),
            Ok(()) => {}
            // Somebody else plans or seals.
            Err(SolveError::Storage(Error::Locked { path, holder })) => {
                let holder = holder.map_or("another process".into(), |holder| holder.to_string());
                waiting.say((level, None), || {
                    format!(
                        "level {level}: waiting for {holder}, which has the lock of {}",
                        path.display()
                    )
                });
                waiting.pause(level)?;
            }
            Err(error @ SolveError::Work { .. }) if restarts < RESTARTS => {
                restarts += 1;
                observer.note(&error.to_string());
            }
            // What this worker saw, read or wrote may be gone because others have begun or sealed the level meanwhile.
            Err(error) => {
                if !may_be_outrun(&error) || reached(db)? == lowest {
                    return Err(error);
                }
            }
        }
    }
}

/// The lowest sealed level: how far the folder has come.
fn reached(db: &Database) -> Result<Option<u32>, SolveError> {
    Ok(db.levels()?.last().copied())
}

/// Whether a worker that another one has outrun may see this error.
fn may_be_outrun(error: &SolveError) -> bool {
    matches!(
        error,
        SolveError::Storage(Error::Io { .. } | Error::Corrupt { .. })
            | SolveError::NothingToPlan { .. }
            | SolveError::NoPositions { .. }
            | SolveError::NoPlan { .. }
    )
}

/// Does the next thing that is to be done below the level `lowest`, or waits for others who do it.
fn look<G: Levels>(
    game: &G,
    db: &Database,
    worker: &Worker,
    lowest: Option<u32>,
    waiting: &mut Waiting,
    observer: &dyn Observer,
) -> Result<(), SolveError> {
    let Some(lowest) = lowest else {
        return solve_small(game, db, worker, observer);
    };
    let above = db.manifest(lowest)?.map_or(0, |manifest| manifest.positions.positions);
    let level = lowest - 1;
    if above < worker.large() {
        return solve_small(game, db, worker, observer);
    }
    let share = worker.share();
    let begun = Instant::now();
    let report = match make_share(game, db, &share, Share::Own, observer) {
        Err(SolveError::NoPlan { .. }) => return plan_level(game, db, worker, above, observer).map(|_| ()),
        other => other?,
    };
    if report.made > 0 {
        waiting.own = Some(begun.elapsed());
    }
    if report.level != level {
        return Ok(());
    }
    if report.done < report.parts {
        return match waiting.are_missed(&report)? {
            false => Ok(()),
            true => make_share(game, db, &share, Share::One, observer).map(|_| ()),
        };
    }
    // All parts of the step are there: the next one, or the end of the level.
    let planned = plan_level(game, db, worker, above, observer)?;
    match planned.level == level && planned.done == planned.parts {
        true => seal(game, db, worker, level, observer),
        false => Ok(()),
    }
}

fn plan_level<G: Levels>(
    game: &G,
    db: &Database,
    worker: &Worker,
    above: u64,
    observer: &dyn Observer,
) -> Result<PlanReport, SolveError> {
    let parts = (PARTS_EACH * worker.tasks).max(above.div_ceil(worker.options.grain.part_positions) as usize);
    plan(game, db, Some(parts), &worker.options.grain, observer)
}

/// Seals a level whose parts are there.
fn seal<G: Levels>(
    game: &G,
    db: &Database,
    worker: &Worker,
    level: u32,
    observer: &dyn Observer,
) -> Result<(), SolveError> {
    let options = Options {
        down_to: level,
        ..worker.options
    };
    solve(game, db, &options, observer)
}

/// Makes levels alone until one is large.
fn solve_small<G: Levels>(game: &G, db: &Database, worker: &Worker, observer: &dyn Observer) -> Result<(), SolveError> {
    let until = UntilLarge::new(worker.large());
    match solve(game, db, &worker.options, &Observers(vec![observer, &until])) {
        Err(SolveError::Stopped { .. }) if until.level().is_some() && !observer.stop() => Ok(()),
        other => other,
    }
}

/// Ends a run when it has sealed a large level.
pub struct UntilLarge {
    /// Positions of a large level, at least.
    large: u64,
    level: OnceLock<u32>,
}

impl UntilLarge {
    /// A level of so many positions is large.
    pub fn new(large: u64) -> Self {
        let level = OnceLock::new();
        Self { large, level }
    }

    /// The large level that was sealed.
    pub fn level(&self) -> Option<u32> {
        self.level.get().copied()
    }
}

impl Observer for UntilLarge {
    fn sealed(&self, report: &LevelReport) {
        if report.positions >= self.large {
            self.level.get_or_init(|| report.level);
        }
    }

    fn stop(&self) -> bool {
        self.level().is_some()
    }
}

/// Between two looks at what other workers do.
struct Waiting<'a> {
    worker: &'a Worker<'a>,
    observer: &'a dyn Observer,
    /// What the last parts of its own took that this worker made at a stretch.
    own: Option<Duration>,
    /// The step in which others are waited for, how many parts were there last, and since when.
    step: Option<(u32, PlannedStep)>,
    done: usize,
    since: Instant,
    /// Whether others have been waited for in vain in this step: the rest of their parts is made without waiting.
    is_over: bool,
    lowest: Option<u32>,
    pause: Duration,
    /// What is waited for, a step or else the lock; since when, and when that was last said.
    what: (u32, Option<PlannedStep>),
    begun: Instant,
    said: Option<Instant>,
}

/// The first pause between two looks; each is half as long again as the one before.
const SHORTEST: Duration = Duration::from_millis(10);
/// A wait that is not worth a word.
const SILENT: Duration = Duration::from_secs(1);
/// How often a waiting worker looks whether it is to stop.
const ASK: Duration = Duration::from_millis(50);

impl<'a> Waiting<'a> {
    fn new(worker: &'a Worker, observer: &'a dyn Observer) -> Self {
        Self {
            worker,
            observer,
            own: None,
            step: None,
            done: 0,
            since: Instant::now(),
            is_over: false,
            lowest: None,
            pause: SHORTEST,
            what: (u32::MAX, None),
            begun: Instant::now(),
            said: None,
        }
    }

    /// Says what is waited for, unless that began or was said a short while ago.
    fn say(&mut self, what: (u32, Option<PlannedStep>), sentence: impl FnOnce() -> String) {
        if self.what != what {
            (self.what, self.begun, self.said) = (what, Instant::now(), None);
        }
        let is_due = match self.said {
            None => self.begun.elapsed() >= SILENT,
            Some(said) => said.elapsed() >= self.worker.reminder,
        };
        if is_due {
            self.observer.waits(&sentence());
            self.said = Some(Instant::now());
        }
    }

    /// The lowest level that is sealed now: pauses begin short again with every level.
    fn saw(&mut self, lowest: Option<u32>) {
        if self.lowest != lowest {
            (self.lowest, self.pause) = (lowest, SHORTEST);
        }
    }

    /// Waits for the parts of others. Returns whether no part has appeared for too long.
    fn are_missed(&mut self, report: &PlanReport) -> Result<bool, SolveError> {
        let level = report.level;
        let step = Some((level, report.step));
        self.say((level, Some(report.step)), || {
            format!(
                "level {level}: waiting for others, who have made {} of {} parts so far",
                report.done, report.parts
            )
        });
        if (self.step, self.done) != (step, report.done) {
            (self.is_over, self.since, self.pause) = (self.is_over && self.step == step, Instant::now(), SHORTEST);
            (self.step, self.done) = (step, report.done);
        }
        let patience = self
            .own
            .map_or(self.worker.patience, |own| own.min(self.worker.patience));
        self.is_over |= self.since.elapsed() >= patience;
        if !self.is_over {
            self.pause(level)?;
        }
        Ok(self.is_over)
    }

    /// A pause, from which a stop wakes.
    fn pause(&mut self, level: u32) -> Result<(), SolveError> {
        let begun = Instant::now();
        while begun.elapsed() < self.pause {
            std::thread::sleep(ASK.min(self.pause));
            go_on(level, self.observer)?;
        }
        self.pause = (self.pause * 3 / 2).min(self.worker.pause);
        Ok(())
    }
}
