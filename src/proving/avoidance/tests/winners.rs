//! Winners and values beside published ones and beside the judge.

mod common;

use common::{answer, control};
use proof::Fact;
use retrograph_avoidance::{Avoidance, BadGame, Wanted};
use retrograph_judge::proof::check;
use retrograph_referee::brute::{Brute, Outcome, Play};
use retrograph_referee::rules::rules;

fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
        .map(|line| line.split([',', ';']).collect())
}

#[test]
fn the_triangle_games_winners_are_the_published_ones() {
    let most = if cfg!(debug_assertions) { 10 } else { 14 };
    let published = include_str!("../../../../datasets/triangle_winners.csv");
    let mut compared = 0;
    for row in rows(published) {
        let n: usize = row[0].parse().unwrap();
        if n > most {
            continue;
        }
        let outcome = answer("triangle", n, Wanted::Winner, &control(256 << 20, 2, false));
        let winner = if row[1] == "1" { "first" } else { "second" };
        assert_eq!(
            outcome.sentence,
            format!("The {winner} player wins the triangle avoidance game on {n} vertices")
        );
        compared += 1;
    }
    assert_eq!(compared, most - 2);
}

/// The strong solver's results: winners, and values of the graph with one edge.
#[test]
fn winners_and_values_are_those_of_the_strong_solution() {
    let computed = include_str!("../../../../datasets/computed_values.csv");
    let mut compared = 0;
    for row in rows(computed) {
        let (game, n) = (row[0], row[1].parse().unwrap());
        let most = match (game, cfg!(debug_assertions)) {
            ("triangle", false) => 11,
            ("triangle", true) | (_, false) => 8,
            _ => 6,
        };
        let wanted = match row[2] {
            "winner" => Wanted::Winner,
            "grundy" => Wanted::Grundy,
            _ => continue,
        };
        if n > most || game.starts_with("ramsey") || game.starts_with("sim") {
            continue;
        }
        let outcome = answer(game, n, wanted, &control(64 << 20, 1, false));
        let fact = |word: &str| {
            let fact = outcome.facts.iter().find(|(name, _)| *name == word);
            fact.map(|(_, fact)| fact.clone())
        };
        match wanted {
            Wanted::Winner => {
                let winner = if row[3] == "1" { "first" } else { "second" };
                assert_eq!(fact("winner"), Some(Fact::Text(winner.into())), "{game} {n}");
            }
            Wanted::Grundy => {
                let value = row[3].parse().ok().map(Fact::Number);
                assert_eq!(fact("value_of_one_edge"), value, "{game} {n}");
            }
        }
        compared += 1;
    }
    assert!(compared > 60, "{compared}");
}

#[test]
fn the_judge_accepts_proofs_of_what_brute_force_finds() {
    for (game, title) in [
        ("triangle", "triangle avoidance"),
        ("triangle/connected", "connected triangle avoidance"),
        ("avoid:C4", "C4 avoidance"),
        ("avoid:K4", "K4 avoidance"),
        ("avoid:C5", "C5 avoidance"),
        ("avoid:P3", "P3 avoidance"),
        ("avoid:K2", "K2 avoidance"),
        ("avoid:2K2", "2K2 avoidance"),
        ("avoid:odd-cycle", "odd cycle avoidance"),
        ("avoid:hamilton-cycle", "Hamilton cycle avoidance"),
        ("avoid:connected", "connected graph avoidance"),
        ("avoid:C4/connected", "connected C4 avoidance"),
        ("achieve:P5", "P5 achievement"),
        ("achieve:hamilton-cycle", "Hamilton cycle achievement"),
    ] {
        for n in 1..=7 {
            let outcome = Brute::new(&*rules(game).unwrap(), n, Play::Normal).start().outcome;
            let winner = if outcome == Outcome::N { "first" } else { "second" };
            let proved = check(&common::proof(game, n), 2).unwrap_or_else(|error| panic!("{game} {n}: {error}"));
            let vertices = if n == 1 { "vertex" } else { "vertices" };
            assert_eq!(
                proved.sentence,
                format!("The {winner} player wins the {title} game on {n} {vertices}")
            );
            assert_eq!(
                proved.sentence,
                answer(game, n, Wanted::Winner, &control(1 << 26, 1, false)).sentence
            );
        }
    }
}

/// I. M. Wanless (1997): who completes a cycle of four wins where a path of three edges may not be completed.
#[test]
fn four_cycles_are_achieved_where_paths_of_three_edges_are_avoided() {
    for n in 4..=12 {
        let winner = |game| {
            let outcome = answer(game, n, Wanted::Winner, &control(64 << 20, 2, true));
            assert_eq!(check(&outcome.proof.unwrap(), 2).unwrap().sentence, outcome.sentence);
            outcome.sentence.split(' ').nth(1).unwrap().to_owned()
        };
        assert_eq!(winner("achieve:C4"), winner("avoid:P4"), "{n}");
    }
}

#[test]
fn the_first_edge_must_not_win() {
    for (game, n) in [("achieve:connected", 2), ("achieve:K2", 5), ("achieve:C4/connected", 5)] {
        assert!(
            matches!(Avoidance::new(game, n, Wanted::Winner), Err(BadGame::Forbidden(_))),
            "{game}"
        );
    }
}

/// Without a path of two edges a game is a matching, of as many edges whatever the players do.
#[test]
fn games_on_more_than_sixteen_vertices_are_proved() {
    for n in 17..=20 {
        let outcome = answer("avoid:P3", n, Wanted::Winner, &control(64 << 20, 2, true));
        let winner = ["second", "first"][n / 2 % 2];
        assert_eq!(
            outcome.sentence,
            format!("The {winner} player wins the P3 avoidance game on {n} vertices")
        );
        assert_eq!(check(&outcome.proof.unwrap(), 2).unwrap().sentence, outcome.sentence);
    }
    let outcome = answer("avoid:P4", 17, Wanted::Winner, &control(64 << 20, 2, true));
    assert_eq!(check(&outcome.proof.unwrap(), 2).unwrap().sentence, outcome.sentence);
}
