//! Hamiltonian-connectivity: a Hamilton path between every two vertices.

use std::cell::RefCell;

use crate::pairs::{Pairs, each, ends, pair, rows, stars};
use crate::sums::Sums;
use crate::winning_sets::{Potential, WinningSets, weigh_stars};

/// Weight of a free pair. With 0.1 as for cycles the search is larger.
const FREE: f32 = 0.4;
/// Degrees come first: a star about to be lost outweighs all sums, which are below n^2.
const STAR: f64 = 1e6;

/// Graphs with a Hamilton path between every two vertices.
pub(crate) struct HamiltonConnected {
    n: usize,
    stars: [Pairs; 11],
    narrow: RefCell<Sums<8>>,
    wide: RefCell<Sums<16>>,
}

impl HamiltonConnected {
    pub fn new(n: usize) -> Self {
        Self {
            n,
            stars: stars(n),
            narrow: RefCell::new(Sums::new()),
            wide: RefCell::new(Sums::new()),
        }
    }

    /// On more than three vertices a vertex of degree 2 is next to both ends of no path between its neighbours.
    fn degree(&self) -> u32 {
        if self.n == 3 { 2 } else { 3 }
    }

    fn weigh_with<const L: usize>(
        &self,
        sums: &mut Sums<L>,
        maker: Pairs,
        free: Pairs,
        potential: &mut Potential,
    ) -> bool {
        let weight = |u: usize, v: usize| match pair(u, v) {
            at if maker >> at & 1 == 1 => 1.0,
            at if free >> at & 1 == 1 => FREE,
            _ => 0.0,
        };
        let mut shares: Vec<(f64, [f64; 55])> = Vec::with_capacity(self.n * self.n / 2);
        for b in 1..self.n {
            for a in 0..b {
                let mut inner = [0; 11];
                let mut count = 0;
                for v in (0..self.n).filter(|&v| v != a && v != b) {
                    inner[count] = v;
                    count += 1;
                }
                let mut weights = [[0.0; L]; L];
                let (mut first, mut last) = ([0.0; L], [0.0; L]);
                for i in 0..count {
                    for j in 0..i {
                        weights[i][j] = weight(inner[i], inner[j]);
                        weights[j][i] = weights[i][j];
                    }
                    first[i] = weight(a, inner[i]);
                    last[i] = weight(b, inner[i]);
                }
                let usage = sums.usage(count, &weights, &first, Some(&last));
                if usage.total == 0.0 {
                    return false;
                }
                let total = f64::from(usage.total);
                let mut share = [0.0; 55];
                for i in 0..count {
                    for j in 0..i {
                        share[pair(inner[i], inner[j])] = f64::from(usage.inner[i][j]) / total;
                    }
                    share[pair(a, inner[i])] = f64::from(usage.first[i]) / total;
                    share[pair(b, inner[i])] = f64::from(usage.last[i]) / total;
                }
                shares.push((total, share));
            }
        }
        weigh_stars(self.n, self.degree(), maker, free, potential);
        let least = shares.iter().map(|(total, _)| *total).fold(f64::INFINITY, f64::min);
        let factors: Vec<f64> = shares.iter().map(|(total, _)| (least / total).sqrt()).collect();
        for at in each(free) {
            potential[at] *= STAR;
            for (factor, (_, share)) in factors.iter().zip(&shares) {
                potential[at] += factor * share[at];
            }
        }
        true
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
        match self.n {
            ..=10 => self.weigh_with(&mut self.narrow.borrow_mut(), maker, free, potential),
            _ => self.weigh_with(&mut self.wide.borrow_mut(), maker, free, potential),
        }
    }

    fn need(&self, _vertex: usize) -> u32 {
        self.degree()
    }

    fn least(&self) -> usize {
        (self.n * self.degree() as usize).div_ceil(2)
    }
}
