//! Canonical deletion: which edges of a graph H, when deleted, leave a position that belongs to H.
//!
//! Each position G that is not saturated has a *canonical open pair*, and belongs to the graph that results from adding
//! this pair. The rule, each criterion breaking the ties of the one before: largest degree sum in G, largest degree
//! difference, largest pair of early colours, of late colours, lowest canonical place. Only the last needs the
//! labelling that yields the key.

use super::above::Above;
use super::ties::Ties;
use super::{Board, Position};
use canon::vector::{Unit, Vector, twinned};
use canon::{Canonical, Colours, Key, Lanes, NO_PAIRS, PAIRS, Sorted};
use graph::Graph;

/// Buffers of one thread.
#[derive(Debug)]
pub struct Scratch<R: Lanes, const W: usize> {
    pairs: Vec<(u8, u8)>,
    accepted: Vec<Key<R>>,
    candidates: Vec<Candidate<R, W>>,
}

/// An edge of H that might belong to a position.
#[derive(Clone, Copy, Debug)]
struct Candidate<R, const W: usize> {
    edge: (usize, usize),
    /// H without the edge.
    below: Board<R, W>,
    colours: Colours<W>,
    ties: Ties<R, W>,
    sorted: Sorted<R, W>,
}

impl<R: Lanes, const W: usize> Default for Scratch<R, W> {
    fn default() -> Self {
        let nothing = Candidate {
            edge: (0, 0),
            below: Board {
                graph: Graph::empty(0),
                open: [R::EMPTY; W],
            },
            colours: Colours([0; W]),
            ties: Ties::NONE,
            sorted: Sorted::NONE,
        };
        Self {
            pairs: Vec::new(),
            accepted: Vec::new(),
            candidates: vec![nothing; PAIRS],
        }
    }
}

/// Visits the positions on `n` vertices that belong to `above`, each class once; returns the number of labellings
/// computed.
pub(super) fn expand<R: Lanes, const W: usize, F: FnMut(&Position<R, W>)>(
    vector: Option<Vector>,
    n: usize,
    above: Key<R>,
    scratch: &mut Scratch<R, W>,
    visit: F,
) -> u64 {
    twinned!(
        vector,
        delete_edges,
        [F: FnMut(&Position<R, W>)],
        (n: usize, above: Key<R>, scratch: &mut Scratch<R, W>, visit: F),
        u64
    )
}

#[inline(always)]
fn delete_edges<U: Unit, R: Lanes, const W: usize, F: FnMut(&Position<R, W>)>(
    unit: U,
    n: usize,
    above: Key<R>,
    scratch: &mut Scratch<R, W>,
    mut visit: F,
) -> u64 {
    let above = Above::<R, W>::new(unit, n, above);
    let edges = above.candidates(unit);
    scratch.accepted.clear();
    if unit.vector().is_some_and(|vector| vector.long().is_some()) && W == 16 {
        return by_stages(unit, &above, &edges, scratch, visit);
    }
    let mut labellings = 0;
    for v in R::filled(unit, &edges).vertices() {
        for u in edges[v % W].vertices() {
            if let Some(candidate) = one_by_one(unit, &above, (u, v)) {
                labellings += 1;
                let key = candidate.sorted.key(unit, &candidate.below.graph);
                accept(unit, &candidate, key, scratch, &mut visit);
            }
        }
    }
    labellings
}

/// The edge `uv` as a candidate, when no rival ranks before it by what is known without a labelling.
#[inline(always)]
fn one_by_one<U: Unit, R: Lanes, const W: usize>(
    unit: U,
    above: &Above<R, W>,
    (u, v): (usize, usize),
) -> Option<Candidate<R, W>> {
    let (opened_u, opened_v) = (above.opened(u, v), above.opened(v, u));
    let (better_u, equal_u) = above.rivals_at(u, v, opened_u);
    let (better_v, equal_v) = above.rivals_at(v, u, opened_v);
    if better_u || better_v {
        return None;
    }
    let (better, equal) = above.rivals_elsewhere(unit, u, v);
    if better {
        return None;
    }
    let mut ties = Ties::new(unit, equal, [(u, equal_u), (v, equal_v)]);
    let below = above.without((u, v), (opened_u, opened_v));
    let early = below.early(unit).colours;
    if ties.any && !ties.keep(unit, &early, (u, v)) {
        return None;
    }
    let colours = early.late(unit, below.graph.rows(), &below.open);
    if ties.any && !ties.keep(unit, &colours, (u, v)) {
        return None;
    }
    Some(Candidate {
        edge: (u, v),
        below,
        colours,
        ties,
        sorted: Sorted::new(unit, &below.graph, &colours),
    })
}

/// [`one_by_one`] for all of `edges`, stage by stage, then their keys in twos. Stages have no branches, so that the
/// processor works on several candidates at a time. That gains where registers are long; elsewhere candidates that wait in
/// memory cost more: 5 % of an expansion with AVX2, 8 % in rows of 32 bits.
#[inline(always)]
fn by_stages<U: Unit, R: Lanes, const W: usize, F: FnMut(&Position<R, W>)>(
    unit: U,
    above: &Above<R, W>,
    edges: &[R; W],
    scratch: &mut Scratch<R, W>,
    mut visit: F,
) -> u64 {
    let mut list = NO_PAIRS;
    let count = R::pairs(unit, edges, &mut list);
    let mut candidates = std::mem::take(&mut scratch.candidates);
    let mut left = 0;
    for &[v, u] in &list[..count] {
        let (u, v) = (usize::from(u), usize::from(v));
        let (opened_u, opened_v) = (above.opened(u, v), above.opened(v, u));
        let (better_u, equal_u) = above.rivals_at(u, v, opened_u);
        let (better_v, equal_v) = above.rivals_at(v, u, opened_v);
        let (better, equal) = above.rivals_elsewhere(unit, u, v);
        let candidate = &mut candidates[left];
        candidate.edge = (u, v);
        candidate.ties = Ties::new(unit, equal, [(u, equal_u), (v, equal_v)]);
        left += usize::from(!(better_u | better_v | better));
    }
    let count = left;
    left = 0;
    for at in 0..count {
        let Candidate {
            edge: (u, v), mut ties, ..
        } = candidates[at];
        let below = above.without((u, v), (above.opened(u, v), above.opened(v, u)));
        let colours = below.early(unit).colours;
        let best = ties.keep(unit, &colours, (u, v));
        candidates[left] = Candidate {
            edge: (u, v),
            below,
            colours,
            ties,
            sorted: Sorted::NONE,
        };
        left += usize::from(best);
    }
    let count = left;
    left = 0;
    for at in 0..count {
        let Candidate {
            edge: (u, v),
            below,
            colours,
            mut ties,
            ..
        } = candidates[at];
        let colours = colours.late(unit, below.graph.rows(), &below.open);
        let best = !ties.any || ties.keep(unit, &colours, (u, v));
        candidates[left] = Candidate {
            edge: (u, v),
            below,
            colours,
            ties,
            sorted: Sorted::new(unit, &below.graph, &colours),
        };
        left += usize::from(best);
    }
    for two in candidates[..left].chunks(2) {
        let keys = match two {
            [a, b] => Sorted::keys(unit, [&a.below.graph, &b.below.graph], [&a.sorted, &b.sorted]),
            _ => [two[0].sorted.key(unit, &two[0].below.graph); 2],
        };
        for (candidate, key) in two.iter().zip(keys) {
            accept(unit, candidate, key, scratch, &mut visit);
        }
    }
    scratch.candidates = candidates;
    left as u64
}

/// Visits the position that `candidate` leads to if it belongs to H and no edge before led to it.
#[inline(always)]
fn accept<U: Unit, R: Lanes, const W: usize, F: FnMut(&Position<R, W>)>(
    unit: U,
    candidate: &Candidate<R, W>,
    key: Key<R>,
    scratch: &mut Scratch<R, W>,
    visit: &mut F,
) {
    let Candidate {
        edge: (u, v),
        below,
        colours,
        ties,
        sorted,
    } = candidate;
    let Scratch { pairs, accepted, .. } = scratch;
    let canonical = Canonical::of_sorted(unit, &below.graph, &below.open, colours, sorted, key);
    if ties.any && !canonical.is_lowest((*u as u8, *v as u8), ties.pairs(unit, pairs)) {
        return;
    }
    if accepted.contains(&canonical.key) {
        return;
    }
    accepted.push(canonical.key);
    visit(&Position {
        board: *below,
        canonical: Some(canonical),
        into: Some((*u, *v)),
    });
}
