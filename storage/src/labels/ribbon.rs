//! Ribbon retrieval: one bit per key of a known set, without the keys.
//!
//! Every key selects a pseudo-random row of 128 bits at a pseudo-random place in a bit vector; its value is the parity
//! of row AND vector. Building solves that banded linear system over GF(2) by elimination on the fly
//! (Dillinger and Walzer, "Ribbon filter", 2021, section 2). Keys are cut into shards of about [`SHARD_KEYS`], each
//! its own system with its own seed, so that building is local, parallel and bounded.
//!
//! The solution depends on the set of keys only, not on their order: the pivots of an echelon form depend on the row
//! space alone, and free slots are zero.

pub(crate) use label_functions::ribbon::{WORDS_MIN, mix, row, shard_of, shard_start, unmix, value, window_start};

/// Keys per shard on average.
pub(crate) const SHARD_KEYS: u64 = 1 << 16;
/// Seeds tried before a shard is enlarged.
const SEEDS: u8 = 8;

/// A solved shard.
pub(crate) struct Solution {
    pub seed: u8,
    /// The bit vector, a multiple of 64 slots.
    pub words: Vec<u64>,
}

/// A row in the words of the bit vector: that of the row's first slot and the two after it. A window of 128 bits leaves
/// the top bit of the last word free: it is the value. Without shifts, adding rows and finding the next slot is a
/// shorter chain: 42 to 49 ns of CPU a key against 57 with rows of 128 bits (m, n = 13).
type Row = [u64; 3];
const VALUE: u64 = 1 << 63;

/// The word of an item's first slot, and its row from there.
#[inline(always)]
fn placed(item: u64, shards: u64, seed: u8, slots: u64) -> (usize, Row) {
    let mixed = item & !1;
    let row = row(mixed, seed);
    let start = window_start(shard_of(mixed, shards).1, seed, slots);
    let (low, high, bit) = (row as u64, (row >> 64) as u64, start % 64);
    // Two shifts because one by 64 is not defined.
    let a = low << bit;
    let b = high << bit | low >> 1 >> (63 - bit);
    let c = high >> 1 >> (63 - bit) | item << 63;
    ((start / 64) as usize, [a, b, c])
}

/// Rows that are reduced one after the other: the present one, in the words from `word` on, and the items of the
/// others.
struct Chain<'a> {
    items: std::slice::Iter<'a, u64>,
    word: usize,
    row: Row,
}

/// What a step of a chain leaves.
#[derive(Clone, Copy)]
enum Step {
    /// A row without a slot.
    Open,
    /// All rows have slots.
    Done,
    /// A row depends on others.
    Dependent,
}

impl<'a> Chain<'a> {
    fn new(items: &'a [u64]) -> Self {
        Self {
            items: items.iter(),
            word: 0,
            row: [0; 3],
        }
    }

    #[inline(always)]
    fn next(&mut self, place: impl Fn(u64) -> (usize, Row)) -> Step {
        let Some(&item) = self.items.next() else {
            return Step::Done;
        };
        (self.word, self.row) = place(item);
        Step::Open
    }

    /// Puts the present row in a free slot, or adds the row that is there.
    #[inline(always)]
    fn step(&mut self, rows: &mut [Row], place: impl Fn(u64) -> (usize, Row)) -> Step {
        let [a, b, c] = self.row;
        let pivot = &mut rows[self.word * 64 + a.trailing_zeros() as usize];
        if pivot[0] == 0 {
            *pivot = self.row;
            return self.next(place);
        }
        let (mut a, mut b, mut c) = (a ^ pivot[0], b ^ pivot[1], c ^ pivot[2]);
        while a == 0 {
            if b == 0 && c & !VALUE == 0 {
                return Step::Dependent;
            }
            self.word += 1;
            (a, b, c) = (b, c & !VALUE, c & VALUE);
        }
        self.row = [a, b, c];
        Step::Open
    }
}

/// Work space of one thread, kept between shards.
#[derive(Default)]
pub(crate) struct Solver {
    rows: Vec<Row>,
}

impl Solver {
    /// Solves one shard. `items`: mixed hashes of this shard, each once, the label in the lowest bit; fastest when
    /// sorted.
    pub fn solve(&mut self, items: &[u64], shards: u64) -> Solution {
        let mut words = first_words(items.len() as u64);
        loop {
            for seed in 0..SEEDS {
                if self.eliminate(items, shards, seed, words * 64) {
                    return Solution {
                        seed,
                        words: self.substitute(words),
                    };
                }
            }
            words += (words / 100).max(1);
            // Two keys with the same row under every seed would never end; they are distinct 63-bit numbers.
            assert!(
                words * 64 < items.len() as u64 * 2 + 4096,
                "a shard of {} keys has no solution",
                items.len()
            );
        }
    }

    /// Each row is a long chain of instructions, which wait for each other. The rows of the first half of the items and
    /// those of the second, in turn, take 27 ns a key where one after the other took 33 (m).
    fn eliminate(&mut self, items: &[u64], shards: u64, seed: u8, slots: u64) -> bool {
        self.rows.clear();
        self.rows.resize(slots as usize, [0; 3]);
        let rows = &mut self.rows[..];
        let place = |item: u64| placed(item, shards, seed, slots);
        let (front, back) = items.split_at(items.len() / 2);
        let (mut front, mut back) = (Chain::new(front), Chain::new(back));
        let mut steps = [front.next(place), back.next(place)];
        while let [Step::Open, Step::Open] = steps {
            steps = [front.step(rows, place), back.step(rows, place)];
        }
        for (chain, mut step) in [front, back].iter_mut().zip(steps) {
            while let Step::Open = step {
                step = chain.step(rows, place);
            }
            if let Step::Dependent = step {
                return false;
            }
        }
        true
    }

    /// Back substitution, last slot first.
    fn substitute(&self, words: u64) -> Vec<u64> {
        let mut solution = vec![0; words as usize];
        let (mut next, mut after) = (0, 0);
        for (rows, word) in self.rows.chunks_exact(64).zip(&mut solution).rev() {
            let mut solved = 0u64;
            for (bit, [a, b, c]) in rows.iter().enumerate().rev() {
                let terms = b & next ^ c & (after | VALUE) ^ a & solved;
                solved |= u64::from(terms.count_ones() & 1) << bit;
            }
            *word = solved;
            (next, after) = (solved, next);
        }
        solution
    }
}

/// Words to begin with: see the measurements in `docs/format.md`.
fn first_words(keys: u64) -> u64 {
    (keys + keys * 3 / 100 + 128).div_ceil(64).max(WORDS_MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hashes(count: u64, shards: u64, shard: u64) -> Vec<u64> {
        let mut items: Vec<u64> = (0..)
            .map(|i: u64| mix(i.wrapping_mul(0x9e37_79b9_7f4a_7c15)) | i & 1)
            .filter(|item| shard_of(item & !1, shards).0 == shard)
            .take(count as usize)
            .collect();
        items.sort_unstable();
        items
    }

    fn look_up(solution: &Solution, mixed: u64, shards: u64) -> u8 {
        let slots = solution.words.len() as u64 * 64;
        let start = window_start(shard_of(mixed, shards).1, solution.seed, slots);
        let word = |i: u64| solution.words.get((start / 64 + i) as usize).copied().unwrap_or(0);
        value([word(0), word(1), word(2)], start % 64, row(mixed, solution.seed))
    }

    #[test]
    fn every_key_gets_its_label() {
        for count in [0, 1, 2, 100, 1000, 65_536, 70_000] {
            let items = hashes(count, 3, 1);
            let solution = Solver::default().solve(&items, 3);
            for item in items {
                assert_eq!(u64::from(look_up(&solution, item & !1, 3)), item & 1);
            }
        }
    }

    #[test]
    fn the_solution_does_not_depend_on_the_order() {
        let items = hashes(30_000, 2, 0);
        let mut scrambled = items.clone();
        scrambled.sort_unstable_by_key(|item| item.wrapping_mul(0x1234_5678_9abc_def1));
        let mut solver = Solver::default();
        let (a, b) = (solver.solve(&items, 2), solver.solve(&scrambled, 2));
        assert_eq!((a.seed, a.words), (b.seed, b.words));
    }
}
