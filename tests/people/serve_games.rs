//! `retrograph serve` as a player: replies, reviews of games, exercises.

use std::collections::BTreeSet;

use retrograph_referee::rng::SplitMix64;
use serde_json::{Value, json};
use shared::process::{graph6, random_game};
use shared::server::{Server, solved};

use super::serve::about;

/// A careless opponent makes any move but one that loses at once; the same request gets the same answer.
#[test]
fn opponents_err_as_asked() {
    let db = solved("sim", 5, &[]);
    let server = Server::of(&[&db]);
    // Red owns two edges of a triangle, and loses with the third.
    let position = "red:0-1,0-2 green:2-3,3-4";
    let reply = |strength: &str, seed: u32| {
        let rest = format!("&strength={strength}&seed={seed}");
        about(&server, "reply", position, &rest).answer()["reply"].clone()
    };
    let best = about(&server, "reply", position, "").answer()["reply"].clone();
    let (mut casual, mut beginner, mut errors) = (BTreeSet::new(), BTreeSet::new(), 0);
    for seed in 0..60 {
        assert_eq!(reply("perfect", seed), best);
        let (one, other) = (reply("casual", seed), reply("beginner", seed));
        assert_eq!(other, reply("beginner", seed));
        assert_eq!(other["why"], "careless");
        errors += usize::from(one["why"] == "careless");
        assert!(one["edge"] != json!([1, 2]) && other["edge"] != json!([1, 2]));
        casual.insert(one["edge"].to_string());
        beginner.insert(other["edge"].to_string());
    }
    // Five other edges are free, and 60 draws find each of their classes.
    let classes = about(&server, "moves", position, "").answer()["moves"]
        .as_array()
        .unwrap()
        .len();
    assert_eq!(beginner.len(), classes - 1);
    assert!(casual.len() > 1 && (10..35).contains(&errors), "{errors}");
}

/// Random games: each value is that of the position, what is lost is what the player could have had, and what would
/// have kept it are the moves of that value.
#[test]
fn a_review_has_the_values_of_the_game() {
    let mut rng = SplitMix64::new(11);
    let games: [(&str, u32, &[&str]); 4] = [
        ("triangle", 6, &["--value", "remoteness"]),
        ("triangle", 6, &["--play", "misere"]),
        ("sim", 5, &[]),
        ("ramsey-achieve:K3", 5, &[]),
    ];
    let mut lost = BTreeSet::new();
    for (game, n, options) in games {
        let db = solved(game, n, options);
        let server = Server::of(&[&db]);
        for _ in 0..20 {
            let (mut answers, mut made) = (vec![about(&server, "moves", "-", "").answer()], Vec::<Value>::new());
            loop {
                let moves = answers.last().unwrap()["moves"].as_array().unwrap().clone();
                if moves.is_empty() {
                    break;
                }
                let step = moves[rng.below(moves.len())].clone();
                made.push(step.clone());
                if step["ends"] == true {
                    break;
                }
                answers.push(about(&server, "moves", step["graph6"].as_str().unwrap(), "").answer());
            }
            let texts: Vec<String> = made.iter().map(edge).collect();
            let review = about(&server, "review", "-", &format!("&moves={}", texts.join(","))).answer();
            assert_eq!(review["value"], answers[0]["value"]);
            let reviewed = review["moves"].as_array().unwrap();
            assert_eq!(reviewed.len(), made.len());
            for (i, step) in reviewed.iter().enumerate() {
                let (before, value) = (&answers[i], &made[i]["value"]);
                assert_eq!(step["edges"], json!([made[i]["edge"]]));
                assert_eq!((&step["value"], step["ends"] == true), (value, made[i]["ends"] == true));
                let players = if game == "triangle" {
                    ["first", "second"]
                } else {
                    ["red", "green"]
                };
                assert_eq!(step["by"], players[i % 2]);
                let best = match before["value"].as_str().unwrap() {
                    "N" => ("P", "win"),
                    "T" => ("T", "tie"),
                    _ => ("N", ""),
                };
                let is_worse = value != best.0 && !best.1.is_empty();
                assert_eq!(
                    step.get("lost"),
                    is_worse.then_some(&json!(best.1)),
                    "{game} {texts:?} {i}"
                );
                let keeping = before["moves"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .filter(|each| each["value"] == best.0);
                let keeping: Vec<String> = keeping.filter(|_| is_worse).map(edge).collect();
                let kept: Vec<String> = step["kept"].as_array().into_iter().flatten().map(edge).collect();
                assert_eq!(kept, keeping, "{game} {texts:?} {i}");
                lost.insert((best.1.to_string(), value.as_str().unwrap().to_string(), is_worse));
            }
        }
    }
    for (had, value) in [("win", "N"), ("win", "T"), ("tie", "N")] {
        assert!(
            lost.contains(&(had.into(), value.into(), true)),
            "{had} {value}: {lost:?}"
        );
    }
}

/// The edge of a move, as text.
fn edge(step: &Value) -> String {
    format!("{}-{}", step["edge"][0], step["edge"][1])
}

/// What is not solved has no value, what cannot be made is named by its number, and several edges are one move.
#[test]
fn a_review_says_what_it_lacks() {
    let db = solved("triangle", 6, &["--down-to", "3"]);
    let server = Server::of(&[&db]);
    let review = about(&server, "review", "-", "&moves=0-1,2-3,4-5,0-2").answer();
    let has_value: Vec<bool> = (review["moves"].as_array().unwrap().iter())
        .map(|step| step.get("value").is_some())
        .collect();
    assert_eq!(
        (review.get("value"), &has_value[..]),
        (None, &[false, false, true, true][..])
    );
    let error = about(&server, "review", "-", "&moves=0-1,1-2,0-2").json()["error"].clone();
    let said = error["message"].as_str().unwrap();
    assert!(
        said.starts_with("move 3: after 0-2 the graph would be illegal"),
        "{said}"
    );
    assert_eq!(error["witness"], json!([[0, 1], [0, 2], [1, 2]]));
    let scores = solved("triangle", 5, &["--value", "score"]);
    let server = Server::of(&[&scores]);
    let review = about(&server, "review", "-", "&moves=0-1,2-3").answer();
    assert!(review["moves"][1].get("value").is_none(), "{review}");
    assert_eq!(about(&server, "exercise", "-", "").answer()["exercise"], Value::Null);
    let plus = solved("sim-plus", 4, &[]);
    let server = Server::of(&[&plus]);
    let review = about(&server, "review", "-", "&moves=0-1%2B2-3,0-2+1-3").answer();
    let edges: Vec<&Value> = (review["moves"].as_array().unwrap().iter())
        .map(|step| &step["edges"])
        .collect();
    assert_eq!(edges, [&json!([[0, 1], [2, 3]]), &json!([[0, 2], [1, 3]])]);
}

/// One class of moves wins and others do not; the moves lead there; the same request gets the same answer.
#[test]
fn an_exercise_has_one_winning_move() {
    for (game, n) in [("triangle", 7), ("sim", 5)] {
        let db = solved(game, n, &[]);
        let server = Server::of(&[&db]);
        let mut found = BTreeSet::new();
        for seed in 0..10 {
            let asked = || about(&server, "exercise", "-", &format!("&seed={seed}")).answer();
            let exercise = asked()["exercise"].clone();
            assert_eq!(exercise, asked()["exercise"]);
            let text = exercise["graph6"].as_str().unwrap();
            let answered = about(&server, "moves", text, "").answer();
            let moves = answered["moves"].as_array().unwrap();
            let winning = moves.iter().filter(|step| step["wins"] == true).count();
            assert!(winning == 1 && moves.len() > 1, "{answered}");
            let made = exercise["moves"].as_array().unwrap().iter();
            let made: Vec<String> = made.map(|edges| format!("{}-{}", edges[0][0], edges[0][1])).collect();
            let review = about(&server, "review", "-", &format!("&moves={}", made.join(","))).answer();
            assert_eq!(review["moves"].as_array().unwrap().len(), made.len());
            let list = made.join(",");
            if game == "triangle" && !made.is_empty() {
                assert_eq!(about(&server, "value", &list, "").answer()["graph6"], text);
            }
            found.insert(text.to_string());
        }
        assert!(found.len() > 3, "{game}: {found:?}");
    }
}

#[test]
fn the_opponent_wins_or_sets_the_trap_in_which_most_answers_are_errors() {
    let db = solved("triangle", 7, &[]);
    let server = Server::of(&[&db]);
    let mut rng = SplitMix64::new(1);
    let moves_of = |text: &str| {
        db.run("moves", &["--json", text]).json()["moves"]
            .as_array()
            .unwrap()
            .clone()
    };
    let counted = |text: &str| {
        let (mut errors, mut replies) = (0, 0);
        for step in moves_of(text) {
            let equivalent = step["equivalent"].as_u64().unwrap();
            replies += equivalent;
            errors += if step["wins"] == false { equivalent } else { 0 };
        }
        (errors, replies)
    };
    let (mut won, mut trapped) = (0, 0);
    for position in (0..4).flat_map(|_| random_game(7, &mut rng)) {
        let text = graph6(&position);
        let reply = about(&server, "reply", &text, "").answer()["reply"].clone();
        let moves = moves_of(&text);
        if moves.is_empty() {
            assert_eq!(reply, Value::Null);
            continue;
        }
        if moves.iter().any(|step| step["wins"] == true) {
            assert_eq!((&reply["why"], &reply["wins"]), (&json!("wins"), &json!(true)));
            won += 1;
        } else {
            assert_eq!((&reply["why"], &reply["wins"]), (&json!("trap"), &json!(false)));
            let (errors, replies) = counted(reply["graph6"].as_str().unwrap());
            assert_eq!(reply["trap"], json!({"errors": errors, "replies": replies}));
            for step in moves {
                let (other_errors, other_replies) = counted(step["graph6"].as_str().unwrap());
                assert!(errors * other_replies >= other_errors * replies, "{text}");
            }
            trapped += 1;
        }
    }
    assert!(won > 5 && trapped > 5, "{won} won, {trapped} trapped");
}
