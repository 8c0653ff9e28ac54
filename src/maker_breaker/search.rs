//! Who wins a position: depth first, with rules that spare most of the work.
//!
//! A position is Maker's pairs and the free ones; all others are Breaker's. If Maker wins it, he also wins with more:
//! a pair his instead of free, or free instead of Breaker's, or the move besides. Each result therefore comes with a
//! *carrier*, the pairs it rests on. Maker's carrier C: he wins with C's pairs of his and C's free pairs alone. Breaker's
//! carrier D, free pairs: he wins if all other free pairs are Maker's. From this:
//!
//! * A move outside of the carrier of a refuted one is refuted by the same strategy. So the moves worth trying shrink to
//!   the common part of all carriers met, and when it is empty the position is lost, on the union of the carriers.
//! * *Patterns*: the carriers of Maker's last wins decide every position that has them.
//! * *Stars*: a vertex that can no longer get the edges it needs.
//! * *Last two plies*: two pairs each of which completes a winning set.
//!
//! The order of the moves matters most: both play where the living winning sets weigh most.

use super::form::Form;
use super::game::Player;
use super::pairs::{Pairs, each};
use super::patterns::Patterns;
use super::star_rules::{StarRules, Verdict};
use super::table::{Known, Place, Table};
use super::winning_sets::{Potential, WinningSets};

/// How a search is done. The winner does not depend on it.
#[derive(Clone, Debug)]
pub struct Options {
    /// Bytes of the table of positions.
    pub memory: u64,
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

/// The search was asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search was stopped")]
pub struct Stopped;

/// The reply that says: no move is needed.
pub(super) const PASS: u8 = 63;

/// Nodes from one question whether to stop to the next.
const WATCH_EVERY: u64 = 256;

/// A search for one game.
pub struct Search<'a> {
    pub(super) sets: &'a dyn WinningSets,
    pub(super) form: Form,
    pub(super) stars: StarRules,
    options: Options,
    table: Table,
    /// Wins with Maker and with Breaker to move.
    patterns: [Patterns; 2],
    effort: Effort,
    watch: &'a mut dyn FnMut(&Effort) -> bool,
}

impl<'a> Search<'a> {
    /// A search among these winning sets on `n` vertices.
    pub fn new(
        sets: &'a dyn WinningSets,
        n: usize,
        options: &Options,
        watch: &'a mut dyn FnMut(&Effort) -> bool,
    ) -> Self {
        let rings = [Patterns::new(options.patterns / 2), Patterns::new(options.patterns / 2)];
        Self {
            sets,
            form: Form::new(n, sets.fixed()),
            stars: StarRules::new(sets, n),
            table: Table::new(options.memory),
            options: options.clone(),
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
    /// [`Stopped`] when asked to.
    pub fn winner(&mut self, maker: Pairs, free: Pairs, mover: Player) -> Result<Player, Stopped> {
        Ok(match self.decided(maker, free, mover)?.maker_wins {
            true => Player::Maker,
            false => Player::Breaker,
        })
    }

    /// Who wins, on what, and with which move.
    pub(super) fn decided(&mut self, maker: Pairs, free: Pairs, mover: Player) -> Result<Known, Stopped> {
        if self.sets.is_won(maker) {
            return Ok(maker_wins(self.sets.witness(maker), PASS));
        }
        match mover {
            Player::Maker => self.maker_moves(maker, free),
            Player::Breaker => self.breaker_moves(maker, free),
        }
    }

    /// Asks whether to go on.
    pub(super) fn watch(&mut self) -> Result<(), Stopped> {
        let effort = self.effort();
        match (self.watch)(&effort) {
            true => Err(Stopped),
            false => Ok(()),
        }
    }

    /// Counts a position of the strategy.
    pub(super) fn count_proof_node(&mut self) -> Result<(), Stopped> {
        self.effort.proof_nodes += 1;
        match self.effort.proof_nodes.is_multiple_of(WATCH_EVERY) {
            true => self.watch(),
            false => Ok(()),
        }
    }

    fn count_node(&mut self) -> Result<(), Stopped> {
        self.effort.nodes += 1;
        match self.effort.nodes.is_multiple_of(WATCH_EVERY) {
            true => self.watch(),
            false => Ok(()),
        }
    }

    /// Maker to move, without a winning set.
    fn maker_moves(&mut self, maker: Pairs, free: Pairs) -> Result<Known, Stopped> {
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
        self.count_node()?;
        while let Some(at) = self.next(refuted.region, &potential) {
            let answer = match self.options.last_plies {
                true => self.breaker_moves(maker | 1 << at, free & !(1 << at))?,
                // A set completed by this move is seen here alone.
                false => self.decided(maker | 1 << at, free & !(1 << at), Player::Breaker)?,
            };
            if answer.maker_wins {
                let known = maker_wins(self.widened(answer.carrier, maker | free), at as u8);
                self.patterns[Player::Maker as usize].insert(known.carrier & maker, known.carrier, known.reply);
                return Ok(self.keep(lookup, known));
            }
            refuted.add(at, answer.carrier);
        }
        let carrier = self.widened(refuted.carrier(), free);
        Ok(self.keep(lookup, breaker_wins(carrier, PASS)))
    }

    /// Breaker to move; Maker has no winning set.
    fn breaker_moves(&mut self, maker: Pairs, free: Pairs) -> Result<Known, Stopped> {
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
        self.count_node()?;
        while let Some(at) = self.next(refuted.region, &potential) {
            let answer = self.maker_moves(maker, free & !(1 << at))?;
            if !answer.maker_wins {
                let known = breaker_wins(self.widened(answer.carrier | 1 << at, free), at as u8);
                return Ok(self.keep(lookup, known));
            }
            refuted.add(at, answer.carrier);
        }
        let known = maker_wins(self.widened(refuted.carrier(), maker | free), PASS);
        self.patterns[Player::Breaker as usize].insert(known.carrier & maker, known.carrier, PASS);
        Ok(self.keep(lookup, known))
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
        let known = self.table.find(place).map(|known| {
            let back = map.inverse();
            Known {
                carrier: back.image(known.carrier),
                reply: match known.reply {
                    PASS => PASS,
                    at => back.pair(at.into()) as u8,
                },
                ..known
            }
        });
        LookUp {
            at: Some((place, map)),
            known,
        }
    }

    fn keep(&mut self, lookup: LookUp, known: Known) -> Known {
        if let Some((place, map)) = lookup.at {
            let moved = Known {
                carrier: map.image(known.carrier),
                reply: match known.reply {
                    PASS => PASS,
                    at => map.pair(at.into()) as u8,
                },
                ..known
            };
            self.table.insert(place, moved);
        }
        known
    }
}

/// Where a position is in the table, and what is there.
#[derive(Default)]
struct LookUp {
    at: Option<(Place, super::pairs::Map)>,
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
