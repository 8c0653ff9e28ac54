//! The two certificates, read off a search that has the answer.
//!
//! Each is made level by level from the start, with facts about positions alone: the first of Builder's moves, in an
//! order that isomorphic positions share, that wins; the first of Painter's colours that does not lose. So the bytes do
//! not depend on what the table has kept or which thread found it. Facts that the table has lost are searched again.

use std::collections::HashSet;

use proof::agrees;

use super::bytes::{code, coded, put};
use super::committed::{Draw, Seen};
use super::form::Key;
use super::moves::Move;
use super::paths::Paths;
use super::position::{Position, threats_of};
use super::search::{Search, Stop};

/// Positions with equally many edges.
struct Level {
    edges: usize,
    /// The edges of each position in turn: see [`code`].
    codes: Vec<u16>,
    count: usize,
    seen: HashSet<Key>,
}

/// What the certificates are made with.
pub(crate) struct Maker<'a, 'b, const C: usize> {
    pub search: &'a mut Search<'b, C>,
    /// How Builder wins, unless by any moves.
    pub paths: Option<Paths>,
    /// Bytes that the positions may take.
    pub memory: u64,
    /// Positions written down.
    pub entries: u64,
}

/// Why there is no certificate.
pub(crate) enum Failure {
    Stop(Stop),
    /// The positions take more memory than is allowed: at least so many bytes.
    Memory(u64),
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl Level {
    fn new(edges: usize) -> Self {
        Self {
            edges,
            codes: Vec::new(),
            count: 0,
            seen: HashSet::new(),
        }
    }

    fn start() -> Self {
        Self {
            count: 1,
            ..Self::new(0)
        }
    }

    fn add<const C: usize>(&mut self, key: Key, position: &Position<C>) {
        if self.seen.insert(key) {
            self.codes
                .extend(position.edges().map(|(u, v, colour)| code(u, v, colour)));
            self.count += 1;
        }
    }

    fn each<const C: usize>(&self) -> impl Iterator<Item = Position<C>> + '_ {
        (0..self.count).map(|at| coded(&self.codes[at * self.edges..][..self.edges]))
    }

    fn bytes(&self) -> u64 {
        (2 * self.codes.capacity() + self.seen.capacity() * (size_of::<Key>() + 1) * 8 / 7) as u64
    }
}

/// A position by its key, which comes first when they are compared.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Marked {
    key: Key,
    codes: Vec<u16>,
}

impl Marked {
    /// The empty position.
    fn start() -> Self {
        Self {
            key: Key(0, 0),
            codes: Vec::new(),
        }
    }
}

/// A contradiction on the way is one of the answer.
fn contradicted(failure: Failure) -> Result<bool, Stop> {
    match failure {
        Failure::Stop(Stop::Contradiction) => Ok(false),
        Failure::Stop(stop) => Err(stop),
        Failure::Memory(_) => unreachable!("a look at some positions keeps none"),
    }
}

impl<const C: usize> Maker<'_, '_, C> {
    /// Builder's strategy for `k` moves: levels of positions, each with his move.
    pub fn builder(&mut self, k: usize, body: &mut Vec<u8>) -> Result<(), Failure> {
        let mut level = Level::start();
        for left in (1..=k).rev() {
            let mut next = Level::new(level.edges + 1);
            let mut moves = Vec::with_capacity(level.count);
            for position in level.each::<C>() {
                self.search.count()?;
                let (at, open) = self.winning(&position, left)?;
                for c in open {
                    let child = position.with(at, c);
                    next.add(self.search.rules.form(&child).key, &child);
                }
                moves.push(code(at.0, at.1, 0) / 4);
            }
            self.finish(&level, next.bytes(), &moves, body)?;
            level = next;
        }
        Ok(())
    }

    /// The first move that wins, and the colours that do not complete their targets on it.
    fn winning(&mut self, position: &Position<C>, k: usize) -> Result<((usize, usize), Vec<usize>), Failure> {
        if let Some(paths) = self.paths {
            return Ok(self.search.winning_join(&paths, position, k)?);
        }
        let threats = threats_of(&self.search.rules.targets, position);
        let form = self.search.rules.form(position);
        let moves = self.search.open_moves(position, &threats, &form, k);
        // Builder wins with one of his moves.
        for tried in moves.ok_or(Stop::Contradiction)? {
            let mut wins = true;
            for c in self.search.rules.order.into_iter().filter(|&c| !tried.completes(c)) {
                let (child, after) = self.search.after(position, &threats, tried.at, c)?;
                wins = self.search.wins(&child, &after, k - 1)?;
                if !wins {
                    break;
                }
            }
            if wins {
                return Ok((tried.at, (0..C).filter(|&c| !tried.completes(c)).collect()));
            }
        }
        Err(Stop::Contradiction.into())
    }

    /// The positions that Painter meets in `k` moves: levels of positions.
    pub fn painter(&mut self, k: usize, body: &mut Vec<u8>) -> Result<(), Failure> {
        if self.search.rules.committed.is_some() {
            return self.remembered(k, body);
        }
        let mut level = Level::start();
        for left in (1..=k).rev() {
            let mut next = Level::new(level.edges + 1);
            // Positions that a strategy holds.
            let mut held = HashSet::new();
            if left > 3 {
                for position in level.each::<C>() {
                    self.search.count()?;
                    self.answers(&position, left, &mut next, &mut held)?;
                }
            }
            self.finish(&level, next.bytes(), &[], body)?;
            level = next;
        }
        Ok(())
    }

    /// The positions that a committed Painter remembers in `k` rounds.
    fn remembered(&mut self, k: usize, body: &mut Vec<u8>) -> Result<(), Failure> {
        let mut levels: Vec<Level> = (0..k).map(Level::new).collect();
        levels[0] = Level::start();
        for edges in 0..k {
            let level = std::mem::replace(&mut levels[edges], Level::new(edges));
            for position in level.each::<C>() {
                self.search.count()?;
                self.answers_draws(&position, k - edges, &mut levels)?;
            }
            let others = levels.iter().map(Level::bytes).sum();
            self.finish(&level, others, &[], body)?;
        }
        Ok(())
    }

    /// Adds to the levels the positions that a committed Painter's colours lead to. She gives another colour where that
    /// leads to a position that is there already or that a list refutes, and else hers unless that loses.
    fn answers_draws(&mut self, position: &Position<C>, k: usize, levels: &mut [Level]) -> Result<(), Failure> {
        let own = self.search.ready().colour();
        let form = self.search.rules.form(position);
        let mut draws = self.search.draws(position, &form, k)?;
        let (mut done, mut seen) = (HashSet::new(), Seen::new());
        while let Some(draw) = draws.pop() {
            if !done.insert(draw.key()) || self.search.others().any(|c| self.is_there(&draw, c, levels)) {
                continue;
            }
            let mut later = Vec::new();
            self.search.ready().later(&draw, &mut later)?;
            let holds = self.is_there(&draw, own, levels) || !self.search.wins_after_draw(&draw, own)?;
            if holds && !self.search.any_beats(&later, &mut seen)? {
                self.add_after(&draw, own, levels);
                draws.append(&mut later);
                continue;
            }
            let mut answer = None;
            for c in self.search.others() {
                if answer.is_none() && !self.search.wins_after_draw(&draw, c)? {
                    answer = Some(c);
                }
            }
            self.add_after(&draw, answer.ok_or(Stop::Contradiction)?, levels);
        }
        Ok(())
    }

    /// Whether a colour leads to a position of the levels, or to one without rounds left or that a list refutes.
    fn is_there(&mut self, draw: &Draw<C>, colour: usize, levels: &[Level]) -> bool {
        if self.search.ready().closes(draw, colour) {
            return false;
        }
        let Some(level) = levels.len().checked_sub(draw.left).filter(|_| draw.left > 0) else {
            return true;
        };
        let child = draw.position.with(draw.at, colour);
        let key = self.search.rules.form(&child).key;
        levels[level].seen.contains(&key) || self.search.is_planless(&child, key, draw.left)
    }

    /// Adds the position after a colour unless it is there.
    fn add_after(&mut self, draw: &Draw<C>, colour: usize, levels: &mut [Level]) {
        if !self.is_there(draw, colour, levels) {
            let child = draw.position.with(draw.at, colour);
            levels[levels.len() - draw.left].add(self.search.rules.form(&child).key, &child);
        }
    }

    /// Adds the positions that Painter's colours lead to with more than two moves left, but those that one of his
    /// strategies holds.
    fn answers(
        &mut self,
        position: &Position<C>,
        k: usize,
        next: &mut Level,
        held: &mut HashSet<Key>,
    ) -> Result<(), Failure> {
        let rules = self.search.rules;
        let threats = threats_of(&rules.targets, position);
        let form = rules.form(position);
        // With none left open the loop below finds a colour after which a strategy holds.
        let moves = match self.search.open_moves(position, &threats, &form, k) {
            Some(moves) => moves,
            None => rules.moves(position, &threats, &form),
        };
        for tried in moves {
            if rules.plans.is_some() && self.is_leaf(position, &tried, k, next) {
                continue;
            }
            let mut is_answered = false;
            for c in rules.order.into_iter().filter(|&c| !tried.completes(c)) {
                let (wins, key) = self.search.wins_after(position, &threats, tried.at, c, k - 1)?;
                if !wins {
                    if !next.seen.contains(&key) && !held.contains(&key) {
                        let child = position.with(tried.at, c);
                        match rules
                            .bounds
                            .as_ref()
                            .is_some_and(|bounds| bounds.refutes(&child, k - 1))
                        {
                            true => drop(held.insert(key)),
                            false => next.add(key, &child),
                        }
                    }
                    is_answered = true;
                    break;
                }
            }
            if !is_answered {
                return Err(Stop::Contradiction.into());
            }
        }
        Ok(())
    }

    /// Whether some colour leads to a position that is on the next level already, or that a list refutes.
    fn is_leaf(&mut self, position: &Position<C>, tried: &Move, k: usize, next: &Level) -> bool {
        let rules = self.search.rules;
        let colours = rules.order.into_iter().filter(|&c| !tried.completes(c));
        let children: Vec<_> = colours
            .map(|c| {
                let child = position.with(tried.at, c);
                (rules.form(&child).key, child)
            })
            .collect();
        children.iter().any(|(key, _)| next.seen.contains(key))
            || children
                .iter()
                .any(|(key, child)| self.search.is_planless(child, *key, k - 1))
    }

    /// Whether Painter has an answer to each of Builder's moves with at most three left, looked at without the table.
    fn holds_at_last(&mut self, position: &Position<C>, k: usize) -> Result<bool, Stop> {
        let rules = self.search.rules;
        let threats = threats_of(&rules.targets, position);
        let form = rules.form(position);
        for tried in rules.moves(position, &threats, &form) {
            let mut is_answered = false;
            for c in rules.order.into_iter().filter(|&c| !tried.completes(c)) {
                let (child, after) = self.search.after(position, &threats, tried.at, c)?;
                if !self.search.wins(&child, &after, k - 1)? {
                    is_answered = true;
                    break;
                }
            }
            if !is_answered {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether Builder may win within `k` moves, as far as that is quickly seen.
    pub fn builder_may_win(&mut self, k: usize) -> Result<bool, Stop> {
        let found = agrees(Marked::start(), |marked, next| {
            let position = coded(&marked.codes);
            let Some(left) = k.checked_sub(marked.codes.len()).filter(|left| *left > 0) else {
                return Ok(false);
            };
            let (at, open) = self.winning(&position, left)?;
            next.extend(open.into_iter().map(|c| self.marked(&position.with(at, c))));
            Ok(true)
        });
        found.or_else(contradicted)
    }

    /// Whether Painter may survive `k` moves, as far as that is quickly seen.
    pub fn painter_may_survive(&mut self, k: usize) -> Result<bool, Stop> {
        let found = agrees(Marked::start(), |marked, next| {
            let position = coded(&marked.codes);
            let left = k - marked.codes.len();
            if self.search.rules.committed.is_some() {
                let mut levels: Vec<Level> = (0..k).map(Level::new).collect();
                self.answers_draws(&position, left, &mut levels)?;
                let children = levels.iter().flat_map(|level| level.each());
                next.extend(children.map(|child: Position<C>| self.marked(&child)));
                return Ok(true);
            }
            if left <= 3 {
                return Ok(self.holds_at_last(&position, left)?);
            }
            let (mut children, mut held) = (Level::new(marked.codes.len() + 1), HashSet::new());
            self.answers(&position, left, &mut children, &mut held)?;
            next.extend(children.each().map(|child: Position<C>| self.marked(&child)));
            Ok(true)
        });
        found.or_else(contradicted)
    }

    fn marked(&self, position: &Position<C>) -> Marked {
        Marked {
            key: self.search.rules.form(position).key,
            codes: position.edges().map(|(u, v, colour)| code(u, v, colour)).collect(),
        }
    }

    /// Writes a level; others take so many bytes.
    fn finish(&mut self, level: &Level, others: u64, moves: &[u16], body: &mut Vec<u8>) -> Result<(), Failure> {
        body.extend((level.count as u32).to_le_bytes());
        let mut numbers: Vec<usize> = (0..level.count).collect();
        let entry = |at: usize| &level.codes[at * level.edges..][..level.edges];
        numbers.sort_unstable_by(|&a, &b| entry(a).cmp(entry(b)));
        for at in numbers {
            put(entry(at), body);
            if let Some(found) = moves.get(at) {
                put(&[*found], body);
            }
        }
        self.entries += level.count as u64;
        let bytes = level.bytes() + others + 2 * body.capacity() as u64;
        match bytes > self.memory {
            true => Err(Failure::Memory(bytes)),
            false => Ok(()),
        }
    }
}
