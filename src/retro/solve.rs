//! The loop itself.

use std::time::Duration;

use retrograph_storage::{Database, Error, FILE_CHUNKS};

use super::Keep;
use super::group::Group;
use super::level::solve_level;
use super::memory::{Memory, least_memory};
use super::observer::{Observer, Run};
use super::saturated::{saturated, top};
use game::Levels;

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
    /// Work within a level that a kill may cost.
    pub checkpoint: Duration,
    /// Sizes of pieces.
    pub grain: Grain,
    /// Number of positions known to be in a level, if it is known; a level that differs is not sealed.
    pub known_positions: &'a (dyn Fn(u32) -> Option<u64> + Sync),
}

/// How finely the work is cut. Tests cut finer, to have many pieces in small levels; only `file_chunks` is seen in the
/// bytes of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grain {
    /// Chunks of the level above expanded at a time.
    pub expand_chunks: usize,
    /// Chunks merged and written at a time.
    pub seal_chunks: usize,
    /// Chunks of an SST file, a multiple of `seal_chunks`.
    pub file_chunks: u64,
    /// Most memory of the label function's builder, in bytes.
    pub builder_memory: u64,
    /// Most positions of a level below which the next one shares its syncs with others, see `super::group`; 0: none
    /// does.
    pub group_positions: u64,
}

impl Default for Grain {
    /// A quarter of a million positions expanded at a time, enough for threads to share without waiting, 4 MiB of records.
    fn default() -> Self {
        Self {
            expand_chunks: 1024,
            seal_chunks: 512,
            file_chunks: FILE_CHUNKS,
            builder_memory: u64::MAX,
            group_positions: 1 << 16,
        }
    }
}

/// Why a run ended early.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The disk, or what is on it.
    #[error(transparent)]
    Storage(#[from] Error),
    /// The limit cannot be kept to.
    #[error("{} MiB of memory is too little for {threads} thread{}; give --memory {}MiB or more, or fewer --threads", limit >> 20, if *threads == 1 { "" } else { "s" }, least >> 20)]
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
        "level {level} is missing although level {lower} below it is there; have it made again with `retrograph repair`, or delete the folders of level {lower} and all below to have them solved again"
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
    /// What was done of an unfinished level is damaged.
    #[error(
        "{error} It belongs to the unfinished level {level}; run the same command again, that level is then begun anew"
    )]
    Work {
        /// The level.
        level: u32,
        /// What is damaged.
        error: Error,
    },
    /// An [`Observer`] asked for it.
    #[error(
        "stopped on request while level {level} was being solved; every level above it is sealed, run the same command again to go on"
    )]
    Stopped {
        /// The level under way, which is not sealed.
        level: u32,
    },
    /// An [`Observer`] asked for it on the way up.
    #[error("stopped on request on the way up above level {level}; run the same command again to go on")]
    StoppedAscending {
        /// The highest level that is complete.
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
pub fn within_limits<G: Levels>(game: &G, down_to: u32, memory: u64, threads: usize) -> Result<Memory, SolveError> {
    let pairs = (game.order() * game.order().saturating_sub(1) / 2) as u32;
    below_top(down_to, game.top().unwrap_or(pairs))?;
    Memory::divide(memory, threads).ok_or(SolveError::Memory {
        limit: memory,
        least: least_memory(threads),
        threads,
    })
}

fn below_top(down_to: u32, top: u32) -> Result<(), SolveError> {
    match down_to > top {
        true => Err(SolveError::AboveTop { down_to, top }),
        false => Ok(()),
    }
}

/// Solves `game` into `db` from the lowest level sealed so far down to `options.down_to`.
///
/// # Errors
/// [`SolveError`]; every level sealed before stays, and the same call goes on from there.
pub fn solve<G: Levels>(game: &G, db: &Database, options: &Options, observer: &dyn Observer) -> Result<(), SolveError> {
    let Options { memory, threads, .. } = *options;
    let mut memory = within_limits(game, options.down_to, memory, threads)?;
    memory.builder = memory.builder.min(options.grain.builder_memory);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|why| SolveError::Threads {
        threads,
        why: why.to_string(),
    })?;
    pool.install(|| solve_levels(game, db, options, &memory, observer))
}

fn solve_levels<G: Levels>(
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
        values: &db.identity().values,
        folder: db.folder(),
        top: top(game, db)?,
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
    // Whatever went wrong in another folder of the name says nothing about this one.
    result.map_err(|error| db.check_lock().err().map_or(error, SolveError::from))
}

/// With the lock held; `levels` are sealed.
fn solve_locked<G: Levels>(
    game: &G,
    db: &Database,
    levels: &[u32],
    options: &Options,
    memory: &Memory,
    observer: &dyn Observer,
) -> Result<(), SolveError> {
    db.clean_temp()?;
    db.check_identity()?;
    levels.iter().try_for_each(|&level| db.remove_work(level))?;
    drop_positions(db, options.keep)?;
    let (top, ascended) = match top(game, db)? {
        Some(top) => (top, None),
        None => {
            let saturated = saturated(game, db, memory, observer)?;
            (saturated.top, Some(saturated))
        }
    };
    below_top(options.down_to, top)?;
    // Levels are sealed from the top down without gaps; a gap means that somebody deleted one.
    if let Some(level) = (0..=top)
        .rev()
        .zip(levels.iter().copied())
        .find(|(due, level)| due != level)
    {
        return Err(SolveError::Gap {
            level: level.0,
            lower: level.1,
        });
    }
    // What is missing is told now and not by somebody who asks for it one day.
    levels.iter().try_for_each(|&level| db.check_sizes(level))?;
    let sealed = levels.last().copied();
    if sealed.is_some_and(|lowest| lowest <= options.down_to) {
        observer.note("every level asked for is sealed already");
        return Ok(());
    }
    if let Some(lowest) = sealed {
        observer.note(&format!("going on below level {lowest}, the lowest sealed one"));
        check_sealed(db, lowest)?;
    }
    let mut saturated = match ascended {
        Some(saturated) => saturated,
        None => saturated(game, db, memory, observer)?,
    };
    let next = sealed.unwrap_or(top + 1);
    let mut group = Group::new(db, options, observer);
    let solved = (options.down_to..next).rev().try_for_each(|level| {
        go_on(level, observer)?;
        let place = group.place(level)?;
        let report = solve_level(game, &place, level, &mut saturated, options, memory, observer)?;
        Ok(group.sealed(report)?)
    });
    // Also when the run ends early: what is sealed stays.
    let published = group.publish();
    solved.and(published.map_err(SolveError::from))
}

/// Compares the level to go on from with its checksums: a run of another day sealed it. Cost: one reading.
fn check_sealed(db: &Database, level: u32) -> Result<(), SolveError> {
    if !db.has_positions(level)? {
        return Err(SolveError::NoPositions { level });
    }
    let manifest = db.manifest(level)?.ok_or(SolveError::NoPositions { level })?;
    match db.check_files(&manifest)?.damaged.into_iter().next() {
        Some(damage) => Err(damage.into()),
        None => Ok(()),
    }
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
pub(super) fn drop_positions(db: &Database, keep: Keep) -> Result<(), Error> {
    if keep == Keep::Labels {
        let levels = db.levels()?;
        let needed = levels.last().copied().filter(|&lowest| lowest > 0);
        for level in levels.into_iter().filter(|&level| Some(level) != needed) {
            db.drop_positions(level)?;
        }
    }
    Ok(())
}
