//! The claims about parts of one rank.

use super::form::{Key, Places};

/// That a part has a value.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    pub key: Key,
    /// The labels that the part was found with: the moves are in their order.
    pub places: Places,
    pub value: u8,
}

/// Claims in the order in which they were made, found by their marks.
#[derive(Default)]
pub struct Level {
    pub claims: Vec<Claim>,
    /// The upper half of a mark, then the number of the claim and one; 0 is free. At most half of them are taken.
    slots: Vec<u64>,
}

impl Level {
    /// The value that is claimed for a part of this mark and the key that `key` makes.
    pub fn value(&self, mark: u64, key: impl FnMut() -> Key) -> Option<u8> {
        self.find(mark, key).map(|number| self.claims[number].value)
    }

    /// The number of the claim for a part of this mark and the key that `key` makes, which is asked for only if it may
    /// be one.
    pub fn find(&self, mark: u64, mut key: impl FnMut() -> Key) -> Option<usize> {
        let last = self.slots.len().checked_sub(1)?;
        let mut place = (mark >> 32) as usize & last;
        loop {
            let slot = self.slots[place];
            if slot == 0 {
                return None;
            }
            if slot >> 32 == mark >> 32 {
                let number = slot as u32 as usize - 1;
                if self.claims[number].key == key() {
                    return Some(number);
                }
            }
            place = (place + 1) & last;
        }
    }

    /// Adds a claim about a part of this mark, of which there is none yet.
    pub fn add(&mut self, mark: u64, claim: Claim) {
        self.claims.push(claim);
        if 2 * self.claims.len() > self.slots.len() {
            let larger = vec![0; (2 * self.slots.len()).max(16)];
            for slot in std::mem::replace(&mut self.slots, larger) {
                if slot != 0 {
                    self.put(slot);
                }
            }
        }
        self.put(mark >> 32 << 32 | self.claims.len() as u64);
    }

    fn put(&mut self, slot: u64) {
        let last = self.slots.len() - 1;
        let mut place = (slot >> 32) as usize & last;
        while self.slots[place] != 0 {
            place = (place + 1) & last;
        }
        self.slots[place] = slot;
    }
}
