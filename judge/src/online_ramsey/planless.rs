//! Positions against Painter's lists of rules.

use std::collections::HashMap;

use super::plan::{self, Idle, List};
use crate::coloured::likeness::Known;
use crate::coloured::position::Position;

/// The lists, and what one thread found by them.
pub(super) struct Planless<'a> {
    /// The one that answered last comes first.
    lists: Vec<Asked<'a>>,
    /// What was found last: entries next to each other lead to the same positions.
    found: HashMap<u64, Known<bool>>,
    count: usize,
}

struct Asked<'a> {
    list: &'a List,
    /// What is idle at the entry, if it was asked for.
    idle: Option<Option<Idle>>,
}

/// Positions that are kept: some 10 MB.
const FOUND_MOST: usize = 8192;

impl<'a> Planless<'a> {
    pub fn new(lists: &'a [List]) -> Self {
        Self {
            lists: lists.iter().map(|list| Asked { list, idle: None }).collect(),
            found: HashMap::new(),
            count: 0,
        }
    }

    /// Begins another entry.
    pub fn enter(&mut self) {
        self.lists.iter_mut().for_each(|asked| asked.idle = None);
    }

    /// Whether some list answers a move at the entry, after which `left` moves are left, by what is idle there.
    pub fn answers(&mut self, entry: &Position, left: usize, answer: impl Fn(&List, &Idle) -> bool) -> bool {
        self.first(|asked| {
            let idle = asked.idle.get_or_insert_with(|| plan::idle(asked.list, entry, left));
            idle.as_ref().is_some_and(|idle| answer(asked.list, idle))
        })
    }

    /// Whether Builder has no plan of at most `left` pairs against some list.
    pub fn has(&mut self, position: &Position, left: usize) -> bool {
        if self.lists.is_empty() {
            return false;
        }
        let (number, known) = Known::find(&self.found, position);
        if let Some(known) = known {
            return known;
        }
        let has = self.first(|asked| !plan::exists(asked.list, position, left));
        if self.count == FOUND_MOST {
            self.found.clear();
            self.count = 0;
        }
        self.found.entry(number).or_default().add(position, has);
        self.count += 1;
        has
    }

    /// Whether a list is right, which then comes first.
    fn first(&mut self, is_right: impl FnMut(&mut Asked<'a>) -> bool) -> bool {
        let place = self.lists.iter_mut().position(is_right);
        if let Some(place) = place {
            self.lists[..=place].rotate_right(1);
        }
        place.is_some()
    }
}
