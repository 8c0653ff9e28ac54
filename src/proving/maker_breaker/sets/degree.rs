//! A least degree at every vertex.

use crate::pairs::{Pairs, stars};
use crate::winning_sets::{Potential, WinningSets, weigh_stars};

/// Graphs in which every vertex has so many neighbours.
pub(crate) struct MinDegree {
    n: usize,
    degree: u32,
    stars: [Pairs; 11],
}

impl MinDegree {
    pub fn new(n: usize, degree: u32) -> Self {
        let stars = stars(n);
        Self { n, degree, stars }
    }
}

impl WinningSets for MinDegree {
    fn is_won(&self, pairs: Pairs) -> bool {
        let mut stars = self.stars[..self.n].iter();
        stars.all(|star| (pairs & star).count_ones() >= self.degree)
    }

    fn weigh(&self, maker: Pairs, free: Pairs, potential: &mut Potential) -> bool {
        weigh_stars(self.n, self.degree, maker, free, potential);
        self.is_won(maker | free)
    }

    fn need(&self, _vertex: usize) -> u32 {
        self.degree
    }

    fn least(&self) -> usize {
        (self.n * self.degree as usize).div_ceil(2)
    }
}
