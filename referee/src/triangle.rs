//! The triangle avoidance game in the slow, obvious way: forward search from a position, and all positions from the
//! empty one.

use std::collections::{BTreeSet, HashMap};

pub use retrograph_judge::graphs::{edges, with_edge};

use crate::nauty::{Nauty, canonical};
use crate::rng::SplitMix64;

/// Returns the edges `(i, j)` with `i < j` that may be added: missing, and without a common neighbour.
pub fn moves(rows: &[u32]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for i in 0..rows.len() {
        for j in i + 1..rows.len() {
            if rows[i] >> j & 1 == 0 && rows[i] & rows[j] == 0 {
                found.push((i, j));
            }
        }
    }
    found
}

/// Returns whether the rows are symmetric, without loops, and without a triangle.
pub fn is_triangle_free(rows: &[u32]) -> bool {
    (0..rows.len()).all(|i| {
        (0..rows.len()).all(|j| {
            let edge = rows[i] >> j & 1 == 1;
            edge == (rows[j] >> i & 1 == 1) && !(edge && (i == j || rows[i] & rows[j] != 0))
        })
    })
}

/// Returns the graph in which vertex `i` is renamed `permutation[i]`.
///
/// # Panics
/// Panics when `permutation` is shorter than `rows` or leads out of it.
pub fn relabel(rows: &[u32], permutation: &[usize]) -> Vec<u32> {
    let mut renamed = vec![0; rows.len()];
    for (i, row) in rows.iter().enumerate() {
        renamed[permutation[i]] = (0..rows.len())
            .filter(|j| row >> j & 1 == 1)
            .map(|j| 1 << permutation[j])
            .sum();
    }
    renamed
}

/// Values by forward search from the definition, remembered per isomorphism class.
///
/// A position is P when the player who has just moved wins, which is when no legal move leads to a P position;
/// otherwise it is N. The search of a position stops at the first P, so memory and time grow with the number of classes
/// met: from the empty graph 6,917 of 12,172 on 10 vertices (0.05 s), 92,679 of 105,071 on 11 (1.1 s).
pub struct ForwardSolver {
    vertices: usize,
    nauty: Nauty,
    known: HashMap<Box<[u32]>, bool>,
}

impl ForwardSolver {
    /// Creates a solver for graphs on `n` vertices without any known value.
    pub fn new(n: usize) -> Self {
        ForwardSolver {
            vertices: n,
            nauty: Nauty::new(),
            known: HashMap::new(),
        }
    }

    /// Returns whether the player who has just moved wins. The recursion is at most n^2/4 deep, the number of edges
    /// that can be added.
    ///
    /// # Panics
    /// Panics when the graph does not have the solver's number of vertices or contains a triangle.
    pub fn is_p(&mut self, rows: &[u32]) -> bool {
        assert_eq!(rows.len(), self.vertices, "number of vertices");
        assert!(is_triangle_free(rows), "not a position: {rows:?}");
        self.search(rows)
    }

    /// Returns the number of isomorphism classes whose value is known so far.
    pub fn classes_known(&self) -> usize {
        self.known.len()
    }

    fn search(&mut self, rows: &[u32]) -> bool {
        let mut key = vec![0; rows.len()].into_boxed_slice();
        self.nauty.canonical_into(rows, &mut key);
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        let value = !moves(&key).into_iter().any(|edge| self.search(&with_edge(&key, edge)));
        self.known.insert(key, value);
        value
    }
}

/// Returns every triangle-free graph on `n` vertices once, as nauty's canonical rows: entry `m` holds those with `m`
/// edges, in ascending order. 0.25 s at `n = 10`, 3 s and 20 MB at `n = 11`.
pub fn triangle_free_classes(n: usize) -> Vec<Vec<Vec<u32>>> {
    let mut levels = vec![vec![canonical(&vec![0; n])]];
    loop {
        let mut above = BTreeSet::new();
        for graph in levels.last().into_iter().flatten() {
            for edge in moves(graph) {
                above.insert(canonical(&with_edge(graph, edge)));
            }
        }
        if above.is_empty() {
            return levels;
        }
        levels.push(above.into_iter().collect());
    }
}

/// Returns a triangle-free graph on `n` vertices with exactly `edges` edges; the same seed gives the same graph.
///
/// Random edges are added inside a host: first the complete graph, which yields sparse and less structured graphs, then
/// random blow-ups of the pentagon, then random complete bipartite graphs, which reach any number of edges. All classes
/// with few edges have a chance; among dense graphs the bipartite ones dominate.
///
/// # Panics
/// Panics when `edges` is above `n^2/4`: no such graph exists (Mantel 1907).
pub fn random_triangle_free(n: usize, edges: usize, seed: u64) -> Vec<u32> {
    assert!(edges <= n * n / 4, "{edges} edges on {n} vertices close a triangle");
    let mut rng = SplitMix64::new(seed);
    for attempt in 0.. {
        // Vertices of part `a` may meet those of part `b` when `host(a, b)`.
        let parts: Vec<usize> = match attempt {
            0..4 => vec![0; n],
            4..12 => (0..n).map(|_| rng.below(5)).collect(),
            12..20 => (0..n).map(|_| rng.below(2)).collect(),
            _ => rng.permutation(n).into_iter().map(|place| place % 2).collect(),
        };
        let host = |a: usize, b: usize| match attempt {
            0..4 => true,
            4..12 => matches!(a.abs_diff(b), 1 | 4),
            _ => a != b,
        };
        let mut pairs: Vec<(usize, usize)> = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))).collect();
        pairs.retain(|&(i, j)| host(parts[i], parts[j]));
        rng.shuffle(&mut pairs);
        let mut rows = vec![0u32; n];
        let mut placed = 0;
        for (i, j) in pairs {
            if placed < edges && rows[i] & rows[j] == 0 {
                rows[i] |= 1 << j;
                rows[j] |= 1 << i;
                placed += 1;
            }
        }
        if placed == edges {
            return rows;
        }
    }
    unreachable!("a balanced complete bipartite graph has room for every number of edges")
}

#[cfg(test)]
mod tests {
    use super::*;

    const BY_EDGES: &str = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../datasets/triangle_free_by_edges.csv"
    ));
    const WINNERS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../datasets/triangle_winners.csv"));
    const LEVELS: &str = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../datasets/triangle_small_levels.csv"
    ));

    /// Rows of numbers; the comment lines and the header are not numbers.
    fn numbers(csv: &str) -> Vec<Vec<usize>> {
        csv.lines()
            .filter_map(|line| line.split(',').map(|field| field.parse().ok()).collect())
            .collect()
    }

    #[test]
    fn classes_per_edge_number_are_the_known_ones() {
        for n in 5..=9 {
            let expected: Vec<usize> = numbers(BY_EDGES)
                .iter()
                .filter(|row| row[0] == n)
                .map(|row| row[2])
                .collect();
            let counted: Vec<usize> = triangle_free_classes(n).iter().map(Vec::len).collect();
            assert_eq!(counted, expected, "n = {n}");
        }
    }

    #[test]
    fn winners_are_the_known_ones() {
        for row in numbers(WINNERS).iter().filter(|row| row[0] <= 10) {
            let mut solver = ForwardSolver::new(row[0]);
            let second_player_wins = solver.is_p(&vec![0; row[0]]);
            assert_eq!(second_player_wins, row[1] == 2, "n = {}", row[0]);
        }
    }

    #[test]
    fn p_n_and_saturated_per_level_are_the_known_ones() {
        for n in 6..=8 {
            let mut solver = ForwardSolver::new(n);
            let counted: Vec<Vec<usize>> = triangle_free_classes(n)
                .iter()
                .enumerate()
                .map(|(m, level)| {
                    let p = level.iter().filter(|graph| solver.is_p(graph)).count();
                    let saturated = level.iter().filter(|graph| moves(graph).is_empty()).count();
                    vec![n, m, p, level.len() - p, saturated]
                })
                .collect();
            let expected: Vec<_> = numbers(LEVELS).into_iter().filter(|row| row[0] == n).collect();
            assert_eq!(counted, expected);
        }
    }

    #[test]
    fn random_graphs_have_the_edges_asked_for_and_no_triangle() {
        for n in [1, 2, 7, 16, 17] {
            for edges_asked in 0..=n * n / 4 {
                let graph = random_triangle_free(n, edges_asked, edges_asked as u64);
                assert!(is_triangle_free(&graph));
                assert_eq!(edges(&graph), edges_asked);
                assert_eq!(graph, random_triangle_free(n, edges_asked, edges_asked as u64));
            }
        }
        let drawn: BTreeSet<_> = (0..2000)
            .map(|seed| canonical(&random_triangle_free(7, 6, seed)))
            .collect();
        assert_eq!(drawn.len(), 21, "every class with 7 vertices and 6 edges is met");
    }

    #[test]
    fn a_triangle_is_no_position() {
        assert!(!is_triangle_free(&[0b110, 0b101, 0b011]));
        assert!(!is_triangle_free(&[0b001]), "loop");
        assert!(!is_triangle_free(&[0b10, 0b00]), "one-way edge");
        assert_eq!(moves(&[0b110, 0b001, 0b001]), []);
    }
}
