//! Winners that are published, each with a proof that the judge accepts.
//!
//! M. Stojakovic, N. Trkulja, Hamiltonian Maker-Breaker games on small graphs, arXiv 1708.07579; for connectivity the
//! theorem of Lehman (1964); for perfect matchings and paths the tables and remarks of the same paper.

mod common;

use common::{STARTERS, game, proved};
use retrograph_maker_breaker::{Options, Player};

/// Whether Maker wins on so many vertices, as first and as second.
fn is_published(name: &str, n: usize) -> [bool; 2] {
    match name {
        "hamilton-cycle" => [n >= 8; 2],
        "hamilton-path" => [n >= 5 || n == 2, n >= 5],
        "hamilton-path:0-1" => [n >= 7, n >= 8],
        "hamilton-connected" => [false; 2],
        "connected" => [true, n >= 4],
        "perfect-matching" => [n >= 6 || n == 2, n >= 6],
        other => panic!("{other}"),
    }
}

fn check(name: &str, orders: std::ops::RangeInclusive<usize>) {
    // Published for even numbers alone.
    for n in orders.filter(|n| name != "perfect-matching" || n % 2 == 0) {
        for (starter, maker_wins) in STARTERS.into_iter().zip(is_published(name, n)) {
            let theorem = proved(&game(name, n, starter), &Options::default());
            assert_eq!(theorem.winner == Player::Maker, maker_wins, "{}", theorem.sentence());
        }
    }
}

#[test]
fn hamilton_cycles() {
    check("hamilton-cycle", 4..=8);
}

#[test]
fn hamilton_paths() {
    check("hamilton-path", 4..=8);
}

#[test]
fn hamilton_paths_between_two_vertices() {
    check("hamilton-path:0-1", 4..=8);
}

#[test]
fn hamiltonian_connectivity() {
    check("hamilton-connected", 4..=8);
}

#[test]
fn connectivity() {
    check("connected", 2..=8);
}

#[test]
fn perfect_matchings() {
    check("perfect-matching", 2..=8);
}

#[test]
#[ignore = "seconds with optimizations, minutes without"]
fn nine_vertices() {
    for name in [
        "hamilton-cycle",
        "hamilton-path",
        "hamilton-path:0-1",
        "hamilton-connected",
    ] {
        check(name, 9..=9);
    }
    check("perfect-matching", 10..=10);
    check("connected", 9..=10);
}

#[test]
fn sentences_name_winner_turn_and_board() {
    let sentence = |name, n, starter| proved(&game(name, n, starter), &Options::default()).sentence();
    assert_eq!(
        sentence("hamilton-path", 5, Player::Breaker),
        "Maker, moving second, wins the Hamilton path game on 5 vertices"
    );
    assert_eq!(
        sentence("contains:K3", 4, Player::Breaker),
        "Breaker, moving first, wins the K3 game on 4 vertices"
    );
}
