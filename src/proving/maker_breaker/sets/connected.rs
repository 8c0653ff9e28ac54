//! Spanning connected graphs, and those that stay connected without any one vertex.

use crate::pairs::{Pairs, each, ends, rows};
use crate::winning_sets::{Potential, WinningSets, shrunk, weigh_stars};

const FREE: f64 = 0.1;

/// Whether the vertices of `all` hang together.
fn is_connected(rows: &[u16; 16], all: u16) -> bool {
    let mut reached = all & all.wrapping_neg();
    loop {
        let mut further = reached;
        let mut rest = reached;
        while rest != 0 {
            further |= rows[rest.trailing_zeros() as usize] & all;
            rest &= rest - 1;
        }
        if further == reached {
            return reached == all;
        }
        reached = further;
    }
}

/// Connected graphs on all vertices: their least sets are the spanning trees.
pub(crate) struct Connected {
    n: usize,
}

impl Connected {
    pub fn new(n: usize) -> Self {
        Self { n }
    }
}

impl WinningSets for Connected {
    fn is_won(&self, pairs: Pairs) -> bool {
        is_connected(&rows(pairs), (1 << self.n) - 1)
    }

    /// By Kirchhoff: the trees through a pair are all trees times its weight times the resistance between its ends.
    fn weigh(&self, maker: Pairs, free: Pairs, potential: &mut Potential) -> bool {
        if !self.is_won(maker | free) {
            return false;
        }
        // The Laplacian without the last vertex, inverted by Gauss and Jordan; the graph is connected, so that no pivot
        // is 0.
        let count = self.n - 1;
        let mut matrix = [[0.0f64; 11]; 11];
        for at in each(maker | free) {
            let (u, v) = ends(at);
            let weight = if maker >> at & 1 == 1 { 1.0 } else { FREE };
            matrix[u][u] += weight;
            matrix[v][v] += weight;
            matrix[u][v] -= weight;
            matrix[v][u] -= weight;
        }
        let mut inverse = [[0.0f64; 11]; 11];
        for i in 0..count {
            inverse[i][i] = 1.0;
        }
        for pivot in 0..count {
            let by = 1.0 / matrix[pivot][pivot];
            for j in 0..count {
                matrix[pivot][j] *= by;
                inverse[pivot][j] *= by;
            }
            for i in (0..count).filter(|&i| i != pivot) {
                let times = matrix[i][pivot];
                for j in 0..count {
                    matrix[i][j] -= times * matrix[pivot][j];
                    inverse[i][j] -= times * inverse[pivot][j];
                }
            }
        }
        for at in each(free) {
            let (u, v) = ends(at);
            // The row and the column of the last vertex are 0.
            potential[at] = inverse[u][u] + inverse[v][v] - 2.0 * inverse[u][v];
        }
        true
    }

    fn need(&self, _vertex: usize) -> u32 {
        1
    }

    fn least(&self) -> usize {
        self.n - 1
    }
}

/// Graphs on three or more vertices that stay connected without any one of them.
pub(crate) struct TwoConnected {
    n: usize,
}

impl TwoConnected {
    pub fn new(n: usize) -> Self {
        Self { n }
    }
}

impl WinningSets for TwoConnected {
    fn is_won(&self, pairs: Pairs) -> bool {
        let rows = rows(pairs);
        let all = (1u16 << self.n) - 1;
        is_connected(&rows, all) && (0..self.n).all(|v| is_connected(&rows, all & !(1 << v)))
    }

    fn witness(&self, pairs: Pairs) -> Pairs {
        shrunk(pairs, |rest| self.is_won(rest))
    }

    fn weigh(&self, maker: Pairs, free: Pairs, potential: &mut Potential) -> bool {
        if !Connected::new(self.n).weigh(maker, free, potential) || !self.is_won(maker | free) {
            return false;
        }
        let mut degrees = [0.0; 55];
        weigh_stars(self.n, 2, maker, free, &mut degrees);
        for at in each(free) {
            potential[at] += degrees[at];
        }
        true
    }

    fn need(&self, _vertex: usize) -> u32 {
        2
    }

    fn least(&self) -> usize {
        self.n
    }
}
