//! Lines: sequences of Red's threats, each of which Blue must answer at once, that end in two threats.
//!
//! A *pair* is two free edges that complete a copy of Red's together: with either of them she threatens to take the
//! other. Each position of the search has the list of its pairs. A move removes the pairs that have its edge, and a red
//! one adds those through it; so the list is found from scratch only once for a position and its replies.

use super::forced::{After, Rules};
use super::position::{BLUE, Edge, ORDER_MOST, Position, RED, each};
use super::threats::{Target, Threats};

/// Red's moves in a line, the forced ones left out.
pub type Line = Vec<Edge>;

/// Longest line.
const LONGEST: usize = 9;
/// Positions searched for one line; none has needed as many.
const MOST: u32 = 30_000;
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
    /// Pairs of the position last prepared.
    base: Vec<Pair>,
    /// Red edges, and those that she can get by threats; found while `is_reaching`.
    reach: [u32; ORDER_MOST],
    is_reaching: bool,
    /// The edges that Blue threatens to take meanwhile.
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
        self.find_since(rules, position, position.mark())
    }

    /// Remembers the pairs of a position, for [`Lines::find_since`].
    pub fn prepare<T: Target>(&mut self, rules: &Rules<T>, position: &mut Position) {
        self.pairs.clear();
        self.list(rules, position);
        self.base.clone_from(&self.pairs);
    }

    /// A shortest line that wins after the moves since a mark, at which the position was prepared; nothing is open, and
    /// Red is to move.
    pub fn find_since<T: Target>(&mut self, rules: &Rules<T>, position: &mut Position, mark: usize) -> Option<Line> {
        self.pairs.clear();
        if T::KEEPS_PAIRS {
            let Self { base, pairs, .. } = self;
            pairs.extend(
                base.iter()
                    .filter(|&&(p, q)| is_free(position, p) && is_free(position, q)),
            );
            for (colour, (u, v)) in position.since(mark) {
                if colour == RED {
                    add(rules, position, (u, v), pairs);
                }
            }
        } else {
            self.list(rules, position);
        }
        self.call += 1;
        self.left = MOST;
        for depth in 1..=LONGEST {
            let mut line = Vec::new();
            self.is_cut = false;
            if self.search(rules, position, depth, 0, 0, &mut line) {
                line.reverse();
                return Some(line);
            }
            if !self.is_cut || self.left == 0 {
                return None;
            }
        }
        None
    }

    /// Adds all pairs of a position to the list.
    fn list<T: Target>(&mut self, rules: &Rules<T>, position: &mut Position) {
        if T::KEEPS_PAIRS {
            for edge in position.edges(RED) {
                add(rules, position, edge, &mut self.pairs);
            }
            self.pairs.sort_unstable();
            self.pairs.dedup();
            return;
        }
        let touched = position.touched();
        let fresh = rules.limits.fresh_for_red(touched).min(1);
        let within = (((1u64 << (touched + fresh)) - 1) & 0xffff_ffff) as u32;
        let mark = position.mark();
        for u in 0..touched {
            for v in each(within & !position.taken(u) & (!1 << u)) {
                position.play(RED, (u as u8, v as u8));
                let threats = rules.threats(position, RED, (u as u8, v as u8));
                position.back_to(mark);
                let mut push = |edges: &[Edge]| {
                    let partners = edges.iter().map(|&(a, b)| number(a.into(), b.into()));
                    self.pairs.extend(partners.map(|partner| (number(u, v), partner)));
                };
                match threats {
                    Threats::No => {}
                    Threats::One(edge) => push(&[edge]),
                    Threats::More(a, b) => push(&[a, b]),
                }
            }
        }
    }

    /// Remembers the pairs of a position where no line wins, and the edges that Red can get by threats.
    pub fn prepare_quiet<T: Target>(&mut self, rules: &Rules<T>, position: &mut Position) {
        self.prepare(rules, position);
        self.reach = *position.rows(RED);
        self.blocks.clear();
        if T::KEEPS_PAIRS {
            self.is_reaching = true;
            self.find_since(rules, position, position.mark());
            self.is_reaching = false;
        }
    }

    /// Whether a line that wins can use the red edge, if none wins without it in the position of
    /// [`Lines::prepare_quiet`].
    #[inline]
    pub fn can_use<T: Target>(&self, rules: &Rules<T>, position: &Position, (u, v): Edge) -> bool {
        let edge = (u.min(v), u.max(v));
        !T::KEEPS_PAIRS
            || self.blocks.contains(&edge)
            || rules
                .target
                .may_pair(&self.reach, position.rows(BLUE), u.into(), v.into())
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
            // Other lists have each pair from both of its sides, if both can be played.
            let orders = [(p, q), (q, p)];
            for &(first, answer) in &orders[..1 + usize::from(T::KEEPS_PAIRS)] {
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
            if T::KEEPS_PAIRS {
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

    /// Red makes a threat, Blue takes the answer; then both take what they must. The list of pairs from `start` on is
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
            position.play(RED, edge(first));
            position.play(BLUE, edge(answer));
            let count = position.count(RED);
            let threats = rules.threats(position, BLUE, edge(answer));
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
            if T::KEEPS_PAIRS {
                add(rules, position, edge(first), &mut self.pairs);
                // Without a new pair no edge has two partners now.
                if is_last && self.pairs.len() == end && threats == Threats::No {
                    self.is_cut = self.is_cut || self.pairs[start..].iter().any(is_left);
                    return After::Blue;
                }
                for at in start..end {
                    let pair = self.pairs[at];
                    if is_left(&pair) {
                        self.pairs.push(pair);
                    }
                }
            } else {
                self.list(rules, position);
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
                () if q == first && T::KEEPS_PAIRS => Some(p),
                () => None,
            });
            answer = match partners.next() {
                None => return After::Blue,
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

/// Adds the pairs that need a red edge.
#[inline]
fn add<T: Target>(rules: &Rules<T>, position: &Position, (u, v): Edge, pairs: &mut Vec<Pair>) {
    let (red, blue) = (position.rows(RED), position.rows(BLUE));
    rules
        .target
        .pairs(red, blue, u.into(), v.into(), &mut |(a, b), (c, d)| {
            let (p, q) = (number(a, b), number(c, d));
            pairs.push((p.min(q), p.max(q)));
        });
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
