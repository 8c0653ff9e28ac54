//! Coloured graphs without isolated vertices, and the pairs that complete a target.

use graph::each;

use super::row::{ORDER, Pairs, Row, USED_MOST, below};
use super::target::Target;

/// A graph whose edges have colours; the vertices that edges touch are those below `n`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Position<const C: usize> {
    pub n: usize,
    /// Rows of each colour.
    pub rows: [[Row; ORDER]; C],
}

impl<const C: usize> Position<C> {
    pub const EMPTY: Self = Self {
        n: 0,
        rows: [[0; ORDER]; C],
    };

    /// With one more edge, whose ends may be the next one or two new vertices.
    #[inline]
    pub fn with(&self, (u, v): (usize, usize), colour: usize) -> Self {
        let mut child = self.clone();
        child.rows[colour][u] |= 1 << v;
        child.rows[colour][v] |= 1 << u;
        child.n = self.n.max(v + 1);
        child
    }

    /// Neighbours in any colour.
    #[inline]
    pub fn joined(&self, v: usize) -> Row {
        self.rows.iter().fold(0, |set, rows| set | rows[v])
    }

    /// Edges with their colours, by their ends: the larger one first.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize, usize)> + '_ {
        (0..self.n).flat_map(move |v| {
            each(self.joined(v) & below(v)).map(move |u| {
                let colour = (0..C).find(|&c| self.rows[c][v] >> u & 1 == 1);
                (u, v, colour.expect("an edge has a colour"))
            })
        })
    }
}

/// For each colour the free pairs that complete its target.
pub(crate) type Threats<const C: usize> = [Pairs; C];

/// What Builder may do, beside the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Vertices there are.
    pub vertices: usize,
    /// Whether every edge but the first must touch an earlier one.
    pub connected: bool,
}

impl Limits {
    /// Whether Builder may not do all that the rules allow.
    pub fn is_set(&self) -> bool {
        self.connected || self.vertices <= USED_MOST
    }

    /// Whether Builder may use one and two new vertices when he has used `n`.
    pub fn new_ones(&self, n: usize) -> (bool, bool) {
        let both = n + 2 <= self.vertices && (!self.connected || n == 0);
        (n > 0 && n < self.vertices, both)
    }

    fn cut(&self, n: usize, pairs: &mut Pairs) {
        let (one, both) = self.new_ones(n);
        pairs.fresh &= if one { Row::MAX } else { 0 };
        pairs.both &= both;
    }
}

/// The free pairs that complete a copy of `target` of `colour` together with the free pair `at`.
pub(crate) fn completed_with<const C: usize>(
    target: &Target,
    position: &Position<C>,
    colour: usize,
    at: (usize, usize),
    limits: &Limits,
) -> Pairs {
    // Each of the two pairs may have two new ends.
    let n = position.n;
    let universe = (n + 4).min(limits.vertices.max(n)).min(ORDER - 1);
    let mut out = [0; ORDER];
    target.through(&position.rows[colour], at, universe, &mut out);
    for v in 0..n {
        out[v] &= !position.joined(v);
    }
    let (u, v) = at;
    out[u] &= !(1 << v);
    out[v] &= !(1 << u);
    let mut pairs = Pairs::folded(n, &out);
    limits.cut(n, &mut pairs);
    pairs
}

/// Threats at the start.
pub(crate) fn threats_at_start<const C: usize>(targets: &[Target; C]) -> Threats<C> {
    let of = |target: &Target| Pairs {
        both: target.order() == 2,
        ..Pairs::NONE
    };
    targets.each_ref().map(of)
}

/// The threats of a position.
pub(crate) fn threats_of<const C: usize>(targets: &[Target; C], position: &Position<C>) -> Threats<C> {
    std::array::from_fn(|c| target_threats_of(&targets[c], position, c))
}

/// The threats of one colour.
pub(crate) fn target_threats_of<const C: usize>(target: &Target, position: &Position<C>, colour: usize) -> Pairs {
    let n = position.n;
    let mut out = [0; ORDER];
    if target.order() == 2 {
        (0..n + 2).for_each(|v| out[v] = below(n + 2) & !(1 << v));
    }
    for (u, v, _) in position.edges().filter(|(.., c)| *c == colour) {
        for at in [(u, v), (v, u)] {
            target.through(&position.rows[colour], at, n + 2, &mut out);
        }
    }
    for v in 0..n {
        out[v] &= !position.joined(v);
    }
    Pairs::folded(n, &out)
}

/// The threats after one more edge; `child` is `parent` with the edge `at` of `colour`.
pub(crate) fn threats_after<const C: usize>(
    targets: &[Target; C],
    before: &Threats<C>,
    n: usize,
    child: &Position<C>,
    at: (usize, usize),
    colour: usize,
) -> Threats<C> {
    let mut after = threats_left(before, n, child, at);
    let mut out = [0; ORDER];
    targets[colour].through(&child.rows[colour], at, child.n + 2, &mut out);
    for v in 0..child.n {
        out[v] &= !child.joined(v);
    }
    let new = Pairs::folded(child.n, &out);
    after[colour].join(child.n, &new);
    after
}

/// The threats of before, without those that the edge `at` brings; `child` is the position of `n` vertices with it.
pub(crate) fn threats_left<const C: usize>(
    before: &Threats<C>,
    n: usize,
    child: &Position<C>,
    at: (usize, usize),
) -> Threats<C> {
    let mut after = *before;
    for threats in &mut after {
        for added in n..child.n {
            let new = if threats.both { below(added) & !below(n) } else { 0 };
            let others = threats.fresh & below(n) | new;
            threats.rows[added] = others;
            each(others).for_each(|w| threats.rows[w] |= 1 << added);
            threats.fresh |= Row::from(threats.both) << added;
        }
        threats.rows[at.0] &= !(1 << at.1);
        threats.rows[at.1] &= !(1 << at.0);
    }
    after
}

/// Whether Builder wins with the next move.
pub(crate) fn wins_in_one<const C: usize>(n: usize, threats: &Threats<C>, limits: &Limits) -> bool {
    let mut common = threats[0];
    threats[1..].iter().for_each(|other| common.meet(n, other));
    limits.cut(n, &mut common);
    !common.is_empty(n)
}

/// Whether Builder wins within two moves.
///
/// A move f, coloured c, leaves the threats of the other colours as they are; so Painter loses with it if f completes
/// c's target or some g that all other colours lose on completes c's target together with f. f and g may share new
/// vertices.
pub(crate) fn wins_in_two<const C: usize>(
    targets: &[Target; C],
    position: &Position<C>,
    threats: &Threats<C>,
    limits: &Limits,
) -> bool {
    let n = position.n;
    if wins_in_one(n, threats, limits) {
        return true;
    }
    let others = |colour: usize| {
        let mut common: Option<Pairs> = None;
        for (_, pairs) in threats.iter().enumerate().filter(|(c, _)| *c != colour) {
            match &mut common {
                Some(common) => common.meet(n, pairs),
                None => common = Some(*pairs),
            }
        }
        let mut common = common.expect("two colours");
        limits.cut(n, &mut common);
        common
    };
    let others: [Pairs; C] = std::array::from_fn(others);
    // A colour whose losing moves are its threats alone comes first.
    let mut order: [usize; C] = std::array::from_fn(|c| c);
    order.sort_by_key(|&c| !others[c].is_empty(n));
    let mut losing: Option<Pairs> = None;
    for c in order {
        let mut set = threats[c];
        for g in others[c].each(n) {
            set.join(n, &completed_with(&targets[c], position, c, g, limits));
        }
        limits.cut(n, &mut set);
        match &mut losing {
            Some(losing) => losing.meet(n, &set),
            None => losing = Some(set),
        }
        if losing.as_ref().is_some_and(|losing| losing.is_empty(n)) {
            return false;
        }
    }
    true
}
