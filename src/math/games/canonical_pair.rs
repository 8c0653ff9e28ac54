//! The pair of vertices that represents a position on the way up or down, for games without their own kernel.
//!
//! In a set of pairs that does not depend on labels (the legal moves, or the possible last edges) one pair is
//! canonical, up to automorphisms: the one with the largest degree sum, then the largest degree difference, then the
//! largest early colours, then the largest late colours, then the lowest canonical place. Each position is then
//! generated once: when the pair added or deleted is the canonical one of the new position.

use super::ranks::{Compared, Ranks};
use canon::vector::Unit;
use canon::{Canonical, Colours, Early, Key, Lanes, Places, far};
use graph::{Graph, Row};

/// Returns the edges `(u, v)`, `u < v`, of rows.
pub(super) fn pairs<R: Lanes<W>, const W: usize>(rows: &[R; W]) -> impl Iterator<Item = (usize, usize)> + '_ {
    (0..W).flat_map(move |v| (rows[v] & R::below(v)).vertices().map(move |u| (u, v)))
}

/// The vertices that name pairs which are equivalent because of twins.
#[derive(Clone, Copy)]
pub(super) struct Twins<R> {
    /// The first vertex of each class of twins.
    firsts: R,
    /// The second vertex of each class of twins that has one.
    seconds: R,
}

impl<R: Row> Twins<R> {
    #[inline(always)]
    pub fn new<const W: usize>(graph: &Graph<R, W>, firsts: R) -> Self {
        let rows = graph.rows();
        let mut seconds = R::EMPTY;
        // Few vertices have an earlier twin.
        for v in (R::below(graph.order()) & !firsts).vertices() {
            let before = (0..v).filter(|&u| rows[u] == rows[v]).count();
            if before == 1 {
                seconds |= R::bit(v);
            }
        }
        Self { firsts, seconds }
    }

    /// Returns those of the pairs in `rows`, which swaps of twins permute, that represent the others: the first
    /// vertices of two classes, or the first and the second of one. Row `v` has the vertices before `v`.
    #[inline(always)]
    pub fn first_pairs<const W: usize>(&self, graph: &Graph<R, W>, rows: &[R; W]) -> [R; W] {
        let mut kept = [R::EMPTY; W];
        for v in self.firsts.vertices() {
            kept[v] = rows[v] & self.firsts & R::below(v);
        }
        for v in self.seconds.vertices() {
            let own = (rows[v] & self.firsts & R::below(v)).vertices();
            kept[v] = own
                .filter(|&u| graph.neighbours(u) == graph.neighbours(v))
                .fold(R::EMPTY, |set, u| set | R::bit(u));
        }
        kept
    }
}

/// The pairs of one graph that lead to others, in order to leave out equivalent ones.
struct Orbits<'a, R: Lanes<W>, const W: usize> {
    graph: &'a Graph<R, W>,
    far: &'a [R; W],
    colours: Colours<W>,
    twins: Twins<R>,
    /// Whether an automorphism may be other than a product of swaps of twins.
    has_others: bool,
    /// Computed once two pairs with the same colours have come.
    places: Option<Places<W>>,
    seen: Vec<(usize, usize)>,
}

impl<'a, R: Lanes<W>, const W: usize> Orbits<'a, R, W> {
    #[inline(always)]
    fn new<U: Unit>(unit: U, graph: &'a Graph<R, W>, far: &'a [R; W]) -> Self {
        let colours = Early::new(unit, graph.rows(), far)
            .colours
            .late(unit, graph.rows(), far);
        let (firsts, mixed) = R::alike(unit, graph.rows(), &colours.0);
        Self {
            graph,
            far,
            colours,
            twins: Twins::new(graph, firsts & R::below(graph.order())),
            has_others: !mixed.is_empty(),
            places: None,
            seen: Vec::new(),
        }
    }

    /// Returns whether no automorphism maps `uv`, one of [`Twins::first_pairs`], to an earlier pair.
    #[inline(always)]
    fn is_new<U: Unit>(&mut self, unit: U, (u, v): (usize, usize)) -> bool {
        if !self.has_others {
            return true;
        }
        let colour = self.colours.pair(u, v);
        let same_colour = |&(x, y): &(usize, usize)| self.colours.pair(x, y) == colour;
        if self.seen.iter().any(same_colour) {
            let places = || Canonical::new(unit, self.graph, self.far, &self.colours).places();
            let places = self.places.get_or_insert_with(places);
            let place = places.of(u, v);
            if self.seen.iter().any(|&(x, y)| places.of(x, y) == place) {
                return false;
            }
        }
        self.seen.push((u, v));
        true
    }
}

/// The set of pairs one of which is canonical.
struct Rivals<'a, R, const W: usize> {
    /// Rows of pairs that are certainly in the set.
    sure: &'a [R; W],
    /// Rows of pairs that include the set.
    bound: &'a [R; W],
}

/// A pair that is the canonical one unless a tie has a lower place.
struct Tie<R, const W: usize> {
    own: (u8, u8),
    ties: Vec<(u8, u8)>,
    far: [R; W],
    late: Colours<W>,
}

impl<R: Lanes<W>, const W: usize> Rivals<'_, R, W> {
    /// Compares the pair `uv` with the others in the set, all but for their places; `None` when one comes before it.
    /// `close` removes the pairs that are not in the set from rows.
    #[inline(always)]
    fn ties<U: Unit>(
        &self,
        unit: U,
        graph: &Graph<R, W>,
        ranks: &Ranks<R, W>,
        (u, v): (usize, usize),
        close: impl Fn(&mut [R; W]),
    ) -> Option<Tie<R, W>> {
        let Compared { better, equal } = ranks.compared(unit, u, v);
        let (mut surely_better, mut others) = ([R::EMPTY; W], [R::EMPTY; W]);
        for x in 0..W {
            surely_better[x] = better[x] & self.sure[x];
            others[x] = (better[x] | equal[x]) & self.bound[x] & !self.sure[x];
        }
        if !R::filled(unit, &surely_better).is_empty() {
            return None;
        }
        (others[u], others[v]) = (others[u] & !R::bit(v), others[v] & !R::bit(u));
        if !R::filled(unit, &others).is_empty() {
            close(&mut others);
        }
        let (mut surely_better, mut ties) = ([R::EMPTY; W], [R::EMPTY; W]);
        for x in 0..W {
            surely_better[x] = others[x] & better[x];
            ties[x] = equal[x] & (self.sure[x] | others[x]);
        }
        if !R::filled(unit, &surely_better).is_empty() {
            return None;
        }
        (ties[u], ties[v]) = (ties[u] & !R::bit(v), ties[v] & !R::bit(u));
        let far = far(unit, graph);
        let early = Early::new(unit, graph.rows(), &far).colours;
        let ties = unrefuted(&early, (u, v), pairs(&ties).map(|(x, y)| (x as u8, y as u8)))?;
        let late = early.late(unit, graph.rows(), &far);
        Some(Tie {
            own: (u as u8, v as u8),
            ties: unrefuted(&late, (u, v), ties.into_iter())?,
            far,
            late,
        })
    }
}

impl<R: Lanes<W>, const W: usize> Tie<R, W> {
    /// Returns the canonical labelling of `graph` when the pair is the canonical one.
    #[inline(always)]
    fn labelled<U: Unit>(&self, unit: U, graph: &Graph<R, W>) -> Option<Canonical<R, W>> {
        let canonical = Canonical::new(unit, graph, &self.far, &self.late);
        (self.ties.is_empty() || canonical.is_lowest(self.own, &self.ties)).then_some(canonical)
    }
}

/// Returns the pairs that have the colours of `own`; `None` when one has larger ones.
#[inline(always)]
fn unrefuted<const W: usize>(
    colours: &Colours<W>,
    own: (usize, usize),
    pairs: impl Iterator<Item = (u8, u8)>,
) -> Option<Vec<(u8, u8)>> {
    let own = colours.pair(own.0, own.1);
    let mut ties = Vec::new();
    for (x, y) in pairs {
        let other = colours.pair(x.into(), y.into());
        if other > own {
            return None;
        }
        if other == own {
            ties.push((x, y));
        }
    }
    Some(ties)
}

/// The legal moves of graphs.
pub(super) trait Moves<R: Lanes<W>, const W: usize> {
    /// Returns rows of pairs that include the legal moves of `graph`. Cost: little.
    fn bound(&self, graph: &Graph<R, W>) -> [R; W];

    /// Removes from the rows `open`, pairs within the bound, those that are no legal moves.
    fn close(&self, graph: &Graph<R, W>, open: &mut [R; W]);

    /// Returns the possible last edges of `graph`.
    fn removable(&self, graph: &Graph<R, W>) -> [R; W];

    /// Returns whether a legal move stays legal without one of the earlier edges.
    fn last(&self) -> bool;
}

/// Visits the graphs with one edge less than `above` whose canonical legal move leads to it, each class once, with the
/// labelling, the edge deleted, and rows of legal moves, not always all. Returns the number of labellings.
#[inline(always)]
pub(super) fn descend<U: Unit, R: Lanes<W>, const W: usize>(
    unit: U,
    moves: &impl Moves<R, W>,
    above: &Graph<R, W>,
    mut visit: impl FnMut(Graph<R, W>, Canonical<R, W>, (usize, usize), [R; W]),
) -> u64 {
    let mut labellings = 0;
    let mut sure = [R::EMPTY; W];
    if moves.last() {
        sure = moves.bound(above);
        moves.close(above, &mut sure);
    }
    let ranks = Ranks::new(unit, above);
    // A pair loses at most one of its degree sum when it does not meet both ends of the edge.
    let least = ranks.largest_sum(&sure).saturating_sub(1);
    let far = far(unit, above);
    let mut orbits = Orbits::new(unit, above, &far);
    let edges = orbits.twins.first_pairs(above, &moves.removable(above));
    for (u, v) in pairs(&edges) {
        if ranks.sum(u, v) < least + 2 {
            continue;
        }
        let graph = above.toggled(u, v);
        let below = ranks.without(u, v);
        let rivals = Rivals {
            sure: &sure,
            bound: &moves.bound(&graph),
        };
        let close = |open: &mut [R; W]| moves.close(&graph, open);
        let tie = rivals.ties(unit, &graph, &below, (u, v), close);
        let Some(tie) = tie else { continue };
        if !orbits.is_new(unit, (u, v)) {
            continue;
        }
        labellings += 1;
        if let Some(canonical) = tie.labelled(unit, &graph) {
            visit(graph, canonical, (u, v), sure);
        }
    }
    labellings
}

/// Visits the keys of the graphs with one more edge, added to `below` by a legal move, whose canonical last edge it is:
/// each class once. Returns whether there is a legal move.
#[inline(always)]
pub(super) fn ascend<U: Unit, R: Lanes<W>, const W: usize>(
    unit: U,
    moves: &impl Moves<R, W>,
    below: &Graph<R, W>,
    mut visit: impl FnMut(Key<R>),
) -> bool {
    let mut open = moves.bound(below);
    moves.close(below, &mut open);
    if R::filled(unit, &open).is_empty() {
        return false;
    }
    let ranks = Ranks::new(unit, below);
    // With one more edge no pair has a smaller sum, but other edges may become impossible as last ones.
    let least = if moves.last() {
        ranks.largest_sum(below.rows())
    } else {
        0
    };
    let far = far(unit, below);
    let mut orbits = Orbits::new(unit, below, &far);
    for (u, v) in pairs(&orbits.twins.first_pairs(below, &open)) {
        if ranks.sum(u, v) + 2 < least {
            continue;
        }
        let graph = below.toggled(u, v);
        let above = ranks.with(u, v);
        let edges = moves.removable(&graph);
        let rivals = Rivals {
            sure: &edges,
            bound: &edges,
        };
        let tie = rivals.ties(unit, &graph, &above, (u, v), |_: &mut [R; W]| {});
        let Some(tie) = tie else { continue };
        if orbits.is_new(unit, (u, v))
            && let Some(canonical) = tie.labelled(unit, &graph)
        {
            visit(canonical.key);
        }
    }
    true
}

/// Returns the first of each class of `rows` under the automorphisms, lazily.
pub(super) fn firsts<R: Lanes<W>, const W: usize>(
    rows: &[R; W],
    places: &Places<W>,
) -> impl Iterator<Item = (usize, usize)> {
    let mut seen = Vec::new();
    pairs(rows).filter(move |&(u, v)| {
        let place = places.of(u, v);
        let is_new = !seen.contains(&place);
        if is_new {
            seen.push(place);
        }
        is_new
    })
}
