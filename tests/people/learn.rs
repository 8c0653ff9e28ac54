//! Opponents that learn: `learn`, and `play` against them.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use retrograph_referee::rng::SplitMix64;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use shared::faults::disturb::{Disturbed, Fault, What, disturb, each, kills};
use shared::faults::trace::Kind;
use shared::faults::watch;
use shared::learned::Learned;
use shared::process::{Db, Ran, command, everything, run, run_with, send};

fn solved(game: &str, n: u32, options: &[&str]) -> Db {
    let db = Db::in_memory();
    db.solve_game(game, n, options).done();
    db
}

/// A file beside the database.
fn beside(db: &Db, name: &str) -> PathBuf {
    db.root().join(name)
}

fn learn(db: &Db, options: &[&str]) -> Ran {
    run(&[&["learn", "--db", db.text()], options].concat())
}

/// Learns from so many games into a new file.
fn taught(db: &Db, name: &str, games: &str) -> PathBuf {
    let path = beside(db, name);
    learn(db, &["--games", games, "--out", path.to_str().unwrap()]).done();
    path
}

/// The share of games won and of right moves in each row that was printed.
fn shares(said: &Value) -> Vec<(u64, f64, f64)> {
    let rows = said["strength"].as_array().unwrap().iter();
    let number = |row: &Value, name: &str| row[name].as_f64().unwrap();
    rows.map(|row| {
        let right = number(row, "right") / number(row, "asked");
        (
            row["games"].as_u64().unwrap(),
            number(row, "won") / number(row, "played"),
            right,
        )
    })
    .collect()
}

#[test]
fn strength_grows_to_perfect_play() {
    for (game, n, games) in [
        ("sim", 6, 4_000),
        ("triangle", 6, 1_000),
        ("triangle", 9, 4_000),
        ("avoid:C4", 6, 2_000),
        ("ramsey-achieve:P4", 5, 1_000),
        ("ramsey-achieve:K3", 5, 4_000),
        ("sim-plus", 4, 3_000),
    ] {
        let db = solved(game, n, &[]);
        let said = learn(&db, &["--games", &games.to_string(), "--json"]).json();
        let shares = shares(&said);
        let ((first, ..), (last, won, right)) = (shares[0], shares[shares.len() - 1]);
        assert_eq!((first, last), (0, games), "{game}");
        assert!(won == 1.0 && right > 0.9, "{game}, n = {n}: {shares:?}");
        assert!(shares[0].2 < right - 0.1, "{game}, n = {n}: {shares:?}");
    }
    let misere = solved("triangle", 7, &["--play", "misere"]);
    let said = learn(&misere, &["--games", "1000", "--json"]).json();
    assert_eq!(said["values"], "misere outcome");
    assert_eq!(shares(&said).last().unwrap().1, 1.0);
}

#[test]
fn the_same_games_give_the_same_bytes() {
    let db = solved("sim", 6, &[]);
    let whole = fs::read(taught(&db, "whole", "400")).unwrap();
    let again = taught(&db, "again", "400");
    assert!(fs::read(&again).unwrap() == whole);
    let said = learn(
        &db,
        &[
            "--games",
            "400",
            "--seed",
            "2",
            "--out",
            beside(&db, "other").to_str().unwrap(),
        ],
    )
    .done();
    assert!(fs::read(beside(&db, "other")).unwrap() != whole);
    assert!(said.contains("To play against it: retrograph play"), "{said}");
    // Stopped twice, and measured then where an undisturbed run is not.
    let parts = taught(&db, "parts", "57");
    for games in ["301", "400"] {
        let said = learn(&db, &["--games", games, "--resume", parts.to_str().unwrap()]).done();
        assert!(said.contains("\n        30 "), "the rows of earlier runs: {said}");
    }
    assert!(fs::read(&parts).unwrap() == whole);
    let learned = Learned::read(&parts);
    assert_eq!((learned.games, learned.seed), (400, 1));
    assert_eq!(learned.words, "ramsey-lose:K3 n=6 lose remoteness");
    let measured: Vec<u64> = learned.history.iter().map(|row| row.0).collect();
    assert_eq!(measured, [0, 10, 30, 100, 300]);
}

/// What is solved for decides in which order the program lists moves, and nothing of what is learned.
#[test]
fn values_of_the_database_teach_nothing() {
    let tables: Vec<Learned> = ["outcome", "grundy", "remoteness"]
        .map(|kind| Learned::read(&taught(&solved("triangle", 8, &["--value", kind]), "it", "200")))
        .into();
    assert!(tables[0].table.len() > 100);
    for other in &tables[1..] {
        assert_eq!(other.table, tables[0].table);
        assert_ne!(other.words, tables[0].words);
    }
}

#[test]
fn a_signal_keeps_what_was_learned() {
    let db = solved("sim", 6, &[]);
    for signal in [libc::SIGINT, libc::SIGTERM] {
        let name = format!("stopped-{signal}");
        let path = beside(&db, &name);
        let args = [
            "learn",
            "--db",
            db.text(),
            "--games",
            "1000000000",
            "--out",
            path.to_str().unwrap(),
        ];
        let mut child = command(&args)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // The strength after ten games is printed as soon as it is known.
        let mut reported = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(reported.any(|line| line.unwrap().trim_start().starts_with("10 ")));
        send(signal, &child);
        reported.for_each(drop);
        assert_eq!(child.wait().unwrap().code(), Some(10));
        let games = Learned::read(&path).games;
        assert!(games > 0);
        let undisturbed = taught(&db, &format!("{name}-again"), &games.to_string());
        let (one, mut two) = (Learned::read(&path), Learned::read(&undisturbed));
        // A measurement that was due when the signal came is made by the next run.
        two.history.truncate(one.history.len());
        assert_eq!(one, two);
    }
}

#[test]
fn files_are_not_replaced_unasked() {
    let db = solved("triangle", 5, &[]);
    let path = taught(&db, "it", "10");
    let text = path.to_str().unwrap();
    let before = fs::read(&path).unwrap();
    let sentence = learn(&db, &["--games", "20", "--out", text]).refused(2);
    assert!(
        sentence.contains("already exists") && sentence.contains("--force"),
        "{sentence}"
    );
    let sentence = learn(&db, &["--games", "10", "--resume", text]).refused(2);
    assert!(
        sentence.contains("10 games") && sentence.contains("--games"),
        "{sentence}"
    );
    assert!(fs::read(&path).unwrap() == before);
    learn(&db, &["--games", "20", "--out", text, "--force"]).done();
    assert_eq!(Learned::read(&path).games, 20);
    learn(&db, &["--out", text, "--resume", text]).usage();
    learn(&db, &["--seed", "3", "--resume", text]).usage();
    let picture = beside(&db, "it.SVG");
    let plot = ["--games", "30", "--plot", picture.to_str().unwrap()];
    learn(&db, &plot).done();
    let drawn = fs::read(&picture).unwrap();
    assert!(drawn.starts_with(b"<svg"));
    assert!(learn(&db, &plot).refused(2).contains("already exists"));
    learn(&db, &[&plot[..], &["--force"]].concat()).done();
    assert!(fs::read(&picture).unwrap() == drawn);
    assert!(learn(&db, &["--plot", "it.gif"]).refused(2).contains(".svg"));
}

/// What the first has learned would be lost when the second writes.
#[test]
fn one_process_at_a_time_teaches_a_learner() {
    let db = solved("triangle", 7, &[]);
    let path = taught(&db, "it.learner", "10");
    let claim = beside(&db, ".it.learner.lock");
    let text = path.to_str().unwrap();
    let play = |options: &[&str]| {
        run_with(
            &[&["play", "--db", db.text(), "--opponent", text], options].concat(),
            "quit
",
        )
    };
    for first in [&["--resume", text][..], &["--force", "--out", text]] {
        let args = [&["learn", "--db", db.text(), "--games", "100000000"], first].concat();
        let mut child = command(&args)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        db.wait_until("the file is claimed", || claim.exists());
        let again = |options: &[&str]| learn(&db, &[&["--games", "20"], options].concat());
        for refused in [
            again(&["--resume", text]),
            again(&["--force", "--out", text]),
            play(&[]),
        ] {
            let sentence = refused.refused(8);
            assert!(sentence.contains("is being written by another process"), "{sentence}");
        }
        play(&["--no-learning"]).done();
        send(libc::SIGTERM, &child);
        assert_eq!(child.wait().unwrap().code(), Some(10));
        assert!(!claim.exists());
    }
    // What a killed one leaves is no obstacle.
    fs::write(&claim, "").unwrap();
    play(&[]).done();
    assert!(!claim.exists());
}

#[test]
fn games_without_winners_and_unsolved_ones_are_refused() {
    let scores = solved("triangle", 6, &["--value", "score"]);
    assert!(learn(&scores, &[]).refused(2).contains("scores"));
    let part = Db::in_memory();
    part.solve_game("triangle", 8, &["--down-to", "9"]);
    assert!(learn(&part, &[]).refused(4).contains("level 0 is not solved"));
}

/// Both commands that read a file refuse what is not one.
fn refused(db: &Db, path: &str, code: i32) -> String {
    let sentence = learn(db, &["--games", "99", "--resume", path]).refused(code);
    assert_eq!(
        run(&["play", "--db", db.text(), "--opponent", path]).refused(code),
        sentence
    );
    sentence
}

#[test]
fn cut_changed_and_foreign_files_are_refused() {
    let db = solved("triangle", 5, &[]);
    let path = taught(&db, "it", "10");
    let text = path.to_str().unwrap();
    let file = fs::read(&path).unwrap();
    let other = beside(&db, "other");
    let other_text = other.to_str().unwrap();
    // All of them are tried in src/people/learner; here that the program says so.
    for at in (0..file.len()).step_by(file.len() / 25) {
        let mut changed = file.clone();
        changed[at] ^= 1 << (at % 8);
        for damaged in [changed, file[..at].to_vec()] {
            fs::write(&other, &damaged).unwrap();
            let is_newer = damaged.len() == file.len() && (8..12).contains(&at);
            let sentence = refused(&db, other_text, if is_newer { 7 } else { 6 });
            assert!(sentence.starts_with(other_text), "{sentence}");
            assert!(fs::read(&other).unwrap() == damaged);
        }
    }
    let mut newer = file;
    newer[8] = 2;
    fs::write(&other, newer).unwrap();
    assert!(refused(&db, other_text, 7).contains("format 2"));
    for foreign in [
        solved("triangle", 6, &[]),
        solved("triangle", 5, &["--play", "misere"]),
        solved("avoid:C4", 5, &[]),
    ] {
        assert!(refused(&foreign, text, 5).contains("triangle n=5 outcome"));
    }
    assert!(refused(&db, db.root().to_str().unwrap(), 1).contains("not a file"));
    assert!(refused(&db, beside(&db, "absent").to_str().unwrap(), 1).contains("could not be read"));
}

/// A run that is killed, or whose disk refuses, leaves the older file or the whole new one.
#[test]
fn a_kill_or_a_full_disk_leaves_the_older_file() {
    let teach = |db: &Db| taught(db, "it", "10");
    let prepared = || {
        let db = solved("triangle", 5, &[]);
        teach(&db);
        db
    };
    let file = |db: &Db| fs::read(beside(db, "it")).unwrap();
    let resume = |db: &Db, fault: Option<&Fault>| {
        let path = beside(db, "it");
        let args = [
            "learn",
            "--db",
            db.text(),
            "--games",
            "20",
            "--resume",
            path.to_str().unwrap(),
        ];
        watch(db, command(&args), fault)
    };
    let db = prepared();
    let older = file(&db);
    let watched = resume(&db, None);
    assert_eq!(watched.ran.code, Some(0));
    let newer = file(&db);
    let mut faults = kills(&watched.calls, 1);
    let kinds = [Kind::Create, Kind::Write, Kind::Sync, Kind::Rename, Kind::Link];
    let full = &[What::Once(libc::ENOSPC), What::On(libc::ENOSPC)];
    faults.extend(each(&watched.calls, &kinds, |_| 1, full));
    assert!(faults.len() >= 6, "{:?}", watched.calls);
    let killed = AtomicUsize::new(0);
    disturb(&faults, prepared, resume, |disturbed| {
        let Disturbed { ran, db, .. } = disturbed;
        let found = file(db);
        assert!(found == older || found == newer, "{disturbed}");
        match ran.code {
            None => drop(killed.fetch_add(1, Relaxed)),
            Some(code) => {
                assert!(code == 1 && found == older, "{disturbed}");
                let names: Vec<_> = everything(db.root()).into_keys().collect();
                let is_draft = |name: &PathBuf| name.to_string_lossy().ends_with(".tmp");
                assert!(!names.iter().any(is_draft), "{disturbed}: {names:?}");
            }
        }
        if found == older {
            assert_eq!(resume(db, None).ran.code, Some(0), "{disturbed}");
            assert!(file(db) == newer, "{disturbed}");
        }
    });
    let killed = killed.into_inner();
    assert!(killed >= 3, "{killed}");
}

/// Files whose checksum is right and whose content is not so: each is refused, or learned from and written back as a
/// file that the program accepts.
#[test]
fn lies_with_a_right_checksum_are_no_catastrophe() {
    let db = solved("triangle", 5, &[]);
    let file = fs::read(taught(&db, "it", "10")).unwrap();
    let content = &file[..file.len() - 32];
    let path = beside(&db, "lie");
    let text = path.to_str().unwrap();
    let random = &mut SplitMix64::new(3);
    let (mut denied, mut taken) = (0, 0);
    let mut tell = |lie: &[u8], how: &str| {
        let bytes = [lie, &Sha256::digest(lie)[..]].concat();
        for args in [
            &["learn", "--db", db.text(), "--games", "30", "--resume", text][..],
            &["play", "--db", db.text(), "--opponent", text],
        ] {
            fs::write(&path, &bytes).unwrap();
            let ran = run_with(args, "0-1\n1-2\nhint\nquit\n");
            let what = format!("{how}: {args:?}: {ran:?}");
            match ran.code {
                Some(0) => taken += 1,
                Some(2 | 5 | 6 | 7) => denied += 1,
                _ => panic!("{what}"),
            }
            if ran.code != Some(0) {
                assert!(fs::read(&path).unwrap() == bytes, "{what}");
                assert!(
                    ran.err.starts_with("retrograph: ") && ran.err.lines().count() == 1,
                    "{what}"
                );
                continue;
            }
            let args = ["learn", "--db", db.text(), "--games", "1", "--resume", text];
            assert!(run(&args).refused(2).contains("already"), "{what}");
        }
    };
    for turn in 0..100 {
        let mut lie = content.to_vec();
        for _ in 0..1 + random.below(3) {
            let at = random.below(lie.len());
            lie[at] = random.next_u64() as u8;
        }
        tell(&lie, &format!("lie {turn}"));
    }
    // The greatest numbers, four and eight bytes wide, in every place of the first hundred.
    for at in 12..112.min(content.len() - 8) {
        for width in [4, 8] {
            let mut lie = content.to_vec();
            lie[at..at + width].fill(0xff);
            tell(&lie, &format!("{width} bytes at {at}"));
        }
    }
    assert!(denied > 100 && taken > 20, "{denied} and {taken}");
    // A file larger than any learner is not read.
    fs::File::create(&path).unwrap().set_len(1 << 40).unwrap();
    assert!(refused(&db, text, 6).contains("more than any learner"));
}

/// Types lines against the learner in a file.
fn play(db: &Db, path: &Path, options: &[&str], lines: &str) -> String {
    let args = [
        "play",
        "--db",
        db.text(),
        "--board",
        "matrix",
        "--opponent",
        path.to_str().unwrap(),
    ];
    run_with(&[&args, options].concat(), lines).done()
}

#[test]
fn an_opponent_learns_from_the_games_played_against_it() {
    // On three vertices a game is two moves: who is second wins.
    let db = solved("triangle", 3, &[]);
    let path = taught(&db, "it", "10");
    let before = Learned::read(&path);
    let said = play(&db, &path, &[], "0-1\nnew\n1-2\nundo\n0-2\nquit\n");
    assert!(
        said.contains("the opponent has learned from 10 games, and learns from this one\n"),
        "{said}"
    );
    // What was taken back and ended again is one game.
    assert_eq!(
        said.matches("the opponent has learned from this game").count(),
        2,
        "{said}"
    );
    let after = Learned::read(&path);
    assert_eq!(after.games, 12);
    assert_eq!(after.history, before.history);
    let visits = |learned: &Learned| learned.table.values().map(|entry| entry.1).sum::<u32>();
    assert_eq!(visits(&after), visits(&before) + 4);
    // Nothing is learned from a game that is not finished, and nothing unless it is wanted.
    for (options, lines) in [(&[][..], "quit\n"), (&["--no-learning"], "0-1\n"), (&["--second"], "")] {
        play(&db, &path, options, lines);
        assert_eq!(Learned::read(&path), after, "{lines}");
    }
    let args = ["play", "--db", db.text(), "--opponent", path.to_str().unwrap()];
    run(&[&args[..], &["--strength", "casual"]].concat()).usage();
    run(&["play", "--db", db.text(), "--no-learning"]).usage();
}

#[test]
fn a_learner_of_two_colours_is_played_and_taught() {
    for (game, n) in [("ramsey-lose:K3", 3), ("sim-plus", 3), ("ramsey-achieve:P3", 3)] {
        let db = solved(game, n, &[]);
        let path = taught(&db, "it", "30");
        let lines: String = ["0-1", "0-2", "1-2"].map(|edge| format!("{edge}\n")).concat();
        let said = play(&db, &path, &[], &lines);
        assert!(said.contains("has learned from this game"), "{game}: {said}");
        assert_eq!(Learned::read(&path).games, 31, "{game}");
    }
}

#[test]
fn the_table_and_the_object_say_the_same() {
    let db = solved("sim", 5, &[]);
    let said = learn(&db, &["--games", "35", "--json"]).json();
    let table = learn(&db, &["--games", "35"]).done();
    assert_eq!(
        (&said["game"], &said["n"], &said["first_player"], &said["stopped"]),
        (&json!("ramsey-lose:K3"), &json!(5), &json!("T"), &json!(false))
    );
    let rows = said["strength"].as_array().unwrap();
    assert_eq!(
        rows.iter()
            .map(|row| row["games"].as_u64().unwrap())
            .collect::<Vec<_>>(),
        [0, 10, 30, 35]
    );
    for row in rows {
        let words = [
            format!("{} of {}", row["won"], row["played"]),
            format!("{} of {}", row["right"], row["asked"]),
        ];
        let is_row = |line: &&str| line.trim_start().starts_with(&format!("{} ", row["games"]));
        let line = table.lines().find(is_row).expect(&table);
        assert!(words.iter().all(|words| line.contains(words)), "{line}: {row}");
    }
    assert!(
        table.contains(&format!("\n{} positions known after 35 games\n", said["positions"])),
        "{table}"
    );
}
