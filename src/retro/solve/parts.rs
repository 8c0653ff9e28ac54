//! A level in parts, for several processes or machines that share a file system: first its expansion, then the files that
//! are written when all of that is there, see [`super::sealing`], then the shards of its label function, see
//! [`super::shards`], at last the search for ambiguous positions, see [`super::exact`].
//!
//! A *plan* cuts the level above into parts. Each part is made by anybody, in any order, without a lock: its file, a
//! sorted run, appears when it is complete, and making it again changes nothing. [`solve`](super::solve) makes those that
//! are missing and seals the level; its bytes do not depend on the parts.
//!
//! ```text
//! level-036/work/plan.json         where the parts begin
//! level-036/work/run-000007        what part 7 has given
//! level-036/work/part-000007.json  its size and what it took: the part is there
//! ```

use retrograph_storage::{Cache, Database, LevelReader, RunState, SignedFile, Sorter, has_run};
use serde::{Deserialize, Serialize};

use super::error::{SolveError, go_on};
use super::exact::{ExactParts, make_exact};
use super::journal::{key_from_hex, key_to_hex};
use super::memory::{Memory, least_memory};
use super::options::Grain;
use super::run::Above;
use super::saturated::saturated;
use super::sealing::{SealPlan, make_files};
use super::shards::{ShardPlan, make_shards};
use super::stages::{Direct, Labelling, Pauses, Source, Stretch, file_records, terminals};
use super::{check_sealed, pool, within_limits};
use crate::observer::{Observer, Step, Work};
use crate::read::meaning::values_of;
use game::Levels;

/// Positions of the level above in a part, unless somebody says how many parts there are to be: some 400 seconds of one
/// core.
pub const PART_POSITIONS: u64 = 1 << 26;
/// Most parts of a level.
pub const PARTS_MOST: usize = 100_000;
/// Chunks read at a time to find where parts begin.
const SCAN_CHUNKS: usize = 4096;

/// How a level is cut.
#[derive(Serialize, Deserialize)]
pub(super) struct Plan {
    level: u32,
    /// Hash of the records of the level above.
    above: String,
    /// The first key of each part but the first, hexadecimal.
    starts: Vec<String>,
    /// Positions of the level above in each part.
    positions: Vec<u64>,
}

/// A part that is there.
#[derive(Serialize, Deserialize)]
pub(super) struct Done {
    /// As in the plan.
    above: String,
    start: String,
    positions: u64,
    pub run: RunState,
    pub work: Work,
}

const PLAN: &str = "plan";

fn name(part: usize) -> String {
    format!("part-{part:06}")
}

impl Plan {
    /// The plan for a level made from the records with the hash `above`, if there is one.
    ///
    /// # Errors
    /// When the system does not let it be read now.
    pub fn read(db: &Database, level: u32, above: &str) -> retrograph_storage::Result<Option<Self>> {
        let plan: Option<Self> = match db.has_plain_files(level)? {
            true => db.part(level, PLAN)?,
            false => None,
        };
        let is_sound = |plan: &Self| {
            plan.level == level
                && plan.above == above
                && plan.positions.len() == plan.starts.len() + 1
                && plan.positions.len() <= PARTS_MOST
        };
        Ok(plan.filter(is_sound))
    }

    /// Number of parts.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Positions of the level above in a part.
    pub fn positions(&self, part: usize) -> u64 {
        self.positions[part]
    }

    /// The part, if it is there.
    ///
    /// # Errors
    /// When the system does not permit looking now.
    pub fn done(&self, db: &Database, part: usize) -> retrograph_storage::Result<Option<Done>> {
        let done: Option<Done> = db.part(self.level, &name(part))?;
        let belongs = |done: &Done| {
            done.above == self.above
                && done.start == self.start(part)
                && done.positions == self.positions[part]
                && done.run.number == part as u64
        };
        match done.filter(belongs) {
            Some(done) if has_run(&db.work_folder(self.level), &done.run)? => Ok(Some(done)),
            _ => Ok(None),
        }
    }

    /// The parts that are not there, of those that task `task` of `tasks` makes.
    ///
    /// # Errors
    /// When the system does not permit looking now.
    pub fn missing(&self, db: &Database, task: usize, tasks: usize) -> retrograph_storage::Result<Vec<usize>> {
        let mut missing = Vec::new();
        for part in (task..self.len()).step_by(tasks) {
            if self.done(db, part)?.is_none() {
                missing.push(part);
            }
        }
        Ok(missing)
    }

    fn start(&self, part: usize) -> &str {
        match part {
            0 => "",
            part => &self.starts[part - 1],
        }
    }
}

/// What makes parts.
pub(super) struct Making<'a, G: Levels> {
    pub game: &'a G,
    pub db: &'a Database,
    pub source: &'a Source<G>,
    pub plan: &'a Plan,
    /// Bytes for sorting.
    pub memory: u64,
    pub batch_chunks: usize,
    pub observer: &'a dyn Observer,
}

impl<G: Levels> Making<'_, G> {
    /// Makes a part, of which the observer hears after `before` positions. Returns its positions in the level above.
    ///
    /// # Errors
    /// When the level above is damaged, something cannot be written, or the observer wants an end; then the part is not
    /// there.
    pub fn make(&self, part: usize, before: u64, labelling: &mut impl Labelling<G>) -> Result<u64, SolveError> {
        let Self { game, db, plan, .. } = *self;
        let level = plan.level;
        let folder = db.work_folder(level);
        let key = |part: usize| -> Result<Option<G::Record>, SolveError> {
            let strange = || retrograph_storage::Error::corrupt(&folder.join("plan.json"), "a part begins with no key");
            match plan.starts.get(part.wrapping_sub(1)) {
                None => Ok(None),
                Some(start) => Ok(Some(key_from_hex(start).ok_or_else(strange)?)),
            }
        };
        let stretch = Stretch {
            source: self.source,
            batch_chunks: self.batch_chunks,
            observer: self.observer,
            from: key(part)?,
            until: key(part + 1)?,
        };
        let own = db.making_folder(level)?;
        let mut sorter = Sorter::new(own.path(), game.key_width(), self.memory)?;
        let mut stops = Stops {
            level,
            observer: self.observer,
        };
        let work = stretch.expand(before, Work::default(), &mut sorter, labelling, &mut stops)?;
        let done = Done {
            above: plan.above.clone(),
            start: plan.start(part).into(),
            positions: plan.positions[part],
            run: sorter.finish_as(&folder, part as u64)?,
            work,
        };
        db.write_part(level, &name(part), own.path(), &done)?;
        Ok(plan.positions[part])
    }

    /// Makes these parts, of which somebody else may make some meanwhile.
    ///
    /// # Errors
    /// As [`Making::make`]; parts made stay.
    pub fn make_all(&self, parts: &[usize], labelling: &mut impl Labelling<G>) -> Result<(), SolveError> {
        let Self { db, plan, observer, .. } = *self;
        observer.level_begins(plan.level);
        observer.begin(&Step {
            level: Some(plan.level),
            name: "expand and label",
            done: 0,
            all: parts.iter().map(|&part| plan.positions(part)).sum(),
        });
        let mut done = 0;
        for &part in parts {
            if plan.done(db, part)?.is_none() {
                self.make(part, done, labelling)?;
            }
            done += plan.positions(part);
        }
        observer.end();
        Ok(())
    }
}

/// A part is not interrupted but to be given up.
struct Stops<'a> {
    level: u32,
    observer: &'a dyn Observer,
}

impl<R> Pauses<R> for Stops<'_> {
    fn are_due(&self) -> bool {
        self.observer.stop()
    }

    fn pause(&mut self, _: &mut Sorter<R>, _: R, _: u64, _: Work) -> Result<(), SolveError> {
        go_on(self.level, self.observer)
    }
}

/// What the parts of a level are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PlannedStep {
    /// Stretches of the level above, to be expanded.
    Expand,
    /// Files of the level, to be written.
    Seal,
    /// Ranges of shards of the level's label function, to be solved.
    Shards,
    /// Files of the level, to be searched for ambiguous positions.
    Ambiguous,
}

/// What is planned of a level, and how far it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlanReport {
    /// The level to be made.
    pub level: u32,
    /// What its parts are.
    pub step: PlannedStep,
    /// Number of parts.
    pub parts: usize,
    /// Parts that are there.
    pub done: usize,
    /// Parts made by this call.
    pub made: usize,
    /// Positions of the level above; of the level itself unless the parts are to be expanded.
    pub positions: u64,
}

/// What a process makes of a plan, and within which limits.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// The number of this task, from 0.
    pub task: usize,
    /// The number of tasks: this one makes every so many-th part.
    pub tasks: usize,
    /// Limit of the resident set, in bytes.
    pub memory: u64,
    /// Threads that work.
    pub threads: usize,
    /// Sizes of pieces.
    pub grain: Grain,
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
    let above = lowest(db)?;
    let level = above.manifest.level - 1;
    let hash = &above.manifest.positions.stream_xxh3;
    let all = above.manifest.positions.positions;
    if let Some(plan) = Plan::read(db, level, hash)? {
        if is_beyond_parts(db, level)? {
            return Ok(all_done(&plan));
        }
        let planned = report(db, &plan, 0)?;
        return match planned.done == planned.parts {
            true => plan_sealing(game, db, &plan, planned, grain, observer),
            false => Ok(planned),
        };
    }
    if is_beyond_parts(db, level)? {
        return Err(SolveError::UnderWay { level });
    }
    check_sealed(db, above.manifest.level)?;
    let parts = parts.unwrap_or_else(|| all.div_ceil(PART_POSITIONS) as usize);
    let most = all.div_ceil(parts.clamp(1, PARTS_MOST) as u64);
    let cache = Cache::new(1 << 20);
    let folder = db.positions_folder(above.manifest.level);
    let reader = LevelReader::<G::Record>::open_own(&folder, game.key_width(), &cache)?;
    let mut chunks = reader.chunks();
    let (mut batch, mut records) = (Vec::new(), Vec::new());
    let mut plan = Plan {
        level,
        above: hash.clone(),
        starts: Vec::new(),
        positions: vec![0],
    };
    observer.begin(&Step {
        level: Some(level),
        name: "plan",
        done: 0,
        all,
    });
    let mut read = 0;
    while chunks.next_chunks(SCAN_CHUNKS, &mut batch)? > 0 {
        for chunk in &batch {
            let count = plan.positions.last_mut().expect("there is a first part");
            records.clear();
            chunk.decode(&mut records)?;
            if *count >= most {
                plan.starts.push(key_to_hex(chunk.first_key()));
                plan.positions.push(records.len() as u64);
            } else {
                *count += records.len() as u64;
            }
            read += records.len() as u64;
        }
        observer.advance(read);
        go_on(level, observer)?;
    }
    observer.end();
    db.begin_level(level)?;
    let own = db.making_folder(level)?;
    db.write_part(level, PLAN, own.path(), &plan)?;
    report(db, &plan, 0)
}

/// Plans how a level is sealed all parts of which are there, unless it is one file or is planned already.
fn plan_sealing<G: Levels>(
    game: &G,
    db: &Database,
    plan: &Plan,
    planned: PlanReport,
    grain: &Grain,
    observer: &dyn Observer,
) -> Result<PlanReport, SolveError> {
    let level = plan.level;
    if let Some(sealing) = SealPlan::read(db, level, &plan.above, grain)? {
        return plan_shards((game, db, level), &plan.above, &sealing, grain);
    }
    let mut runs = Vec::with_capacity(plan.len());
    for part in 0..plan.len() {
        let missing = SolveError::NoPlan { level };
        runs.push(plan.done(db, part)?.ok_or(missing)?.run);
    }
    let least = least_memory(1);
    let memory = within_limits(game, 0, least, 1)?;
    let saturated = saturated(game, db, &memory, observer)?.by_level.remove(&level);
    let folder = db.work_folder(level);
    let mut sorter = Sorter::resume(&folder, game.key_width(), memory.sort, &runs)?;
    sorter.push(&terminals(game, values_of(db)?, &saturated.unwrap_or_default()))?;
    if sorter.len() <= file_records(grain) {
        return Ok(planned);
    }
    let sealing = SealPlan::new(&plan.above, sorter.checkpoint()?, grain);
    sealing.write(db, level)?;
    Ok(sealing_report(level, &sealing, 0, 0))
}

/// Plans how the label function of a level is solved all files of which are there, unless it has no shards or is planned
/// already.
fn plan_shards<G: Levels>(
    (game, db, level): (&G, &Database, u32),
    above: &str,
    sealing: &SealPlan,
    grain: &Grain,
) -> Result<PlanReport, SolveError> {
    let done = sealing.done::<G>(db, level)?;
    let sealed = sealing_report(level, sealing, done, 0);
    if done < sealing.files() {
        return Ok(sealed);
    }
    if let Some(shards) = ShardPlan::read(db, level, above, sealed.positions)? {
        return match shards.ambiguous(db, level)? {
            Some(1..) => exact_report(db, level, &ExactParts::new(game, (above, sealed.positions), grain), 0),
            _ => shards_report(db, level, &shards, 0),
        };
    }
    let files = SignedFile::open_all(&db.work_folder(level), sealing.files())?;
    match ShardPlan::of_files(above, &files, grain) {
        Some(shards) => {
            shards.write(db, level)?;
            shards_report(db, level, &shards, 0)
        }
        None => Ok(sealed),
    }
}

fn shards_report(db: &Database, level: u32, shards: &ShardPlan, made: usize) -> Result<PlanReport, SolveError> {
    Ok(PlanReport {
        level,
        step: PlannedStep::Shards,
        parts: shards.cut().parts() as usize,
        done: shards.done(db, level)?,
        made,
        positions: shards.positions(),
    })
}

fn exact_report(db: &Database, level: u32, parts: &ExactParts, made: usize) -> Result<PlanReport, SolveError> {
    Ok(PlanReport {
        level,
        step: PlannedStep::Ambiguous,
        parts: parts.len(),
        done: parts.done(db, level)?,
        made,
        positions: parts.positions(),
    })
}

fn sealing_report(level: u32, sealing: &SealPlan, done: usize, made: usize) -> PlanReport {
    PlanReport {
        level,
        step: PlannedStep::Seal,
        parts: sealing.files(),
        done,
        made,
        positions: sealing.positions(),
    }
}

/// Returns whether `level` is the next one and is planned, as far as this machine sees.
///
/// # Errors
/// As [`plan`].
pub fn is_planned(db: &Database, level: u32) -> Result<bool, SolveError> {
    let Above { manifest, .. } = lowest(db)?;
    let hash = &manifest.positions.stream_xxh3;
    Ok(manifest.level == level + 1 && Plan::read(db, level, hash)?.is_some())
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
    let memory = within_limits(game, 0, task.memory, task.threads)?;
    pool(task.threads)?.install(|| make_on_threads(game, db, task, &memory, observer))
}

fn make_on_threads<G: Levels>(
    game: &G,
    db: &Database,
    limits: &Task,
    memory: &Memory,
    observer: &dyn Observer,
) -> Result<PlanReport, SolveError> {
    let Task { task, tasks, grain, .. } = *limits;
    let above = lowest(db)?;
    let level = above.manifest.level - 1;
    let plan = Plan::read(db, level, &above.manifest.positions.stream_xxh3)?;
    let plan = plan.ok_or(SolveError::NoPlan { level })?;
    if is_beyond_parts(db, level)? {
        return Ok(all_done(&plan));
    }
    if let Some(sealing) = SealPlan::read(db, level, &plan.above, &grain)? {
        let files = sealing.files();
        if let Some(shards) = ShardPlan::read(db, level, &plan.above, sealing.positions())?
            && sealing.done::<G>(db, level)? == files
        {
            if let Some(1..) = shards.ambiguous(db, level)? {
                let parts = ExactParts::new(game, (&plan.above, sealing.positions()), &grain);
                let all = (&parts, &shards);
                let made = make_exact((game, db, level), all, [task, tasks], (memory, grain), observer)?;
                return exact_report(db, level, &parts, made);
            }
            let memory = memory.unshared().min(grain.builder_memory);
            let made = make_shards((db, level, files), &shards, [task, tasks], memory, observer)?;
            return shards_report(db, level, &shards, made);
        }
        let limits = (memory, limits.memory);
        let made = make_files((game, db, level), &sealing, [task, tasks], limits, grain, observer)?;
        return Ok(sealing_report(level, &sealing, sealing.done::<G>(db, level)?, made));
    }
    let missing = plan.missing(db, task, tasks)?;
    if !missing.is_empty() {
        let source = Source::open(game, &above, memory)?;
        let making = Making {
            game,
            db,
            source: &source,
            plan: &plan,
            memory: memory.sort,
            batch_chunks: grain.expand_chunks,
            observer,
        };
        making.make_all(&missing, &mut Direct::new(game, values_of(db)?, source.labels(), None))?;
    }
    report(db, &plan, missing.len())
}

/// Whether [`solve`](super::solve) has a journal of the level: it has used the parts, may have removed them, and finishes
/// the level alone. A file that a part added now would stay beside those of the sealed level.
pub(super) fn is_beyond_parts(db: &Database, level: u32) -> Result<bool, SolveError> {
    Ok(db.journal::<serde::de::IgnoredAny>(level)?.is_some())
}

fn all_done(plan: &Plan) -> PlanReport {
    PlanReport {
        level: plan.level,
        step: PlannedStep::Expand,
        parts: plan.len(),
        done: plan.len(),
        made: 0,
        positions: plan.positions.iter().sum(),
    }
}

pub(super) fn report(db: &Database, plan: &Plan, made: usize) -> Result<PlanReport, SolveError> {
    let mut done = 0;
    for part in 0..plan.len() {
        done += usize::from(plan.done(db, part)?.is_some());
    }
    Ok(PlanReport {
        level: plan.level,
        step: PlannedStep::Expand,
        parts: plan.len(),
        done,
        made,
        positions: plan.positions.iter().sum(),
    })
}

/// The lowest sealed level, which has its positions and a level below it.
pub(super) fn lowest(db: &Database) -> Result<Above<'_>, SolveError> {
    let level = db.levels()?.last().copied();
    let level = level.filter(|&level| level > 0).ok_or(SolveError::NothingToPlan {
        is_solved: level == Some(0),
    })?;
    let manifest = db.has_positions(level)?.then(|| db.manifest(level)).transpose()?;
    let manifest = manifest.flatten().ok_or(SolveError::NoPositions { level })?;
    Ok(Above { db, manifest })
}
