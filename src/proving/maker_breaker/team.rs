//! What the threads of a search are at, so that they spread over the moves of a position.

use std::sync::atomic::{AtomicU64, Ordering};

use super::table::Place;

const SLOTS: usize = 1 << 16;

/// Positions that some thread is searching. Two of them may fall on one slot, and one of them then is not seen: threads
/// do work twice, and no answer depends on it.
pub(super) struct Busy(Vec<AtomicU64>);

/// A position entered.
pub(super) struct Mark(Option<usize>);

impl Busy {
    pub fn new() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    /// Shows the others what this thread searches.
    pub fn enter(&self, place: Place) -> Mark {
        let hash = place.mixed() | 1;
        let slot = (hash >> 48) as usize % SLOTS;
        let was_free = self.0[slot].compare_exchange(0, hash, Ordering::Relaxed, Ordering::Relaxed);
        Mark(was_free.is_ok().then_some(slot))
    }

    /// Takes the mark back.
    pub fn leave(&self, mark: Mark) {
        if let Some(slot) = mark.0 {
            self.0[slot].store(0, Ordering::Relaxed);
        }
    }

    /// Whether some thread is searching a position.
    pub fn is_searched(&self, place: Place) -> bool {
        let hash = place.mixed() | 1;
        self.0[(hash >> 48) as usize % SLOTS].load(Ordering::Relaxed) == hash
    }
}
