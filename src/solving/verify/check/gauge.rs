//! How far a check has come, over all its levels.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use retro::{Observer, Step};

/// Nanoseconds of one core that each kind of work takes, measured at n = 13; only their proportions matter.
pub(super) mod cost {
    /// Reading a position and its place in the order.
    pub const READ: u64 = 40;
    /// Its canonical form, and the look-ups of its moves.
    pub const VALUE: u64 = 1500;
    /// Expanding it to those below.
    pub const EXPAND: u64 = 1000;
    /// A sampled position before the judge.
    pub const JUDGE: u64 = 500_000;
}

/// Turns work done into positions: a level counts as many as it has, whatever is done with them.
pub(super) struct Gauge<'a> {
    observer: &'a dyn Observer,
    positions: u64,
    cost: u64,
    done: AtomicU64,
}

impl<'a> Gauge<'a> {
    /// A check of so many positions that costs `cost` in all begins.
    pub fn new(observer: &'a dyn Observer, positions: u64, cost: u64) -> Self {
        observer.begin(&Step {
            level: None,
            name: "verify",
            done: 0,
            all: positions,
        });
        Self {
            observer,
            positions,
            cost: cost.max(1),
            done: AtomicU64::new(0),
        }
    }

    /// Work of this cost is done.
    pub fn add(&self, cost: u64) {
        let done = self.done.fetch_add(cost, Relaxed) + cost;
        self.show(done);
    }

    /// Everything planned up to here is done or left out.
    pub fn reach(&self, cost: u64) {
        self.done.store(cost, Relaxed);
        self.show(cost);
    }

    fn show(&self, done: u64) {
        let positions = u128::from(done) * u128::from(self.positions) / u128::from(self.cost);
        self.observer.advance((positions as u64).min(self.positions));
    }
}

impl Drop for Gauge<'_> {
    fn drop(&mut self) {
        self.observer.end();
    }
}
