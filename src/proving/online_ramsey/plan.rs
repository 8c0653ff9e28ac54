//! Lower bounds from Painter's lists of rules: docs/proofs.md has the lemma.
//!
//! Builder who wins against a list has drawn pairs N, the last one f, each but f with a rule; the rules before it
//! failed on it, each because of a copy whose other edges were there. A *plan* is what is left of that when times are
//! forgotten. The search for one begins with f, on which all rules fail, takes an obligation that is not met, and tries
//! all copies that meet it: the pairs they lack get the first rule of the copy's colour and its obligations.

use super::lists::{List, ORDER_MOST, lists};
use super::position::Position;
use super::row::{ORDER, Row, below, each};
use super::target::Target;

/// Most pairs that a copy lacks beside the given one.
const LACKING: usize = ORDER_MOST * (ORDER_MOST - 1) / 2 - 1;

/// How to find the copies of a graph through a pair: one order of its vertices for each edge, up to symmetry.
#[derive(Clone, Debug)]
struct Finder {
    orders: Vec<Vec<Step>>,
    /// Of a complete graph, the vertices beside two: then the order does not matter.
    complete: Option<usize>,
}

/// Where a vertex of a copy may go.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    /// The earlier places that it is adjacent to.
    before: u8,
    /// An earlier place that is its twin: the images ascend.
    twin: Option<u8>,
}

impl Finder {
    fn new(graph: &Target) -> Self {
        let rows = graph.rows();
        let mut orders: Vec<Vec<Step>> = Vec::new();
        for a in 0..graph.order {
            for b in each(rows[a]) {
                let mut order = vec![a, b];
                while order.len() < graph.order {
                    let placed = order.iter().fold(0, |set: Row, v| set | 1 << v);
                    let left = (0..graph.order).filter(|v| placed >> v & 1 == 0);
                    order.extend(left.max_by_key(|&v| (rows[v] & placed).count_ones()));
                }
                let step = |at: usize| {
                    let v = order[at];
                    let before = (0..at).filter(|&u| rows[v] >> order[u] & 1 == 1);
                    let is_twin = |&u: &usize| (rows[v] ^ rows[order[u]]) & !(1 << v | 1 << order[u]) == 0;
                    Step {
                        before: before.fold(0, |set, u| set | 1 << u),
                        twin: (2..at).rev().find(is_twin).map(|u| u as u8),
                    }
                };
                let steps: Vec<Step> = (2..order.len()).map(step).collect();
                if !orders.contains(&steps) {
                    orders.push(steps);
                }
            }
        }
        let n = graph.order;
        Self {
            orders,
            complete: (graph.edges.len() == n * (n - 1) / 2).then_some(n - 2),
        }
    }
}

/// Pairs that a copy lacks.
#[derive(Clone, Copy, Debug)]
struct Lacking {
    count: u8,
    pairs: [(u8, u8); LACKING],
}

/// The edges of a copy.
#[derive(Default)]
struct Edges {
    count: usize,
    pairs: [(u8, u8); LACKING + 1],
}

impl Edges {
    fn push(&mut self, (u, v): (usize, usize)) {
        self.pairs[self.count] = (u.min(v) as u8, u.max(v) as u8);
        self.count += 1;
    }
}

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
    finders: Vec<(usize, Finder)>,
}

/// A pair on which a rule must fail.
#[derive(Clone, Copy, Debug)]
struct Obligation {
    at: (u8, u8),
    rule: u8,
    /// Its copies lacked so many pairs at least when that was last looked at.
    need: u8,
}

/// A search for a plan from a position.
pub(crate) struct Planner<'a, const C: usize> {
    plans: &'a Plans<C>,
    own: [[Row; ORDER]; C],
    /// Pairs that are neither edges nor in the plan.
    free: [Row; ORDER],
    /// Vertices of the position, and with those of the plan.
    n0: usize,
    n: usize,
    /// By the number of a rule and the pair: what a copy lacks, after the stamp under which this was found.
    needs: Vec<[[u64; ORDER]; ORDER]>,
    stamp: u64,
    /// That of the position without pairs of a plan.
    bare: u64,
    /// The rule of each pair of the plan, by its ends.
    rule: [[u8; ORDER]; ORDER],
    copies: Vec<Lacking>,
    obligations: Vec<Obligation>,
    /// The lists in the order in which they are tried.
    order: Vec<usize>,
}

impl<const C: usize> Plans<C> {
    pub fn of(targets: &[Target; C]) -> Self {
        let lists = lists(targets);
        let mut kinds: Vec<(usize, Target)> = Vec::new();
        let mut strategies = Vec::new();
        for list in &lists {
            let mut ready = |(at, rule): (usize, &super::lists::Rule)| {
                let number = kinds
                    .iter()
                    .position(|(c, graph)| *c == rule.colour && graph.is_like(&rule.graph));
                let number = number.unwrap_or_else(|| {
                    kinds.push((rule.colour, rule.graph.clone()));
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
            .map(|(colour, graph)| (*colour, Finder::new(graph)))
            .collect();
        Self {
            strategies,
            finders,
            lists,
        }
    }

    pub fn planner(&self) -> Planner<'_, C> {
        Planner {
            plans: self,
            own: [[0; ORDER]; C],
            free: [0; ORDER],
            n0: 0,
            n: 0,
            needs: vec![[[0; ORDER]; ORDER]; self.finders.len()],
            stamp: 0,
            bare: 0,
            rule: [[0; ORDER]; ORDER],
            copies: Vec::new(),
            obligations: Vec::new(),
            order: (0..self.strategies.len()).collect(),
        }
    }
}

fn sum(needs: &[u8]) -> usize {
    needs.iter().map(|need| usize::from(*need)).sum()
}

impl<const C: usize> Planner<'_, C> {
    /// Whether some list refutes Builder, who has `k` moves left.
    pub fn refutes(&mut self, position: &Position<C>, k: usize) -> bool {
        self.enter(position);
        for place in 0..self.order.len() {
            let list = self.order[place];
            if !self.has_plan(list, k) {
                // What refuted a position may refute the next one. Lists with raised rules take longest: they stay last.
                let is_raised = |list: usize| self.plans.strategies[list].is_raised;
                let first = self.order.iter().position(|&other| is_raised(other) == is_raised(list));
                self.order[first.expect("itself")..=place].rotate_right(1);
                return true;
            }
        }
        false
    }

    pub fn enter(&mut self, position: &Position<C>) {
        let n = position.n;
        self.own = position.rows;
        self.free = [0; ORDER];
        let all = below(ORDER - 1) | 1 << (ORDER - 1);
        for v in 0..ORDER {
            let joined = if v < n { position.joined(v) } else { 0 };
            self.free[v] = all & !(joined | 1 << v);
        }
        (self.n0, self.n) = (n, n);
        self.bare = self.stamp();
    }

    /// Whether Builder has a plan of at most `k` pairs against a list.
    pub fn has_plan(&mut self, list: usize, k: usize) -> bool {
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
                see(self, (u, v));
            }
            see(self, (v, n));
        }
        see(self, (n, n + 1));
        starts.sort_unstable();
        for (_, (u, v)) in starts {
            let (a, b) = (usize::from(u), usize::from(v));
            self.n = n.max(b + 1);
            self.free[a] &= !(1 << b);
            self.free[b] &= !(1 << a);
            self.obligations.clear();
            for &rule in &lasts {
                self.obligations.push(Obligation {
                    at: (u, v),
                    rule: rule as u8,
                    need: 0,
                });
            }
            let found = self.meets(strategy, 0, 0, (0, 0), k - 1);
            self.free[a] |= 1 << b;
            self.free[b] |= 1 << a;
            self.n = n;
            if found {
                return true;
            }
        }
        false
    }

    /// What a copy through a pair lacks at least, as [`Planner::least`] finds it; asked again under the same stamp it is
    /// looked up. Between two uses of a stamp the plan must be the same.
    fn need(&mut self, number: usize, (u, v): (usize, usize), stamp: u64) -> u8 {
        // New vertices are alike.
        let n = self.n;
        let at = if u >= n { (n, n + 1) } else { (u, v.min(n)) };
        let known = self.needs[number][at.0][at.1];
        if known >> 8 == stamp {
            return known as u8;
        }
        let found = self.least(number, at, LACKING as u8);
        self.needs[number][at.0][at.1] = stamp << 8 | u64::from(found);
        found
    }

    fn stamp(&mut self) -> u64 {
        self.stamp += 1;
        self.stamp
    }

    /// The least number of pairs that a copy through this one lacks, up to `most`, or `most + 1`.
    fn least(&self, number: usize, at: (usize, usize), most: u8) -> u8 {
        let (colour, finder) = &self.plans.finders[number];
        let mut least = most + 1;
        if let Some(left) = finder.complete {
            if left == 0 {
                return 0;
            }
            let own = &self.own[*colour];
            self.least_complete(own, &self.fitting_pair(own, at), left, 0, &mut least);
            return least;
        }
        let mut images = [0; ORDER_MOST];
        (images[0], images[1]) = at;
        let taken = 1 << at.0 | 1 << at.1;
        for steps in &finder.orders {
            if steps.is_empty() {
                return 0;
            }
            self.least_of(&self.own[*colour], steps, 2, &mut images, taken, 0, &mut least);
            if least == 0 {
                return 0;
            }
        }
        least
    }

    /// By the number of pairs that they lack to two vertices, the other ones.
    #[inline(always)]
    fn fitting_pair(&self, own: &[Row; ORDER], (u, v): (usize, usize)) -> [Row; ORDER_MOST] {
        let taken = 1 << u | 1 << v;
        let new = (!0 << self.n) & !taken;
        let all = below(self.n) & !taken | new & new.wrapping_neg();
        let (own, free) = ((own[u], own[v]), (self.free[u], self.free[v]));
        let one = own.0 & free.1 | free.0 & own.1;
        [own.0 & own.1 & all, one & all, free.0 & free.1 & all, 0, 0]
    }

    /// The same with one vertex more, `w`; `fitting` holds others that are left.
    #[inline(always)]
    fn fitting_more(&self, own: &[Row; ORDER], fitting: &[Row; ORDER_MOST], w: usize) -> [Row; ORDER_MOST] {
        let (own, free) = (own[w], self.free[w]);
        let mut next = [0; ORDER_MOST];
        next[0] = fitting[0] & own;
        for count in 1..ORDER_MOST {
            next[count] = fitting[count] & own | fitting[count - 1] & free;
        }
        next
    }

    /// Lowers `least` to what a complete graph lacks with `left` more of these vertices, where that is less.
    fn least_complete(&self, own: &[Row; ORDER], fitting: &[Row; ORDER_MOST], left: usize, cost: u8, least: &mut u8) {
        let mut fitting = *fitting;
        for count in 0..ORDER_MOST {
            if left == 1 {
                if fitting[count] != 0 {
                    *least = (*least).min(cost + count as u8);
                    return;
                }
                continue;
            }
            while fitting[count] != 0 {
                // All that are left lack as many at least.
                if usize::from(cost) + left * count >= (*least).into() {
                    return;
                }
                let w = fitting[count].trailing_zeros() as usize;
                fitting[count] &= fitting[count] - 1;
                let mut next = self.fitting_more(own, &fitting, w);
                if w >= self.n {
                    // The next new vertex: all its pairs are lacking.
                    next[(count + 1).min(ORDER_MOST - 1)] |= 1 << (w + 1);
                }
                self.least_complete(own, &next, left - 1, cost + count as u8, least);
            }
        }
    }

    /// By the number of pairs it lacks, the vertices where the next vertex may go.
    #[inline(always)]
    fn fitting(
        &self,
        own: &[Row; ORDER],
        step: &Step,
        images: &[usize; ORDER_MOST],
        taken: Row,
        most: usize,
    ) -> [Row; ORDER_MOST] {
        // Of new vertices the first one that is left will do.
        let new = (!0 << self.n) & !taken;
        let mut fitting = [0; ORDER_MOST];
        fitting[0] = below(self.n) & !taken | new & new.wrapping_neg();
        if let Some(twin) = step.twin {
            fitting[0] &= !0 << images[usize::from(twin)];
        }
        let mut before = step.before;
        while before != 0 {
            let u = images[before.trailing_zeros() as usize & 7];
            before &= before - 1;
            let (own, free) = (own[u], self.free[u]);
            for count in (1..=most).rev() {
                fitting[count] = fitting[count] & own | fitting[count - 1] & free;
            }
            fitting[0] &= own;
        }
        fitting
    }

    fn least_of(
        &self,
        own: &[Row; ORDER],
        steps: &[Step],
        at: usize,
        images: &mut [usize; ORDER_MOST],
        taken: Row,
        cost: u8,
        least: &mut u8,
    ) {
        let step = &steps[at - 2];
        let most = usize::from(*least - cost - 1).min(ORDER_MOST - 1);
        let fitting = self.fitting(own, step, images, taken, most);
        if at - 1 == steps.len() {
            if let Some(count) = (0..=most).find(|&count| fitting[count] != 0) {
                *least = cost + count as u8;
            }
            return;
        }
        for count in 0..=most {
            for image in each(fitting[count]) {
                if cost + count as u8 >= *least {
                    return;
                }
                images[at] = image;
                self.least_of(
                    own,
                    steps,
                    at + 1,
                    images,
                    taken | 1 << image,
                    cost + count as u8,
                    least,
                );
            }
        }
    }

    /// Adds all copies through a pair that lack at most `most` pairs to the copies.
    fn list_copies(&mut self, number: usize, at: (usize, usize), most: usize) {
        let (colour, finder) = &self.plans.finders[number];
        let mut images = [0; ORDER_MOST];
        (images[0], images[1]) = at;
        let mut copies = std::mem::take(&mut self.copies);
        let mut lacking = Lacking {
            count: 0,
            pairs: [(0, 0); LACKING],
        };
        if let Some(left) = finder.complete {
            let own = &self.own[*colour];
            self.copies_complete(
                own,
                &self.fitting_pair(own, at),
                left,
                2,
                &mut images,
                most,
                &mut lacking,
                &mut copies,
            );
            self.copies = copies;
            return;
        }
        for steps in &finder.orders {
            self.copies_of(
                &self.own[*colour],
                steps,
                2,
                &mut images,
                1 << at.0 | 1 << at.1,
                most,
                &mut lacking,
                &mut copies,
            );
        }
        self.copies = copies;
    }

    fn copies_complete(
        &self,
        own: &[Row; ORDER],
        fitting: &[Row; ORDER_MOST],
        left: usize,
        at: usize,
        images: &mut [usize; ORDER_MOST],
        most: usize,
        lacking: &mut Lacking,
        copies: &mut Vec<Lacking>,
    ) {
        let mut fitting = *fitting;
        let few = lacking.count;
        for count in 0..ORDER_MOST {
            while fitting[count] != 0 {
                if usize::from(few) + left * count > most {
                    return;
                }
                let w = fitting[count].trailing_zeros() as usize;
                fitting[count] &= fitting[count] - 1;
                if count > 0 {
                    for &u in &images[..at] {
                        if own[u] >> w & 1 == 0 {
                            lacking.pairs[usize::from(lacking.count)] = (u.min(w) as u8, u.max(w) as u8);
                            lacking.count += 1;
                        }
                    }
                }
                if left == 1 {
                    copies.push(*lacking);
                } else {
                    images[at] = w;
                    let mut next = self.fitting_more(own, &fitting, w);
                    if w >= self.n {
                        next[(count + 1).min(ORDER_MOST - 1)] |= 1 << (w + 1);
                    }
                    self.copies_complete(own, &next, left - 1, at + 1, images, most, lacking, copies);
                }
                lacking.count = few;
            }
        }
    }

    fn copies_of(
        &self,
        own: &[Row; ORDER],
        steps: &[Step],
        at: usize,
        images: &mut [usize; ORDER_MOST],
        taken: Row,
        most: usize,
        lacking: &mut Lacking,
        copies: &mut Vec<Lacking>,
    ) {
        if at - 2 == steps.len() {
            copies.push(*lacking);
            return;
        }
        let step = &steps[at - 2];
        let few = lacking.count;
        let most_here = (most - usize::from(few)).min(ORDER_MOST - 1);
        let fitting = self.fitting(own, step, images, taken, most_here);
        for count in 0..=most_here {
            for image in each(fitting[count]) {
                if count > 0 {
                    for place in each(step.before.into()) {
                        let u = images[place];
                        if own[u] >> image & 1 == 0 {
                            lacking.pairs[usize::from(lacking.count)] = (u.min(image) as u8, u.max(image) as u8);
                            lacking.count += 1;
                        }
                    }
                }
                images[at] = image;
                self.copies_of(own, steps, at + 1, images, taken | 1 << image, most, lacking, copies);
                lacking.count = few;
            }
        }
    }

    fn add(&mut self, (u, v): (u8, u8), colour: usize, rule: usize) {
        let (u, v) = (usize::from(u), usize::from(v));
        self.own[colour][u] |= 1 << v;
        self.own[colour][v] |= 1 << u;
        self.free[u] &= !(1 << v);
        self.free[v] &= !(1 << u);
        self.rule[u][v] = rule as u8 + 1;
        self.rule[v][u] = rule as u8 + 1;
        self.n = self.n.max(v + 1);
    }

    fn remove(&mut self, (u, v): (u8, u8), colour: usize) {
        let (u, v) = (usize::from(u), usize::from(v));
        self.own[colour][u] &= !(1 << v);
        self.own[colour][v] &= !(1 << u);
        self.free[u] |= 1 << v;
        self.free[v] |= 1 << u;
        self.rule[u][v] = 0;
        self.rule[v][u] = 0;
    }

    /// Whether the obligations from `from` on can be met with at most `most` more pairs. Since their needs were looked
    /// at, `added` pairs have come, of this colour; those from `old` on are new.
    fn meets(
        &mut self,
        strategy: &Strategy,
        from: usize,
        old: usize,
        (colour, added): (usize, usize),
        most: usize,
    ) -> bool {
        let kept = self.obligations.len();
        // The dearest of each colour: a pair of a colour lowers needs of that alone, by one at most.
        let mut dear = [0u8; C];
        for found in &self.obligations[from..] {
            let own = strategy.rules[usize::from(found.rule)].colour;
            let fewer = if own == colour { added as u8 } else { 0 };
            dear[own] = dear[own].max(found.need.saturating_sub(fewer));
        }
        let mut total = sum(&dear);
        let mut chosen: Option<(usize, u8, u8)> = None;
        let mut open = 0;
        for at in from..kept {
            let mut found = self.obligations[at];
            let rule = &strategy.rules[usize::from(found.rule)];
            let room = (most + usize::from(dear[rule.colour])).saturating_sub(total);
            let need = if total > most {
                room as u8 + 1
            } else {
                self.least(rule.number, (found.at.0.into(), found.at.1.into()), room as u8)
            };
            if usize::from(need) > room {
                if at < old {
                    // It comes first where its siblings are looked at.
                    self.obligations.swap(from, at);
                }
                self.obligations.truncate(kept);
                return false;
            }
            if need == 0 {
                continue;
            }
            if need > dear[rule.colour] {
                total += usize::from(need - dear[rule.colour]);
                dear[rule.colour] = need;
            }
            found.need = need;
            if chosen.is_none_or(|(_, rule, dearest)| (found.rule, need) > (rule, dearest)) {
                chosen = Some((self.obligations.len() - kept, found.rule, need));
            }
            open += 1;
            self.obligations.push(found);
        }
        let Some((place, ..)) = chosen else {
            self.obligations.truncate(kept);
            return true;
        };
        let taken = self.obligations.swap_remove(kept + place);
        let rule = &strategy.rules[usize::from(taken.rule)];
        let (colour, first) = (rule.colour, strategy.firsts[rule.colour]);
        if open == 1 && first == 0 && !strategy.is_raised {
            self.obligations.truncate(kept);
            return true;
        }
        let room = most - (total - usize::from(dear[colour]));
        let begin = self.copies.len();
        self.list_copies(rule.number, (taken.at.0.into(), taken.at.1.into()), room);
        let end = self.copies.len();
        self.copies[begin..end].sort_unstable_by_key(|copy| copy.count);
        let n = self.n;
        let mut found = false;
        let stay = self.obligations.len();
        let stamp = self.stamp();
        'copies: for at in begin..end {
            let copy = self.copies[at];
            let pairs = &copy.pairs[..usize::from(copy.count)];
            // Pairs of the first rule's colour have no obligations.
            if first > 0 {
                let mut dear = dear;
                dear[colour] = copy.count;
                for earlier in 0..first {
                    let rule = &strategy.rules[earlier];
                    for &(u, v) in pairs {
                        let need = self.need(rule.number, (u.into(), v.into()), stamp);
                        dear[rule.colour] = dear[rule.colour].max(need);
                    }
                }
                if sum(&dear) > most {
                    continue 'copies;
                }
            }
            if pairs.iter().any(|pair| usize::from(pair.1) >= ORDER - 3) {
                found = true;
                break;
            }
            for &pair in pairs {
                self.add(pair, colour, first);
                for earlier in 0..first {
                    self.obligations.push(Obligation {
                        at: pair,
                        rule: earlier as u8,
                        need: 0,
                    });
                }
            }
            found = match strategy.is_raised {
                true => self.repairs(strategy, kept, stay, pairs, most - pairs.len()),
                false => self.meets(strategy, kept, stay, (colour, pairs.len()), most - pairs.len()),
            };
            self.obligations.truncate(stay);
            for &pair in pairs {
                self.remove(pair, colour);
            }
            self.n = n;
            if found {
                break;
            }
        }
        self.copies.truncate(begin);
        self.obligations.truncate(kept);
        found
    }

    /// Looks for copies of rules' graphs through the new pairs on which all pairs of the plan have too early rules,
    /// raises one of them, and goes on.
    fn repairs(&mut self, strategy: &Strategy, from: usize, old_end: usize, pairs: &[(u8, u8)], most: usize) -> bool {
        for &(u, v) in pairs {
            let colour = (0..C)
                .find(|&c| self.own[c][usize::from(u)] >> v & 1 == 1)
                .expect("it was added");
            for (at, rule) in strategy.rules.iter().enumerate() {
                if rule.colour != colour || usize::from(self.rule[usize::from(u)][usize::from(v)]) > at + 1 {
                    continue;
                }
                let Some(copy) = self.too_early(rule.number, (u.into(), v.into()), at) else {
                    continue;
                };
                let Some(next) = rule.next else {
                    return false;
                };
                let kept = self.obligations.len();
                for (u, v) in copy.pairs[..copy.count]
                    .iter()
                    .map(|&(u, v)| (usize::from(u), usize::from(v)))
                {
                    let old = self.rule[u][v];
                    if old == 0 {
                        continue;
                    }
                    self.rule[u][v] = next as u8 + 1;
                    self.rule[v][u] = next as u8 + 1;
                    for earlier in usize::from(old) - 1..next {
                        self.obligations.push(Obligation {
                            at: (u as u8, v as u8),
                            rule: earlier as u8,
                            need: 0,
                        });
                    }
                    let found = self.repairs(strategy, from, old_end, pairs, most);
                    self.obligations.truncate(kept);
                    self.rule[u][v] = old;
                    self.rule[v][u] = old;
                    if found {
                        return true;
                    }
                }
                return false;
            }
        }
        let colour = pairs.first().map(|&(u, v)| {
            (0..C)
                .find(|&c| self.own[c][usize::from(u)] >> v & 1 == 1)
                .expect("it was added")
        });
        self.meets(strategy, from, old_end, (colour.unwrap_or(0), pairs.len()), most)
    }

    /// The edges of a copy through an edge of the plan, all of whose edges in the plan have at most this rule.
    fn too_early(&self, number: usize, at: (usize, usize), rule: usize) -> Option<Edges> {
        let (colour, finder) = &self.plans.finders[number];
        let mut images = [0; ORDER_MOST];
        (images[0], images[1]) = at;
        let mut edges = Edges::default();
        edges.push(at);
        let mut orders = finder.orders.iter();
        let is_found = orders.any(|steps| {
            self.early_of(
                &self.own[*colour],
                steps,
                2,
                &mut images,
                1 << at.0 | 1 << at.1,
                rule,
                &mut edges,
            )
        });
        is_found.then_some(edges)
    }

    #[expect(clippy::too_many_arguments, reason = "the state of a recursion")]
    fn early_of(
        &self,
        own: &[Row; ORDER],
        steps: &[Step],
        at: usize,
        images: &mut [usize; ORDER_MOST],
        taken: Row,
        rule: usize,
        edges: &mut Edges,
    ) -> bool {
        let Some(step) = steps.get(at - 2) else {
            return true;
        };
        let mut before = each(step.before.into()).map(|place| images[place]);
        let first = before.next().expect("a connected graph");
        let mut fitting = before.fold(own[first] & !taken, |set, u| set & own[u]);
        if let Some(twin) = step.twin {
            fitting &= !0 << images[usize::from(twin)];
        }
        let count = edges.count;
        for image in each(fitting) {
            let ends = each(step.before.into()).map(|place| images[place]);
            let mut is_early = true;
            for u in ends {
                is_early &= usize::from(self.rule[u][image]) <= rule + 1;
                edges.push((u, image));
            }
            images[at] = image;
            if is_early && self.early_of(own, steps, at + 1, images, taken | 1 << image, rule, edges) {
                return true;
            }
            edges.count = count;
        }
        false
    }
}
