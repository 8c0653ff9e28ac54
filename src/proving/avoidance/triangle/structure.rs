//! The open pairs of a position and the edges that matter to them.

use canon::Lanes;
use canon::vector::{Portable, Unit};
use graph::Graph16;

/// Vertices of a structure.
pub const WIDTH: usize = 16;

/// One bit row for each vertex.
pub type Rows = [u16; WIDTH];

/// Open pairs, and edges between vertices that some vertex is open to both of.
///
/// A set of moves is legal if it holds none of the forbidden sets: two open pairs `uv`, `vw` with an edge `uw`, and
/// three open pairs `uv`, `vw`, `uw`. Nothing else of the graph matters to the rest of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Structure {
    /// Pairs that may be played.
    pub open: Rows,
    /// Edges that forbid some pair of moves.
    pub edge: Rows,
}

/// The vertices of a row.
#[inline(always)]
pub fn vertices(mut row: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let vertex = row.trailing_zeros() as usize;
        row &= row.wrapping_sub(1);
        (vertex < WIDTH).then_some(vertex)
    })
}

/// A measure of the number of forbidden sets: four for each pair of moves, six for each three.
#[inline(always)]
pub fn forbidden_sets<U: Unit>(unit: U, structure: &Structure) -> u32 {
    let Structure { open, edge } = structure;
    2 * u16::shared(unit, open, edge) + u16::shared(unit, open, open)
}

impl Structure {
    /// The pairs of a triangle-free graph that may be played.
    pub fn open_pairs(graph: &Graph16) -> Rows {
        let rows = graph.rows();
        let all = ((1u32 << graph.order()) - 1) as u16;
        let mut open = [0; WIDTH];
        for v in 0..graph.order() {
            let reached = vertices(rows[v]).fold(0, |set, w| set | rows[w]);
            open[v] = all & !(1 << v | rows[v] | reached);
        }
        open
    }

    /// The structure of a triangle-free graph.
    pub fn of_graph(graph: &Graph16) -> Self {
        let structure = Self {
            open: Self::open_pairs(graph),
            edge: *graph.rows(),
        };
        structure.without_idle_edges(Portable)
    }

    /// Number of open pairs.
    #[inline(always)]
    pub fn pairs<U: Unit>(&self, unit: U) -> u32 {
        u16::size(unit, &self.open) / 2
    }

    /// Open pairs that the move `uv` leaves, of `pairs`.
    #[inline(always)]
    pub fn pairs_after(&self, pairs: u32, u: usize, v: usize) -> u32 {
        let lost = (self.open[u] & self.edge[v]).count_ones() + (self.open[v] & self.edge[u]).count_ones();
        pairs - 1 - lost
    }

    /// The structure after the move `uv`, an open pair.
    #[inline(always)]
    #[must_use]
    pub fn played<U: Unit>(&self, unit: U, u: usize, v: usize) -> Self {
        let (edge, open) = u16::with_edge(unit, &self.edge, &self.open, u, v);
        Self { open, edge }.without_idle_edges(unit)
    }

    /// Drops the edges whose ends have no common open neighbour.
    #[inline(always)]
    #[must_use]
    pub fn without_idle_edges<U: Unit>(mut self, unit: U) -> Self {
        let common = u16::unions(unit, &self.open, &self.open);
        for v in 0..WIDTH {
            self.edge[v] &= common[v];
        }
        self
    }

    /// For each vertex, those whose swap with it changes nothing, itself among them.
    #[inline(always)]
    pub fn twins<U: Unit>(&self, unit: U) -> Rows {
        u16::swapped(unit, &self.open, &self.edge)
    }
}

#[cfg(test)]
impl Structure {
    /// The structure after the move `uv`.
    pub fn after(&self, u: usize, v: usize) -> Self {
        self.played(Portable, u, v)
    }

    /// Its canonical form, as a hash.
    pub fn hash(&self) -> crate::kernel::Hash {
        super::form::hash(Portable, self)
    }
}
