//! One level, from the one above to its manifest.

use retrograph_storage::{Database, FORMAT, LevelManifest, Plane, Result};

use super::error::SolveError;
use super::group::Place;
use super::journal::Checkpoints;
use super::memory::Memory;
use super::options::Options;
use super::parts::Plan;
use super::parts::runs::Runs;
use super::run::{Above, LevelRun};
use super::saturated::Saturated;
use super::stages::{Expand, Made, Merge, Merged, Sign, Stage, merge_planned};
use crate::observer::{LevelReport, Observer};
use crate::read::Counts;
use crate::read::look_up::largest;
use crate::read::meaning::{outcomes, values_of};
use game::Levels;

/// What levels hand down.
pub(super) struct Carried<R> {
    /// The saturated positions of the levels to come.
    pub saturated: Saturated<R>,
    /// Memory to sort in.
    pub buffer: Vec<R>,
}

/// Solves and seals `level` in its place from the sealed level above. Its saturated positions are taken out of
/// `carried`.
///
/// # Errors
/// [`SolveError`]; the same call resumes from the last checkpoint.
pub(super) fn solve_level<G: Levels>(
    game: &G,
    place: &Place,
    level: u32,
    carried: &mut Carried<G::Record>,
    options: &Options,
    memory: &Memory,
    observer: &dyn Observer,
) -> std::result::Result<LevelReport, SolveError> {
    let db = place.db;
    let Carried { saturated, buffer } = carried;
    observer.level_begins(level);
    let above = match level {
        level if level == saturated.top => None,
        level => Some(above(place.above, level)?),
    };
    let counted = saturated
        .levels
        .as_ref()
        .and_then(|levels| levels.get(level as usize).copied());
    let saturated = saturated.by_level.remove(&level).unwrap_or_default();
    let manifest = above.as_ref().map(|above| &above.manifest);
    let made_from = manifest.map_or("", |above| &above.positions.stream_xxh3);
    let values = values_of(db)?;
    let mut run = LevelRun {
        game,
        db,
        level,
        values,
        bits: values.bits(manifest.map(largest)),
        known: (options.known_positions)(level).or(counted),
        options,
        memory,
        observer,
        checkpoints: Checkpoints::new(db, level, made_from.into(), options.checkpoint, observer),
        buffer: std::mem::take(buffer),
        above,
    };
    let made = match make(&mut run, &saturated) {
        Err(SolveError::Storage(error)) if run.is_of_work(&error) => {
            // The next run would meet the same damage.
            db.begin_level(level)?;
            return Err(SolveError::Work { level, error });
        }
        other => other?,
    };
    let report = seal(&run, made, saturated.len() as u64)?;
    *buffer = run.buffer;
    Ok(report)
}

/// The level above `level`, whose positions are there.
pub(super) fn above(db: &Database, level: u32) -> std::result::Result<Above<'_>, SolveError> {
    let level = level + 1;
    let manifest = db.has_positions(level)?.then(|| db.manifest(level)).transpose()?;
    let manifest = manifest.flatten().ok_or(SolveError::NoPositions { level })?;
    Ok(Above { db, manifest })
}

/// Makes all of the level but its manifest, stage by stage.
fn make<G: Levels>(run: &mut LevelRun<G>, saturated: &[G::Record]) -> std::result::Result<Made, SolveError> {
    let stage = match resumed(run)? {
        Some(stage) => stage,
        None => match planned(run, saturated)? {
            Some(merge) => Stage::Merge(merge),
            None => Stage::Expand(Expand::begin(run, saturated)?),
        },
    };
    go_through(run, stage)
}

/// Makes what is left of the level from `stage` on.
pub(super) fn go_through<G: Levels>(
    run: &mut LevelRun<G>,
    mut stage: Stage<G>,
) -> std::result::Result<Made, SolveError> {
    loop {
        stage = match stage {
            Stage::Expand(expand) => Stage::Merge(expand.run(run)?),
            Stage::Merge(merge) => match merge.run(run)? {
                Merged::Items(shards) => Stage::Shards(shards),
                Merged::Function(ambiguous) => Stage::Ambiguous(ambiguous),
            },
            Stage::Sign(sign) => Stage::Shards(sign.run(run)?),
            Stage::Shards(shards) => Stage::Ambiguous(shards.run(run)?),
            Stage::Ambiguous(ambiguous) => {
                let made = ambiguous.run(run)?;
                if made.is_complete(run) {
                    return Ok(made);
                }
                Stage::Sign(Sign::begin(run, made)?)
            }
        };
    }
}

/// What the parts of the level's plan come to, if there is one.
fn planned<G: Levels>(
    run: &mut LevelRun<G>,
    saturated: &[G::Record],
) -> std::result::Result<Option<Merge<G>>, SolveError> {
    match run.above.is_some() && Plan::<G, Runs>::read(run.site())?.is_some() {
        true => Ok(Some(merge_planned(run, saturated)?)),
        false => Ok(None),
    }
}

/// The stage that an earlier run came to, if it can be resumed.
fn resumed<G: Levels>(run: &mut LevelRun<G>) -> Result<Option<Stage<G>>> {
    let Some(written) = run.checkpoints.earlier()? else {
        return Ok(None);
    };
    match Stage::resume(run, written) {
        Ok(stage) => {
            run.observer
                .note(&format!("going on within level {} from its last checkpoint", run.level));
            Ok(Some(stage))
        }
        Err(error) if run.is_of_work(&error) => {
            run.observer.note(&format!(
                "level {} restarts, what was done of it is not all there: {error}",
                run.level
            ));
            run.checkpoints.forget();
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Writes the manifest of a level that is all there but for that, `saturated` of whose positions are saturated.
pub(super) fn seal<G: Levels>(run: &LevelRun<G>, made: Made, saturated: u64) -> Result<LevelReport> {
    let Made { positions, sealed } = made;
    let outcomes = outcomes(run.values, &positions);
    let [p, n, ties] = outcomes.unwrap_or_default();
    let report = LevelReport {
        level: run.level,
        positions: positions.positions,
        p,
        n,
        saturated,
        seconds: run.checkpoints.seconds(),
        bytes: positions.bytes,
        label_function_bytes: sealed.iter().map(|function| function.bytes).sum(),
        work: run.checkpoints.work,
    };
    let counts = Counts {
        saturated: Some(saturated),
        p: outcomes.map(|_| p),
        n: outcomes.map(|_| n),
        ties: run.values.may_tie().then_some(ties),
    };
    let mut functions = sealed.into_iter();
    let label_function = functions.next().expect("bit 0 has a label function");
    let planes = functions
        .zip(&run.bits[1..])
        .map(|(function, &bit)| Plane { bit, function });
    run.db.seal_level(&LevelManifest {
        format: FORMAT,
        tool_version: env!("CARGO_PKG_VERSION").into(),
        game: run.game.name().into(),
        n: run.game.order() as u32,
        values: run.values.to_string(),
        level: run.level,
        key_width: run.game.key_width() as u32,
        positions,
        counts: counts.by_name(),
        label_function,
        planes: planes.collect(),
    })?;
    Ok(report)
}
