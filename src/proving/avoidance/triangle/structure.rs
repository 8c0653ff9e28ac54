//! The open pairs of a position and the edges that matter to them.

use canon::Lanes;
use canon::vector::{Portable, Unit};
use graph::Graph;

/// Open pairs, and edges between vertices that some vertex is open to both of, one bit row for each of `W` vertices.
///
/// A set of moves is legal if it holds none of the forbidden sets: two open pairs `uv`, `vw` with an edge `uw`, and
/// three open pairs `uv`, `vw`, `uw`. Nothing else of the graph matters to the rest of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Structure<R, const W: usize> {
    /// Pairs that may be played.
    pub open: [R; W],
    /// Edges that forbid some pair of moves.
    pub edge: [R; W],
}

/// A measure of the number of forbidden sets: four for each pair of moves, six for each three.
#[inline(always)]
pub fn forbidden_sets<U: Unit, R: Lanes<W>, const W: usize>(unit: U, structure: &Structure<R, W>) -> u32 {
    let Structure { open, edge } = structure;
    2 * R::shared(unit, open, edge) + R::shared(unit, open, open)
}

impl<R: Lanes<W>, const W: usize> Structure<R, W> {
    /// Without a pair.
    pub const NONE: Self = Self {
        open: [R::EMPTY; W],
        edge: [R::EMPTY; W],
    };

    /// The pairs of a triangle-free graph that may be played.
    pub fn open_pairs(graph: &Graph<R, W>) -> [R; W] {
        let rows = graph.rows();
        let all = R::below(graph.order());
        let mut open = [R::EMPTY; W];
        for v in 0..graph.order() {
            let reached = rows[v].vertices().fold(R::EMPTY, |set, w| set | rows[w]);
            open[v] = all & !(R::bit(v) | rows[v] | reached);
        }
        open
    }

    /// The structure of a triangle-free graph.
    pub fn of_graph(graph: &Graph<R, W>) -> Self {
        let structure = Self {
            open: Self::open_pairs(graph),
            edge: *graph.rows(),
        };
        structure.without_idle_edges(Portable)
    }

    /// Number of open pairs.
    #[inline(always)]
    pub fn pairs<U: Unit>(&self, unit: U) -> u32 {
        R::size(unit, &self.open) / 2
    }

    /// Open pairs that the move `uv` leaves, of `pairs`.
    #[inline(always)]
    pub fn pairs_after(&self, pairs: u32, u: usize, v: usize) -> u32 {
        let lost = (self.open[u] & self.edge[v]).count() + (self.open[v] & self.edge[u]).count();
        pairs - 1 - lost
    }

    /// The structure after the move `uv`, an open pair.
    #[inline(always)]
    #[must_use]
    pub fn played<U: Unit>(&self, unit: U, u: usize, v: usize) -> Self {
        let (edge, open) = R::with_edge(unit, &self.edge, &self.open, u, v);
        Self { open, edge }.without_idle_edges(unit)
    }

    /// Drops the edges whose ends have no common open neighbour.
    #[inline(always)]
    #[must_use]
    pub fn without_idle_edges<U: Unit>(mut self, unit: U) -> Self {
        let common = R::unions(unit, &self.open, &self.open);
        for v in 0..W {
            self.edge[v] &= common[v];
        }
        self
    }

    /// For each vertex, those whose swap with it changes nothing, itself among them.
    #[inline(always)]
    pub fn twins<U: Unit>(&self, unit: U) -> [R; W] {
        R::swapped(unit, &self.open, &self.edge)
    }
}

#[cfg(test)]
impl Structure<u16, 16> {
    /// The structure after the move `uv`.
    pub fn after(&self, u: usize, v: usize) -> Self {
        self.played(Portable, u, v)
    }

    /// Its canonical form, as a hash.
    pub fn hash(&self) -> crate::kernel::Hash {
        super::form::hash(Portable, self)
    }
}
