//! What the program has computed of games, against the brute force: `datasets/computed_values.csv` and
//! `datasets/computed_two_colours.csv`.

use std::collections::HashMap;

use retrograph_referee::brute::{Brute, Outcome, Play, Value};
use retrograph_referee::ramsey;
use retrograph_referee::rules::rules;

const TABLE: &str = include_str!("../../datasets/computed_values.csv");

/// Compares the answers of all games on `n` vertices; their number.
fn compare(n: usize) -> usize {
    let mut games: HashMap<(&str, bool), Brute> = HashMap::new();
    let mut compared = 0;
    for line in TABLE.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let [game, order, kind, answer, positions] = line.split(';').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        if order.parse() != Ok(n) {
            continue;
        }
        let misere = kind == "misere";
        let brute = games.entry((game, misere)).or_insert_with(|| {
            let play = if misere { Play::Misere } else { Play::Normal };
            Brute::new(&*rules(game).unwrap(), n, play)
        });
        assert_eq!(brute.classes().count().to_string(), positions, "{line}");
        let start = brute.start();
        let winner = |value: Value| if value.outcome == Outcome::N { "1" } else { "2" };
        let expected = match kind {
            "winner" | "misere" => winner(start).to_string(),
            "grundy" => {
                let one_edge = brute.levels().get(1).map(|level| level[0].value);
                one_edge.map_or(String::new(), |value| value.grundy.unwrap().to_string())
            }
            "moves" => start.remoteness.to_string(),
            "score" => format!("{} {}", start.max, start.min),
            _ => panic!("{line}"),
        };
        assert_eq!(answer, expected, "{line}");
        compared += 1;
    }
    compared
}

#[test]
fn answers_up_to_7_vertices_are_those_of_the_brute_force() {
    let compared: usize = (1..=7).map(compare).sum();
    assert!(compared > 250, "{compared}");
}

#[test]
fn answers_on_8_vertices_are_those_of_the_brute_force() {
    assert!(compare(8) > 50);
}

const TWO_COLOURS: &str = include_str!("../../datasets/computed_two_colours.csv");

#[test]
fn two_colours_up_to_5_vertices_are_those_of_the_brute_force() {
    let mut compared = 0;
    for line in TWO_COLOURS.lines().filter(|line| line.starts_with("ramsey")) {
        let [game, order, winner, moves, positions] = line.split(';').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let n: usize = order.parse().unwrap();
        if n > 5 {
            continue;
        }
        let brute = ramsey::Brute::new(game, n).unwrap();
        let start = brute.start();
        let expected = match start.outcome {
            ramsey::Outcome::N => "1",
            ramsey::Outcome::P => "2",
            ramsey::Outcome::T => "T",
        };
        assert_eq!((winner, moves), (expected, &*start.remoteness.to_string()), "{line}");
        let counted: u64 = brute.levels().iter().map(|level| level.unfinished).sum();
        assert_eq!(positions, counted.to_string(), "{line}");
        compared += 1;
    }
    assert!(compared >= 90, "{compared}");
}
