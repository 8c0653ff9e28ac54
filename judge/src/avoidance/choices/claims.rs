//! What the claims made so far say of moves.

use super::head::Replies;
use super::parts::Parts;
use super::small::Small;
use crate::coloured::claims::Level;
use crate::coloured::form::{Key, Places, form, mark};
use crate::coloured::structure::{Pair, Structure};
use crate::work::{is_spent, spent};

pub const SAME: &str = "a move leads to the value that is claimed";
const NO_REPLY: &str = "there is no such reply";

/// A part that was not claimed when it was looked for.
pub struct Unknown {
    pub rank: usize,
    pub mark: u64,
    pub key: Key,
    pub places: Places,
}

/// A sum of parts: the value of those that are known, and the others.
pub struct Sum {
    pub value: u8,
    pub unknown: Vec<Unknown>,
}

/// What is known of a move before its batch.
#[derive(Clone, Copy)]
pub enum Seen {
    /// The value after it.
    Value(u8),
    /// The reply of this number has the value.
    Answered(u16),
    /// It takes a choice.
    Open,
}

/// A move and its choice.
pub struct Choice {
    pub claim: usize,
    pub pair: Pair,
    /// The number of the reply; `None` if the value after the move is to be seen.
    pub reply: Option<usize>,
}

/// The claims made so far.
pub struct Claims<'a> {
    pub game: &'a dyn Parts,
    pub replies: Replies,
    pub small: Small,
    /// By rank.
    pub levels: Vec<Level>,
}

impl Claims<'_> {
    /// The moves of a part that is claimed to have the value `k`, and what is known of them.
    pub fn look(&self, part: &Structure, k: u8) -> Result<Vec<(Pair, Seen)>, &'static str> {
        let mut seen = Vec::new();
        for pair in part.moves() {
            if spent(1) {
                break;
            }
            seen.push((pair, self.seen(part, pair, k)?));
        }
        Ok(seen)
    }

    fn seen(&self, part: &Structure, pair: Pair, k: u8) -> Result<Seen, &'static str> {
        if self.replies == Replies::All {
            return Ok(Seen::Open);
        }
        let parts = self.after(part, pair);
        match self.known(&parts) {
            Some(value) if value == k => Err(SAME),
            Some(value) => Ok(Seen::Value(value)),
            None => Ok(self
                .answer(&parts, k)
                .map_or(Seen::Open, |reply| Seen::Answered(reply as u16))),
        }
    }

    /// The sum after a move, or after the reply to it.
    pub fn chosen(&self, part: &Structure, choice: &Choice) -> Result<Sum, &'static str> {
        let mut parts = self.after(part, choice.pair);
        if let Some(number) = choice.reply {
            let &Reply { part, pair, .. } = self.replies(&parts).get(number).ok_or(NO_REPLY)?;
            let played = parts.remove(part);
            self.game.parts(self.game.after(&played, pair), &mut parts);
        }
        Ok(self.sum(&parts))
    }

    pub fn after(&self, part: &Structure, pair: Pair) -> Vec<Structure> {
        let mut parts = Vec::with_capacity(8);
        self.game.parts(self.game.after(part, pair), &mut parts);
        parts
    }

    /// A sum by the claims made so far.
    pub fn sum(&self, parts: &[Structure]) -> Sum {
        let mut sum = Sum {
            value: 0,
            unknown: Vec::new(),
        };
        for part in parts {
            if part.pairs() <= self.small.most {
                sum.value ^= self.small.value(self.game, part);
                continue;
            }
            let (key, places) = form(part);
            let (rank, mark) = (self.game.rank(part), mark(part));
            match self.levels[rank].value(mark, || key) {
                Some(value) => sum.value ^= value,
                None => sum.unknown.push(Unknown {
                    rank,
                    mark,
                    key,
                    places,
                }),
            }
        }
        without_equals(&mut sum.unknown);
        sum
    }

    /// The same with the claims made since.
    pub fn now(&self, mut sum: Sum) -> Sum {
        sum.unknown.retain(|part| {
            let value = self.levels[part.rank].value(part.mark, || part.key);
            sum.value ^= value.unwrap_or(0);
            value.is_none()
        });
        sum
    }

    /// The value of a sum of which all parts are known, or equal in pairs.
    fn known(&self, parts: &[Structure]) -> Option<u8> {
        let mut value = 0;
        // Most parts that are not known have a mark of their own, so their form is not needed.
        let mut unknown: Vec<(usize, u64, Option<Key>, &Structure)> = Vec::new();
        for part in parts {
            if part.pairs() <= self.small.most {
                continue;
            }
            let (rank, mark) = (self.game.rank(part), mark(part));
            let mut key = None;
            match self.levels[rank].value(mark, || *key.get_or_insert_with(|| form(part).0)) {
                Some(found) => value ^= found,
                None => unknown.push((rank, mark, key, part)),
            }
        }
        while let Some((rank, mark, key, part)) = unknown.pop() {
            let mut same = (0..unknown.len())
                .filter(|&at| (unknown[at].0, unknown[at].1) == (rank, mark))
                .peekable();
            same.peek()?;
            let key = key.unwrap_or_else(|| form(part).0);
            let other = same.find(|&at| unknown[at].2.unwrap_or_else(|| form(unknown[at].3).0) == key)?;
            unknown.swap_remove(other);
        }
        let small = parts.iter().filter(|part| part.pairs() <= self.small.most);
        Some(small.fold(value, |value, part| value ^ self.small.value(self.game, part)))
    }

    /// The number of a reply to a sum that leads to a known value `k`.
    pub fn answer(&self, parts: &[Structure], k: u8) -> Option<usize> {
        let values: Vec<Option<u8>> = parts
            .iter()
            .map(|part| self.known(std::slice::from_ref(part)))
            .collect();
        let mut after = Vec::with_capacity(8);
        self.replies(parts).into_iter().position(|reply| {
            after.clear();
            self.game
                .parts(self.game.after(&parts[reply.part], reply.pair), &mut after);
            let mut others = 0;
            for (at, value) in values.iter().enumerate().filter(|(at, _)| *at != reply.part) {
                match value {
                    Some(value) => others ^= value,
                    None => after.push(parts[at]),
                }
            }
            self.known(&after) == Some(k ^ others) || is_spent()
        })
    }

    /// The moves of a sum: those that take most pairs first, then part by part in the order of moves.
    pub fn replies(&self, parts: &[Structure]) -> Vec<Reply> {
        let mut replies = Vec::with_capacity(64);
        for (number, part) in parts.iter().enumerate() {
            replies.extend(part.moves().into_iter().map(|pair| Reply {
                loss: self.game.loss(part, pair),
                part: number,
                pair,
            }));
        }
        replies.sort_by_key(|reply| std::cmp::Reverse(reply.loss));
        replies
    }
}

/// A move of a sum.
pub struct Reply {
    pub loss: u32,
    pub part: usize,
    pub pair: Pair,
}

/// Takes pairs of equal parts out: their sum has the value 0.
fn without_equals(unknown: &mut Vec<Unknown>) {
    let mut at = 0;
    while at < unknown.len() {
        match (at + 1..unknown.len()).find(|&other| unknown[other].key == unknown[at].key) {
            Some(other) => {
                unknown.remove(other);
                unknown.remove(at);
            }
            None => at += 1,
        }
    }
}
