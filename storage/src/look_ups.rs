//! Look-ups of several hashes in turn, each read some calls later, so that memory answers meanwhile.

use crate::label_function::{LabelFunction, Window};
use crate::ribbon::mix;

/// Functions up to this size stay in the caches. n = 13, whose functions do, takes 3 % more user time with [`LARGE`] than
/// with [`SMALL`]: for the children made before it is known that an earlier one is P.
const SMALL_MOST: u64 = 2 << 20;
/// So many hashes later the place of a label is looked for, and so many places later the label is read.
const SMALL: [usize; 2] = [0, 1];
/// The same for large functions. Positions in the middle of n = 16 (`benches/large.rs`) take 0.90, 0.88 and 0.98 of the time
/// that they take with 0 and 1, for functions of 8 MiB, 256 MiB and 2 GiB; with 1 and 1 it is 1.03, 0.96 and 0.90, with 1 and
/// 3 0.81, 0.91 and 0.98.
const LARGE: [usize; 2] = [1, 2];
/// Look-ups under way at most; a power of two.
const MOST: usize = 4;

/// Look-ups in one function. A hash waits twice: for its shard's entry of the directory, and for its bits.
pub struct LookUps<'a> {
    labels: &'a LabelFunction,
    mixed: [u64; MOST],
    windows: [Window; MOST],
    /// Hashes taken.
    taken: usize,
    /// Places found, and labels read.
    found: usize,
    read: usize,
    waits: [usize; 2],
}

/// The answer to a hash that is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// The label of an earlier hash.
    Earlier(u8),
    /// Its own label comes later.
    Waits,
    /// Positions with both labels have this hash, which is not taken: call [`LabelFunction::exact`] with the key.
    Ask,
}

impl<'a> LookUps<'a> {
    /// No look-up is under way.
    #[inline]
    pub fn new(labels: &'a LabelFunction) -> Self {
        Self {
            labels,
            mixed: [0; MOST],
            windows: [Window::default(); MOST],
            taken: 0,
            found: 0,
            read: 0,
            waits: if labels.bytes() > SMALL_MOST { LARGE } else { SMALL },
        }
    }

    /// Takes a hash.
    #[inline]
    pub fn take(&mut self, hash: u64) -> Taken {
        let mixed = mix(hash);
        if self.labels.asks(hash, mixed) {
            return Taken::Ask;
        }
        self.mixed[self.taken % MOST] = mixed;
        self.labels.prefetch_shard(mixed);
        self.taken += 1;
        if self.taken - self.found > self.waits[0] {
            self.find();
        }
        match self.found - self.read > self.waits[1] {
            true => Taken::Earlier(self.next()),
            false => Taken::Waits,
        }
    }

    /// Returns the labels of the hashes whose turn has not come.
    #[inline]
    pub fn rest(mut self) -> impl Iterator<Item = u8> {
        std::iter::from_fn(move || {
            while self.found < self.taken {
                self.find();
            }
            (self.read < self.found).then(|| self.next())
        })
    }

    /// Finds the place of the next label.
    #[inline(always)]
    fn find(&mut self) {
        self.windows[self.found % MOST] = self.labels.locate_mixed(self.mixed[self.found % MOST]);
        self.found += 1;
    }

    #[inline]
    fn next(&mut self) -> u8 {
        let label = self.labels.read(&self.windows[self.read % MOST]);
        self.read += 1;
        label
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LabelFunctionBuilder, Syncs};

    /// Labels come in the order of the hashes, as `get` gives them; hashes with both labels are asked for at once.
    #[test]
    fn labels_come_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let hash = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) & !1;
        let label = |i: u64| u64::from(i % 5 == 1 || i % 7 == 3);
        let mut items: Vec<u64> = (0..10_000).map(|i| hash(i) | label(i)).collect();
        items.push(hash(77) | (1 - label(77)));
        let mut builder = LabelFunctionBuilder::new(folder.path(), items.len() as u64, 1 << 24);
        builder.push(&items).unwrap();
        let mut pending = builder.build().unwrap();
        assert_eq!(pending.ambiguous(), [hash(77)]);
        pending.push_exact(9, &[1u128 << 120, 2 << 120 | 1]).unwrap();
        let path = folder.path().join("sealed");
        pending.seal(&path, 9, Syncs::Now).unwrap();
        let labels = LabelFunction::map_any(&path).unwrap();
        for count in [0, 1, 2, 3, 4, 5, 100] {
            for waits in [SMALL, LARGE] {
                let mut look_ups = LookUps::new(&labels);
                assert_eq!(look_ups.waits, SMALL);
                look_ups.waits = waits;
                let mut found = Vec::new();
                for i in 70..70 + count {
                    match look_ups.take(hash(i)) {
                        Taken::Earlier(label) => found.push(u64::from(label)),
                        Taken::Waits => {}
                        Taken::Ask => assert_eq!(i, 77),
                    }
                }
                let before = found.len();
                found.extend(look_ups.rest().map(u64::from));
                assert!(found.len() - before <= waits[0] + waits[1]);
                let expected: Vec<u64> = (70..70 + count).filter(|&i| i != 77).map(label).collect();
                assert_eq!(found, expected);
            }
        }
    }
}
