//! The rules of games as data, on sites and from the server, and what the page learns by them.

use std::fs;

use crate::exported::{Site, name, solved};
use serde_json::{Value, json};
use shared::learned::Learned;
use shared::process::run;
use shared::schema::Api;
use shared::server::Server;

/// The page's learner is the program's: the same seed and games give the same table, number for number.
#[test]
fn the_page_learns_what_the_program_learns() {
    let databases = [
        solved("triangle", 8, &[]),
        solved("sim", 6, &[]),
        solved("ramsey-achieve:C4", 5, &[]),
        solved("ramsey-achieve:K3/tie-second", 5, &[]),
        solved("avoid:hamilton-cycle", 6, &["--play", "misere"]),
        solved("triangle/connected", 7, &["--value", "remoteness"]),
    ];
    let site = Site::of(&databases.iter().collect::<Vec<_>>());
    let mut all = [0; 2];
    for (i, db) in databases.iter().enumerate() {
        let file = db.root().join("it.learner");
        let options = ["--games", "600", "--seed", "5", "--out", file.to_str().unwrap()];
        run(&[&["learn", "--db", db.text()], &options[..]].concat()).done();
        let reported = Learned::read(&file);
        let kept = db.root().join("kept");
        let args: [&str; 4] = [&name(i), "5", "600", kept.to_str().unwrap()];
        let output = site.node("learns.mjs", &args, String::new()).stdout;
        let said: Value = serde_json::from_slice(&output).unwrap();
        assert!(reported.table.len() > 50, "{i}: {}", reported.table.len());
        // The program has measured it besides.
        assert!(!reported.history.is_empty());
        let expected = Learned {
            history: Vec::new(),
            ..reported
        };
        assert_eq!(Learned::read(&kept), expected, "{i}");
        assert_eq!(said["again"], true);
        let won = |when: &str| said[when]["won"].as_u64().unwrap();
        assert_eq!(said["atLast"]["played"], 20);
        all[0] += won("atFirst");
        all[1] += won("atLast");
    }
    assert!(all[1] > all[0] + 20, "{all:?} of 120 games");
}

/// The rules that the server gives are those of a site; where there are none, a sentence says so.
#[test]
fn a_server_tells_the_same_rules() {
    let databases = [
        solved("triangle", 6, &[]),
        solved("sim", 5, &[]),
        solved("sim-plus", 4, &[]),
        solved("waiter-client:contains:K3/bias=1:2", 4, &[]),
        solved("avoider-enforcer:connected/bias=2:1/starter=enforcer/monotone", 4, &[]),
    ];
    let site = Site::of(&[&databases[0], &databases[1], &databases[3], &databases[4]]);
    let server = Server::of(&databases.iter().collect::<Vec<_>>());
    let mut turns = Vec::new();
    for (at, i) in [0, 1, 3, 4].into_iter().enumerate() {
        let path = format!("rules/{}.json", name(at));
        let mut expected: Value = serde_json::from_slice(&fs::read(site.folder.join(path)).unwrap()).unwrap();
        expected.as_object_mut().unwrap().remove("levels").unwrap();
        let reported = server.get(&format!("/api/databases/{}/rules", name(i))).answer();
        assert_eq!(reported, expected);
        Api::read().check("/api/databases/{name}/rules", 200, &reported);
        turns.push((reported["turns"].clone(), reported["values"]["completion"].clone()));
    }
    let of_offers = json!({"bias": [1, 2], "starter": "green", "step": "offer"});
    let of_turns = json!({"bias": [2, 1], "starter": "green", "step": "edges"});
    let expected = [
        (Value::Null, Value::Null),
        (Value::Null, json!("loses")),
        (of_offers, json!("green")),
        (of_turns, json!("green")),
    ];
    assert_eq!(turns, expected);
    let refused = server.get("/api/databases/db-3/rules");
    assert_eq!(refused.status, 404);
    assert_eq!(refused.json()["error"]["code"], "no_rules");
}
