//! Lower bounds from Painter's lists of rules: docs/proofs.md has the lemma.
//!
//! Builder who wins against a list has drawn pairs N, the last one f, each but f with a rule; the rules before it
//! failed on it, each because of a copy whose other edges were there. A *plan* is what is left of that when times are
//! forgotten. The search for one begins with f, on which all rules fail, takes an obligation that is not met, and tries
//! all copies that meet it: the pairs they lack get the first rule of the copy's colour and its obligations.

use boards::{Copies, are_isomorphic};
use graph::{Graph16, each};

use super::copies::{Board, Bunch, EDGES_MOST, Early};
use super::lists::List;
use super::position::Position;
use super::row::{ORDER, Row, below};

/// A rule of a list, ready for use.
#[derive(Clone, Debug)]
struct Ready {
    colour: usize,
    /// The number of its finder and its colour: rules that share it have the same needs.
    number: usize,
    /// The next rule of this colour.
    next: Option<usize>,
}

/// A list, ready for use.
#[derive(Clone, Debug)]
struct Strategy {
    rules: Vec<Ready>,
    /// Of each colour its first rule.
    firsts: Vec<usize>,
    /// Whether a colour has several rules.
    is_raised: bool,
}

/// The lists of a game.
#[derive(Clone, Debug)]
pub(crate) struct Plans<const C: usize> {
    pub lists: Vec<List>,
    strategies: Vec<Strategy>,
    /// Each with its colour.
    finders: Vec<(usize, Copies)>,
}

/// Most moves left with which lists are asked. With more a plan takes 10 to 100 times as long to rule out, and few
/// positions lack one: of K4, K4 in 19 rounds 5,695 positions and 3.8 s instead of 4,635 and 5.8 s.
const MOVES_MOST: usize = 9;

/// A pair on which a rule must fail.
#[derive(Clone, Copy, Debug)]
struct Obligation {
    at: (u8, u8),
    rule: u8,
    /// Its copies lacked so many pairs at least when that was last looked at.
    need: u8,
}

impl Obligation {
    fn new(at: (u8, u8), rule: usize) -> Self {
        Self {
            at,
            rule: rule as u8,
            need: 0,
        }
    }
}

/// Where obligations begin, and those of them that were not looked at yet.
#[derive(Clone, Copy)]
struct Begin {
    all: usize,
    new: usize,
}

/// What stays the same while pairs are raised after a copy was added.
struct Repair<'a, const C: usize> {
    strategy: &'a Strategy,
    begin: Begin,
    /// The copy's colour and pairs.
    colour: usize,
    pairs: &'a [(u8, u8)],
    /// How many more pairs the plan may have.
    most: usize,
    /// What the older obligations need at least, by colours.
    dear: [u8; C],
    stamp: u64,
}

/// A search for a plan from a position.
pub(crate) struct Planner<'a, const C: usize> {
    plans: &'a Plans<C>,
    own: [[Row; ORDER]; C],
    /// The twins of each vertex, itself among them: they have the same neighbours in each colour beside them.
    twins: [Row; ORDER],
    /// Pairs that are neither edges nor in the plan.
    free: [Row; ORDER],
    /// With one rule for each colour the last one's copies lack pairs of these alone, and have that colour.
    last: Option<([Row; ORDER], usize)>,
    /// Vertices of the position, and with those of the plan.
    n0: usize,
    n: usize,
    /// By the number of a rule and the pair: what a copy lacks, after the stamp under which this was found.
    needs: Vec<[[u64; ORDER]; ORDER]>,
    stamp: u64,
    /// That of the position without pairs of a plan.
    bare: u64,
    /// By a pair, whether it may be raised from a rule: after the stamp and the rule.
    raises: [[u64; ORDER]; ORDER],
    /// The rule of each pair of the plan, by its ends.
    rule: [[u8; ORDER]; ORDER],
    copies: Vec<Bunch>,
    obligations: Vec<Obligation>,
    /// The lists in the order in which they are tried.
    order: Vec<usize>,
}

impl<const C: usize> Plans<C> {
    pub fn of(lists: Vec<List>) -> Self {
        let mut kinds: Vec<(usize, Graph16)> = Vec::new();
        let mut strategies = Vec::new();
        for list in &lists {
            let mut ready = |(at, rule): (usize, &super::lists::Rule)| {
                let number = kinds
                    .iter()
                    .position(|(c, graph)| *c == rule.colour && are_isomorphic(graph, &rule.graph));
                let number = number.unwrap_or_else(|| {
                    kinds.push((rule.colour, rule.graph));
                    kinds.len() - 1
                });
                Ready {
                    colour: rule.colour,
                    number,
                    next: (at + 1..list.len()).find(|&later| list[later].colour == rule.colour),
                }
            };
            let rules: Vec<Ready> = list.iter().enumerate().map(&mut ready).collect();
            let first = |c: usize| {
                rules
                    .iter()
                    .position(|rule| rule.colour == c)
                    .expect("every colour has a rule")
            };
            strategies.push(Strategy {
                firsts: (0..C).map(first).collect(),
                is_raised: rules.iter().any(|rule| rule.next.is_some()),
                rules,
            });
        }
        let finders = kinds
            .iter()
            .map(|(colour, graph)| (*colour, Copies::new(graph)))
            .collect();
        Self {
            strategies,
            finders,
            lists,
        }
    }

    /// The rules of a list, each with its colour.
    pub fn rules(&self, list: usize) -> impl Iterator<Item = (usize, &Copies)> {
        let rules = self.strategies[list].rules.iter();
        rules.map(|rule| (rule.colour, &self.finders[rule.number].1))
    }

    pub fn planner(&self) -> Planner<'_, C> {
        Planner {
            plans: self,
            own: [[0; ORDER]; C],
            twins: [0; ORDER],
            free: [0; ORDER],
            last: None,
            n0: 0,
            n: 0,
            needs: vec![[[0; ORDER]; ORDER]; self.finders.len()],
            stamp: 0,
            bare: 0,
            raises: [[0; ORDER]; ORDER],
            rule: [[0; ORDER]; ORDER],
            copies: Vec::new(),
            obligations: Vec::new(),
            order: (0..self.strategies.len()).collect(),
        }
    }
}

/// All vertices that have a row.
fn all() -> Row {
    below(ORDER - 1) | 1 << (ORDER - 1)
}

fn wide((u, v): (u8, u8)) -> (usize, usize) {
    (u.into(), v.into())
}

fn sum(needs: &[u8]) -> usize {
    needs.iter().map(|need| usize::from(*need)).sum()
}

impl<const C: usize> Planner<'_, C> {
    /// Whether some list refutes Builder, who has `k` moves left.
    pub fn refutes(&mut self, position: &Position<C>, k: usize) -> bool {
        self.refuting(position, k).is_some()
    }

    /// The number of such a list.
    pub fn refuting(&mut self, position: &Position<C>, k: usize) -> Option<usize> {
        if k > MOVES_MOST {
            return None;
        }
        self.enter(position);
        for place in 0..self.order.len() {
            let list = self.order[place];
            if !self.has_plan(list, k) {
                // What refuted a position may refute the next one. Lists with raised rules take longest and stay last.
                let is_raised = |list: usize| self.plans.strategies[list].is_raised;
                let first = self.order.iter().position(|&other| is_raised(other) == is_raised(list));
                self.order[first.expect("itself")..=place].rotate_right(1);
                return Some(list);
            }
        }
        None
    }

    fn enter(&mut self, position: &Position<C>) {
        let n = position.n;
        self.own = position.rows;
        self.free = [0; ORDER];
        for v in 0..ORDER {
            let joined = if v < n { position.joined(v) } else { 0 };
            self.free[v] = all() & !(joined | 1 << v);
        }
        for v in 0..n {
            let is_twin = |u: usize| {
                let apart = !(1 << u | 1 << v);
                position.rows.iter().all(|rows| (rows[u] ^ rows[v]) & apart == 0)
            };
            self.twins[v] = (0..n).filter(|&u| is_twin(u)).fold(0, |set, u| set | 1 << u);
        }
        (self.n0, self.n) = (n, n);
        self.bare = self.stamp();
    }

    /// Whether a pair is the first one of those that twins make alike.
    fn are_first(&self, u: usize, v: usize) -> bool {
        let before = self.twins[v] & below(v);
        self.twins[u] & below(u) == 0 && (before == 0 || before == 1 << u)
    }

    /// Whether Builder has a plan of at most `k` pairs against a list.
    ///
    /// If each colour has one rule, the pairs that the last rule's copy through f lacks can change places with f: all
    /// have copies of the earlier rules, and no pair needs one of the last rule's colour but f. So once no plan ends
    /// with f, f is left out of such copies: K4, K4 in 18 rounds takes a third of the nodes.
    fn has_plan(&mut self, list: usize, k: usize) -> bool {
        let plans = self.plans;
        let strategy = &plans.strategies[list];
        if self.n0 + 5 > ORDER {
            return true;
        }
        let n = self.n0;
        let lasts: [usize; C] = std::array::from_fn(|c| {
            (0..strategy.rules.len())
                .rev()
                .find(|&at| strategy.rules[at].colour == c)
                .expect("a rule")
        });
        let mut starts: Vec<(u8, (u8, u8))> = Vec::new();
        let mut see = |planner: &mut Self, at: (usize, usize)| {
            let mut least = 1;
            for c in 0..C {
                least += usize::from(planner.need(strategy.rules[lasts[c]].number, at, planner.bare));
                if least > k {
                    return;
                }
            }
            starts.push((least as u8, (at.0 as u8, at.1 as u8)));
        };
        for v in 0..n {
            for u in each(self.free[v] & below(v)) {
                if self.are_first(u, v) {
                    see(self, (u, v));
                }
            }
            if self.twins[v] & below(v) == 0 {
                see(self, (v, n));
            }
        }
        see(self, (n, n + 1));
        starts.sort_unstable();
        let last = strategy.rules.last().expect("a rule").colour;
        self.last = (!strategy.is_raised).then_some((self.free, last));
        let mut is_found = false;
        for (_, (u, v)) in starts {
            let (a, b) = (usize::from(u), usize::from(v));
            if let Some((free, _)) = &mut self.last {
                free[a] &= !(1 << b);
                free[b] &= !(1 << a);
            }
            self.n = n.max(b + 1);
            self.free[a] &= !(1 << b);
            self.free[b] &= !(1 << a);
            self.obligations.clear();
            for &rule in &lasts {
                self.obligations.push(Obligation::new((u, v), rule));
            }
            is_found = self.meets(strategy, Begin { all: 0, new: 0 }, (0, 0), k - 1);
            self.free[a] |= 1 << b;
            self.free[b] |= 1 << a;
            self.n = n;
            if is_found {
                break;
            }
            if let Some((free, _)) = &mut self.last {
                let alike = |w: usize| if w < n { self.twins[w] } else { !0 << n };
                for (one, other) in [(alike(a), alike(b)), (alike(b), alike(a))] {
                    each(one & all()).for_each(|w| free[w] &= !other);
                }
            }
        }
        self.last = None;
        is_found
    }

    /// What a copy through a pair lacks at least, as [`Planner::least`] finds it. Asked again under the same stamp it
    /// is looked up: between two uses of a stamp the plan must be the same.
    fn need(&mut self, number: usize, (u, v): (usize, usize), stamp: u64) -> u8 {
        // New vertices are alike.
        let n = self.n;
        let at = if u >= n { (n, n + 1) } else { (u, v.min(n)) };
        let known = self.needs[number][at.0][at.1];
        if known >> 8 == stamp {
            return known as u8;
        }
        let found = self.least(number, at, EDGES_MOST as u8);
        self.needs[number][at.0][at.1] = stamp << 8 | u64::from(found);
        found
    }

    fn stamp(&mut self) -> u64 {
        self.stamp += 1;
        self.stamp
    }

    /// As [`Board::least`], where the plan is now.
    fn least(&self, number: usize, at: (usize, usize), most: u8) -> u8 {
        let (colour, finder) = &self.plans.finders[number];
        self.board(*colour).least(finder, at, most)
    }

    fn board(&self, colour: usize) -> Board<'_> {
        let last = self.last.as_ref().filter(|(_, last)| *last == colour);
        Board {
            own: &self.own[colour],
            free: last.map_or(&self.free, |(free, _)| free),
            n: self.n,
        }
    }

    /// As [`Board::list`], to the copies.
    fn list_copies(&mut self, number: usize, at: (u8, u8), most: usize) {
        let (colour, finder) = &self.plans.finders[number];
        let mut copies = std::mem::take(&mut self.copies);
        self.board(*colour).list(finder, wide(at), most, &mut copies);
        self.copies = copies;
    }

    fn add(&mut self, pair: (u8, u8), colour: usize, rule: usize) {
        let (u, v) = wide(pair);
        self.own[colour][u] |= 1 << v;
        self.own[colour][v] |= 1 << u;
        self.free[u] &= !(1 << v);
        self.free[v] &= !(1 << u);
        self.set_rule((u, v), rule as u8 + 1);
        self.n = self.n.max(v + 1);
    }

    fn remove(&mut self, pair: (u8, u8), colour: usize) {
        let (u, v) = wide(pair);
        self.own[colour][u] &= !(1 << v);
        self.own[colour][v] &= !(1 << u);
        self.free[u] |= 1 << v;
        self.free[v] |= 1 << u;
        self.set_rule((u, v), 0);
    }

    /// Whether the obligations can be met with at most `most` more pairs. Since the needs of old ones were looked at,
    /// `added` pairs have come, of this colour.
    fn meets(&mut self, strategy: &Strategy, begin: Begin, (colour, added): (usize, usize), most: usize) -> bool {
        let (kept, copies) = (self.obligations.len(), self.copies.len());
        let mut dear = self.dearest(strategy, begin.all, (colour, added as u8));
        let found = self.lists_open(strategy, begin, &mut dear, most) && self.meets_open(strategy, kept, dear, most);
        self.copies.truncate(copies);
        self.obligations.truncate(kept);
        found
    }

    /// What the obligations from one on need at least, by colours, once so many pairs have come of a colour: a pair
    /// lowers needs of its colour alone, by one at most.
    fn dearest(&self, strategy: &Strategy, begin: usize, (colour, added): (usize, u8)) -> [u8; C] {
        let mut dear = [0u8; C];
        for found in &self.obligations[begin..] {
            let own = strategy.rules[usize::from(found.rule)].colour;
            let fewer = if own == colour { added } else { 0 };
            dear[own] = dear[own].max(found.need.saturating_sub(fewer));
        }
        dear
    }

    /// Adds those of the obligations that are not met, with their needs now. Returns whether `most` pairs may do.
    fn lists_open(&mut self, strategy: &Strategy, begin: Begin, dear: &mut [u8; C], most: usize) -> bool {
        for at in begin.all..self.obligations.len() {
            let mut found = self.obligations[at];
            let rule = &strategy.rules[usize::from(found.rule)];
            let total = sum(dear);
            let room = (most + usize::from(dear[rule.colour])).saturating_sub(total);
            let need = match total > most {
                true => u8::MAX,
                false => self.least(rule.number, wide(found.at), room as u8),
            };
            if usize::from(need) > room {
                if at < begin.new {
                    // It comes first where its siblings are looked at.
                    self.obligations.swap(begin.all, at);
                }
                return false;
            }
            if need > 0 {
                dear[rule.colour] = dear[rule.colour].max(need);
                found.need = need;
                self.obligations.push(found);
            }
        }
        true
    }

    /// Whether the obligations from `kept` on can be met, none of which is met yet.
    fn meets_open(&mut self, strategy: &Strategy, kept: usize, dear: [u8; C], most: usize) -> bool {
        let rank = |found: &Obligation| (found.rule, found.need);
        let open = kept..self.obligations.len();
        let Some(chosen) = open.rev().max_by_key(|&at| rank(&self.obligations[at])) else {
            return true;
        };
        let taken = self.obligations.swap_remove(chosen);
        let rule = &strategy.rules[usize::from(taken.rule)];
        let (colour, first) = (rule.colour, strategy.firsts[rule.colour]);
        let stay = self.obligations.len();
        if stay == kept && first == 0 && !strategy.is_raised {
            return true;
        }
        let room = most - (sum(&dear) - usize::from(dear[colour]));
        let stamp = self.stamp();
        if strategy.is_raised && (kept..stay).any(|at| !self.affords(strategy, self.obligations[at], dear, most, stamp))
        {
            return false;
        }
        let begin = self.copies.len();
        self.list_copies(rule.number, taken.at, room);
        self.keep_shared(strategy, colour, kept, begin, room);
        self.copies[begin..].sort_unstable_by_key(|copy| copy.count);
        (begin..self.copies.len()).any(|at| {
            let copy = self.copies[at];
            let is_dear = first > 0 && self.total_with(strategy, colour, &copy, dear, stamp) > most;
            !is_dear && self.meets_with(strategy, kept, (colour, &copy), most)
        })
    }

    /// The same once the plan has the pairs of a copy of this colour, with their obligations.
    fn meets_with(&mut self, strategy: &Strategy, kept: usize, (colour, copy): (usize, &Bunch), most: usize) -> bool {
        let pairs = copy.pairs();
        if pairs.iter().any(|pair| usize::from(pair.1) >= ORDER - 3) {
            return true;
        }
        let (n, stay) = (self.n, self.obligations.len());
        let (begin, most) = (Begin { all: kept, new: stay }, most - pairs.len());
        let dear = match strategy.is_raised {
            true => self.dearest(strategy, kept, (colour, copy.count)),
            false => [0; C],
        };
        let first = strategy.firsts[colour];
        for &pair in pairs {
            self.add(pair, colour, first);
            let earlier = (0..first).map(|rule| Obligation::new(pair, rule));
            self.obligations.extend(earlier);
        }
        let found = match strategy.is_raised {
            true => {
                let repair = Repair {
                    strategy,
                    begin,
                    colour,
                    pairs,
                    most,
                    dear,
                    stamp: self.stamp(),
                };
                self.repairs(&repair, 0)
            }
            false => self.meets(strategy, begin, (colour, pairs.len()), most),
        };
        self.obligations.truncate(stay);
        pairs.iter().for_each(|&pair| self.remove(pair, colour));
        self.n = n;
        found
    }

    /// Pairs that a plan takes at least, beyond those that it has, with a copy of this colour, if its obligations need
    /// as many as `dear` says by colours.
    fn total_with(&mut self, strategy: &Strategy, colour: usize, copy: &Bunch, mut dear: [u8; C], stamp: u64) -> usize {
        dear[colour] = dear[colour].max(copy.count);
        // Pairs of the first rule's colour have no obligations.
        for earlier in 0..strategy.firsts[colour] {
            let rule = &strategy.rules[earlier];
            for &pair in copy.pairs() {
                let need = self.need(rule.number, wide(pair), stamp);
                dear[rule.colour] = dear[rule.colour].max(need);
            }
        }
        sum(&dear)
    }

    /// Whether some copy meets an obligation with at most `most` pairs, as far as [`Planner::total_with`] says.
    fn affords(&mut self, strategy: &Strategy, wanted: Obligation, dear: [u8; C], most: usize, stamp: u64) -> bool {
        let rule = &strategy.rules[usize::from(wanted.rule)];
        let colour = rule.colour;
        let need = self.need(rule.number, wide(wanted.at), stamp);
        let room = (most + usize::from(dear[colour])).checked_sub(sum(&dear));
        let Some(room) = room.filter(|room| *room >= need.into()) else {
            return false;
        };
        if need == 0 || strategy.firsts[colour] == 0 {
            return true;
        }
        let begin = self.copies.len();
        self.list_copies(rule.number, wanted.at, room);
        let fits = (begin..self.copies.len()).any(|at| {
            let copy = self.copies[at];
            self.total_with(strategy, colour, &copy, dear, stamp) <= most
        });
        self.copies.truncate(begin);
        fits
    }

    /// Of the copies from `begin` on keeps those that leave enough of `room` to the other obligations of the colour,
    /// which follow `kept`: one that lacks `need` pairs can spare those that the copy has in common with one of its
    /// own.
    fn keep_shared(&mut self, strategy: &Strategy, colour: usize, kept: usize, begin: usize, room: usize) {
        let n = self.n;
        // New vertices are alike.
        let fold = |&(u, v): &(u8, u8)| match (usize::from(u), usize::from(v)) {
            (u, _) if u >= n => (n, n + 1),
            (u, v) => (u, v.min(n)),
        };
        for at in kept..self.obligations.len() {
            let other = self.obligations[at];
            let rule = &strategy.rules[usize::from(other.rule)];
            if rule.colour != colour {
                continue;
            }
            let end = self.copies.len();
            if end - begin < 4 {
                return;
            }
            self.list_copies(rule.number, other.at, room);
            let mut shared = [0; ORDER];
            for copy in &self.copies[end..] {
                for (u, v) in copy.pairs().iter().map(fold) {
                    shared[u] |= 1 << v;
                }
            }
            self.copies.truncate(end);
            let mut left = begin;
            for place in begin..end {
                let copy = self.copies[place];
                let pairs = copy.pairs().iter().map(fold);
                let common: usize = pairs.map(|(u, v)| (shared[u] >> v & 1) as usize).sum();
                if common + room >= usize::from(other.need) + usize::from(copy.count) {
                    self.copies[left] = copy;
                    left += 1;
                }
            }
            self.copies.truncate(left);
        }
    }

    /// Looks for copies of rules' graphs through the new pairs on which all pairs of the plan have too early rules;
    /// raises one of them, and goes on. The first `clean` pairs have no such copy any more: raising mends only.
    fn repairs(&mut self, repair: &Repair<C>, clean: usize) -> bool {
        let Repair { strategy, colour, .. } = *repair;
        for (place, (u, v)) in repair.pairs.iter().copied().map(wide).enumerate().skip(clean) {
            for (at, rule) in strategy.rules.iter().enumerate() {
                if rule.colour != colour || usize::from(self.rule[u][v]) > at + 1 {
                    continue;
                }
                let early = Early {
                    own: &self.own[colour],
                    rules: &self.rule,
                    latest: at,
                };
                let Some(copy) = early.copy(&self.plans.finders[rule.number].1, (u, v)) else {
                    continue;
                };
                let Some(next) = rule.next else {
                    return false;
                };
                let kept = self.obligations.len();
                return copy.pairs().iter().any(|&at| {
                    let (u, v) = wide(at);
                    let old = self.rule[u][v];
                    if old == 0 || !self.may_raise(repair, at, next) {
                        return false;
                    }
                    let rules = usize::from(old) - 1..next;
                    self.obligations.extend(rules.map(|rule| Obligation::new(at, rule)));
                    self.set_rule((u, v), next as u8 + 1);
                    let found = self.repairs(repair, place);
                    self.set_rule((u, v), old);
                    self.obligations.truncate(kept);
                    found
                });
            }
        }
        self.meets(strategy, repair.begin, (colour, repair.pairs.len()), repair.most)
    }

    /// Whether each obligation that comes with raising a pair can be met, by itself.
    fn may_raise(&mut self, repair: &Repair<C>, at: (u8, u8), next: usize) -> bool {
        let (u, v) = wide(at);
        let (old, known) = (self.rule[u][v], self.raises[u][v]);
        if known >> 8 == repair.stamp && known as u8 >> 1 == old {
            return known & 1 == 1;
        }
        let mut rules = usize::from(old) - 1..next;
        let may = rules.all(|rule| {
            let wanted = Obligation::new(at, rule);
            self.affords(repair.strategy, wanted, repair.dear, repair.most, repair.stamp)
        });
        self.raises[u][v] = repair.stamp << 8 | u64::from(old) << 1 | u64::from(may);
        may
    }

    fn set_rule(&mut self, (u, v): (usize, usize), rule: u8) {
        self.rule[u][v] = rule;
        self.rule[v][u] = rule;
    }
}
