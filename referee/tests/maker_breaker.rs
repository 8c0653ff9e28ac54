//! Maker-Breaker games by brute force against theorems.

use retrograph_referee::maker_breaker::{maker_wins, winning_sets};
use retrograph_referee::named::{complete, cycle, empty, path};

/// Whether Maker wins on a board with all edges free, as first and as second.
fn wins(name: &str, board: &[u32]) -> [bool; 2] {
    let sets = winning_sets(name, board.len()).unwrap();
    [true, false].map(|first| maker_wins(&sets, board, &empty(board.len()), first))
}

/// Lehman, A solution of the Shannon switching game (1964): as second, Maker connects exactly the boards with two
/// spanning trees that share no edge.
#[test]
fn connecting_takes_two_disjoint_spanning_trees() {
    assert_eq!(wins("connected", &complete(2)), [true, false]);
    assert_eq!(wins("connected", &complete(3)), [true, false]);
    assert_eq!(wins("connected", &complete(4)), [true, true]);
    assert_eq!(wins("connected", &cycle(4)), [false, false]);
    assert_eq!(wins("connected", &path(3)), [false, false]);
}

/// Stojakovic and Trkulja, arXiv 1708.07579.
#[test]
fn winners_of_small_games_are_published() {
    for n in 3..=5 {
        assert_eq!(wins("hamilton-cycle", &complete(n)), [false; 2], "{n}");
        assert_eq!(wins("hamilton-path:0-1", &complete(n)), [false; 2], "{n}");
        assert_eq!(wins("hamilton-connected", &complete(n)), [false; 2], "{n}");
    }
    assert_eq!(wins("hamilton-path", &complete(4)), [false, false]);
    assert_eq!(wins("hamilton-path", &complete(5)), [true, true]);
    assert_eq!(wins("perfect-matching", &complete(2)), [true, false]);
    assert_eq!(wins("perfect-matching", &complete(4)), [false, false]);
    // Maker gets three of six edges, and Breaker takes the last one of any triangle.
    assert_eq!(wins("contains:K3", &complete(4)), [false, false]);
    // Maker joins a vertex to two others, then to a third; two triangles wait for one edge each.
    assert!(wins("contains:K3", &complete(5))[0]);
}

#[test]
fn names_of_no_sets_are_refused() {
    for (name, n) in [
        ("", 5),
        ("hamilton-cycle", 2),
        ("hamilton-cycle", 17),
        ("hamilton-path:0-0", 5),
        ("hamilton-path:0-5", 5),
        ("hamilton-path:00-1", 5),
        ("min-degree:0", 5),
        ("min-degree:5", 5),
        ("contains:K1", 5),
        ("contains:K6", 5),
        ("contains:", 5),
        ("connected:1", 5),
        ("connected", 1),
    ] {
        assert!(winning_sets(name, n).is_none(), "{name} {n}");
    }
}
