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
            candidates: vec![nothing; PAIRS + 1],
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
    let Scratch {
        pairs,
        accepted,
        candidates,
    } = scratch;
    let mut list = NO_PAIRS;
    let count = R::pairs(unit, &above.candidates(unit), &mut list);
    // Without a branch, so that the processor works on several candidates at a time: their chains are long.
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
    accepted.clear();
    let mut labellings = 0;
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
    for at in (0..left).step_by(2) {
        let two = &candidates[at..at + 2];
        let keys = Sorted::keys(
            unit,
            [&two[0].below.graph, &two[1].below.graph],
            [&two[0].sorted, &two[1].sorted],
        );
        for (candidate, key) in two.iter().zip(keys).take(left - at) {
            let Candidate {
                edge: (u, v),
                below,
                colours,
                ties,
                sorted,
            } = candidate;
            labellings += 1;
            let canonical = Canonical::of_sorted(unit, &below.graph, &below.open, colours, sorted, key);
            if ties.any && !canonical.is_lowest((*u as u8, *v as u8), ties.pairs(unit, pairs)) {
                continue;
            }
            if accepted.contains(&canonical.key) {
                continue;
            }
            accepted.push(canonical.key);
            visit(&Position {
                board: *below,
                canonical: Some(canonical),
                into: Some((*u, *v)),
            });
        }
    }
    labellings
}
