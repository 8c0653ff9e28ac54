//! What the threads of a search are at, so that they spread over the moves of a position.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const SLOTS: usize = 1 << 16;

/// Positions that some thread is searching. Two of them may fall on one slot, and one of them then is not seen: threads
/// do work twice, and no answer depends on it.
pub struct Busy(Vec<AtomicU64>);

/// A position entered.
pub struct Mark(Option<usize>);

impl Default for Busy {
    fn default() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }
}

impl Busy {
    /// Shows the others the position with this hash, which a thread begins to search.
    pub fn enter(&self, hash: u64) -> Mark {
        let (slot, hash) = place(hash);
        let was_free = self.0[slot].compare_exchange(0, hash, Relaxed, Relaxed);
        Mark(was_free.is_ok().then_some(slot))
    }

    /// Takes the mark back.
    pub fn leave(&self, mark: Mark) {
        if let Some(slot) = mark.0 {
            self.0[slot].store(0, Relaxed);
        }
    }

    /// Whether some thread is searching the position with this hash.
    pub fn is_searched(&self, hash: u64) -> bool {
        let (slot, hash) = place(hash);
        self.0[slot].load(Relaxed) == hash
    }
}

/// The slot of a position, and what is in it: never 0, which stands for none.
fn place(hash: u64) -> (usize, u64) {
    let hash = hash | 1;
    ((hash >> 48) as usize % SLOTS, hash)
}
