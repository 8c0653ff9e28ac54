//! Exported sites: the page and its engine, run by node, give the answers of the program.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::exported::{Site, make_writable, name, solved};
use retrograph_referee::rng::SplitMix64;
use retrograph_referee::triangle::relabel;
use serde_json::{Value, json};
use shared::process::{Db, copy_tree, edit, graph6, rows, run, run_with};
use shared::server::{Server, encoded};

/// Positions of a database, those of one level if it is given, with their vertices in random order; where a board is
/// not the same in every order, as they are.
fn positions(db: &Db, options: &[&str], has_frame: bool, rng: &mut SplitMix64) -> Vec<String> {
    let lines = db.run("positions", options).done();
    let mut lines: Vec<&str> = lines.lines().collect();
    rng.shuffle(&mut lines);
    let scrambled = |line: &&str| {
        let words: Vec<_> = line.split(' ').map(rows).collect();
        let order = rng.permutation(words[0].len());
        let words = words.iter().map(|rows| graph6(&relabel(rows, &order)));
        words.collect::<Vec<_>>().join(" ")
    };
    match has_frame {
        true => lines.iter().map(|line| line.to_string()).collect(),
        false => lines.iter().map(scrambled).collect(),
    }
}

/// The positions of a level whose hashes other positions with other labels share.
fn ambiguous(db: &Db, level: u32) -> u64 {
    let manifest = fs::read(db.level(level).join("manifest.json")).unwrap();
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    manifest["label_function"]["exact_entries"].as_u64().unwrap()
}

/// Values, canonical forms and all else of more than 100,000 positions are those of `query`, in games of all kinds.
#[test]
fn positions_have_the_values_and_canonical_forms_of_query() {
    let games: [(&str, u32, &[&str]); 22] = [
        ("triangle", 8, &[]),
        ("triangle", 9, &[]),
        ("triangle", 10, &[]),
        ("triangle", 11, &[]),
        ("triangle", 9, &["--play", "misere"]),
        ("triangle", 9, &["--value", "grundy"]),
        ("triangle", 8, &["--play", "misere", "--value", "remoteness"]),
        ("triangle", 8, &["--value", "score"]),
        ("triangle/connected", 8, &[]),
        ("avoid:C4", 8, &[]),
        ("avoid:K3+C5", 8, &["--value", "remoteness"]),
        ("avoid:paw", 7, &[]),
        ("avoid:odd-cycle", 8, &[]),
        ("avoid:hamilton-cycle", 7, &[]),
        ("avoid:connected", 7, &["--value", "grundy"]),
        ("sim", 6, &[]),
        ("sima", 6, &[]),
        ("ramsey-avoid:K3", 6, &["--value", "outcome"]),
        ("ramsey-lose:P4:K1,3", 6, &[]),
        ("ramsey-achieve-weak:K4", 5, &[]),
        ("ramsey-achieve:K3/tie-second", 5, &[]),
        ("ramsey-achieve:C4", 6, &["--red", "0-1", "--green", "2-3"]),
    ];
    let databases: Vec<Db> = games
        .iter()
        .map(|(game, n, options)| solved(game, *n, options))
        .collect();
    let site = Site::of(&databases.iter().collect::<Vec<_>>());
    let rng = &mut SplitMix64::new(11);
    let (mut questions, mut expected) = (Vec::new(), Vec::new());
    for (i, (db, (_, _, options))) in databases.iter().zip(games).enumerate() {
        let positions = positions(db, &[], options.contains(&"--red"), rng);
        let answers = db.query(positions.join("\n") + "\n", &["--json"]).done();
        assert_eq!(answers.lines().count(), positions.len());
        expected.extend(answers.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()));
        questions.extend(
            positions
                .into_iter()
                .map(|position| (name(i), json!({"position": position}))),
        );
    }
    assert!(questions.len() > 120_000, "{}", questions.len());
    assert!((0..=30).map(|level| ambiguous(&databases[3], level)).sum::<u64>() > 20);
    let asked: Vec<_> = questions
        .iter()
        .map(|(name, asked)| (&name[..], "value", asked.clone()))
        .collect();
    let read = site.answers("ranges", &asked);
    for ((question, answer), expected) in questions.iter().zip(&read.answers).zip(&expected) {
        assert_eq!(answer, expected, "{question:?}");
    }
}

/// Positions of some games, and what is none.
const TEXTS: [&str; 26] = [
    "",
    "-",
    "zz",
    "0-1",
    "0-0",
    "0-1,1-0",
    "0-99",
    "red:0-1",
    "red:0-1 green:0-1",
    "blue:1-2",
    "E???",
    "red:0-1,1-2 green:2-3,3-4",
    "red:0-1,2-3,4-5",
    "red:0-1 next:red",
    "red:0-1 next:green",
    "red:0-1 red:1-2",
    "0-1,1-2,0-2",
    "0-1,1-2,2-3,0-3",
    "0-1,2-3",
    "F????~",
    "F???",
    "Fo??",
    "F???\u{e9}",
    "red:0-1,1-2,0-2 green:2-3,3-4",
    "red:0-1,1-2,2-3,0-3 green:2-4,3-4,0-4",
    "green:0-1",
];
/// What is no edge of any.
const EDGES: [&str; 11] = [
    "",
    "0",
    "x",
    "0-1-2",
    "0--1",
    "0-1,",
    " 0-1",
    "+0-1",
    "0-x",
    "0-99999999999999999999",
    "0-99",
];

/// The answer of a server to a question about a database.
fn answer_of(server: &Server, name: &str, what: &str, asked: &Value) -> Value {
    let asked = asked.as_object().unwrap().iter();
    let text = |value: &Value| value.as_str().map_or(value.to_string(), str::to_string);
    let asked = asked.map(|(key, value)| format!("{key}={}", encoded(&text(value))));
    let asked: Vec<String> = asked.collect();
    server
        .get(&format!("/api/databases/{name}/{what}?{}", asked.join("&")))
        .json()
}

/// Moves, lines, replies, canonical forms and refusals are those of the API, in random games.
#[test]
fn every_answer_is_that_of_the_server() {
    let games: [(&str, u32, &[&str]); 18] = [
        ("achieve:C4", 7, &[]),
        ("achieve:hamilton-cycle", 6, &[]),
        ("achieve:connected", 6, &[]),
        ("triangle", 8, &[]),
        ("triangle", 7, &["--play", "misere", "--value", "remoteness"]),
        ("triangle", 7, &["--value", "grundy"]),
        ("triangle", 7, &["--value", "score"]),
        ("avoid:C4/connected", 7, &[]),
        ("avoid:hamilton-cycle", 6, &[]),
        ("sim", 6, &[]),
        ("ramsey-achieve:C4", 6, &["--red", "0-1", "--green", "2-3"]),
        ("ramsey-achieve-weak:K4", 5, &[]),
        ("ramsey-avoid:K3", 6, &[]),
        ("maker-breaker:hamilton-cycle/bias=2:1/starter=breaker", 5, &[]),
        ("avoider-enforcer:perfect-matching/bias=1:2", 5, &[]),
        ("avoider-enforcer:contains:K3/bias=2:1/monotone", 4, &[]),
        ("waiter-client:contains:K3", 5, &[]),
        ("client-waiter:2-connected/bias=1:2", 4, &[]),
    ];
    let databases: Vec<Db> = games
        .iter()
        .map(|(game, n, options)| solved(game, *n, options))
        .collect();
    let all: Vec<&Db> = databases.iter().collect();
    let (site, server) = (Site::of(&all), Server::of(&all));
    let rng = &mut SplitMix64::new(7);
    let (mut questions, mut expected) = (Vec::new(), Vec::new());
    let mut both = |name: &str, what: &'static str, asked: Value| {
        let answer = answer_of(&server, name, what, &asked);
        questions.push((name.to_string(), what, asked));
        expected.push(answer.clone());
        answer
    };
    for (i, (game, n, _)) in games.iter().enumerate() {
        let name = &name(i)[..];
        both(name, "levels", json!({}));
        let is_coloured = !["triangle", "avoid:", "achieve:"]
            .iter()
            .any(|kind| game.starts_with(kind));
        for text in TEXTS {
            both(name, "canonical", json!({"position": text}));
        }
        for edge in EDGES {
            let start = if is_coloured { "red: green:" } else { "-" };
            both(name, "move", json!({"position": start, "edge": edge}));
        }
        for game in 0..6 {
            let start = if is_coloured { "red: green:" } else { "-" };
            let mut position = start.to_string();
            let mut made: Vec<String> = Vec::new();
            both(name, "exercise", json!({"position": start, "seed": game}));
            loop {
                let moves = both(name, "moves", json!({"position": position}));
                let side = ["max", "min"][rng.below(2)];
                if game == 0 {
                    both(name, "line", json!({"position": position, "side": side}));
                }
                for strength in ["perfect", "casual", "beginner"] {
                    let seed = rng.below(1 << 30);
                    let asked = json!({"position": position, "side": side, "strength": strength, "seed": seed});
                    both(name, "reply", asked);
                }
                for _ in 0..3 {
                    let edge = format!("{}-{}", rng.below(*n as usize), rng.below(*n as usize));
                    both(name, "move", json!({"position": position, "edge": edge}));
                }
                let list = moves["moves"].as_array().unwrap_or_else(|| panic!("{moves}"));
                let going: Vec<&Value> = list.iter().filter(|step| step["ends"] != true).collect();
                if going.is_empty() {
                    break;
                }
                let step = going[rng.below(going.len())];
                let edges = step.get("edges").cloned().unwrap_or(json!([step["edge"]]));
                let edges: Vec<String> = edges
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|e| format!("{}-{}", e[0], e[1]))
                    .collect();
                both(name, "move", json!({"position": position, "edge": edges.join(",")}));
                made.push(edges.join("+"));
                position = step["graph6"].as_str().unwrap().into();
            }
            both(name, "review", json!({"position": start, "moves": made.join(",")}));
        }
    }
    let asked: Vec<_> = questions
        .iter()
        .map(|(name, what, asked)| (&name[..], *what, asked.clone()))
        .collect();
    assert!(asked.len() > 3_000, "{}", asked.len());
    let mut refusals = 0;
    for (question, (answer, expected)) in asked
        .iter()
        .zip(site.answers("ranges", &asked).answers.iter().zip(&expected))
    {
        assert_eq!(answer, expected, "{question:?}");
        refusals += usize::from(answer["error"].is_object());
    }
    assert!(refusals > 300, "{refusals}");
    // The list of databases is that of the API too.
    let mut listed: Value = serde_json::from_slice(&fs::read(site.folder.join("databases.json")).unwrap()).unwrap();
    assert!(listed.as_object_mut().unwrap().remove("engine").unwrap()["sha256"].is_string());
    for database in listed["databases"].as_array_mut().unwrap() {
        let files = database.as_object_mut().unwrap().remove("files").unwrap();
        assert!(files["rules"]["bytes"].as_u64() > Some(100), "{files}");
    }
    assert_eq!(listed, server.get("/api/databases").answer());
}

/// Where files are read in parts, ambiguous positions included, and where a server sends whole files instead.
#[test]
fn parts_of_files_give_the_same_values_and_few_bytes() {
    let db = solved("triangle", 11, &[]);
    let other = solved("triangle", 8, &["--value", "score"]);
    let coloured = solved("sim", 6, &[]);
    let site = Site::of(&[&db, &other, &coloured]).of_parts();
    let rng = &mut SplitMix64::new(3);
    let (mut questions, mut expected) = (Vec::new(), Vec::new());
    // Level 13 has ambiguous hashes.
    assert!(ambiguous(&db, 13) > 0);
    let sets: [(&Db, &[&str]); 3] = [(&db, &["--level", "13"]), (&other, &[]), (&coloured, &[])];
    for (i, (db, options)) in sets.into_iter().enumerate() {
        let positions = positions(db, options, false, rng);
        let answers = db.query(positions.join("\n") + "\n", &["--json"]).done();
        expected.extend(answers.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()));
        questions.extend(
            positions
                .into_iter()
                .map(|position| (name(i), json!({"position": position}))),
        );
    }
    let asked: Vec<_> = questions
        .iter()
        .map(|(name, asked)| (&name[..], "value", asked.clone()))
        .collect();
    let read = site.answers("ranges", &asked);
    assert_eq!(read.answers, expected);
    // A filter's word, two of a directory and three of a bit vector at most for each bit, once; then rare searches.
    assert!(
        read.requests > 300 && read.bytes < 250 * asked.len() as u64,
        "{} {}",
        read.requests,
        read.bytes
    );
    let whole = site.answers("whole", &asked);
    assert_eq!(whole.answers, expected);
    assert!(whole.requests < 200, "{}", whole.requests);
}

/// A sentence reports a copy that is not whole, or another file; no server makes the page wrong about that.
#[test]
fn damaged_copies_are_reported() {
    let db = solved("triangle", 9, &[]);
    let site = Site::of(&[&db]);
    let parts = site.of_parts();
    let asked = ("db", "moves", json!({"position": "0-1,1-2,2-3,4-5,5-6,7-8"}));
    let refused = |site: &Site, kind: &str| {
        let read = site.answers(kind, std::slice::from_ref(&asked));
        let error = &read.answers[0]["error"];
        assert_eq!(error["code"], "damaged", "{kind}: {}", read.answers[0]);
        error["message"].as_str().unwrap().to_string()
    };
    assert!(refused(&site, "short").contains("instead of"), "whole");
    assert!(refused(&parts, "short").contains("instead of"), "parts");
    for site in [&site, &parts] {
        let missing = refused(site, "none");
        assert!(
            missing.starts_with("the file data/db/level-00") && missing.ends_with(" is missing on the web server"),
            "{missing}"
        );
    }
    assert!(refused(&site, "other").contains("its checksum differs"));
    assert!(refused(&parts, "other").contains("is damaged"));
    // Without the description of the rules there is no answer, and no crash.
    make_writable(&site.folder);
    fs::write(site.folder.join("rules/db.json"), "{").unwrap();
    assert!(refused(&site, "ranges").starts_with("the file rules/db.json"));
    fs::remove_file(site.folder.join("rules/db.json")).unwrap();
    assert!(refused(&site, "ranges").ends_with(" is missing on the web server"));
}

/// After another site has taken the place of one, a page gives what it knows of the first, or refuses in a sentence: no
/// value of the other comes under the old rules, also where the browser has no cryptography.
#[test]
fn a_site_that_was_replaced_gives_no_value() {
    let (one, two) = (solved("triangle", 9, &[]), solved("triangle", 9, &["--play", "misere"]));
    let (site, other) = (Site::of(&[&one]), Site::of(&[&two]));
    let rng = &mut SplitMix64::new(5);
    let positions = positions(&one, &[], false, rng);
    let values = |db: &Db| {
        let reported = db.query(positions.join("\n") + "\n", &["--json"]).done();
        let reported = reported
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap());
        reported.collect::<Vec<_>>()
    };
    let (right, wrong) = (values(&one), values(&two));
    assert!(right.iter().zip(&wrong).filter(|(one, other)| one != other).count() > 1_000);
    for (site, other) in [(&site, &other), (&site.of_parts(), &other.of_parts())] {
        let ask = |what: &str, position: &String| format!("{}\n", json!(["db", what, {"position": position}]));
        let lines: String = positions.iter().map(|position| ask("value", position)).collect();
        let lines = lines + &ask("moves", &positions[0]) + &ask("levels", &positions[0]);
        let output = site.node("replaced.mjs", &[other.text()], lines);
        let reported = String::from_utf8(output.stdout).unwrap();
        let reported: Vec<Value> = reported
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(reported.len(), positions.len() + 2);
        let mut refused = 0;
        for (answer, right) in reported.iter().zip(&right) {
            let is_refused = answer["error"]["code"] == "replaced";
            refused += usize::from(is_refused);
            assert!(is_refused || answer == right, "{answer} {right}");
        }
        assert!(refused > 1_000, "{refused}");
        assert_eq!(
            reported.last().unwrap()["error"]["message"],
            "this site was replaced by another one while the page was open"
        );
    }
}

/// The page computes checksums itself: browsers do so on encrypted pages only.
#[test]
fn the_page_computes_the_checksums_of_sha256sum() {
    let db = solved("triangle", 4, &[]);
    let output = Site::of(&[&db]).node("digests.mjs", &[], String::new());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "303\n");
}

/// A folder that Git would change, or a name that Windows cannot hold, is found before anything is copied there.
#[test]
fn a_site_can_be_held_by_every_system() {
    let db = solved("triangle", 5, &[]);
    let site = Site::of(&[&db]);
    assert_eq!(
        fs::read_to_string(site.folder.join(".gitattributes")).unwrap(),
        "* -text\n"
    );
    let place = tempfile::tempdir().unwrap();
    for (name, why) in [
        ("a:b", "Windows does not allow all of its characters"),
        ("con", "Windows takes it for a device"),
        ("t5.", "Windows drops its last character"),
    ] {
        let folder = place.path().join(name);
        copy_tree(db.path(), &folder);
        let out = place.path().join("site");
        let args = [
            "export",
            "--db",
            folder.to_str().unwrap(),
            "--site",
            out.to_str().unwrap(),
        ];
        let sentence = run(&args).refused(2);
        assert!(
            sentence.ends_with(&format!(
                "{name} cannot be part of a site under its name: {why}; rename it to letters, digits and hyphens"
            )),
            "{sentence}"
        );
        assert!(!out.exists());
    }
}

/// Texts of all kinds have the position, or the refusal, that they have on the server.
#[test]
fn texts_are_read_as_the_server_reads_them() {
    let (one, two) = (solved("triangle", 7, &[]), solved("sim", 5, &[]));
    let (site, server) = (Site::of(&[&one, &two]), Server::of(&[&one, &two]));
    let long = "0-1,".repeat(600);
    let cut = "G".repeat(300);
    let texts = [
        "~?@A",
        "~",
        "~?@",
        "~~",
        "~~~~~~~~",
        "~??F????",
        "~~?????F????",
        "F????~",
        "F???\u{7f}",
        "F???'",
        "F???\t?",
        ":F",
        ":",
        ":F~",
        ":Fn",
        ":Fa@",
        ":Fa@x^",
        ":~??~",
        ":~~~~~~~~",
        ":F a",
        "&F???",
        ";F",
        ">>digraph6<<&F",
        ">>planar_code<<x",
        ">>graph6<<>>sparse6<<:F",
        ">>graph6<<",
        "\u{feff}",
        "0–1,2−3",
        "0—1",
        "0‐1,2‑3",
        "[(0, 1), (2, 3)]",
        "[(0, 1), (1, 0)]",
        "[[0,1],[2,9]]",
        "[(0, 1),]",
        "[(0, 1) (2, 3)]",
        "(0, 1)]",
        "[0, 1]]",
        "((0, 1))",
        "()",
        "[]]",
        "[]",
        "[",
        "(",
        "0-1,",
        ",",
        "0--1",
        "0 1",
        "0-1-2",
        "+0-1",
        "0-1,[(2, 3)]",
        "\u{85}0-1\u{85}",
        "0\u{a0}-\u{a0}1",
        "F?\u{a0}??",
        "F???\u{301}",
        "F???\u{2028}",
        &long,
        &cut,
        "red:0–1 green:2 − 3",
        "red:0-1, 2-3 green:1-2",
        "red:[(0, 1)] green:",
        "red:+0-1",
        "red:0-1 ?",
        "0-1 red:1-2",
        ":Daq DG?",
        "D`? :Dn",
        "- –",
        "next:red",
        "next:red next:green -",
        "red:0-1 next:blue",
        ">>graph6<<D`? >>graph6<<DG?",
        "D`? DG? DG?",
        "red: green: next:green",
        "blue:",
        "red:0-1 green:0–1",
        "red:0-9",
        "D`? &D",
    ];
    let mut questions = Vec::new();
    let mut expected = Vec::new();
    for text in texts {
        for name in ["db", "db-2"] {
            let said = server.get(&format!("/api/databases/{name}/canonical?position={}", encoded(text)));
            expected.push(said.json());
            questions.push((name, "canonical", json!({"position": text})));
        }
    }
    let read = site.answers("ranges", &questions).answers;
    for ((question, answer), expected) in questions.iter().zip(&read).zip(&expected) {
        assert_eq!(answer, expected, "{question:?}");
    }
    assert!(read.iter().filter(|answer| answer.get("error").is_none()).count() > 20);
}

/// Texts as pages, papers, Python and nauty write them are the position that a plain list is.
#[test]
fn positions_are_read_in_every_form() {
    let (one, two) = (solved("triangle", 5, &[]), solved("sim", 5, &[]));
    let site = Site::of(&[&one, &two]);
    let forms: [(&str, &str, &[&str]); 4] = [
        (
            "db",
            "0-2,0-4,1-3,3-4",
            &[
                " >>graph6<<DQc\n",
                "DQc\r\n",
                "\u{feff}DQc",
                "\u{feff}>>graph6<<DQc\r",
                "0–2, 0–4, 1–3, 3–4",
                "0−2,0−4,1−3,4−3",
                "0 - 2,\n0 - 4,\t1 - 3, 3 - 4",
                "[(0, 2), (0, 4), (1, 3), (3, 4)]",
                "[[0,2],[0,4],[1,3],[3,4]]",
                "(0, 2), (0, 4), (1, 3), (3, 4)",
                ":DgH_~",
                ">>sparse6<<:DgH_~\r\n",
                "~??DQc",
            ],
        ),
        ("db", "-", &["–", "[]", "[ ]", " − \r\n", ":D", "D??"]),
        (
            "db-2",
            "red:0-1,2-3 green:1-2",
            &[
                "red:0–1, 2–3 green: 1–2",
                "red: 0 − 1,2 − 3\ngreen:1-2\r\n",
                "green:[(1, 2)] red:[(0, 1), (2, 3)]",
                "\u{feff}>>graph6<<D`? DG?",
                ":Daq DG?",
                "D`? >>graph6<<DG?",
            ],
        ),
        ("db-2", "-", &["–", "- -", "D?? -", "red:[] green:–"]),
    ];
    let asked = |db: &str, text: &str| (db.to_string(), "value", json!({"position": text}));
    let questions: Vec<_> = forms
        .iter()
        .flat_map(|(db, plain, others)| std::iter::once(plain).chain(*others).map(|text| asked(db, text)))
        .collect();
    let mut answers = site.answers("ranges", &questions).answers.into_iter();
    for (db, plain, others) in forms {
        let reported = answers.next().unwrap();
        let db = if db == "db" { &one } else { &two };
        let queried = run_with(&["query", "--db", db.text(), "--json"], format!("{plain}\n"));
        assert_eq!(reported, queried.json(), "{plain}");
        for text in others {
            assert_eq!(answers.next().unwrap(), reported, "{text:?}");
        }
    }
    // What is not read is named.
    let refused = [
        ("&DI?A_o?", "digraph6, a directed graph"),
        (";Dn", "incremental sparse6"),
        (">>planar_code<<", "planar_code"),
        (
            "[(0, 2), (0, 9)]",
            "'(0, 9)' is not an edge between two different vertices of 0..4",
        ),
        ("0–2, 2–0", "the edge '2–0' is listed twice"),
        (":D~", "is not sparse6: it names a vertex that is not there"),
    ];
    let questions: Vec<_> = refused.iter().map(|(text, _)| asked("db", text)).collect();
    for ((text, why), answer) in refused.iter().zip(site.answers("ranges", &questions).answers) {
        assert_eq!(answer["error"]["code"], "bad_position", "{text}");
        let reported = answer["error"]["message"].as_str().unwrap();
        assert!(reported.contains(why), "{text}: {reported}");
    }
}

#[test]
fn levels_that_are_not_solved_are_reported() {
    let db = solved("triangle", 7, &["--down-to", "5"]);
    let site = Site::of(&[&db]);
    let asked = |position: &str| ("db", "moves", json!({ "position": position }));
    let read = site.answers("ranges", &[asked("0-1,1-2"), asked("0-1,1-2,2-3,3-4,4-5")]);
    assert_eq!(
        read.answers[0]["error"],
        json!({"code": "not_solved", "message": "level 2 is not solved in this database; levels 12 down to 5 are"})
    );
    assert_eq!(read.answers[1]["edges"], 5);
}

#[test]
fn known_graphs_are_drawn_as_people_draw_them() {
    let site = Site::of(&[&solved("triangle", 4, &[])]);
    let drawn = site.node("signs.mjs", &[], String::new());
    let drawn: usize = String::from_utf8(drawn.stdout).unwrap().trim_end().parse().unwrap();
    assert!(drawn > 70, "{drawn}");
}

#[test]
fn a_site_is_complete_read_only_and_the_same_bytes() {
    let (one, two) = (solved("triangle", 7, &[]), solved("sim", 6, &[]));
    let site = Site::of(&[&one, &two]);
    let content = Db::content_of(&site.folder);
    let inside = |path: &str| content.contains_key(Path::new(path));
    for path in [
        "index.html",
        "style.css",
        "icon.svg",
        "js/main.js",
        "js/client.js",
        "js/engine.js",
        "engine.wasm",
        "databases.json",
        "README.txt",
        ".nojekyll",
        "levels/db.json",
        "rules/db-2.json",
        "data/db/level-005/labels",
        "data/db-2/SHA256SUMS",
    ] {
        assert!(inside(path), "{path}");
    }
    // Nothing is there for proofs, and nothing speaks of them.
    for path in [
        "reader.wasm",
        "api.html",
        "proof.html",
        "js/proof.js",
        "js/contest.js",
        "js/checker.js",
    ] {
        assert!(!inside(path), "{path}");
    }
    let readme = String::from_utf8(content[Path::new("README.txt")].clone()).unwrap();
    assert!(readme.contains("data/NAME") && !readme.contains("proof"), "{readme}");
    assert!(readme.lines().all(|line| line.len() <= 120), "{readme}");
    // Every link of the page is relative and leads to a file.
    let page = String::from_utf8(content[Path::new("index.html")].clone()).unwrap();
    for (at, _) in page.match_indices("href=\"").chain(page.match_indices("src=\"")) {
        let target = page[at..].split('"').nth(1).unwrap();
        assert!(target.starts_with('#') || target == "./" || inside(target), "{target}");
    }
    let scripts = content.iter().filter(|(path, _)| path.starts_with("js"));
    for (path, script) in scripts {
        let script = std::str::from_utf8(script).unwrap();
        for imported in script
            .lines()
            .filter_map(|line| line.split_once(" from \"./"))
            .map(|(_, rest)| rest)
        {
            let target = format!("js/{}", imported.trim_end_matches("\";"));
            assert!(inside(&target), "{}: {target}", path.display());
        }
    }
    let sums = Command::new("sha256sum")
        .args(["--check", "--strict", "--quiet", "SHA256SUMS"])
        .current_dir(&site.folder)
        .status();
    assert!(sums.unwrap().success());
    let listed = String::from_utf8(content[Path::new("SHA256SUMS")].clone()).unwrap();
    assert_eq!(listed.lines().count(), content.len() - 1);
    for path in content.keys() {
        assert!(
            fs::metadata(site.folder.join(path)).unwrap().permissions().readonly(),
            "{}",
            path.display()
        );
    }
    // What it holds is an export.
    let data = site.folder.join("data/db").to_str().unwrap().to_string();
    assert_eq!(run(&["stats", "--db", &data]).done(), one.run("stats", &[]).done());
    assert!(run(&["verify", "--db", &data]).done().ends_with(" sound\n"));
    // From an export, in another place: the same.
    let exports = tempfile::tempdir().unwrap();
    let export = exports.path().join("db");
    one.run("export", &["--out", export.to_str().unwrap()]).done();
    let again = exports.path().join("site");
    let args = [
        "export",
        "--json",
        "--db",
        export.to_str().unwrap(),
        two.text(),
        "--site",
        again.to_str().unwrap(),
    ];
    let reported = run(&args).json();
    assert_eq!(
        (&reported["databases"], &reported["site"]),
        (&json!(["db", "db-2"]), &json!(again.to_str().unwrap()))
    );
    assert_eq!(Db::content_of(&again), content);
}

#[test]
fn nothing_is_overwritten_and_there_is_no_half_site() {
    let (db, plus) = (solved("triangle", 7, &[]), solved("sim-plus", 4, &[]));
    let site = Site::of(&[&db]);
    let content = Db::content_of(&site.folder);
    let names = |folder: &Path| fs::read_dir(folder).unwrap().count();
    let before = names(site.temporary.path());
    let sentence = site.make(&[&db], &[]).refused(2);
    assert!(sentence.contains("ever overwritten"), "{sentence}");
    let other = Site {
        folder: site.temporary.path().join("other"),
        temporary: tempfile::tempdir().unwrap(),
    };
    let sentence = other.make(&[&db, &plus], &[]).refused(2);
    assert!(
        sentence.starts_with(&format!(
            "{} cannot be part of a site: a move may add several edges",
            plus.text()
        )),
        "{sentence}"
    );
    let unborn = Db::unborn();
    assert!(other.make(&[&db, &unborn], &[]).refused(5).contains(unborn.text()));
    let damaged = Db::copy_of(&db);
    edit(&damaged.level(6).join("labels"), |bytes| bytes[130] ^= 1);
    assert!(
        other
            .make(&[&db, &damaged], &[])
            .refused(6)
            .contains("level-006/labels")
    );
    let gap = Db::copy_of(&db);
    fs::remove_dir_all(gap.level(3)).unwrap();
    assert!(other.make(&[&gap], &[]).refused(6).contains("level 3 is missing"));
    let sentence = run(&["export", "--db", db.text(), plus.text(), "--out", other.text()]).refused(2);
    assert!(sentence.contains("one database"), "{sentence}");
    assert_eq!(names(site.temporary.path()), before);
    assert_eq!(Db::content_of(&site.folder), content);
}
