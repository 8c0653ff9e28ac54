//! The loop, level by level from the highest down.

pub(crate) mod ascent;
pub(crate) mod error;
mod group;
mod level;
pub(crate) mod memory;
pub(crate) mod options;
pub(crate) mod parts;
mod run;
pub(crate) mod saturated;
mod stages;
pub(crate) mod work;

use retrograph_storage::Database;

use crate::keep::drop_positions;
use crate::observer::{Observer, Run};
use crate::read::saturated::top;
use error::{SolveError, go_on};
use game::Levels;
use group::Group;
use level::{Carried, solve_level};
use memory::{Memory, least_memory};
use options::Options;
use saturated::saturated;

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
    pool(threads)?.install(|| solve_levels(game, db, options, &memory, observer))
}

pub(crate) fn pool(threads: usize) -> Result<rayon::ThreadPool, SolveError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|why| SolveError::Threads {
        threads,
        why: why.to_string(),
    })
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
    db.unless_lost(result)
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
    // What is missing is reported now and not when somebody asks for it one day.
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
    let saturated = match ascended {
        Some(saturated) => saturated,
        None => saturated(game, db, memory, observer)?,
    };
    let next = sealed.unwrap_or(top + 1);
    let mut group = Group::new(db, options, observer);
    let mut carried = Carried {
        saturated,
        buffer: Vec::new(),
    };
    let solved = (options.down_to..next).rev().try_for_each(|level| {
        go_on(level, observer)?;
        let place = group.place(level)?;
        let report = solve_level(game, &place, level, &mut carried, options, memory, observer)?;
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
