//! What the threads of one search share: the table, and which parts they are at.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::kernel::Hash;
use super::table::Table;

/// Places for parts at work: some tens for each thread.
const PLACES: usize = 1 << 12;

/// The table, and which parts are being searched.
pub struct Shared {
    /// What is known.
    pub table: Table,
    /// Number of threads.
    pub threads: usize,
    /// A part and a value by its hash; 0 for none. One may take another's place: then two threads search it.
    at_work: Vec<AtomicU64>,
}

impl Shared {
    /// For so many threads.
    pub fn new(table: Table, threads: usize) -> Self {
        Self {
            table,
            threads,
            at_work: (0..PLACES).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    fn place(&self, hash: Hash, value: u32) -> (&AtomicU64, u64) {
        let word = hash[1] ^ u64::from(value).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        (&self.at_work[(word >> 32) as usize % PLACES], word)
    }

    /// Whether some thread searches this.
    pub fn busy(&self, hash: Hash, value: u32) -> bool {
        let (place, word) = self.place(hash, value);
        place.load(Relaxed) == word
    }

    /// A thread begins to search this.
    pub fn begin(&self, hash: Hash, value: u32) {
        let (place, word) = self.place(hash, value);
        place.store(word, Relaxed);
    }

    /// The search of this is over.
    pub fn end(&self, hash: Hash, value: u32) {
        let (place, word) = self.place(hash, value);
        let _ = place.compare_exchange(word, 0, Relaxed, Relaxed);
    }
}
