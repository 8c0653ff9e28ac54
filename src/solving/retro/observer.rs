//! What a run reports while it works, and what it asks.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::keep::Keep;
use game::values::Outcome;

/// What a run was asked for.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// Name of the game.
    pub game: &'a str,
    /// Number of vertices.
    pub n: u32,
    /// What is solved for, as in the identity of the database.
    pub values: &'a str,
    /// Folder of the database.
    pub folder: &'a Path,
    /// The highest level there is; `None` when it is yet to be found, see [`Observer::found_top`].
    pub top: Option<u32>,
    /// The lowest level sealed before, if there is one.
    pub sealed: Option<u32>,
    /// The lowest level to solve.
    pub down_to: u32,
    /// Limit of the resident set, in bytes.
    pub memory: u64,
    /// Threads that work.
    pub threads: usize,
    /// What is kept of each level.
    pub keep: Keep,
}

/// A part of the work that counts what it has done.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The level worked on, if it is one.
    pub level: Option<u32>,
    /// What is done.
    pub name: &'a str,
    /// How many an earlier run has done.
    pub done: u64,
    /// How many there are; 0 when that is not known yet.
    pub all: u64,
}

/// A level that has just been sealed.
#[derive(Clone, Debug, Default)]
pub struct LevelReport {
    /// Number of edges.
    pub level: u32,
    /// Number of positions.
    pub positions: u64,
    /// Positions by who wins them, as [`game::values::Values::outcomes`] lists it; 0 when values are scores.
    pub outcomes: Vec<(Outcome, u64)>,
    /// Positions without a move, among the P ones.
    pub saturated: u64,
    /// Wall time spent on the level.
    pub seconds: f64,
    /// Size of keys and labels on disk.
    pub bytes: u64,
    /// Size of the label function on disk.
    pub label_function_bytes: u64,
    /// What the level took.
    pub work: Work,
}

/// Counts of the costly steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// Canonical labellings made to expand and label.
    pub labellings: u64,
    /// Those that needed a search.
    pub searches: u64,
    /// Children asked for in the label function.
    pub lookups: u64,
    /// Look-ups that the label function passed on to its exact table.
    pub asked: u64,
}

impl Work {
    /// Adds the counts of another part.
    pub fn add(&mut self, other: &Work) {
        self.labellings += other.labellings;
        self.searches += other.searches;
        self.lookups += other.lookups;
        self.asked += other.asked;
    }
}

/// Listener of a run; every method may be left out.
pub trait Observer: Sync {
    /// The run begins; the database is locked.
    fn run_begins(&self, _run: &Run) {}
    /// The run is over, however it went; the database is still locked.
    fn run_ends(&self) {}
    /// The highest level is this one.
    fn found_top(&self, _top: u32) {}
    /// Work on a level begins.
    fn level_begins(&self, _level: u32) {}
    /// One sentence about a decision.
    fn note(&self, _sentence: &str) {}
    /// One sentence about others who are waited for: every wait of more than a second has one, and one again while it
    /// lasts.
    fn waits(&self, _sentence: &str) {}
    /// A step begins.
    fn begin(&self, _step: &Step) {}
    /// So many of the step are done. Called from all threads, now and then out of order.
    fn advance(&self, _done: u64) {}
    /// The step is over.
    fn end(&self) {}
    /// A part of the level under way is there: a kill costs only what comes after it.
    fn checkpoint(&self, _level: u32) {}
    /// A level has been sealed.
    fn sealed(&self, _report: &LevelReport) {}
    /// Whether the run is to end as soon as it can be resumed later. Asked between batches, many times a minute.
    fn stop(&self) -> bool {
        false
    }
}

/// Several listeners, in the order in which they hear.
pub struct Observers<'a>(pub Vec<&'a dyn Observer>);

impl Observer for Observers<'_> {
    fn run_begins(&self, run: &Run) {
        self.0.iter().for_each(|observer| observer.run_begins(run));
    }

    fn run_ends(&self) {
        self.0.iter().for_each(|observer| observer.run_ends());
    }

    fn found_top(&self, top: u32) {
        self.0.iter().for_each(|observer| observer.found_top(top));
    }

    fn level_begins(&self, level: u32) {
        self.0.iter().for_each(|observer| observer.level_begins(level));
    }

    fn note(&self, sentence: &str) {
        self.0.iter().for_each(|observer| observer.note(sentence));
    }

    fn waits(&self, sentence: &str) {
        self.0.iter().for_each(|observer| observer.waits(sentence));
    }

    fn begin(&self, step: &Step) {
        self.0.iter().for_each(|observer| observer.begin(step));
    }

    fn advance(&self, done: u64) {
        self.0.iter().for_each(|observer| observer.advance(done));
    }

    fn end(&self) {
        self.0.iter().for_each(|observer| observer.end());
    }

    fn checkpoint(&self, level: u32) {
        self.0.iter().for_each(|observer| observer.checkpoint(level));
    }

    fn sealed(&self, report: &LevelReport) {
        self.0.iter().for_each(|observer| observer.sealed(report));
    }

    fn stop(&self) -> bool {
        self.0.iter().any(|observer| observer.stop())
    }
}

/// Listens to nothing.
pub struct Silent;

impl Observer for Silent {}
