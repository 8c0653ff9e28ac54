//! Ways to corrupt a database, each tried: those of docs/tests.md that no other test covers.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use retrograph_referee::rng::SplitMix64;
use shared::process;
use shared::process::{Db, Ran, copy_tree, everything, graph6, names, random_game};

const NOT_SOLVED: i32 = 4;
const NOT_A_DATABASE: i32 = 5;
const DAMAGED: i32 = 6;

/// Positions of all levels on `n` vertices, a line each.
fn positions(n: usize) -> String {
    let mut rng = SplitMix64::new(5);
    let games = (0..20).flat_map(|_| random_game(n, &mut rng));
    games.map(|rows| graph6(&rows) + "\n").collect()
}

/// What `whole` answers, a line each.
fn answers(whole: &Db, questions: &str) -> BTreeSet<String> {
    let ran = whole.query(questions, &[]).done();
    ran.lines().map(String::from).collect()
}

/// Asserts that `db` answers each of `questions` as `whole` does, or not at all.
fn assert_no_wrong_answer(db: &Db, whole: &BTreeSet<String>, questions: &str, how: &str) {
    let ran = db.query(questions, &[]);
    for line in ran.out.lines() {
        assert!(whole.contains(line), "{how}: {line}");
    }
    let codes = [0, NOT_SOLVED, NOT_A_DATABASE, DAMAGED];
    assert!(ran.code.is_some_and(|code| codes.contains(&code)), "{how}: {ran:?}");
    assert_eq!(ran.code == Some(0), ran.err.is_empty(), "{how}: {ran:?}");
}

/// Brings `db`, a triangle database on `n` vertices, to its end as the sentences say: repair, then the same command.
fn mend(db: &Db, n: u32, options: &[&str], how: &str) {
    let first = db.solve(n, options);
    if first.code == Some(0) {
        return;
    }
    assert_eq!(first.code, Some(DAMAGED), "{how}: {first:?}");
    let repaired = db.run("repair", &["--from-top"]);
    assert_eq!(repaired.code, Some(0), "{how}: {repaired:?}");
    let second = db.solve(n, options);
    assert_eq!(second.code, Some(0), "{how}: {second:?}");
}

#[test]
fn a_copy_made_while_a_run_writes_is_right_or_refused_and_can_be_completed() {
    let questions = positions(11);
    let whole = Db::solved(11, &[]);
    let answers = answers(&whole, &questions);
    for keep in [&[][..], &["--keep", "labels"]] {
        let expected = Db::solved(11, keep);
        let db = Db::unborn();
        let mut child = db.start(11, keep);
        db.wait_until_locked();
        let mut copies = vec![];
        let mut seen = BTreeSet::new();
        while child.try_wait().unwrap().is_none() && copies.len() < 12 {
            let copy = Db::in_memory();
            db.wait_until("a file appears or goes", || {
                names(db.path()) != seen || child.try_wait().unwrap().is_some()
            });
            seen = names(db.path());
            // Files come and go meanwhile, as they do for cp.
            if copy_what_is_there(db.path(), copy.path()).is_ok() {
                copies.push(copy);
            }
        }
        Ran::of(child.wait_with_output().unwrap()).done();
        assert!(!copies.is_empty());
        for (index, copy) in copies.iter().enumerate() {
            let how = format!("copy {index}, {keep:?}");
            assert_no_wrong_answer(copy, &answers, &questions, &how);
            if copy.path().join("retrograph.json").exists() {
                mend(copy, 11, keep, &how);
                copy.assert_same_bytes(&expected.content(), &how);
            }
        }
    }
}

/// Like `cp -r`: what vanishes meanwhile is left out.
fn copy_what_is_there(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let place = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => copy_what_is_there(&path, &place).unwrap_or(()),
            false => drop(fs::copy(&path, &place)),
        }
    }
    Ok(())
}

#[test]
fn a_level_restored_from_another_backup_is_the_same_or_refused() {
    let questions = positions(8);
    let whole = Db::solved(8, &[]);
    let answers = answers(&whole, &questions);
    let content = whole.content();
    let restore = |from: &Db| {
        let db = Db::copy_of(&whole);
        fs::remove_dir_all(db.level(9)).unwrap();
        copy_tree(&from.level(9), &db.level(9));
        db
    };
    // Of another run of the same command, with other threads.
    let same = restore(&Db::solved(8, &["--threads", "1", "--memory", "1GiB"]));
    same.assert_same_bytes(&content, "the same solution");
    same.run("verify", &["--full"]).done();
    // Of other values, another size, other kinds of what is kept.
    let others = [
        Db::solved(8, &["--play", "misere"]),
        Db::solved(8, &["--value", "grundy"]),
        Db::solved(9, &[]),
        Db::solved(8, &["--keep", "labels"]),
    ];
    for (index, other) in others.iter().enumerate() {
        let how = format!("backup {index}");
        let db = restore(other);
        assert_no_wrong_answer(&db, &answers, &questions, &how);
        let said = db.run("verify", &[]);
        assert_eq!(said.code, Some(DAMAGED), "{how}: {said:?}");
        assert!(
            said.err.contains("level-009") || said.out.contains("level-009"),
            "{how}: {said:?}"
        );
        let repaired = db.run("repair", &[]);
        assert_eq!(repaired.code, Some(0), "{how}: {repaired:?}");
        db.assert_same_bytes(&content, &how);
    }
}

#[test]
fn hard_links_share_bytes_that_nothing_overwrites() {
    let whole = Db::solved(8, &["--down-to", "10"]);
    let before = whole.content();
    let linked = Db::unborn();
    let copied = Command::new("cp").args(["-al", whole.text(), linked.text()]).status();
    assert!(copied.unwrap().success());
    fs::remove_file(linked.level(12).join("labels")).unwrap();
    let repaired = linked.run("repair", &[]);
    assert_eq!(repaired.code, Some(0), "{repaired:?}");
    linked.solve(8, &[]).done();
    linked.assert_same_bytes(&Db::solved(8, &[]).content(), "the linked copy");
    whole.assert_same_bytes(&before, "what it was linked to");
    whole.run("verify", &[]).done();
}

#[test]
fn a_database_behind_a_link_is_one_database() {
    let db = Db::unborn();
    fs::create_dir(db.path()).unwrap();
    let link = db.root().join("link");
    symlink(db.path(), &link).unwrap();
    let by_link = |command: &str| process::run(&[command, "--db", link.to_str().unwrap()]);
    process::run(&["solve", "triangle", "-n", "8", "--db", link.to_str().unwrap()]).done();
    by_link("verify").done();
    db.run("verify", &[]).done();
    db.assert_same_bytes(&Db::solved(8, &[]).content(), "solved through a link");
}

#[test]
fn every_line_of_the_page_is_tested() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/tests.md")).unwrap();
    let files = ["tests", "storage/tests"].map(|folder| everything(&root.join(folder)));
    let sources: String = (files.into_iter().flatten())
        .filter(|(path, _)| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|(_, text)| String::from_utf8(text.unwrap()).unwrap())
        .collect();
    let section = page.split("## How to corrupt a database").nth(1).unwrap();
    let rows = section
        .lines()
        .filter(|line| line.starts_with("| ") && !line.contains("---"));
    let mut named = 0;
    for row in rows.skip(1) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
        let tests: Vec<&str> = cells.last().unwrap().split('`').skip(1).step_by(2).collect();
        assert!(!tests.is_empty(), "no test: {row}");
        for test in tests {
            assert!(sources.contains(&format!("#[test]\nfn {test}()")), "{test}: {row}");
            named += 1;
        }
    }
    assert!(named >= 15, "{named} tests named");
}
