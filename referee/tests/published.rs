//! Brute force, and with it the rules, against what others have counted, proved or computed. Sequences are those of the
//! OEIS, from one vertex on.

use retrograph_referee::brute::{Brute, Outcome, Play, Value};
use retrograph_referee::rules::rules;
use retrograph_referee::triangle::{ForwardSolver, triangle_free_classes};

fn solved(game: &str, n: usize) -> Brute {
    Brute::new(&*rules(game).unwrap(), n, Play::Normal)
}

fn start(game: &str, n: usize) -> Value {
    solved(game, n).start()
}

fn first_player_wins(game: &str, n: usize) -> bool {
    start(game, n).outcome == Outcome::N
}

#[test]
fn classes_are_as_many_as_others_have_counted() {
    for (game, counts) in [
        // A000088, all graphs.
        ("avoid:K8", &[1, 2, 4, 11, 34, 156, 1044][..]),
        // A006785, without triangles; A006786, without cycles of length 4; A006787, without K4.
        ("triangle", &[1, 2, 3, 7, 14, 38, 107, 410, 1897]),
        ("avoid:C4", &[1, 2, 4, 8, 18, 44, 117, 351, 1230]),
        ("avoid:K4", &[1, 2, 4, 10, 29, 120, 685, 6431]),
        // A033995, bipartite.
        ("avoid:odd-cycle", &[1, 2, 3, 7, 13, 35, 88, 303, 1119]),
        // A000719, not connected, but for the one vertex.
        ("avoid:connected", &[1, 1, 2, 5, 13, 44, 191, 1229]),
        // All graphs, A000088, less those with a Hamilton cycle, A003216, which counts the one vertex among them.
        (
            "avoid:hamilton-cycle",
            &[1, 2, 4 - 1, 11 - 3, 34 - 8, 156 - 48, 1044 - 383, 12346 - 6196],
        ),
    ] {
        for (n, &count) in (1..).zip(counts) {
            assert_eq!(solved(game, n).classes().count(), count, "{game} {n}");
        }
    }
}

/// Without K1,3 every component is a path, on 1, 2, 3 or more vertices, or a cycle, on 3 or more.
#[test]
fn classes_without_claws_are_sums_of_paths_and_cycles() {
    const MOST: usize = 13;
    let mut sums = [0; MOST + 1];
    sums[0] = 1;
    for part in (1..=MOST).chain(3..=MOST) {
        for n in part..=MOST {
            sums[n] += sums[n - part];
        }
    }
    for n in 1..=MOST {
        assert_eq!(solved("avoid:K1,3", n).classes().count(), sums[n], "{n}");
    }
}

#[test]
fn classes_of_connected_play_are_the_connected_graphs_on_so_many_vertices_or_fewer() {
    for (game, connected) in [
        // A024607, connected without triangles; A005142, connected and bipartite.
        ("triangle/connected", &[1, 1, 1, 3, 6, 19, 59, 267, 1380][..]),
        ("avoid:odd-cycle/connected", &[1, 1, 1, 3, 5, 17, 44, 182, 730]),
    ] {
        let mut sum = 0;
        for (n, count) in (1..).zip(connected) {
            sum += count;
            assert_eq!(solved(game, n).classes().count(), sum, "{game} {n}");
        }
    }
}

#[test]
fn triangle_avoidance_is_as_the_forward_search_says() {
    for n in 1..=8 {
        let brute = solved("triangle", n);
        let rows: Vec<Vec<Vec<u32>>> = brute
            .levels()
            .iter()
            .map(|level| level.iter().map(|class| class.rows.clone()).collect())
            .collect();
        assert_eq!(rows, triangle_free_classes(n));
        let mut solver = ForwardSolver::new(n);
        for class in brute.classes() {
            assert_eq!(solver.is_p(&class.rows), class.value.outcome == Outcome::P, "{class:?}");
        }
    }
}

/// Seress, "On Hajnal's triangle-free game", Graphs and Combinatorics 8 (1992).
#[test]
fn connected_triangle_avoidance_is_won_by_the_first_player_when_n_is_even() {
    for n in 1..=9 {
        assert_eq!(first_player_wins("triangle/connected", n), n % 2 == 0, "{n}");
    }
}

/// Canadian Mathematical Olympiad 2019, problem 5, which asks from three vertices on.
#[test]
fn odd_cycle_avoidance_is_won_by_the_first_player_when_n_is_2_modulo_4() {
    for n in 1..=9 {
        assert_eq!(first_player_wins("avoid:odd-cycle", n), n % 4 == 2, "{n}");
    }
}

/// Csirmaz, "Connected graph game", whose avoidance version this is. From three vertices on: on two the first
/// player has no move, because the only edge makes the graph connected.
#[test]
fn connectivity_avoidance_is_won_by_the_first_player_when_n_is_2_or_3_modulo_4() {
    for n in 3..=9 {
        assert_eq!(first_player_wins("avoid:connected", n), matches!(n % 4, 2 | 3), "{n}");
    }
    assert_eq!(start("avoid:connected", 2).remoteness, 0);
}

/// Mathematics Stack Exchange, question 915340: all labelled graphs.
#[test]
fn hamilton_cycle_avoidance_is_won_by_the_first_player_on_5_and_6_vertices() {
    for n in 3..=8 {
        assert_eq!(first_player_wins("avoid:hamilton-cycle", n), matches!(n, 5 | 6), "{n}");
    }
}

/// The same source.
#[test]
#[ignore = "97,585 classes"]
fn hamilton_cycle_avoidance_is_won_by_the_first_player_on_9_vertices() {
    let brute = solved("avoid:hamilton-cycle", 9);
    assert_eq!(brute.classes().count(), 274_668 - 177_083);
    assert_eq!(brute.start().outcome, Outcome::N);
}

/// Carraher, Kinnersley, Reiniger and West, "The game saturation number of a graph", Journal of Graph Theory 85 (2017)
/// and arXiv:1405.2834. There the player who wants many edges begins.
#[test]
fn lengths_of_games_are_those_that_are_proved() {
    for n in 1..=9 {
        let value = start("avoid:odd-cycle", n);
        let most = (n / 2 * n.div_ceil(2)) as u32;
        // True of the other beginner too, as far as this goes.
        assert_eq!((value.max, value.min), (most, most), "odd cycles {n}");
    }
    for n in 6..=8 {
        assert_eq!(
            start("avoid:connected", n).max as usize,
            (n - 2) * (n - 3) / 2 + 1,
            "trees {n}"
        );
    }
    for n in 8..=12 {
        assert_eq!(start("avoid:K1,3", n).max as usize, n / 2 * 2, "K1,3 {n}");
    }
    for n in 1..=14 {
        let edges = start("avoid:P4", n).max as usize;
        assert!((5 * edges).abs_diff(4 * n - 1) <= 5, "P4 {n}: {edges}");
        assert!(
            n < 5 || edges == 4 * n / 5 || edges == (4 * n).div_ceil(5),
            "P4 {n}: {edges}"
        );
    }
}
