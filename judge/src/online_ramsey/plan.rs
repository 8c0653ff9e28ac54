//! Lower bounds from lists of rules, by which Painter plays.
//!
//! A list is rules (colour, graph). Painter gives an edge the colour of the first rule whose graph it does not close in
//! that colour; when all rules fail, Builder has won. A *plan* for a position is a set of free pairs, one of them the
//! last; each other one has a rule, and the last one counts as having the rule after all. So that
//!
//! * for each pair and each rule before its own, the rule's graph has a copy through the pair whose other edges have
//!   the rule's colour, in the position or as pairs of the plan, but not the last one;
//! * a copy of a rule's graph in its colour, some edges of which are pairs of the plan, has one of these with a later
//!   rule.
//!
//! The pairs that Builder draws until all rules fail are a plan: rules before a pair's own have failed on it, and of
//! such a copy the edge drawn last has a later rule, as all rules of the colour up to this one failed on it. So without
//! a plan of at most k pairs Builder does not win within k moves. The search tries all ways to meet what is asked of
//! the last pair and then of those that come. What it leaves open only lets more plans pass.
//! It follows each plan until all that is asked is met, and so ends with its pairs or with some of them.

use std::ops::Range;

use crate::coloured::position::{Position, ROOM, Row, Rows, each, join};
use crate::coloured::target::Target;
use crate::work::spent;

/// Most vertices of a rule's graph.
pub(super) const ORDER_MOST: usize = 5;

type Pair = (usize, usize);
/// A rule, what its copies through a pair lacked when that was last looked at, and the pair.
type Asked = (usize, usize, Pair);

/// A colour, given unless that closes the graph.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub colour: usize,
    pub graph: Target,
}

/// Rules in their order.
pub(super) type List = Vec<Rule>;

/// Whether a list is one: every colour has a rule, what closes the graph of a later rule of a colour closes those of
/// the earlier ones, and the last is the colour's target.
pub(super) fn is_list(list: &[Rule], targets: &[Target]) -> bool {
    (0..targets.len()).all(|colour| {
        let graphs: Vec<&Target> = list
            .iter()
            .filter(|rule| rule.colour == colour)
            .map(|rule| &rule.graph)
            .collect();
        let grow = graphs.windows(2).all(|pair| pair[0].is_through_all_edges_of(pair[1]));
        grow && graphs.last().is_some_and(|last| last.is_like(&targets[colour]))
    })
}

/// Most pairs that a copy lacks beside the given one.
const LACKING: usize = ORDER_MOST * (ORDER_MOST - 1) / 2 - 1;
/// Steps of what comes with a part of a plan, or with placing a vertex.
const STEPS: u64 = 16;

/// Pairs that a copy lacks.
#[derive(Clone, Copy, Default)]
struct Lacking {
    count: u8,
    ends: [(u8, u8); LACKING],
}

impl Lacking {
    fn pairs(&self) -> impl Iterator<Item = Pair> {
        let ends = self.ends[..self.count.into()].iter();
        ends.map(|&(u, v)| (u.into(), v.into()))
    }

    fn count(&self) -> usize {
        self.count.into()
    }
}

/// A search for the copies of a graph through a pair.
struct Walk<'a> {
    own: &'a Rows,
    free: &'a Rows,
    /// All vertices from here on are new.
    n: usize,
    /// Whether the graph is complete: then vertices are placed in ascending order.
    is_complete: bool,
    /// Where the vertices are, in the order in which they are placed.
    images: [usize; ORDER_MOST],
    lacking: Lacking,
    /// Only copies that lack fewer pairs are looked for. Unless they are listed, each that is found lowers it.
    below: usize,
    list: Option<&'a mut Vec<Lacking>>,
}

impl Walk<'_> {
    /// Places the vertices from `at` on, of each of which `order` has the neighbours before it; `cost` pairs lack.
    fn place(&mut self, order: &[u32], at: usize, taken: Row, cost: usize) {
        let Some((&before, rest)) = order.split_first() else {
            match &mut self.list {
                Some(list) => list.push(self.lacking),
                None => self.below = cost,
            }
            return;
        };
        if cost >= self.below || spent(STEPS) {
            return;
        }
        // By the number of pairs lacking to those before: the vertices that fit. Of new ones the first that is left.
        let most = (before.count_ones() as usize).min(self.below - 1 - cost);
        let new = (!0 << self.n) & !taken;
        let mut fitting = [0; ORDER_MOST];
        fitting[0] = ((1 << self.n) - 1) & !taken | new & new.wrapping_neg();
        if self.is_complete && at > 2 {
            fitting[0] &= !0 << self.images[at - 1];
        }
        for place in each(before.into()) {
            let u = self.images[place];
            for count in (1..=most).rev() {
                fitting[count] = fitting[count] & self.own[u] | fitting[count - 1] & self.free[u];
            }
            fitting[0] &= self.own[u];
        }
        let few = self.lacking.count;
        for (count, fitting) in fitting[..=most].iter().enumerate() {
            for image in each(*fitting) {
                if cost + count >= self.below {
                    return;
                }
                if self.list.is_some() {
                    for u in each(before.into()).map(|place| self.images[place]) {
                        if self.own[u] >> image & 1 == 0 {
                            let ends = (u.min(image) as u8, u.max(image) as u8);
                            self.lacking.ends[self.lacking.count()] = ends;
                            self.lacking.count += 1;
                        }
                    }
                }
                self.images[at] = image;
                self.place(rest, at + 1, taken | 1 << image, cost + count);
                self.lacking.count = few;
            }
        }
    }

    /// Places all vertices but the ends of the pair.
    fn go(&mut self, graph: &Target, (u, v): Pair) {
        (self.images[0], self.images[1]) = (u, v);
        for order in graph.orders() {
            self.place(&order[2..], 2, 1 << u | 1 << v, 0);
        }
    }
}

/// A part of a plan.
struct Plan<'a> {
    list: &'a [Rule],
    /// Of each rule, the next one of its colour.
    next: Vec<Option<usize>>,
    position: &'a Position,
    /// Of each rule, the edges of its colour, those pairs of the plan among them that have no later rule.
    rows: Vec<Rows>,
    /// Pairs that are neither edges nor in the plan.
    free: Rows,
    /// All vertices from here on are new.
    n: usize,
    /// The pairs with their rules, but the last one.
    pairs: Vec<(Pair, usize)>,
    /// Of each colour, the pairs that were in no plan so far.
    idle: Option<&'a mut [Rows]>,
}

/// Whether there is a plan of at most `k` pairs.
pub(super) fn exists(list: &[Rule], position: &Position, k: usize) -> bool {
    Plan::new(list, position, None).begins(k)
}

/// The colour of the first rule that holds on a free pair; `None` if Builder wins with it.
pub(super) fn colour(list: &[Rule], position: &Position, at: Pair) -> Option<usize> {
    let closes = |rule: &Rule| rule.graph.has_through(&position.rows[rule.colour], position.n, at);
    list.iter().find(|rule| !closes(rule)).map(|rule| rule.colour)
}

/// Of each colour, the pairs that are in no plan of at most so many pairs with a rule of this colour.
pub(super) struct Idle {
    /// All vertices from here on are new.
    n: usize,
    rows: Vec<Rows>,
}

impl Idle {
    pub fn has(&self, colour: usize, pair: Pair) -> bool {
        let (u, v) = alike(self.n, pair);
        self.rows[colour][u] >> v & 1 == 1
    }
}

/// What plans of `left + 1` pairs leave idle; `None` if there is a plan of at most `left`: that one with any pair may
/// be a plan.
///
/// If there is a plan of at most `left` pairs after a move of Builder that Painter answers by the list, it is one
/// before the move once it has the pair with its rule too: the rules before have failed on the pair, and copies that it
/// closes alone are theirs. So a pair that is idle in the colour that the list gives it is answered.
pub(super) fn idle(list: &[Rule], position: &Position, left: usize) -> Option<Idle> {
    if exists(list, position, left) {
        return None;
    }
    let mut rows = vec![[!0; ROOM]; position.rows.len()];
    let n = position.n;
    (!Plan::new(list, position, Some(&mut rows)).begins(left + 1)).then_some(Idle { n, rows })
}

fn flip(rows: &mut Rows, (u, v): Pair) {
    rows[u] ^= 1 << v;
    rows[v] ^= 1 << u;
}

impl<'a> Plan<'a> {
    fn new(list: &'a [Rule], position: &'a Position, idle: Option<&'a mut [Rows]>) -> Self {
        let after = |at: usize| (at + 1..list.len()).find(|&later| list[later].colour == list[at].colour);
        Self {
            list,
            next: (0..list.len()).map(after).collect(),
            position,
            rows: list.iter().map(|rule| position.rows[rule.colour]).collect(),
            free: position.free(),
            n: 0,
            pairs: Vec::new(),
            idle,
        }
    }

    /// Whether there is a plan of at most `k` pairs.
    fn begins(&mut self, k: usize) -> bool {
        let mut lasts = Vec::new();
        for last in self.position.free_pairs() {
            self.n = self.position.n.max(last.1 + 1);
            flip(&mut self.free, last);
            let needs = self.asked(last, 0..self.list.len());
            let needs = needs.map(|(rule, ..)| Some((rule, self.copies(last, rule, k - 1, None)?, last)));
            let needs: Option<Vec<_>> = needs.collect();
            lasts.extend(needs.map(|needs| (needs.iter().map(|need| need.1).sum::<usize>(), needs)));
            flip(&mut self.free, last);
        }
        // Pairs of which little is asked come first.
        lasts.sort_unstable();
        lasts.into_iter().any(|(_, needs)| {
            let last = needs[0].2;
            self.n = self.position.n.max(last.1 + 1);
            flip(&mut self.free, last);
            let found = self.meets(&needs, 0, k - 1);
            flip(&mut self.free, last);
            found
        })
    }

    /// What these rules ask of a pair. The last rule of a colour asks for what the earlier ones do, whose graphs are in
    /// its graph.
    fn asked(&self, at: Pair, rules: Range<usize>) -> impl Iterator<Item = Asked> + use<'_> {
        let end = rules.end;
        let last = move |rule: &usize| self.next[*rule].is_none_or(|next| next >= end);
        rules.filter(last).map(move |rule| (rule, 0, at))
    }

    /// The least number of pairs that a copy of a rule's graph through a pair lacks beside it; `None` if that is more
    /// than `most`. Or lists those that lack at most so many.
    fn copies(&self, at: Pair, rule: usize, most: usize, list: Option<&mut Vec<Lacking>>) -> Option<usize> {
        let last = std::iter::successors(Some(rule), |rule| self.next[*rule]).last()?;
        let below = self.walk(rule, &self.rows[last], &self.free, at, most + 1, list);
        (below <= most).then_some(below)
    }

    fn walk(
        &self,
        rule: usize,
        own: &Rows,
        free: &Rows,
        at: Pair,
        below: usize,
        list: Option<&mut Vec<Lacking>>,
    ) -> usize {
        let graph = &self.list[rule].graph;
        let mut walk = Walk {
            own,
            free,
            n: self.n,
            is_complete: graph.is_complete(),
            images: [0; ORDER_MOST],
            lacking: Lacking::default(),
            below,
            list,
        };
        walk.go(graph, at);
        walk.below
    }

    /// Whether at most `most` more pairs meet what is asked: that each rule's graph has a copy through the pair, which
    /// lacked so many before. The pairs from `fresh` on may be in copies without a later rule.
    fn meets(&mut self, asked: &[Asked], fresh: usize, most: usize) -> bool {
        if self.n + ORDER_MOST > ROOM || spent(STEPS) {
            return true;
        }
        let mut left = Vec::with_capacity(asked.len() + 8);
        // Pairs of different colours are different.
        let mut dearest = [0; 3];
        for &(rule, _, at) in asked {
            let colour = self.list[rule].colour;
            let others = dearest.iter().sum::<usize>() - dearest[colour];
            let Some(need) = most
                .checked_sub(others)
                .and_then(|room| self.copies(at, rule, room, None))
            else {
                return false;
            };
            dearest[colour] = need.max(dearest[colour]);
            if need > 0 {
                left.push((rule, need, at));
            }
        }
        left.sort_unstable();
        let mut copies = Vec::new();
        if let Some((&(rule, _, at), others)) = left.split_last() {
            let colour = self.list[rule].colour;
            let room = most + dearest[colour] - dearest.iter().sum::<usize>();
            self.copies(at, rule, room, Some(&mut copies));
            for &(other, need, at) in others.iter().filter(|other| self.list[other.0].colour == colour) {
                self.spare(&mut copies, at, other, need, room);
            }
            if copies.is_empty() {
                return false;
            }
        }
        if let Some((early, pairs)) = self.disorder(fresh) {
            // One of the pairs has a later rule.
            let Some(later) = self.next[early] else {
                return false;
            };
            drop(copies);
            return pairs.into_iter().any(|place| {
                let (pair, rule) = self.pairs[place];
                let mut left = left.clone();
                left.extend(self.asked(pair, rule..later));
                self.pairs[place].1 = later;
                self.pass(pair, rule..later);
                let found = self.meets(&left, fresh, most);
                self.pass(pair, rule..later);
                self.pairs[place].1 = rule;
                found
            });
        }
        let Some((rule, ..)) = left.pop() else {
            return self.ends(most);
        };
        let colour = self.list[rule].colour;
        let first = (0..=rule)
            .find(|&rule| self.list[rule].colour == colour)
            .expect("itself");
        let (n, old, asked) = (self.n, self.pairs.len(), left.len());
        copies.iter().any(|copy| {
            for pair in copy.pairs() {
                self.flip(pair, colour);
                self.n = self.n.max(pair.1 + 1);
                self.pairs.push((pair, first));
                left.extend(self.asked(pair, 0..first));
            }
            let found = self.meets(&left, old, most - copy.count());
            copy.pairs().for_each(|pair| self.flip(pair, colour));
            left.truncate(asked);
            self.pairs.truncate(old);
            self.n = n;
            found
        })
    }

    /// Adds a free pair to the edges of a colour, or takes it away again.
    fn flip(&mut self, pair: Pair, colour: usize) {
        flip(&mut self.free, pair);
        let rules = self.list.iter().zip(&mut self.rows);
        let rows = rules.filter(|(rule, _)| rule.colour == colour);
        rows.for_each(|(_, rows)| flip(rows, pair));
    }

    /// Takes a pair from the edges of the rules that it passes when it is raised, or gives it back to them: those of
    /// its colour from its own one to before the later one.
    fn pass(&mut self, pair: Pair, rules: Range<usize>) {
        let colour = self.list[rules.start].colour;
        let passed = rules.filter(|&rule| self.list[rule].colour == colour);
        passed.for_each(|rule| flip(&mut self.rows[rule], pair));
    }

    /// Whether the search ends at this plan, which leaves `most` pairs: with more pairs there may be any others.
    fn ends(&mut self, most: usize) -> bool {
        let Some(idle) = &mut self.idle else {
            return true;
        };
        for &(pair, rule) in &self.pairs {
            let (u, v) = alike(self.position.n, pair);
            let rows = &mut idle[self.list[rule].colour];
            rows[u] &= !(1 << v);
            rows[v] &= !(1 << u);
        }
        most > 0
    }

    /// Drops copies that leave too little of `room` for a copy of another rule's graph of the colour, through the pair
    /// `at`: that lacks `need` pairs at least, and is spared those which the two have in common.
    fn spare(&self, copies: &mut Vec<Lacking>, at: Pair, rule: usize, need: usize, room: usize) {
        let mut others = Vec::new();
        self.copies(at, rule, room, Some(&mut others));
        let mut common = [0; ROOM];
        for pair in others.iter().flat_map(Lacking::pairs) {
            let (u, v) = alike(self.n, pair);
            join(&mut common, u, v);
        }
        copies.retain(|copy| {
            let pairs = copy.pairs().map(|pair| alike(self.n, pair));
            let spared = pairs.filter(|&(u, v)| common[u] >> v & 1 == 1).count();
            copy.count() + need <= room + spared
        });
    }

    /// A rule with a copy of its graph in its colour, with pairs of the plan, those from `fresh` on among them, none of
    /// which has a later rule: the places of these pairs.
    fn disorder(&self, fresh: usize) -> Option<(usize, Vec<usize>)> {
        (0..self.list.len()).find_map(|early| {
            let colour = self.list[early].colour;
            let is_early = |rule: usize| rule <= early && self.list[rule].colour == colour;
            let mut pairs = self.pairs[fresh..].iter().filter(|(_, rule)| is_early(*rule));
            let (at, _) = pairs.find(|(at, _)| self.walk(early, &self.rows[early], &[0; ROOM], *at, 1, None) == 0)?;
            let old = &self.position.rows[colour];
            let new = std::array::from_fn(|v| self.rows[early][v] & !old[v]);
            let mut copies = Vec::new();
            self.walk(early, old, &new, *at, LACKING + 1, Some(&mut copies));
            let copy = copies.first()?;
            let is_there = |pair: Pair| pair == *at || copy.pairs().any(|other| other == pair);
            let places = (0..self.pairs.len()).filter(|&place| is_there(self.pairs[place].0));
            Some((early, places.collect()))
        })
    }
}

/// The pair, with any new vertex as the first one: they are alike.
fn alike(n: usize, (u, v): Pair) -> Pair {
    if u < n { (u, v.min(n)) } else { (n, n + 1) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::online_ramsey::named;
    use retrograph_referee::online_ramsey::{Coloured, builder_wins};
    use retrograph_referee::rng::SplitMix64;

    fn list(text: &str) -> List {
        let rule = |text: &str| Rule {
            colour: usize::from(text.as_bytes()[0] - b'a'),
            graph: Target::new(crate::online_ramsey::names::graph(&text[2..]).unwrap()),
        };
        text.split('/').map(rule).collect()
    }

    /// Lists of the targets, the last of each colour being the target.
    const LISTS: [(&str, &str); 14] = [
        ("K3,K3", "a:K3/b:K3"),
        ("K3,K3", "b:P3/a:K3/b:K3"),
        ("P3,K3", "b:K3/a:P3"),
        ("P3,K3", "b:P3/a:P3/b:K3"),
        ("K3,C4", "b:P3/a:K3/b:C4"),
        ("K3,K4", "b:K3/a:K3/b:K4"),
        ("K3,K4", "a:P3/b:K4/a:K3"),
        ("P4,P4", "a:P3/b:P3/a:P4/b:P4"),
        ("P3,P3,K3", "c:K3/a:P3/b:P3"),
        // A pair may pass several rules of its colour at once.
        ("K3,K4", "b:P3/b:K3/a:K3/b:K4"),
        ("K3,K4", "b:P3/a:K3/b:K3/b:K4"),
        ("K3,K4", "b:P3/b:K3/b:diamond/a:K3/b:K4"),
        ("K3,C4", "b:P3/b:P4/a:K3/b:C4"),
        ("C4,C4", "a:P3/b:P3/a:P4/b:P4/a:C4/b:C4"),
    ];

    /// A position without targets on at most `most` vertices, and its edges.
    fn position(targets: &[Target], most: usize, rng: &mut SplitMix64) -> (Position, Coloured) {
        let mut position = Position::empty(targets.len());
        let mut edges = Vec::new();
        for _ in 0..2 + rng.below(16) {
            let pairs = position.free_pairs();
            let (at, colour) = (pairs[rng.below(pairs.len())], rng.below(targets.len()));
            let child = position.with(at, colour);
            if child.n <= most && !targets[colour].has_through(&child.rows[colour], child.n, at) {
                position = child;
                edges.push((at.0, at.1, colour));
            }
        }
        (position, edges)
    }

    /// Of each rule, every map of its graph's vertices to those below `m`, as the images of edges.
    fn copies(list: &[Rule], m: usize) -> Vec<Vec<Vec<Pair>>> {
        fn extend(graph: &Target, m: usize, images: &mut Vec<usize>, found: &mut BTreeSet<Vec<Pair>>) {
            let n = images.len();
            if n == graph.rows.len() {
                let pairs = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
                let edges = pairs.filter(|&(u, v)| graph.rows[v] >> u & 1 == 1);
                let mut copy: Vec<Pair> = edges
                    .map(|(u, v)| (images[u].min(images[v]), images[u].max(images[v])))
                    .collect();
                copy.sort_unstable();
                found.insert(copy);
                return;
            }
            for image in 0..m {
                if !images.contains(&image) {
                    images.push(image);
                    extend(graph, m, images, found);
                    images.pop();
                }
            }
        }
        let of = |rule: &Rule| {
            let mut found = BTreeSet::new();
            extend(&rule.graph, m, &mut Vec::new(), &mut found);
            found.into_iter().collect()
        };
        list.iter().map(of).collect()
    }

    /// Whether these pairs with their rules are a plan; whether the second condition counts is said.
    fn is_plan(
        list: &[Rule],
        position: &Position,
        copies: &[Vec<Vec<Pair>>],
        plan: &[(Pair, usize)],
        in_order: bool,
    ) -> bool {
        let rule_of = |at: Pair| plan.iter().find(|(pair, _)| *pair == at).map(|(_, rule)| *rule);
        // The last pair has no colour.
        let colour_of = |at: Pair| match rule_of(at) {
            Some(rule) => list.get(rule).map(|rule| rule.colour),
            None => (0..position.rows.len()).find(|&c| position.rows[c][at.0] >> at.1 & 1 == 1),
        };
        let is_met = |at: Pair, rule: usize| {
            let mut through = copies[rule].iter().filter(|copy| copy.contains(&at));
            through.any(|copy| {
                let mut others = copy.iter().filter(|pair| **pair != at);
                others.all(|&pair| colour_of(pair) == Some(list[rule].colour))
            })
        };
        let is_late = |early: usize| {
            copies[early].iter().all(|copy| {
                let is_own = copy.iter().all(|&pair| colour_of(pair) == Some(list[early].colour));
                let mut rules = copy.iter().filter_map(|&pair| rule_of(pair)).peekable();
                !is_own || rules.peek().is_none() || rules.any(|rule| rule > early)
            })
        };
        plan.iter().all(|&(at, rule)| (0..rule).all(|early| is_met(at, early)))
            && (!in_order || (0..list.len()).all(is_late))
    }

    /// Whether some set of at most `k` pairs below `m` with rules is a plan: all are tried.
    fn some_plan(list: &[Rule], position: &Position, m: usize, k: usize, in_order: bool) -> bool {
        fn extend(
            pairs: &[Pair],
            rules: usize,
            k: usize,
            plan: &mut Vec<(Pair, usize)>,
            see: &impl Fn(&[(Pair, usize)]) -> bool,
        ) -> bool {
            see(plan)
                || k > 0
                    && (0..pairs.len()).any(|at| {
                        (0..rules).any(|rule| {
                            plan.push((pairs[at], rule));
                            let found = extend(&pairs[at + 1..], rules, k - 1, plan, see);
                            plan.pop();
                            found
                        })
                    })
        }
        let copies = copies(list, m);
        let pairs = (0..m).flat_map(|v| (0..v).map(move |u| (u, v)));
        let pairs: Vec<Pair> = pairs.filter(|&(u, v)| position.is_free(u, v)).collect();
        pairs.iter().any(|&last| {
            let others: Vec<Pair> = pairs.iter().copied().filter(|pair| *pair != last).collect();
            let mut plan = vec![(last, list.len())];
            let see = |plan: &[(Pair, usize)]| is_plan(list, position, &copies, plan, in_order);
            extend(&others, list.len(), k - 1, &mut plan, &see)
        })
    }

    #[test]
    fn plans_are_those_of_the_description() {
        let mut rng = SplitMix64::new(5);
        let mut seen = [[0; 2]; 4];
        for (targets, text) in LISTS {
            let targets: Vec<Target> = named(targets).unwrap().into_iter().map(Target::new).collect();
            let list = list(text);
            assert!(is_list(&list, &targets), "{text}");
            let is_raised = list.len() > targets.len();
            // Where rules are raised, it takes luck to meet a plan that needs it.
            let count = if is_raised { 120 } else { 40 };
            for _ in 0..count {
                let (position, edges) = position(&targets, 4, &mut rng);
                for k in 1..=3 {
                    // Three pairs of copies have two new vertices at most.
                    let m = position.n + 2;
                    let found = exists(&list, &position, k);
                    if some_plan(&list, &position, m, k, true) {
                        assert!(found, "{text} {edges:?} {k}");
                    } else if found {
                        assert!(
                            !is_raised && some_plan(&list, &position, m, k, false),
                            "{text} {edges:?} {k}"
                        );
                    }
                    seen[k][usize::from(found)] += 1;
                }
            }
        }
        assert!(seen[1..].iter().flatten().all(|count| *count > 5), "{seen:?}");
    }

    #[test]
    fn without_a_plan_nobody_wins() {
        let mut rng = SplitMix64::new(6);
        let mut seen = [0; 2];
        for (names, text) in LISTS {
            let rows = named(names).unwrap();
            let targets: Vec<Target> = rows.iter().cloned().map(Target::new).collect();
            let list = list(text);
            for _ in 0..60 {
                let (position, edges) = position(&targets, 6, &mut rng);
                for k in 1..=3 {
                    let wins = builder_wins(&rows, &edges, k);
                    assert!(!wins || exists(&list, &position, k), "{text} {edges:?} {k}");
                    seen[usize::from(wins)] += 1;
                }
            }
        }
        assert!(seen.iter().all(|count| *count > 200), "{seen:?}");
    }

    #[test]
    fn idle_pairs_are_moves_without_a_plan_after_them() {
        let mut rng = SplitMix64::new(7);
        let (mut seen, mut missed) = ([[0; 2]; 4], 0);
        for (names, text) in LISTS {
            let rows = named(names).unwrap();
            let targets: Vec<Target> = rows.iter().cloned().map(Target::new).collect();
            let list = list(text);
            for _ in 0..20 {
                let (position, edges) = position(&targets, 5, &mut rng);
                for left in 1..=3 {
                    let idle = idle(&list, &position, left);
                    for at in position.free_pairs() {
                        let colour = colour(&list, &position, at);
                        let is_answered =
                            colour.is_some_and(|colour| idle.as_ref().is_some_and(|idle| idle.has(colour, at)));
                        seen[left][usize::from(is_answered)] += 1;
                        let Some(colour) = colour else {
                            continue;
                        };
                        let child = position.with(at, colour);
                        if !is_answered {
                            missed += usize::from(!exists(&list, &position, left) && !exists(&list, &child, left));
                            continue;
                        }
                        if left < 3 {
                            let found = some_plan(&list, &child, child.n + 2, left, true);
                            assert!(!found, "{text} {edges:?} {at:?} {left}");
                        }
                        let edges = [&edges[..], &[(at.0, at.1, colour)]].concat();
                        assert!(!builder_wins(&rows, &edges, left), "{text} {edges:?} {left}");
                    }
                }
            }
        }
        // Rules of pairs may be too early in a plan that is found.
        assert!(missed < 30, "{missed}");
        assert!(seen[1..].iter().flatten().all(|count| *count > 5), "{seen:?}");
    }

    #[test]
    fn lists_that_are_none() {
        let targets: Vec<Target> = named("K3,K4").unwrap().into_iter().map(Target::new).collect();
        for (text, is_one) in [
            ("a:K3/b:K4", true),
            ("b:K3/a:K3/b:K4", true),
            ("b:P3/b:K3/a:K3/b:K4", true),
            ("a:K3", false),
            ("a:K4/b:K3", false),
            ("a:K3/b:K4/b:K3", false),
            ("b:K5/a:K3/b:K4", false),
            ("b:C4/a:K3/b:paw", false),
            ("a:K3/b:K4/a:C4/a:K3", false),
        ] {
            assert_eq!(is_list(&list(text), &targets), is_one, "{text}");
        }
    }
}
