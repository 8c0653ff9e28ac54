//! What the learner holds of positions.

use std::collections::HashMap;

/// The value of a certain win; that of a certain loss is its negative. Numbers are integers, so that every machine, and
/// the page in a browser, computes the same.
pub const ONE: i32 = 1 << 16;

/// The most positions that are remembered, about 100 MiB. When so many are there, or as many as a learner may remember,
/// those go on being corrected, and further ones count as unknown.
pub const MOST: usize = 1 << 20;

/// The longest text of a position that is remembered, in bytes.
pub const LONGEST_KEY: usize = 255;

/// What is held of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// What it is worth to the player who has moved there, from -[`ONE`] to [`ONE`].
    pub value: i32,
    /// How often it was corrected.
    pub visits: u32,
}

/// The positions met so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    entries: HashMap<Box<str>, Entry>,
}

impl Table {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing was learned.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What is held of a position; nothing of an unknown one.
    pub fn entry(&self, position: &str) -> Option<Entry> {
        self.entries.get(position).copied()
    }

    /// All positions with their entries, by the bytes of their texts.
    pub fn sorted(&self) -> Vec<(&str, Entry)> {
        let mut sorted: Vec<_> = self.entries.iter().map(|(key, &entry)| (&**key, entry)).collect();
        sorted.sort_unstable_by_key(|&(key, _)| key);
        sorted
    }

    /// Adds an entry as read.
    pub(super) fn insert(&mut self, position: &str, entry: Entry) {
        self.entries.insert(position.into(), entry);
    }

    /// Moves the value towards `target`: by the whole difference at the first visit, by a half at the second, and so on
    /// down to one `slowest`th. Of at least `most` positions no further one is added.
    pub(super) fn correct(&mut self, position: &str, target: i32, slowest: u32, most: usize) {
        if !self.entries.contains_key(position) {
            if self.entries.len() >= most.min(MOST) || position.len() > LONGEST_KEY {
                return;
            }
            self.entries.insert(position.into(), Entry::default());
        }
        let entry = self.entries.get_mut(position).expect("it is there");
        entry.visits = entry.visits.saturating_add(1);
        entry.value += (target - entry.value) / entry.visits.min(slowest) as i32;
    }
}
