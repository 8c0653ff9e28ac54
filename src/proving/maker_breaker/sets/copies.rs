//! Copies of a small graph, listed.

use std::collections::BTreeSet;

use crate::pairs::{ORDER_MOST, Pairs, each, ends, pair, rows};
use crate::winning_sets::{Potential, WinningSets};

const FREE: f64 = 0.1;

/// Graphs that contain a small graph.
pub(crate) struct Copies {
    copies: Vec<Pairs>,
    least: usize,
}

impl Copies {
    /// Most copies that are listed; each node of a search reads them all.
    pub const MOST: usize = 1 << 16;

    /// All copies among `n` vertices of the graph with these pairs on `order` vertices; `None` when there are too many.
    pub fn new(n: usize, order: usize, pairs: Pairs) -> Option<Self> {
        let rows = rows(pairs);
        let are_twins = |u: usize, v: usize| rows[u] & !(1 << v) == rows[v] & !(1 << u);
        let mut placing = Placing {
            n,
            order,
            pairs,
            twin: std::array::from_fn(|v| (0..v.min(order)).rev().find(|&u| are_twins(u, v))),
            images: [0; ORDER_MOST],
            copies: BTreeSet::new(),
        };
        placing.place(0, 0).then(|| Self {
            copies: placing.copies.into_iter().collect(),
            least: pairs.count_ones() as usize,
        })
    }
}

/// A graph on its way onto the board.
struct Placing {
    n: usize,
    order: usize,
    pairs: Pairs,
    /// For each vertex the last one before it with the same neighbours: exchanging them gives the same copy.
    twin: [Option<usize>; ORDER_MOST],
    images: [usize; ORDER_MOST],
    copies: BTreeSet<Pairs>,
}

impl Placing {
    /// Places the vertices from `vertex` on in all ways; `false` when there are too many copies.
    fn place(&mut self, vertex: usize, taken: u16) -> bool {
        if vertex == self.order {
            let edges = each(self.pairs).map(ends);
            let copy = edges.fold(0, |copy, (u, v)| copy | 1 << pair(self.images[u], self.images[v]));
            self.copies.insert(copy);
            return self.copies.len() <= Copies::MOST;
        }
        let first = self.twin[vertex].map_or(0, |twin| self.images[twin] + 1);
        (first..self.n).filter(|image| taken >> image & 1 == 0).all(|image| {
            self.images[vertex] = image;
            self.place(vertex + 1, taken | 1 << image)
        })
    }
}

impl WinningSets for Copies {
    fn is_won(&self, pairs: Pairs) -> bool {
        self.copies.iter().any(|copy| copy & !pairs == 0)
    }

    fn witness(&self, pairs: Pairs) -> Pairs {
        let mut copies = self.copies.iter();
        *copies.find(|copy| *copy & !pairs == 0).expect("the pairs are won")
    }

    fn threats(&self, maker: Pairs, free: Pairs) -> Pairs {
        let open = self.copies.iter().filter(|copy| *copy & !(maker | free) == 0);
        open.filter(|copy| (*copy & free).count_ones() == 1)
            .fold(0, |set, copy| set | copy & free)
    }

    fn weigh(&self, maker: Pairs, free: Pairs, potential: &mut Potential) -> bool {
        potential.fill(0.0);
        let mut is_open = false;
        for copy in self.copies.iter().filter(|copy| *copy & !(maker | free) == 0) {
            is_open = true;
            let missing = copy & free;
            // Not `powi`, whose result may depend on the machine.
            let weight = (0..missing.count_ones()).fold(1.0, |weight, _| weight * FREE);
            each(missing).for_each(|at| potential[at] += weight);
        }
        is_open
    }

    fn need(&self, _vertex: usize) -> u32 {
        0
    }

    fn least(&self) -> usize {
        self.least
    }
}
