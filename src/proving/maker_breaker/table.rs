//! The table of positions already decided, of bounded size: what is replaced is searched again. Threads share it: it is
//! cut into shards, each with a lock of its own, which is held for one bucket's sake.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use super::pairs::Pairs;

/// What is known of a position: who wins, on which pairs, with which move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub maker_wins: bool,
    pub carrier: Pairs,
    pub reply: u8,
}

/// Canonical pairs of Maker with the mover above them, canonical free pairs, and what is known.
type Entry = [u64; 3];

const MAKER_WINS: u64 = 1 << 55;
const REPLY: u32 = 56;
/// Entries of a bucket: one of them makes room for a new one.
const WAYS: usize = 4;
const BUCKET: u64 = size_of::<[Entry; WAYS]>() as u64;
const FIRST_BUCKETS: usize = 16;
/// A shard that grows or shrinks is there twice for a moment: the more shards, the less that is.
const SHARDS_MOST: u64 = 256;
const SHARD_LEAST: u64 = 1 << 14;

/// Positions by their canonical form.
pub(super) struct Table {
    shards: Vec<Mutex<Shard>>,
    filled: AtomicU64,
    most: AtomicU64,
}

/// A canonical position: Maker's pairs and free ones, and whether Maker moves next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place(u64, u64);

impl Place {
    pub fn new(maker: Pairs, free: Pairs, maker_moves: bool) -> Self {
        Self(maker | u64::from(maker_moves) << 55, free)
    }

    /// A number that is rarely that of another position.
    pub fn mixed(self) -> u64 {
        let mixed = (self.0 ^ self.1.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 32 ^ self.1).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        mixed ^ mixed >> 29
    }
}

impl Table {
    /// A table of at most `memory` bytes, or one bucket.
    pub fn new(memory: u64) -> Self {
        let shards = (memory / SHARD_LEAST).clamp(1, SHARDS_MOST);
        let table = Self {
            shards: (0..shards).map(|_| Mutex::new(Shard::new())).collect(),
            filled: AtomicU64::new(0),
            most: AtomicU64::new(0),
        };
        table.limit(memory);
        table
    }

    /// Entries, and how many there can be at most.
    pub fn fill(&self) -> (u64, u64) {
        (self.filled.load(Ordering::Relaxed), self.most.load(Ordering::Relaxed))
    }

    /// Keeps to so many bytes from now on; what does not fit is forgotten.
    pub fn limit(&self, memory: u64) {
        let shards = self.shards.len() as u64;
        // One shard more, for the one that grows.
        let most = (memory / (shards + u64::from(shards > 1)) / BUCKET).max(1) as usize;
        self.most.store(shards * (most * WAYS) as u64, Ordering::Relaxed);
        for shard in &self.shards {
            let mut shard = locked(shard);
            let before = shard.filled;
            shard.limit(most);
            self.filled.fetch_sub(before - shard.filled, Ordering::Relaxed);
        }
    }

    pub fn find(&self, place: Place) -> Option<Known> {
        let (shard, hash) = self.shard(place);
        let [_, _, known] = locked(shard).find(place, hash)?;
        Some(Known {
            maker_wins: known & MAKER_WINS != 0,
            carrier: known & (MAKER_WINS - 1),
            reply: (known >> REPLY) as u8,
        })
    }

    /// Writes down what is known of a position that has a free pair.
    pub fn insert(&self, place: Place, known: Known) {
        debug_assert!(place.1 != 0);
        let word = known.carrier | if known.maker_wins { MAKER_WINS } else { 0 } | u64::from(known.reply) << REPLY;
        self.put([place.0, place.1, word]);
    }

    fn put(&self, entry: Entry) {
        let (shard, hash) = self.shard(Place(entry[0], entry[1]));
        let more = locked(shard).insert(entry, hash);
        // Wraps where a growing shard forgets some.
        self.filled.fetch_add(more as u64, Ordering::Relaxed);
    }

    fn shard(&self, place: Place) -> (&Mutex<Shard>, u64) {
        let hash = place.mixed();
        (&self.shards[scaled(hash, self.shards.len())], hash << 32)
    }

    /// Writes all entries down.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for shard in &self.shards {
            // Others go on meanwhile: each entry is true by itself.
            let buckets = locked(shard).buckets.clone();
            for entry in buckets.iter().flatten().filter(|entry| entry[1] != 0) {
                for word in entry {
                    out.write_all(&word.to_le_bytes())?;
                }
            }
        }
        out.write_all(&[0; size_of::<Entry>()])
    }

    /// Reads what was written. `all` are the pairs there are.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidData`] for an entry that no search makes.
    pub fn read(&self, all: Pairs, from: &mut dyn Read) -> io::Result<()> {
        loop {
            let mut entry = [0; 3];
            for word in &mut entry {
                let mut bytes = [0; 8];
                from.read_exact(&mut bytes)?;
                *word = u64::from_le_bytes(bytes);
            }
            if entry == [0; 3] {
                return Ok(());
            }
            let [maker, free, known] = entry;
            let (maker, carrier, reply) = (maker & !MAKER_WINS, known & (MAKER_WINS - 1), known >> REPLY);
            let is_reply = reply == u64::from(super::search::PASS) || reply < 55 && free >> reply & 1 == 1;
            if free == 0
                || (maker | free) & !all != 0
                || maker & free != 0
                || carrier & !(maker | free) != 0
                || !is_reply
            {
                return Err(io::ErrorKind::InvalidData.into());
            }
            self.put(entry);
        }
    }
}

fn locked(shard: &Mutex<Shard>) -> MutexGuard<'_, Shard> {
    shard.lock().expect("nothing panics while it holds a shard")
}

/// A number below `count` by the upper half of a hash.
fn scaled(hash: u64, count: usize) -> usize {
    (((hash >> 32) * count as u64) >> 32) as usize
}

struct Shard {
    buckets: Vec<[Entry; WAYS]>,
    filled: u64,
    /// Buckets at most.
    most: usize,
}

impl Shard {
    fn new() -> Self {
        Self {
            buckets: vec![[[0; 3]; WAYS]; 1],
            filled: 0,
            most: 1,
        }
    }

    fn limit(&mut self, most: usize) {
        self.most = most;
        if self.buckets.len() > most {
            self.resize(most);
        }
    }

    fn find(&self, place: Place, hash: u64) -> Option<Entry> {
        let bucket = &self.buckets[scaled(hash, self.buckets.len())];
        bucket
            .iter()
            .find(|entry| [entry[0], entry[1]] == [place.0, place.1])
            .copied()
    }

    /// Returns how many entries more there are.
    fn insert(&mut self, entry: Entry, hash: u64) -> i64 {
        let before = self.filled;
        if self.filled as usize >= self.buckets.len() * WAYS / 3 && self.buckets.len() < self.most {
            self.resize((self.buckets.len() * 2).max(FIRST_BUCKETS).min(self.most));
        }
        self.put(entry, hash);
        self.filled as i64 - before as i64
    }

    fn put(&mut self, entry: Entry, hash: u64) {
        let index = scaled(hash, self.buckets.len());
        let bucket = &mut self.buckets[index];
        let same = bucket.iter().position(|old| old[..2] == entry[..2]);
        let place = same.or_else(|| bucket.iter().position(|old| old[1] == 0));
        self.filled += u64::from(same.is_none() && place.is_some());
        // Positions with few free pairs are decided again soonest.
        let cheapest = || (0..WAYS).min_by_key(|&way| bucket[way][1].count_ones());
        let place = place.or_else(cheapest).expect("a bucket has ways");
        bucket[place] = entry;
    }

    fn resize(&mut self, buckets: usize) {
        let other = vec![[[0; 3]; WAYS]; buckets];
        let old = std::mem::replace(&mut self.buckets, other);
        self.filled = 0;
        for entry in old.into_iter().flatten().filter(|entry| entry[1] != 0) {
            self.put(entry, Place(entry[0], entry[1]).mixed() << 32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::pairs::all_pairs;
    use super::*;

    fn known(number: u64) -> Known {
        Known {
            maker_wins: number.is_multiple_of(3),
            carrier: number & 3,
            reply: super::super::search::PASS,
        }
    }

    fn place(number: u64) -> Place {
        Place::new(number << 20 | 1, 2 | (number & 7) << 2, number.is_multiple_of(2))
    }

    fn found(table: &Table, numbers: u64) -> u64 {
        let found = (0..numbers).filter(|&number| {
            let found = table.find(place(number));
            assert!(found.is_none_or(|found| found == known(number)));
            found.is_some()
        });
        found.count() as u64
    }

    fn bytes(table: &Table) -> u64 {
        let shards = table.shards.iter();
        shards
            .map(|shard| locked(shard).buckets.capacity() as u64 * BUCKET)
            .sum()
    }

    #[test]
    fn a_full_table_forgets_but_never_errs() {
        for memory in [0, 1 << 12, 1 << 20, 1 << 24] {
            let table = Table::new(memory);
            for number in 0..50_000 {
                table.insert(place(number), known(number));
                assert_eq!(table.find(place(number)), Some(known(number)));
            }
            assert_eq!(found(&table, 50_000), table.fill().0);
            assert!(bytes(&table) <= memory.max(96));
            let before = table.fill().0;
            table.limit(memory / 4);
            assert!(bytes(&table) <= (memory / 4).max(96));
            assert_eq!(found(&table, 50_000), table.fill().0);
            assert!(table.fill().0 <= before && table.fill().0 <= table.fill().1);
        }
    }

    #[test]
    fn what_is_written_is_read_into_a_table_of_another_size() {
        let table = Table::new(1 << 20);
        (0..5000).for_each(|number| table.insert(place(number), known(number)));
        let mut bytes = Vec::new();
        table.write(&mut bytes).unwrap();
        for memory in [1 << 12, 1 << 20, 1 << 24] {
            let other = Table::new(memory);
            other.read(all_pairs(11), &mut &bytes[..]).unwrap();
            assert_eq!(found(&other, 5000), other.fill().0);
            if memory == 1 << 24 {
                assert!(other.fill().0 * 100 > table.fill().0 * 95);
            }
        }
        let read = |bytes: &[u8], all| Table::new(1 << 20).read(all, &mut &bytes[..]);
        assert!(read(&bytes[..bytes.len() - 1], all_pairs(11)).is_err());
        assert!(read(&bytes, all_pairs(4)).is_err(), "pairs that are not there");
        for at in 0..3 {
            let mut wrong = bytes.clone();
            wrong[8 * at..8 * at + 8].copy_from_slice(&u64::MAX.to_le_bytes());
            assert!(read(&wrong, all_pairs(11)).is_err(), "word {at}");
        }
    }
}
