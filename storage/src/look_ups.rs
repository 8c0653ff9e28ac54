//! Look-ups of many hashes together, so that memory answers all of them while one would wait.

use crate::label_function::{Answer, LabelFunction, Window};
use crate::ribbon::mix;

/// Hashes looked up together at most.
pub const TOGETHER: usize = 64;

/// A directory of so many bytes is in a cache next to the processor.
const NEAR_BYTES: u64 = 16 << 10;

/// Look-ups in one function. A hash waits twice: for its shard's entry of the directory, and for its bits.
///
/// Positions in the middle of n = 16 (`benches/large.rs`) take 0.92, 0.70 and 0.56 of the time that they took when the
/// children of one position were looked up one after the other, each read some children later: for functions of 0.5 MiB,
/// 256 MiB and 9.35 GiB.
pub struct LookUps<'a> {
    labels: &'a LabelFunction,
    /// Whether entries of the directory are worth asking for ahead.
    is_large: bool,
    mixed: [u64; TOGETHER],
    windows: [Window; TOGETHER],
}

impl<'a> LookUps<'a> {
    /// For this function.
    #[inline]
    pub fn new(labels: &'a LabelFunction) -> Self {
        Self {
            labels,
            is_large: labels.directory_bytes() > NEAR_BYTES,
            mixed: [0; TOGETHER],
            windows: [Window::default(); TOGETHER],
        }
    }

    /// Calls `answer` for each hash in turn.
    ///
    /// # Panics
    /// Panics with more than [`TOGETHER`] hashes.
    #[inline]
    pub fn look_up(&mut self, hashes: impl ExactSizeIterator<Item = u64>, mut answer: impl FnMut(usize, Answer)) {
        let count = hashes.len();
        assert!(count <= TOGETHER, "{count} hashes");
        let mut asks = 0u64;
        for (index, hash) in hashes.enumerate() {
            let mixed = mix(hash);
            self.mixed[index] = mixed;
            asks |= u64::from(self.labels.asks(hash, mixed)) << index;
            if self.is_large {
                self.labels.prefetch_shard(mixed);
            }
        }
        for index in 0..count {
            self.windows[index] = self.labels.locate_mixed(self.mixed[index]);
        }
        for index in 0..count {
            let label = self.labels.read(&self.windows[index]);
            answer(
                index,
                match asks >> index & 1 {
                    0 => Answer::Label(label),
                    _ => Answer::Ask,
                },
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LabelFunctionBuilder, Syncs};

    /// Labels come in the order of the hashes, as `get` gives them; hashes with both labels are asked for.
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
        let mut look_ups = LookUps::new(&labels);
        for (first, count) in [(70, 0), (70, 1), (77, 1), (70, 5), (70, 64), (20, 64), (9_936, 64)] {
            let mut found = Vec::new();
            look_ups.look_up((0..count as usize).map(|i| hash(first + i as u64)), |index, answer| {
                assert_eq!(index, found.len());
                found.push(answer);
            });
            let expected = (first..first + count).map(|i| match i {
                77 => Answer::Ask,
                _ => Answer::Label(label(i) as u8),
            });
            assert_eq!(found, expected.collect::<Vec<_>>());
        }
    }
}
