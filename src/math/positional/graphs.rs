//! Graphs by name, for games on vertices or edges.

use graph::{Graph, named_graph, parse_any_order};

use super::board::BadBoard;

/// A graph: names of vertices, and edges.
pub struct Named {
    pub vertices: Vec<String>,
    pub edges: Vec<(usize, usize)>,
}

impl Named {
    /// The graph of a text: graph6, a name such as C5, or a product of such names such as P3xP4.
    pub fn of(text: &str) -> Result<Self, BadBoard> {
        if let Ok(graph) = parse_any_order::<u32, 32>(text) {
            return Ok(Self::from_graph(&graph));
        }
        let bad = || BadBoard::Graph(text.into());
        let mut factors = text
            .split(['x', 'X'])
            .map(|factor| Self::factor(factor).ok_or_else(bad));
        let first = factors.next().ok_or_else(bad)??;
        factors.try_fold(first, |product, factor| Ok(product.times(&factor?)))
    }

    fn from_graph<R: graph::Row, const W: usize>(graph: &Graph<R, W>) -> Self {
        Self {
            vertices: (0..graph.order()).map(|v| v.to_string()).collect(),
            edges: graph.edges().collect(),
        }
    }

    /// A path, a cycle or a complete graph of any size, or a small graph with a name.
    fn factor(text: &str) -> Option<Self> {
        let number = |letter: char| {
            text.strip_prefix([letter, letter.to_ascii_lowercase()])?
                .parse::<usize>()
                .ok()
        };
        let of = |n: usize, edges: Vec<(usize, usize)>| Self {
            vertices: (0..n).map(|v| v.to_string()).collect(),
            edges,
        };
        let path = |n: usize| (1..n).map(|v| (v - 1, v));
        if let Some(n) = number('P').filter(|n| (1..=128).contains(n)) {
            return Some(of(n, path(n).collect()));
        }
        if let Some(n) = number('C').filter(|n| (3..=128).contains(n)) {
            return Some(of(n, path(n).chain([(0, n - 1)]).collect()));
        }
        if let Some(n) = number('K').filter(|n| (1..=32).contains(n)) {
            return Some(of(n, (1..n).flat_map(|v| (0..v).map(move |u| (u, v))).collect()));
        }
        named_graph(text).ok().map(|(_, graph)| Self::from_graph(&graph))
    }

    /// The Cartesian product.
    fn times(&self, other: &Self) -> Self {
        let n = other.vertices.len();
        let vertices = self.vertices.iter();
        let vertices = vertices.flat_map(|u| other.vertices.iter().map(move |v| format!("{u}.{v}")));
        let within =
            (0..self.vertices.len()).flat_map(|at| other.edges.iter().map(move |(u, v)| (at * n + u, at * n + v)));
        let across = self
            .edges
            .iter()
            .flat_map(|(u, v)| (0..n).map(move |at| (u * n + at, v * n + at)));
        Self {
            vertices: vertices.collect(),
            edges: within.chain(across).collect(),
        }
    }

    /// The vertices joined to one.
    pub fn neighbours(&self, vertex: usize) -> impl Iterator<Item = usize> {
        self.edges.iter().filter_map(move |&(u, v)| match vertex {
            at if at == u => Some(v),
            at if at == v => Some(u),
            _ => None,
        })
    }

    /// The names of the edges.
    pub fn edge_names(&self) -> Vec<String> {
        let edges = self.edges.iter();
        edges
            .map(|&(u, v)| format!("{}-{}", self.vertices[u.min(v)], self.vertices[u.max(v)]))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_have_as_many_vertices_and_edges_as_they_must() {
        for (text, vertices, edges) in [
            ("P2xP13", 26, 13 + 24),
            ("C5xC5", 25, 50),
            ("P2xP2xP2", 8, 12),
            ("K4", 4, 6),
            ("Dhc", 5, 5),
            ("petersen", 10, 15),
            ("p128", 128, 127),
        ] {
            let graph = Named::of(text).unwrap();
            assert_eq!((graph.vertices.len(), graph.edges.len()), (vertices, edges), "{text}");
        }
        assert!(Named::of("P2xQ").is_err() && Named::of("P0").is_err() && Named::of("").is_err());
    }
}
