//! Where text comes from and goes: files whose names promise a form, standard input as `-`, a standard output that is
//! closed or full.

use std::fs;
use std::path::Path;

use shared::process::{Db, Ran, commands, run, run_with, shell, shell_command};

/// What each command that writes a file or folder is given but for its name, and endings that it refuses.
const WRITERS: [(&[&str], &[&str]); 15] = [
    (
        &["positions", "--db", "{db}", "--out"],
        &["csv.gz", "tsv", "json", "html"],
    ),
    (
        &["positions", "--db", "{db}", "--format", "csv", "--out"],
        &["parquet", "g6", "zip"],
    ),
    (&["sample", "--db", "{db}", "--level", "3", "--out"], &["xlsx", "proof"]),
    (&["report", "--db", "{db}", "--out"], &["pdf", "md", "svg", "txt"]),
    (&["draw", "-n", "4", "0-1", "--out"], &["pdf", "png"]),
    (&["draw", "-n", "4", "0-1", "--format", "dot", "--out"], &["svg", "tex"]),
    (&["stats", "--db", "{db}", "--plot"], &["pdf", "png"]),
    (&["learn", "--db", "{db}", "--games", "3", "--plot"], &["png"]),
    (&["learn", "--db", "{db}", "--games", "3", "--out"], &["json", "csv"]),
    (&["export", "--db", "{db}", "--archive"], &["tar.gz", "tgz", "zip"]),
    (&["export", "--db", "{db}", "--out"], &["tar", "zip"]),
    (&["man", "--out"], &["tar", "html"]),
    (&["prove", "avoid:P4", "-n", "5", "--proof"], &["json", "txt", "gz"]),
    (
        &["solve", "triangle", "-n", "4", "--db", "{new}", "--log-file"],
        &["csv", "gz"],
    ),
    (&["solve", "triangle", "-n", "4", "--db"], &["tar", "csv"]),
];

#[test]
fn what_cannot_be_written_as_its_name_says_is_refused_and_nothing_is_written() {
    let db = Db::solved(5, &[]);
    let out = tempfile::tempdir().unwrap();
    let file = |name: &str| out.path().join(name).to_str().unwrap().to_string();
    let new = file("new");
    for (words, endings) in WRITERS {
        let named = |word: &&'static str| match *word {
            "{db}" => db.text(),
            "{new}" => &new,
            word => word,
        };
        let words: Vec<&str> = words.iter().map(named).collect();
        for ending in endings {
            let name = file(&format!("x.{ending}"));
            let said = run(&[&words[..], &[&name]].concat()).refused(2);
            let last = ending.rsplit('.').next().unwrap();
            // Charts have a sentence of their own.
            let is_said = said.contains(&format!("ends in .{last}")) || said.contains("end in .svg");
            assert!(is_said, "{words:?}: {said}");
        }
        let said = run(&[&words[..], &["-"]].concat());
        assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{words:?}: {}", said.err);
    }
    assert_eq!(fs::read_dir(out.path()).unwrap().count(), 0);
    assert!(!Path::new("-").exists());
    // Endings that promise nothing, and the right ones.
    for name in ["p", "p.dat", "p.G6", "p.2026", "p.csv", "p.txt"] {
        run(&["positions", "--db", db.text(), "--out", &file(name)]).done();
    }
    assert!(fs::read_to_string(file("p.csv")).unwrap().starts_with("edges,graph6,"));
}

#[test]
fn a_dash_is_standard_input() {
    let db = Db::solved(5, &[]);
    let lines = "0-1\n-\n[]\n";
    let answers = "0-1 N\n- N\n[] N\n";
    let asked = |words: &[&str]| run_with(&[&["query", "--db", db.text()], words].concat(), lines);
    let plain = asked(&[]).done();
    assert_eq!(plain.replace(['P', 'N'], "V"), answers.replace('N', "V"));
    assert_eq!(asked(&["-"]).done(), plain);
    assert_eq!(asked(&["--from", "-"]).done(), plain);
    let said = asked(&["-", "0-1"]).refused(2);
    assert!(said.contains("standard input") && said.contains("[]"), "{said}");
    for words in [
        &["moves", "--db", db.text(), "-"][..],
        &["draw", "--db", db.text(), "-"],
        &["play", "--db", db.text(), "--start", "-"],
    ] {
        let said = run_with(words, lines).refused(2);
        assert!(said.contains("'-' is standard input (the empty board is [])"), "{said}");
    }
}

#[test]
fn an_input_that_cannot_be_read_is_named() {
    let db = Db::solved(5, &[]);
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().to_str().unwrap();
    let said = run(&["query", "--db", db.text(), "--from", name]).refused(1);
    assert!(said.contains(name) && !said.contains("standard"), "{said}");
    let said = shell("exec \"$0\" query --db \"$1\" <\"$2\"", &[db.text(), name]).refused(1);
    assert!(said.starts_with("standard input could not be read"), "{said}");
    // What is made is named, too.
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let inside = file.join("boards");
    let inside = inside.to_str().unwrap();
    let said = run(&[
        "fewest-edges",
        "maker-breaker:hamilton-path",
        "-n",
        "4",
        "--proofs",
        inside,
    ])
    .refused(1);
    assert!(said.contains(inside) && !said.contains("standard"), "{said}");
}

/// What commands print that need nothing but a database.
fn printers(db: &Db) -> Vec<Vec<&str>> {
    let with = |words: &[&'static str]| -> Vec<&str> {
        words
            .iter()
            .map(|word| if *word == "{db}" { db.text() } else { word })
            .collect()
    };
    let words: [&[&str]; 24] = [
        &["--version"],
        &["--help"],
        &["games"],
        &["games", "--json"],
        &["estimate", "triangle", "-n", "5", "--no-calibration"],
        &["solve", "triangle", "-n", "5", "--db", "{db}"],
        &["solve", "triangle", "-n", "5", "--db", "{db}", "--json"],
        &["solve", "triangle", "-n", "5", "--explain"],
        &["work", "--db", "{db}"],
        &["info", "--db", "{db}"],
        &["query", "--db", "{db}", "0-1"],
        &["moves", "--db", "{db}"],
        &["stats", "--db", "{db}"],
        &["examples", "--db", "{db}"],
        &["sample", "--db", "{db}", "--level", "2"],
        &["positions", "--db", "{db}"],
        &["draw", "--db", "{db}"],
        &["verify", "--db", "{db}"],
        &["check-game", "triangle", "-n", "4"],
        &["counts", "avoid:P4"],
        &["board", "hex", "2", "2"],
        &["thresholds", "client-waiter:contains:P3", "-n", "4"],
        &["completions", "zsh"],
        &["man"],
    ];
    words.into_iter().map(with).collect()
}

#[test]
fn a_standard_output_that_takes_nothing_is_a_failure() {
    let db = Db::solved(5, &[]);
    let mut printers = printers(&db);
    let commands = commands();
    printers.extend(commands.iter().map(|command| vec![&command[..], "--help"]));
    for words in printers {
        for (redirected, reason) in [
            (">&-", "closed"),
            ("<&- >&-", "closed"),
            (">/dev/full", "No space left"),
        ] {
            let ran: Ran = shell(&format!("exec \"$0\" \"$@\" {redirected}"), &words);
            assert_eq!(ran.code, Some(1), "{words:?} {redirected}: {}", ran.err);
            assert!(ran.err.contains(reason), "{words:?} {redirected}: {}", ran.err);
        }
        // A reader that wants no more, and nobody who reads.
        let ran = Ran::of(shell_command("exec \"$0\" \"$@\" >/dev/null", &words).output().unwrap());
        assert_eq!(ran.code, Some(0), "{words:?}: {}", ran.err);
    }
}
