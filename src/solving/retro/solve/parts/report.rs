//! What is planned of a level, and who makes it.

use serde::Serialize;

use crate::solve::options::Grain;

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
