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
    pub fn pairs(&self) -> u32 {
        self.open.iter().map(|row| row.count_ones()).sum::<u32>() / 2
    }

    /// A measure of the number of forbidden sets: four for each pair of moves, six for each three.
    pub fn forbidden_sets(&self) -> u32 {
        let mut sum = 0;
        for v in 0..WIDTH {
            for w in vertices(self.edge[v]) {
                sum += 2 * (self.open[v] & self.open[w]).count_ones();
            }
            for w in vertices(self.open[v]) {
                sum += (self.open[v] & self.open[w]).count_ones();
            }
        }
        sum
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
        let mut next = *self;
        let (from_u, from_v) = (self.open[u] & self.edge[v], self.open[v] & self.edge[u]);
        let (bit_u, bit_v) = (1u16 << u, 1u16 << v);
        for w in 0..WIDTH {
            let bit = 1u16 << w;
            let lost_u = if from_u & bit == 0 { 0 } else { bit_u };
            let lost_v = if from_v & bit == 0 { 0 } else { bit_v };
            next.open[w] &= !(lost_u | lost_v);
        }
        next.open[u] &= !(from_u | bit_v);
        next.open[v] &= !(from_v | bit_u);
        next.edge[u] |= bit_v;
        next.edge[v] |= bit_u;
        next.without_idle_edges(unit)
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

    /// Vertices whose swap with an earlier one changes nothing, so that the earlier one's moves suffice: for each vertex
    /// its first such twin, or itself.
    #[inline(always)]
    pub fn twins(&self) -> [u8; WIDTH] {
        let mut first = [0; WIDTH];
        for v in 0..WIDTH {
            first[v] = v as u8;
        }
        for u in 0..WIDTH {
            if usize::from(first[u]) != u || self.open[u] == 0 {
                continue;
            }
            let (open, edge) = (self.open[u], self.edge[u]);
            for v in u + 1..WIDTH {
                let both = 1u16 << u | 1 << v;
                if (self.open[v] ^ open) & !both == 0 && (self.edge[v] ^ edge) & !both == 0 {
                    first[v] = first[v].min(u as u8);
                }
            }
        }
        first
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
