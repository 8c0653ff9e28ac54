//! Positional games from files, the way a user proves and plays them.

use std::fs;

use serde_json::Value;
use shared::process::{run, run_with};

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
