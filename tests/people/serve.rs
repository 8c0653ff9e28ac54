//! `retrograph serve`: its answers, its refusals, and what it shows.

use std::collections::BTreeSet;
use std::net::TcpListener;

use retrograph_judge::rng::SplitMix64;
use retrograph_judge::triangle;
use serde_json::{Value, json};
use shared::process;
use shared::process::{Db, command, edge_list, graph6, random_game, rows, run, stand_in_engine};
use shared::schema::Api;
use shared::server::{Response, Server, encoded, solved};

const ABOUT: &str = "/api/databases/{name}";

/// Asks about a position of the only database, which is called `db`, and holds the response against the description.
fn about(server: &Server, what: &str, position: &str, rest: &str) -> Response {
    let response = server.get(&format!(
        "/api/databases/db/{what}?position={}{rest}",
        encoded(position)
    ));
    Api::read().check(&format!("{ABOUT}/{what}"), response.status, &response.json());
    response
}

/// The named fields, where they are.
fn only(object: &Value, names: &[&str]) -> Value {
    let kept = names
        .iter()
        .filter_map(|name| Some((name.to_string(), object.get(name)?.clone())));
    Value::Object(kept.collect())
}

const VALUE: [&str; 5] = ["value", "grundy", "remoteness", "max", "min"];

#[test]
fn answers_are_those_of_query_and_moves_and_as_described() {
    let mut rng = SplitMix64::new(7);
    let kinds: [(&str, &[&str]); 5] = [
        ("triangle", &[]),
        ("triangle", &["--play", "misere"]),
        ("triangle", &["--value", "grundy"]),
        ("avoid:C4", &["--value", "remoteness"]),
        ("triangle", &["--value", "score"]),
    ];
    for (game, options) in kinds {
        let db = solved(game, 6, options);
        let server = Server::of(&[&db]);
        // Games of the triangle game never close a 4-cycle before their fourth edge.
        let last = if game == "triangle" { usize::MAX } else { 4 };
        for position in random_game(6, &mut rng).into_iter().take(last) {
            let text = if rng.below(2) == 0 {
                graph6(&position)
            } else {
                edge_list(&position)
            };
            let queried: Value = serde_json::from_str(&db.run("query", &["--json", &text]).done()).unwrap();
            assert_eq!(
                about(&server, "value", &text, "").answer(),
                queried,
                "{game} {options:?}"
            );
            let canonical = about(&server, "canonical", &text, "").answer();
            assert_eq!(canonical, only(&queried, &["graph6", "canonical", "edges"]));
            let told = db.run("moves", &["--json", &text]).json();
            let answered = about(&server, "moves", &text, "").answer();
            choices_are_moves(&answered, &told, &position);
            for side in ["max", "min"] {
                let side = format!("&side={side}");
                line_is_best_play(&db, &about(&server, "line", &text, &side).answer(), &side);
                about(&server, "reply", &text, &side).answer();
            }
        }
        levels_are_those_of_stats(&server, &db);
    }
}

/// A run may go on while its levels are served.
#[test]
fn levels_that_are_solved_meanwhile_are_seen() {
    let db = Db::unborn();
    db.solve(8, &["--down-to", "10"]).done();
    let server = Server::of(&[&db]);
    let lowest = || {
        let levels = server.get("/api/databases/db/levels").answer();
        levels["levels"].as_array().unwrap().last().unwrap()["edges"].as_u64()
    };
    // The empty board.
    let refused = || server.get("/api/databases/db/value?position=G%3F%3F%3F%3F%3F").status;
    assert_eq!((lowest(), refused()), (Some(10), 404));
    for down_to in [4, 0] {
        db.solve(8, &["--down-to", &down_to.to_string()]).done();
        db.wait_until("the server to see it", || lowest() == Some(down_to));
    }
    assert_eq!(refused(), 200);
    let listed = server.get("/api/databases").answer();
    assert_eq!(listed["databases"][0]["complete"], true, "{listed}");
}

/// The first database named comes first, and so it opens first.
#[test]
fn databases_are_listed_in_the_order_in_which_they_were_named() {
    let [first, second] = [6, 5].map(|n| solved("triangle", n, &[]));
    let server = Server::of(&[&first, &second]);
    let listed = server.get("/api/databases").answer();
    let orders: Vec<_> = listed["databases"]
        .as_array()
        .unwrap()
        .iter()
        .map(|each| each["n"].clone())
        .collect();
    assert_eq!(orders, [6, 5]);
}

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

/// The move that ends a two-colour game tells the edges that do.
#[test]
fn the_end_has_a_witness() {
    let db = solved("sim", 5, &[]);
    let server = Server::of(&[&db]);
    let after = about(&server, "move", "red:0-1,0-2 green:2-3,3-4", "&edge=1-2").answer();
    assert_eq!(
        (&after["ends"], &after["witness"]),
        (&json!(true), &json!([[0, 1], [0, 2], [1, 2]]))
    );
    let after = about(&server, "move", "red:0-1,0-2 green:2-3,3-4", "&edge=1-3").answer();
    assert!(after.get("witness").is_none() && after.get("ends").is_none());
}

/// The classes are those of `moves` in their order, and hold every legal edge once.
fn choices_are_moves(answered: &Value, told: &Value, position: &[u32]) {
    let mut edges = BTreeSet::new();
    let classes = answered["moves"].as_array().unwrap();
    let bare = |class: &Value| {
        let mut class = class.clone();
        class.as_object_mut().unwrap().remove("alike");
        class
    };
    assert_eq!(classes.iter().map(bare).collect::<Value>(), told["moves"]);
    for class in classes {
        let alike = class["alike"].as_array().unwrap();
        assert_eq!(class["equivalent"], alike.len());
        assert_eq!(class["edge"], alike[0]);
        for edge in alike {
            let [u, v] = [0, 1].map(|end| edge[end].as_u64().unwrap() as usize);
            assert!(position[u] >> v & 1 == 0 && edges.insert((u, v)));
            // Of one class, as sorted degrees already tell of most.
            let degrees = |rows: &[u32]| {
                let mut degrees: Vec<u32> = rows.iter().map(|row| row.count_ones()).collect();
                degrees.sort_unstable();
                degrees
            };
            let after = triangle::with_edge(position, (u, v));
            assert_eq!(degrees(&after), degrees(&rows(class["graph6"].as_str().unwrap())));
        }
    }
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

/// Along the line the winner keeps winning, numbers count down, and at its end there is no move.
fn line_is_best_play(db: &Db, line: &Value, side: &str) {
    let mut before = line.clone();
    let mut is_max = side.ends_with("max");
    for step in line["line"].as_array().unwrap() {
        assert_eq!(
            only(step, &VALUE),
            only(
                &db.run("query", &["--json", step["graph6"].as_str().unwrap()]).json(),
                &VALUE
            )
        );
        match before["value"].as_str() {
            Some("N") => assert_eq!(step["value"], "P"),
            Some(_) => assert_eq!(step["value"], "N"),
            None => {
                let [now, then] = if is_max { ["max", "min"] } else { ["min", "max"] };
                assert_eq!(before[now], step[then]);
            }
        }
        if let Some(moves) = before["remoteness"].as_u64() {
            assert_eq!(step["remoteness"], moves - 1);
        }
        (before, is_max) = (step.clone(), !is_max);
    }
    let end = db.run("moves", &["--json", before["graph6"].as_str().unwrap()]).json();
    assert_eq!(end["moves"], json!([]));
}

fn levels_are_those_of_stats(server: &Server, db: &Db) {
    let levels = server.get("/api/databases/db/levels").answer();
    Api::read().check("/api/databases/{name}/levels", 200, &levels);
    let told = db.run("stats", &["--json"]).json();
    let names = ["edges", "p", "n", "saturated"];
    for (level, told) in levels["levels"]
        .as_array()
        .unwrap()
        .iter()
        .zip(told["levels"].as_array().unwrap())
    {
        match told.get("p") {
            Some(_) => assert_eq!(only(level, &names), only(told, &names)),
            None => assert_eq!(
                only(level, &["edges", "positions", "saturated"]),
                only(told, &["edges", "positions", "saturated"])
            ),
        }
    }
    assert_eq!(
        levels["levels"].as_array().unwrap().len(),
        told["levels"].as_array().unwrap().len()
    );
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

#[test]
fn an_illegal_move_shows_what_it_would_complete() {
    let db = solved("triangle", 6, &[]);
    let server = Server::of(&[&db]);
    let mut rng = SplitMix64::new(3);
    let mut illegal = 0;
    for position in random_game(6, &mut rng) {
        for (u, v) in (0..6).flat_map(|v| (0..v).map(move |u| (u, v))) {
            let response = about(&server, "move", &graph6(&position), &format!("&edge={u}-{v}"));
            let after = triangle::with_edge(&position, (u, v));
            let body = response.json();
            if position[u] >> v & 1 == 1 {
                assert_eq!((response.status, &body["error"]["code"]), (422, &json!("illegal_move")));
                assert_eq!(body["error"]["message"], format!("the edge {u}-{v} is already there"));
            } else if position[u] & position[v] == 0 {
                assert_eq!((response.status, &body["graph6"]), (200, &json!(graph6(&after))));
            } else {
                assert_eq!(response.status, 422);
                let third = body["error"]["witness"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .flat_map(|edge| edge.as_array().unwrap());
                let corners: BTreeSet<u64> = third.map(|v| v.as_u64().unwrap()).collect();
                let corners: Vec<usize> = corners.into_iter().map(|v| v as usize).collect();
                assert!(
                    corners.len() == 3 && corners.contains(&u) && corners.contains(&v),
                    "{body}"
                );
                let pairs = [(0, 1), (0, 2), (1, 2)].map(|(i, j)| after[corners[i]] >> corners[j] & 1);
                assert_eq!(pairs, [1, 1, 1]);
                illegal += 1;
            }
        }
    }
    assert!(illegal > 10);
    // A path of three edges and what closes it; edges that are not connected show nothing.
    let db = solved("avoid:C4/connected", 6, &[]);
    let server = Server::of(&[&db]);
    let refused = about(&server, "move", "0-1,1-2,2-3,3-4", "&edge=0-3").json();
    assert_eq!(refused["error"]["witness"].as_array().unwrap().len(), 4, "{refused}");
    let refused = about(&server, "move", "0-1", "&edge=2-3").json();
    assert!(
        refused["error"]["message"]
            .as_str()
            .unwrap()
            .contains("are not connected"),
        "{refused}"
    );
    assert_eq!(refused["error"].get("witness"), None);
}

#[test]
fn bad_questions_get_a_status_a_word_and_a_sentence() {
    let db = solved("triangle", 6, &["--down-to", "3"]);
    let server = Server::of(&[&db]);
    let api = Api::read();
    let long = "0-1,".repeat(600);
    let cases: &[(&str, &str, &str, u16, &str)] = &[
        ("value", "hello world", "", 400, "bad_position"),
        ("value", "", "", 400, "bad_position"),
        ("value", "E???\0", "", 400, "bad_position"),
        ("value", "F????", "", 400, "bad_position"),
        ("value", "0-6", "", 400, "bad_position"),
        ("value", "0-1,1-0", "", 400, "bad_position"),
        ("value", &long, "", 400, "bad_position"),
        ("value", "0-1,1-2,0-2", "", 422, "illegal_position"),
        ("moves", "0-1,1-2,0-2", "", 422, "illegal_position"),
        ("value", "0-1", "", 404, "not_solved"),
        ("moves", "-", "", 404, "not_solved"),
        ("line", "-", "", 404, "not_solved"),
        ("reply", "-", "", 404, "not_solved"),
        ("value", "-", "&extra=1", 400, "bad_request"),
        ("line", "-", "&side=left", 400, "bad_request"),
        ("reply", "-", "&strength=lazy", 400, "bad_request"),
        ("reply", "-", "&seed=-1", 400, "bad_request"),
        ("move", "-", "", 400, "bad_request"),
        ("move", "-", "&edge=0", 400, "bad_request"),
        ("move", "-", "&edge=0-0", 400, "bad_request"),
        ("move", "-", "&edge=0-1,2-3", 400, "bad_request"),
        ("move", "-", "&edge=0-6", 400, "bad_request"),
        ("move", "-", "&edge=0-99999999999999999999", 400, "bad_request"),
        ("review", "-", "", 400, "bad_request"),
        ("review", "-", "&moves=e4", 400, "bad_request"),
        ("review", "-", "&moves=0-1,", 400, "bad_request"),
        ("review", "-", "&moves=0-1,1-0", 422, "illegal_move"),
        ("review", "0-1,1-2,0-2", "&moves=", 422, "illegal_position"),
        ("exercise", "-", "", 404, "not_solved"),
        ("exercise", "-", "&seed=x", 400, "bad_request"),
    ];
    for (what, position, rest, status, code) in cases {
        let response = about(&server, what, position, rest);
        let error = &response.json()["error"];
        assert_eq!(
            (response.status, error["code"].as_str()),
            (*status, Some(*code)),
            "{what} {position:?} {rest}: {error}"
        );
        assert!(error["message"].as_str().unwrap().len() > 10);
    }
    // Its level is not solved, but its name and moves are known.
    assert_eq!(about(&server, "canonical", "0-1", "").status, 200);
    assert_eq!(about(&server, "move", "0-1", "&edge=1-2").status, 200);

    let elsewhere = [
        ("/api/databases/none/value?position=-", 404, "no_such_database"),
        ("/api/databases/db/value", 400, "bad_request"),
        ("/api/databases/db/value?position=%FF", 400, "bad_position"),
        ("/api/databases/%FF/value?position=-", 400, "bad_request"),
        ("/api/databases/db/nothing", 404, "not_found"),
        ("/api/", 404, "not_found"),
        ("/index.html", 404, "not_found"),
    ];
    for (path, status, code) in elsewhere {
        let response = server.get(path);
        // Not every path is described, but every refusal has one form.
        api.check(&format!("{ABOUT}/value"), 404, &response.json());
        assert_eq!(
            (response.status, response.json()["error"]["code"].as_str()),
            (status, Some(code)),
            "{path}"
        );
    }
    // Each sentence is ours, and says what to give.
    for (path, sentence) in [
        (
            "value",
            "the parameter 'position' is missing; give it as in ?position=0-1,1-2",
        ),
        (
            "move?position=-",
            "the parameter 'edge' is missing; give it as in ?edge=0-1",
        ),
        (
            "value?position=-&extra=1",
            "this request takes no parameter 'extra'; it takes position",
        ),
        (
            "reply?seeds=1",
            "this request takes no parameter 'seeds'; it takes position, side, strength and seed",
        ),
        ("value?position=-&position=-", "the parameter 'position' is given twice"),
        ("line?position=-&side=left", "the parameter 'side' must be max or min"),
        (
            "reply?position=-&strength=lazy",
            "the parameter 'strength' must be perfect, casual or beginner",
        ),
        (
            "reply?position=-&seed=-1",
            "the parameter 'seed' must be a whole number from 0 to 18446744073709551615",
        ),
    ] {
        let error = server.get(&format!("/api/databases/db/{path}")).json()["error"].clone();
        assert_eq!(
            (&error["code"], &error["message"]),
            (&json!("bad_request"), &json!(sentence))
        );
    }
    let error = server.get("/api/databases/%FF/value?position=-").json()["error"].clone();
    assert_eq!(error["message"], "the name in the address is not UTF-8");
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "BREW"] {
        let response = server.ask(
            format!("{method} /api/databases HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").as_bytes(),
        );
        assert_eq!(
            (response.status, response.json()["error"]["code"].as_str()),
            (405, Some("method_not_allowed"))
        );
    }
}

#[test]
fn no_path_leads_to_a_file() {
    let db = solved("triangle", 5, &[]);
    let server = Server::of(&[&db]);
    let tricks = [
        "/../",
        "/../../../../etc/passwd",
        "/..%2f..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/js/../../Cargo.toml",
        "/js/..%5c..%5cCargo.toml",
        "//etc/passwd",
        "/api/databases/../../etc/passwd",
        "/api/databases/..%2f..%2f..%2fetc%2fpasswd/levels",
        "/api/databases/%2fetc/levels",
        "/api/databases/./levels",
        "/api/databases/db%00/levels",
        "/api/databases/db/../db/levels",
        "/js/main.js%00",
        "/js/",
        "/.git/config",
        "/retrograph.json",
        "/api/databases/db/retrograph.json",
    ];
    for trick in tricks {
        let response = server.get(trick);
        assert_eq!(response.status, 404, "{trick}: {}", response.body);
        assert!(!response.body.contains("root:"), "{trick}");
    }
    for (address, status) in [
        ("http://localhost/etc/passwd", 404),
        ("http://elsewhere/etc/passwd", 403),
    ] {
        let request = format!("GET {address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assert_eq!(server.ask(request.as_bytes()).status, status, "{address}");
    }
    for (path, kind) in [
        ("/", "text/html"),
        ("/js/main.js", "text/javascript"),
        ("/api/openapi.json", "application/json"),
    ] {
        let response = server.get(path);
        assert_eq!(response.status, 200);
        assert!(
            response.head.contains(kind) && response.head.contains("nosniff"),
            "{}",
            response.head
        );
        assert!(response.head.contains("default-src 'none'"), "{}", response.head);
    }
    // The page asks nobody else for anything.
    for path in [
        "/",
        "/api",
        "/style.css",
        "/js/main.js",
        "/js/board.js",
        "/js/panel.js",
        "/js/picture.js",
        "/js/charts.js",
        "/js/theme.js",
        "/proof",
        "/js/proof.js",
        "/js/contest.js",
        "/js/shelf.js",
        "/js/refusal.js",
        "/js/school.js",
        "/js/fame.js",
        "/js/engine.js",
        "/js/program.js",
    ] {
        let body = server.get(path).body.replace("http://www.w3.org/2000/svg", "");
        assert!(
            !body.contains("http://") && !body.contains("https://") && !body.contains("\"//"),
            "{path}"
        );
    }
}

/// The name of a folder may be a command to the terminal.
#[test]
fn names_of_folders_do_not_command_the_terminal() {
    let db = solved("triangle", 5, &[]);
    let hostile = db.root().join("a\u{1b}[2J\nb");
    std::fs::rename(db.path(), &hostile).unwrap();
    let folder = hostile.to_str().unwrap();
    let server = Server::start(&["serve", "--port", "0", "--db", folder]);
    assert!(server.said.ends_with("shows a\\u{1b}[2J\\nb\n"), "{:?}", server.said);
    let out = db.root().join("o\u{1b}[2J\nut");
    let out = out.to_str().unwrap();
    let svg = format!("{out}.svg");
    let all: [&[&str]; 10] = [
        &["info", "--db", folder],
        &["stats", "--db", folder, "--plot", &svg],
        &["report", "--db", folder, "--out", out],
        &["export", "--db", folder, "--out", &format!("{out}-values")],
        &[
            "export",
            "--db",
            folder,
            "--engine",
            stand_in_engine(),
            "--site",
            &format!("{out}-site"),
        ],
        &["solve", "triangle", "-n", "5", "--db", folder, "--verbose"],
        &[
            "solve",
            "triangle",
            "-n",
            "5",
            "--db",
            &format!("{folder}-2"),
            "--verbose",
            "--down-to",
            "2",
        ],
        &["solve", "triangle", "-n", "6", "--db", folder],
        &["info", "--db", &format!("{folder}-2")],
        &["stats", "--db", out],
    ];
    for args in all {
        let ran = run(args);
        let said = ran.out + &ran.err;
        assert!(!said.is_empty() && !said.contains('\u{1b}'), "{args:?}: {said:?}");
        assert!(!said.contains("2J\nb"), "{args:?}: {said:?}");
    }
    // The command that is shown is one that a shell understands.
    let continued = run(&["info", "--db", &format!("{folder}-2")]).out;
    let line = continued.lines().find(|line| line.starts_with("to continue")).unwrap();
    let (_, command) = line.split_once("retrograph ").unwrap();
    let mut shell = std::process::Command::new("bash");
    let ran = shell
        .args(["-c", &format!("\"$0\" {command}"), process::program()])
        .output()
        .unwrap();
    assert!(
        ran.status.success(),
        "{command}: {}",
        String::from_utf8_lossy(&ran.stderr)
    );
    assert!(
        run(&["info", "--db", &format!("{folder}-2")])
            .out
            .contains("all 7 (6 to 0)")
    );
}

#[test]
fn what_cannot_be_served_is_refused_at_once() {
    let db = solved("triangle", 5, &[]);
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let refused = run(&["serve", "--db", db.text(), "--port", &port]).refused(1);
    assert_eq!(
        refused,
        format!("127.0.0.1:{port} is in use by another program; choose another --port")
    );
    let refused = run(&["serve", "--db", db.text(), "--port", "0", "--bind", "192.0.2.1"]).refused(1);
    assert!(
        refused.starts_with("192.0.2.1 is not an address of this computer"),
        "{refused}"
    );
    let unborn = Db::unborn();
    let refused = run(&["serve", "--db", db.text(), unborn.text(), "--port", "0"]).refused(5);
    assert!(refused.contains(unborn.text()), "{refused}");
    run(&["serve", "--db", db.text(), "--port", "65536"]).usage();
    run(&["serve", "--db", db.text(), "--bind", "localhost"]).usage();
}

#[test]
fn databases_are_called_by_their_folders_and_only_this_computer_is_served() {
    let (one, two) = (
        solved("triangle", 4, &[]),
        solved("avoid:C4", 4, &["--value", "remoteness"]),
    );
    let server = Server::of(&[&one, &two]);
    assert_eq!(server.said, format!("http://{}/ shows db, db-2\n", server.address));
    assert!(server.address.ip().is_loopback());
    let listed = server.get("/api/databases").answer();
    Api::read().check("/api/databases", 200, &listed);
    let names: Vec<_> = listed["databases"]
        .as_array()
        .unwrap()
        .iter()
        .map(|database| only(database, &["name", "game", "title", "values", "positions"]))
        .collect();
    let expected = [
        json!({"name": "db", "game": "triangle", "title": "Triangle avoidance game", "values": "outcome", "positions": 7}),
        json!({"name": "db-2", "game": "avoid:C4", "title": "C4 avoidance game", "values": "remoteness",
            "positions": 8}),
    ];
    assert_eq!(names, expected);
    for database in listed["databases"].as_array().unwrap() {
        let path = format!("/api/databases/{}", database["name"].as_str().unwrap());
        assert_eq!(&server.get(&path).answer(), database);
        Api::read().check(ABOUT, 200, database);
    }
    // Nobody reading what it says does not stop it.
    let mut silent = command(&["serve", "--db", one.text(), "--port", "0"]);
    let mut child = silent.stdout(std::process::Stdio::null()).spawn().unwrap();
    assert_eq!(child.try_wait().unwrap(), None);
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn every_operation_is_described_and_every_example_works() {
    let db = solved("triangle", 12, &["--down-to", "30"]);
    let proof = db.root().join("ham8.proof");
    let proof = proof.to_str().unwrap();
    run(&["prove", "maker-breaker:hamilton-cycle", "-n", "8", "--proof", proof]).done();
    let server = Server::start(&["serve", "--port", "0", "--db", db.text(), "--proof", proof]);
    let api = Api::read();
    for (path, verbs) in api.json()["paths"].as_object().unwrap() {
        let example = verbs["get"]["x-example"]
            .as_str()
            .unwrap()
            .replace("/triangle-12", "/db");
        let response = server.get(&example);
        api.check(path, response.status, &response.json());
        assert_ne!(response.status, 400, "{example}: {}", response.body);
        assert!(
            !path.starts_with("/api/proofs") || response.status == 200,
            "{example}: {}",
            response.body
        );
    }
    assert_eq!(&server.get("/api/openapi.json").json(), api.json());
}

/// Sim on five vertices: moves that end the game, ties, colours, and a copy in one colour shown as the reason.
#[test]
fn games_of_two_colours_have_colours_ends_and_ties() {
    let db = solved("sim", 5, &[]);
    let server = Server::of(&[&db]);
    let shelved = server.get("/api/databases/db").answer();
    assert_eq!(
        (&shelved["game"], &shelved["title"]),
        (&json!("ramsey-lose:K3"), &json!("Sim"))
    );
    let mut text = "-".to_string();
    let mut ties = 0;
    for _ in 0..10 {
        let told = db.run("moves", &["--json", &text]).json();
        let answered = about(&server, "moves", &text, "").answer();
        assert_eq!(
            only(&answered, &["graph6", "next", "value"]),
            only(&told, &["graph6", "next", "value"])
        );
        ties += u32::from(answered["value"] == "T");
        let classes = answered["moves"].as_array().unwrap();
        assert_eq!(classes.len(), told["moves"].as_array().unwrap().len());
        for class in classes {
            assert_eq!(class["colour"], answered["next"]);
            let edge = format!("&edge={}-{}", class["edge"][0], class["edge"][1]);
            let after = about(&server, "move", &text, &edge).answer();
            assert_eq!(
                only(&after, &["canonical", "ends"]),
                only(class, &["canonical", "ends"]),
                "{text} {edge}"
            );
        }
        let reply = about(&server, "reply", &text, "").answer()["reply"].clone();
        let best = &classes[0];
        assert_eq!(reply["value"], best["value"]);
        let why = match (best["wins"].as_bool(), best["value"].as_str()) {
            (Some(true), _) => "wins",
            (None, Some("T")) => "ties",
            _ => "trap",
        };
        assert_eq!(reply["why"], why);
        if reply["ends"] == true {
            break;
        }
        text = reply["graph6"].as_str().unwrap().into();
        if about(&server, "moves", &text, "").answer()["moves"] == json!([]) {
            break;
        }
    }
    assert!(ties > 0, "five vertices can be coloured without a triangle");
    let line = about(&server, "line", "red: green:", "").answer();
    assert!(line["line"].as_array().unwrap().len() >= 9);
    let refused = about(&server, "value", "red:0-1,1-2,0-2 green:3-4,0-3", "");
    assert_eq!(refused.status, 422);
    assert_eq!(refused.json()["error"]["witness"], json!([[0, 1], [0, 2], [1, 2]]));
    let levels = server.get("/api/databases/db/levels").answer();
    for level in levels["levels"].as_array().unwrap() {
        let parts = ["p", "n", "t"].map(|part| level[part].as_u64().unwrap());
        assert_eq!(parts.iter().sum::<u64>(), level["positions"]);
    }
}

/// Somebody who has no database yet gets two games to begin with, which go with the server.
#[test]
fn two_games_are_solved_where_nothing_is_named() {
    let temporary = tempfile::tempdir().unwrap();
    let mut serve = command(&["serve", "--port", "0"]);
    serve.env("TMPDIR", temporary.path());
    let server = Server::of_command(serve);
    assert!(server.said.contains("sim, triangle-8"), "{}", server.said);
    let winner = |name: &str| {
        let answer = server.get(&format!("/api/databases/{name}/value?position=-"));
        answer.json()["value"].as_str().unwrap().to_owned()
    };
    // Sim is lost for the first player on an empty board, and so is the triangle game on eight vertices.
    assert_eq!((winner("sim"), winner("triangle-8")), ("P".into(), "P".into()));
    assert_eq!(server.end(libc::SIGINT), Some(0));
    assert_eq!(std::fs::read_dir(temporary.path()).unwrap().count(), 0);
}
