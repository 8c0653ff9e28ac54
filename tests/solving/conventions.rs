//! Maker-Breaker, Avoider-Enforcer, Waiter-Client and Client-Waiter games through the program: every labelled position
//! has the value that whole turns give it, checks hold, and what does not know such games says so.

use std::fs;

use retrograph_referee::graph6;
use retrograph_referee::positional::{Brute, Turns};
use retrograph_referee::ramsey::Player;
use retrograph_referee::rng::SplitMix64;
use shared::process::{Db, run};

fn solved(game: &str, n: usize, options: &[&str]) -> Db {
    let db = Db::in_memory();
    db.solve_game(game, n as u32, options).solved();
    db
}

/// Positions of a random game, a line each as `query` takes it, with the values that whole turns give them.
fn expected(brute: &mut Brute, random: &mut SplitMix64) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rows = brute.rules().start();
    let n = rows.len() / 2;
    loop {
        let either = brute.rules().turns() == Turns::AtLeast;
        let movers = if either {
            &[Player::Red, Player::Green][..]
        } else {
            &[Player::Red]
        };
        for &next in movers {
            let text = format!("{} {}", graph6::encode(&rows[..n]), graph6::encode(&rows[n..]));
            let word = match (either, next) {
                (false, _) => "",
                (true, Player::Red) => " next:red",
                (true, Player::Green) => " next:green",
            };
            let length = brute.length(&rows, next, brute.rules().bias()[next as usize]);
            let hunter = brute.rules().hunter();
            let winner = match (length.is_some(), hunter) {
                (true, Player::Red) | (false, Player::Green) => "R",
                _ => "G",
            };
            let left = brute.rules().free(&rows).count()
                / match brute.rules().turns() {
                    Turns::Offers => brute.rules().bias().iter().sum(),
                    _ => 1,
                };
            let moves = length.map_or(left, |length| length as usize);
            found.push((format!("{text}{word}"), format!("{winner} {moves}")));
        }
        let offers = brute.rules().offers(&rows);
        let answers: Vec<_> = offers.into_iter().flat_map(|offer| offer.answers).flatten().collect();
        if answers.is_empty() {
            return found;
        }
        rows.clone_from(&answers[random.below(answers.len())]);
    }
}

#[test]
fn positions_have_the_values_of_whole_turns() {
    let random = &mut SplitMix64::new(63);
    for (game, n) in [
        ("maker-breaker:contains:K3/bias=1:1", 5),
        ("maker-breaker:hamilton-cycle/bias=2:1/starter=breaker", 5),
        ("avoider-enforcer:perfect-matching/bias=1:3", 5),
        ("avoider-enforcer:contains:P4/starter=enforcer/board=DqK", 5),
        ("avoider-enforcer:contains:K3/monotone", 4),
        ("avoider-enforcer:connected/monotone/starter=enforcer", 4),
        ("waiter-client:contains:K3", 5),
        ("waiter-client:contains:P4/bias=2:1", 5),
        ("client-waiter:contains:P3/bias=1:3", 4),
    ] {
        let mut brute = Brute::new(game, n).unwrap();
        let mut wanted = Vec::new();
        for _ in 0..20 {
            wanted.extend(expected(&mut brute, random));
        }
        let questions: Vec<&str> = wanted.iter().map(|(text, _)| &**text).collect();
        for kind in ["remoteness", "outcome"] {
            let db = solved(game, n, &["--value", kind]);
            let answers = db.query(questions.join("\n"), &[]).done();
            for ((text, value), answer) in wanted.iter().zip(answers.lines()) {
                let value = if kind == "outcome" { &value[..1] } else { value };
                assert_eq!(answer, format!("{text} {value}"), "{game} {kind}");
            }
            assert_eq!(answers.lines().count(), wanted.len(), "{game}");
            db.run("verify", &["--full"]).done();
            db.run("verify", &["--sample", "20"]).done();
        }
    }
}

/// Parts, workers, threads and steps change no byte.
#[test]
fn however_games_are_cut_the_bytes_are_the_same() {
    for (game, n, kind) in [
        ("maker-breaker:contains:K4/bias=1:2", 6, "outcome"),
        ("avoider-enforcer:hamilton-path/starter=enforcer", 6, "remoteness"),
        ("avoider-enforcer:contains:C4/bias=1:2/monotone", 5, "outcome"),
        ("waiter-client:contains:K3", 6, "remoteness"),
        ("client-waiter:contains:P3/bias=1:2", 5, "outcome"),
    ] {
        let options = ["--value", kind, "--threads", "1"];
        let whole = solved(game, n, &options);
        let csv = whole.run("stats", &["--format", "csv"]).done();
        let levels = csv.lines().skip(1).map(|row| row.split(',').next().unwrap());
        let mut levels: Vec<u32> = levels.map(|level| level.parse().unwrap()).collect();
        levels.sort_unstable_by(|a, b| b.cmp(a));
        levels.dedup();
        let levels = levels.into_iter().map(|level| level.to_string());
        let [by_workers, by_steps] = [(); 2].map(|()| Db::in_memory());
        for (at, level) in levels.enumerate() {
            let down = ["--value", kind, "--threads", "3", "--down-to", &level];
            by_steps.solve_game(game, n as u32, &down).done();
            if at == 0 {
                by_workers.solve_game(game, n as u32, &down).done();
            }
        }
        let parts = ["--threads", "1", "--small", "1"];
        by_workers.run("work", &parts).closing();
        let whole = whole.content();
        by_workers.assert_same_bytes(&whole, game);
        by_steps.assert_same_bytes(&whole, game);
    }
}

/// Who wins with more than one edge due says the winner, not a length.
#[test]
fn monotone_turns_of_several_edges_are_solved_for_who_wins() {
    for (end, winners) in [("", "GGR"), ("/starter=enforcer", "GRR")] {
        for (bias, winner) in (1..).zip(winners.chars()) {
            let game = format!("avoider-enforcer:contains:K3/bias=1:{bias}/monotone{end}");
            let db = solved(&game, 5, &[]);
            let reported = db.query("[]", &[]).done();
            assert!(reported.starts_with(&format!("[] {winner}")), "{game}: {reported}");
            db.run("verify", &["--full"]).done();
        }
    }
}

/// Values that independent programs have computed; elsewhere the tests of the games have more of them.
#[test]
fn thresholds_are_listed_for_either_starter() {
    for (game, n, lines) in [
        (
            "avoider-enforcer:min-degree:1",
            "4",
            &[
                "n = 4, avoider first: Enforcer wins with 1:1, 1:4, which is not monotone",
                "n = 4, enforcer first: Enforcer wins with 1:1 to 1:2",
            ][..],
        ),
        (
            "avoider-enforcer:perfect-matching/monotone",
            "4..5",
            &[
                "n = 4, avoider first: Enforcer wins with 1:1 to 1:2",
                "n = 4, enforcer first: Enforcer wins with 1:1",
                "n = 5, avoider first: Enforcer wins with 1:1 to 1:5",
                "n = 5, enforcer first: Enforcer wins with 1:1 to 1:3",
            ],
        ),
        (
            "maker-breaker:contains:C4",
            "5",
            &[
                "n = 5, maker first: Maker wins with no bias 1:b",
                "n = 5, breaker first: Maker wins with no bias 1:b",
            ],
        ),
        (
            "waiter-client:contains:P3",
            "5",
            &["n = 5: Waiter wins with 1:1 to 1:3"],
        ),
        (
            "client-waiter:contains:P4",
            "5",
            &["n = 5: Client wins with 1:1 to 1:3"],
        ),
    ] {
        let listed = run(&["thresholds", game, "-n", n]).done();
        let expected: String = lines.iter().map(|line| format!("{game}, {line}\n")).collect();
        assert_eq!(listed, expected);
    }
    for (args, sentence) in [
        (&["avoid:C4", "-n", "4"][..], "has no bias"),
        (
            &["maker-breaker:connected/bias=1:2", "-n", "4"],
            "all are tried; leave /bias= out",
        ),
        (&["maker-breaker:connected", "-n", "6..4"], "two as 4..6"),
        (&["maker-breaker:K4", "-n", "4"], "is written contains:K4"),
    ] {
        let ran = run(&[&["thresholds"][..], args].concat());
        assert_eq!(ran.code, Some(2), "{ran:?}");
        let refused = ran.err;
        assert!(refused.contains(sentence), "{refused}");
    }
}

/// Who wins from the start, with a proof that stands without the database.
#[test]
fn who_wins_is_proved_from_a_database() {
    for (game, n, theorem) in [
        (
            "maker-breaker:contains:K3",
            5,
            "Maker, moving first, wins the Maker-Breaker triangle game with bias 1:1 on 5 vertices.",
        ),
        (
            "avoider-enforcer:connected/bias=1:2/starter=enforcer",
            6,
            "Enforcer, moving first, wins the Avoider-Enforcer connected graph game with bias 1:2 on 6 vertices.",
        ),
        (
            "avoider-enforcer:contains:K3/bias=1:3/monotone",
            5,
            "Avoider, moving first, wins the monotone Avoider-Enforcer triangle game with bias 1:3 on 5 vertices.",
        ),
        (
            "waiter-client:contains:K3",
            6,
            "Waiter wins the Waiter-Client triangle game with bias 1:1 on 6 vertices.",
        ),
        (
            "client-waiter:contains:K3/bias=1:2",
            6,
            "Waiter wins the Client-Waiter triangle game with bias 1:2 on 6 vertices.",
        ),
    ] {
        // Winners alone do, too.
        let options: &[&str] = match game.contains("client") {
            true => &["--value", "outcome"],
            false => &[],
        };
        let db = solved(game, n, options);
        let folder = tempfile::tempdir().unwrap();
        let proof = folder.path().join("it.proof");
        let proof = proof.to_str().unwrap();
        assert_eq!(
            db.run("prove", &["--proof", proof]).done(),
            format!("{theorem}\n"),
            "{game}"
        );
        assert_eq!(
            run(&["check-proof", proof, "--expect", theorem]).done(),
            format!("{theorem}\n")
        );
        let explained = run(&["check-proof", proof, "--explain"]).done();
        assert!(
            explained.contains("A check trusts judge/src/positional,"),
            "{explained}"
        );
        for command in [&["play", "--proof", proof][..], &["query", "--proof", proof, "[]"]] {
            let refused = run(command).refused(2);
            assert!(refused.contains("which cannot be played yet"), "{refused}");
        }
        assert_eq!(run(&["proof-text", proof]).code, Some(2), "{game}");
        if game.starts_with("client-waiter") {
            let kept = include_bytes!("../../datasets/proofs/client-waiter-k3-6-bias-2.proof");
            assert!(fs::read(proof).unwrap() == kept, "the same bytes as before");
        }
    }
}

#[test]
fn what_cannot_play_such_games_says_so() {
    let db = solved("waiter-client:contains:P3", 4, &[]);
    let refused = db.run("learn", &["--out", "learner", "--games", "1"]).refused(2);
    assert!(refused.contains("turns have several edges or are offers"), "{refused}");
    for (name, sentence) in [
        ("avoider-enforcer:K3", "a goal that is a graph is written contains:K3"),
        ("avoider-enforcer:contains:connected", "is no graph but a property"),
        ("avoider-enforcer:connected/bias=0:1", "'0:1' is no bias"),
        ("avoider-enforcer:connected/bias=1:99", "does not fit a board of 6"),
        (
            "avoider-enforcer:connected/starter=maker",
            "the starter is avoider or enforcer",
        ),
        (
            "waiter-client:connected/starter=waiter",
            "'/starter=waiter' is not known",
        ),
        ("client-waiter:connected/bias=2:1", "the bias is 1:q"),
        ("waiter-client:connected/monotone", "'/monotone' is not known"),
    ] {
        let refused = run(&["solve", name, "-n", "4", "--db", "none"]).refused(2);
        assert!(refused.contains(sentence), "{name}: {refused}");
    }
}
