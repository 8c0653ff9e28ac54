//! Simple graphs as bit rows, and their text forms.

mod edge_list;
mod graph6;
mod names;
mod planarity;
mod row;
mod sparse6;
mod text;
mod two_colours;

pub use edge_list::{DASHES, edge_pieces, ends, parse_edge_list};
pub use graph6::{decode as decode_graph6, encode as encode_graph6};
pub use names::{NAMED_MOST, NoSuchGraph, a_copy, graph_words, named_graph, names_on, with_article};
pub use planarity::is_planar;
pub use row::{Row, Vertices, each};
pub use text::{Format, Repeated, TextError, bare, one_line, parse, parse_any_order};
pub use two_colours::{COLOURS, TwoColoured, TwoColouredTextError, parse_two_coloured};

/// A simple graph on vertices `0..n`, one bit row per vertex; rows beyond `n` are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Graph<R, const W: usize> {
    n: usize,
    rows: [R; W],
}

/// Graphs of at most 16 vertices: the matrix is one 256-bit register.
pub type Graph16 = Graph<u16, 16>;
/// Graphs of at most 24 vertices in wider rows.
pub type Graph24 = Graph<u32, 24>;

impl<R: Row, const W: usize> Graph<R, W> {
    /// Creates the graph on `n` vertices, at most `W`, without an edge.
    #[inline(always)]
    pub fn empty(n: usize) -> Self {
        assert!(n <= W && W <= R::BITS, "{n} vertices do not fit {W} rows");
        Self { n, rows: [R::EMPTY; W] }
    }

    /// Creates the graph with these rows, which must be symmetric, loopless and empty from `n` on.
    #[inline(always)]
    pub fn from_rows(n: usize, rows: [R; W]) -> Self {
        debug_assert!((0..W).all(|i| rows[i].vertices().all(|j| i != j && i < n && j < n && rows[j].has(i))));
        Self { n, rows }
    }

    /// Returns the number of vertices.
    #[inline(always)]
    pub fn order(&self) -> usize {
        self.n
    }

    /// Returns the adjacency rows.
    #[inline(always)]
    pub fn rows(&self) -> &[R; W] {
        &self.rows
    }

    /// Returns the neighbours of `v`.
    #[inline(always)]
    pub fn neighbours(&self, v: usize) -> R {
        self.rows[v]
    }

    /// Returns whether `u` and `v` are joined.
    #[inline(always)]
    pub fn has_edge(&self, u: usize, v: usize) -> bool {
        self.rows[u].has(v)
    }

    /// Adds the edge `uv` if it is missing, and deletes it otherwise; `u != v`.
    #[inline(always)]
    pub fn toggle(&mut self, u: usize, v: usize) {
        debug_assert!(u != v && u < self.n && v < self.n);
        self.rows[u] ^= R::bit(v);
        self.rows[v] ^= R::bit(u);
    }

    /// Returns this graph with the edge `uv` added or deleted.
    #[inline(always)]
    #[must_use]
    pub fn toggled(mut self, u: usize, v: usize) -> Self {
        self.toggle(u, v);
        self
    }

    /// Returns the number of edges.
    pub fn size(&self) -> u32 {
        self.rows.iter().map(|row| row.count()).sum::<u32>() / 2
    }

    /// Returns the edges `(u, v)` with `u < v`, by `v`, then `u`.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.n).flat_map(move |v| (self.rows[v] & R::below(v)).vertices().map(move |u| (u, v)))
    }

    /// Returns whether each vertex can be reached from each other one.
    pub fn is_connected(&self) -> bool {
        let (mut reached, mut border) = (R::EMPTY, R::below(self.n.min(1)));
        while !border.is_empty() {
            let v = border.lowest();
            reached |= R::bit(v);
            border = (border | self.rows[v]) & !reached;
        }
        reached == R::below(self.n)
    }

    /// Returns the same graph without its isolated vertices; the others keep their order.
    #[must_use]
    pub fn without_isolated(&self) -> Self {
        let touched: Vec<usize> = (0..self.n).filter(|&v| !self.rows[v].is_empty()).collect();
        let place = |v: usize| touched.binary_search(&v).expect("an end of an edge");
        let edges = self.edges().map(|(u, v)| (place(u), place(v)));
        edges.fold(Self::empty(touched.len()), |graph, (u, v)| graph.toggled(u, v))
    }

    /// Returns the same graph with vertex `order[i]` renamed `i`; `order` is a permutation of `0..n`.
    #[must_use]
    pub fn relabelled(&self, order: &[u8]) -> Self {
        let mut result = Self::empty(self.n);
        for v in 1..self.n {
            for u in 0..v {
                if self.has_edge(order[u].into(), order[v].into()) {
                    result.toggle(u, v);
                }
            }
        }
        result
    }

    /// Returns the same graph in other rows; `None` when it has more vertices than they hold.
    pub fn convert<S: Row, const V: usize>(&self) -> Option<Graph<S, V>> {
        (self.n <= V).then(|| {
            let mut result = Graph::empty(self.n);
            for (u, v) in self.edges() {
                result.toggle(u, v);
            }
            result
        })
    }

    /// Returns the first triangle in vertex order, if there is one.
    pub fn triangle(&self) -> Option<[usize; 3]> {
        self.edges().find_map(|(u, v)| {
            let common = self.rows[u] & self.rows[v];
            (!common.is_empty()).then(|| {
                let mut corners = [u, v, common.lowest()];
                corners.sort_unstable();
                corners
            })
        })
    }
}
