//! Graphs that need many colours.

use crate::pairs::{Pairs, each, ends, rows};
use crate::winning_sets::{Potential, WinningSets};

/// Graphs whose vertices need so many colours, neighbours different ones.
pub(crate) struct Chromatic {
    n: usize,
    colours: usize,
}

impl Chromatic {
    pub fn new(n: usize, colours: usize) -> Self {
        Self { n, colours }
    }
}

/// Whether the vertices from `vertex` on can be put into fewer classes than `most`, of which the first ones are taken.
fn fits(rows: &[u16], classes: &mut Vec<u16>, most: usize, vertex: usize) -> bool {
    if vertex == rows.len() {
        return true;
    }
    for class in 0..(classes.len() + 1).min(most - 1) {
        if class == classes.len() {
            classes.push(0);
        }
        if classes[class] & rows[vertex] == 0 {
            classes[class] |= 1 << vertex;
            if fits(rows, classes, most, vertex + 1) {
                return true;
            }
            classes[class] &= !(1 << vertex);
        }
        if classes[class] == 0 {
            classes.pop();
        }
    }
    false
}

impl WinningSets for Chromatic {
    fn is_won(&self, pairs: Pairs) -> bool {
        !fits(&rows(pairs)[..self.n], &mut Vec::new(), self.colours, 0)
    }

    fn weigh(&self, maker: Pairs, free: Pairs, potential: &mut Potential) -> bool {
        weigh_degrees(maker, free, potential);
        self.is_won(maker | free)
    }

    fn need(&self, _vertex: usize) -> u32 {
        0
    }

    /// A graph that needs k colours, and no other without one of its edges, has degrees of at least k - 1 on at least k
    /// vertices.
    fn least(&self) -> usize {
        self.colours * (self.colours - 1) / 2
    }
}

/// Weighs pairs by how many at their ends are Maker's, and then by how many can become his.
pub(super) fn weigh_degrees(maker: Pairs, free: Pairs, potential: &mut Potential) {
    let (own, open) = (rows(maker), rows(maker | free));
    for at in each(free) {
        let (u, v) = ends(at);
        let weight = |rows: &[u16; 16]| f64::from(rows[u].count_ones() + rows[v].count_ones());
        potential[at] = 16.0 * weight(&own) + weight(&open);
    }
}
