//! Whether Builder wins: forward, with a table that is valid for every number of moves.
//!
//! Painter tries the colour of the largest target first, always. So his positions stay alike, and those that he must
//! hold are hardly more than the uncoloured graphs there are.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{RwLock, RwLockReadGuard};

use super::form::{Form, Key};
use super::moves::Move;
use super::plan::Planner;
use super::position::{Position, Threats, threats_after, wins_in_one, wins_in_two};
use super::row::USED_MOST;
use super::rules::Rules;
use super::table::Table;

/// Why a search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// It was asked to, or another thread has the answer.
    Asked,
    /// A position has more vertices than fit.
    Vertices,
    /// What the table says cannot be.
    Contradiction,
}

/// What the threads of a search share.
pub(crate) struct Shared<'a> {
    pub table: &'a RwLock<Table>,
    /// Positions whose moves were tried.
    pub nodes: AtomicU64,
    /// Whether all threads shall end.
    pub end: AtomicBool,
    /// Positions whose plans a thread remembers, a power of two.
    pub asked: usize,
    /// Called now and then with no thread in the table; returns whether to stop.
    pub pause: &'a (dyn Fn(&RwLock<Table>, u64) -> bool + Sync),
}

/// Nodes from one call of [`Shared::pause`] to the next.
const PAUSE_EVERY: u64 = 256;

/// One thread's search.
pub(crate) struct Search<'a, const C: usize> {
    pub rules: &'a Rules<C>,
    shared: &'a Shared<'a>,
    table: Option<RwLockReadGuard<'a, Table>>,
    /// Of several threads each tries moves in an order of its own.
    number: usize,
    counted: u64,
    planner: Option<Planner<'a, C>>,
    /// What was found of plans last, by a part of the key.
    asked: Vec<Asked>,
}

/// Within how many moves Painter's lists refute a position, and within how many they do not.
#[derive(Clone, Copy)]
struct Asked {
    key: Key,
    lost: u8,
    open: u8,
}

/// Positions whose plans a thread remembers, where their memory is not limited.
pub(crate) const ASKED: usize = 1 << 18;

/// Bytes that such a position takes.
pub(crate) const ASKED_BYTES: usize = size_of::<Asked>();

impl<'a, const C: usize> Search<'a, C> {
    pub fn new(rules: &'a Rules<C>, shared: &'a Shared<'a>, number: usize) -> Self {
        Self {
            rules,
            shared,
            table: None,
            number,
            counted: 0,
            planner: rules.plans.as_ref().map(|plans| plans.planner()),
            asked: match &rules.plans {
                Some(_) => vec![
                    Asked {
                        key: Key(0, 0),
                        lost: 0,
                        open: u8::MAX
                    };
                    shared.asked
                ],
                None => Vec::new(),
            },
        }
    }

    /// Whether a list of Painter refutes a position, after which Builder has `k` moves left.
    pub fn is_planless(&mut self, position: &Position<C>, key: Key, k: usize) -> bool {
        let Some(planner) = &mut self.planner else {
            return false;
        };
        let place = key.0 as usize & (self.asked.len() - 1);
        let place = &mut self.asked[place];
        if place.key != key {
            *place = Asked {
                key,
                lost: 0,
                open: u8::MAX,
            };
        }
        if k <= place.lost.into() || k >= place.open.into() {
            return k <= place.lost.into();
        }
        let is_planless = planner.refutes(position, k);
        match is_planless {
            true => place.lost = k as u8,
            false => place.open = k as u8,
        }
        is_planless
    }

    pub fn table(&mut self) -> &Table {
        let shared = self.shared;
        self.table
            .get_or_insert_with(|| shared.table.read().expect("no thread panicked"))
    }

    /// Lets others write to the table.
    pub fn pause(&mut self) -> Result<(), Stop> {
        self.table = None;
        self.shared.nodes.fetch_add(self.counted, Relaxed);
        self.counted = 0;
        if (self.shared.pause)(self.shared.table, self.shared.nodes.load(Relaxed)) {
            self.shared.end.store(true, Relaxed);
        }
        match self.shared.end.load(Relaxed) {
            true => Err(Stop::Asked),
            false => Ok(()),
        }
    }

    pub fn count(&mut self) -> Result<(), Stop> {
        self.counted += 1;
        if self.counted >= PAUSE_EVERY || self.counted.is_multiple_of(16) && self.table().is_crowded() {
            self.pause()?;
        }
        Ok(())
    }

    /// Whether Builder, who has not won yet, wins within `k` moves.
    pub fn wins(&mut self, position: &Position<C>, threats: &Threats<C>, k: usize) -> Result<bool, Stop> {
        let limits = &self.rules.limits;
        let is_last = self.rules.options.last_two;
        match k {
            0 => Ok(false),
            1 => Ok(wins_in_one(position.n, threats, limits)),
            2 if is_last => Ok(wins_in_two(&self.rules.targets, position, threats, limits)),
            _ => {
                let form = self.rules.form(position);
                if let Some(known) = self.known(form.key, k) {
                    return Ok(known);
                }
                self.decide(position, threats, &form, k)
            }
        }
    }

    /// What the table says.
    pub fn known(&mut self, key: Key, k: usize) -> Option<bool> {
        match self.rules.options.table {
            true => self.table().find(key).wins(k),
            false => None,
        }
    }

    fn decide(&mut self, position: &Position<C>, threats: &Threats<C>, form: &Form, k: usize) -> Result<bool, Stop> {
        let wins = self.tries(position, threats, form, k)?;
        if self.rules.options.table {
            self.table().add(form.key, k, wins);
        }
        Ok(wins)
    }

    /// The moves worth trying with `k` left, the most promising first; `None` if a strategy of Painter refutes all.
    pub fn open_moves(&self, position: &Position<C>, threats: &Threats<C>, form: &Form, k: usize) -> Option<Vec<Move>> {
        let progress = match &self.rules.bounds {
            Some(bounds) => bounds.progress(position, k)?,
            None => [None; C],
        };
        let mut moves = self.rules.moves(position, threats, form);
        moves.retain(|tried| {
            (0..C).all(|c| tried.completes(c) || progress[c].as_ref().is_none_or(|open| open.has(position.n, tried.at)))
        });
        Some(moves)
    }

    /// The position after a move, with its threats.
    pub fn after(
        &self,
        position: &Position<C>,
        threats: &Threats<C>,
        at: (usize, usize),
        colour: usize,
    ) -> Result<(Position<C>, Threats<C>), Stop> {
        if at.1 >= USED_MOST {
            return Err(Stop::Vertices);
        }
        let child = position.with(at, colour);
        let after = threats_after(&self.rules.targets, threats, position.n, &child, at, colour);
        Ok((child, after))
    }

    /// Whether Builder wins within `k` moves, at least three, after this one; and the position's key.
    pub fn wins_after(
        &mut self,
        position: &Position<C>,
        threats: &Threats<C>,
        at: (usize, usize),
        colour: usize,
        k: usize,
    ) -> Result<(bool, Key), Stop> {
        if at.1 >= USED_MOST {
            return Err(Stop::Vertices);
        }
        let child = position.with(at, colour);
        let form = self.rules.form(&child);
        let wins = match self.known(form.key, k) {
            Some(known) => known,
            None => {
                let after = threats_after(&self.rules.targets, threats, position.n, &child, at, colour);
                self.decide(&child, &after, &form, k)?
            }
        };
        Ok((wins, form.key))
    }

    /// Gives each thread but the first an order of its own.
    pub fn vary<T>(&self, moves: &mut [T]) {
        if self.number > 0 && !moves.is_empty() {
            let by = (self.number * moves.len()).div_ceil(self.number + 1) % moves.len();
            moves.rotate_left(by);
        }
    }

    fn tries(&mut self, position: &Position<C>, threats: &Threats<C>, form: &Form, k: usize) -> Result<bool, Stop> {
        self.count()?;
        let Some(moves) = self.open_moves(position, threats, form, k) else {
            return Ok(false);
        };
        let order = self.rules.order;
        if k <= 3 && self.rules.options.last_two || k <= 2 {
            for tried in &moves {
                let mut is_answered = false;
                for c in order.into_iter().filter(|&c| !tried.completes(c)) {
                    let (child, after) = self.after(position, threats, tried.at, c)?;
                    if !self.wins(&child, &after, k - 1)? {
                        is_answered = true;
                        break;
                    }
                }
                if !is_answered {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        // What the table knows is asked first: it may have a win.
        let mut left: Vec<(usize, usize)> = Vec::new();
        for (number, tried) in moves.iter().enumerate() {
            let mut is_won = true;
            for (place, c) in order.into_iter().enumerate() {
                if tried.completes(c) {
                    continue;
                }
                if tried.at.1 >= USED_MOST {
                    return Err(Stop::Vertices);
                }
                let key = self.rules.form(&position.with(tried.at, c)).key;
                match self.known(key, k - 1) {
                    Some(true) => continue,
                    Some(false) => {}
                    None => left.push((number, place)),
                }
                is_won = false;
                break;
            }
            if is_won {
                return Ok(true);
            }
        }
        self.vary(&mut left);
        if self.planner.is_some() {
            // A colour after which a list refutes Builder spares the others their searches.
            let mut open = Vec::new();
            for (number, place) in left {
                let tried = &moves[number];
                let mut is_answered = false;
                for c in order[place..].iter().copied().filter(|&c| !tried.completes(c)) {
                    let child = position.with(tried.at, c);
                    let key = self.rules.form(&child).key;
                    if self.is_planless(&child, key, k - 1) {
                        is_answered = true;
                        break;
                    }
                }
                if !is_answered {
                    open.push((number, place));
                }
            }
            left = open;
        }
        for (number, place) in left {
            let tried = &moves[number];
            let mut is_answered = false;
            for c in order[place..].iter().copied().filter(|&c| !tried.completes(c)) {
                if !self.wins_after(position, threats, tried.at, c, k - 1)?.0 {
                    is_answered = true;
                    break;
                }
            }
            if !is_answered {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
