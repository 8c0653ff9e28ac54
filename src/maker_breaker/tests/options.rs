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
fn proofs_are_the_same_bytes_each_time() {
    for (name, n) in [
        ("hamilton-cycle", 7),
        ("hamilton-path:0-1", 7),
        ("connected", 6),
        ("contains:K4", 6),
    ] {
        for starter in STARTERS {
            let game = game(name, n, starter);
            let proof = || {
                prove(&game, &Options::default(), &mut |_| false)
                    .unwrap()
                    .proof()
                    .unwrap()
            };
            assert_eq!(proof(), proof(), "{name}");
        }
    }
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
    assert!(sentence("maker-breaker:", 5).contains("there are hamilton-cycle"));
    for bad in [
        "hamilton-path:1-1",
        "hamilton-path:1",
        "min-degree:0",
        "min-degree:x",
        "contains:",
        "contains:C2",
        "contains:K1",
        "connected:2",
    ] {
        assert!(
            sentence(&format!("maker-breaker:{bad}"), 5).contains("there are hamilton-cycle"),
            "{bad}"
        );
    }
    assert_eq!(
        sentence("maker-breaker:perfect-matching", 5),
        "a perfect matching needs an even number of vertices, not 5"
    );
    for (name, n) in [
        ("hamilton-cycle", 2),
        ("hamilton-cycle", 12),
        ("hamilton-cycle", usize::MAX),
        ("hamilton-path:0-5", 5),
        ("min-degree:5", 5),
        ("contains:K6", 5),
        ("connected", 0),
        ("min-degree:99999999999999999", 5),
    ] {
        assert!(
            sentence(&format!("maker-breaker:{name}"), n).contains("vertices, not"),
            "{name} {n}"
        );
    }
}
