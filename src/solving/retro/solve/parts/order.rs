//! The order of the steps that are cut into parts: which one a level has come to, its parts, and the plan of the next.

use retrograph_storage::{Database, Sorter};

use super::ambiguous::{self, Searched};
use super::assembly::Assembly;
use super::files::{self, Files};
use super::runs::{self, Runs};
use super::shards::{self, ShardRanges};
use super::{PART_POSITIONS, PARTS_MOST, Parts, Plan, PlanReport, Site, Task};
use crate::observer::{Observer, Work};
use crate::solve::error::SolveError;
use crate::solve::memory::{Memory, least_memory};
use crate::solve::options::Grain;
use crate::solve::run::{Above, LevelRun, Made};
use crate::solve::saturated::saturated;
use crate::solve::stages::{file_records, seal_at_once, terminals};
use crate::solve::{check_sealed, pool, within_limits};
use game::Levels;

/// The step that a level has come to: the first one of whose parts some are missing, or the last that is planned.
enum Current<'a, G> {
    Runs(Plan<'a, G, Runs>),
    Files(Plan<'a, G, Files>),
    Shards(Plan<'a, G, Files>, Plan<'a, G, ShardRanges>),
    Ambiguous(Plan<'a, G, Files>, Plan<'a, G, ShardRanges>, Plan<'a, G, Searched>),
}

/// What comes after a step whose parts are all there.
enum Next<R> {
    /// The next step, whose plan is written.
    Planned,
    /// The level has one file, of these records.
    OneFile(Sorter<R>),
    /// Nothing but putting the level together.
    Nothing,
}

/// `$made` of the plan of the current step.
macro_rules! of_plan {
    ($current:expr, $plan:ident => $made:expr) => {
        match $current {
            Current::Runs($plan) => $made,
            Current::Files($plan) => $made,
            Current::Shards(_, $plan) => $made,
            Current::Ambiguous(.., $plan) => $made,
        }
    };
}

impl<'a, G: Levels> Current<'a, G> {
    /// The step of a level that is planned as `runs`.
    ///
    /// # Errors
    /// When the system does not permit looking now.
    fn of(runs: Plan<'a, G, Runs>) -> Result<Self, SolveError> {
        let site = runs.site;
        let Some(files) = Plan::<G, Files>::read(site)? else {
            return Ok(Self::Runs(runs));
        };
        let positions = Parts::<G>::positions(&files.cut);
        let Some(shards) = ShardRanges::read(site, positions)? else {
            return Ok(Self::Files(files));
        };
        if !files.missing(0, 1)?.is_empty() {
            return Ok(Self::Files(files));
        }
        Ok(match shards::ambiguous(&shards)? {
            Some(bits) if !bits.is_empty() => {
                let searched = Plan::<G, Searched>::of(site, positions, bits);
                Self::Ambiguous(files, shards, searched)
            }
            _ => Self::Shards(files, shards),
        })
    }

    fn missing(&self, task: usize, tasks: usize) -> Result<Vec<usize>, SolveError> {
        Ok(of_plan!(self, plan => plan.missing(task, tasks))?)
    }

    fn report(&self, made: usize) -> Result<PlanReport, SolveError> {
        Ok(of_plan!(self, plan => plan.report(made))?)
    }

    /// Makes these parts; `before` positions of other parts are there, as the observer is to hear.
    fn make(
        &self,
        missing: &[usize],
        before: u64,
        (memory, limit): (&Memory, u64),
        observer: &dyn Observer,
    ) -> Result<(), SolveError> {
        match self {
            Self::Runs(plan) => runs::make(plan, missing, before, memory, observer),
            Self::Files(plan) => files::make(plan, missing, before, (memory, limit), observer),
            Self::Shards(files, plan) => {
                let memory = memory.unshared().min(plan.site.grain.builder_memory);
                let mut signatures = files.cut.signatures(&files.site)?;
                shards::make(plan, missing, before, &mut signatures, memory, observer)
            }
            Self::Ambiguous(files, shards, plan) => {
                let mut signatures = files.cut.signatures(&files.site)?;
                let made_from = (files, shards);
                ambiguous::make(plan, missing, before, made_from, &mut signatures, (memory, observer))
            }
        }
    }

    /// Positions of all parts but these, about.
    fn without(&self, missing: &[usize]) -> u64 {
        let parts = of_plan!(self, plan => Parts::<G>::count(&plan.cut)) as u64;
        let all = of_plan!(self, plan => Parts::<G>::positions(&plan.cut));
        all / parts.max(1) * (parts - missing.len() as u64)
    }

    /// Plans the step after this one, whose parts are all there; runs are merged to as few as one merge within `memory`
    /// bytes holds.
    fn plan_next(
        &self,
        memory: u64,
        terminals: &dyn Fn() -> Result<Vec<G::Record>, SolveError>,
    ) -> Result<Next<G::Record>, SolveError> {
        match self {
            Self::Runs(runs) => {
                let site = runs.site;
                let mut states = Vec::new();
                for part in 0..Parts::<G>::count(&runs.cut) {
                    let strange = || site.strange("a part is gone");
                    states.push(runs.part(part)?.ok_or_else(strange)?.run);
                }
                let mut sorter = Sorter::of_runs(&site.work(), site.game.key_width(), memory, &states)?;
                sorter.push(&terminals()?)?;
                if sorter.len() <= file_records(site.grain) {
                    return Ok(Next::OneFile(sorter));
                }
                site.with(Files::of(&site, sorter.keep()?)).write()?;
                Ok(Next::Planned)
            }
            Self::Files(files) => {
                let signatures = files.cut.signatures(&files.site)?;
                let Some(cut) = ShardRanges::of_files(&files.site, &signatures) else {
                    return Ok(Next::Nothing);
                };
                files.site.with(cut).write()?;
                Ok(Next::Planned)
            }
            // Ambiguous positions are not planned.
            Self::Shards(..) | Self::Ambiguous(..) => Ok(Next::Nothing),
        }
    }
}

/// Makes all of a level but its manifest, step by step: plans what is not planned, in parts of at most `most` positions
/// of the level above, makes the parts that are missing, and puts the level together.
///
/// # Errors
/// When something cannot be read or written, or the run is to stop; parts made stay.
pub(in crate::solve) fn make_in_parts<G: Levels>(
    run: &LevelRun<G>,
    above: &Above,
    saturated: &[G::Record],
    most: u64,
    buffer: &mut Vec<G::Record>,
) -> Result<Made, SolveError> {
    let site = Site {
        game: run.game,
        db: run.db,
        level: run.level,
        above,
        grain: &run.options.grain,
    };
    // Parts have a buffer of their own.
    *buffer = Vec::new();
    match Plan::<G, Runs>::read(site)? {
        Some(runs) => {
            let (count, missing) = (Parts::<G>::count(&runs.cut), runs.missing(0, 1)?.len());
            run.observer.note(&format!(
                "level {} is planned in {count} parts, {} of them there",
                run.level,
                count - missing
            ));
        }
        None => {
            let cut = Runs::cut(&site, most, run.observer)?;
            run.db.begin_level(run.level)?;
            site.with(cut).write()?;
        }
    }
    run.note_label_function(above);
    let gone = || site.strange("its plan is gone");
    let runs = || Plan::<G, Runs>::read(site)?.ok_or_else(gone);
    let terminals = || Ok(terminals(run.game, run.values, saturated));
    let mut own_files = Vec::new();
    let current = loop {
        let current = Current::of(runs()?)?;
        let missing = current.missing(0, 1)?;
        if let Current::Files(files) = &current {
            run.expect(Parts::<G>::positions(&files.cut))?;
            if !missing.is_empty() && !files.fits(run.memory.sort)? {
                continue;
            }
            own_files.extend(&missing);
        }
        if !missing.is_empty() {
            let limits = (run.memory, run.options.memory);
            current.make(&missing, current.without(&missing), limits, run.observer)?;
            if !current.missing(0, 1)?.is_empty() {
                return Err(site.strange("what was just written is not there").into());
            }
            continue;
        }
        match current.plan_next(run.memory.sort, &terminals)? {
            Next::Planned => {}
            Next::OneFile(sorter) => return seal_at_once(run, sorter.finish()?, work(&runs()?)?, buffer),
            Next::Nothing => break current,
        }
    };
    let (files, shards) = match &current {
        Current::Runs(_) => return Err(gone().into()),
        Current::Files(files) => (files, None),
        Current::Shards(files, shards) | Current::Ambiguous(files, shards, _) => (files, Some(shards)),
    };
    let assembly = Assembly {
        run,
        files,
        shards,
        is_known: &|index| own_files.contains(&index),
        work: work(&runs()?)?,
    };
    assembly.make()
}

/// What the parts that are there took.
fn work<G: Levels>(runs: &Plan<G, Runs>) -> Result<Work, SolveError> {
    let mut work = Work::default();
    for part in 0..Parts::<G>::count(&runs.cut) {
        if let Some(done) = runs.part(part)? {
            work.add(&done.work);
        }
    }
    Ok(work)
}

/// Plans the level below the lowest sealed one in `parts` parts, or in parts of 2^26 positions; a plan that is there
/// stays. When all its parts are there, plans how the level is sealed file by file, if it has several; when all files
/// are there, how the shards of its label function are solved, if it has any. Cost: reads the level above twice.
///
/// # Errors
/// [`SolveError::NothingToPlan`], or when something cannot be read or written.
pub fn plan<G: Levels>(
    game: &G,
    db: &Database,
    parts: Option<usize>,
    grain: &Grain,
    observer: &dyn Observer,
) -> Result<PlanReport, SolveError> {
    let _writer = db.lock()?;
    db.unless_lost(plan_locked(game, db, parts, grain, observer))
}

/// With the lock held.
fn plan_locked<G: Levels>(
    game: &G,
    db: &Database,
    parts: Option<usize>,
    grain: &Grain,
    observer: &dyn Observer,
) -> Result<PlanReport, SolveError> {
    let above = lowest(db, game.due())?;
    let site = site(game, db, &above, grain);
    let is_older = db.is_of_older_version(site.level)?;
    if let Some(runs) = Plan::<G, Runs>::read(site)?.filter(|_| !is_older) {
        let current = Current::of(runs)?;
        if !current.missing(0, 1)?.is_empty() {
            return current.report(0);
        }
        let terminals = || {
            let memory = within_limits(game, 0, least_memory(1), 1)?;
            let saturated = saturated(game, db, &memory, observer)?.by_level.remove(&site.level);
            Ok(terminals(game, above.values, &saturated.unwrap_or_default()))
        };
        // Who makes the files has the memory to merge all runs.
        return match current.plan_next(u64::MAX / 2, &terminals)? {
            Next::Planned => report(site),
            Next::OneFile(_) | Next::Nothing => current.report(0),
        };
    }
    check_sealed(db, above.manifest.level)?;
    let all = above.positions();
    let parts = parts.unwrap_or_else(|| all.div_ceil(PART_POSITIONS) as usize);
    let most = all.div_ceil(parts.clamp(1, PARTS_MOST) as u64);
    let cut = Runs::cut(&site, most, observer)?;
    db.begin_level(site.level)?;
    site.with(cut).write()?;
    report(site)
}

/// How far the level is, which is planned.
fn report<G: Levels>(site: Site<G>) -> Result<PlanReport, SolveError> {
    let level = site.level;
    let runs = Plan::<G, Runs>::read(site)?.ok_or(SolveError::NoPlan { level })?;
    Current::of(runs)?.report(0)
}

/// What is planned of the level below the lowest sealed one, and how far it is; `None` where nothing is. Without the
/// lock. Cost: a look at each part.
///
/// # Errors
/// When the system does not permit looking now.
pub fn planned<G: Levels>(game: &G, db: &Database, grain: &Grain) -> Result<Option<PlanReport>, SolveError> {
    let above = match lowest(db, game.due()) {
        Err(SolveError::NothingToPlan { .. }) => return Ok(None),
        above => above?,
    };
    match Plan::<G, Runs>::read(site(game, db, &above, grain))? {
        None => Ok(None),
        Some(runs) => Current::of(runs)?.report(0).map(Some),
    }
}

/// Makes those parts of the plan that are not there and that belong to the task. Without the lock: other processes may
/// make other parts, or the same.
///
/// # Errors
/// [`SolveError::NoPlan`], [`SolveError::Stopped`], or when something cannot be read or written; parts made stay.
pub fn make_parts<G: Levels>(
    game: &G,
    db: &Database,
    task: &Task,
    observer: &dyn Observer,
) -> Result<PlanReport, SolveError> {
    make_share(game, db, task, Share::Own, observer)
}

/// Which parts a process makes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::solve) enum Share {
    /// Those of its task.
    Own,
    /// One of any task. Processes of different tasks begin with different ones.
    One,
}

/// [`make_parts`] for a share.
///
/// # Errors
/// As [`make_parts`].
pub(in crate::solve) fn make_share<G: Levels>(
    game: &G,
    db: &Database,
    task: &Task,
    share: Share,
    observer: &dyn Observer,
) -> Result<PlanReport, SolveError> {
    let memory = within_limits(game, 0, task.memory, task.threads)?;
    pool(task.threads)?.install(|| {
        let above = lowest(db, game.due())?;
        let site = site(game, db, &above, &task.grain);
        let runs = Plan::<G, Runs>::read(site)?.ok_or(SolveError::NoPlan { level: site.level })?;
        let current = Current::of(runs)?;
        let missing = match share {
            Share::Own => current.missing(task.task, task.tasks)?,
            Share::One => {
                let all = current.missing(0, 1)?;
                let first = all.len() * task.task / task.tasks;
                all.get(first).copied().into_iter().collect()
            }
        };
        if !missing.is_empty() {
            observer.level_begins(site.level);
            current.make(&missing, 0, (&memory, task.memory), observer)?;
        }
        current.report(missing.len())
    })
}

/// The level below the lowest sealed one.
fn site<'a, G>(game: &'a G, db: &'a Database, above: &'a Above, grain: &'a Grain) -> Site<'a, G> {
    Site {
        game,
        db,
        level: above.manifest.level - 1,
        above,
        grain,
    }
}

/// Returns whether `level` is the next one and is planned, as far as this machine sees.
///
/// # Errors
/// As [`plan`].
pub fn is_planned(db: &Database, level: u32) -> Result<bool, SolveError> {
    let Above { manifest, .. } = lowest(db, [1, 1])?;
    let runs = db.part::<Runs>(level, runs::PLAN)?;
    Ok(manifest.level == level + 1 && runs.is_some_and(|runs| runs.is_of(level, &manifest.positions.stream_xxh3)))
}

/// The lowest sealed level, which has its positions and a level below it.
fn lowest(db: &Database, due: [u8; 2]) -> Result<Above<'_>, SolveError> {
    match db.levels()?.last().copied() {
        Some(level @ 1..) => Above::of(db, level - 1, due),
        level => Err(SolveError::NothingToPlan {
            is_solved: level == Some(0),
        }),
    }
}
