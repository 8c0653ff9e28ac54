//! Fixed random triangle-free graphs, as both nauty and the engine take them.

use std::collections::HashSet;

use canon::Canonical;
use game::Game;
use games::Triangle16;
use graph::{Graph16, encode_graph6};
use retrograph_referee::{nauty::Nauty, triangle::random_triangle_free};

/// Graphs of each order and number of edges.
pub const GRAPHS: u64 = 2000;

/// The judge's rows, one graph a seed.
pub fn rows(n: usize, edges: usize) -> Vec<Vec<u32>> {
    (0..GRAPHS).map(|seed| random_triangle_free(n, edges, seed)).collect()
}

/// The same graphs as the engine's.
pub fn graphs(n: usize, edges: usize) -> Vec<Graph16> {
    let graph =
        |rows: Vec<u32>| Graph16::from_rows(n, std::array::from_fn(|v| rows.get(v).map_or(0, |&row| row as u16)));
    rows(n, edges).into_iter().map(graph).collect()
}

/// The same graphs as positions: with their open pairs, which the loop of a solution keeps up to date.
pub fn positions(n: usize, edges: usize) -> Vec<<Triangle16 as Game>::Position> {
    let game = Triangle16::new(n);
    let position = |graph: &Graph16| game.parse(&encode_graph6(graph)).unwrap();
    graphs(n, edges).iter().map(position).collect()
}

/// The number of classes among the graphs. Both forms must distinguish the same number, otherwise comparing their speed
/// means nothing.
pub fn assert_same_classes(n: usize, edges: usize) -> usize {
    let mut nauty = Nauty::new();
    let mut form = vec![0; n];
    let theirs: HashSet<Vec<u32>> = (rows(n, edges).iter())
        .map(|rows| {
            nauty.canonical_into(rows, &mut form);
            form.clone()
        })
        .collect();
    let ours: HashSet<u128> = graphs(n, edges)
        .iter()
        .map(|graph| Canonical::of(graph).key.labelled(0))
        .collect();
    assert_eq!(ours.len(), theirs.len());
    ours.len()
}
