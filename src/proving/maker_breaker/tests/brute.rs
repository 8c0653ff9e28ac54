//! Winners against brute force that shares no code, on all and on random boards.

mod common;

use base::random::SplitMix64;
use common::{STARTERS, all_sets, brute, game, graph, proved, random_sets};
use retrograph_maker_breaker::{Options, Player, all_pairs, each, winner};

fn complete_boards(n: usize) {
    let mut won = [0; 2];
    for name in all_sets(n) {
        for starter in STARTERS {
            let theorem = proved(&game(&name, n, starter), &Options::default());
            let expected = brute(&name, n, 0, all_pairs(n), starter);
            assert_eq!(theorem.winner, expected, "{}", theorem.sentence());
            won[theorem.winner as usize] += 1;
        }
    }
    assert!(n < 4 || won[0] > 3 && won[1] > 3, "{won:?}");
}

#[test]
fn all_winning_sets_on_up_to_five_vertices() {
    (2..=5).for_each(complete_boards);
}

#[test]
#[ignore = "seconds with optimizations, minutes without"]
fn all_winning_sets_on_six_vertices() {
    complete_boards(6);
}

/// Boards that are not complete, edges claimed beforehand, either beginning.
fn random_boards(orders: std::ops::RangeInclusive<usize>, rounds: usize, most: usize) {
    let mut rng = SplitMix64::new(16);
    let mut won = [0; 2];
    for n in orders {
        for name in all_sets(n) {
            for round in 0..rounds {
                let [free, maker, breaker] = random_sets(&mut rng, n, most);
                let starter = STARTERS[round % 2];
                let board = graph(free | maker | breaker, n);
                let game = game(&name, n, starter);
                let game = game.on(&board, &graph(maker, n), &graph(breaker, n)).unwrap();
                let theorem = proved(&game, &Options::default());
                let expected = brute(&name, n, maker, free, starter);
                assert_eq!(theorem.winner, expected, "{}", theorem.sentence());
                won[theorem.winner as usize] += 1;
            }
        }
    }
    println!("{won:?} boards won by Maker and Breaker");
    assert!(won[0] > 100 && won[1] > 100, "{won:?}");
}

#[test]
fn random_boards_with_claimed_edges() {
    random_boards(4..=7, 6, 8);
}

#[test]
#[ignore = "seconds with optimizations, minutes without"]
fn more_random_boards() {
    random_boards(4..=8, 60, 12);
}

/// One edge more for Maker never hurts him.
#[test]
fn more_edges_never_hurt_maker() {
    let mut rng = SplitMix64::new(17);
    let options = Options::default();
    let mut changed = 0;
    for name in [
        "hamilton-cycle",
        "hamilton-path",
        "hamilton-path:0-1",
        "contains:K3",
        "connected",
    ] {
        for round in 0..40 {
            let n = 5 + rng.below(3);
            let [free, maker, _] = random_sets(&mut rng, n, 12);
            let wins = |maker: u64, free: u64| {
                let game = game(name, n, STARTERS[round % 2]);
                let game = game
                    .on(&graph(maker | free, n), &graph(maker, n), &graph(0, n))
                    .unwrap();
                winner(&game, &options, &mut |_| false).unwrap().0 == Player::Maker
            };
            let won = wins(maker, free);
            for at in each(all_pairs(n) & !maker) {
                let more = wins(maker | 1 << at, free & !(1 << at));
                assert!(!won || more, "{name} {n} {maker} {free} {at}");
                changed += u32::from(more != won);
            }
            for at in each(all_pairs(n) & !maker & !free) {
                assert!(!won || wins(maker, free | 1 << at), "{name} {n} {maker} {free} {at}");
            }
        }
    }
    assert!(changed > 20, "{changed}");
}
