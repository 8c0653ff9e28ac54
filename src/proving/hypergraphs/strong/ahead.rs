//! Other threads search positions of the opening that the first one will want next.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use super::super::hash::ByMixing;
use super::board::{Position, Sides};
use super::numbers::{End, Numbers};

/// What a helper has found of a position.
pub enum Found {
    /// Black wins: his positions, each with the one that his move leads to.
    Won(Vec<(Position, Position)>),
    /// He does not.
    Never,
    /// Not with this effort.
    Not(u64),
}

/// What the threads share.
#[derive(Default)]
pub struct Ahead {
    state: Mutex<State>,
    changed: Condvar,
    is_over: AtomicBool,
}

#[derive(Default)]
struct State {
    /// The next one is last.
    wanted: Vec<(Position, u64)>,
    begun: HashSet<Position, ByMixing>,
    found: HashMap<Position, Found, ByMixing>,
}

/// How long the first thread waits before it looks whether to stop.
const WAIT: Duration = Duration::from_millis(100);
/// Positions opened between two looks at whether all is over.
const PIECE: u64 = 100;

impl Ahead {
    /// The first thread wants these positions, in this order, with this effort.
    pub fn want(&self, positions: impl DoubleEndedIterator<Item = Position>, effort: u64) {
        let mut state = self.state.lock().expect("no thread panics");
        state.wanted = positions.rev().map(|position| (position, effort)).collect();
        self.changed.notify_all();
    }

    /// Whether another thread is at a position, after a short wait if so.
    pub fn is_busy_with(&self, position: Position) -> bool {
        let mut state = self.state.lock().expect("no thread panics");
        state.wanted.retain(|(wanted, _)| *wanted != position);
        if state.begun.contains(&position) {
            let waited = self.changed.wait_timeout(state, WAIT);
            state = waited.expect("no thread panics").0;
        }
        state.begun.contains(&position) && !self.is_over.load(Relaxed)
    }

    /// What the others have found of a position.
    pub fn found(&self, position: Position) -> Option<Found> {
        self.state.lock().expect("no thread panics").found.remove(&position)
    }

    /// All end soon.
    pub fn end(&self) {
        // Whoever waits holds the lock until then.
        let _state = self.state.lock();
        self.is_over.store(true, Relaxed);
        self.changed.notify_all();
    }

    fn next(&self) -> Option<(Position, u64)> {
        let mut state = self.state.lock().expect("no thread panics");
        loop {
            if self.is_over.load(Relaxed) {
                return None;
            }
            // What is next the first thread does itself.
            match state.wanted.len() {
                0 | 1 => state = self.changed.wait(state).expect("no thread panics"),
                many => {
                    let (position, effort) = state.wanted.remove(many - 2);
                    state.begun.insert(position);
                    return Some((position, effort));
                }
            }
        }
    }

    /// What a helper does, with a table of so many bytes.
    pub fn help(&self, sides: &Sides, most: u64) {
        let mut numbers = Numbers::new(sides);
        while let Some((position, effort)) = self.next() {
            if numbers.bytes > most {
                numbers = Numbers::new(sides);
            }
            let place = numbers.blacks(position);
            let mut left = effort;
            let found = loop {
                match numbers.solve(place, left.min(PIECE)) {
                    End::Won => break Found::Won(numbers.won(place)),
                    End::Never => break Found::Never,
                    End::Spent => {}
                }
                left = left.saturating_sub(PIECE);
                if left == 0 || self.is_over.load(Relaxed) || numbers.bytes > most {
                    break Found::Not(effort);
                }
            };
            let mut state = self.state.lock().expect("no thread panics");
            state.begun.remove(&position);
            state.found.insert(position, found);
            self.changed.notify_all();
        }
    }
}
