//! Whether the answers of a Painter who has committed herself to a colour keep her alive.
//!
//! An edge that closes no copy of a family in that colour gets it, and Painter forgets it. So Builder may as well draw
//! it with the first edge f for which it matters: a move is f and a set A of edges of the colour, each in a copy of a
//! member through f whose other edges have the colour. None of A is in a copy without f. Painter answers with the
//! colour and remembers A, or with another colour and remembers what she likes of A.

use std::collections::BTreeSet;

use super::commitment::{Commitment, Pair, SETS_MOST, Set, TOO_MANY, TOUCHED_MOST, pairs};
use super::index::{Index, Names};
use super::level::{Level, each_entry};
use super::painter::PAIR_STEPS;
use super::plan::{self, Idle, List};
use super::planless::Planless;
use crate::coloured::position::Position;
use crate::coloured::target::Target;
use crate::proof::ProofError;
use crate::work::spent;

/// What the answers must keep to.
pub(super) struct Rules<'a> {
    pub targets: &'a [Target],
    pub lists: &'a [List],
    pub commitment: &'a Commitment,
}

/// An entry with `left` moves after the next edge, and what all entries share.
struct Entry<'a, 'b> {
    rules: &'a Rules<'a>,
    indices: &'a [Index<'a>],
    planless: &'a mut Planless<'b>,
    position: Position,
    left: usize,
}

impl Rules<'_> {
    /// Checks every level; `before` entries precede them.
    pub fn check(&self, levels: &[Level], mut before: u64, threads: usize) -> Result<(), ProofError> {
        let names = Names::kept(self.targets.len());
        let mut indices = Vec::with_capacity(levels.len());
        let mut all = before;
        for level in levels {
            indices.push(Index::new(level, &names, all)?);
            all += level.count as u64;
        }
        for level in levels {
            let follows = |planless: &mut Planless, entry| {
                let position = level.position(entry, self.targets.len());
                planless.enter();
                let mut entry = Entry {
                    rules: self,
                    indices: &indices,
                    planless,
                    position: position.ok_or("it is not a coloured graph")?,
                    left: levels.len() - level.edges - 1,
                };
                let mut pairs = entry.position.free_pairs().into_iter();
                pairs.try_for_each(|at| entry.answers_all_with(at))
            };
            each_entry(level, (before, all), threads, || Planless::new(self.lists), follows)?;
            before += level.count as u64;
        }
        Ok(())
    }
}

impl Entry<'_, '_> {
    /// Whether Painter has an answer to all moves with a pair.
    fn answers_all_with(&mut self, at: Pair) -> Result<(), &'static str> {
        let commitment = self.rules.commitment;
        let own = commitment.colour;
        let others: Vec<usize> = (0..self.rules.targets.len()).filter(|&colour| colour != own).collect();
        let sized = |set: Set| (set.len(), set);
        // Smaller sets come first: one with another colour's answer settles those that hold it.
        let first = commitment.lacking(&self.position, at, self.left)?;
        let mut sets: BTreeSet<(usize, Set)> = first.into_iter().map(sized).collect();
        let mut settled: Vec<Set> = Vec::new();
        while let Some((_, set)) = sets.pop_first() {
            if spent(PAIR_STEPS + settled.len() as u64) || settled.len() + sets.len() > SETS_MOST {
                return Err(TOO_MANY);
            }
            let holds = |less: &Set| less.iter().all(|pair| set.binary_search(pair).is_ok());
            if settled.iter().any(holds) {
                continue;
            }
            let Some(drawn) = commitment.drawn(&self.position, &set) else {
                continue;
            };
            if drawn.n.max(at.1 + 1) > TOUCHED_MOST {
                return Err(TOO_MANY);
            }
            if others.iter().any(|&colour| self.answers(&drawn, &set, at, colour)) {
                settled.push(set);
            } else if self.answers(&drawn, &set, at, own) {
                for more in commitment.lacking(&drawn, at, self.left - set.len())? {
                    if !more.is_empty() {
                        let mut larger = [&set[..], &more[..]].concat();
                        larger.sort_unstable();
                        sets.insert(sized(larger));
                    }
                }
            } else {
                return Err("a move of Builder has no answer");
            }
        }
        Ok(())
    }

    /// Whether Painter may give the pair this colour, with the edges of the set drawn.
    fn answers(&mut self, drawn: &Position, set: &Set, at: Pair, colour: usize) -> bool {
        let target = &self.rules.targets[colour];
        if target.has_through(&drawn.rows[colour], drawn.n, at) {
            return false;
        }
        let left = self.left - set.len();
        let child = drawn.with(at, colour);
        let own = self.rules.commitment.colour;
        let is_answer = |list: &List, idle: &Idle| {
            let is_idle = idle.has(colour, at) || pairs(set).any(|pair| idle.has(own, pair));
            is_idle && plan::colour(list, drawn, at) == Some(colour)
        };
        // What takes longest comes last.
        left == 0
            || self.planless.answers(&self.position, self.left, is_answer)
            || self.indices[self.indices.len() - left].has(&child)
            || self.planless.has(&child, left)
    }
}

#[cfg(test)]
mod brute;
#[cfg(test)]
mod tests;
