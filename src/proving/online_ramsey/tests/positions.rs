//! Random positions against plain recursion from the definition, which knows no rule of the search.

mod common;

use base::random::SplitMix64;
use retrograph_online_ramsey::{Options, wins_from};
use retrograph_referee::online_ramsey::{Coloured, builder_wins, named};
use retrograph_referee::pattern::contains;

/// A random position without targets, on at most six vertices.
fn position(targets: &[Vec<u32>], rng: &mut SplitMix64) -> Coloured {
    let mut edges: Coloured = Vec::new();
    for _ in 0..3 + rng.below(10) {
        let n = edges.iter().map(|edge| edge.1 + 1).max().unwrap_or(0);
        let v = 1 + rng.below((n + 2).min(6) - 1);
        let u = rng.below(v);
        // New vertices come in order.
        if v > n + 1 || v == n + 1 && u != n || edges.iter().any(|edge| (edge.0, edge.1) == (u, v)) {
            continue;
        }
        let colour = rng.below(targets.len());
        let mut rows = vec![0u32; 8];
        edges.push((u, v, colour));
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

fn agree(graphs: &str, count: usize, most: usize, options: Options) -> [usize; 2] {
    let targets = named(graphs).unwrap();
    let mut rng = SplitMix64::new(graphs.len() as u64 * 31 + u64::from(graphs.as_bytes()[0]));
    let mut seen = [0; 2];
    for _ in 0..count {
        let edges = position(&targets, &mut rng);
        let k = 1 + rng.below(most);
        let expected = builder_wins(&targets, &edges, k);
        let game = common::game(graphs).with(options);
        assert_eq!(wins_from(&game, &edges, k), Some(expected), "{graphs} {edges:?} {k}");
        seen[usize::from(expected)] += 1;
    }
    seen
}

const CELLS: [&str; 12] = [
    "P3,P4",
    "K3,K3",
    "K3,C4",
    "K3,K4",
    "P4,C4",
    "P4,P4",
    "C4,C4",
    "K1,3,K3",
    "paw,paw",
    "K3,diamond",
    "P5,C4",
    "2K2,K3",
];

#[test]
fn random_positions_have_the_values_of_the_definition() {
    let mut seen = [0; 2];
    for graphs in CELLS {
        let found = agree(graphs, 400, 2, Options::default());
        seen = [seen[0] + found[0], seen[1] + found[1]];
    }
    for graphs in ["P3,P3,P4", "K3,K3,K3"] {
        agree(graphs, 100, 2, Options::default());
    }
    assert!(seen[0] > 500 && seen[1] > 500, "{seen:?}");
}

#[test]
fn random_positions_three_moves_before_the_end() {
    for graphs in CELLS {
        agree(graphs, 60, 3, Options::default());
    }
}

#[test]
#[ignore = "a minute with optimizations"]
fn many_random_positions_three_moves_before_the_end() {
    for graphs in CELLS {
        agree(graphs, 400, 3, Options::default());
    }
}

/// Each rule off by itself, and all of them.
#[test]
fn every_rule_can_be_switched_off() {
    let usual = Options::default();
    let variants = [
        Options { bounds: false, ..usual },
        Options { plans: false, ..usual },
        Options {
            symmetry: false,
            ..usual
        },
        Options {
            last_two: false,
            ..usual
        },
        Options { table: false, ..usual },
        Options {
            bounds: false,
            plans: false,
            symmetry: false,
            last_two: false,
            table: false,
        },
    ];
    for options in variants {
        for graphs in CELLS {
            agree(graphs, 40, 2, options);
        }
        // Whole games: too long without the table.
        if options.table {
            for (graphs, number) in [
                ("P4,P4", 5),
                ("K1,3,K1,3", 5),
                ("P3,C4", 6),
                ("K3,K3", 8),
                ("P4,paw", 8),
            ] {
                let game = common::game(graphs).with(options);
                assert_eq!(wins_from(&game, &[], number), Some(true), "{graphs} {options:?}");
                assert_eq!(wins_from(&game, &[], number - 1), Some(false), "{graphs} {options:?}");
            }
        }
    }
}
