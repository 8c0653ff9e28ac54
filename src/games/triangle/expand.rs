//! Canonical deletion: which edges of a graph H, when deleted, leave a position that belongs to H.
//!
//! Each position G that is not saturated has a *canonical open pair*, and belongs to the graph that results from adding
//! this pair. The rule, each criterion breaking the ties of the one before: largest degree sum in G, largest degree
//! difference, largest pair of early colours, of late colours, lowest canonical place. Only the last needs the
//! labelling that yields the key.

use super::Position;
use super::above::{Above, Rivals};
use super::ties::Ties;
use canon::vector::{Unit, Vector, twinned};
use canon::{Canonical, Key, Lanes};

/// Buffers of one thread.
#[derive(Debug)]
pub struct Scratch<R: Lanes> {
    pairs: Vec<(u8, u8)>,
    accepted: Vec<Key<R>>,
}

impl<R: Lanes> Default for Scratch<R> {
    fn default() -> Self {
        Self {
            pairs: Vec::new(),
            accepted: Vec::new(),
        }
    }
}

/// Visits the positions on `n` vertices that belong to `above`, each class once; returns the number of labellings
/// computed.
pub(super) fn expand<R: Lanes, const W: usize, F: FnMut(&Position<R, W>)>(
    vector: Option<Vector>,
    n: usize,
    above: Key<R>,
    scratch: &mut Scratch<R>,
    visit: F,
) -> u64 {
    twinned!(
        vector,
        delete_edges,
        [F: FnMut(&Position<R, W>)],
        (n: usize, above: Key<R>, scratch: &mut Scratch<R>, visit: F),
        u64
    )
}

#[inline(always)]
fn delete_edges<U: Unit, R: Lanes, const W: usize, F: FnMut(&Position<R, W>)>(
    unit: U,
    n: usize,
    above: Key<R>,
    scratch: &mut Scratch<R>,
    mut visit: F,
) -> u64 {
    let above = Above::<R, W>::new(unit, n, above);
    let Scratch { pairs, accepted } = scratch;
    accepted.clear();
    let mut labellings = 0;
    let candidates = above.candidates(unit);
    for v in R::filled(unit, &candidates).vertices() {
        for u in candidates[v % W].vertices() {
            let (opened_u, opened_v) = (above.opened(u, v), above.opened(v, u));
            let (better_u, equal_u) = above.rivals_at(u, v, opened_u);
            let (better_v, equal_v) = above.rivals_at(v, u, opened_v);
            if better_u || better_v {
                continue;
            }
            let Rivals::Equal(equal) = above.rivals_elsewhere(unit, u, v) else {
                continue;
            };
            let mut ties = Ties::new(unit, equal, [(u, equal_u), (v, equal_v)]);
            let below = above.without((u, v), (opened_u, opened_v));
            let mut colours = below.early(unit).colours;
            if ties.any && !ties.keep(unit, &colours, (u, v)) {
                continue;
            }
            colours = colours.late(unit, below.graph.rows(), &below.open);
            if ties.any && !ties.keep(unit, &colours, (u, v)) {
                continue;
            }
            labellings += 1;
            let canonical = Canonical::new(unit, &below.graph, &below.open, &colours);
            if ties.any && !canonical.is_lowest((u as u8, v as u8), ties.pairs(unit, pairs)) {
                continue;
            }
            if accepted.contains(&canonical.key) {
                continue;
            }
            accepted.push(canonical.key);
            visit(&Position {
                board: below,
                canonical: Some(canonical),
                into: Some((u, v)),
            });
        }
    }
    labellings
}
