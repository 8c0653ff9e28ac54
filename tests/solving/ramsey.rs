//! The two-colour games, as the program plays them, against brute force over labelled colourings and against published
//! facts.

use std::collections::BTreeMap;

use retrograph_referee::graph6;
use retrograph_referee::named::complete;
use retrograph_referee::ramsey::{Brute, Outcome, Player, Position};
use serde_json::Value;
use shared::process::{Db, run};

fn solved(game: &str, n: usize, options: &[&str]) -> Db {
    let db = Db::in_memory();
    db.solve_game(game, n as u32, options).solved();
    db
}

fn text(position: &Position) -> String {
    let next = if position.next == Player::Red { "red" } else { "green" };
    format!(
        "{} {} next:{next}",
        graph6::encode(&position.red),
        graph6::encode(&position.green)
    )
}

/// Every labelled position has the judge's value, and levels have as many classes as the judge counts.
fn assert_judged(game: &str, n: usize) {
    let brute = Brute::new(game, n).unwrap();
    let db = solved(game, n, &[]);
    let positions: Vec<Position> = brute.positions().collect();
    let questions: Vec<String> = positions.iter().map(text).collect();
    let answers = db.query(questions.join("\n"), &[]).done();
    let mut count = 0;
    for ((position, question), answer) in positions.iter().zip(&questions).zip(answers.lines()) {
        let value = position.value;
        let expected = format!("{question} {:?} {}", value.outcome, value.remoteness);
        assert_eq!(answer, expected, "{game} {n}");
        count += 1;
    }
    assert_eq!(count, positions.len());
    assert_eq!(levels(&db), unfinished(&brute), "{game} {n}");
}

/// Positions of each level from 0 up.
fn levels(db: &Db) -> Vec<u64> {
    let stats = db.run("stats", &["--json"]).json();
    let mut levels: Vec<u64> = (stats["levels"].as_array().unwrap().iter())
        .map(|level| level["positions"].as_u64().unwrap())
        .collect();
    levels.reverse();
    levels
}

fn unfinished(brute: &Brute) -> Vec<u64> {
    let levels = brute.levels();
    let counts = levels.iter().map(|level| level.unfinished);
    let mut counts: Vec<u64> = counts.collect();
    while counts.last() == Some(&0) {
        counts.pop();
    }
    counts
}

const FORMS: [&str; 6] = [
    "ramsey-avoid:",
    "ramsey-avoid-plus:",
    "ramsey-lose:",
    "ramsey-achieve:",
    "ramsey-achieve-weak:",
    "ramsey-achieve:/tie-second",
];

/// The game of this form with these graphs and options.
fn game(form: &str, rest: &str) -> String {
    match form.split_once('/') {
        Some((form, suffix)) => format!("{form}{rest}/{suffix}"),
        None => format!("{form}{rest}"),
    }
}

#[test]
fn every_value_is_that_of_brute_force() {
    for form in FORMS {
        for graph in ["K3", "P4", "K1,3", "C4", "K4", "P3", "2K2", "K2", "K3+C4", "odd-cycle"] {
            for n in 1..=4 {
                assert_judged(&game(form, graph), n);
            }
        }
    }
}

#[test]
fn every_value_on_five_vertices_is_that_of_brute_force() {
    for form in FORMS {
        assert_judged(&game(form, "K3"), 5);
    }
    assert_judged("ramsey-lose:C4", 5);
    assert_judged("ramsey-achieve:K1,3", 5);
    assert_judged("ramsey-achieve:P4:C4", 5);
}

#[test]
#[ignore = "minutes"]
fn every_value_of_more_games_on_five_vertices_is_that_of_brute_force() {
    for form in FORMS {
        for graph in ["K3", "P4", "K1,3", "C4", "K4", "bull", "paw"] {
            assert_judged(&game(form, graph), 5);
        }
    }
    for form in ["ramsey-avoid:", "ramsey-lose:", "ramsey-achieve:"] {
        for graphs in ["K3:P4", "K4:K3", "C4:K1,3", "P3:K4"] {
            assert_judged(&game(form, graphs), 5);
        }
    }
}

/// A path, a cycle, a star, a complete bipartite graph, a wheel, a cube's half, a graph without symmetry, as graph6.
const BOARDS: [(&str, usize); 7] = [
    ("DhC", 5),
    ("DqK", 5),
    ("DsC", 5),
    ("EFz_", 6),
    ("D|{", 5),
    ("E`ow", 6),
    ("E?qw", 6),
];

#[test]
fn boards_that_are_not_complete_keep_to_their_automorphisms() {
    for (board, n) in BOARDS {
        for form in FORMS {
            for graph in ["P3", "C4", "K1,3"] {
                assert_judged(&game(form, &format!("{graph}/board={board}")), n);
            }
        }
    }
}

#[test]
fn edges_coloured_before_the_game_stay() {
    for form in FORMS {
        for rest in [
            "K3/red=0-1",
            "K3/green=0-1,1-2",
            "P4/red=0-1,2-3/green=1-2",
            "C4/red=0-1,1-2/green=2-3",
        ] {
            assert_judged(&game(form, rest), 4);
        }
        assert_judged(&game(form, "K3/red=0-1,1-2/green=0-3"), 5);
        assert_judged(&game(form, "P4/board=EFz_/red=0-5/green=0-4,2-4"), 6);
    }
}

/// Slany, "Graph Ramsey games" (1999); the levels are independent counts. The paper prints 2,309 positions of Sim
/// without a triangle: judge/src/ramsey has more.
#[test]
fn sim_and_its_kin_have_the_published_winners_and_counts() {
    let levels_of_sim = [1, 1, 2, 7, 25, 64, 166, 303, 500, 489, 415, 193, 71, 12, 1];
    for (game, winner) in [("sim", "second"), ("sima", "first")] {
        let db = Db::in_memory();
        run(&["solve", game, "--db", db.text()]).solved();
        assert_eq!(levels(&db), levels_of_sim);
        assert_eq!(verdict(&db), format!("the {winner} player wins"));
    }
    let db = Db::in_memory();
    run(&["solve", "sim-plus", "--db", db.text()]).solved();
    assert_eq!(verdict(&db), "the second player wins");
    // The paper counts 13,158 = 2 x 6,579 with the player to move: of either player those in which the other one has an
    // edge. The 38 triangle-free graphs on six vertices are the others.
    assert_eq!(levels(&db).iter().sum::<u64>(), 6579 + 38);
    for options in [&[][..], &["--sample", "50"], &["--full"]] {
        db.run("verify", options).done();
    }
}

/// Who wins, by stats.
fn verdict(db: &Db) -> String {
    let stats = db.run("stats", &["--json"]).json();
    let verdict = stats["verdict"].as_str().unwrap();
    verdict.split(',').next().unwrap().to_string()
}

/// On K5 two five-cycles are the only full board without a triangle, up to symmetry; on K6 there is none.
#[test]
fn two_five_cycles_are_the_only_full_board_without_a_triangle() {
    let db = solved("ramsey-lose:K3", 5, &[]);
    assert_eq!(levels(&db).last(), Some(&1));
    assert_eq!(levels(&db).len(), 11);
    let cycle = "red:0-1,1-2,2-3,3-4,0-4 green:0-2,2-4,1-4,1-3,0-3";
    assert_eq!(db.run("query", &[cycle]).done(), format!("{cycle} T 0\n"));
    assert_eq!(levels(&solved("ramsey-lose:K3", 6, &[])).len(), 15);
}

/// `moves` lists every move with its value, moves that end the game among them.
#[test]
fn moves_are_those_of_the_judge() {
    for name in [
        "ramsey-lose:K3",
        "ramsey-achieve:K3",
        "ramsey-avoid-plus:K3",
        "ramsey-achieve-weak:C4",
    ] {
        let brute = Brute::new(name, 4).unwrap();
        let db = solved(name, 4, &[]);
        for position in brute.positions().step_by(37) {
            let reported = db.run("moves", &[&text(&position), "--json"]).json();
            let moves = reported["moves"].as_array().unwrap();
            assert_eq!(reported["value"], format!("{:?}", position.value.outcome), "{reported}");
            let best = moves.first().map(|step| step["value"].as_str().unwrap());
            let expected = match position.value.outcome {
                Outcome::N => Some("P"),
                Outcome::T => Some("T").filter(|_| !moves.is_empty()),
                Outcome::P => Some("N").filter(|_| !moves.is_empty()),
            };
            assert_eq!(best, expected, "{name}: {reported}");
            let free = pairs(&complete(4)) - pairs(&position.red) - pairs(&position.green);
            let several = name.contains("plus");
            let all: u64 = moves.iter().map(|step| step["equivalent"].as_u64().unwrap()).sum();
            if !several {
                assert!(all == free || name.contains("avoid"), "{name}: {reported}");
            }
            let mut by_colour = BTreeMap::new();
            for step in moves {
                *by_colour.entry(step["colour"].as_str().unwrap()).or_insert(0) += 1;
                check_child(&brute, name, step);
            }
            assert!(by_colour.len() <= 1);
        }
    }
}

/// The value of the position after a move is the judge's, or the game is over.
fn check_child(brute: &Brute, name: &str, step: &Value) {
    let words: Vec<&str> = step["graph6"].as_str().unwrap().split(' ').collect();
    let [red, green] = [words[0], words[1]].map(|word| graph6::decode(word).unwrap());
    let next = match step["colour"].as_str().unwrap() {
        "red" => Player::Green,
        _ => Player::Red,
    };
    match brute.value(&red, &green, next) {
        Some(value) => {
            assert_eq!(step["value"], format!("{:?}", value.outcome), "{name}: {step}");
            assert_eq!(step["remoteness"], value.remoteness, "{name}: {step}");
            assert_eq!(step.get("ends"), None);
        }
        None => {
            assert_eq!(step["ends"], true, "{name}: {step}");
            assert_eq!(step["wins"], !name.contains("lose"), "{name}: {step}");
        }
    }
}

fn pairs(rows: &[u32]) -> u64 {
    rows.iter().map(|row| u64::from(row.count_ones())).sum::<u64>() / 2
}

#[test]
fn texts_that_are_no_positions_get_a_sentence() {
    let db = solved("sim", 6, &[]);
    for (text, part) in [
        ("E???", "does not describe two graphs"),
        ("red:0-1 green:0-1", "both red and green"),
        ("red:0-1,1-2", "take turns"),
        ("red:0-1,1-2,0-2 green:3-4,3-5", "the game is over: in red"),
        ("red:0-1 next:red", "green is next"),
        ("D?? D??", "5 vertices"),
    ] {
        let sentence = db.run("query", &[text]).refused(3);
        assert!(sentence.contains(part), "{text}: {sentence}");
    }
    let board = solved("ramsey-lose:K3/board=Dhc/red=0-1", 5, &[]);
    for (text, part) in [
        ("red:0-2", "no edge of the board"),
        ("green:0-1", "0-1 is red before the game"),
    ] {
        let sentence = board.run("query", &[text]).refused(3);
        assert!(sentence.contains(part), "{text}: {sentence}");
    }
}

#[test]
fn names_and_options_that_do_not_go_together_are_refused() {
    let db = Db::unborn();
    let refused = |args: &[&str]| {
        let args = [&["solve", "--db", db.text()], args].concat();
        run(&args).refused(2)
    };
    for (args, part) in [
        (&["ramsey-lose:K3"][..], "give the number of vertices"),
        (&["ramsey-lose:nothing", "-n", "5"], "nothing"),
        (&["sim", "-n", "12"], "1 to 11 vertices"),
        (&["sim", "--play", "misere"], "says how it ends"),
        (&["sim", "--value", "outcome"], "remoteness"),
        (&["ramsey-avoid:K3", "-n", "5", "--value", "grundy"], "no meaning"),
        (&["ramsey-lose:K3/board=DqK", "-n", "6"], "5 vertices"),
        (&["ramsey-lose:K3/red=0-7", "-n", "5"], "no edge of the board"),
        (&["ramsey-lose:K3/red=0-1,1-2,0-2", "-n", "5"], "over before it begins"),
        (&["ramsey-avoid:K3/tie-second", "-n", "5"], "'/tie-second' is not known"),
    ] {
        let sentence = refused(args);
        assert!(sentence.contains(part), "{args:?}: {sentence}");
        assert!(!db.path().exists());
    }
}

/// `moves --trap` counts the replies that are errors, and puts the move with the largest share of them first.
#[test]
fn traps_are_the_moves_after_which_most_replies_are_errors() {
    let mut seen = 0;
    for name in ["ramsey-lose:K3", "ramsey-achieve:P4", "ramsey-avoid:C4"] {
        let brute = Brute::new(name, 5).unwrap();
        let db = solved(name, 5, &[]);
        let not_won = brute
            .positions()
            .filter(|position| position.value.outcome != Outcome::N);
        for position in not_won.step_by(199) {
            let reported = db.run("moves", &[&text(&position), "--trap", "--json"]).json();
            let mut shares = Vec::new();
            for step in reported["moves"].as_array().unwrap() {
                let kept = if position.value.outcome == Outcome::P { "N" } else { "T" };
                if step["value"] != kept || step.get("ends").is_some() {
                    assert_eq!(step.get("trap"), None, "{step}");
                    continue;
                }
                let count = |key: &str| step["trap"][key].as_u64().unwrap();
                let (errors, replies) = (count("errors"), count("replies"));
                assert_eq!((errors, replies), counted(&brute, name, step), "{name}: {step}");
                shares.push(errors * 1000 / replies.max(1));
                seen += 1;
            }
            assert!(shares.is_sorted_by(|a, b| a >= b), "{name}: {reported}");
        }
    }
    assert!(seen > 100, "{seen}");
}

/// The errors among the replies to a move, and the replies that do not lose at once, by brute force.
fn counted(brute: &Brute, name: &str, step: &Value) -> (u64, u64) {
    let words: Vec<&str> = step["graph6"].as_str().unwrap().split(' ').collect();
    let mut rows = [words[0], words[1]].map(|word| graph6::decode(word).unwrap());
    let (own, next) = match step["colour"].as_str().unwrap() {
        "red" => (1, Player::Red),
        _ => (0, Player::Green),
    };
    let (mut errors, mut replies, mut wins_at_once) = (0, 0, false);
    for (u, v) in (0..5).flat_map(|v| (0..v).map(move |u| (u, v))) {
        if (rows[0][u] | rows[1][u]) >> v & 1 == 1 {
            continue;
        }
        rows[own][u] ^= 1 << v;
        rows[own][v] ^= 1 << u;
        match brute.value(&rows[0], &rows[1], next) {
            Some(value) => {
                replies += 1;
                let is_error = match step["value"].as_str().unwrap() {
                    "N" => value.outcome != Outcome::P,
                    _ => value.outcome == Outcome::N,
                };
                errors += u64::from(is_error);
            }
            None if name.contains("achieve") => {
                replies += 1;
                wins_at_once = true;
            }
            None => {}
        }
        rows[own][u] ^= 1 << v;
        rows[own][v] ^= 1 << u;
    }
    (if wins_at_once { 0 } else { errors }, replies)
}

/// Options stand for parts of the name.
#[test]
fn options_say_what_names_say() {
    let name = |args: &[&str]| {
        let reported = run(&[&["solve", "--explain"], args].concat()).done();
        reported
            .lines()
            .next()
            .unwrap()
            .split_whitespace()
            .nth(1)
            .unwrap()
            .to_string()
    };
    for (args, expected) in [
        (
            &["ramsey-avoid", "-n", "6", "--red-graph", "K3", "--green-graph", "P4"][..],
            "ramsey-avoid:K3:P4",
        ),
        (&["ramsey-lose:C4", "-n", "6", "--green-graph", "C4"], "ramsey-lose:C4"),
        (
            &["sim", "--red", "1-0", "--green", "2-3,3-4"],
            "sim/red=0-1/green=2-3,3-4",
        ),
        (
            &["ramsey-achieve:C4/tie-second", "--board", "EFz_"],
            "ramsey-achieve:C4/board=EFz_/tie-second",
        ),
    ] {
        assert_eq!(name(args), expected);
    }
    for args in [
        &["ramsey-avoid:K3", "-n", "6", "--red-graph", "P4"][..],
        &["ramsey-avoid:K3:P4", "-n", "6", "--green-graph", "P4"],
        &["sim/red=0-1", "--red", "1-2"],
    ] {
        let sentence = run(&[&["solve", "--explain"], args].concat()).refused(2);
        assert!(sentence.contains("already includes"), "{sentence}");
    }
}
