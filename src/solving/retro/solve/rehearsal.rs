//! A level in the middle of a game, made as a run makes it but from a sample of the level above: what it takes, before
//! anybody makes all of it.

use std::collections::BTreeMap;
use std::time::Instant;

use retrograph_storage::{
    CHUNK_RECORDS, Database, FORMAT, LevelManifest, LevelWriter, PendingLabelFunction, Record, Sorter,
};

use super::error::{SolveError, go_on};
use super::level::seal;
use super::memory::Memory;
use super::options::Options;
use super::run::{Above, LevelRun};
use super::stages::{Labelling, Source, Stretch, seal_at_once};
use super::{pool, within_limits};
use crate::observer::{LevelReport, Observer, Step};
use crate::read::Counts;
use crate::read::meaning::values_of;
use game::Levels;
use game::values::{N, P};

/// Of so many positions of the sample and of its label function, one is P.
const ONE_IN: u32 = 12;
/// Records that a thread expands at a time.
const TASK: usize = 1 << 12;
/// Positions of a level of which none is left out: samples of fewer are of a few families.
const LEAST: f64 = (1 << 16) as f64;

/// What is to be rehearsed.
pub struct Sample<'a> {
    /// The level to make.
    pub level: u32,
    /// Positions of the level above that it is made from, about.
    pub positions: u64,
    /// Positions of a level of the game, about.
    pub counts: &'a (dyn Fn(u32) -> u64 + Sync),
    /// Positions that the label function of the level above is for.
    pub function_positions: u64,
    /// Sorted runs to be merged, about.
    pub runs: u64,
}

/// What was rehearsed.
pub struct Rehearsed {
    /// The level.
    pub report: LevelReport,
    /// Positions of the level above that it was made from.
    pub sampled: u64,
    /// Bytes of these, with their labels.
    pub sampled_bytes: u64,
    /// Bytes of the label function above.
    pub function_bytes: u64,
    /// Sorted runs that were merged.
    pub runs: u64,
}

/// Makes a level into the empty `db` from a sample of the level above, each position of which is as likely as another:
/// the game is followed from its saturated positions down, with a share of each level left out. Their labels are
/// random. Saturated positions of the level itself are left out.
///
/// # Errors
/// [`SolveError`].
///
/// # Panics
/// Panics when the saturated positions of the game are not listed, or it has no level above.
pub fn rehearse<G: Levels>(
    game: &G,
    db: &Database,
    sample: &Sample,
    options: &Options,
    observer: &dyn Observer,
) -> Result<Rehearsed, SolveError> {
    let mut memory = within_limits(game, sample.level + 1, options.memory, options.threads)?;
    memory.builder = memory.builder.min(options.grain.builder_memory);
    pool(options.threads)?.install(|| {
        let _writer = db.lock()?;
        let sampled = sampled(game, sample, observer)?;
        seal_sample(game, db, sample, &sampled, &memory, observer)?;
        drop(sampled);
        make(game, db, sample, options, &memory, observer)
    })
}

/// A sample of the level above, in order, without labels.
fn sampled<G: Levels>(game: &G, sample: &Sample, observer: &dyn Observer) -> Result<Vec<G::Record>, SolveError> {
    let mut saturated = BTreeMap::<u32, Vec<G::Record>>::new();
    for record in game.saturated(&|_, _| {}) {
        saturated.entry(game.level(record)).or_default().push(record);
    }
    let top = saturated.last_key_value().map_or(0, |(&level, _)| level);
    let lowest = sample.level + 1;
    observer.begin(&Step {
        level: None,
        name: "sample of the level above",
        done: 0,
        all: u64::from(top.saturating_sub(lowest)) + 1,
    });
    let each = sample.positions as f64 / (sample.counts)(lowest).max(1) as f64;
    let (mut records, mut share) = (Vec::new(), 1.0f64);
    for level in (lowest..=top).rev() {
        go_on(level, observer)?;
        let before = share;
        share = share.min(each.max(LEAST / (sample.counts)(level).max(1) as f64));
        records = expanded(game, &records, share / before);
        let saturated = saturated.remove(&level).unwrap_or_default();
        records.extend(saturated.into_iter().filter(|&record| is_chosen(record, share)));
        observer.advance(u64::from(top - level) + 1);
    }
    records.sort_unstable();
    observer.end();
    Ok(records)
}

/// This share of what is below `above`, in no order.
fn expanded<G: Levels>(game: &G, above: &[G::Record], share: f64) -> Vec<G::Record> {
    let tasks: Vec<&[G::Record]> = above.chunks(TASK).collect();
    let made = base::parallel::map(tasks.len(), |task| {
        let mut found = Vec::new();
        game.expand_all(tasks[task], &mut G::Scratch::default(), |_, position| {
            let record = game.record(&position);
            if is_chosen(record, share) {
                found.push(record);
            }
        });
        found
    });
    made.concat()
}

fn is_chosen<R: Record>(record: R, share: f64) -> bool {
    (record.key_hash() as f64) < share * 2f64.powi(64)
}

/// Seals the sample as the level above, with a label function of the size asked for.
fn seal_sample<G: Levels>(
    game: &G,
    db: &Database,
    sample: &Sample,
    sampled: &[G::Record],
    memory: &Memory,
    observer: &dyn Observer,
) -> Result<(), SolveError> {
    let level = sample.level + 1;
    observer.begin(&Step {
        level: None,
        name: "label function to look up in",
        done: 0,
        all: 0,
    });
    db.begin_level(level)?;
    let width = game.key_width();
    let mut writer = LevelWriter::create(
        &db.positions_folder(level),
        width,
        memory.writer,
        retrograph_storage::FILE_CHUNKS,
    )?;
    for batch in sampled.chunks(TASK) {
        let label = |&record: &G::Record| match record.key_hash().is_multiple_of(ONE_IN.into()) {
            true => record.with_label(P),
            false => record.with_label(N),
        };
        writer.write(&batch.iter().map(label).collect::<Vec<_>>())?;
    }
    let positions = writer.finish()?;
    let function = PendingLabelFunction::synthetic(&db.work_folder(level), sample.function_positions, ONE_IN)?;
    let label_function = function.seal(&db.plane_path(level, 0), width, db.syncs())?;
    db.seal_level(&LevelManifest {
        format: FORMAT,
        tool_version: env!("CARGO_PKG_VERSION").into(),
        game: game.name().into(),
        n: game.order() as u32,
        values: values_of(db)?.to_string(),
        level,
        key_width: width as u32,
        positions,
        counts: Counts::default().by_name(),
        label_function,
        planes: vec![],
    })?;
    observer.end();
    Ok(())
}

/// Makes the level from the sample above it.
fn make<G: Levels>(
    game: &G,
    db: &Database,
    sample: &Sample,
    options: &Options,
    memory: &Memory,
    observer: &dyn Observer,
) -> Result<Rehearsed, SolveError> {
    let level = sample.level;
    let above = Above::of(db, level)?;
    let (sampled, function) = (above.manifest.positions.clone(), above.manifest.label_bytes());
    let run = LevelRun {
        game,
        db,
        level,
        values: above.values,
        bits: &above.bits,
        known: None,
        options,
        memory,
        observer,
        begun: Instant::now(),
        above: None,
    };
    db.begin_level(level)?;
    let source = Source::open(game, &above, memory)?;
    let mut sorter = Sorter::new(&db.work_folder(level), game.key_width(), memory.sort)?;
    run.begin("expand and label", 0, sampled.positions);
    let each_chunks = sampled.positions / CHUNK_RECORDS as u64 / sample.runs.max(1);
    let stretch = Stretch {
        source: &source,
        batch_chunks: each_chunks.clamp(1, options.grain.expand_chunks as u64) as usize,
        observer,
        from: None,
        until: None,
    };
    let labelling = Labelling::new(game, above.values, source.labels(), None);
    // A run is closed whenever so many positions were expanded.
    let each = match sample.runs {
        0 | 1 => u64::MAX,
        _ => (each_chunks * CHUNK_RECORDS as u64).max(1),
    };
    let (mut closed, mut runs) = (0, 1);
    let work = stretch.expand(0, &mut sorter, &labelling, &mut |sorter, done| {
        if done - closed >= each {
            sorter.close_run()?;
            (closed, runs) = (done, runs + 1);
        }
        Ok(())
    })?;
    observer.end();
    drop(source);
    let made = seal_at_once(&run, sorter.finish()?, work, &mut Vec::new())?;
    Ok(Rehearsed {
        report: seal(&run, made, 0)?,
        sampled: sampled.positions,
        sampled_bytes: sampled.bytes,
        function_bytes: function,
        runs,
    })
}
