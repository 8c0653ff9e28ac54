//! A position H of the level above: how deleting one of its edges changes open pairs and their ranks.

use super::Board;
use canon::vector::Unit;
use canon::{Key, Lanes, Reach};
use graph::Graph;

/// Ranks pairs by degrees: sum first, then difference.
#[inline(always)]
fn rank(a: u16, b: u16) -> u16 {
    (a + b) << DIFFERENCE_BITS | a.abs_diff(b)
}

const DIFFERENCE_BITS: u32 = 5;

/// H, its open pairs, and its vertices by degree.
pub(super) struct Above<R, const W: usize> {
    graph: Graph<R, W>,
    open: [R; W],
    /// Row `v`: the vertices that at least two paths of length two join to `v`.
    twice: [R; W],
    degree: [u16; W],
    of_degree: [R; W],
    /// Entry `d`: the vertices of larger degree.
    above_degree: [R; W],
    /// The vertices without an earlier twin.
    pub firsts: R,
    /// The largest rank of an open pair; `None` when H is saturated.
    best: Option<u16>,
    /// Row `v`: the vertices that, together with `v`, meet every open pair of the largest rank.
    meeting: [R; W],
    /// Row `v`: the vertices of larger degree than all those that form an open pair with `v`.
    beyond: [R; W],
}

/// Keeps, for each vertex that is not one of the `ends` of a pair, those vertices that are.
#[inline(always)]
fn meet<R: Lanes<W>, const W: usize>(meeting: &mut [R; W], ends: R) {
    for v in 0..W {
        meeting[v] &= if ends & R::bit(v) == R::EMPTY { ends } else { !R::EMPTY };
    }
}

impl<R: Lanes<W>, const W: usize> Above<R, W> {
    #[inline(always)]
    pub fn new<U: Unit>(unit: U, n: usize, key: Key<R>) -> Self {
        let graph: Graph<R, W> = key.decoded(unit, n);
        let reach = Reach::new(unit, &graph);
        let open = reach.far(&graph);
        let mut degree = R::degrees(unit, graph.rows(), &open);
        for v in 0..W {
            degree[v] &= 0xFF;
        }
        // Rows beyond `n` are of degree 0; they form no pair.
        let (of_degree, above_degree) = R::by_value(unit, &degree);
        let firsts = R::settled(unit, graph.rows(), &[0; W]).0 & R::below(n);

        // The open partner of largest degree yields every vertex's best pair.
        let partner = R::last_met(unit, &open, &of_degree);
        let mut ranks = [0; W];
        for v in 0..W {
            let own = rank(degree[v], partner[v]) + 1;
            ranks[v] = if open[v] == R::EMPTY { 0 } else { own };
        }
        let mut best = 0;
        for v in 0..W {
            best = ranks[v].max(best);
        }
        let larger = R::pick(unit, &above_degree, &partner);
        let mut beyond = [R::EMPTY; W];
        for v in 0..W {
            beyond[v] = if open[v] == R::EMPTY { !R::EMPTY } else { larger[v] };
        }
        let mut meeting = [!R::EMPTY; W];
        if best > 0 {
            let tops = R::equal(unit, &ranks, best);
            // Two of three H have one best pair.
            if tops.count() == 2 {
                meet(&mut meeting, tops);
            } else {
                for x in tops.vertices() {
                    let partners = open[x % W] & of_degree[usize::from(partner[x % W]) % W];
                    for y in (partners & R::below(x)).vertices() {
                        meet(&mut meeting, R::bit(x) | R::bit(y));
                    }
                }
            }
        }
        Self {
            graph,
            open,
            twice: reach.twice,
            degree,
            of_degree,
            above_degree,
            firsts,
            best: best.checked_sub(1),
            meeting,
            beyond,
        }
    }

    /// Row `v`: the vertices `u` before `v` that are joined to it, one of each class of twins.
    #[inline(always)]
    pub fn edges<U: Unit>(&self, unit: U) -> [R; W] {
        R::before(unit, self.graph.rows(), self.firsts)
    }

    /// Those of [`Self::edges`] for which the deleted edge `uv` might be the best open pair: no worse than the best one
    /// of H, unless it meets all those.
    #[inline(always)]
    pub fn candidates<U: Unit>(&self, unit: U) -> [R; W] {
        let mut edges = self.edges(unit);
        let Some(best) = self.best else { return edges };
        // Both ends lose one edge.
        let (sum, difference) = ((best >> DIFFERENCE_BITS) + 2, best & ((1 << DIFFERENCE_BITS) - 1));
        // For each vertex, the degree that yields this sum with its own.
        let even = R::rests(unit, sum, &self.degree);
        let more = R::pick(unit, &self.above_degree, &even);
        let same = R::pick(unit, &self.of_degree, &even);
        let mut ranked = [R::EMPTY; W];
        for v in 0..W {
            let always = if self.degree[v] > sum { !R::EMPTY } else { R::EMPTY };
            let wide = if self.apart(v, even[v]) >= difference {
                same[v]
            } else {
                R::EMPTY
            };
            edges[v] &= always | more[v] | wide | self.meeting[v];
            ranked[v] = self.graph.rows()[v] & self.beyond[v];
        }
        // An open pair of one end, with a vertex of as large a degree as the other end, would rank before the edge.
        let turned = R::transposed(unit, &ranked);
        for v in 0..W {
            edges[v] &= ranked[v] & turned[v];
        }
        edges
    }

    #[inline(always)]
    fn apart(&self, v: usize, other: u16) -> u16 {
        (self.degree[v].wrapping_sub(other) as i16).unsigned_abs()
    }

    /// Returns the vertices, other than `v`, to which deleting `uv` opens `u`: those whose only common neighbour was
    /// `v`.
    #[inline(always)]
    pub fn opened(&self, u: usize, v: usize) -> R {
        self.graph.neighbours(v) & !(self.twice[u % W] | R::bit(u) | R::bit(v))
    }

    /// Considers the vertices `x`, other than `v`, for which `{u, x}` is open after `uv` was deleted. Returns whether
    /// one ranks before `uv`, and those with the rank of `uv`. `opened` is [`Self::opened`].
    #[inline(always)]
    pub fn rivals_at(&self, u: usize, v: usize, opened: R) -> (bool, R) {
        let degree = usize::from(self.degree[v % W]) - 1;
        let open = (self.open[u % W] | opened) & !R::bit(v);
        let better = open & self.above_degree[degree % W] != R::EMPTY;
        (better, open & self.of_degree[degree % W])
    }

    /// Compares the open pairs that touch neither `u` nor `v` with the edge `uv` when it is deleted. Returns whether
    /// one ranks before it, and those with its rank; row `x` has the partners of `x`.
    #[inline(always)]
    pub fn rivals_elsewhere<U: Unit>(&self, unit: U, u: usize, v: usize) -> (bool, [R; W]) {
        let ends = R::bit(u) | R::bit(v);
        let (a, b) = (self.degree[u % W] - 1, self.degree[v % W] - 1);
        let (sum, difference) = (a + b, a.abs_diff(b));
        // For each vertex, the degree that yields this sum with its own.
        let even = R::rests(unit, sum, &self.degree);
        let more = R::pick(unit, &self.above_degree, &even);
        let same = R::pick(unit, &self.of_degree, &even);
        let (mut better, mut equal) = ([R::EMPTY; W], [R::EMPTY; W]);
        for x in 0..W {
            let open = if ends & R::bit(x) == R::EMPTY {
                self.open[x] & !ends
            } else {
                R::EMPTY
            };
            let apart = self.apart(x, even[x]);
            let level = open & same[x];
            let always = if self.degree[x] > sum { open } else { R::EMPTY };
            let wider = if apart > difference { level } else { R::EMPTY };
            better[x] = open & more[x] | always | wider;
            equal[x] = if apart == difference { level } else { R::EMPTY };
        }
        (!R::filled(unit, &better).is_empty(), equal)
    }

    /// Returns the board after deleting `uv`, which opens `{u, x}` for the `x` of the first set and `{v, x}` for those
    /// of the second. All rows are computed the same way, without storing to single ones, because they are then loaded
    /// as one vector.
    #[inline(always)]
    pub fn without(&self, (u, v): (usize, usize), (opened_u, opened_v): (R, R)) -> Board<R, W> {
        let (bit_u, bit_v) = (R::bit(u), R::bit(v));
        let (mut rows, mut opened) = ([R::EMPTY; W], [R::EMPTY; W]);
        for z in 0..W {
            let lane = R::bit(z);
            let all_if = |condition: bool| if condition { !R::EMPTY } else { R::EMPTY };
            let (if_u, if_v) = (all_if(lane == bit_u), all_if(lane == bit_v));
            rows[z] = self.graph.rows()[z] & !(if_u & bit_v | if_v & bit_u);
            opened[z] = self.open[z]
                | all_if(opened_u & lane != R::EMPTY) & bit_u
                | all_if(opened_v & lane != R::EMPTY) & bit_v
                | if_u & (opened_u | bit_v)
                | if_v & (opened_v | bit_u);
        }
        Board {
            graph: Graph::from_rows(self.graph.order(), rows),
            open: opened,
        }
    }
}
