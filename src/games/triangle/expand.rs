//! Canonical deletion: which edges of a graph H, when deleted, leave a position that belongs to H.
//!
//! Each position G that is not saturated has a *canonical open pair*, and belongs to the graph that adding this pair
//! gives. The rule, each criterion breaking the ties of the one before: largest degree sum in G, largest degree
//! difference, largest pair of early colours, of late colours, lowest canonical place. Only the last needs the
//! labelling that makes the key.

use super::{Board, Position};
use crate::canon::vector::{Unit, twinned};
use crate::canon::{Canonical, Key, Lanes, Reach};
use crate::graph::Graph;

/// Buffers of one thread.
#[derive(Debug)]
pub struct Scratch<R: Lanes> {
    open_pairs: Vec<Pair<R>>,
    ties: Vec<(u8, u8)>,
    accepted: Vec<Key<R>>,
}

impl<R: Lanes> Default for Scratch<R> {
    fn default() -> Self {
        Self {
            open_pairs: Vec::new(),
            ties: Vec::new(),
            accepted: Vec::new(),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Pair<R> {
    ends: R,
    rank: u32,
}

/// Order of open pairs by degrees: sum first, then difference.
#[inline(always)]
fn rank(a: u32, b: u32) -> u32 {
    (a + b) << 8 | a.abs_diff(b)
}

/// Visits the positions on `n` vertices that belong to `above`, each class once; returns the number of labellings made.
pub(super) fn expand<R: Lanes, const W: usize, F: FnMut(&Position<R, W>)>(
    vector: bool,
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
    let above: Graph<R, W> = above.graph(n);
    let rows = above.rows();
    let reach = Reach::new(&above);
    let open = reach.far(&above);
    let mut degree = [0u32; W];
    for v in 0..W {
        degree[v] = rows[v].count();
    }
    let mut of_degree = [R::EMPTY; W];
    for v in 0..n {
        of_degree[degree[v] as usize % W] |= R::bit(v);
    }
    let firsts = above.first_twins();
    let mut above_degree = [R::EMPTY; W];
    for d in (0..W - 1).rev() {
        above_degree[d] = above_degree[d + 1] | of_degree[d + 1];
    }

    let Scratch {
        open_pairs,
        ties,
        accepted,
    } = scratch;
    open_pairs.clear();
    accepted.clear();
    let mut best = Pair {
        ends: R::EMPTY,
        rank: 0,
    };
    for x in 0..n {
        for y in (open[x] & R::below(x)).vertices() {
            let pair = Pair {
                ends: R::bit(x) | R::bit(y),
                rank: rank(degree[x], degree[y]),
            };
            if pair.rank > best.rank {
                best = pair;
            }
            open_pairs.push(pair);
        }
    }

    let mut labellings = 0;
    for v in firsts.vertices() {
        for u in (rows[v] & R::below(v) & firsts).vertices() {
            let ends = R::bit(u) | R::bit(v);
            let (du, dv) = (degree[u] - 1, degree[v] - 1);
            let own = rank(du, dv);
            if best.rank > own && (best.ends & ends).is_empty() {
                continue;
            }
            // Deleting uv opens uv itself, and every pair that had its only common neighbour across it.
            let opened_u = rows[v] & !(reach.twice[u] | ends);
            let opened_v = rows[u] & !(reach.twice[v] | ends);
            let (open_u, open_v) = (open[u] | opened_u, open[v] | opened_v);
            if !(open_u & above_degree[dv as usize % W]).is_empty()
                || !(open_v & above_degree[du as usize % W]).is_empty()
            {
                continue;
            }
            ties.clear();
            let mut refuted = false;
            for pair in open_pairs.iter() {
                if pair.rank >= own && (pair.ends & ends).is_empty() {
                    if pair.rank > own {
                        refuted = true;
                        break;
                    }
                    let low = pair.ends.lowest();
                    ties.push((low as u8, (pair.ends ^ R::bit(low)).lowest() as u8));
                }
            }
            if refuted {
                continue;
            }
            for x in (open_u & of_degree[dv as usize % W]).vertices() {
                ties.push((u as u8, x as u8));
            }
            for x in (open_v & of_degree[du as usize % W]).vertices() {
                ties.push((v as u8, x as u8));
            }

            let below = deleted(&above, &open, (u, v), (opened_u, opened_v));
            let mut colours = below.early(unit).colours;
            if !keep_ties(ties, colours.pair(u, v), |x, y| colours.pair(x, y)) {
                continue;
            }
            colours = colours.late(unit, below.graph.rows(), &below.open);
            if !keep_ties(ties, colours.pair(u, v), |x, y| colours.pair(x, y)) {
                continue;
            }
            labellings += 1;
            let canonical = Canonical::new(unit, &below.graph, &below.open, &colours);
            if !ties.is_empty() {
                let places = canonical.places();
                let own = places.of(u, v);
                if ties.iter().any(|&(x, y)| places.of(x.into(), y.into()) < own) {
                    continue;
                }
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

/// The board after deleting `uv`, which opens `{u, x}` for the `x` of the first set and `{v, x}` for those of the
/// second. All rows are computed the same way, without storing to single ones, because they are loaded as one vector
/// next.
#[inline(always)]
fn deleted<R: Lanes, const W: usize>(
    above: &Graph<R, W>,
    open: &[R; W],
    (u, v): (usize, usize),
    (opened_u, opened_v): (R, R),
) -> Board<R, W> {
    let (bit_u, bit_v) = (R::bit(u), R::bit(v));
    let (mut rows, mut opened) = ([R::EMPTY; W], [R::EMPTY; W]);
    for z in 0..W {
        let lane = R::bit(z);
        let all_if = |condition: bool| if condition { !R::EMPTY } else { R::EMPTY };
        let (if_u, if_v) = (all_if(lane == bit_u), all_if(lane == bit_v));
        rows[z] = above.rows()[z] & !(if_u & bit_v | if_v & bit_u);
        opened[z] = open[z]
            | all_if(opened_u & lane != R::EMPTY) & bit_u
            | all_if(opened_v & lane != R::EMPTY) & bit_v
            | if_u & (opened_u | bit_v)
            | if_v & (opened_v | bit_u);
    }
    Board {
        graph: Graph::from_rows(above.order(), rows),
        open: opened,
    }
}

/// Keeps the ties whose colour equals `own`; false when one is larger.
#[inline(always)]
fn keep_ties(ties: &mut Vec<(u8, u8)>, own: u32, colour: impl Fn(usize, usize) -> u32) -> bool {
    let mut refuted = false;
    ties.retain(|&(x, y)| {
        let other = colour(x.into(), y.into());
        refuted |= other > own;
        other == own
    });
    !refuted
}
