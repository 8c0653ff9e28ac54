//! Rules of games in the plainest words: which graphs are positions. Everything else follows from that.

use crate::named::blow_up;
use crate::rng::SplitMix64;
use crate::triangle::{edges, is_triangle_free, with_edge};

/// A game in which players add edges to `n` isolated vertices; whatever is left of a position when edges are taken away
/// is a position too.
pub trait Rules: Sync {
    /// Whether these rows are a position. Rows that are no simple graph are none.
    fn is_position(&self, rows: &[u32]) -> bool;

    /// The edges `(i, j)` with `i < j` that may be added: each is tried.
    fn moves(&self, rows: &[u32]) -> Vec<(usize, usize)> {
        let pairs = (0..rows.len()).flat_map(|i| (i + 1..rows.len()).map(move |j| (i, j)));
        pairs
            .filter(|&(i, j)| rows[i] >> j & 1 == 0 && self.is_position(&with_edge(rows, (i, j))))
            .collect()
    }
}

/// The triangle avoidance game.
pub struct TriangleFree;

impl Rules for TriangleFree {
    fn is_position(&self, rows: &[u32]) -> bool {
        is_triangle_free(rows)
    }
}

/// Games tried before a number of edges is given up.
const ATTEMPTS: usize = 64;

/// A position on `n` vertices with `edges_asked` edges, reached by random legal moves from the empty graph; `None` when
/// no game came so far.
///
/// The first games are played on all pairs, which gives all classes with few edges a chance; later ones inside random
/// blow-ups of the pentagon, then between the parts of random bipartitions, and of equal ones, where games are long.
pub fn random_position(rules: &dyn Rules, n: usize, edges_asked: usize, rng: &mut SplitMix64) -> Option<Vec<u32>> {
    let all_pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
    let pentagon = [0b10010, 0b00101, 0b01010, 0b10100, 0b01001];
    for attempt in 0..ATTEMPTS {
        let host = match attempt {
            0..4 => (0..n).map(|i| !(1 << i)).collect(),
            4..12 => blow_up(&pentagon, &sizes(5, n, rng)),
            12..20 => blow_up(&[0b10, 0b01], &sizes(2, n, rng)),
            _ => blow_up(&[0b10, 0b01], &[n / 2, n - n / 2]),
        };
        let mut pairs: Vec<_> = all_pairs.clone().filter(|&(i, j)| host[i] >> j & 1 == 1).collect();
        rng.shuffle(&mut pairs);
        let mut rows = vec![0; n];
        for pair in pairs {
            if edges(&rows) == edges_asked {
                break;
            }
            let next = with_edge(&rows, pair);
            if rules.is_position(&next) {
                rows = next;
            }
        }
        if edges(&rows) == edges_asked {
            return Some(rows);
        }
    }
    None
}

/// How many of `n` things fall into each of `parts` at random.
fn sizes(parts: usize, n: usize, rng: &mut SplitMix64) -> Vec<usize> {
    let mut sizes = vec![0; parts];
    (0..n).for_each(|_| sizes[rng.below(parts)] += 1);
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nauty::canonical;
    use crate::triangle::{moves, triangle_free_classes};
    use std::collections::BTreeSet;

    #[test]
    fn trying_every_edge_gives_the_moves() {
        for graph in triangle_free_classes(7).concat() {
            assert!(TriangleFree.is_position(&graph));
            assert_eq!(TriangleFree.moves(&graph), moves(&graph), "{graph:?}");
        }
        assert!(!TriangleFree.is_position(&[0b110, 0b101, 0b011]));
    }

    #[test]
    fn random_games_reach_every_class_of_seven_vertices() {
        let mut rng = SplitMix64::new(7);
        for (m, classes) in triangle_free_classes(7).iter().enumerate() {
            let drawn: BTreeSet<_> = (0..3000)
                .map(|_| canonical(&random_position(&TriangleFree, 7, m, &mut rng).unwrap()))
                .collect();
            assert_eq!(drawn.into_iter().collect::<Vec<_>>(), *classes, "{m} edges");
        }
        assert_eq!(
            random_position(&TriangleFree, 7, 13, &mut rng),
            None,
            "Mantel: at most 12"
        );
        for n in [1, 2, 16, 20] {
            for m in 0..=n * n / 4 {
                let rows = random_position(&TriangleFree, n, m, &mut rng).unwrap();
                assert!(is_triangle_free(&rows) && edges(&rows) == m && rows.len() == n);
            }
        }
    }
}
