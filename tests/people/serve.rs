//! `retrograph serve`: its answers, its refusals, and what it shows.

use std::collections::BTreeSet;

use retrograph_referee::rng::SplitMix64;
use retrograph_referee::triangle;
use serde_json::{Value, json};
use shared::process::{Db, command, edge_list, graph6, random_game, rows, run};
use shared::schema::Api;
use shared::server::{Response, Server, encoded, solved};

pub const ABOUT: &str = "/api/databases/{name}";

/// Asks about a position of the only database, which is called `db`, and holds the response against the description.
pub fn about(server: &Server, what: &str, position: &str, rest: &str) -> Response {
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
            let reported = db.run("moves", &["--json", &text]).json();
            let answered = about(&server, "moves", &text, "").answer();
            choices_are_moves(&answered, &reported, &position);
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

/// The move that ends a two-colour game names the edges that do.
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
fn choices_are_moves(answered: &Value, reported: &Value, position: &[u32]) {
    let mut edges = BTreeSet::new();
    let classes = answered["moves"].as_array().unwrap();
    let bare = |class: &Value| {
        let mut class = class.clone();
        class.as_object_mut().unwrap().remove("alike");
        class
    };
    assert_eq!(classes.iter().map(bare).collect::<Value>(), reported["moves"]);
    for class in classes {
        let alike = class["alike"].as_array().unwrap();
        assert_eq!(class["equivalent"], alike.len());
        assert_eq!(class["edge"], alike[0]);
        for edge in alike {
            let [u, v] = [0, 1].map(|end| edge[end].as_u64().unwrap() as usize);
            assert!(position[u] >> v & 1 == 0 && edges.insert((u, v)));
            // Of one class, as sorted degrees already show for most.
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
    let reported = db.run("stats", &["--json"]).json();
    let names = ["edges", "p", "n", "saturated"];
    for (level, reported) in levels["levels"]
        .as_array()
        .unwrap()
        .iter()
        .zip(reported["levels"].as_array().unwrap())
    {
        match reported.get("p") {
            Some(_) => assert_eq!(only(level, &names), only(reported, &names)),
            None => assert_eq!(
                only(level, &["edges", "positions", "saturated"]),
                only(reported, &["edges", "positions", "saturated"])
            ),
        }
    }
    assert_eq!(
        levels["levels"].as_array().unwrap().len(),
        reported["levels"].as_array().unwrap().len()
    );
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

/// A name that stands for another game or theorem by now gives no answer to a page that was opened before.
#[test]
fn a_request_about_what_had_the_name_before_is_refused() {
    let (one, two) = (solved("triangle", 5, &[]), solved("triangle", 5, &["--play", "misere"]));
    let proofs: Vec<String> = ["maker", "breaker"]
        .map(|starter| {
            let folder = one.root().join(starter);
            std::fs::create_dir(&folder).unwrap();
            let file = folder.join("it.proof").to_str().unwrap().to_string();
            let options = ["-n", "6", "--starter", starter, "--proof", &file];
            run(&[&["prove", "maker-breaker:connected"], &options[..]].concat()).done();
            file
        })
        .to_vec();
    let serve = |db: &Db, proof: &str| Server::start(&["serve", "--port", "0", "--db", db.text(), "--proof", proof]);
    let (before, after) = (serve(&one, &proofs[0]), serve(&two, &proofs[1]));
    let api = Api::read();
    for (list, rest, described) in [
        ("databases", "value?position=0-1", "/api/databases/{name}/value"),
        ("proofs", "position?moves=", "/api/proofs/{name}/position"),
    ] {
        let [known, other] =
            [&before, &after].map(|server| server.get(&format!("/api/{list}")).answer()[list][0].clone());
        assert_eq!(known["name"], other["name"]);
        assert_ne!(known["id"], other["id"]);
        let (name, id) = (known["name"].as_str().unwrap(), known["id"].as_str().unwrap());
        let path = format!("/api/{list}/{name}/{rest}&id={id}");
        assert_eq!(
            before.get(&path).answer(),
            before.get(path.split("&id").next().unwrap()).answer()
        );
        let refused = after.get(&path);
        api.check(described, refused.status, &refused.json());
        assert_eq!(
            (refused.status, &refused.json()["error"]["code"]),
            (409, &json!("replaced"))
        );
    }
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
    let mut text = "[]".to_string();
    let mut ties = 0;
    for _ in 0..10 {
        let reported = db.run("moves", &["--json", &text]).json();
        let answered = about(&server, "moves", &text, "").answer();
        assert_eq!(
            only(&answered, &["graph6", "next", "value"]),
            only(&reported, &["graph6", "next", "value"])
        );
        ties += u32::from(answered["value"] == "T");
        let classes = answered["moves"].as_array().unwrap();
        assert_eq!(classes.len(), reported["moves"].as_array().unwrap().len());
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
    // Nothing is on the disk that a kill could leave there.
    assert_eq!(std::fs::read_dir(temporary.path()).unwrap().count(), 0);
    let levels = server.get("/api/databases/triangle-8/levels").answer();
    assert_eq!(levels["levels"].as_array().unwrap().len(), 17);
    assert_eq!(server.end(libc::SIGINT), Some(0));
    assert_eq!(std::fs::read_dir(temporary.path()).unwrap().count(), 0);
}

/// The page of a database follows its folder: solved further, solved anew, another game, made again by `repair`.
#[test]
fn a_folder_that_is_solved_anew_is_opened_again() {
    let db = solved("triangle", 6, &["--down-to", "3"]);
    let server = Server::of(&[&db]);
    let described = || {
        let answer = server.get("/api/databases").answer();
        let only = &answer["databases"][0];
        json!([only["game"], only["values"], only["positions"], only["complete"]])
    };
    let mut seen = vec![described()];
    let mut changed = |what: &str, change: &dyn Fn()| {
        change();
        let before = seen.last().unwrap().clone();
        db.wait_until(what, || described() != before && described()[3] == true);
        seen.push(described());
    };
    let anew = |game: &str, options: &[&str]| {
        std::fs::remove_dir_all(db.path()).unwrap();
        db.solve_game(game, 6, options).closing();
    };
    changed("solved further", &|| drop(db.solve(6, &[])));
    changed("values of another kind", &|| {
        anew("triangle", &["--value", "remoteness"])
    });
    changed("another game", &|| anew("avoid:C4", &[]));
    assert_eq!([&seen[2][0], &seen[2][1]], ["triangle", "remoteness"]);
    assert_eq!([&seen[3][0], &seen[3][1]], ["avoid:C4", "outcome"]);
}
