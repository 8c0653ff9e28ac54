//! Who wins a position: all moves, those that the other player's answers so far do not settle, the weightiest first.
//!
//! A *carrier* is what the winner needs of the free elements. A move of the loser outside of it changes nothing; so
//! after an answer only moves within its carrier are tried.

use proof::Busy;

use super::super::set::{Set, each, least, one, size, union};
use super::leaves::{BOUND, pairing, potential};
use super::rules::{Living, Position, Rules};
use super::table::{Table, Value};

/// The weight of a set is this to the power of what Maker lacks of it: the first suits few sets through an element, the
/// second many, such as Hamilton cycles.
pub const WEIGHTS: [f64; 2] = [0.5, 0.1];

/// Why a search ends early.
#[derive(Debug)]
pub enum Halt {
    /// Whoever watches asked for it.
    Stopped,
    /// The table is full.
    Full,
    /// So many positions were allowed.
    Spent,
    /// The table contradicts the rules.
    Contradiction,
}

/// A search on one thread.
pub struct Search<'a> {
    pub rules: &'a Rules,
    table: &'a Table,
    busy: Option<&'a Busy>,
    weights: [f64; 129],
    /// Positions searched.
    pub nodes: u64,
    /// Positions at which the search ends.
    pub most: u64,
    watch: &'a mut dyn FnMut(u64) -> Result<(), Halt>,
}

/// Positions between two looks at the watch.
const PAUSE: u64 = 256;

impl<'a> Search<'a> {
    pub fn new(
        rules: &'a Rules,
        table: &'a Table,
        busy: Option<&'a Busy>,
        watch: &'a mut dyn FnMut(u64) -> Result<(), Halt>,
    ) -> Self {
        let mut search = Self {
            rules,
            table,
            busy,
            weights: [0.0; 129],
            nodes: 0,
            most: u64::MAX,
            watch,
        };
        search.weigh_by(WEIGHTS[0]);
        search
    }

    /// Another order of moves.
    pub fn weigh_by(&mut self, weight: f64) {
        self.weights = std::array::from_fn(|size| weight.powi(size as i32));
    }

    /// Who wins.
    pub fn value(&mut self, position: &Position) -> Result<Value, Halt> {
        let living = self.rules.living(position);
        if let Some(value) = self.at_once(&living, position) {
            return Ok(value);
        }
        let schedule = &self.rules.schedule;
        let maker = schedule.turn(position.time).expect("with no turn left no set lives");
        let (region, needed) = match self.forced(&living.sets, position, maker) {
            Ok(forced) => forced,
            Err(value) => return Ok(value),
        };
        if size(region) == 1 {
            return self.searched(&living.sets, position, maker, region, needed);
        }
        let key = self.rules.key(&living.sets, position.time);
        if let Some(value) = self.table.get(key.hash) {
            let carrier = match value.is_limited {
                true => position.free,
                false => self.rules.group.preimage(key.map, value.carrier) & position.free,
            };
            return Ok(Value { carrier, ..value });
        }
        let mark = self.busy.map(|busy| busy.enter(position.hash()));
        let found = self.searched(&living.sets, position, maker, region, needed);
        if let (Some(busy), Some(mark)) = (self.busy, mark) {
            busy.leave(mark);
        }
        let value = found?;
        let carrier = self.rules.group.image(key.map, value.carrier);
        let kept = self.table.keep(key.hash, Value { carrier, ..value });
        kept.map_err(|_| Halt::Full)?;
        Ok(value)
    }

    /// A position that is decided, or that a rule decides.
    fn at_once(&self, living: &Living, position: &Position) -> Option<Value> {
        let Living { sets, is_limited } = living;
        let breaker = |carrier: Set| {
            Some(Value {
                maker_wins: false,
                carrier: if *is_limited { position.free } else { carrier },
                is_limited: *is_limited,
            })
        };
        let Some(&first) = sets.first() else { return breaker(0) };
        let schedule = &self.rules.schedule;
        let maker = schedule.turn(position.time) == Some(true);
        if first == 0 || maker && size(first) <= schedule.run(position.time, true) {
            return Some(Value {
                maker_wins: true,
                carrier: first,
                is_limited: false,
            });
        }
        if !schedule.alternates(position.time) {
            return None;
        }
        if potential(sets.iter().copied()) < if maker { BOUND / 2 } else { BOUND } {
            return breaker(union(sets));
        }
        let pairs = if size(first) > 1 { pairing(sets) } else { None };
        pairs.and_then(|pairs| breaker(union(&pairs)))
    }

    /// The elements that the player who is to move has to try, and what Maker needs if Breaker loses by it; or that
    /// Maker wins because Breaker cannot meet all that he threatens.
    fn forced(&self, sets: &[Set], position: &Position, maker: bool) -> Result<(Set, Set), Value> {
        let (all, schedule) = (union(sets), &self.rules.schedule);
        if maker {
            return Ok((all, 0));
        }
        let own = schedule.run(position.time, false);
        let next = schedule.run(position.time + own, true);
        let mut threats = sets.iter().copied().take_while(|&set| size(set) <= next).peekable();
        let Some(&first) = threats.peek() else {
            return Ok((all, 0));
        };
        if own > 1 {
            return Ok((first, first));
        }
        let (mut common, mut needed) = (all, 0);
        for set in threats {
            if common & !set != 0 {
                common &= set;
                needed |= set;
            }
            if common == 0 {
                return Err(Value {
                    maker_wins: true,
                    carrier: needed,
                    is_limited: false,
                });
            }
        }
        Ok((common, needed))
    }

    /// The elements of the region, the one with the greatest weight first.
    pub fn ordered(&self, sets: &[Set], region: Set) -> Vec<usize> {
        let mut weights = [0.0; 128];
        for &set in sets {
            each(set).for_each(|element| weights[element] += self.weights[size(set)]);
        }
        let mut order: Vec<usize> = each(region).collect();
        order.sort_by(|u, v| weights[*v].total_cmp(&weights[*u]));
        order
    }

    fn searched(
        &mut self,
        sets: &[Set],
        position: &Position,
        maker: bool,
        mut region: Set,
        mut needed: Set,
    ) -> Result<Value, Halt> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(PAUSE) {
            (self.watch)(self.nodes)?;
        }
        if self.nodes > self.most {
            return Err(Halt::Spent);
        }
        let mut order = self.ordered(sets, region);
        self.put_off_the_busy(&mut order, position, maker);
        let mut is_limited = false;
        for element in order {
            if region >> element & 1 == 0 {
                continue;
            }
            let value = self.value(&position.with(one(element), maker))?;
            if value.maker_wins == maker {
                let carrier = value.carrier | one(element);
                return Ok(match value.is_limited {
                    true => Value {
                        carrier: position.free,
                        ..value
                    },
                    false => Value { carrier, ..value },
                });
            }
            needed |= value.carrier;
            is_limited |= value.is_limited;
            region &= value.carrier & !one(element);
        }
        Ok(Value {
            maker_wins: !maker,
            carrier: if is_limited { position.free } else { needed },
            is_limited,
        })
    }

    /// Moves last that another thread is at.
    fn put_off_the_busy(&self, order: &mut [usize], position: &Position, maker: bool) {
        let Some(busy) = self.busy else { return };
        order.sort_by_cached_key(|&element| busy.is_searched(position.with(one(element), maker).hash()));
    }

    /// The winner's elements for his turns from this position on, with the position after them; none where he needs
    /// none any more.
    pub fn chosen(&mut self, position: &Position, maker_wins: bool) -> Result<(Vec<Option<usize>>, Position), Halt> {
        let (mut position, mut moves) = (*position, Vec::new());
        for _ in 0..self.rules.schedule.run(position.time, maker_wins) {
            let sets = self.rules.living(&position).sets;
            let is_decided = sets.first().is_none_or(|set| *set == 0);
            let chosen = match is_decided {
                true => None,
                false => Some(self.winning(&sets, &position, maker_wins)?),
            };
            position = position.with(chosen.map_or(0, one), maker_wins);
            moves.push(chosen);
        }
        Ok((moves, position))
    }

    fn winning(&mut self, sets: &[Set], position: &Position, maker: bool) -> Result<usize, Halt> {
        if maker && size(sets[0]) <= self.rules.schedule.run(position.time, true) {
            return Ok(least(sets[0]));
        }
        for element in self.ordered(sets, union(sets)) {
            if self.value(&position.with(one(element), maker))?.maker_wins == maker {
                return Ok(element);
            }
        }
        Err(Halt::Contradiction)
    }
}
