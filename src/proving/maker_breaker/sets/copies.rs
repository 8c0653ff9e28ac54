//! Copies of a small graph, listed.

use std::collections::BTreeSet;

use boards::Order;
use graph::Graph16;

use crate::pairs::{Pairs, each, pair};
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

    /// All copies of a graph among `n` vertices; `None` when there are too many.
    pub fn new(n: usize, graph: &Graph16) -> Option<Self> {
        let mut copies = BTreeSet::new();
        let order = Order::new(graph, &[], &[], None, |_| 0);
        let board = |v: usize| !(1 << v);
        let is_too_much = order.place_all(&board, &[], (1 << n) - 1, |placed| {
            let edges = order.edges(placed).map(|(u, v)| pair(u, v));
            copies.insert(edges.fold(0, |copy, at| copy | 1 << at));
            copies.len() > Self::MOST
        });
        (!is_too_much).then(|| Self {
            copies: copies.into_iter().collect(),
            least: graph.size() as usize,
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
