//! Look-ups of many hashes together, so that memory answers all of them while one would wait.

use crate::labels::function::{Answer, LabelFunction, Tables, Window};
use crate::labels::ribbon::mix;

/// Hashes looked up together at most.
pub const TOGETHER: usize = 64;

/// A directory of so many bytes, and labels of so many, are in a cache next to the processor.
const NEAR_BYTES: [usize; 2] = [16 << 10, 256 << 10];

/// Look-ups in one function. A hash waits twice: for its shard's entry of the directory, and for its bits.
///
/// Positions in the middle of n = 16 (`benches/large.rs`) take 0.92, 0.70 and 0.56 of the time that they took when the
/// children of one position were looked up one after the other, each read some children later: for functions of 0.5
/// MiB, 256 MiB and 9.35 GiB.
pub struct LookUps<'a> {
    labels: &'a LabelFunction,
    tables: Tables<'a>,
    /// Whether entries of the directory, and labels, are worth asking for ahead.
    are_far: [bool; 2],
    mixed: [u64; TOGETHER],
    windows: [Window; TOGETHER],
}

impl<'a> LookUps<'a> {
    /// For this function.
    #[inline]
    pub fn new(labels: &'a LabelFunction) -> Self {
        let tables = labels.tables();
        Self {
            labels,
            tables,
            are_far: [0, 1].map(|of| tables.bytes()[of] > NEAR_BYTES[of]),
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
        // Copies, which the processor keeps in registers.
        let (tables, [is_directory_far, are_labels_far]) = (self.tables, self.are_far);
        let mut asks = 0u64;
        for (index, (hash, place)) in hashes.zip(&mut self.mixed).enumerate() {
            let mixed = mix(hash);
            *place = mixed;
            if tables.may_ask(mixed) {
                asks |= u64::from(self.labels.is_ambiguous(hash & !1)) << index;
            }
            if is_directory_far {
                tables.prefetch_shard(mixed);
            }
        }
        let answer_of = |index: usize, label| match asks >> index & 1 {
            0 => Answer::Label(label),
            _ => Answer::Ask,
        };
        if let Some(label) = self.labels.constant() {
            return (0..count).for_each(|index| answer(index, answer_of(index, label)));
        }
        for (window, &mixed) in self.windows.iter_mut().zip(&self.mixed[..count]) {
            *window = tables.locate(mixed);
            if are_labels_far {
                tables.prefetch(window);
            }
        }
        for (index, window) in self.windows[..count].iter().enumerate() {
            answer(index, answer_of(index, tables.read(window)));
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
