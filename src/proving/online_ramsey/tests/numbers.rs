//! Known numbers, each with both certificates, which the judge has checked.

mod common;

use common::{bounds, committed, game, proved};
use retrograph_referee::online_ramsey::{named, number};

fn numbers(cells: &[(&str, u64)]) {
    for &(graphs, number) in cells {
        let outcome = proved(&game(graphs));
        assert_eq!(bounds(&outcome), (Some(number), Some(number - 1)), "{graphs}");
    }
}

/// The exact cells of Table 2 of P. Gordinowicz, P. Pralat, Small on-line Ramsey numbers - a new approach (2018), that
/// take less than a second; for P4, K4 and K1,3, K4 it has 15.
#[test]
fn cells_of_the_published_table() {
    numbers(&[
        ("P3,P3", 3),
        ("P3,K3", 5),
        ("P3,P4", 4),
        ("P3,C4", 6),
        ("P3,K1,3", 4),
        ("P3,paw", 6),
        ("P3,diamond", 7),
        ("P3,K4", 10),
        ("K3,K3", 8),
        ("K3,P4", 8),
        ("K3,K1,3", 8),
        ("K3,C4", 11),
        ("K3,paw", 9),
        ("K3,diamond", 12),
        ("P4,P4", 5),
        ("P4,C4", 8),
        ("P4,K1,3", 6),
        ("P4,paw", 8),
        ("P4,diamond", 10),
        ("C4,C4", 10),
        ("C4,K1,3", 8),
        ("C4,paw", 11),
        ("K1,3,K1,3", 5),
        ("K1,3,paw", 8),
        ("K1,3,diamond", 11),
        ("paw,paw", 10),
    ]);
}

#[test]
#[ignore = "minutes with optimizations"]
fn cells_of_the_published_table_that_take_longer() {
    numbers(&[
        ("K3,K4", 17),
        ("P4,K4", 16),
        ("C4,diamond", 14),
        ("K1,3,K4", 16),
        ("paw,diamond", 13),
        ("diamond,diamond", 16),
    ]);
}

/// r(K2, H) = e(H); r(P3, P_l+1) = r(P3, C_l) = ceil(5 l / 4), the latter from l = 5 on; r(K1,3, P_l) = floor(3 l / 2).
#[test]
fn formulas() {
    numbers(&[
        ("K2,K4", 6),
        ("K2,K5", 10),
        ("K2,C5", 5),
        ("P3,P5", 5),
        ("P3,P6", 7),
        ("P3,P7", 8),
        ("P3,C5", 7),
        ("P3,C6", 8),
        ("K1,3,P4", 6),
        ("K1,3,P5", 7),
        ("K1,3,P6", 9),
        ("P4,P5", 6),
        ("P5,P5", 7),
        ("C4,P4", 8),
        ("C4,P3", 6),
        ("C4,P5", 9),
    ]);
}

#[test]
#[ignore = "a minute with optimizations"]
fn formulas_that_take_longer() {
    numbers(&[("P3,P9", 10), ("C4,P6", 11), ("P6,P6", 10)]);
}

fn numbers_of_the_definition(cells: &[(&str, u64)]) {
    for &(graphs, value) in cells {
        let most = value as usize;
        assert_eq!(number(&named(graphs).unwrap(), most), Some(most), "{graphs}");
        assert_eq!(bounds(&proved(&game(graphs))).0, Some(value), "{graphs}");
    }
}

/// By trying everything: no rule of the search, no bound, no strategy of Painter.
#[test]
fn small_numbers_of_the_definition() {
    numbers_of_the_definition(&[
        ("P3,P3", 3),
        ("P3,P4", 4),
        ("P3,K1,3", 4),
        ("P3,K3", 5),
        ("P4,P4", 5),
        ("K1,3,K1,3", 5),
        ("P4,K1,3", 6),
        ("P3,C4", 6),
        ("P3,paw", 6),
        ("P3,diamond", 7),
        ("K3,P4", 8),
        ("K3,K1,3", 8),
        ("P4,C4", 8),
        ("C4,K1,3", 8),
        ("P4,paw", 8),
        ("K1,3,paw", 8),
        ("K3,K3", 8),
        ("K3,paw", 9),
        ("paw,paw", 10),
        ("2K2,2K2", 3),
        ("2K2,K3", 5),
        ("2K2,K4", 9),
        ("P3,P3,P3", 4),
        ("K2,P3,K3", 5),
    ]);
}

#[test]
#[ignore = "a minute with optimizations"]
fn larger_numbers_of_the_definition() {
    numbers_of_the_definition(&[
        ("P3,K4", 10),
        ("P4,diamond", 10),
        ("C4,C4", 10),
        ("K3,C4", 11),
        ("K1,3,diamond", 11),
    ]);
}

#[test]
fn three_colours() {
    // Any graph with four edges has two of one of three colours only if they meet: a star of four edges forces that.
    numbers(&[("P3,P3,P3", 4), ("K2,K2,K3", 3), ("K2,P3,K3", 5), ("K2,K3,K3", 8)]);
}

/// Bounds that the search had before it knew lists of rules and, but for K4 and K4, has by them.
#[test]
fn bounds_by_lists() {
    for (graphs, rounds) in [("K4,K4", 15), ("K4,K5", 16), ("K3,K5", 15), ("K3,K3,K3", 13)] {
        let game = committed(graphs, rounds, "none");
        assert_eq!(bounds(&proved(&game)), (None, Some(rounds as u64)), "{graphs}");
    }
}

/// A restricted Builder proves bounds of the unrestricted number, or nothing.
#[test]
fn upper_bounds_on_few_vertices() {
    // arXiv 2211.12204: C4 and a path on n vertices, on n + 1 vertices.
    for (n, number) in [(3, 6), (4, 8), (5, 9)] {
        let game = game(&format!("C4,P{n}")).vertices((n + 1).max(5)).unwrap();
        let outcome = proved(&game.clone().connected());
        assert_eq!(bounds(&outcome), (Some(number), None), "P{n}");
        let short = game.connected().rounds(number as usize - 1).unwrap();
        let outcome = proved(&short);
        assert!(!outcome.is_proved && outcome.proof.is_none(), "{}", outcome.sentence);
    }
    // That fewer rounds do not do takes longer.
    for n in 6..=12 {
        let number = upper_bound_of_path(n);
        let game = game(&format!("C4,P{n}")).vertices(n + 1).unwrap();
        let outcome = proved(&game.clone().rounds(number).unwrap());
        assert_eq!(bounds(&outcome), (Some(number as u64), None), "P{n}");
        if n <= 9 {
            let connected = proved(&game.connected().rounds(number).unwrap());
            assert_eq!(bounds(&connected), (Some(number as u64), None), "P{n}");
        }
    }
}

/// arXiv 2211.12204: rounds in which Builder forces a red C4 or a green path on n vertices, on n + 1 vertices.
fn upper_bound_of_path(n: usize) -> usize {
    match n {
        3..=5 => [6, 8, 9][n - 3],
        6 => 11,
        7 => 13,
        _ => 2 * n - 2,
    }
}

#[test]
#[ignore = "a minute with optimizations"]
fn upper_bounds_of_longer_paths() {
    for n in [13, 14] {
        let rounds = upper_bound_of_path(n);
        let outcome = proved(
            &game(&format!("C4,P{n}"))
                .vertices(n + 1)
                .unwrap()
                .rounds(rounds)
                .unwrap(),
        );
        assert_eq!(bounds(&outcome), (Some(rounds as u64), None), "P{n}");
    }
}

/// Builder who joins paths wins what the published numbers and formulas say, and no sooner.
#[test]
fn joined_paths() {
    for (graphs, number) in [
        ("P3,P5", 5),
        ("P3,P6", 7),
        ("P3,P7", 8),
        ("P3,P8", 9),
        ("K1,3,P5", 7),
        ("K1,3,P6", 9),
        ("P5,P5", 7),
        ("P4,P6", 8),
        ("K2,P3,P5", 5),
        ("K2,P3,P6", 7),
    ] {
        let game = game(graphs).vertices(10).unwrap();
        assert_eq!(bounds(&proved(&game)), (Some(number), None), "{graphs}");
    }
}
