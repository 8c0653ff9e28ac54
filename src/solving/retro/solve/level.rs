//! One level, from the one above to its manifest.

use std::time::Instant;

use retrograph_storage::{FORMAT, LevelManifest, Plane, Result, Sorter, Syncs};

use super::error::SolveError;
use super::group::Place;
use super::memory::Memory;
use super::options::Options;
use super::parts::order::make_in_parts;
use super::parts::runs::Runs;
use super::parts::{PARTS_MOST, Plan};
use super::run::{Above, LevelRun, Made};
use super::saturated::Saturated;
use super::stages::{file_records, make_at_once};
use crate::observer::{LevelReport, Observer};
use crate::read::Counts;
use crate::read::meaning::values_of;
use game::Levels;
use game::values::{Outcome, Tally, Values};

/// What levels hand down.
pub(super) struct Carried<R> {
    /// The saturated positions of the levels to come.
    pub saturated: Saturated<R>,
    /// Memory to sort in: a fresh one at every level took 2 % of the time of n = 13, in the system.
    pub buffer: Vec<R>,
}

/// Solves and seals `level` in its place from the sealed level above. Its saturated positions are taken out of
/// `carried`.
///
/// # Errors
/// [`SolveError`]; the same call makes the parts that are missing.
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
        level => Some(Above::of(place.above, level, game.due())?),
    };
    let counted = saturated
        .levels
        .as_ref()
        .and_then(|levels| levels.get(level as usize).copied());
    let saturated = saturated.by_level.remove(&level).unwrap_or_default();
    let values = values_of(db)?;
    let highest = values.bits(None, game.due());
    let run = LevelRun {
        game,
        db,
        level,
        values,
        bits: above.as_ref().map_or(&highest, |above| &above.bits),
        known: (options.known_positions)(level).or(counted),
        options,
        memory,
        observer,
        begun: Instant::now(),
        above: above.as_ref(),
    };
    let made = match make(&run, &saturated, buffer) {
        Err(SolveError::Storage(error)) if run.is_of_work(&error) => {
            // The next run would meet the same damage.
            db.begin_level(level)?;
            return Err(SolveError::Work { level, error });
        }
        other => other?,
    };
    Ok(seal(&run, made, saturated.len() as u64)?)
}

/// Makes all of the level but its manifest: in parts where these are planned, or it will have several files.
fn make<G: Levels>(
    run: &LevelRun<G>,
    saturated: &[G::Record],
    buffer: &mut Vec<G::Record>,
) -> std::result::Result<Made, SolveError> {
    let Some(above) = run.above else {
        return make_at_once(run, saturated, buffer);
    };
    if run.db.is_of_older_version(run.level)? {
        run.observer.note(&format!(
            "level {} restarts: an older version of the program has begun it, and its unfinished files are others",
            run.level
        ));
        run.db.begin_level(run.level)?;
    }
    let expected = expected(run, above)?.saturating_add(saturated.len() as u64);
    let is_large = expected > file_records(&run.options.grain) && run.db.syncs() == Syncs::Now;
    match is_large || Plan::<G, Runs>::read(run.site(above))?.is_some() {
        true => make_in_parts(run, above, saturated, part_positions(run, above, expected), buffer),
        false => make_at_once(run, saturated, buffer),
    }
}

/// About the number of positions of the level: where it is not known, the one above has grown as this one will. Levels
/// grow less from one to the next.
fn expected<G: Levels>(run: &LevelRun<G>, above: &Above) -> Result<u64> {
    if let Some(known) = run.known {
        return Ok(known);
    }
    let all = above.positions();
    let before = above.db.manifest(run.level + 2)?;
    let before = before.map_or(0, |manifest| manifest.positions.positions);
    Ok(match before {
        // No more than there are edges to delete.
        0 => all.saturating_mul(u64::from(run.level) + 1),
        before => (all as f64 * all as f64 / before as f64) as u64,
    })
}

/// Positions of the level above in a part that is sorted in memory; some stretches have more below them than others.
fn part_positions<G: Levels>(run: &LevelRun<G>, above: &Above, expected: u64) -> u64 {
    let all = above.positions();
    let room = Sorter::<G::Record>::capacity(run.memory.sort) as f64 * 0.75;
    let most = (room * all as f64 / expected.max(1) as f64) as u64;
    most.min(run.options.grain.part_positions)
        .max(all.div_ceil(PARTS_MOST as u64))
        .max(1)
}

/// Writes the manifest of a level that is all there but for that, `saturated` of whose positions are saturated.
pub(super) fn seal<G: Levels>(run: &LevelRun<G>, made: Made, saturated: u64) -> Result<LevelReport> {
    let Made {
        positions,
        functions,
        work,
    } = made;
    let outcomes = run.values.tally(&positions.by_label);
    let report = LevelReport {
        level: run.level,
        positions: positions.positions,
        outcomes: counted(run.values, outcomes),
        saturated,
        seconds: run.begun.elapsed().as_secs_f64(),
        bytes: positions.bytes,
        label_function_bytes: functions.iter().map(|function| function.bytes).sum(),
        work,
    };
    let counts = Counts {
        saturated: Some(saturated),
        outcomes,
    };
    let mut functions = functions.into_iter();
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
        counts: counts.by_name(run.values),
        label_function,
        planes: planes.collect(),
    })?;
    Ok(report)
}

/// Positions by who wins them, in the order of the outcomes; none is P or N where values do not say it.
fn counted(values: Values, tally: Option<Tally>) -> Vec<(Outcome, u64)> {
    let outcomes = match values.outcomes() {
        [] => &[Outcome::P, Outcome::N],
        some => some,
    };
    let tally = tally.unwrap_or_default();
    outcomes.iter().map(|&outcome| (outcome, tally.of(outcome))).collect()
}
