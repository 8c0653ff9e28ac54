//! Copies of a graph through an edge.

use graph::Graph16;

use super::order::{Board, Edge, Order, Placed};

/// How to find the copies of a graph through an edge.
#[derive(Clone, Debug)]
pub struct Copies {
    /// One for each edge in both directions, up to symmetry.
    orders: Vec<Order>,
    order: usize,
    is_complete: bool,
}

impl Copies {
    /// For a graph with an edge.
    pub fn new(graph: &Graph16) -> Self {
        let mut orders: Vec<Order> = Vec::new();
        for a in 0..graph.order() {
            for b in (0..graph.order()).filter(|&b| graph.has_edge(a, b)) {
                let order = Order::new(graph, &[a, b], &[], None, |_| 0);
                if !orders.contains(&order) {
                    orders.push(order);
                }
            }
        }
        let n = graph.order();
        Self {
            orders,
            order: n,
            is_complete: graph.size() as usize == n * (n - 1) / 2,
        }
    }

    /// The orders in which the vertices beside those of the edge are placed.
    pub fn orders(&self) -> &[Order] {
        &self.orders
    }

    /// The number of vertices beside those of the edge when the graph is complete, so that their order does not matter.
    pub fn complete(&self) -> Option<usize> {
        self.is_complete.then(|| self.order - 2)
    }

    /// Looks for copies through an edge, the other vertices being in `left`, until `found` returns true; returns
    /// whether it did.
    pub fn through<B: Board>(
        &self,
        board: &B,
        at: Edge,
        left: u64,
        mut found: impl FnMut(&Order, &Placed) -> bool,
    ) -> bool {
        let mut orders = self.orders.iter();
        orders.any(|order| order.place_all(board, &[at.0, at.1], left, |placed| found(order, placed)))
    }

    /// The edges of a copy through the edge `at`, smaller ends first. Whether the board has that edge is not asked.
    pub fn first(&self, board: &impl Board, at: Edge, left: u64) -> Option<Vec<Edge>> {
        let mut edges = None;
        self.through(board, at, left, |order, placed| {
            edges = Some(order.edges(placed).map(|(u, v)| (u.min(v), u.max(v))).collect());
            true
        });
        edges
    }

    /// Whether an edge of a graph is in a copy within it.
    pub fn has(&self, graph: &Graph16, at: Edge) -> bool {
        let row = |v: usize| graph.neighbours(v).into();
        self.through(&row, at, (1 << graph.order()) - 1, |_, _| true)
    }
}
