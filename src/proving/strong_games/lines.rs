//! Lines: sequences of Red's threats, each of which Green must answer at once, that end in two threats.
//!
//! A *pair* is two free edges that complete a copy of Red's together: with either of them she threatens to take the
//! other. Each position of the search has the list of its pairs. A move removes the pairs that have its edge, and a red
//! one adds those through it; so the list is found from scratch only once for a position and its replies.

use super::forced::{After, Rules};
use super::position::{Edge, GREEN, ORDER_MOST, Position, RED};
use super::threats::{Target, Threats};

/// Red's moves in a line, the forced ones left out.
pub type Line = Vec<Edge>;

/// Longest line.
const LONGEST: usize = 9;
/// Positions searched for one line; none has needed as many.
pub const MOST: u32 = 30_000;
/// The same where a line only orders the search. With 30,000 a move tried took 44 us of B4 on the infinite board and
/// 108 of K2,4; with 300 it takes 7 and 11, and the proofs of K4, B3, C5 and K2,3 are the same bytes.
pub const FEW: u32 = 300;
const SLOTS: usize = 1 << 12;

/// Two free edges, by their numbers.
type Pair = (u16, u16);

/// The number of an edge: greater than 0.
#[inline]
fn number(u: usize, v: usize) -> u16 {
    (u.max(v) << 5 | u.min(v)) as u16
}

#[inline]
fn edge(number: u16) -> Edge {
    ((number & 31) as u8, (number >> 5) as u8)
}

/// The search for lines, with its memory of failures.
pub struct Lines {
    /// Hash, number of the call, depth.
    failed: Vec<(u64, u32, u8)>,
    call: u32,
    left: u32,
    is_cut: bool,
    codes: Vec<u64>,
    /// Pairs of the position last prepared, and the vertices touched there.
    base: Vec<Pair>,
    touched: usize,
    /// Red edges, and those that she can get by threats; found while `is_reaching`.
    reach: [u32; ORDER_MOST],
    is_reaching: bool,
    /// The edges that Green threatens to take meanwhile.
    blocks: Vec<Edge>,
    /// Lists of pairs of the positions on the way down.
    pairs: Vec<Pair>,
    /// Where the list of the position after [`Lines::threaten`] begins.
    start: usize,
    /// For each edge, the other one of its pair; 0 between two uses.
    partners: Vec<u16>,
    /// Positions searched so far, in all calls.
    pub nodes: u64,
}

impl Default for Lines {
    fn default() -> Self {
        let mut state = 1;
        Self {
            failed: vec![(0, 0, 0); SLOTS],
            call: 0,
            left: 0,
            is_cut: false,
            codes: (0..2 * 32 * 32).map(|_| next(&mut state)).collect(),
            base: Vec::new(),
            touched: 0,
            reach: [0; ORDER_MOST],
            is_reaching: false,
            blocks: Vec::new(),
            pairs: Vec::new(),
            start: 0,
            partners: vec![0; ORDER_MOST * ORDER_MOST],
            nodes: 0,
        }
    }
}

/// SplitMix64.
pub(super) fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Lines {
    /// A shortest line that wins, Red being to move and nothing open.
    pub fn find<T: Target>(&mut self, rules: &Rules<T>, position: &mut Position) -> Option<Line> {
        self.prepare(rules, position);
        self.find_since(rules, position, position.mark(), MOST)
    }

    /// Remembers the pairs of a position, for [`Lines::find_since`].
    pub fn prepare<T: Target>(&mut self, rules: &Rules<T>, position: &Position) {
        self.base.clear();
        list(rules, position, &mut self.base);
        self.touched = position.touched();
    }

    /// A shortest line that wins after the moves since a mark, at which the position was prepared, if the search of at
    /// most so many positions finds it; nothing is open, and Red is to move.
    pub fn find_since<T: Target>(
        &mut self,
        rules: &Rules<T>,
        position: &mut Position,
        mark: usize,
        most: u32,
    ) -> Option<Line> {
        self.pairs.clear();
        self.list_since(rules, position, mark);
        self.call += 1;
        self.left = most;
        for depth in 1..=LONGEST {
            let mut line = Vec::new();
            self.is_cut = false;
            if self.search(rules, position, depth, 0, 0, &mut line) {
                line.reverse();
                debug_assert!(wins(rules, position, &line), "{line:?} {position:?}");
                return Some(line);
            }
            if !self.is_cut || self.left == 0 {
                return None;
            }
        }
        None
    }

    /// Adds the pairs of a position to the list.
    fn list_since<T: Target>(&mut self, rules: &Rules<T>, position: &Position, mark: usize) {
        if is_beyond(rules, position, self.touched) {
            list(rules, position, &mut self.pairs);
        } else {
            for &pair in &self.base {
                carry(rules, position, self.touched, pair, &mut self.pairs);
            }
            for (_, edge) in position.since(mark).filter(|&(colour, _)| colour == RED) {
                add(rules, position, edge, &mut self.pairs);
            }
        }
    }

    /// Remembers the pairs of a position where no line wins, and the edges that Red can get by threats.
    pub fn prepare_quiet<T: Target>(&mut self, rules: &Rules<T>, position: &mut Position) {
        self.prepare(rules, position);
        self.reach = *position.rows(RED);
        self.blocks.clear();
        if !T::HAS_FRESH {
            self.is_reaching = true;
            self.find_since(rules, position, position.mark(), MOST);
            self.is_reaching = false;
        }
    }

    /// Whether a line that wins can use the red edge, if none wins without it in the position of
    /// [`Lines::prepare_quiet`].
    #[inline]
    pub fn can_use<T: Target>(&self, rules: &Rules<T>, position: &Position, (u, v): Edge) -> bool {
        let edge = (u.min(v), u.max(v));
        T::HAS_FRESH
            || self.blocks.contains(&edge)
            || rules
                .target
                .may_pair(&self.reach, position.rows(GREEN), u.into(), v.into())
    }

    /// Searches from a position whose pairs are the list from `start` on. Leaves the line, its last move first.
    fn search<T: Target>(
        &mut self,
        rules: &Rules<T>,
        position: &mut Position,
        depth: usize,
        hash: u64,
        start: usize,
        line: &mut Line,
    ) -> bool {
        self.nodes += 1;
        self.left = self.left.saturating_sub(1);
        // Two more moves: that of two threats, and the last one.
        if position.count(RED) + 2 > rules.limits.moves || self.left == 0 {
            return false;
        }
        if let Some(double) = self.double::<T>(start) {
            line.push(edge(double));
            return true;
        }
        let end = self.pairs.len();
        if depth == 1 {
            self.is_cut |= end > start;
            return false;
        }
        let slot = hash as usize % SLOTS;
        let (found, call, failed) = self.failed[slot];
        if found == hash && call == self.call && failed as usize >= depth && hash != 0 {
            return false;
        }
        let mark = position.mark();
        for at in start..end {
            let (p, q) = self.pairs[at];
            for &(first, answer) in &[(p, q), (q, p)][..orders::<T>()] {
                let won = match self.threaten(rules, position, (first, answer), start, depth == 2) {
                    After::Won => true,
                    After::Red => {
                        let hash = position.since(mark).fold(hash, |hash, (colour, (u, v))| {
                            hash ^ self.codes[colour << 10 | usize::from(number(u.into(), v.into()))]
                        });
                        let start = self.start;
                        self.search(rules, position, depth - 1, hash, start, line)
                    }
                    _ => false,
                };
                position.back_to(mark);
                self.pairs.truncate(end);
                if won {
                    line.push(edge(first));
                    return true;
                }
            }
        }
        if self.left > 0 {
            self.failed[slot] = (hash, self.call, depth as u8);
        }
        false
    }

    /// An edge with two partners in the list from `start` on. Without one, pairs that are there twice are removed.
    fn double<T: Target>(&mut self, start: usize) -> Option<u16> {
        let Self { pairs, partners, .. } = self;
        let mut double = None;
        let mut end = start;
        for at in start..pairs.len() {
            let (p, q) = pairs[at];
            let before = std::mem::replace(&mut partners[usize::from(p)], q);
            if before == q {
                continue;
            }
            pairs[end] = (p, q);
            end += 1;
            if before != 0 {
                double = Some(p);
                break;
            }
            if orders::<T>() == 2 {
                let before = std::mem::replace(&mut partners[usize::from(q)], p);
                if before != 0 && before != p {
                    double = Some(q);
                    break;
                }
            }
        }
        pairs.truncate(end);
        for &(p, q) in &pairs[start..] {
            partners[usize::from(p)] = 0;
            partners[usize::from(q)] = 0;
        }
        double
    }

    /// Red makes a threat, Green takes the answer; then both take what they must. The list of pairs from `start` on is
    /// that of the position before; the one of the position after begins at [`Lines::start`].
    fn threaten<T: Target>(
        &mut self,
        rules: &Rules<T>,
        position: &mut Position,
        (mut first, mut answer): Pair,
        mut start: usize,
        is_last: bool,
    ) -> After {
        let most = rules.limits.moves;
        loop {
            if !rules.may_take(position, edge(first)) || position.count(RED) + 1 >= most {
                return After::Lost;
            }
            self.reaches(first);
            let touched = position.touched();
            position.play(RED, edge(first));
            position.play(GREEN, edge(answer));
            let count = position.count(RED);
            let threats = rules.threats(position, GREEN, edge(answer));
            if self.is_reaching {
                self.blocks.extend(match threats {
                    Threats::No => [(0, 0); 2],
                    Threats::One(edge) => [edge; 2],
                    Threats::More(a, b) => [a, b],
                });
            }
            match threats {
                Threats::More(..) => return After::Lost,
                Threats::No if count + 2 > most => return After::Lost,
                _ => {}
            }
            let end = self.pairs.len();
            let is_left = |&(p, q): &Pair| p != first && p != answer && q != first && q != answer;
            add(rules, position, edge(first), &mut self.pairs);
            // Without a new pair no edge has two partners now.
            if is_last && self.pairs.len() == end && threats == Threats::No {
                let is_same = position.touched() == touched;
                self.is_cut = self.is_cut || !is_same || self.pairs[start..].iter().any(is_left);
                return After::Green;
            }
            if is_beyond(rules, position, touched) {
                list(rules, position, &mut self.pairs);
            } else {
                for at in start..end {
                    let pair = self.pairs[at];
                    if T::HAS_FRESH || is_left(&pair) {
                        carry(rules, position, touched, pair, &mut self.pairs);
                    }
                }
            }
            start = end;
            let Threats::One((u, v)) = threats else {
                self.start = start;
                return After::Red;
            };
            first = number(u.into(), v.into());
            self.reaches(first);
            let mut partners = self.pairs[start..].iter().filter_map(|&(p, q)| match () {
                () if p == first => Some(q),
                () if q == first && orders::<T>() == 2 => Some(p),
                () => None,
            });
            answer = match partners.next() {
                None => return After::Green,
                Some(answer) => answer,
            };
            if partners.any(|other| other != answer) {
                return if count + 1 < most { After::Won } else { After::Lost };
            }
        }
    }

    #[inline]
    fn reaches(&mut self, number: u16) {
        if self.is_reaching {
            let (u, v) = edge(number);
            self.reach[usize::from(u)] |= 1 << v;
            self.reach[usize::from(v)] |= 1 << u;
        }
    }
}

#[inline]
fn is_free(position: &Position, number: u16) -> bool {
    let (u, v) = edge(number);
    position.is_free(u.into(), v.into())
}

/// In how many orders a pair of a list can be played. Lists with fresh vertices have a pair from either side: fresh
/// vertices have the names that they get when its first edge is played first.
const fn orders<T: Target>() -> usize {
    if T::HAS_FRESH { 1 } else { 2 }
}

/// Whether the list must be found from scratch: vertices were touched that Red could not rely on before, which come
/// without pairs; or fresh ones, and pairs have two at once.
#[inline]
fn is_beyond<T: Target>(rules: &Rules<T>, position: &Position, before: usize) -> bool {
    let now = position.touched();
    T::HAS_FRESH && now > before && (now > rules.limits.sure || rules.target.has_two_fresh())
}

/// Adds all pairs of a position, each once.
fn list<T: Target>(rules: &Rules<T>, position: &Position, pairs: &mut Vec<Pair>) {
    let start = pairs.len();
    for edge in position.edges(RED) {
        add(rules, position, edge, pairs);
    }
    pairs[start..].sort_unstable();
    let mut end = start;
    for at in start..pairs.len() {
        if at == start || pairs[at] != pairs[at - 1] {
            pairs[end] = pairs[at];
            end += 1;
        }
    }
    pairs.truncate(end);
}

/// Adds the pairs that need a red edge.
#[inline]
fn add<T: Target>(rules: &Rules<T>, position: &Position, (u, v): Edge, pairs: &mut Vec<Pair>) {
    let (red, green) = (position.rows(RED), position.rows(GREEN));
    let touched = position.touched();
    // One for the first edge, and two for its partners: from two on they are alike.
    let fresh = match T::HAS_FRESH {
        true => rules.limits.room(touched).min(3),
        false => 0,
    };
    let vertices = (((1u64 << (touched + fresh)) - 1) & 0xffff_ffff) as u32;
    rules
        .target
        .pairs(red, green, u.into(), v.into(), vertices, &mut |p, q| {
            if !T::HAS_FRESH {
                let (p, q) = (number(p.0, p.1), number(q.0, q.1));
                return pairs.push((p.min(q), p.max(q)));
            }
            for (p, q) in [(p, q), (q, p)] {
                let (low, high) = (p.0.min(p.1), p.0.max(p.1));
                let partners = touched + 2 + usize::from(high == touched);
                if low < touched && high <= touched && q.0.max(q.1) < partners {
                    pairs.push((number(p.0, p.1), number(q.0, q.1)));
                }
            }
        });
}

/// Adds a pair of the position that had so many vertices touched, if it is still free. Where it has fresh vertices and
/// such were touched since, others take their places too.
#[inline]
fn carry<T: Target>(rules: &Rules<T>, position: &Position, before: usize, (p, q): Pair, pairs: &mut Vec<Pair>) {
    if is_free(position, p) && is_free(position, q) {
        pairs.push((p, q));
    }
    if !T::HAS_FRESH {
        return;
    }
    let moved = |edge: Edge, by: usize| {
        let [u, v] = [edge.0, edge.1].map(|v| usize::from(v) + if usize::from(v) < before { 0 } else { by });
        (u.max(v) < position.touched() + rules.limits.room(position.touched())).then(|| number(u, v))
    };
    for by in 1..=position.touched() - before {
        if let (Some(first), Some(partner)) = (moved(edge(p), by), moved(edge(q), by))
            && (first, partner) != (p, q)
            && is_free(position, first)
            && is_free(position, partner)
        {
            pairs.push((first, partner));
        }
    }
}

/// Whether the line wins, Red being to move and nothing open: its moves are played, and what they force.
pub fn wins<T: Target>(rules: &Rules<T>, position: &mut Position, line: &[Edge]) -> bool {
    last_count(rules, position, line).is_some()
}

/// Red's edges when she has completed a copy, and the vertices touched, if the line wins.
pub fn last_count<T: Target>(rules: &Rules<T>, position: &mut Position, line: &[Edge]) -> Option<(usize, usize)> {
    let mark = position.mark();
    for &edge in line {
        let after = match rules.may_take(position, edge) {
            true => rules.red_plays(position, edge),
            false => After::Lost,
        };
        if after != After::Red {
            let last = (position.count(RED) + 1, position.touched());
            position.back_to(mark);
            return (after == After::Won).then_some(last);
        }
    }
    position.back_to(mark);
    None
}

#[cfg(test)]
mod tests {
    use super::super::board::{Boards, Limits};
    use super::super::pattern::Pattern;
    use super::super::threats::K4;
    use super::*;

    /// The players make random moves, some to fresh vertices; after each move the list is what trying every edge finds.
    fn lists_are_complete<T: Target>(target: T, boards: Boards) {
        let limits = Limits::of(boards, None);
        let rules = Rules { target, limits };
        let mut lines = Lines::default();
        let mut state = 7;
        let mut met = 0;
        for _ in 0..200 {
            let mut position = Position::empty();
            let mut mark = 0;
            lines.prepare(&rules, &position);
            for turn in 0..30 {
                let Some(replies) = rules.replies(&position).filter(|replies| !replies.is_empty()) else {
                    break;
                };
                // More often between vertices that have edges: else there are few pairs.
                let at = (next(&mut state) as usize % replies.len()).min(next(&mut state) as usize % replies.len());
                let colour = turn % 2;
                let before = position.mark();
                position.play(colour, replies[at]);
                if rules.threats(&position, colour, replies[at]) != Threats::No {
                    position.back_to(before);
                    continue;
                }
                lines.pairs.clear();
                lines.list_since(&rules, &position, mark);
                met += lines.pairs.len();
                check(&rules, &mut position, &lines.pairs);
                if next(&mut state).is_multiple_of(3) {
                    lines.prepare(&rules, &position);
                    mark = position.mark();
                }
            }
        }
        assert!(met > 500, "{met} pairs");
    }

    /// The partners of each edge that Red may take are the threats that it makes.
    fn check<T: Target>(rules: &Rules<T>, position: &mut Position, pairs: &[Pair]) {
        let (mark, touched) = (position.mark(), position.touched());
        for v in 0..=touched {
            for u in 0..v.min(touched) {
                let first = (u as u8, v as u8);
                if !rules.may_take(position, first) {
                    continue;
                }
                position.play(RED, first);
                let threats = rules.threats(position, RED, first);
                position.back_to(mark);
                let number = number(u, v);
                let mut partners: Vec<Edge> = pairs
                    .iter()
                    .filter_map(|&(p, q)| match () {
                        () if p == number => Some(edge(q)),
                        () if q == number && orders::<T>() == 2 => Some(edge(p)),
                        () => None,
                    })
                    .collect();
                partners.sort_unstable();
                partners.dedup();
                match threats {
                    Threats::No => assert_eq!(partners, [], "{first:?} {position:?}"),
                    Threats::One(edge) => assert_eq!(partners, [edge], "{first:?} {position:?}"),
                    Threats::More(..) => assert!(partners.len() > 1, "{first:?} {position:?}"),
                }
            }
        }
    }

    #[test]
    fn lists_of_pairs_are_those_of_the_definition() {
        lists_are_complete(K4, Boards::Order(7));
        for name in ["P4", "K1,3", "C5", "B3", "bull", "K2,4"] {
            let (_, graph) = graph::named_graph(name).unwrap();
            for boards in [Boards::Order(7), Boards::From(6), Boards::Infinite] {
                lists_are_complete(Pattern::new(&graph), boards);
            }
        }
    }
}
