//! The fewest edges of a board that Maker wins: against counts of an earlier program, and against all graphs by brute
//! force.

mod common;

use common::{STARTERS, brute, game};
use retrograph_maker_breaker::{Level, Options, Player, all_pairs, fewest_edges, prove};

fn levels(name: &str, n: usize, starter: Player, threads: usize) -> Vec<Level> {
    let options = Options {
        threads,
        memory: 1 << 26,
        ..Options::default()
    };
    fewest_edges(&game(name, n, starter), &options, &|_| false).unwrap()
}

fn fewest(name: &str, n: usize, starter: Player) -> Option<usize> {
    let levels = levels(name, n, starter, 1);
    assert!(levels[levels.len() - 1].won.is_empty());
    levels.iter().rev().nth(1).map(|level| level.edges)
}

#[test]
fn every_labelled_board_of_few_vertices() {
    for (name, n) in [
        ("connected", 4),
        ("perfect-matching", 4),
        ("hamilton-path:0-1", 4),
        ("contains:P4", 4),
        ("hamilton-path", 5),
        ("contains:K3", 5),
        ("odd-cycle", 5),
    ] {
        for starter in STARTERS {
            let dead = retrograph_maker_breaker::winning_sets(name, n).unwrap().fixed();
            let dead = dead.map_or(0, |(u, v)| 1 << retrograph_maker_breaker::pair(u, v));
            let boards = (0..=all_pairs(n)).filter(|board| board & dead == 0);
            let won = boards.filter(|&board| brute(name, n, 0, board, starter) == Player::Maker);
            let least = won.map(|board| board.count_ones() as usize).min();
            assert_eq!(fewest(name, n, starter), least, "{name} {n} {starter:?}");
        }
    }
}

/// The paths and cycles of an earlier program that shares no code with this one; the boards that follow are proved.
#[test]
fn hamilton_paths_and_cycles() {
    for (name, n, expected) in [
        ("hamilton-path", 5, [Some(9), Some(10)]),
        ("hamilton-path", 6, [Some(12), Some(14)]),
        ("hamilton-cycle", 7, [None, None]),
    ] {
        for (starter, expected) in STARTERS.into_iter().zip(expected) {
            assert_eq!(fewest(name, n, starter), expected, "{name} {n} {starter:?}");
        }
    }
}

#[test]
#[ignore = "seconds with optimizations, minutes without"]
fn hamilton_cycles_on_eight_vertices() {
    let found = levels("hamilton-cycle", 8, Player::Maker, 2);
    let counts: Vec<[usize; 3]> = found
        .iter()
        .map(|level| [level.edges, level.boards, level.won.len()])
        .collect();
    assert_eq!(counts, [[28, 1, 1], [27, 1, 1], [26, 2, 2], [25, 5, 3], [24, 10, 0]]);
    assert_eq!(found, levels("hamilton-cycle", 8, Player::Maker, 1));
    assert_eq!(fewest("hamilton-cycle", 8, Player::Breaker), Some(26));
    assert_eq!(fewest("hamilton-path", 7, Player::Maker), Some(15));
    assert_eq!(fewest("hamilton-path", 7, Player::Breaker), Some(16));
    assert_eq!(fewest("hamilton-path:0-1", 8, Player::Maker), Some(23));
    assert_eq!(fewest("hamilton-path:0-1", 8, Player::Breaker), Some(25));
}

#[test]
fn boards_found_are_proved() {
    let found = levels("hamilton-path", 6, Player::Maker, 1);
    let empty = graph::Graph16::empty(6);
    for level in &found {
        for (boards, winner) in [(&level.won, Player::Maker), (&level.lost, Player::Breaker)] {
            for board in boards {
                let game = game("hamilton-path", 6, Player::Maker)
                    .on(board, &empty, &empty)
                    .unwrap();
                let theorem = prove(&game, &Options::default(), &mut |_| false).unwrap();
                assert_eq!(theorem.winner, winner);
            }
        }
    }
}
