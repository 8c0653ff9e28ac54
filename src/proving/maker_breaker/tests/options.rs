//! Winners do not depend on how the search is done, and proofs are the same bytes.

mod common;

use common::{STARTERS, all_sets, game, proved};
use retrograph_maker_breaker::{Options, Player, prove, winner};

/// Every rule off by itself, and all of them.
fn variants() -> Vec<(&'static str, Options)> {
    let usual = Options::default;
    vec![
        (
            "table",
            Options {
                table: false,
                ..usual()
            },
        ),
        (
            "carriers",
            Options {
                carriers: false,
                patterns: 0,
                ..usual()
            },
        ),
        (
            "carriers beside patterns",
            Options {
                carriers: false,
                ..usual()
            },
        ),
        ("patterns", Options { patterns: 0, ..usual() }),
        (
            "more patterns",
            Options {
                patterns: 5000,
                ..usual()
            },
        ),
        (
            "stars",
            Options {
                stars: false,
                ..usual()
            },
        ),
        (
            "last plies",
            Options {
                last_plies: false,
                ..usual()
            },
        ),
        (
            "order",
            Options {
                order: false,
                ..usual()
            },
        ),
        (
            "memory",
            Options {
                memory: 1 << 12,
                ..usual()
            },
        ),
        ("threads", Options { threads: 3, ..usual() }),
        (
            "threads and memory",
            Options {
                threads: 2,
                memory: 1 << 12,
                ..usual()
            },
        ),
        (
            "all but the table",
            Options {
                carriers: false,
                patterns: 0,
                stars: false,
                last_plies: false,
                ..usual()
            },
        ),
    ]
}

fn winners_agree(name: &str, n: usize) {
    for starter in STARTERS {
        let game = game(name, n, starter);
        let expected = winner(&game, &Options::default(), &mut |_| false).unwrap().0;
        for (without, options) in variants() {
            let found = proved(&game, &options).winner;
            assert_eq!(found, expected, "{name} {n} {starter:?} without {without}");
        }
    }
}

/// The winner of a game whose answer is published, without each of the rules.
fn winner_without(name: &str, n: usize, starter: Player, rules: &[&str]) -> Vec<Player> {
    let variants = variants().into_iter().filter(|(without, _)| rules.contains(without));
    let found = variants.map(|(_, options)| winner(&game(name, n, starter), &options, &mut |_| false).unwrap().0);
    let found: Vec<Player> = found.collect();
    assert_eq!(found.len(), rules.len());
    found
}

/// Without the table or the order of moves, 8 vertices take minutes.
#[test]
fn published_winners_of_larger_games_hold_without_each_rule() {
    use Player::{Breaker, Maker};

    let cheap = [
        "carriers",
        "carriers beside patterns",
        "patterns",
        "stars",
        "last plies",
        "memory",
    ];
    for (name, n, [first, second]) in [
        ("hamilton-cycle", 7, [Breaker, Breaker]),
        ("hamilton-path", 7, [Maker, Maker]),
        ("hamilton-path:0-1", 7, [Maker, Breaker]),
        ("hamilton-cycle", 8, [Maker, Maker]),
        ("hamilton-path:0-1", 8, [Maker, Maker]),
    ] {
        for (starter, expected) in STARTERS.into_iter().zip([first, second]) {
            let found = winner_without(name, n, starter, &cheap);
            assert!(found.iter().all(|&found| found == expected), "{name} {n} {starter:?}");
        }
    }
    for starter in STARTERS {
        let found = winner_without("hamilton-cycle", 7, starter, &["order"]);
        assert_eq!(found, [Breaker], "{starter:?}");
    }
}

#[test]
fn every_rule_can_be_switched_off() {
    for n in 3..=5 {
        all_sets(n).iter().for_each(|name| winners_agree(name, n));
    }
    for name in [
        "hamilton-cycle",
        "hamilton-path",
        "hamilton-path:0-1",
        "hamilton-connected",
    ] {
        winners_agree(name, 6);
    }
}

#[test]
#[ignore = "ten seconds with optimizations, minutes without"]
fn every_rule_can_be_switched_off_on_seven_vertices() {
    all_sets(6).iter().for_each(|name| winners_agree(name, 6));
    for name in [
        "hamilton-cycle",
        "hamilton-path",
        "hamilton-path:0-1",
        "hamilton-connected",
    ] {
        winners_agree(name, 7);
    }
}

#[test]
fn proofs_are_the_same_bytes_whatever_threads_memory_and_rules() {
    let games = [
        ("hamilton-cycle", 7),
        ("hamilton-path:0-1", 7),
        ("connected", 6),
        ("contains:K4", 6),
        ("hamilton-connected", 7),
    ];
    for (name, n) in games {
        for starter in STARTERS {
            let game = game(name, n, starter);
            let proof = |options: &Options| prove(&game, options, &mut |_| false).unwrap().proof().unwrap();
            let usual = proof(&Options::default());
            assert_eq!(proof(&Options::default()), usual, "{name} again");
            // The order of moves is what a strategy follows; slow rules are compared on fewer vertices.
            let others = variants().into_iter().filter(|(rule, _)| *rule != "order");
            for (rule, options) in others.filter(|(_, options)| options.table && options.carriers) {
                assert_eq!(proof(&options), usual, "{name} {n} {starter:?}: {rule}");
            }
        }
    }
}

#[test]
fn a_strategy_that_does_not_fit_is_refused() {
    let game = game("hamilton-cycle", 9, Player::Maker);
    let options = Options {
        memory: 1 << 21,
        ..Options::default()
    };
    assert_eq!(winner(&game, &options, &mut |_| false).unwrap().0, Player::Maker);
    let refused = prove(&game, &options, &mut |_| false);
    assert!(
        matches!(refused, Err(proof::SearchError::Memory { needs, allowed: 0x20_0000 }) if needs > 0x20_0000),
        "{refused:?}"
    );
}

#[test]
fn a_search_stops_when_asked() {
    let game = game("hamilton-cycle", 8, Player::Breaker);
    let mut asked = 0;
    let stopped = prove(&game, &Options::default(), &mut |effort| {
        asked += 1;
        effort.nodes >= 2000
    });
    assert!(stopped.is_err());
    assert!((5..12).contains(&asked), "{asked}");
}

#[test]
fn wrong_games_are_sentences() {
    use retrograph_maker_breaker::Game;
    let sentence = |name: &str, n| Game::new(name, n, Player::Maker).unwrap_err().to_string();
    assert!(sentence("triangle", 5).starts_with("'triangle' is not a game that can be proved"));
    assert!(sentence("maker-breaker:", 5).contains("goals are hamilton-cycle"));
    for bad in [
        "hamilton-path:1-1",
        "hamilton-path:1",
        "min-degree:0",
        "min-degree:x",
        "connected:2",
    ] {
        assert!(
            sentence(&format!("maker-breaker:{bad}"), 5).contains("goals are hamilton-cycle"),
            "{bad}"
        );
    }
    for (bad, why) in [
        ("", "'' is neither a graph's name"),
        ("C2", "the smallest is C3"),
        ("K1", "'K1' has no edge"),
    ] {
        assert!(
            sentence(&format!("maker-breaker:contains:{bad}"), 5).contains(why),
            "{bad}"
        );
    }
    for mixed in ["connected+contains:K3", "connected+hamilton-connected", "connected+"] {
        let sentence = sentence(&format!("maker-breaker:{mixed}"), 5);
        assert!(sentence.contains("goals are hamilton-cycle"), "{sentence}");
    }
    for (name, n) in [
        ("hamilton-cycle", 2),
        ("hamilton-cycle", 12),
        ("hamilton-cycle", usize::MAX),
        ("hamilton-path:0-5", 5),
        ("min-degree:5", 5),
        ("contains:K6", 5),
        ("connected", 0),
    ] {
        assert!(
            sentence(&format!("maker-breaker:{name}"), n).contains("vertices, not"),
            "{name} {n}"
        );
    }
    let beyond = sentence("maker-breaker:min-degree:99999999999999999", 5);
    assert!(beyond.contains("needs 100000000000000000 vertices"), "{beyond}");
}
