//! What rules for Breaker need: pairs of elements, and the potential.

use super::families::{Set, size};
use crate::proof::{Bytes, Wrong};

/// The potential 1; the weight of a set is rounded up.
pub(super) const ONE: u128 = 1 << 127;

/// The sum of 2^-|S|.
pub(super) fn potential(family: &[Set]) -> u128 {
    let weight = |set: &Set| ONE >> size(*set).min(127);
    family.iter().fold(0, |sum: u128, set| sum.saturating_add(weight(set)))
}

/// Disjoint pairs, after their number.
pub(super) fn pairs(bytes: &mut Bytes) -> Result<Vec<Set>, Wrong> {
    let count = bytes.number(1)?;
    let (mut pairs, mut used) = (Vec::new(), 0);
    for _ in 0..count {
        let elements = bytes.take(2)?.iter();
        let pair = elements.fold(0, |pair: Set, &element| pair | 1 << (element % 128));
        if size(pair) != 2 || pair & used != 0 {
            return Err("its pairs are not disjoint pairs of elements".into());
        }
        used |= pair;
        pairs.push(pair);
    }
    Ok(pairs)
}
