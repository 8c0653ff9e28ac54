//! Whether a level holds exactly the positions it should: the saturated ones and those that the level above leads to,
//! or those that the level below leads to.
//!
//! Both sets are summed up in buckets of fingerprints, the one added, the other taken away, so that nothing is sorted
//! or kept. Sums that are not zero show the buckets in which to look for the positions. Two different sets have equal
//! sums in all buckets with a probability of about 2^-64.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use retrograph_storage::{LevelReader, Record, Result};

use super::gauge::{Gauge, cost};
use super::scan::scan;
use game::Levels;

/// Buckets: 512 KiB. One holds 900 of the 58 million positions of the largest level of n = 14.
const BUCKETS: usize = 1 << 16;
/// Buckets in which differences are looked for.
const NAMED_BUCKETS: usize = 16;

/// The difference of two sets of positions.
pub(super) struct Members {
    sums: Vec<AtomicU64>,
}

/// A position that only one of the sets has, or has more often.
pub(super) enum Difference<R> {
    /// Should be in the level and is not.
    Missing(R),
    /// Is in the level and should not.
    Surplus(R),
}

/// Where the positions come from that a level should hold.
pub(super) enum Due<'a, R> {
    /// The expansion of the level above, when there is one, and the saturated positions.
    Above(Option<&'a LevelReader<R>>, &'a [R]),
    /// The ascent from the level below.
    Below(&'a LevelReader<R>),
}

fn bucket(fingerprint: u64) -> usize {
    (fingerprint >> 48) as usize % BUCKETS
}

impl Members {
    pub fn new() -> Self {
        Self {
            sums: (0..BUCKETS).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// The level holds `record`.
    pub fn add<R: Record>(&self, record: R) {
        let fingerprint = record.key_hash();
        self.sums[bucket(fingerprint)].fetch_add(fingerprint, Relaxed);
    }

    /// The level should hold `record`.
    fn take_away<R: Record>(&self, record: R) {
        let fingerprint = record.key_hash();
        self.sums[bucket(fingerprint)].fetch_sub(fingerprint, Relaxed);
    }

    /// Takes away what should be in the level that `positions` holds, all of which were added; returns what differs.
    /// Cost: an expansion of its neighbour; a second one, and a scan, where something differs.
    ///
    /// # Errors
    /// When a level cannot be read.
    pub fn compare<G: Levels>(
        &self,
        game: &G,
        positions: &LevelReader<G::Record>,
        due: &Due<G::Record>,
        gauge: &Gauge,
    ) -> Result<Vec<Difference<G::Record>>> {
        let due = |visit: &(dyn Fn(G::Record) + Sync)| match due {
            Due::Above(above, saturated) => {
                saturated.iter().for_each(|&record| visit(record));
                above.map_or(Ok(()), |above| expansion(game, above, gauge, visit))
            }
            Due::Below(below) => ascent(game, below, gauge, visit),
        };
        due(&|record| self.take_away(record))?;
        let differing: Vec<usize> = (0..BUCKETS)
            .filter(|&bucket| self.sums[bucket].load(Relaxed) != 0)
            .take(NAMED_BUCKETS)
            .collect();
        if differing.is_empty() {
            return Ok(Vec::new());
        }
        let is_wanted = |record: &G::Record| differing.contains(&bucket(record.key_hash()));
        let expected = std::sync::Mutex::new(Vec::new());
        due(&|record: G::Record| {
            if is_wanted(&record) {
                expected.lock().expect("nobody panics here").push(record.key());
            }
        })?;
        let mut expected = expected.into_inner().expect("nobody panics here");
        expected.sort_unstable();
        let mut held = Vec::new();
        let keys = |(): &mut (), records: &[G::Record]| Ok(records.iter().map(|record| record.key()).collect());
        scan(
            positions,
            || (),
            keys,
            |keys: Vec<G::Record>| {
                held.extend(keys.into_iter().filter(is_wanted));
            },
        )?;
        Ok(differences(&held, &expected))
    }
}

/// Visits what the level `above` leads to, each position once when all is well.
fn expansion<G: Levels>(
    game: &G,
    above: &LevelReader<G::Record>,
    gauge: &Gauge,
    visit: &(dyn Fn(G::Record) + Sync),
) -> Result<()> {
    let task = |scratch: &mut G::Scratch, records: &[G::Record]| {
        game.expand_all(records, scratch, |_, position| visit(game.record(&position)));
        gauge.add(records.len() as u64 * cost::EXPAND);
        Ok(())
    };
    scan(above, G::Scratch::default, task, |()| {})
}

/// Visits what the level `below` leads to, each position once when all is well.
fn ascent<G: Levels>(
    game: &G,
    below: &LevelReader<G::Record>,
    gauge: &Gauge,
    visit: &(dyn Fn(G::Record) + Sync),
) -> Result<()> {
    let task = |(): &mut (), records: &[G::Record]| {
        for &record in records {
            game.ascend(record.key(), visit);
        }
        gauge.add(records.len() as u64 * cost::EXPAND);
        Ok(())
    };
    scan(below, || (), task, |()| {})
}

/// What two sorted lists do not share.
fn differences<R: Record>(held: &[R], expected: &[R]) -> Vec<Difference<R>> {
    let (mut held, mut expected) = (held.iter().peekable(), expected.iter().peekable());
    let mut found = Vec::new();
    loop {
        match (held.peek(), expected.peek()) {
            (Some(a), Some(b)) if a == b => {
                held.next();
                expected.next();
            }
            (Some(a), b) if b.is_none_or(|b| *a < b) => {
                found.push(Difference::Surplus(**a));
                held.next();
            }
            (_, Some(b)) => {
                found.push(Difference::Missing(**b));
                expected.next();
            }
            _ => return found,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_those_of_the_multisets() {
        let reported = |held: &[u128], expected: &[u128]| -> Vec<(char, u128)> {
            let name = |difference| match difference {
                Difference::Missing(key) => ('-', key),
                Difference::Surplus(key) => ('+', key),
            };
            differences(held, expected).into_iter().map(name).collect()
        };
        assert_eq!(reported(&[], &[]), []);
        assert_eq!(reported(&[1, 3, 4], &[1, 2, 4]), [('-', 2), ('+', 3)]);
        assert_eq!(reported(&[5, 6], &[5, 5, 6, 9]), [('-', 5), ('-', 9)]);
        assert_eq!(reported(&[7], &[]), [('+', 7)]);
    }

    #[test]
    fn sums_are_zero_when_the_sets_are_equal_and_not_when_one_key_differs() {
        let members = Members::new();
        let sums = |members: &Members| members.sums.iter().filter(|sum| sum.load(Relaxed) != 0).count();
        let keys: Vec<u128> = (1..=100_000u128).map(|i| (i * i) << 40).collect();
        keys.iter().for_each(|&key| members.add(key | 1));
        keys.iter().rev().for_each(|&key| members.take_away(key));
        assert_eq!(sums(&members), 0, "labels do not matter");
        members.add(3u128 << 8);
        members.take_away(4u128 << 8);
        assert!(sums(&members) > 0);
    }
}
