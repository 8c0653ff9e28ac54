//! What is known of positions, for every number of moves: a table of bounded size that threads share without locks.
//!
//! An entry says within how many moves Builder does not win and within how many he wins. Both are facts about the
//! position alone, so nothing in the table ever becomes wrong.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::form::Key;

/// Bounds of the number of moves that Builder needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// He does not win within so many moves.
    pub lost: u8,
    /// He wins within so many.
    pub won: u8,
}

/// The value of [`Known::won`] when no win is known.
pub(crate) const NEVER: u8 = u8::MAX;

impl Known {
    pub const NOTHING: Self = Self { lost: 0, won: NEVER };

    /// Whether Builder wins within `k` moves, where that is known.
    pub fn wins(self, k: usize) -> Option<bool> {
        if k >= self.won.into() {
            Some(true)
        } else if k <= self.lost.into() {
            Some(false)
        } else {
            None
        }
    }

    /// With the answer for `k` moves.
    pub fn with(self, k: usize, wins: bool) -> Self {
        match wins {
            true => Self {
                won: self.won.min(k as u8),
                ..self
            },
            false => Self {
                lost: self.lost.max(k as u8),
                ..self
            },
        }
    }

    /// Whether a search of so many rounds at most can find this.
    pub fn can_be(self, most: usize) -> bool {
        let is_known = self != Self::NOTHING && self.lost < self.won;
        is_known && usize::from(self.lost) <= most && (self.won == NEVER || usize::from(self.won) <= most)
    }

    fn word(self) -> u64 {
        u64::from(self.lost) << 8 | u64::from(!self.won)
    }

    fn of_word(word: u64) -> Self {
        Self {
            lost: (word >> 8) as u8,
            won: !(word as u8),
        }
    }

    /// What it took to find out grows with this.
    fn worth(self) -> u8 {
        let won = if self.won == NEVER { 0 } else { self.won };
        self.lost.max(won)
    }
}

/// Two words: 48 bits of the key with the bounds below, and the other 64 bits mixed with them, so that halves of two
/// entries written at once do not pass for one.
type Entry = [AtomicU64; 2];

const WAYS: usize = 4;
const FIRST_BUCKETS: usize = 1 << 12;

/// The table.
pub(crate) struct Table {
    buckets: Vec<[Entry; WAYS]>,
    filled: AtomicU64,
    most: usize,
}

fn buckets(count: usize) -> Vec<[Entry; WAYS]> {
    let mut buckets = Vec::with_capacity(count);
    buckets.resize_with(count, Default::default);
    buckets
}

impl Table {
    /// A table of at most `memory` bytes, the moment of its growth included.
    pub fn new(memory: u64) -> Self {
        let bucket = size_of::<[Entry; WAYS]>() as u64;
        // While it grows, the table of half the size is there too.
        let fitting = (memory * 2 / 3 / bucket).max(1);
        let most = 1usize << fitting.ilog2().min(40);
        Self {
            buckets: buckets(FIRST_BUCKETS.min(most)),
            filled: AtomicU64::new(0),
            most,
        }
    }

    /// Entries, and how many there can be at most.
    pub fn fill(&self) -> (u64, u64) {
        (self.filled.load(Relaxed), (self.most * WAYS) as u64)
    }

    /// Bytes that it takes now.
    pub fn bytes(&self) -> u64 {
        size_of_val(&self.buckets[..]) as u64
    }

    /// Whether [`Table::grow`] should be called.
    pub fn is_crowded(&self) -> bool {
        self.filled.load(Relaxed) as usize > self.buckets.len() * WAYS / 2 && self.buckets.len() < self.most
    }

    fn bucket(&self, key: Key) -> &[Entry; WAYS] {
        &self.buckets[(key.1 >> 20) as usize & (self.buckets.len() - 1)]
    }

    /// What is known of a position.
    pub fn find(&self, key: Key) -> Known {
        for entry in self.bucket(key) {
            let word = entry[1].load(Relaxed);
            if word >> 16 == key.1 >> 16 && entry[0].load(Relaxed) == key.0 ^ word && word & 0xFFFF != 0 {
                return Known::of_word(word);
            }
        }
        Known::NOTHING
    }

    /// Adds the answer for `k` moves.
    pub fn add(&self, key: Key, k: usize, wins: bool) {
        self.put(key, self.find(key).with(k, wins));
    }

    fn put(&self, key: Key, known: Known) {
        let word = key.1 >> 16 << 16 | known.word();
        let bucket = self.bucket(key);
        let mut place = (0, u8::MAX);
        for (way, entry) in bucket.iter().enumerate() {
            let old = entry[1].load(Relaxed);
            let is_same = old >> 16 == key.1 >> 16 && entry[0].load(Relaxed) == key.0 ^ old;
            if is_same || old & 0xFFFF == 0 {
                if !is_same {
                    self.filled.fetch_add(1, Relaxed);
                }
                place.0 = way;
                break;
            }
            let worth = Known::of_word(old).worth();
            if worth < place.1 {
                place = (way, worth);
            }
        }
        bucket[place.0][1].store(word, Relaxed);
        bucket[place.0][0].store(key.0 ^ word, Relaxed);
    }

    /// Doubles the table, if it may grow.
    pub fn grow(&mut self) {
        if !self.is_crowded() {
            return;
        }
        let larger = Self {
            buckets: buckets(self.buckets.len() * 2),
            filled: AtomicU64::new(0),
            most: self.most,
        };
        self.each(|key, known| larger.put(key, known));
        *self = larger;
    }

    /// Shows all entries.
    pub fn each(&self, mut see: impl FnMut(Key, Known)) {
        for entry in self.buckets.iter().flatten() {
            let word = entry[1].load(Relaxed);
            if word & 0xFFFF != 0 {
                let key = Key(entry[0].load(Relaxed) ^ word, word >> 16 << 16);
                see(key, Known::of_word(word));
            }
        }
    }

    /// Enters what was shown before.
    pub fn restore(&mut self, key: Key, known: Known) {
        self.put(key, known);
        self.grow();
    }
}
