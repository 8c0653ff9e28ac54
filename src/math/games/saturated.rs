//! Saturated positions that can be listed: maximal triangle-free graphs, complete bipartite graphs, pairs of cliques.
//!
//! Maximal triangle-free graphs are the saturated positions of the triangle avoidance game.
//!
//! From those on `n - 1` vertices: delete the edges inside a vertex set S of such a graph and join a new vertex to S;
//! keep what is maximal. Complete, because in a maximal graph G the open pairs of G - x lost their only common
//! neighbour x, hence lie inside N(x): extending G - x to a maximal graph adds edges inside S = N(x) only. As x may be
//! any vertex, only sets that give x the least degree are tried. Counts: OEIS A216783. Cost: 1.8 s of CPU for n = 16,
//! 13 s for n = 17.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use canon::{Canonical, Key, Lanes};
use graph::Graph;

/// Returns the keys of all maximal triangle-free graphs on `n` vertices, sorted, each class once; `progress(done, all)`
/// counts the graphs extended in the last step.
pub fn maximal_triangle_free<R: Lanes<W>, const W: usize>(
    n: usize,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Vec<Key<R>> {
    assert!((1..=W).contains(&n));
    let mut keys = vec![Canonical::of(&Graph::<R, W>::empty(1)).key];
    for order in 2..=n {
        let done = AtomicU64::new(0);
        let all = keys.len() as u64;
        let found = base::parallel::map(keys.len(), |index| {
            let found = extensions(&keys[index].graph::<W>(order - 1));
            let done = done.fetch_add(1, Relaxed) + 1;
            if order == n {
                progress(done, all);
            }
            found
        });
        let mut next = found.concat();
        next.sort_unstable();
        next.dedup();
        keys = next;
    }
    keys
}

/// Returns the keys of the maximal graphs that result from `graph` and a new vertex of least degree, sorted.
fn extensions<R: Lanes<W>, const W: usize>(graph: &Graph<R, W>) -> Vec<Key<R>> {
    let n = graph.order();
    let all = R::below(n);
    let mut found = Vec::new();
    let halves = [reach_table(graph, 0), reach_table(graph, HALF)];
    for bits in 1u32..1 << n {
        let set = R::from_u32(bits);
        let reached = halves[0][bits as usize % (1 << HALF)] | halves[1][bits as usize >> HALF];
        if reached | set == all && has_least_degree(graph, set) && leaves_nothing_open(graph, set) {
            found.push(Canonical::of(&extended(graph, set)).key);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Vertices of a set that index one table.
const HALF: usize = 10;

/// For each set of vertices among the ten starting at `first`, the union of their neighbourhoods.
fn reach_table<R: Lanes<W>, const W: usize>(graph: &Graph<R, W>, first: usize) -> Vec<R> {
    let width = graph.order().saturating_sub(first).min(HALF);
    let mut table = vec![R::EMPTY; 1 << width];
    for set in 1..table.len() {
        let lowest = set.trailing_zeros() as usize;
        table[set] = table[set & (set - 1)] | graph.neighbours(first + lowest);
    }
    table
}

fn has_least_degree<R: Lanes<W>, const W: usize>(graph: &Graph<R, W>, set: R) -> bool {
    let least = set.count();
    (0..graph.order()).all(|v| {
        let row = graph.neighbours(v);
        if set.has(v) {
            (row & !set).count() + 1 >= least
        } else {
            row.count() >= least
        }
    })
}

/// Returns whether each `u` in the set and each `v` outside it, not joined, keep a common neighbour outside the set.
/// Pairs inside it share the new vertex; pairs outside it are unchanged.
fn leaves_nothing_open<R: Lanes<W>, const W: usize>(graph: &Graph<R, W>, set: R) -> bool {
    let outside = R::below(graph.order()) & !set;
    set.vertices().all(|u| {
        let kept = graph.neighbours(u) & !set;
        (outside & !kept)
            .vertices()
            .all(|v| !(kept & graph.neighbours(v)).is_empty())
    })
}

fn extended<R: Lanes<W>, const W: usize>(graph: &Graph<R, W>, set: R) -> Graph<R, W> {
    let n = graph.order();
    let mut rows = *graph.rows();
    for u in set.vertices() {
        rows[u] = rows[u] & !set | R::bit(n);
    }
    rows[n] = set;
    Graph::from_rows(n + 1, rows)
}

/// Returns the keys of the complete bipartite graphs on `n` vertices: the maximal graphs without an odd cycle.
pub fn complete_bipartite<R: Lanes<W>, const W: usize>(n: usize) -> Vec<Key<R>> {
    let parts = |a: usize| joined_where(n, |u, v| u < a && a <= v);
    (n.min(2) / 2..=n / 2)
        .map(|a| Canonical::<R, W>::of(&parts(a)).key)
        .collect()
}

/// Returns the keys of the disjoint unions of two complete graphs on `n` vertices in total: the maximal disconnected
/// graphs; the graph of a single vertex for `n = 1`.
pub fn two_cliques<R: Lanes<W>, const W: usize>(n: usize) -> Vec<Key<R>> {
    let cliques = |a: usize| joined_where(n, |u, v| (u < a) == (v < a));
    (n.min(2) / 2..=n / 2)
        .map(|a| Canonical::<R, W>::of(&cliques(a)).key)
        .collect()
}

/// Returns the graph in which `u < v` are joined when `join` holds.
fn joined_where<R: Lanes<W>, const W: usize>(n: usize, join: impl Fn(usize, usize) -> bool) -> Graph<R, W> {
    let mut graph = Graph::empty(n);
    for v in 1..n {
        for u in (0..v).filter(|&u| join(u, v)) {
            graph.toggle(u, v);
        }
    }
    graph
}
