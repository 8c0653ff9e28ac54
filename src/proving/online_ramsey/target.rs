//! A graph that Builder wants in one colour.

use std::ops::Deref;

use boards::{Copies, Order, completing};
use graph::{Graph16, each};

use super::row::{ORDER, Row, below};

/// A target without isolated vertices.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    graph: Graph16,
    /// How to find the pairs that complete a copy in which one edge is given.
    completing: Vec<Order>,
}

impl Target {
    /// The target of this graph; vertices without edges are left out.
    pub fn new(graph: &Graph16) -> Self {
        let graph = graph.without_isolated();
        let missing: Vec<_> = graph.edges().map(|edge| vec![edge]).collect();
        Self {
            // All ways to arrange seven of a star's leaves.
            completing: completing(&graph, &missing, 5040, true),
            graph,
        }
    }

    /// The edges of a copy through the edge `at`; all edges are in `rows`.
    pub fn copy_through(&self, rows: &[Row; ORDER], at: (usize, usize)) -> Option<Vec<(usize, usize)>> {
        Copies::new(&self.graph).first(&|v| rows[v], at, below(ORDER - 1))
    }

    /// Adds to `out` every pair, edge or not, that completes a copy through the pair `at`, the other edges being in
    /// `rows`; among the vertices below `universe`.
    pub fn through(&self, rows: &[Row; ORDER], at: (usize, usize), universe: usize, out: &mut [Row; ORDER]) {
        for order in &self.completing {
            // The missing edge joins the last vertex to an earlier one.
            let last = order.steps().last().expect("two edges");
            let end = last.apart.trailing_zeros() as usize;
            order.place(&|v| rows[v], &[at.0, at.1], below(universe), |placed, fitting| {
                let end = placed.vertex(end);
                out[end] |= fitting;
                each(fitting).for_each(|w| out[w] |= 1 << end);
                false
            });
        }
    }
}

impl Deref for Target {
    type Target = Graph16;

    fn deref(&self) -> &Graph16 {
        &self.graph
    }
}
