//! The loop itself.

use std::collections::BTreeMap;
use std::time::Instant;

use rayon::prelude::*;
use retrograph_storage::{Cache, Database, Error, LabelFunction, LevelManifest, LevelReader, Record, Sorter};

use super::expand::expand_and_label;
use super::memory::{Memory, least_memory};
use super::observer::{LevelReport, Observer, Run, Step, Work};
use super::saturated::saturated;
use super::seal::seal_positions;
use super::{Keep, N, P};
use crate::games::Game;

/// How to solve.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Lowest level to solve, 0 for the whole game.
    pub down_to: u32,
    /// Limit of the resident set, in bytes.
    pub memory: u64,
    /// Threads that work.
    pub threads: usize,
    /// What to keep of each level.
    pub keep: Keep,
    /// Number of positions known to be in a level, if it is known; a level that differs is not sealed.
    pub known_positions: &'a (dyn Fn(u32) -> Option<u64> + Sync),
}

/// Why a run ended early.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The disk, or what is on it.
    #[error(transparent)]
    Storage(#[from] Error),
    /// The limit cannot be kept to.
    #[error("{} MiB of memory are too little for {threads} threads; give --memory {}MiB or more, or fewer --threads", limit >> 20, least >> 20)]
    Memory {
        /// Bytes allowed.
        limit: u64,
        /// Bytes needed.
        least: u64,
        /// Threads asked for.
        threads: usize,
    },
    /// A level above the top.
    #[error("--down-to {down_to} is above the highest level, {top}")]
    AboveTop {
        /// Level asked for.
        down_to: u32,
        /// Highest level.
        top: u32,
    },
    /// The count of a level is not what is known.
    #[error(
        "level {level} has {found} positions where {known} are known; it was not sealed, please report this as a bug"
    )]
    Count {
        /// The level.
        level: u32,
        /// Positions found.
        found: u64,
        /// Positions known.
        known: u64,
    },
    /// A level is missing above sealed ones.
    #[error(
        "level {level} is missing although level {lower} below it is there; delete the folders of level {lower} and all below to have them solved again"
    )]
    Gap {
        /// The highest missing level.
        level: u32,
        /// The next sealed one below it.
        lower: u32,
    },
    /// Positions needed to go on were dropped.
    #[error(
        "level {level} has no positions to go on from; it was solved with --keep labels down to 0, or they were deleted"
    )]
    NoPositions {
        /// The lowest sealed level.
        level: u32,
    },
    /// An [`Observer`] asked for it.
    #[error(
        "stopped on request while level {level} was being solved; every level above it is sealed, run the same command again to go on"
    )]
    Stopped {
        /// The level under way, which is not sealed.
        level: u32,
    },
    /// The threads could not be started.
    #[error("could not start {threads} threads: {why}")]
    Threads {
        /// Threads asked for.
        threads: usize,
        /// What the system said.
        why: String,
    },
}

/// The shares of `memory` bytes, when levels of `game` down to `down_to` can be solved with them by `threads` threads.
///
/// # Errors
/// [`SolveError::AboveTop`] or [`SolveError::Memory`], before anything is written.
pub fn within_limits<G: Game>(game: &G, down_to: u32, memory: u64, threads: usize) -> Result<Memory, SolveError> {
    let top = game.top();
    if down_to > top {
        return Err(SolveError::AboveTop { down_to, top });
    }
    Memory::divide(memory, threads).ok_or(SolveError::Memory {
        limit: memory,
        least: least_memory(threads),
        threads,
    })
}

/// Solves `game` into `db` from the lowest level sealed so far down to `options.down_to`.
///
/// # Errors
/// [`SolveError`]; every level sealed before stays, and the same call goes on from there.
pub fn solve<G: Game>(game: &G, db: &Database, options: &Options, observer: &dyn Observer) -> Result<(), SolveError> {
    let Options { memory, threads, .. } = *options;
    let memory = within_limits(game, options.down_to, memory, threads)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|why| SolveError::Threads {
        threads,
        why: why.to_string(),
    })?;
    pool.install(|| solve_levels(game, db, options, &memory, observer))
}

fn solve_levels<G: Game>(
    game: &G,
    db: &Database,
    options: &Options,
    memory: &Memory,
    observer: &dyn Observer,
) -> Result<(), SolveError> {
    let writer = db.lock()?;
    let levels = db.levels()?;
    observer.run_begins(&Run {
        game: game.name(),
        n: game.order() as u32,
        folder: db.folder(),
        top: game.top(),
        sealed: levels.last().copied(),
        down_to: options.down_to,
        memory: options.memory,
        threads: options.threads,
        keep: options.keep,
    });
    if let Some(holder) = writer.abandoned() {
        observer.note(&format!(
            "{holder} ended without letting go of the database; taken over from it"
        ));
    }
    let result = solve_locked(game, db, &levels, options, memory, observer);
    observer.run_ends();
    result
}

/// With the lock held; `levels` are sealed.
fn solve_locked<G: Game>(
    game: &G,
    db: &Database,
    levels: &[u32],
    options: &Options,
    memory: &Memory,
    observer: &dyn Observer,
) -> Result<(), SolveError> {
    db.clean_temp()?;
    drop_positions(db, options)?;
    // Levels are sealed from the top down without gaps; a gap means that somebody deleted one.
    if let Some(level) = (0..)
        .zip(levels)
        .map(|(depth, &level)| (game.top() - depth, level))
        .find(|(due, level)| due != level)
    {
        return Err(SolveError::Gap {
            level: level.0,
            lower: level.1,
        });
    }
    let sealed = levels.last().copied();
    if sealed.is_some_and(|lowest| lowest <= options.down_to) {
        observer.note("every level asked for is sealed already");
        return Ok(());
    }
    if let Some(lowest) = sealed {
        observer.note(&format!("going on below level {lowest}, the lowest sealed one"));
    }
    let mut saturated = saturated(game, db, observer)?;
    let next = sealed.unwrap_or(game.top() + 1);
    for level in (options.down_to..next).rev() {
        go_on(level, observer)?;
        solve_level(
            game,
            db,
            level,
            saturated.remove(&level).unwrap_or_default(),
            options,
            memory,
            observer,
        )?;
        drop_positions(db, options)?;
    }
    Ok(())
}

/// Fails when somebody wants the run to end; `level` is the one under way.
pub(super) fn go_on(level: u32, observer: &dyn Observer) -> Result<(), SolveError> {
    if observer.stop() {
        return Err(SolveError::Stopped { level });
    }
    Ok(())
}

/// With labels alone kept: drops the positions that no level still to be solved is made from, those of an interrupted
/// run too.
fn drop_positions(db: &Database, options: &Options) -> Result<(), Error> {
    if options.keep == Keep::Labels {
        let levels = db.levels()?;
        let needed = levels.last().copied().filter(|&lowest| lowest > 0);
        for level in levels.into_iter().filter(|&level| Some(level) != needed) {
            db.drop_positions(level)?;
        }
    }
    Ok(())
}

fn solve_level<G: Game>(
    game: &G,
    db: &Database,
    level: u32,
    saturated: Vec<G::Record>,
    options: &Options,
    memory: &Memory,
    observer: &dyn Observer,
) -> Result<(), SolveError> {
    let start = Instant::now();
    observer.level_begins(level);
    db.begin_level(level)?;

    let mut sorter = Sorter::new(&db.temp_folder(), game.key_width(), memory.sort)?;
    let terminal: Vec<_> = saturated.par_iter().map(|record| record.with_label(P)).collect();
    sorter.push(&terminal)?;
    let mut work = Work::default();
    if level < game.top() {
        let above = db
            .manifest(level + 1)?
            .ok_or(SolveError::NoPositions { level: level + 1 })?;
        if !db.has_positions(level + 1) {
            return Err(SolveError::NoPositions { level: level + 1 });
        }
        let positions = LevelReader::open(
            &db.positions_folder(level + 1),
            game.key_width(),
            &Cache::new(memory.cache),
        )?;
        let labels = LabelFunction::open(&db.label_function_path(level + 1))?;
        labels.verify_checksum()?;
        if above.label_function.bytes > options.memory / 2 {
            observer.note(&format!(
                "the label function of level {} takes {} MiB, more than half the memory limit: it is mapped from disk, and the system \
                 may read parts of it again",
                level + 1,
                above.label_function.bytes >> 20
            ));
        }
        observer.begin(&Step {
            level: Some(level),
            name: "expand and label",
            done: 0,
            all: above.positions.positions,
        });
        work = expand_and_label(game, level, &positions, &labels, &mut sorter, observer)?;
        observer.end();
    }

    let sorted = sorter.finish()?;
    let found = sorted.len();
    if let Some(known) = (options.known_positions)(level)
        && known != found
    {
        return Err(SolveError::Count { level, found, known });
    }
    observer.begin(&Step {
        level: Some(level),
        name: "seal",
        done: 0,
        all: found,
    });
    let (positions, label_function) = seal_positions(game, db, level, sorted, memory, observer)?;
    observer.end();

    let count = |label: u8| positions.by_label.get(usize::from(label)).copied().unwrap_or(0);
    let report = LevelReport {
        level,
        p: count(P),
        n: count(N),
        saturated: terminal.len() as u64,
        seconds: start.elapsed().as_secs_f64(),
        bytes: positions.bytes,
        label_function_bytes: label_function.bytes,
        work,
    };
    let counts = [("p", report.p), ("n", report.n), ("saturated", report.saturated)];
    db.seal_level(&LevelManifest {
        format: retrograph_storage::FORMAT,
        tool_version: env!("CARGO_PKG_VERSION").into(),
        game: game.name().into(),
        n: game.order() as u32,
        level,
        key_width: game.key_width() as u32,
        positions,
        counts: counts
            .into_iter()
            .map(|(name, count)| (name.to_string(), count))
            .collect::<BTreeMap<_, _>>(),
        label_function,
    })?;
    observer.sealed(&report);
    Ok(())
}
