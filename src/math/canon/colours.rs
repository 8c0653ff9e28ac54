//! Colour refinement over two relations, the same few operations for all vertices at once.
//!
//! The relations are the edges and the *far* pairs: different, not joined, without a common neighbour. (In the triangle
//! avoidance game the far pairs are the open ones.) Colours are hashes: a collision costs discrimination, never
//! correctness, because equal vertices of isomorphic graphs always get equal colours. All loops run over all `W` rows
//! without a branch, so that a compiler allowed to use vector registers does so; the rows from `n` on are empty and add
//! the same constants to every graph of one order.

use super::lanes::Lanes;
use super::signature::{APART, finished, first, mixed, others, stir};
use super::vector::Unit;
use graph::{Graph, Row};

/// The vertices that paths of length two reach from every vertex, itself included when it has a neighbour.
#[derive(Clone, Copy, Debug)]
pub struct Reach<R, const W: usize> {
    /// Vertices reached by at least one path of length two.
    pub once: [R; W],
    /// Vertices reached by at least two.
    pub twice: [R; W],
}

/// Returns the far pairs of `graph` as rows.
#[inline(always)]
pub fn far<U: Unit, R: Lanes<W>, const W: usize>(unit: U, graph: &Graph<R, W>) -> [R; W] {
    let once = R::unions(unit, graph.rows(), graph.rows());
    far_beyond(graph, &once)
}

#[inline(always)]
fn far_beyond<R: Row, const W: usize>(graph: &Graph<R, W>, once: &[R; W]) -> [R; W] {
    let all = R::below(graph.order());
    let mut far = [R::EMPTY; W];
    for v in 0..W {
        let lane = if v < graph.order() { all } else { R::EMPTY };
        far[v] = lane & !(graph.rows()[v] | once[v] | R::bit(v));
    }
    far
}

impl<R: Lanes<W>, const W: usize> Reach<R, W> {
    /// Computes the sets from the adjacency rows.
    #[inline(always)]
    pub fn new<U: Unit>(unit: U, graph: &Graph<R, W>) -> Self {
        let (once, twice) = R::reach(unit, graph.rows());
        Self { once, twice }
    }

    /// Returns the far pairs of `graph` as rows.
    #[inline(always)]
    pub fn far(&self, graph: &Graph<R, W>) -> [R; W] {
        far_beyond(graph, &self.once)
    }
}

/// Returns the rows and far pairs of a graph with one more edge, between the far vertices `x` and `y`: `{x, z}` for the
/// neighbours `z` of `y` are far no more, nor `{y, z}` for those of `x`. Every row is computed the same way, without
/// storing to single rows, because all are then loaded as one vector.
#[inline(always)]
pub fn with_edge<R: Row, const W: usize>(rows: &[R; W], far: &[R; W], x: usize, y: usize) -> ([R; W], [R; W]) {
    let (one, bit_x, bit_y) = (R::bit(0), R::bit(x), R::bit(y));
    let (near_x, near_y) = (rows[y] | bit_y, rows[x] | bit_x);
    let (mut next, mut next_far) = ([R::EMPTY; W], [R::EMPTY; W]);
    for z in 0..W {
        let lane = R::bit(z);
        let if_x = if lane == bit_x { !R::EMPTY } else { R::EMPTY };
        let if_y = if lane == bit_y { !R::EMPTY } else { R::EMPTY };
        next[z] = rows[z] | if_x & bit_y | if_y & bit_x;
        let near = (rows[z] >> y & one) << x | (rows[z] >> x & one) << y | if_x & near_x | if_y & near_y;
        next_far[z] = far[z] & !near;
    }
    (next, next_far)
}

/// One colour per vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colours<const W: usize>(pub [u16; W]);

/// Colours for signatures, and the values they derive from.
#[derive(Clone, Copy, Debug)]
pub struct Early<const W: usize> {
    /// The colours.
    pub colours: Colours<W>,
    /// Other hashes of the same values.
    pub(super) others: [u16; W],
}

/// Rounds for a canonical labelling after those for a signature.
const LATE_ROUNDS: usize = 1;

impl<const W: usize> Early<W> {
    /// Starts with degrees and numbers of far vertices, then makes one round of refinement.
    #[inline(always)]
    pub fn new<U: Unit, R: Lanes<W>>(unit: U, rows: &[R; W], far: &[R; W]) -> Self {
        let mut colours = R::degrees(unit, rows, far);
        for v in 0..W {
            colours[v] = first(colours[v]);
        }
        Self::of_first(unit, rows, far, &colours)
    }

    /// Makes one round of refinement of the colours `first`.
    #[inline(always)]
    pub(super) fn of_first<U: Unit, R: Lanes<W>>(unit: U, rows: &[R; W], far: &[R; W], first: &[u16; W]) -> Self {
        let (edge, away) = R::sums(unit, rows, far, first);
        let (mut colours, mut hashes) = ([0; W], [0; W]);
        for v in 0..W {
            colours[v] = mixed(first[v], edge[v], away[v]);
            hashes[v] = others(first[v], edge[v], away[v]);
        }
        Self {
            colours: Colours(colours),
            others: hashes,
        }
    }

    /// Makes one more round: the colours of [`Colours::late`], with their own other hashes.
    #[inline(always)]
    #[must_use]
    pub fn late<U: Unit, R: Lanes<W>>(&self, unit: U, rows: &[R; W], far: &[R; W]) -> Self {
        const { assert!(LATE_ROUNDS == 1) };
        Self::of_first(unit, rows, far, &self.colours.0)
    }

    /// Returns a number that isomorphic graphs share.
    #[inline(always)]
    pub fn signature<U: Unit, R: Lanes<W>>(&self, unit: U) -> u64 {
        finished(R::sum_of_products(unit, &self.colours.0, &self.others))
    }
}

impl<const W: usize> Colours<W> {
    /// Returns the colours for canonical labellings, from the early ones of the same graph, after `LATE_ROUNDS` more
    /// rounds.
    #[inline(always)]
    #[must_use]
    pub fn late<U: Unit, R: Lanes<W>>(mut self, unit: U, rows: &[R; W], far: &[R; W]) -> Self {
        // A loop, not a fold: a closure would be compiled without the vector unit.
        for _ in 0..LATE_ROUNDS {
            self = self.refined(unit, rows, far);
        }
        self
    }

    /// Returns the colours for signatures and those for canonical labellings, of each of two graphs.
    #[inline(always)]
    pub fn early_and_late<U: Unit, R: Lanes<W>>(unit: U, rows: [&[R; W]; 2], far: [&[R; W]; 2]) -> [[Self; 2]; 2] {
        const { assert!(LATE_ROUNDS == 1) };
        let [[a, late_a], [b, late_b]] = R::two_colours(unit, rows, far);
        [[Self(a), Self(late_a)], [Self(b), Self(late_b)]]
    }

    /// Makes one round: each vertex mixes in the colours of its neighbours and, differently, of its far vertices.
    #[inline(always)]
    pub(super) fn refined<U: Unit, R: Lanes<W>>(&self, unit: U, rows: &[R; W], far: &[R; W]) -> Self {
        let (edge, away) = R::sums(unit, rows, far, &self.0);
        let mut colours = [0; W];
        for v in 0..W {
            colours[v] = mixed(self.0[v], edge[v], away[v]);
        }
        Self(colours)
    }

    /// Returns these colours with `v` separated from all others, as the `depth`th such vertex.
    #[inline(always)]
    #[must_use]
    pub(super) fn individualised(self, v: usize, depth: usize) -> Self {
        self.with(v, stir((self.0[v] ^ APART).wrapping_add(depth as u16)))
    }

    /// Returns these colours with that of `v` replaced, without storing to one lane: all are then loaded as one vector.
    #[inline(always)]
    #[must_use]
    pub fn with(mut self, v: usize, colour: u16) -> Self {
        for u in 0..W {
            self.0[u] = if u as u16 == v as u16 { colour } else { self.0[u] };
        }
        self
    }

    /// Returns the colour of the pair `uv`, independent of its order.
    #[inline(always)]
    pub fn pair(&self, u: usize, v: usize) -> u32 {
        let (a, b) = (self.0[u], self.0[v]);
        u32::from(a.max(b)) << 16 | u32::from(a.min(b))
    }
}
