//! A disk that cannot be read, too few open files, no memory or right to look: every command, each of its calls that
//! read failing in turn.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Error, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::Command;

use shared::faults::Watched;
use shared::faults::disturb::{Counts, Disturbed, Fault, What, count, disturb};
use shared::faults::trace::{Call, Kind, READING};
use shared::process::{Db, Ran, command, copy_tree, edit, everything, shell, stand_in_engine, wait_until};
use shared::server::{Response, Server, encoded};
use shared::{faults, process};

/// Number of vertices: ten levels, the highest with one position.
const N: u32 = 6;

/// What stands for the database's folder and for a file beside it in the arguments.
const DB: &str = "DB";
const OUT: &str = "OUT";
/// What stands for the engine of pages.
const ENGINE: &str = "ENGINE";

/// Commands that read, each with what it is asked.
const COMMANDS: [&[&str]; 28] = [
    &["query", "--db", DB, "0-1,1-2", "0-1", "E???"],
    &["query", "--db", DB, "--json", "E?Bw", "0-1,1-2,2-3,3-4,4-5"],
    &["moves", "--db", DB, "0-1,2-3"],
    &["play", "--db", DB, "--board", "matrix"],
    &["learn", "--db", DB, "--games", "3", "--out", "OUT.learner"],
    &["draw", "--db", DB, "--tree", "3", "--out", "OUT.svg"],
    &["stats", "--db", DB],
    &["stats", "--db", DB, "--format", "csv"],
    &["stats", "--db", DB, "--format", "json"],
    &["stats", "--db", DB, "--format", "latex"],
    &["stats", "--db", DB, "--plot", "OUT.svg"],
    &["info", "--db", DB],
    &["info", "--db", DB, "--json"],
    &["verify", "--db", DB],
    &["verify", "--db", DB, "--sample", "5"],
    &["verify", "--db", DB, "--full"],
    &["positions", "--db", DB, "--format", "csv"],
    &["positions", "--db", DB, "--out", "OUT.parquet"],
    &["sample", "--db", DB, "--level", "5", "--count", "3"],
    &["sample", "--db", DB, "--level", "5", "--out", "OUT.csv"],
    &["examples", "--db", DB],
    &["export", "--db", DB, "--out", OUT],
    &["export", "--db", DB, "--archive", "OUT.tar"],
    &["export", "--db", DB, "--engine", ENGINE, "--site", OUT],
    &["report", "--db", DB, "--out", "OUT.html"],
    &["prove", "--db", DB, "--proof", "OUT.proof"],
    &["repair", "--db", DB, "--dry-run"],
    &["repair", "--db", DB],
];

/// What is injected at calls of a kind.
fn errors(kind: Kind) -> &'static [i32] {
    match kind {
        Kind::Open => &[libc::EMFILE, libc::EIO, libc::ENFILE, libc::EACCES, libc::ENOMEM],
        Kind::Read => &[libc::EIO],
        Kind::Map => &[libc::ENOMEM, libc::ENFILE],
        Kind::Look => &[libc::EIO, libc::ENOMEM, libc::EACCES],
        Kind::List => &[libc::EIO, libc::EMFILE],
        other => panic!("{other:?} changes files"),
    }
}

/// The words of the system.
fn words(errno: i32) -> String {
    let text = Error::from_raw_os_error(errno).to_string();
    text.split(" (os error").next().unwrap().to_string()
}

/// Whether a sentence says why; RocksDB and its binding keep to themselves why they could not look at a file.
fn is_reported(sentence: &str, errno: i32) -> bool {
    sentence.contains(&words(errno)) || sentence.contains("denies access")
}

fn run(db: &Db, args: &[&str], fault: Option<&str>) -> Watched {
    let [db_text, out] = [db.text().to_string(), db.root().join("above/out").display().to_string()];
    let args: Vec<String> = args
        .iter()
        .map(|arg| {
            arg.replace(DB, &db_text)
                .replace(OUT, &out)
                .replace(ENGINE, stand_in_engine())
        })
        .collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut command = command(&args);
    command
        .env("RETROGRAPH_FAULTS_READS", "1")
        .env("RAYON_NUM_THREADS", "1");
    faults::watch_words(db, command, fault)
}

fn run_with(db: &Db, args: &[&str], fault: Option<&Fault>) -> Watched {
    run(db, args, fault.map(Fault::to_string).as_deref())
}

/// A database of its own.
fn copy(of: &Db) -> Db {
    let db = Db::in_memory();
    copy_tree(of.path(), db.path());
    db
}

/// The folder around a database, and what was printed, its name left out.
type Seen = (BTreeMap<PathBuf, Option<Vec<u8>>>, String);

fn seen(db: &Db, ran: &Ran) -> Seen {
    let mut content = everything(db.root());
    // The text of the lock is gone when nobody holds it; `saturated` times of a log are not there.
    content.retain(|path, _| !path.ends_with("db/lock") && !path.ends_with("db/tmp"));
    let out = ran.out.replace(db.root().to_str().unwrap(), "ROOT");
    // `verify --json` and progress would say times; nothing here does.
    (content, out)
}

/// What a command does undisturbed, and its calls.
struct Usual {
    args: &'static [&'static str],
    seen: Seen,
    calls: Vec<Call>,
}

fn usual(args: &'static [&'static str], before: &Db) -> Usual {
    let db = copy(before);
    let Watched { ran, calls } = run(&db, args, None);
    assert_eq!(ran.code, Some(0), "{args:?}: {ran:?}");
    let seen = seen(&db, &ran);
    Usual { args, seen, calls }
}

/// Judges how a command ends one of whose calls failed, or that and all after it, and what it leaves.
fn judge(usual: &Usual, before: &Db, disturbed: &Disturbed) {
    let Disturbed { fault, ran, db, .. } = disturbed;
    let Some(hit) = disturbed.hit() else { return };
    let (errno, how) = (fault.errno(), format!("{:?} with {disturbed}", usual.args));
    let seen = seen(db, ran);
    if ran.code == Some(0) && usual.args[0] == "info" && hit.path.ends_with("lock") {
        // The rest is true.
        assert!(
            ran.out.contains(&words(errno)) || ran.out.contains("\"working\":null"),
            "{how}"
        );
        return;
    }
    if ran.code == Some(0) {
        // Where the call did not matter.
        assert_eq!(seen.1, usual.seen.1, "{how}");
        assert!(seen.0 == usual.seen.0, "{how}");
        return;
    }
    assert_eq!(ran.code, Some(1), "{how}");
    assert!(usual.seen.1.starts_with(&seen.1), "{how}");
    let sentence = ran.err.strip_prefix("retrograph: ").expect(&how);
    let sentence = sentence.strip_suffix('\n').expect(&how);
    assert!(!sentence.contains('\n') && is_reported(sentence, errno), "{how}");
    assert!(!sentence.contains("damaged") && !sentence.contains("panicked"), "{how}");
    // Before there is a database nothing is checked.
    if usual.args[0] == "verify" && !hit.path.ends_with("retrograph.json") {
        assert!(sentence.contains("The check is incomplete"), "{how}");
    }
    // Where no folder can be listed any more, a folder cannot be removed.
    if usual.args[0] == "export" && matches!(fault.what, What::On(_)) {
        return;
    }
    let mut left = everything(db.root());
    left.retain(|path, _| !path.ends_with("db/lock") && !path.ends_with("db/tmp"));
    let mut due = everything(before.root());
    due.retain(|path, _| !path.ends_with("db/lock") && !path.ends_with("db/tmp"));
    let names = |content: &BTreeMap<PathBuf, Option<Vec<u8>>>| content.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&left), names(&due), "{how}");
    assert!(left == due, "{how}");
}

/// Fails at every `step`th call of each kind and command, with each error in turn.
fn fail_everywhere(step: usize) {
    let before = Db::in_memory();
    before.solve(N, &["--threads", "1"]).done();
    let (mut all, mut stops) = (Counts::default(), BTreeMap::<&str, usize>::new());
    for (at, args) in COMMANDS.into_iter().enumerate() {
        let usual = usual(args, &before);
        let run = |db: &Db, fault: Option<&Fault>| run_with(db, args, fault);
        let judge = |disturbed: &Disturbed| judge(&usual, &before, disturbed);
        // Other commands, other calls and errors.
        let mut faults = vec![];
        for kind in READING {
            let count = count(&usual.calls, kind);
            let first = 1 + (7 * at) % step.min(count.max(1));
            let whats = [What::Once, What::Once, What::On].iter().cycle();
            let whats = errors(kind).iter().cycle().skip(at).zip(whats);
            let sites = (first..=count).step_by(step).zip(whats);
            faults.extend(sites.map(|(number, (&errno, what))| Fault::at(kind, number, what(errno))));
        }
        let counts = disturb(&faults, || copy(&before), run, judge);
        *stops.entry(args[0]).or_default() += counts.ended();
        all.add(&counts);
    }
    println!("{all}; {stops:?}");
    assert!(stops.values().all(|&stops| stops > 0), "{stops:?}");
}

#[test]
fn a_failing_read_ends_a_command_with_a_sentence_and_no_word_of_damage() {
    fail_everywhere(41);
}

#[test]
#[ignore = "takes long: every call of every command"]
fn every_failing_read_ends_a_command_with_a_sentence_and_no_word_of_damage() {
    fail_everywhere(1);
}

/// Solving below levels that are there, and making a level again: what fails to be read stops it, and the same command
/// ends with the same bytes.
fn go_on_everywhere(step: usize) {
    let whole = Db::in_memory();
    whole.solve(N, &["--threads", "1"]).done();
    let content = whole.content();
    let half = Db::in_memory();
    half.solve(N, &["--threads", "1", "--down-to", "5"]).done();
    let damaged = copy(&whole);
    edit(&damaged.level(4).join("labels"), |bytes| bytes[20] ^= 1);
    let solve: &[&str] = &["solve", "triangle", "-n", "6", "--db", DB, "--threads", "1"];
    let repair: &[&str] = &["repair", "--db", DB, "--threads", "1"];
    for (before, args) in [(&half, solve), (&damaged, repair)] {
        let run = |db: &Db, fault: Option<&Fault>| run_with(db, args, fault);
        let Watched { ran, calls } = run(&copy(before), None);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let mut faults = vec![];
        for kind in READING {
            let numbers = (1..=count(&calls, kind)).step_by(step);
            let sites = numbers.zip(errors(kind).iter().cycle());
            faults.extend(sites.map(|(number, &errno)| Fault::at(kind, number, What::Once(errno))));
        }
        let counts = disturb(
            &faults,
            || copy(before),
            run,
            |disturbed| {
                let Disturbed { fault, ran, db, .. } = disturbed;
                if disturbed.hit().is_none() {
                    return;
                }
                if ran.code != Some(0) {
                    let sentence = ran.clone().refused(1);
                    let is_reported = is_reported(&sentence, fault.errno()) && !sentence.contains("damaged");
                    assert!(is_reported, "{disturbed}");
                }
                // A status that could not be removed is removed by the next run.
                if ran.code != Some(0) || db.path().join("status.json").exists() {
                    let again = run(db, None).ran;
                    assert_eq!(again.code, Some(0), "{disturbed}, then {again:?}");
                }
                db.assert_same_bytes(&content, disturbed);
            },
        );
        println!("{}: {} faults, {counts}", args[0], faults.len());
        assert!(counts.ended() > faults.len() / 2);
    }
}

#[test]
fn a_failing_read_stops_a_run_that_goes_on_and_nothing_is_lost() {
    go_on_everywhere(37);
}

#[test]
#[ignore = "takes long: every call of two runs"]
fn every_failing_read_stops_a_run_that_goes_on_and_nothing_is_lost() {
    go_on_everywhere(1);
}

#[test]
fn reads_that_are_short_are_continued() {
    let before = Db::in_memory();
    before.solve(N, &["--threads", "1"]).done();
    for args in COMMANDS {
        let usual = usual(args, &before);
        for fault in ["read 1 short odd", "read 2 short odd"] {
            let db = copy(&before);
            let watched = run(&db, args, Some(fault));
            assert_eq!(watched.ran.code, Some(0), "{args:?}, {fault}: {:?}", watched.ran);
            let seen = seen(&db, &watched.ran);
            assert_eq!(seen.1, usual.seen.1, "{args:?}, {fault}");
            assert!(seen.0 == usual.seen.0, "{args:?}, {fault}");
        }
    }
}

/// A server that cannot read a database does not start.
#[test]
fn a_server_starts_or_says_why_not() {
    let before = Db::in_memory();
    before.solve(N, &["--threads", "1"]).done();
    let mut stops = 0;
    for (kind, errno) in [
        (Kind::Open, libc::EMFILE),
        (Kind::Read, libc::EIO),
        (Kind::List, libc::EIO),
        (Kind::Look, libc::EIO),
    ] {
        for number in (1..200).step_by(4) {
            let db = copy(&before);
            let fault = format!("{} {number} {errno} once", kind.name());
            let mut server = command(&["serve", "--port", "0", "--db", db.text()]);
            server.env("RETROGRAPH_FAULTS_READS", "1");
            let watched = faults::watch_server(&db, server, &fault);
            if watched.hit().is_none() {
                break;
            }
            let ran = watched.ran;
            if ran.out.starts_with("http://") {
                assert_eq!((ran.code, &ran.err[..]), (Some(0), ""), "{fault}: {ran:?}");
            } else {
                let sentence = ran.refused(1);
                assert!(
                    is_reported(&sentence, errno) && !sentence.contains("damaged"),
                    "{fault}: {sentence}"
                );
                stops += 1;
            }
        }
    }
    assert!(stops > 5, "{stops}");
}

/// Few open files are no damage.
#[test]
fn too_few_files_are_reported_as_such() {
    let db = Db::solved(N, &[]);
    for (limit, args) in [(4, ""), (4, "--full"), (4, "--sample 3")] {
        let script = format!("ulimit -n {limit}; exec \"$0\" verify --db \"$1\" {args}");
        let sentence = shell(&script, &[db.text()]).refused(1);
        assert!(sentence.contains("Too many open files"), "{sentence}");
        assert!(
            sentence.contains("Raise the limit on open files (ulimit -n)."),
            "{sentence}"
        );
        assert!(sentence.contains("The check is incomplete"), "{sentence}");
    }
}

/// Clients that take all files of a server have it say that it is busy; when they are gone, it answers.
#[test]
fn a_server_out_of_files_is_busy_and_recovers() {
    let db = Db::solved(N, &[]);
    let script = r#"ulimit -n 40; exec "$0" serve --port 0 --db "$1""#;
    let mut limited = Command::new("sh");
    limited.args(["-c", script, process::program(), db.text()]);
    let server = Server::of_command(limited);
    let value = format!("/api/databases/db/value?position={}", encoded("0-1,1-2"));
    let mut first = server.connect();
    let mut ask = |path: &str| {
        let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        first.write_all(request.as_bytes()).unwrap();
        Response::read_one(&mut first)
    };
    // Answered, so that the connection has its file.
    assert_eq!(ask("/api/databases").status, 200);
    let crowd: Vec<TcpStream> = (0..60).map(|_| server.connect()).collect();
    let files = format!("/proc/{}/fd", server.process());
    wait_until("the crowd takes all files", || {
        fs::read_dir(&files).unwrap().count() >= 40
    });
    let busy = ask(&value);
    assert_eq!(busy.status, 503, "{}", busy.body);
    let error = &busy.json()["error"];
    assert_eq!(error["code"], "busy");
    assert!(
        error["message"].as_str().unwrap().contains("Too many open files"),
        "{error}"
    );
    drop(crowd);
    wait_until("the server answers", || {
        let answer = ask(&value);
        let is_busy = answer.status != 200;
        assert!(!is_busy || answer.json()["error"]["code"] == "busy", "{}", answer.body);
        !is_busy
    });
}
