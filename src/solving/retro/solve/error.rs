//! Why a run ends early: facts, to which front ends add the options and commands that help.

use retrograph_storage::Error;

use base::units::bytes;

use crate::observer::Observer;

/// Why a run ended early.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The disk, or what is on it.
    #[error(transparent)]
    Storage(#[from] Error),
    /// The limit cannot be kept to.
    #[error("{} of memory is too little for {threads} thread{}", bytes(*limit as f64), if *threads == 1 { "" } else { "s" })]
    Memory {
        /// Bytes allowed.
        limit: u64,
        /// Bytes needed.
        least: u64,
        /// Threads asked for.
        threads: usize,
    },
    /// A level above the top.
    #[error("level {down_to} is above the highest level, {top}")]
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
    #[error("level {level} is missing although level {lower} below it is there")]
    Gap {
        /// The highest missing level.
        level: u32,
        /// The next sealed one below it.
        lower: u32,
    },
    /// Positions needed to go on were dropped.
    #[error("level {level} has no positions to go on from; only labels were kept, or they were deleted")]
    NoPositions {
        /// The lowest sealed level.
        level: u32,
    },
    /// No level can be planned.
    #[error("{}", if *is_solved { "all levels are sealed, nothing is left to be planned" } else { "no level is sealed yet" })]
    NothingToPlan {
        /// Whether all levels are sealed.
        is_solved: bool,
    },
    /// The level has no plan.
    #[error("level {level} has no plan of parts")]
    NoPlan {
        /// The level.
        level: u32,
    },
    /// What was done of an unfinished level is damaged.
    #[error("{error} It belongs to the unfinished level {level}; run the same command again, that level then restarts")]
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

/// Fails when somebody wants the run to end; `level` is the one under way.
pub(super) fn go_on(level: u32, observer: &dyn Observer) -> Result<(), SolveError> {
    if observer.stop() {
        return Err(SolveError::Stopped { level });
    }
    Ok(())
}
