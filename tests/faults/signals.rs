//! SIGINT and SIGTERM: a clean end at any instant, from which the same command goes on to the same bytes.

use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};

use retrograph_referee::rng::SplitMix64;
use shared::faults::disturb::{Fault, What};
use shared::faults::{Watched, watch};
use shared::process::{Db, Ran, command, everything, send, stand_in_engine, start};

const STOPPED: i32 = 10;

fn stop_again_and_again(n: u32, options: &[&str], seed: u64) {
    let whole = Db::unborn();
    let order = n.to_string();
    let run = |db: &Db, fault: Option<&Fault>| {
        let args = ["solve", "triangle", "-n", &order, "--db", db.text()];
        watch(db, command(&[&args, options].concat()), fault)
    };
    let Watched { ran, calls } = run(&whole, None);
    ran.done();
    // The lock is taken after the signals are.
    let locked = 1 + calls.iter().position(|call| call.path.ends_with("lock")).unwrap();
    let expected = whole.content();
    let stats = whole.run("stats", &["--format", "csv"]).done();
    let mut rng = SplitMix64::new(seed);
    let mut stops = Vec::new();
    let db = Db::unborn();
    // Ever longer: a run that stops always before it has sealed a level would never end.
    for step in 0..100 {
        let number = locked + rng.below(calls.len() / 5) + calls.len() * step / 50;
        let what = [What::Interrupt, What::Terminate][rng.below(2)];
        let kind = None;
        let ran = run(&db, Some(&Fault { kind, number, what })).ran;
        if ran.code == Some(0) {
            break;
        }
        let sentence = ran.refused(STOPPED);
        assert!(
            sentence.starts_with("stopped on request") && sentence.contains("run the same command again"),
            "{sentence}"
        );
        // The lock is let go of, and what is seen is sealed and right.
        assert_eq!(std::fs::read(db.path().join("lock")).unwrap(), b"");
        let seen = db.run("stats", &["--format", "csv"]).done();
        assert!(stats.starts_with(&seen), "{seen}");
        assert!(db.run("verify", &[]).done().ends_with(" sound\n"));
        stops.push(seen.lines().count() - 1);
    }
    println!("n = {n} {options:?}: stopped with so many levels sealed: {stops:?}");
    assert!(stops.len() >= 2);
    db.solve(n, options).done();
    db.assert_same_bytes(&expected, format!("stopped with {stops:?} levels"));
}

#[test]
fn a_signal_at_any_instant_stops_cleanly() {
    stop_again_and_again(11, &[], 1);
    stop_again_and_again(11, &["--keep", "labels", "--threads", "3"], 2);
}

#[test]
#[ignore = "minutes"]
fn signals_at_many_instants() {
    for seed in 10..30 {
        stop_again_and_again(11, &[], seed);
    }
    for seed in 30..40 {
        stop_again_and_again(12, &["--memory", "88MiB"], seed);
    }
}

#[test]
fn a_second_signal_kills() {
    // Both are there before the run can ask: it cannot while it is halted.
    let db = Db::unborn();
    let child = db.start(12, &[]);
    db.wait_until_locked();
    send(libc::SIGSTOP, &child);
    send(libc::SIGINT, &child);
    send(libc::SIGTERM, &child);
    send(libc::SIGCONT, &child);
    let status = child.wait_with_output().unwrap().status;
    let signal = status.signal().expect("killed");
    assert!([libc::SIGINT, libc::SIGTERM].contains(&signal), "{status}");
    db.solve(12, &[]).done();
}

/// Commands that write beside a database, each with the name of what it writes; those that keep what they have done end
/// with exit code 10 instead of by the signal.
type Writer = (&'static str, &'static [&'static str], bool);

const WRITERS: [Writer; 10] = [
    ("p.parquet", &["positions", "--db", "DB", "--out", "OUT"], false),
    (
        "s.csv",
        &[
            "sample", "--db", "DB", "--level", "18", "--count", "100000", "--out", "OUT",
        ],
        false,
    ),
    ("values", &["export", "--db", "DB", "--out", "OUT"], false),
    ("values.tar", &["export", "--db", "DB", "--archive", "OUT"], false),
    (
        "site",
        &["export", "--db", "DB", "--engine", "ENGINE", "--site", "OUT"],
        false,
    ),
    ("r.html", &["report", "--db", "DB", "--out", "OUT"], false),
    (
        "l.learner",
        &["learn", "--db", "DB", "--games", "1000000", "--out", "OUT"],
        true,
    ),
    ("t.proof", &["prove", "triangle", "-n", "13", "--proof", "OUT"], true),
    ("v.proof", &["prove", "--db", "DB", "--proof", "OUT"], true),
    // Its draft lies in the folder for temporary files.
    ("retrograph-calibration", &["estimate", "triangle", "-n", "15"], false),
];

/// The command, with its paths in place.
fn writing(db: &Db, (out, args, _): Writer) -> Command {
    let path = db.root().join(out);
    let args: Vec<&str> = args
        .iter()
        .map(|&arg| match arg {
            "DB" => db.text(),
            "OUT" => path.to_str().unwrap(),
            "FOLDER" => db.root().to_str().unwrap(),
            "ENGINE" => stand_in_engine(),
            arg => arg,
        })
        .collect();
    let mut command = command(&args);
    command.env("TMPDIR", db.root());
    command
}

/// Starts the command, waits until its draft is there, and sends it the signal. Returns the draft and how the command
/// ended; `None` when it had ended before.
fn signalled(db: &Db, writer: Writer, signal: i32) -> Option<(String, Option<i32>)> {
    let quiet = || Stdio::null();
    let mut child = writing(db, writer).stdout(quiet()).stderr(quiet()).spawn().unwrap();
    let draft = loop {
        if let Some(draft) = drafts(db).pop() {
            break draft;
        }
        if child.try_wait().unwrap().is_some() {
            return None;
        }
    };
    send(signal, &child);
    let status = child.wait().unwrap();
    let is_over = status.code() == Some(0);
    (!is_over).then(|| (draft, status.code()))
}

/// The names of what is not finished beside the database.
fn drafts(db: &Db) -> Vec<String> {
    let names = std::fs::read_dir(db.root()).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names
        .filter(|name| name.starts_with('.') && name.ends_with(".tmp"))
        .collect()
}

fn remove(path: &Path) {
    let _ = std::fs::remove_file(path);
    let _ = std::fs::remove_dir_all(path);
}

#[test]
fn a_signal_leaves_no_draft_behind() {
    let db = Db::solved(12, &[]);
    let before = everything(db.root());
    for writer in WRITERS {
        let (out, _, keeps) = writer;
        let path = db.root().join(out);
        let whole = (!keeps).then(|| {
            assert!(writing(&db, writer).output().unwrap().status.success(), "{out}");
            let whole = everything(db.root());
            remove(&path);
            whole
        });
        let mut hits = 0;
        for turn in 0..40 {
            let signal = [libc::SIGINT, libc::SIGTERM][turn % 2];
            if let Some((_, code)) = signalled(&db, writer, signal) {
                assert_eq!(code, if keeps { Some(STOPPED) } else { None }, "{out}");
                match &whole {
                    // The signal came between the file's last name and the end of the process.
                    Some(whole) if path.exists() => assert!(everything(db.root()) == *whole, "{out}"),
                    _ => hits += 1,
                }
            }
            assert_eq!(drafts(&db), [""; 0], "{out}");
            remove(&path);
            if hits == 2 {
                break;
            }
        }
        assert_eq!(hits, 2, "{out} was too quick");
    }
    assert!(everything(db.root()) == before);
}

#[test]
fn the_next_run_removes_what_a_killed_one_left_and_names_it() {
    let db = Db::solved(12, &[]);
    let before = everything(db.root());
    for writer in WRITERS {
        let (out, args, _) = writer;
        let left = (0..40).find_map(|_| {
            let left = signalled(&db, writer, libc::SIGKILL).filter(|(draft, _)| drafts(&db).contains(draft));
            remove(&db.root().join(out));
            left
        });
        let (draft, _) = left.expect(out);
        // A run for another file leaves it alone.
        let other = db.root().join("other.csv");
        db.run("positions", &["--level", "3", "--out", other.to_str().unwrap()])
            .done();
        std::fs::remove_file(other).unwrap();
        assert_eq!(drafts(&db), [&draft[..]]);
        let args: Vec<String> = args
            .iter()
            .map(|&arg| match arg {
                "DB" => db.text().into(),
                "OUT" => db.root().join(out).to_string_lossy().into_owned(),
                "ENGINE" => stand_in_engine().into(),
                "FOLDER" => db.root().to_string_lossy().into_owned(),
                // The shortest that ends by itself.
                "13" => "10".into(),
                "1000000" => "1".into(),
                arg => arg.into(),
            })
            .collect();
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let ran = Ran::of(command(&args).env("TMPDIR", db.root()).output().unwrap());
        assert_eq!(ran.code, Some(0), "{out}: {}", ran.err);
        let sentence = format!(
            "retrograph: removed {}, which a killed run left\n",
            db.root().join(&draft).display()
        );
        assert!(ran.err.contains(&sentence), "{out}: {}", ran.err);
        assert_eq!(drafts(&db), [""; 0], "{out}");
        remove(&db.root().join(out));
    }
    assert!(everything(db.root()) == before);
}

/// Two runs that write the same file do not take each other's draft for a leftover.
#[test]
fn drafts_of_living_runs_stay() {
    let db = Db::solved(10, &[]);
    let out = db.root().join("it");
    let args = [
        "learn",
        "--db",
        db.text(),
        "--games",
        "100000000",
        "--out",
        out.to_str().unwrap(),
    ];
    let child = start(&args);
    db.wait_until("a draft", || !drafts(&db).is_empty());
    let draft = drafts(&db);
    db.run(
        "positions",
        &["--level", "3", "--format", "graph6", "--out", out.to_str().unwrap()],
    )
    .done();
    assert_eq!(drafts(&db), draft);
    send(libc::SIGTERM, &child);
    // The other one has come first, and nothing is ever overwritten unasked.
    let ran = Ran::of(child.wait_with_output().unwrap());
    assert_eq!(ran.code, Some(2));
    assert_eq!(drafts(&db), [""; 0]);
}
