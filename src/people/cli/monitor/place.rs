//! The state of a run, collected from its events and readable at any time by another thread.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use retro::{LevelReport, Run, Step};

/// The current step as a reader sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StepStatus {
    /// The level of the step, if it has one.
    pub level: Option<u32>,
    /// The name of the step.
    pub step: String,
    /// Positions processed.
    pub done: u64,
    /// All positions, 0 when not yet known.
    pub all: u64,
    /// Seconds since the step began.
    pub seconds: f64,
    /// Positions a second since then.
    pub per_second: u64,
    /// Seconds to the end of the step at the present rate.
    pub eta_seconds: Option<f64>,
}

/// What a run has done so far.
#[derive(Clone, Debug)]
pub(super) struct Total {
    /// When the run began.
    pub begun: Instant,
    /// The lowest level sealed, by this run or before.
    pub sealed: Option<u32>,
    /// Levels of this run.
    pub levels: u32,
    /// Positions in these levels.
    pub positions: u64,
    /// The current level.
    pub level: Option<u32>,
    /// When progress on it was last saved.
    pub checkpoint: Option<String>,
}

/// Follows a run.
pub(super) struct Place {
    /// Separate from the rest, because all threads write it.
    done: AtomicU64,
    state: Mutex<State>,
}

struct State {
    total: Total,
    step: Option<Begun>,
}

struct Begun {
    level: Option<u32>,
    name: String,
    first: u64,
    all: u64,
    begun: Instant,
}

impl Place {
    pub fn new() -> Self {
        let total = Total {
            begun: Instant::now(),
            sealed: None,
            levels: 0,
            positions: 0,
            level: None,
            checkpoint: None,
        };
        Self {
            done: AtomicU64::new(0),
            state: Mutex::new(State { total, step: None }),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub fn run_begins(&self, run: &Run) {
        self.state().total.sealed = run.sealed;
    }

    pub fn level_begins(&self, level: u32) {
        let mut state = self.state();
        state.total.level = Some(level);
        state.total.checkpoint = None;
    }

    pub fn begin(&self, step: &Step) {
        let mut state = self.state();
        self.done.store(step.done, Relaxed);
        state.step = Some(Begun {
            level: step.level,
            name: step.name.to_string(),
            first: step.done,
            all: step.all,
            begun: Instant::now(),
        });
    }

    pub fn advance(&self, done: u64) {
        // Threads report their parts in any order.
        self.done.fetch_max(done, Relaxed);
    }

    /// Returns the step as it ended.
    pub fn end(&self) -> Option<StepStatus> {
        let step = self.step();
        self.state().step = None;
        step
    }

    pub fn checkpoint(&self, time: Option<String>) {
        self.state().total.checkpoint = time;
    }

    pub fn sealed(&self, report: &LevelReport) {
        let total = &mut self.state().total;
        total.sealed = Some(report.level);
        total.levels += 1;
        total.positions += report.positions;
        total.level = None;
        total.checkpoint = None;
    }

    pub fn total(&self) -> Total {
        self.state().total.clone()
    }

    /// Returns the current step.
    pub fn step(&self) -> Option<StepStatus> {
        let state = self.state();
        let step = state.step.as_ref()?;
        let done = self.done.load(Relaxed);
        let seconds = step.begun.elapsed().as_secs_f64();
        let per_second = done.saturating_sub(step.first) as f64 / seconds.max(1e-9);
        let left = step.all.saturating_sub(done);
        Some(StepStatus {
            level: step.level,
            step: step.name.clone(),
            done,
            all: step.all,
            seconds: rounded(seconds),
            per_second: per_second.round() as u64,
            eta_seconds: (per_second > 0.0 && step.all > 0).then(|| rounded(left as f64 / per_second)),
        })
    }
}

/// Rounds to the millisecond: more digits carry no information.
pub(super) fn rounded(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_that_goes_on_counts_only_what_it_does_itself() {
        let place = Place::new();
        assert_eq!(place.step(), None);
        place.begin(&Step {
            level: Some(7),
            name: "expand",
            done: 900,
            all: 1000,
        });
        let begun = place.step().unwrap();
        assert_eq!((begun.done, begun.per_second, begun.eta_seconds), (900, 0, None));
        // Out of order: the last word is not the highest.
        [950, 925].into_iter().for_each(|done| place.advance(done));
        std::thread::sleep(std::time::Duration::from_millis(100));
        let step = place.step().unwrap();
        assert_eq!(
            (step.level, step.step.as_str(), step.done, step.all),
            (Some(7), "expand", 950, 1000)
        );
        // 50 in at least 0.1 s, and as many to go.
        assert!((1..=500).contains(&step.per_second), "{step:?}");
        let eta = step.eta_seconds.unwrap();
        assert!((eta - step.seconds).abs() <= 0.01 * step.seconds, "{step:?}");
        assert_eq!(place.end().unwrap().done, 950);
        assert_eq!(place.step(), None);
    }
}
