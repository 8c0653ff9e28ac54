//! Positions that Breaker wins by a rule: where he and Maker alternate.

use super::super::set::{Set, each, one, size};

/// Twice the potential at which Maker, who is to move, may win.
pub const BOUND: u128 = 1 << 127;

/// The potential of P. Erdős and J. L. Selfridge, J. Combin. Theory A 14 (1973): the sum of 2^-|S| over the sets, as a
/// multiple of 2^-127, rounded up. Breaker wins when it is less than [`BOUND`] and he is to move, or less than half of
/// that and Maker is.
pub fn potential(sets: impl Iterator<Item = Set>) -> u128 {
    let weight = |set: Set| BOUND >> size(set).min(127);
    sets.fold(0, |sum: u128, set| sum.saturating_add(weight(set)))
}

/// Disjoint pairs, one in each of the sets, which come by size: Breaker answers one element of a pair with the other.
/// Greedy: of a set without a pair the two unused elements that most sets share. `None` where it finds none.
pub fn pairing(sets: &[Set]) -> Option<Vec<Set>> {
    let (mut pairs, mut used): (Vec<Set>, Set) = (Vec::new(), 0);
    for &set in sets {
        if pairs.iter().any(|pair| pair & !set == 0) {
            continue;
        }
        let left = set & !used;
        let chosen =
            each(left).flat_map(|u| each(left & !((one(u) << 1).wrapping_sub(1))).map(move |v| one(u) | one(v)));
        let shared = |pair: &Set| sets.iter().filter(|set| pair & !**set == 0).count();
        // Of several the first.
        let (_, pair) = chosen.fold(None, |best: Option<(usize, Set)>, pair| match (best, shared(&pair)) {
            (Some(best), own) if own <= best.0 => Some(best),
            (_, own) => Some((own, pair)),
        })?;
        pairs.push(pair);
        used |= pair;
    }
    Some(pairs)
}
