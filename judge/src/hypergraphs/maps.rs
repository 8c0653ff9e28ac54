//! Maps of the elements, which replies name by number.

use std::collections::HashSet;

use super::families::Set;
use crate::proof::{Bytes, ProofError};

/// The maps of a proof: each takes every element to another one.
pub(super) struct Maps<'a> {
    n: usize,
    maps: Vec<&'a [u8]>,
}

impl<'a> Maps<'a> {
    /// Reads so many maps of `n` elements.
    pub fn read(bytes: &mut Bytes<'a>, count: u64, n: usize) -> Result<Self, ProofError> {
        let mut maps = Vec::new();
        for _ in 0..count {
            let map = bytes.take(n)?;
            let images = map.iter().filter(|to| usize::from(**to) < n);
            let images = images.fold(0, |set: Set, &to| set | 1 << to);
            if images.count_ones() as usize != n {
                let why = "a map of elements is not a bijection";
                return Err(ProofError::Claim { why });
            }
            maps.push(map);
        }
        Ok(Self { n, maps })
    }

    /// The image of a set; `None` where there is no such map.
    pub fn image(&self, map: u64, set: Set) -> Option<Set> {
        let map = self.maps.get(map as usize)?;
        Some((0..self.n).fold(0, |image, from| image | (set >> from & 1) << map[from]))
    }

    /// Reads maps each of which takes each winning set to one of the same side.
    pub fn of_symmetries(
        bytes: &mut Bytes<'a>,
        count: u64,
        n: usize,
        sides: &[Vec<Set>; 2],
    ) -> Result<Self, ProofError> {
        let maps = Self::read(bytes, count, n)?;
        for sets in sides {
            let all: HashSet<Set> = sets.iter().copied().collect();
            let keeps = |map: u64| {
                let mut images = sets.iter().map(|&set| maps.image(map, set));
                images.all(|image| image.is_some_and(|image| all.contains(&image)))
            };
            if !(0..count).all(keeps) {
                let why = "a map takes a winning set to something else";
                return Err(ProofError::Claim { why });
            }
        }
        Ok(maps)
    }

    /// The set whose image under a map this is; `None` where there is no such map.
    pub fn preimage(&self, map: u64, image: Set) -> Option<Set> {
        let map = self.maps.get(map as usize)?;
        Some((0..self.n).fold(0, |set, from| set | (image >> map[from] & 1) << from))
    }
}
