//! Hamiltonian-connectivity: a Hamilton path between every two vertices.

use std::cell::RefCell;

use crate::pairs::{Pairs, each, ends, rows, stars};
use crate::sums::AllEnds;
use crate::winning_sets::{Potential, WinningSets, weigh_stars};

/// Weight of a free pair. With 0.1 as for cycles the search is larger.
const FREE: f32 = 0.4;
/// Degrees come first: a star about to be lost outweighs all sums, which are below n^2.
const STAR: f64 = 1e6;

/// Graphs with a Hamilton path between every two vertices.
pub(crate) struct HamiltonConnected {
    n: usize,
    stars: [Pairs; 11],
    sums: RefCell<AllEnds>,
}

impl HamiltonConnected {
    pub fn new(n: usize) -> Self {
        Self {
            n,
            stars: stars(n),
            sums: RefCell::new(AllEnds::new()),
        }
    }

    /// On more than three vertices a vertex of degree 2 is next to both ends of no path between its neighbours.
    fn degree(&self) -> u32 {
        if self.n == 3 { 2 } else { 3 }
    }
}

impl WinningSets for HamiltonConnected {
    fn is_won(&self, pairs: Pairs) -> bool {
        let too_few = |star: &Pairs| (pairs & star).count_ones() < self.degree();
        if self.stars[..self.n].iter().any(too_few) {
            return false;
        }
        let rows = rows(pairs);
        // For each first vertex: the ends of paths through each set.
        let all = (1usize << self.n) - 1;
        (0..self.n).all(|first| {
            let mut last = [0u16; 1 << 11];
            last[1 << first] = 1 << first;
            for set in 1..all {
                let mut rest = all & !set;
                while last[set] != 0 && rest != 0 {
                    let v = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    if rows[v] & last[set] != 0 {
                        last[set | 1 << v] |= 1 << v;
                    }
                }
            }
            usize::from(last[all]) | 1 << first == all
        })
    }

    fn threats(&self, maker: Pairs, free: Pairs) -> Pairs {
        if (maker.count_ones() as usize) + 1 < self.least() {
            return 0;
        }
        // A pair can help two vertices, each by one.
        let mut lacking = 0u16;
        for v in 0..self.n {
            match self.degree().saturating_sub((maker & self.stars[v]).count_ones()) {
                0 => {}
                1 => lacking |= 1 << v,
                _ => return 0,
            }
        }
        if lacking.count_ones() > 2 {
            return 0;
        }
        let helps = |&at: &usize| {
            let (u, v) = ends(at);
            lacking & !(1 << u | 1 << v) == 0 && self.is_won(maker | 1 << at)
        };
        each(free).filter(helps).fold(0, |set, at| set | 1 << at)
    }

    fn weigh(&self, maker: Pairs, free: Pairs, potential: &mut Potential) -> bool {
        let mut weights = [[0.0; 16]; 16];
        for at in each(maker | free) {
            let (u, v) = ends(at);
            weights[u][v] = if maker >> at & 1 == 1 { 1.0 } else { FREE };
            weights[v][u] = weights[u][v];
        }
        let Some(shares) = self.sums.borrow_mut().shares(self.n, &weights) else {
            return false;
        };
        weigh_stars(self.n, self.degree(), maker, free, potential);
        for at in each(free) {
            let (u, v) = ends(at);
            potential[at] = STAR * potential[at] + f64::from(shares[u][v]);
        }
        true
    }

    fn need(&self, _vertex: usize) -> u32 {
        self.degree()
    }

    fn least(&self) -> usize {
        (self.n * self.degree() as usize).div_ceil(2)
    }
}
