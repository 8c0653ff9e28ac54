//! Sets of elements, and families of them.

use crate::proof::{Bytes, ProofError};
use crate::work::spent;

/// A set: bit `e` says whether element `e` is in it.
pub(super) type Set = u128;

/// Most elements.
pub(super) const ELEMENTS_MOST: usize = 128;

/// The next set of bytes, of a board of `n` elements; bits beyond may be in it.
pub(super) fn read(bytes: &mut Bytes, n: usize) -> Result<Set, ProofError> {
    let taken = bytes.take(n.div_ceil(8))?.iter().rev();
    Ok(taken.fold(0, |set: Set, &byte| set << 8 | Set::from(byte)))
}

/// The first `n` elements.
pub(super) fn all(n: usize) -> Set {
    (0..n).fold(0, |set, element| set | 1 << element)
}

/// The number of elements.
pub(super) fn size(set: Set) -> u64 {
    set.count_ones().into()
}

/// Whether `part` lies in `whole`.
pub(super) fn lies_in(part: Set, whole: Set) -> bool {
    part & !whole == 0
}

/// The union.
pub(super) fn union(sets: &[Set]) -> Set {
    sets.iter().fold(0, |union, set| union | set)
}

/// The sets that contain no other one.
pub(super) fn minimal(sets: impl Iterator<Item = Set>) -> Vec<Set> {
    let mut sets: Vec<Set> = sets.collect();
    sets.sort_unstable_by_key(|&set| (size(set), set));
    let mut kept: Vec<Set> = Vec::new();
    for set in sets {
        if spent(1 + kept.len() as u64 / 8) {
            break;
        }
        if !kept.iter().any(|&part| lies_in(part, set)) {
            kept.push(set);
        }
    }
    kept
}
