//! The pair of vertices that represents a position on the way up or down, for games without their own kernel.
//!
//! In a set of pairs that does not depend on labels (the legal moves, or the possible last edges) one pair is
//! canonical, up to automorphisms. Each position is then generated once: when the pair added or deleted is the
//! canonical one of the new position.

use canon::{Canonical, Key, Lanes, Places};
use graph::Graph;

/// Returns the edges `(u, v)`, `u < v`, of rows.
fn pairs<R: Lanes, const W: usize>(rows: &[R; W]) -> impl Iterator<Item = (usize, usize)> + '_ {
    (0..W).flat_map(move |v| (rows[v] & R::below(v)).vertices().map(move |u| (u, v)))
}

/// Returns the canonical labelling of `graph` when `own` is, up to automorphisms, the canonical one of the `wanted`
/// pairs in the rows `bound`; `own` must be among them. Canonical is the pair with the largest degree sum, then the
/// largest degree difference, then the lowest canonical place. `sure` are rows of pairs that are certainly wanted.
/// `labellings` counts the labellings.
pub(super) fn canonical_when_chosen<R: Lanes, const W: usize>(
    graph: &Graph<R, W>,
    own: (usize, usize),
    (sure, bound): (&[R; W], &[R; W]),
    mut wanted: impl FnMut(usize, usize) -> bool,
    labellings: &mut u64,
) -> Option<Canonical<R, W>> {
    let degrees: [u32; W] = std::array::from_fn(|v| graph.neighbours(v).count());
    let rank = |(u, v): (usize, usize)| (degrees[u] + degrees[v], degrees[u].abs_diff(degrees[v]));
    let own_rank = rank(own);
    if pairs(sure).any(|pair| rank(pair) > own_rank) {
        return None;
    }
    let mut ties = Vec::new();
    for pair in pairs(bound) {
        if pair != own && rank(pair) >= own_rank && (sure[pair.0].has(pair.1) || wanted(pair.0, pair.1)) {
            if rank(pair) > own_rank {
                return None;
            }
            ties.push((pair.0 as u8, pair.1 as u8));
        }
    }
    *labellings += 1;
    let canonical = Canonical::of(graph);
    canonical
        .is_lowest((own.0 as u8, own.1 as u8), &ties)
        .then_some(canonical)
}

/// Returns the first of each class of `rows` under the automorphisms, lazily.
pub(super) fn firsts<R: Lanes, const W: usize>(
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

/// Visits the keys of the graphs with one more edge, added to `below` by a legal move, whose canonical last edge it is:
/// each class once. Legal are those pairs in the rows `bound` that are `open`; `removable` gives the possible last
/// edges of a graph, as rows. Returns whether there is a legal move.
pub(super) fn ascend<R: Lanes, const W: usize>(
    below: &Graph<R, W>,
    bound: &[R; W],
    mut open: impl FnMut(usize, usize) -> bool,
    removable: impl Fn(&Graph<R, W>) -> [R; W],
    mut visit: impl FnMut(Key<R>),
) -> bool {
    let places = Canonical::of(below).places();
    let mut has_move = false;
    for (u, v) in firsts(bound, &places).filter(|&(u, v)| open(u, v)) {
        has_move = true;
        let above = below.toggled(u, v);
        let edges = removable(&above);
        if let Some(canonical) = canonical_when_chosen(&above, (u, v), (&edges, &edges), |_, _| true, &mut 0) {
            visit(canonical.key);
        }
    }
    has_move
}
