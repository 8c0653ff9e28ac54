//! What Painter's lists refute, Builder does not win.

mod common;

use base::random::SplitMix64;
use common::game;
use retrograph_judge::online_ramsey::{Coloured, builder_wins, named};
use retrograph_judge::pattern::contains;
use retrograph_online_ramsey::{Options, refuted_by_lists, wins_from};

/// A random position without targets, on at most `most` vertices.
fn position(targets: &[Vec<u32>], rng: &mut SplitMix64, most: usize, tries: usize) -> Coloured {
    let mut edges: Coloured = Vec::new();
    for _ in 0..tries {
        let n = edges.iter().map(|edge| edge.1 + 1).max().unwrap_or(0);
        let v = 1 + rng.below((n + 2).min(most) - 1);
        let u = rng.below(v);
        if v > n + 1 || v == n + 1 && u != n || edges.iter().any(|edge| (edge.0, edge.1) == (u, v)) {
            continue;
        }
        let colour = rng.below(targets.len());
        edges.push((u, v, colour));
        let mut rows = vec![0u32; most];
        for &(u, v, _) in edges.iter().filter(|edge| edge.2 == colour) {
            rows[u] |= 1 << v;
            rows[v] |= 1 << u;
        }
        if contains(&rows, &targets[colour]) {
            edges.pop();
        }
    }
    edges
}

const CELLS: [&str; 14] = [
    "K3,K3",
    "K3,K4",
    "P4,C4",
    "K3,P4",
    "P3,K3",
    "C4,C4",
    "paw,K3",
    "K3,K3,K3",
    "P3,K3,P4",
    "K3,diamond",
    "K1,3,C4",
    "C5,K3",
    "K4,K4",
    "K2,P3,K3",
];

/// Against plain search, without bounds; `seen` counts what is refuted, and what is so within one move of a win.
fn agree(graphs: &str, count: usize, most: usize) -> [usize; 2] {
    let targets = named(graphs).unwrap();
    let plain = game(graphs).with(Options {
        bounds: false,
        ..Options::default()
    });
    let mut rng = SplitMix64::new(graphs.bytes().map(u64::from).sum());
    let mut seen = [0; 2];
    for _ in 0..count {
        let tries = 4 + rng.below(18);
        let edges = position(&targets, &mut rng, 7, tries);
        for k in 1..=most {
            if !refuted_by_lists(&plain, &edges, k) {
                // A plan of few pairs is one of more.
                assert!(!refuted_by_lists(&plain, &edges, k + 1), "{graphs} {edges:?} {k}");
                break;
            }
            seen[0] += 1;
            assert_eq!(wins_from(&plain, &edges, k), Some(false), "{graphs} {edges:?} {k}");
            if k <= 2 {
                assert!(!builder_wins(&targets, &edges, k), "{graphs} {edges:?} {k}");
            }
            seen[1] += usize::from(k < most && wins_from(&plain, &edges, k + 1) == Some(true));
        }
    }
    seen
}

#[test]
fn what_lists_refute_is_not_won() {
    let mut close = 0;
    for graphs in CELLS {
        let seen = agree(graphs, 400, 4);
        assert!(seen[0] > 40, "{graphs} {seen:?}");
        close += seen[1];
    }
    assert!(close > 800, "{close}");
}

#[test]
#[ignore = "minutes with optimizations"]
fn what_lists_refute_is_not_won_within_six_moves() {
    for graphs in CELLS {
        agree(graphs, 1500, 6);
    }
}
