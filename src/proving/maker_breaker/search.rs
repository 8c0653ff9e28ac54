//! Who wins a position: depth first, with rules that spare most of the work.
//!
//! A position is Maker's pairs and the free ones; all others are Breaker's. If Maker wins it, he also wins with more:
//! a pair his instead of free, or free instead of Breaker's, or the move besides. Each result therefore comes with a
//! *carrier*, the pairs it rests on. Maker's carrier C: he wins with C's pairs of his and C's free pairs alone.
//! Breaker's carrier D, free pairs: he wins if all other free pairs are Maker's. From this:
//!
//! * A move outside of the carrier of a refuted one is refuted by the same strategy. So the moves worth trying shrink
//!   to
//!   the common part of all carriers met, and when it is empty the position is lost, on the union of the carriers.
//! * *Patterns*: the carriers of Maker's last wins decide every position that has them.
//! * *Stars*: a vertex that can no longer get the edges it needs.
//! * *Last two plies*: two pairs each of which completes a winning set.
//!
//! The order of the moves matters most: both play where the living winning sets weigh most.

use proof::Busy;

use super::form::Form;
use super::game::Player;
use super::halt::Halt;
use super::pairs::{Map, Pairs, each};
use super::patterns::Patterns;
use super::star_rules::{StarRules, Verdict};
use super::table::{Known, Place, Table};
use super::winning_sets::{Potential, WinningSets};

/// How a search is done. The winner does not depend on it.
#[derive(Clone, Debug)]
pub struct Options {
    /// Bytes of the table of positions and of the strategy as it is built, together.
    pub memory: u64,
    /// Threads that search together, at least 1.
    pub threads: usize,
    /// Look positions up by their canonical form.
    pub table: bool,
    /// Try only moves in the common part of the carriers.
    pub carriers: bool,
    /// How many of Maker's last wins are tried on each position; 0 for none.
    pub patterns: usize,
    /// Look at single vertices.
    pub stars: bool,
    /// Look for pairs that complete a winning set.
    pub last_plies: bool,
    /// Try moves in the order of their potential; else lowest pair first.
    pub order: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            memory: 1 << 30,
            threads: 1,
            table: true,
            carriers: true,
            patterns: 1000,
            stars: true,
            last_plies: true,
            order: true,
        }
    }
}

/// What a search has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Positions whose moves were tried.
    pub nodes: u64,
    /// Positions of the strategy written down.
    pub proof_nodes: u64,
    /// Entries of the table.
    pub table_entries: u64,
    /// Entries there can be at most.
    pub table_most: u64,
}

/// The reply that says: no move is needed.
pub(super) const PASS: u8 = 63;

/// Nodes from one question whether to stop to the next.
const WATCH_EVERY: u64 = 256;

/// Nodes from one look at the ancestors to the next, where several threads search.
const ANCESTORS_EVERY: u64 = 16;

/// A search for one game: one thread's.
pub(super) struct Search<'a> {
    pub(super) sets: &'a dyn WinningSets,
    pub(super) form: Form,
    pub(super) stars: StarRules,
    options: &'a Options,
    pub(super) table: &'a Table,
    /// What the other threads are at, if there are any.
    busy: Option<&'a Busy>,
    /// The positions being searched, the start first; kept where several threads search.
    path: Vec<Place>,
    /// Wins with Maker and with Breaker to move.
    patterns: [Patterns; 2],
    effort: Effort,
    watch: &'a mut dyn FnMut(&Effort) -> Result<(), Halt>,
}

impl<'a> Search<'a> {
    /// A search among these winning sets on `n` vertices.
    pub fn new(
        sets: &'a dyn WinningSets,
        n: usize,
        options: &'a Options,
        table: &'a Table,
        busy: Option<&'a Busy>,
        watch: &'a mut dyn FnMut(&Effort) -> Result<(), Halt>,
    ) -> Self {
        let rings = [Patterns::new(options.patterns / 2), Patterns::new(options.patterns / 2)];
        Self {
            sets,
            form: Form::new(n, sets.fixed()),
            stars: StarRules::new(sets, n),
            table,
            options,
            busy,
            path: Vec::new(),
            patterns: rings,
            effort: Effort::default(),
            watch,
        }
    }

    /// What has been done.
    pub fn effort(&self) -> Effort {
        let (table_entries, table_most) = self.table.fill();
        Effort {
            table_entries,
            table_most,
            ..self.effort
        }
    }

    /// Who wins.
    ///
    /// # Errors
    /// [`Halt`].
    pub fn winner(&mut self, maker: Pairs, free: Pairs, mover: Player) -> Result<Player, Halt> {
        Ok(match self.decided(maker, free, mover)?.maker_wins {
            true => Player::Maker,
            false => Player::Breaker,
        })
    }

    /// Who wins, on what, and with which move.
    pub(super) fn decided(&mut self, maker: Pairs, free: Pairs, mover: Player) -> Result<Known, Halt> {
        if self.sets.is_won(maker) {
            return Ok(maker_wins(self.sets.witness(maker), PASS));
        }
        match mover {
            Player::Maker => self.maker_moves(maker, free),
            Player::Breaker => self.breaker_moves(maker, free),
        }
    }

    /// Asks whether to go on.
    pub(super) fn watch(&mut self) -> Result<(), Halt> {
        let effort = self.effort();
        (self.watch)(&effort)
    }

    /// Counts a position of the strategy.
    pub(super) fn count_proof_node(&mut self) -> Result<(), Halt> {
        self.effort.proof_nodes += 1;
        match self.effort.proof_nodes.is_multiple_of(WATCH_EVERY) {
            true => self.watch(),
            false => Ok(()),
        }
    }

    fn count_node(&mut self) -> Result<(), Halt> {
        self.effort.nodes += 1;
        if self.effort.nodes.is_multiple_of(WATCH_EVERY) {
            self.watch()?;
        }
        if self.busy.is_some() && self.effort.nodes.is_multiple_of(ANCESTORS_EVERY) {
            let solved = self.path.iter().position(|place| self.table.find(*place).is_some());
            return solved.map_or(Ok(()), |depth| Err(Halt::Solved(depth)));
        }
        Ok(())
    }

    /// Searches a position that the table does not have. Other threads learn of it; when one of them is first, its
    /// result is taken.
    fn enter(
        &mut self,
        lookup: &LookUp,
        expand: impl FnOnce(&mut Self) -> Result<Known, Halt>,
    ) -> Result<Option<Known>, Halt> {
        let (Some(busy), Some((place, map))) = (self.busy, lookup.at) else {
            return expand(self).map(Some);
        };
        let depth = self.path.len();
        self.path.push(place);
        let mark = busy.enter(place.mixed());
        let found = expand(self);
        busy.leave(mark);
        self.path.truncate(depth);
        match found {
            Err(Halt::Solved(at)) if at == depth => {
                Ok(self.table.find(place).map(|known| moved(known, &map.inverse())))
            }
            found => found.map(Some),
        }
    }

    /// The move of a region to try next: one whose position no other thread is searching, if there is one.
    fn next_apart(
        &self,
        region: Pairs,
        potential: &Potential,
        after: impl Fn(usize) -> Option<Place>,
    ) -> Option<usize> {
        let first = self.next(region, potential)?;
        let Some(busy) = self.busy else {
            return Some(first);
        };
        let mut rest = region;
        while let Some(at) = self.next(rest, potential) {
            if after(at).is_none_or(|place| !busy.is_searched(place.mixed())) {
                return Some(at);
            }
            rest &= !(1 << at);
        }
        Some(first)
    }

    /// Where a position is in the table.
    fn place(&self, maker: Pairs, free: Pairs, mover: Player) -> Option<Place> {
        let is_there = self.options.table && free != 0;
        is_there.then(|| {
            let map = self.form.map(maker, free);
            Place::new(map.image(maker), map.image(free), mover == Player::Maker)
        })
    }

    /// Maker to move, without a winning set.
    fn maker_moves(&mut self, maker: Pairs, free: Pairs) -> Result<Known, Halt> {
        if self.options.last_plies
            && let Some(at) = each(self.sets.threats(maker, free)).next()
        {
            return Ok(maker_wins(self.sets.witness(maker | 1 << at), at as u8));
        }
        let mut refuted = Refuted::new(free, self.options.carriers);
        if self.options.stars {
            match self.stars.maker_moves(maker, free) {
                Verdict::Open => {}
                Verdict::Lost { carrier, .. } => return Ok(breaker_wins(carrier, PASS)),
                Verdict::Tight(star) => refuted.cut(star),
            }
        }
        for (mover, pass) in [(Player::Maker, false), (Player::Breaker, true)] {
            if let Some((carrier, reply)) = self.patterns[mover as usize].find(maker, free) {
                // A reply that is Maker's already, or on which nothing rests, need not be made.
                let is_needed = !pass && free >> reply & 1 == 1;
                return Ok(maker_wins(carrier, if is_needed { reply } else { PASS }));
            }
        }
        let lookup = self.look_up(maker, free, Player::Maker);
        if let Some(known) = lookup.known {
            return Ok(known);
        }
        let mut potential = [0.0; 55];
        if !self.sets.weigh(maker, free, &mut potential) {
            return Ok(breaker_wins(0, PASS));
        }
        let found = self.enter(&lookup, |search| search.maker_expands(maker, free, refuted, &potential))?;
        match found {
            Some(known) => Ok(self.keep(lookup, known)),
            // Solved by another thread, and forgotten again.
            None => self.maker_moves(maker, free),
        }
    }

    fn maker_expands(
        &mut self,
        maker: Pairs,
        free: Pairs,
        mut refuted: Refuted,
        potential: &Potential,
    ) -> Result<Known, Halt> {
        self.count_node()?;
        let mut is_first = true;
        loop {
            // The first move mostly wins: all threads try it.
            let next = match is_first {
                true => self.next(refuted.region, potential),
                false => self.next_apart(refuted.region, potential, |at| {
                    self.place(maker | 1 << at, free & !(1 << at), Player::Breaker)
                }),
            };
            is_first = false;
            let Some(at) = next else { break };
            let answer = match self.options.last_plies {
                true => self.breaker_moves(maker | 1 << at, free & !(1 << at))?,
                // A set completed by this move is seen here alone.
                false => self.decided(maker | 1 << at, free & !(1 << at), Player::Breaker)?,
            };
            if answer.maker_wins {
                let known = maker_wins(self.widened(answer.carrier, maker | free), at as u8);
                self.patterns[Player::Maker as usize].insert(known.carrier & maker, known.carrier, known.reply);
                return Ok(known);
            }
            refuted.add(at, answer.carrier);
        }
        let carrier = self.widened(refuted.carrier(), free);
        Ok(breaker_wins(carrier, PASS))
    }

    /// Breaker to move; Maker has no winning set.
    fn breaker_moves(&mut self, maker: Pairs, free: Pairs) -> Result<Known, Halt> {
        let mut refuted = Refuted::new(free, self.options.carriers);
        if self.options.last_plies {
            let mut threats = each(self.sets.threats(maker, free));
            if let Some(first) = threats.next() {
                let witness = self.sets.witness(maker | 1 << first);
                if let Some(second) = threats.next() {
                    return Ok(maker_wins(witness | self.sets.witness(maker | 1 << second), PASS));
                }
                // The one move that does not lose at once; too short a way to it to be worth a place in the table.
                let answer = self.maker_moves(maker, free & !(1 << first))?;
                return Ok(match answer.maker_wins {
                    true => maker_wins(self.widened(answer.carrier | witness, maker | free), PASS),
                    false => breaker_wins(self.widened(answer.carrier | 1 << first, free), first as u8),
                });
            }
        }
        if self.options.stars
            && let Verdict::Lost { carrier, reply, .. } = self.stars.breaker_moves(maker, free)
        {
            return Ok(breaker_wins(carrier, reply));
        }
        if let Some((carrier, _)) = self.patterns[Player::Breaker as usize].find(maker, free) {
            return Ok(maker_wins(carrier, PASS));
        }
        let lookup = self.look_up(maker, free, Player::Breaker);
        if let Some(known) = lookup.known {
            return Ok(known);
        }
        if self.options.carriers
            && let Some((carrier, _)) = self.patterns[Player::Maker as usize].find(maker, free)
        {
            // Should Breaker pass here, Maker would win.
            refuted.cut(carrier);
        }
        let mut potential = [0.0; 55];
        if !self.sets.weigh(maker, free, &mut potential) {
            return Ok(breaker_wins(0, PASS));
        }
        let found = self.enter(&lookup, |search| {
            search.breaker_expands(maker, free, refuted, &potential)
        })?;
        match found {
            Some(known) => Ok(self.keep(lookup, known)),
            None => self.breaker_moves(maker, free),
        }
    }

    fn breaker_expands(
        &mut self,
        maker: Pairs,
        free: Pairs,
        mut refuted: Refuted,
        potential: &Potential,
    ) -> Result<Known, Halt> {
        self.count_node()?;
        while let Some(at) = self.next_apart(refuted.region, potential, |at| {
            self.place(maker, free & !(1 << at), Player::Maker)
        }) {
            let answer = self.maker_moves(maker, free & !(1 << at))?;
            if !answer.maker_wins {
                return Ok(breaker_wins(self.widened(answer.carrier | 1 << at, free), at as u8));
            }
            refuted.add(at, answer.carrier);
        }
        let known = maker_wins(self.widened(refuted.carrier(), maker | free), PASS);
        self.patterns[Player::Breaker as usize].insert(known.carrier & maker, known.carrier, PASS);
        Ok(known)
    }

    /// Without carriers a result rests on everything.
    fn widened(&self, carrier: Pairs, all: Pairs) -> Pairs {
        if self.options.carriers { carrier } else { all }
    }

    /// The move of a region to try next.
    pub(super) fn next(&self, region: Pairs, potential: &Potential) -> Option<usize> {
        if !self.options.order {
            return each(region).next();
        }
        let mut best = None;
        for at in each(region) {
            if best.is_none_or(|best: usize| potential[at] > potential[best]) {
                best = Some(at);
            }
        }
        best
    }

    fn look_up(&self, maker: Pairs, free: Pairs, mover: Player) -> LookUp {
        if !self.options.table || free == 0 {
            return LookUp::default();
        }
        let map = self.form.map(maker, free);
        let place = Place::new(map.image(maker), map.image(free), mover == Player::Maker);
        let known = self.table.find(place).map(|known| moved(known, &map.inverse()));
        LookUp {
            at: Some((place, map)),
            known,
        }
    }

    fn keep(&mut self, lookup: LookUp, known: Known) -> Known {
        if let Some((place, map)) = lookup.at {
            self.table.insert(place, moved(known, &map));
        }
        known
    }
}

/// The same in other labels.
fn moved(known: Known, map: &Map) -> Known {
    Known {
        carrier: map.image(known.carrier),
        reply: match known.reply {
            PASS => PASS,
            at => map.pair(at.into()) as u8,
        },
        ..known
    }
}

/// Where a position is in the table, and what is there.
#[derive(Default)]
struct LookUp {
    at: Option<(Place, Map)>,
    known: Option<Known>,
}

fn maker_wins(carrier: Pairs, reply: u8) -> Known {
    Known {
        maker_wins: true,
        carrier,
        reply,
    }
}

fn breaker_wins(carrier: Pairs, reply: u8) -> Known {
    Known {
        maker_wins: false,
        carrier,
        reply,
    }
}

/// The moves of the player to move that are refuted, by their carriers.
struct Refuted {
    /// Moves not refuted yet.
    region: Pairs,
    /// All moves there are.
    moves: Pairs,
    carriers: Vec<Pairs>,
    is_on: bool,
}

impl Refuted {
    fn new(moves: Pairs, is_on: bool) -> Self {
        Self {
            region: moves,
            moves,
            carriers: Vec::new(),
            is_on,
        }
    }

    /// All moves outside of a carrier are refuted.
    fn cut(&mut self, carrier: Pairs) {
        self.region &= carrier;
        self.carriers.push(carrier);
    }

    /// A move is refuted, by a strategy on a carrier.
    fn add(&mut self, at: usize, carrier: Pairs) {
        debug_assert!(carrier >> at & 1 == 0 || !self.is_on);
        self.region &= !(1 << at);
        if self.is_on {
            self.cut(carrier);
        }
    }

    /// The union of carriers that refute all moves together; those that the others make needless are left out.
    fn carrier(&self) -> Pairs {
        let mut needed = self.carriers.clone();
        let mut at = 0;
        while at < needed.len() {
            let others = (0..needed.len()).filter(|&i| i != at);
            if others.fold(self.moves, |common, i| common & needed[i]) == 0 {
                needed.remove(at);
            } else {
                at += 1;
            }
        }
        needed.into_iter().fold(0, |all, carrier| all | carrier)
    }
}
