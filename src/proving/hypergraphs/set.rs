//! Sets of elements: masks of 128 bits.

/// A set: bit `e` says whether element `e` is in it.
pub(super) type Set = u128;

/// Most elements of a board.
pub(super) const ELEMENTS_MOST: usize = 128;

/// The set of one element.
pub(super) fn one(element: usize) -> Set {
    1 << element
}

/// The set of the first `n` elements.
pub(super) fn all(n: usize) -> Set {
    if n == ELEMENTS_MOST { Set::MAX } else { one(n) - 1 }
}

/// The number of elements.
pub(super) fn size(set: Set) -> usize {
    set.count_ones() as usize
}

/// The least element of a set that has one.
pub(super) fn least(set: Set) -> usize {
    set.trailing_zeros() as usize
}

/// The elements, the least first.
pub(super) fn each(set: Set) -> impl Iterator<Item = usize> + Clone {
    let mut left = set;
    std::iter::from_fn(move || {
        let element = (left != 0).then(|| least(left))?;
        left &= left - 1;
        Some(element)
    })
}

/// The union of sets.
pub(super) fn union(sets: &[Set]) -> Set {
    sets.iter().fold(0, |union, set| union | set)
}

/// The sets that contain no other one, the small ones first.
pub(super) fn minimal(mut sets: Vec<Set>) -> Vec<Set> {
    sets.sort_unstable_by_key(|&set| (size(set), set));
    sets.dedup();
    let mut kept: Vec<Set> = Vec::with_capacity(sets.len());
    for set in sets {
        let own = size(set);
        let smaller = kept.iter().take_while(|kept| size(**kept) < own);
        if smaller.into_iter().all(|kept| kept & !set != 0) {
            kept.push(set);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minimal_sets_contain_no_other() {
        assert_eq!(minimal(vec![7, 3, 5, 12, 3, 8]), [8, 3, 5]);
        assert_eq!(minimal(vec![7, 0]), [0]);
        assert_eq!(each(one(127) | 5).collect::<Vec<_>>(), [0, 2, 127]);
        assert_eq!(all(128), !0);
    }
}
