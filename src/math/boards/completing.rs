//! Orders for copies in which an edge is given and others are missing.

use graph::Graph16;

use super::isomorphism::automorphisms;
use super::order::{Edge, Order};

/// The orders that find the copies of a graph which lack one of these sets of edges and have a given edge: one for each
/// way in which the graph's edges lie to each other, as far as at most `most` automorphisms say; beyond, some may be
/// there twice. `ends_last`: an end of the first missing edge comes last, so that all edges missing from the other end
/// are found at once.
pub fn completing(graph: &Graph16, missing: &[Vec<Edge>], most: usize, ends_last: bool) -> Vec<Order> {
    let automorphisms = automorphisms(graph, most);
    let sorted = |(u, v): Edge| (u.min(v), u.max(v));
    let (mut seen, mut orders) = (std::collections::BTreeSet::new(), Vec::new());
    for lost in missing {
        for (a, b) in graph.edges().filter(|edge| !lost.contains(edge)) {
            for given in [[a, b], [b, a]] {
                let images = automorphisms.iter().map(|to| {
                    let mut lost: Vec<Edge> = lost.iter().map(|&(u, v)| sorted((to[u], to[v]))).collect();
                    lost.sort_unstable();
                    (given.map(|v| to[v]), lost)
                });
                if seen.insert(images.min().expect("an automorphism")) {
                    let (u, v) = lost[0];
                    let last = ends_last.then(|| if given.contains(&u) { v } else { u });
                    orders.push(Order::new(graph, &given, lost, last, |_| 0));
                }
            }
        }
    }
    orders
}
