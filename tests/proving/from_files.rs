//! Positional games from files, the way a user proves and plays them.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use shared::process::{program, run, run_with};
use shared::schema::Api;
use shared::server::Server;

#[test]
fn a_board_is_printed_proved_checked_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (board, proof) = (place("cube 3.pg"), place("cube.proof"));
    let text = run(&["board", "cube", "3", "3"]).done();
    assert!(
        text.starts_with("% full lines of 3^3\n#version\n1.0\n#positions\nc000 c001 "),
        "{text}"
    );
    fs::write(&board, &text).unwrap();
    let game = format!("strong:file={board}");
    let theorem = run(&["prove", &game, "--proof", &proof]).done();
    let begin = "Black, moving first, wins the strong game of 27 elements and 49 winning sets of Black and 49 of White with SHA-256 ";
    assert!(theorem.starts_with(begin), "{theorem}");
    assert_eq!(run(&["check-proof", &proof]).done(), theorem);
    let checked: Value = serde_json::from_str(&run(&["check-proof", &proof, "--json"]).done()).unwrap();
    assert_eq!(
        (&checked["elements"], &checked["winner"]),
        (&27.into(), &"Black".into())
    );
    let explained = run(&["check-proof", &proof, "--explain"]).done();
    assert!(explained.contains("judge/src/hypergraphs"), "{explained}");
    // Black takes the middle, and wins whatever White does.
    let answered = run(&["query", "--proof", &proof, "--json", "[]"]).done();
    let answered: Value = serde_json::from_str(&answered).unwrap();
    assert_eq!((&answered["next"], &answered["value"]), (&"Black".into(), &"N".into()));
    let played = run_with(
        &["play", "--proof", &proof],
        "c000\nc001\nc002\nc010\nc012\nmoves\nquit\n",
    );
    assert!(
        played.out.contains("you are White") && played.out.contains("Black: c111"),
        "{}",
        played.out
    );
    // The same board in another order, with comments, is the same game.
    let mut lines: Vec<&str> = text.lines().collect();
    lines[7..].reverse();
    fs::write(&board, lines.join(" % a line\n")).unwrap();
    assert_eq!(run(&["prove", &game]).done(), theorem);
}

/// The page as it stands: its file, and what its commands print. The test of Python has the rest.
#[test]
fn the_page_about_ones_own_game_prints_what_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = [
        Path::new(program()).parent().unwrap().to_str().unwrap(),
        &std::env::var("PATH").unwrap(),
    ]
    .join(":");
    let mut printed = String::new();
    let (mut commands, mut lines) = (0, 0);
    let blocks = include_str!("../../docs/your-own-game.md")
        .split("```")
        .skip(1)
        .step_by(2);
    for (language, text) in blocks.map(|block| block.split_once('\n').unwrap()) {
        match language {
            "pg" => {
                lines = text.lines().count();
                fs::write(folder.path().join("windmill.pg"), text).unwrap();
            }
            "sh" => {
                let mut shell = Command::new("sh");
                let shell = shell.args(["-ec", text]).current_dir(folder.path()).env("PATH", &path);
                let output = shell.output().unwrap();
                assert!(output.status.success(), "{text}\n{output:?}");
                printed = String::from_utf8(output.stdout).unwrap();
                commands += text.matches("retrograph ").count();
            }
            "text" => assert_eq!(std::mem::take(&mut printed), text),
            "python" => break,
            other => panic!("{other}"),
        }
    }
    assert_eq!((commands, lines), (15, 7));
}

/// Places and layers of cells by their names, and the line of whoever has won.
#[test]
fn a_board_is_drawn_from_its_proof() {
    let qubic = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/proofs/qubic.proof");
    let server = Server::start(&["serve", "--port", "0", "--proof", qubic]);
    let (api, about) = (Api::read(), server.get("/api/proofs/qubic").answer());
    api.check("/api/proofs/{name}", 200, &about);
    let drawing = &about["drawing"];
    for (at, name) in about["elements"].as_array().unwrap().iter().enumerate() {
        let digit = |place: usize| i64::from(name.as_str().unwrap().as_bytes()[place] - b'0');
        let place = json!([1000 * digit(3), 1000 * digit(2)]);
        assert_eq!(
            (&drawing["layers"][at], &drawing["places"][at]),
            (&json!(digit(1)), &place)
        );
    }
    assert_eq!(drawing["shape"], "square");
    // The proof against an opponent who plays elsewhere.
    let mut moves: Vec<String> = Vec::new();
    let ending = loop {
        let asked = |what: &str| {
            let path = format!("/api/proofs/qubic/{what}?moves={}", moves.join(","));
            let answer = server.get(&path).answer();
            api.check(&format!("/api/proofs/{{name}}/{what}"), 200, &answer);
            answer
        };
        let state = asked("position");
        if !state["ending"].is_null() {
            break state["ending"].clone();
        }
        let last = state["choices"].as_array().unwrap().last().unwrap().clone();
        let step = if state["next"] == 0 {
            asked("reply")["reply"].clone()
        } else {
            last
        };
        moves.push(
            about["elements"][step["element"].as_u64().unwrap() as usize]
                .as_str()
                .unwrap()
                .into(),
        );
    };
    let line: Vec<&str> = ending["elements"]
        .as_array()
        .unwrap()
        .iter()
        .map(|element| about["elements"][element.as_u64().unwrap() as usize].as_str().unwrap())
        .collect();
    assert_eq!(
        (line.len(), ending["why"].clone()),
        (4, json!(format!("Black has {}", line.join(", "))))
    );
    assert!(line.iter().all(|name| moves.iter().step_by(2).any(|step| step == name)));
    let played = run_with(&["play", "--proof", qubic], "c333\nquit\n").out;
    let rows = [
        " X    c001  c002  c003   c100 ",
        "c230  c231  c232  c233   c330  c331  c332   o",
        "x: Black, o: White",
    ];
    assert!(rows.iter().all(|row| played.contains(row)), "{played}");
}

#[test]
fn bad_files_and_options_get_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.pg");
    let name = |rule: &str| format!("{rule}:file={}", file.to_str().unwrap());
    let refused = |args: &[&str], part: &str| {
        let said = run(&[&["prove"][..], args].concat()).refused(2);
        assert!(said.contains(part), "{args:?}: {said}");
    };
    refused(&[&name("strong")], "No such file");
    for (text, part) in [
        ("#positions\na b\n#blackwins\na c\n", "line 4: there is no element 'c'"),
        ("#positions\na a\n", "line 2: the element 'a' is listed twice"),
        ("", "line 1: there are no elements"),
        ("#positions\na\n#firstmoves\na\n", "line 3: #firstmoves"),
    ] {
        fs::write(&file, text).unwrap();
        refused(&[&name("maker-breaker")], part);
    }
    fs::write(&file, "#positions\na b c\n#blackwins\na b\nb c\n").unwrap();
    refused(&[&name("strong"), "--bias", "1:2"], "neither a bias nor a limit");
    refused(&[&name("maker-breaker"), "--bias", "1:0"], "a bias is two numbers");
    refused(&[&name("maker-breaker"), "-n", "5"], "-n is an option of");
    let theorem = run(&["prove", &name("maker-breaker"), "--moves", "1"]).done();
    assert!(
        theorem.starts_with("Breaker wins the Maker-Breaker game of 3 elements and 2 winning sets"),
        "{theorem}"
    );
    assert!(theorem.ends_with(", the turns being MB.\n"), "{theorem}");
}
