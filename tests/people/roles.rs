//! Games by conventions, in which turns have several edges or are offers: in the terminal, and asked of the server.

use std::collections::BTreeMap;

use retrograph_referee::rng::SplitMix64;
use retrograph_referee::triangle;
use serde_json::{Value, json};
use shared::process::{Db, run_with};
use shared::server::{Server, encoded, solved};

use super::serve::about;

type Edge = (usize, usize);

fn text(edges: &[Edge]) -> String {
    let edges: Vec<String> = edges.iter().map(|(u, v)| format!("{u}-{v}")).collect();
    edges.join(",")
}

fn edges_of(text: &str) -> Vec<Edge> {
    let edge = |piece: &str| {
        let (u, v) = piece.trim().split_once('-')?;
        Some((u.parse().ok()?, v.parse().ok()?))
    };
    text.split(',').map(|piece| edge(piece).expect(text)).collect()
}

/// What is said when these lines are typed.
fn play(db: &Db, options: &[&str], lines: &[String]) -> String {
    let args = [&["play", "--db", db.text(), "--board", "matrix"], options].concat();
    run_with(&args, lines.join("\n")).done()
}

/// The edges of the last matrix drawn, by their letters: red, green, offered, and those that are none.
fn last_board(said: &str, n: usize) -> BTreeMap<char, Vec<Edge>> {
    let lines: Vec<&str> = said.lines().collect();
    let is_header = |line: &str| line.split_whitespace().eq((0..n).map(|v| v.to_string()));
    let header = lines.iter().rposition(|line| is_header(line)).expect(said);
    let mut found: BTreeMap<char, Vec<Edge>> = BTreeMap::from(['r', 'g', 'x', '.'].map(|letter| (letter, vec![])));
    for v in 0..n {
        for u in 0..v {
            let letter = lines[header + 1 + u].chars().nth(3 + 2 * v).expect(said);
            found.get_mut(&letter).expect(said).push((u, v));
        }
    }
    found
}

/// So many of these edges.
fn some(of: &[Edge], count: usize, random: &mut SplitMix64) -> Vec<Edge> {
    let mut left = of.to_vec();
    (0..count).map(|_| left.swap_remove(random.below(left.len()))).collect()
}

fn has_triangle(n: usize, edges: &[Edge]) -> bool {
    let mut rows = vec![0; n];
    edges.iter().for_each(|&edge| rows = triangle::with_edge(&rows, edge));
    !triangle::is_triangle_free(&rows)
}

/// Plays random moves, by what is said that is to be done, to the end of a game about a red triangle; the program must
/// win, and it must be so by the rules. Returns the last line.
fn lose(db: &Db, n: usize, side: &str, seed: u64) -> String {
    let mut random = SplitMix64::new(seed);
    let mut typed = Vec::new();
    loop {
        let said = play(db, &["--as", side, "--seed", &seed.to_string()], &typed);
        let board = last_board(&said, n);
        let end = said.trim_end().rsplit('\n').next().unwrap();
        let words: Vec<&str> = end.split(' ').collect();
        let number = |word: &str| word.parse::<usize>().expect(end);
        let step = match words[..] {
            ["offered:", offered, _, "is", "next", "and", "keeps", count] => {
                let offered = edges_of(offered.trim_end_matches(';'));
                let mut drawn = board[&'x'].clone();
                drawn.sort_unstable();
                assert_eq!(drawn, offered, "{said}");
                some(&offered, number(count), &mut random)
            }
            [_, "is", "next", "and", "offers", count, "edge" | "edges"] => {
                some(&board[&'.'], number(count), &mut random)
            }
            [_, "is", "next", "and", "offers", least, "to", most, "edge" | "edges"] => {
                let count = number(least) + random.below(number(most) + 1 - number(least));
                some(&board[&'.'], count, &mut random)
            }
            [_, "is", "next,", _, "edge" | "edges", "due"] => some(&board[&'.'], 1, &mut random),
            [_, "is", "next,", least, "edge" | "edges", "or", "more"] => {
                let most = board[&'.'].len();
                some(
                    &board[&'.'],
                    number(least) + random.below(most + 1 - number(least)),
                    &mut random,
                )
            }
            _ => {
                let (why, verdict) = end.split_once(": ").expect(&said);
                assert!(verdict.ends_with(" wins") && verdict != "you win", "{said}");
                assert_eq!(
                    why.contains(" completed a red triangle"),
                    has_triangle(n, &board[&'r']),
                    "{said}"
                );
                assert_eq!(
                    why == "the game ends without a red triangle",
                    !why.contains("completed"),
                    "{said}"
                );
                return end.to_string();
            }
        };
        assert_eq!(
            words.iter().filter(|word| word.eq_ignore_ascii_case(side)).count(),
            1,
            "{said}"
        );
        typed.push(text(&step));
    }
}

/// A game, its number of vertices, who loses it, the other player, and how a game may end.
const LOST: [(&str, u32, &str, &str, &[&str]); 8] = [
    (
        "waiter-client:contains:K3",
        5,
        "client",
        "Waiter",
        &["you have completed"],
    ),
    (
        "waiter-client:contains:K3/bias=1:2",
        6,
        "waiter",
        "Client",
        &["the game ends"],
    ),
    (
        "waiter-client:contains:K3/bias=2:1",
        5,
        "client",
        "Waiter",
        &["you have completed"],
    ),
    (
        "client-waiter:contains:K3/bias=1:2",
        5,
        "client",
        "Waiter",
        &["the game ends"],
    ),
    (
        "maker-breaker:contains:K3/bias=1:1",
        5,
        "breaker",
        "Maker",
        &["Maker has completed"],
    ),
    (
        "maker-breaker:contains:K3/bias=2:1/starter=breaker",
        5,
        "breaker",
        "Maker",
        &["Maker has completed"],
    ),
    (
        "avoider-enforcer:contains:K3/bias=1:2",
        5,
        "avoider",
        "Enforcer",
        &["you have completed"],
    ),
    (
        "avoider-enforcer:contains:K3/bias=1:2/monotone",
        5,
        "avoider",
        "Enforcer",
        &["you have completed"],
    ),
];

#[test]
fn a_person_loses_by_every_convention() {
    for (game, n, side, winner, ends) in LOST {
        let db = solved(game, n, &[]);
        for seed in 0..3 {
            let end = lose(&db, n as usize, side, seed);
            assert!(end.ends_with(&format!(": {winner} wins")), "{game}: {end}");
            assert!(ends.iter().any(|why| end.starts_with(why)), "{game}: {end}");
        }
    }
}

#[test]
fn what_is_mistyped_is_explained_and_changes_nothing() {
    let lines = |lines: &[&str]| lines.iter().map(|line| line.to_string()).collect::<Vec<_>>();
    let offers = solved("waiter-client:contains:K3/bias=1:2", 5, &[]);
    let turns = solved("avoider-enforcer:contains:K3/bias=1:2/monotone", 5, &[]);
    let strict = solved("avoider-enforcer:contains:K3/bias=2:2", 5, &[]);
    for (db, side, line, sentence) in [
        (&offers, "waiter", "0-1", "this offer has 3 edges, not 1"),
        (&offers, "waiter", "0-1,0-2,1-0", "0-1 is already there"),
        (
            &offers,
            "waiter",
            "0-1,0-2,0-5",
            "0-5 is not an edge: vertices are 0 to 4",
        ),
        (&turns, "enforcer", "3-4", "this turn has at least 2 edges, not 1"),
        (&strict, "avoider", "0-1,0-2", "a move adds one edge in this game"),
    ] {
        let said = play(db, &["--as", side], &lines(&[line]));
        assert_eq!(said.lines().last(), Some(sentence), "{said}");
        let shown = |lines: &[String]| last_board(&play(db, &["--as", side], lines), 5);
        assert_eq!(shown(&lines(&[line, "show"])), shown(&[]));
    }
    let said = play(&offers, &["--as", "client"], &[]);
    let offered = last_board(&said, 5)[&'x'].clone();
    let (u, v) = last_board(&said, 5)[&'.'][0];
    let typed = |line: &str| play(&offers, &["--as", "client"], &lines(&[line]));
    assert!(typed(&format!("{u}-{v}")).ends_with(&format!("the edge {u}-{v} is not offered\n")));
    assert!(typed(&text(&offered[..2])).ends_with("the choice has 1 edge, not 2\n"));
    for (side, sentence) in [
        (
            "maker",
            "nobody is called 'maker' in this game; there are Client and Waiter",
        ),
        ("", "nobody is called '' in this game; there are Client and Waiter"),
    ] {
        let args = ["play", "--db", offers.text(), "--as", side];
        assert_eq!(run_with(&args, "").refused(2), sentence);
    }
    for side in ["client", "Client", "red", "second"] {
        assert!(
            play(&offers, &["--as", side], &[]).contains("you are Client (red)\n"),
            "{side}"
        );
    }
}

#[test]
fn offers_are_taken_back_reviewed_and_asked_about() {
    let db = solved("waiter-client:contains:K3", 5, &[]);
    let typed = |side: &str, lines: &[&str]| {
        let lines: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
        play(&db, &["--as", side], &lines)
    };
    // One undo takes back a choice and the offer after it.
    let before = typed("client", &[]);
    let offer = text(&last_board(&before, 5)[&'x']);
    let kept = offer.split(',').next().unwrap();
    let undone = typed("client", &[kept, "undo"]);
    assert_eq!(last_board(&undone, 5), last_board(&before, 5));
    assert_eq!(
        last_board(&typed("client", &[kept, "undo", "redo"]), 5),
        last_board(&typed("client", &[kept]), 5)
    );
    // Who swaps answers the own offer.
    let swapped = typed("client", &["swap"]);
    assert!(swapped.contains("you are Waiter (green) now\nClient: "), "{swapped}");
    let reviewed = typed("waiter", &["review 0-1,0-2 0-1 0-3,0-4 0-3 1-2,1-3 1-2"]);
    let rows: Vec<&str> = reviewed
        .lines()
        .filter(|line| line.starts_with("  ") && line.contains("-1,0-2"))
        .collect();
    assert_eq!(rows, ["  1  Waiter  0-1,0-2  winning"], "{reviewed}");
    assert!(
        reviewed.contains("  3  Waiter  0-3,0-4  losing; throws the win away, kept by "),
        "{reviewed}"
    );
    assert!(
        reviewed.contains("Waiter at the start and after each move: "),
        "{reviewed}"
    );
    for seed in 0..4 {
        let seed = format!("--seed={seed}");
        let asked = play(&db, &[&seed], &["exercise".into()]);
        let role = ["Client", "Waiter"].map(|role| asked.contains(&format!("you are {role}; one move wins: find it")));
        assert_eq!(role.iter().filter(|&&is| is).count(), 1, "{asked}");
        let listed = play(&db, &[&seed], &["exercise".into(), "moves".into()]);
        let of = |word: &str| {
            listed
                .lines()
                .find_map(|line| line.strip_prefix(word))
                .expect(&listed)
                .to_string()
        };
        let first = |moves: String| moves.split(' ').next().unwrap().trim_end_matches(',').to_string();
        for (word, judged) in [("wins: ", "right: "), ("loses: ", "wrong: ")] {
            let answer = first(of(word));
            let said = play(&db, &[&seed], &["exercise".into(), answer.clone()]);
            assert!(said.contains(&format!("{judged}{answer} ")), "{said}");
        }
    }
}

/// The classes of moves are those that `moves` reports; making each leads where it says, and ends the game where it
/// says. A review of the whole game has the same values.
#[test]
fn the_server_plays_by_every_convention() {
    let mut random = SplitMix64::new(5);
    for (game, n, ..) in LOST {
        let db = solved(game, n, &[]);
        let server = Server::of(&[&db]);
        let described = server.get("/api/databases/db").answer();
        assert!(
            described["roles"].is_array() && described["goal"] == "triangle",
            "{described}"
        );
        let start = about(&server, "canonical", "red:", "").answer()["graph6"].clone();
        let (mut text, mut played, mut values) = (start.as_str().unwrap().to_string(), vec![], vec![]);
        loop {
            let reported = db.run("moves", &["--json", &text]).json();
            let answered = about(&server, "moves", &text, "").answer();
            for key in ["graph6", "next", "turn", "value", "remoteness"] {
                assert_eq!(answered[key], reported[key], "{text}");
            }
            values.push(answered["value"].clone());
            let classes = answered["moves"].as_array().unwrap();
            if classes.is_empty() {
                break;
            }
            let wins = json!(["R", "G"][usize::from(answered["next"] == "green")]);
            let reply = about(&server, "reply", &text, "").answer()["reply"].clone();
            assert_eq!(reply["wins"] == true, answered["value"] == wins, "{text} {reply}");
            let made: Vec<(String, Value)> = classes
                .iter()
                .take(40)
                .map(|class| {
                    let edges = class.get("edges").cloned().unwrap_or(json!([class["edge"]]));
                    let edges: Vec<String> = edges
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(|e| format!("{}-{}", e[0], e[1]))
                        .collect();
                    let after = about(&server, "move", &text, &format!("&edge={}", edges.join(","))).answer();
                    for key in ["canonical", "ends"] {
                        assert_eq!(after[key], class[key], "{text} {edges:?}");
                    }
                    if after["ends"] == true {
                        assert_eq!(
                            (&after["value"], after["witness"].as_array().unwrap().len()),
                            (&class["value"], 3)
                        );
                    } else {
                        assert_eq!(after["graph6"], class["graph6"]);
                    }
                    (edges.join("+"), after)
                })
                .collect();
            let (edges, after) = made[random.below(made.len())].clone();
            played.push(edges);
            if after["ends"] == true {
                values.push(after["value"].clone());
                break;
            }
            text = after["graph6"].as_str().unwrap().to_string();
        }
        let moves = format!("&moves={}", encoded(&played.join(",")));
        let review = about(&server, "review", start.as_str().unwrap(), &moves).answer();
        let reviewed = review["moves"].as_array().unwrap();
        let known: Vec<Value> = std::iter::once(&review)
            .chain(reviewed)
            .map(|each| each["value"].clone())
            .collect();
        assert_eq!(known, values, "{game}");
        for (at, step) in reviewed.iter().enumerate() {
            let mine = json!(["R", "G"][usize::from(step["by"] == "green")]);
            assert_eq!(
                step["lost"] == "win",
                values[at] == mine && values[at + 1] != mine,
                "{step}"
            );
        }
        about(&server, "line", start.as_str().unwrap(), "").answer();
        let levels = server.get("/api/databases/db/levels").answer();
        for level in levels["levels"].as_array().unwrap() {
            let sum = level["red"].as_u64().unwrap() + level["green"].as_u64().unwrap();
            assert_eq!(sum, level["positions"].as_u64().unwrap());
        }
    }
}

#[test]
fn moves_that_are_none_are_refused_in_a_sentence() {
    let [offers, turns] = [
        "waiter-client:contains:K3",
        "avoider-enforcer:contains:K3/bias=2:2/monotone",
    ]
    .map(|game| solved(game, 5, &[]));
    let servers = [&offers, &turns].map(|db| Server::of(&[db]));
    for (server, position, edge, sentence) in [
        (0, "red:", "0-1", "this offer has 2 edges, not 1"),
        (0, "red:", "0-1,0-1", "the edge 0-1 is given twice"),
        (0, "red: offer:0-1,0-2", "0-3", "the edge 0-3 is not offered"),
        (0, "red: offer:0-1,0-2", "0-1,0-2", "the choice has 1 edge, not 2"),
        (0, "red:0-1 green:0-2", "0-1,0-3", "the edge 0-1 is already there"),
        (1, "red:", "0-1", "this turn has at least 2 edges, not 1"),
    ] {
        let refused = about(&servers[server], "move", position, &format!("&edge={edge}"));
        let error = &refused.json()["error"];
        assert_eq!(
            (refused.status, &error["code"]),
            (422, &json!("illegal_move")),
            "{position} {edge}"
        );
        assert_eq!(error["message"], sentence);
    }
}
