//! The table of positions already decided, of bounded size: what is replaced is searched again.

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
const FIRST_BUCKETS: usize = 1 << 10;

/// Positions by their canonical form.
pub(super) struct Table {
    buckets: Vec<[Entry; WAYS]>,
    filled: u64,
    /// Buckets at most, a power of two.
    most: usize,
}

/// A canonical position: Maker's pairs and free ones, and whether Maker moves next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place(u64, u64);

impl Place {
    pub fn new(maker: Pairs, free: Pairs, maker_moves: bool) -> Self {
        Self(maker | u64::from(maker_moves) << 55, free)
    }
}

impl Table {
    /// A table of at most `memory` bytes, the moment of its growth included.
    pub fn new(memory: u64) -> Self {
        let bucket = size_of::<[Entry; WAYS]>() as u64;
        // While it grows, the table of half the size is there too.
        let fitting = (memory * 2 / 3 / bucket).max(1);
        let most = (1usize << fitting.ilog2().min(40)).max(1);
        Self {
            buckets: vec![[[0; 3]; WAYS]; FIRST_BUCKETS.min(most)],
            filled: 0,
            most,
        }
    }

    /// Entries, and how many there can be at most.
    pub fn fill(&self) -> (u64, u64) {
        (self.filled, (self.most * WAYS) as u64)
    }

    pub fn find(&self, place: Place) -> Option<Known> {
        let bucket = &self.buckets[index(place, self.buckets.len())];
        let [_, _, known] = bucket.iter().find(|entry| [entry[0], entry[1]] == [place.0, place.1])?;
        Some(Known {
            maker_wins: known & MAKER_WINS != 0,
            carrier: known & (MAKER_WINS - 1),
            reply: (known >> REPLY) as u8,
        })
    }

    /// Writes down what is known of a position that has a free pair.
    pub fn insert(&mut self, place: Place, known: Known) {
        debug_assert!(place.1 != 0);
        if self.filled as usize > self.buckets.len() * WAYS / 2 && self.buckets.len() < self.most {
            self.grow();
        }
        let word = known.carrier | if known.maker_wins { MAKER_WINS } else { 0 } | u64::from(known.reply) << REPLY;
        self.put([place.0, place.1, word]);
    }

    fn put(&mut self, entry: Entry) {
        let index = index(Place(entry[0], entry[1]), self.buckets.len());
        let bucket = &mut self.buckets[index];
        let same = bucket.iter().position(|old| old[..2] == entry[..2]);
        let place = same.or_else(|| bucket.iter().position(|old| old[1] == 0));
        self.filled += u64::from(same.is_none() && place.is_some());
        // Positions with few free pairs are decided again soonest.
        let cheapest = || (0..WAYS).min_by_key(|&way| bucket[way][1].count_ones());
        let place = place.or_else(cheapest).expect("a bucket has ways");
        bucket[place] = entry;
    }

    fn grow(&mut self) {
        let larger = vec![[[0; 3]; WAYS]; self.buckets.len() * 2];
        let old = std::mem::replace(&mut self.buckets, larger);
        self.filled = 0;
        for entry in old.into_iter().flatten().filter(|entry| entry[1] != 0) {
            self.put(entry);
        }
    }
}

fn index(place: Place, buckets: usize) -> usize {
    let mixed = (place.0 ^ place.1.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 32 ^ place.1).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (mixed >> 24) as usize & (buckets - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_table_forgets_but_never_errs() {
        for memory in [0, 1 << 12, 1 << 20] {
            let mut table = Table::new(memory);
            let known = |number: u64| Known {
                maker_wins: number.is_multiple_of(3),
                carrier: number,
                reply: (number % 56) as u8,
            };
            let place = |number: u64| Place::new(number, number + 1, number.is_multiple_of(2));
            for number in 0..50_000 {
                table.insert(place(number), known(number));
                assert_eq!(table.find(place(number)), Some(known(number)));
            }
            let found = (0..50_000).filter(|&number| {
                let found = table.find(place(number));
                found.is_some_and(|found| found == known(number)) || {
                    assert_eq!(found, None);
                    false
                }
            });
            let found = found.count() as u64;
            assert_eq!(found, table.fill().0);
            assert!(size_of_val(&table.buckets[..]) as u64 <= memory.max(96));
        }
    }
}
