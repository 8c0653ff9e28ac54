//! The order of the steps that are cut into parts: which one a level has come to, its parts, and the plan of the next.

use retrograph_storage::{Database, SignedFile, Sorter};
use serde::de::IgnoredAny;

use super::ambiguous::{self, Searched};
use super::files::{self, Files};
use super::runs::{self, Making, Runs};
use super::shards::{self, ShardRanges};
use super::{PART_POSITIONS, PARTS_MOST, Parts, Plan, PlanReport, Planned, Site, Task};
use crate::observer::Observer;
use crate::read::meaning::values_of;
use crate::solve::error::SolveError;
use crate::solve::memory::{Memory, least_memory};
use crate::solve::options::Grain;
use crate::solve::run::Above;
use crate::solve::saturated::saturated;
use crate::solve::stages::{Labelling, Source, file_records, terminals};
use crate::solve::{check_sealed, pool, within_limits};
use game::Levels;

/// The step that a level has come to: the first one of whose parts some are missing, or the last that is planned.
pub(super) enum Current<'a, G> {
    Runs(Plan<'a, G, Runs>),
    Files(Plan<'a, G, Files>),
    Shards(Plan<'a, G, Files>, Plan<'a, G, ShardRanges>),
    Ambiguous(Plan<'a, G, Files>, Plan<'a, G, ShardRanges>, Plan<'a, G, Searched>),
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
        let Some(shards) = ShardRanges::read(site, Parts::<G>::positions(&files.cut))? else {
            return Ok(Self::Files(files));
        };
        if !files.missing(0, 1)?.is_empty() {
            return Ok(Self::Files(files));
        }
        Ok(match shards::ambiguous(&shards)? {
            Some(1..) => {
                let searched = Plan::<G, Searched>::of(site, Parts::<G>::positions(&files.cut));
                Self::Ambiguous(files, shards, searched)
            }
            _ => Self::Shards(files, shards),
        })
    }

    fn missing(&self, task: usize, tasks: usize) -> Result<Vec<usize>, SolveError> {
        Ok(match self {
            Self::Runs(plan) => plan.missing(task, tasks),
            Self::Files(plan) => plan.missing(task, tasks),
            Self::Shards(_, plan) => plan.missing(task, tasks),
            Self::Ambiguous(.., plan) => plan.missing(task, tasks),
        }?)
    }

    fn report(&self, made: usize) -> Result<PlanReport, SolveError> {
        Ok(match self {
            Self::Runs(plan) => plan.report(made),
            Self::Files(plan) => plan.report(made),
            Self::Shards(_, plan) => plan.report(made),
            Self::Ambiguous(.., plan) => plan.report(made),
        }?)
    }

    /// Makes these parts.
    fn make(
        &self,
        missing: &[usize],
        above: &Above,
        limits: &Task,
        memory: &Memory,
        observer: &dyn Observer,
    ) -> Result<(), SolveError> {
        match self {
            Self::Runs(plan) => {
                let Site { game, db, grain, .. } = plan.site;
                let source = Source::open(game, above, memory)?;
                let making = Making {
                    plan,
                    source: &source,
                    memory: memory.sort,
                    batch_chunks: grain.expand_chunks,
                    observer,
                };
                making.make_all(missing, &Labelling::new(game, values_of(db)?, source.labels(), None))
            }
            Self::Files(plan) => files::make(plan, missing, (memory, limits.memory), observer),
            Self::Shards(files, plan) => {
                let memory = memory.unshared().min(plan.site.grain.builder_memory);
                shards::make(plan, missing, Parts::<G>::count(&files.cut), memory, observer)
            }
            Self::Ambiguous(files, shards, plan) => ambiguous::make(plan, missing, (files, shards), memory, observer),
        }
    }
}

/// Plans the level below the lowest sealed one in `parts` parts, or in parts of 2^26 positions; a plan that is there
/// stays. When all its parts are there, plans how the level is sealed file by file, if it has several; when all files
/// are there, how the shards of its label function are solved, if it has any. Cost: reads the level above twice.
///
/// # Errors
/// [`SolveError::NothingToPlan`], [`SolveError::UnderWay`], or when something cannot be read or written.
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
    let above = lowest(db)?;
    let site = site(game, db, &above, grain);
    if let Some(runs) = Plan::<G, Runs>::read(site)? {
        if is_beyond_parts(db, site.level)? {
            return Ok(all_there(&runs));
        }
        let current = Current::of(runs)?;
        let next = match current.missing(0, 1)?.is_empty() {
            true => plan_next(&current, observer)?,
            false => None,
        };
        return next.map_or_else(|| current.report(0), Ok);
    }
    if is_beyond_parts(db, site.level)? {
        return Err(SolveError::UnderWay { level: site.level });
    }
    check_sealed(db, above.manifest.level)?;
    let all = above.manifest.positions.positions;
    let parts = parts.unwrap_or_else(|| all.div_ceil(PART_POSITIONS) as usize);
    let most = all.div_ceil(parts.clamp(1, PARTS_MOST) as u64);
    let cut = Runs::cut(&site, &above, most, observer)?;
    db.begin_level(site.level)?;
    written(site, cut)
}

/// What is planned of the level below the lowest sealed one, and how far it is; `None` where nothing is. Without the
/// lock. Cost: a look at each part.
///
/// # Errors
/// When the system does not permit looking now.
pub fn planned<G: Levels>(game: &G, db: &Database, grain: &Grain) -> Result<Option<PlanReport>, SolveError> {
    let above = match lowest(db) {
        Err(SolveError::NothingToPlan { .. }) => return Ok(None),
        above => above?,
    };
    let site = site(game, db, &above, grain);
    match Plan::<G, Runs>::read(site)? {
        None => Ok(None),
        Some(runs) if is_beyond_parts(db, site.level)? => Ok(Some(all_there(&runs))),
        Some(runs) => Current::of(runs)?.report(0).map(Some),
    }
}

/// Plans the step after one whose parts are all there; `None` where `solve` does the rest.
fn plan_next<G: Levels>(current: &Current<G>, observer: &dyn Observer) -> Result<Option<PlanReport>, SolveError> {
    Ok(match current {
        Current::Runs(runs) => {
            let Site {
                game, db, level, grain, ..
            } = runs.site;
            let mut states = Vec::new();
            for part in 0..Parts::<G>::count(&runs.cut) {
                states.push(runs.part(part)?.ok_or(SolveError::NoPlan { level })?.run);
            }
            let memory = within_limits(game, 0, least_memory(1), 1)?;
            let saturated = saturated(game, db, &memory, observer)?.by_level.remove(&level);
            let mut sorter = Sorter::resume(&db.work_folder(level), game.key_width(), memory.sort, &states)?;
            sorter.push(&terminals(game, values_of(db)?, &saturated.unwrap_or_default()))?;
            match sorter.len() > file_records(grain) {
                true => Some(written(runs.site, Files::of(&runs.site, sorter.checkpoint()?))?),
                // A level of one file is sealed by one process.
                false => None,
            }
        }
        Current::Files(files) => {
            let Site { db, level, .. } = files.site;
            let signed = SignedFile::open_all(&db.work_folder(level), Parts::<G>::count(&files.cut))?;
            let cut = ShardRanges::of_files(&files.site, &signed);
            cut.map(|cut| written(files.site, cut)).transpose()?
        }
        // Ambiguous positions are not planned.
        Current::Shards(..) | Current::Ambiguous(..) => None,
    })
}

fn written<G: Levels, S: Planned<G>>(site: Site<G>, cut: S) -> Result<PlanReport, SolveError> {
    let plan = site.with(cut);
    plan.write()?;
    Ok(plan.report(0)?)
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
        let above = lowest(db)?;
        let site = site(game, db, &above, &task.grain);
        let runs = Plan::<G, Runs>::read(site)?.ok_or(SolveError::NoPlan { level: site.level })?;
        if is_beyond_parts(db, site.level)? {
            return Ok(all_there(&runs));
        }
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
            current.make(&missing, &above, task, &memory, observer)?;
        }
        current.report(missing.len())
    })
}

/// The level below the lowest sealed one.
pub(in crate::solve) fn site<'a, G>(game: &'a G, db: &'a Database, above: &'a Above, grain: &'a Grain) -> Site<'a, G> {
    Site {
        game,
        db,
        level: above.manifest.level - 1,
        above: &above.manifest.positions.stream_xxh3,
        grain,
    }
}

/// Returns whether `level` is the next one and is planned, as far as this machine sees.
///
/// # Errors
/// As [`plan`].
pub fn is_planned(db: &Database, level: u32) -> Result<bool, SolveError> {
    let Above { manifest, .. } = lowest(db)?;
    let runs = db.part::<Runs>(level, runs::PLAN)?;
    Ok(manifest.level == level + 1 && runs.is_some_and(|runs| runs.is_of(level, &manifest.positions.stream_xxh3)))
}

/// Whether [`solve`](crate::solve::solve) has a journal of the level: it has used the parts, may have removed them, and
/// finishes the level alone. A file that a part added now would stay beside those of the sealed level.
pub(in crate::solve) fn is_beyond_parts(db: &Database, level: u32) -> Result<bool, SolveError> {
    Ok(db.journal::<IgnoredAny>(level)?.is_some())
}

fn all_there<G: Levels>(runs: &Plan<G, Runs>) -> PlanReport {
    runs.report_of(Parts::<G>::count(&runs.cut), 0)
}

/// The lowest sealed level, which has its positions and a level below it.
pub(in crate::solve) fn lowest(db: &Database) -> Result<Above<'_>, SolveError> {
    let level = db.levels()?.last().copied();
    let level = level.filter(|&level| level > 0).ok_or(SolveError::NothingToPlan {
        is_solved: level == Some(0),
    })?;
    let manifest = db.has_positions(level)?.then(|| db.manifest(level)).transpose()?;
    let manifest = manifest.flatten().ok_or(SolveError::NoPositions { level })?;
    Ok(Above { db, manifest })
}
