//! Graphs as rows: bit `j` of `rows[i]`, counted from the least significant, is set when `i` and `j` are adjacent. All
//! are simple and undirected and have at most 32 vertices.

/// The graph with these edges.
///
/// # Panics
/// Panics when an edge leads out of the `n <= 32` vertices.
pub fn from_edges(n: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Vec<u32> {
    let mut rows = vec![0; n];
    for (i, j) in edges {
        rows[i] |= 1 << j;
        rows[j] |= 1 << i;
    }
    rows
}

/// The graph with the edge `(i, j)` added.
pub fn with_edge(rows: &[u32], (i, j): (usize, usize)) -> Vec<u32> {
    let mut next = rows.to_vec();
    next[i] |= 1 << j;
    next[j] |= 1 << i;
    next
}

/// Number of edges.
pub fn edges(rows: &[u32]) -> usize {
    rows.iter().map(|row| row.count_ones() as usize).sum::<usize>() / 2
}

/// The path on `n` vertices.
pub fn path(n: usize) -> Vec<u32> {
    from_edges(n, (1..n).map(|i| (i - 1, i)))
}

/// The cycle on `n >= 3` vertices.
pub fn cycle(n: usize) -> Vec<u32> {
    from_edges(n, (0..n).map(|i| (i, (i + 1) % n)))
}

/// The complete graph on `n` vertices.
pub fn complete(n: usize) -> Vec<u32> {
    from_edges(n, (0..n).flat_map(|j| (0..j).map(move |i| (i, j))))
}

/// `K_{a,b}`: `a` vertices, each joined to all of `b` others. A star for `a = 1`.
pub fn complete_bipartite(a: usize, b: usize) -> Vec<u32> {
    from_edges(a + b, (0..a).flat_map(|i| (a..a + b).map(move |j| (i, j))))
}

/// The hypercube of this dimension (at most 5), `2^dimension` vertices.
pub fn hypercube(dimension: usize) -> Vec<u32> {
    let n = 1usize << dimension;
    from_edges(n, (0..n).flat_map(|i| (0..dimension).map(move |bit| (i, i ^ 1 << bit))))
}

/// Petersen's graph: a cycle on 5 vertices, spokes, and the star polygon inside.
pub fn petersen() -> Vec<u32> {
    from_edges(
        10,
        (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, 5 + i), (5 + i, 5 + (i + 2) % 5)]),
    )
}

/// `k` disjoint copies of a graph.
///
/// # Panics
/// Panics when they have more than 32 vertices together.
pub fn copies(rows: &[u32], k: usize) -> Vec<u32> {
    assert!(k * rows.len() <= 32);
    (0..k)
        .flat_map(|copy| rows.iter().map(move |row| row << (copy * rows.len())))
        .collect()
}
