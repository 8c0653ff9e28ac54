//! Proofs on exported sites: the reader in WebAssembly gives the answers of the server, and its judge accepts or
//! refuses.

use std::fs;
use std::path::Path;

use crate::exported::{Site, make_writable};
use retrograph_referee::rng::SplitMix64;
use serde_json::{Value, json};
use shared::process::run;
use shared::server::{Server, encoded};
use tempfile::TempDir;

/// Proofs of each kind of game, in a folder.
fn proofs() -> (TempDir, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let games: [(&str, &[&str]); 6] = [
        ("ham", &["maker-breaker:hamilton-cycle", "-n", "8"]),
        (
            "connected",
            &["maker-breaker:connected", "-n", "6", "--starter", "breaker"],
        ),
        ("k4", &["ramsey-achieve:K4", "--fresh", "11", "--moves", "16"]),
        ("k3", &["ramsey-achieve:K3", "--board", "infinite"]),
        ("k3p3", &["online-ramsey:K3,P3"]),
        ("t10", &["triangle", "-n", "10"]),
    ];
    let file = |(name, args): (&str, &[&str])| {
        let file = folder.path().join(format!("{name}.proof")).display().to_string();
        run(&[&["prove"], args, &["--proof", &file]].concat()).done();
        file
    };
    let mut files = games.map(file).to_vec();
    let board = folder.path().join("cube.pg");
    fs::write(&board, run(&["board", "cube", "3", "3"]).done()).unwrap();
    files.push(file(("cube", &[&format!("strong:file={}", board.display())])));
    (folder, files)
}

/// The reader in WebAssembly gives the answers of the API in random games, refusals included, and its judge accepts.
#[test]
fn proofs_answer_as_the_server_does() {
    let (_folder, files) = proofs();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let options = [&["--proof"], &files[..]].concat();
    let site = Site::with(&[], &options);
    let server = Server::start(&[&["serve", "--port", "0", "--proof"], &files[..]].concat());
    let listed: Value = serde_json::from_slice(&fs::read(site.folder.join("proofs.json")).unwrap()).unwrap();
    let theirs = server.get("/api/proofs").answer();
    let rng = &mut SplitMix64::new(8);
    let (mut questions, mut expected) = (Vec::new(), Vec::new());
    for (ours, theirs) in listed["proofs"]
        .as_array()
        .unwrap()
        .iter()
        .zip(theirs["proofs"].as_array().unwrap())
    {
        let mut described = ours.clone();
        let file = described.as_object_mut().unwrap().remove("file").unwrap();
        assert_eq!(described, *theirs);
        let name = ours["name"].as_str().unwrap();
        let bytes = fs::read(site.folder.join(format!("proofs/{name}.proof"))).unwrap();
        assert_eq!(file["bytes"], bytes.len());
        let boards: Vec<Value> = match ours["boards"].as_array() {
            None => vec![Value::Null, json!(3)],
            Some(boards) => vec![Value::Null, boards[0].clone(), boards[1].clone(), json!(2)],
        };
        for n in boards {
            let on = n.as_u64().map_or(String::new(), |n| format!("&n={n}"));
            for _ in 0..4 {
                let mut moves = String::new();
                loop {
                    let seed = rng.next_u64() >> 16;
                    let asked = encoded(&moves);
                    let ask = |what: &str| -> Value {
                        let said = server.get(&format!("/api/proofs/{name}/{what}moves={asked}{on}"));
                        serde_json::from_str(&said.body).unwrap()
                    };
                    let (position, reply) = (ask("position?"), ask(&format!("reply?seed={seed}&")));
                    let subject = json!({"proof": name, "n": n});
                    questions.push((subject.clone(), "position", json!({"moves": moves})));
                    questions.push((subject, "reply", json!({"moves": moves, "seed": seed})));
                    let choices = position["choices"].as_array().cloned().unwrap_or_default();
                    let step = match rng.below(4) {
                        0 => reply["reply"].clone(),
                        _ if choices.is_empty() => Value::Null,
                        _ => choices[rng.below(choices.len())].clone(),
                    };
                    expected.extend([position, reply]);
                    let colours: Vec<&str> = ours["colours"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(|name| name.as_str().unwrap())
                        .collect();
                    let element = step["element"]
                        .as_u64()
                        .map(|element| &ours["elements"][element as usize]);
                    let text = match (&step["edge"], step["colour"].as_u64(), element) {
                        (Value::Array(edge), ..) => format!("{}-{}", edge[0], edge[1]),
                        (_, Some(colour), _) => colours[colour as usize].to_lowercase(),
                        (.., Some(name)) => name.as_str().unwrap().into(),
                        // The game is over; now and then moves that are none follow.
                        _ if rng.below(2) == 0 || moves.contains("0-0") => break,
                        _ => "0-0".into(),
                    };
                    moves += if moves.is_empty() { "" } else { "," };
                    moves += &text;
                }
            }
        }
    }
    assert!(questions.len() > 500, "{}", questions.len());
    let read = site.answers("ranges", &questions);
    let mut refusals = 0;
    for (question, (answer, expected)) in questions.iter().zip(read.answers.iter().zip(&expected)) {
        assert_eq!(answer, expected, "{question:?}");
        refusals += usize::from(answer["error"].is_object());
    }
    assert!(refusals > 10, "{refusals}");

    let names = listed["proofs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|proof| proof["name"].clone());
    let checks: Vec<_> = names
        .map(|name| (json!({"proof": name}), "check", Value::Null))
        .collect();
    for (answer, file) in site.answers("ranges", &checks).answers.iter().zip(&files) {
        let theorem = answer.as_str().unwrap_or_else(|| panic!("{file}: {answer}"));
        assert_eq!(format!("{theorem}.\n"), run(&["check-proof", file]).done());
    }
}

/// A proof that is damaged on the web server, or missing, is reported; so is one that proves nothing, by its judge.
#[test]
fn damaged_proofs_are_reported() {
    let (_folder, files) = proofs();
    let site = Site::with(&[], &["--proof", &files[3]]);
    for (what, asked) in [("position", json!({"moves": ""})), ("check", Value::Null)] {
        let refused = |kind: &str| {
            let read = site.answers(kind, &[(json!({"proof": "k3"}), what, asked.clone())]);
            let error = &read.answers[0]["error"];
            assert_eq!(error["code"], "damaged", "{kind}: {}", read.answers[0]);
            error["message"].as_str().unwrap().to_string()
        };
        assert!(refused("short").contains("instead of"));
        assert!(refused("other").contains("its checksum differs"));
        assert_eq!(refused("none"), "the file proofs/k3.proof is missing on the web server");
    }
    // Every byte is looked at by the reader too, not only by the page, which compares checksums.
    let path = site.folder.join("proofs/k3.proof");
    make_writable(&site.folder);
    let script = site.folder.join("js/parts.js");
    let text = fs::read_to_string(&script).unwrap();
    let condition = "if (sha256(data) !== this.digest)";
    assert!(text.contains(condition));
    fs::write(script, text.replace(condition, "if (false)")).unwrap();
    let bytes = fs::read(&path).unwrap();
    for at in (0..bytes.len()).step_by(bytes.len() / 40 + 1) {
        let mut changed = bytes.clone();
        changed[at] ^= 4;
        fs::write(&path, changed).unwrap();
        let asked = [
            (json!({"proof": "k3"}), "position", json!({"moves": ""})),
            (json!({"proof": "k3"}), "check", Value::Null),
        ];
        for answer in site.answers("ranges", &asked).answers {
            assert_eq!(answer["error"]["code"], "damaged", "byte {at}: {answer}");
        }
    }
}

#[test]
fn a_site_takes_no_other_reader_and_no_wrong_proof() {
    let (folder, files) = proofs();
    let site = folder.path().join("site");
    let site = site.to_str().unwrap();
    let make = |options: &[&str]| run(&[&["export", "--site", site], options].concat());
    let missing = make(&["--proof", &files[3], "--reader", "/nowhere/reader.wasm"]).refused(2);
    assert!(
        missing.contains("there is no reader of proofs at /nowhere/reader.wasm") && missing.contains("make reader"),
        "{missing}"
    );
    for other in [&files[0][..], "/dev/null", folder.path().to_str().unwrap()] {
        let refused = make(&["--proof", &files[3], "--reader", other]).refused(2);
        assert!(
            refused.contains("is not the reader of proofs of this version"),
            "{refused}"
        );
    }
    let mut wrong = fs::read(&files[3]).unwrap();
    wrong[40] ^= 1;
    let damaged = folder.path().join("damaged.proof");
    fs::write(&damaged, wrong).unwrap();
    make(&["--proof", damaged.to_str().unwrap()]).refused(6);
    assert!(!Path::new(site).exists());
    let out = folder.path().join("out");
    run(&["export", "--out", out.to_str().unwrap(), "--proof", &files[3]]).usage();
}
