//! Where the items of a list are, by their two words: four bytes a slot, the words stay in the list.

use super::pairs::Pairs;

/// Numbers of items by open addressing, at most two thirds full.
pub(super) struct Index {
    /// Numbers with 1 added; 0 is free.
    slots: Vec<u32>,
    items: usize,
}

impl Index {
    pub fn new() -> Self {
        Self {
            slots: vec![0; 64],
            items: 0,
        }
    }

    /// Bytes, the moment of the next growth included.
    pub fn bytes(&self) -> usize {
        3 * self.slots.len() * size_of::<u32>()
    }

    /// The item of which `same` is true, among those that may have these words.
    pub fn find(&self, words: (Pairs, Pairs), same: impl Fn(usize) -> bool) -> Option<usize> {
        let mut at = self.start(words);
        loop {
            match self.slots[at] {
                0 => return None,
                item if same(item as usize - 1) => return Some(item as usize - 1),
                _ => at = (at + 1) & (self.slots.len() - 1),
            }
        }
    }

    /// Adds the next item, which is not there; `words` of an older item are asked when the index grows.
    pub fn insert(&mut self, own: (Pairs, Pairs), words: impl Fn(usize) -> (Pairs, Pairs)) {
        if 3 * (self.items + 1) > 2 * self.slots.len() {
            self.slots = vec![0; 2 * self.slots.len()];
            (0..self.items).for_each(|item| self.put(item, words(item)));
        }
        self.put(self.items, own);
        self.items += 1;
    }

    fn put(&mut self, item: usize, words: (Pairs, Pairs)) {
        let mut at = self.start(words);
        while self.slots[at] != 0 {
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = item as u32 + 1;
    }

    fn start(&self, (first, second): (Pairs, Pairs)) -> usize {
        let mixed = (first ^ second.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 32 ^ second).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (mixed >> 24) as usize & (self.slots.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_found_by_their_words() {
        let words = |item: usize| (item as u64 / 3, item as u64 % 3);
        let mut index = Index::new();
        for item in 0..5000 {
            assert_eq!(index.find(words(item), |at| words(at) == words(item)), None);
            index.insert(words(item), words);
        }
        for item in 0..5000 {
            assert_eq!(index.find(words(item), |at| words(at) == words(item)), Some(item));
        }
    }
}
