//! Limits that the system sets: sizes of files, memory, threads, a folder that is only read, a clock that is far off.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;

use rayon::prelude::*;
use shared::faults;
use shared::in_parallel;
use shared::process::{Db, Ran, edit, everything, program, run, shell, shell_command, stand_in_engine};
use shared::server::until_it_listens;

/// Commands that read a database, `DB`, and what they are asked.
const READING: [&[&str]; 21] = [
    &["query", "--db", "DB", "0-1,1-2", "0-1"],
    &["moves", "--db", "DB", "0-1,2-3"],
    &["draw", "--db", "DB", "--line", "--out", "OUT.tex"],
    &["play", "--db", "DB", "--board", "matrix"],
    &["learn", "--db", "DB", "--games", "3", "--out", "OUT.learner"],
    &["stats", "--db", "DB"],
    &["stats", "--db", "DB", "--format", "csv"],
    &["stats", "--db", "DB", "--plot", "OUT.svg"],
    &["info", "--db", "DB"],
    &["verify", "--db", "DB"],
    &["verify", "--db", "DB", "--sample", "5"],
    &["verify", "--db", "DB", "--full"],
    &["positions", "--db", "DB", "--format", "csv"],
    &["positions", "--db", "DB", "--out", "OUT.parquet"],
    &["sample", "--db", "DB", "--level", "5", "--count", "3"],
    &["examples", "--db", "DB"],
    &["export", "--db", "DB", "--out", "OUT"],
    &["export", "--db", "DB", "--archive", "OUT.tar"],
    &["export", "--db", "DB", "--engine", "ENGINE", "--site", "OUT"],
    &["report", "--db", "DB", "--out", "OUT.html"],
    &["repair", "--db", "DB", "--dry-run"],
];

/// Commands that write or compute.
const OTHERS: [&[&str]; 5] = [
    &["solve", "triangle", "-n", "8", "--db", "OUT"],
    &["solve", "sim", "--db", "OUT", "--down-to", "12", "--threads", "8"],
    &["estimate", "triangle", "-n", "12", "--no-calibration"],
    &["estimate", "sim", "--samples", "2000"],
    &["games"],
];

/// Provers of all families and what else searches or reads a proof, on several threads: each prints its answer alone.
const PROVERS: [&[&str]; 9] = [
    &["prove", "triangle", "-n", "9", "--memory", "256MiB"],
    &["prove", "avoid:C4", "-n", "7", "--threads", "3"],
    &["prove", "maker-breaker:hamilton-path", "-n", "6", "--threads", "3"],
    &["prove", "online-ramsey:K3,P4", "--threads", "3"],
    &["prove", "ramsey-achieve:C4", "-n", "6", "--threads", "3"],
    &[
        "fewest-edges",
        "maker-breaker:hamilton-path",
        "-n",
        "5",
        "--threads",
        "3",
    ],
    &["check-proof", "PROOF", "--threads", "3"],
    &["check-game", "triangle", "-n", "5"],
    &["check-game", "sim", "-n", "4"],
];

/// Ends by a signal, which it gets when it listens.
const SERVING: &[&str] = &[
    "serve",
    "--db",
    "DB",
    "--proof",
    "PROOF",
    "--port",
    "0",
    "--threads",
    "3",
];

fn filled(args: &[&str], db: &Db, out: &str) -> Vec<String> {
    let proof = db.root().join("x.proof").display().to_string();
    args.iter()
        .map(|arg| {
            arg.replace("DB", db.text())
                .replace("OUT", out)
                .replace("PROOF", &proof)
                .replace("ENGINE", stand_in_engine())
        })
        .collect()
}

fn names(db: &Db) -> BTreeSet<PathBuf> {
    everything(db.root()).into_keys().collect()
}

/// 512 bytes: less than any file that is written here.
#[test]
fn a_limit_on_the_size_of_files_is_reported_by_every_command_and_leaves_nothing() {
    let db = Db::solved(8, &[]);
    let before = names(&db);
    let out = db.root().join("out").display().to_string();
    for args in [
        &["export", "--db", "DB", "--out", "OUT"] as &[&str],
        &["export", "--db", "DB", "--archive", "OUT.tar"],
        &["export", "--db", "DB", "--engine", "ENGINE", "--site", "OUT"],
        &["report", "--db", "DB", "--out", "OUT.html"],
        &["stats", "--db", "DB", "--plot", "OUT.svg"],
        &["draw", "--db", "DB", "--tree", "3", "--out", "OUT.svg"],
        &[
            "prove",
            "maker-breaker:hamilton-cycle",
            "-n",
            "7",
            "--proof",
            "OUT.proof",
        ],
        &["positions", "--db", "DB", "--out", "OUT.csv"],
        &["learn", "--db", "DB", "--json", "--plot", "OUT.svg"],
        &["learn", "--db", "DB", "--json", "--out", "OUT.learner"],
        &["positions", "--db", "DB", "--out", "OUT.parquet"],
        &[
            "sample", "--db", "DB", "--level", "8", "--count", "60", "--out", "OUT.csv",
        ],
    ] {
        let args = filled(args, &db, &out);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let sentence = shell(r#"ulimit -f 1; exec "$0" "$@""#, &args).refused(1);
        assert!(sentence.contains("File too large"), "{args:?}: {sentence}");
        assert_eq!(names(&db), before, "{args:?}");
    }
    // Of a folder of pages none is there.
    let pages = db.root().join("pages").display().to_string();
    let sentence = shell(r#"ulimit -f 1; exec "$0" man --out "$1""#, &[&pages]).refused(1);
    assert!(sentence.contains("File too large"), "{sentence}");
    assert_eq!(everything(pages.as_ref()).len(), 0);
    // Standard output may be a file.
    let table = shell(
        r#"ulimit -f 1; exec "$0" positions --db "$1" > "$2""#,
        &[db.text(), &pages],
    );
    let table = if table.code == Some(2) {
        shell(
            r#"ulimit -f 1; exec "$0" positions --db "$1" > "$2.csv""#,
            &[db.text(), &pages],
        )
    } else {
        table
    };
    assert!(table.refused(1).contains("File too large"));
    let broken = Db::copy_of(&db);
    edit(&broken.level(6).join("labels"), |bytes| bytes[20] ^= 1);
    let sentence = shell(r#"ulimit -f 1; exec "$0" repair --db "$1""#, &[broken.text()]).refused(1);
    assert!(sentence.contains("File too large"), "{sentence}");
    assert!(
        sentence.contains("raise the limit on the size of files (ulimit -f)"),
        "{sentence}"
    );
    assert_eq!(broken.run("repair", &[]).code, Some(0));
    broken.assert_same_bytes(&db.content(), "repaired");
}

/// What a command gets little of.
#[derive(Clone, Copy, Debug)]
enum Scarce {
    /// So many kibibytes of address space.
    Space(u64),
    /// So many allocations; each later one fails.
    Memory(u64),
    /// So many threads beside the first.
    Threads(u64),
    /// All but one thread.
    OneThread(u64),
}

/// How a command ends that gets little of something, within two minutes.
fn within(scarce: Scarce, args: &[String]) -> Ran {
    let mut set = String::new();
    if let Scarce::Space(kibibytes) = scarce {
        set = format!("ulimit -v {kibibytes}; ");
    }
    let mut program = String::from(r#""$0" "$@""#);
    let fault = match scarce {
        Scarce::Space(_) => None,
        Scarce::Memory(most) => Some(format!("memory {} on", most + 1)),
        Scarce::Threads(most) => Some(format!("threads {} on", most + 1)),
        Scarce::OneThread(most) => Some(format!("threads {} once", most + 1)),
    };
    if let Some(fault) = fault {
        let library = faults::library();
        program = format!(
            "env LD_PRELOAD='{}' RETROGRAPH_FAULTS_SCARCE='{fault}' {program}",
            library.display()
        );
    }
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    // It hands on a signal that it gets.
    let command = shell_command(&format!("{set}exec timeout --foreground -k 5 120 {program}"), &args);
    match args[0] {
        "serve" => until_it_listens(command),
        _ => Ran::of({ command }.output().unwrap()),
    }
}

/// With a thousand threads for 20 small files, a check took 13 seconds to wake them all again and again.
#[test]
fn a_check_starts_no_more_threads_than_there_are_files() {
    let db = Db::solved(4, &[]);
    let args = ["verify", "--db", db.text(), "--threads", "1024"].map(String::from);
    let files = 4 * 5;
    // Two threads are not of the pool.
    let said = within(Scarce::Threads(files + 2), &args).done();
    assert!(said.ends_with(" sound\n"), "{said}");
}

/// The least amount with which the program starts.
fn least_to_start(scarce: fn(u64) -> Scarce) -> u64 {
    let starts = |amount| within(scarce(amount), &["--version".into()]).code == Some(0);
    let (mut fails, mut works) = (0, 1 << 20);
    assert!(starts(works));
    while works - fails > 1 + works / 1000 {
        let middle = (fails + works) / 2;
        if starts(middle) {
            works = middle;
        } else {
            fails = middle;
        }
    }
    works
}

/// A command with too little of something ends with a sentence; never killed, never in a panic, never not at all.
fn judge(args: &[String], scarce: Scarce, ran: &Ran) {
    let how = format!("{args:?} within {scarce:?}: {ran:?}");
    match ran.code {
        Some(0) => {}
        Some(1 | 9) => {
            // A library that aborts (glibc, RocksDB) has a line of its own before our sentence.
            let (before, sentence) = ran.err.split_once("retrograph: ").expect(&how);
            let is_of_a_library = ran.code == Some(9) && before.lines().count() == 1 && !before.contains("panicked");
            assert!(before.is_empty() || is_of_a_library, "{how}");
            let sentence = sentence.strip_suffix('\n').expect(&how);
            assert!(!sentence.contains('\n'), "{how}");
            let is_reported = ["memory", "Resource temporarily unavailable", "allocate", "thread"];
            assert!(is_reported.iter().any(|words| sentence.contains(words)), "{how}");
            assert!(!sentence.contains("damaged"), "{how}");
        }
        _ => panic!("{how}"),
    }
}

/// Every one of these commands with what is scarce, from `least` on and each time a `step`th and `more` besides, until
/// it works. Returns how many runs were refused.
fn squeeze(commands: &[&[&str]], scarce: fn(u64) -> Scarce, least: u64, step: u64, more: u64) -> u64 {
    let db = Db::solved(8, &[]);
    let proof = filled(&["PROOF"], &db, "").remove(0);
    assert_eq!(run(&["prove", "online-ramsey:K3,P4", "--proof", &proof]).code, Some(0));
    let counts: Vec<u64> = in_parallel(|| {
        (commands.par_iter().enumerate())
            .map(|(at, args)| {
                let usual = PROVERS.contains(args).then(|| {
                    let args = filled(args, &db, "");
                    run(&args.iter().map(String::as_str).collect::<Vec<_>>()).done()
                });
                let (mut amount, mut refused, mut worked) = (least, 0, 0);
                // A run that works once may still fail with a little more: what threads take differs.
                for number in 0.. {
                    let out = Db::unborn();
                    let args = filled(args, &db, out.root().join("out").to_str().unwrap());
                    let ran = within(scarce(amount), &args);
                    judge(&args, scarce(amount), &ran);
                    match ran.code {
                        Some(0) => worked += 1,
                        _ => refused += 1,
                    }
                    if let (Some(0), Some(usual)) = (ran.code, &usual) {
                        assert_eq!(&ran.out, usual, "{args:?} within {:?}", scarce(amount));
                    }
                    if worked == 3 {
                        break;
                    }
                    assert!(number < 10_000, "{args:?} does not work within {:?}", scarce(amount));
                    amount += amount / step + more * (1 + at as u64 % 7);
                }
                println!("{args:?} works within {:?} after {refused} refusals", scarce(amount));
                refused
            })
            .collect()
    });
    let refused = counts.iter().sum();
    println!("{:?} lets the program start; {refused} runs refused", scarce(least));
    refused
}

fn commands() -> Vec<&'static [&'static str]> {
    READING
        .into_iter()
        .chain(OTHERS)
        .chain(PROVERS)
        .chain([SERVING])
        .collect()
}

#[test]
fn too_little_memory_is_reported_by_every_command() {
    let least = least_to_start(Scarce::Space);
    assert!(squeeze(&commands(), Scarce::Space, least, 4, 4) > commands().len() as u64);
}

#[test]
#[ignore = "takes long: limits a hundredth apart"]
fn too_little_memory_is_reported_by_every_command_at_any_limit() {
    let least = least_to_start(Scarce::Space);
    assert!(squeeze(&commands(), Scarce::Space, least, 100, 4) > commands().len() as u64);
}

/// Limits a hundredth apart: the table fits, and the stack of a thread does not.
#[test]
fn a_prover_that_gets_no_stack_ends() {
    let least = least_to_start(Scarce::Space);
    let stacks = [PROVERS[0], PROVERS[1], PROVERS[4]];
    assert!(squeeze(&stacks, Scarce::Space, least, 100, 4) > 10);
}

#[test]
fn an_allocation_that_fails_is_reported_by_every_command() {
    let least = least_to_start(Scarce::Memory);
    assert!(squeeze(&commands(), Scarce::Memory, least, 8, 1) > 3 * commands().len() as u64);
}

#[test]
fn a_thread_that_is_not_granted_is_reported_by_every_command() {
    let threaded: Vec<_> = PROVERS
        .iter()
        .filter(|args| args.contains(&"--threads"))
        .copied()
        .collect();
    squeeze(&commands(), Scarce::Threads, 0, 100, 1);
    // What provers start by themselves may fail alone; libraries are refused by a limit, which stays.
    for scarce in [Scarce::Threads, Scarce::OneThread] {
        assert!(squeeze(&threaded, scarce, 0, 100, 1) >= threaded.len() as u64 / 2);
    }
}

/// Times that cannot be written are left out. (A clock before 1970, which Linux refuses, is tested beside
/// `clock::now`.)
#[test]
fn a_clock_that_is_far_off_ends_nothing() {
    for seconds in ["253402300799", "253402300800", "1000000000000000"] {
        let db = Db::in_memory();
        let out = db.root().join("above/out").display().to_string();
        let log = format!("{out}.log");
        let set = |args: &[&str], fault: Option<&str>| {
            let args = filled(args, &db, &out);
            let mut command = Command::new(program());
            command.args(&args).env("RETROGRAPH_FAULTS_CLOCK", seconds);
            faults::watch_words(&db, command, fault).ran
        };
        let solve = ["solve", "triangle", "-n", "5", "--db", "DB", "--log-file", &log];
        // Killed with the lock held, whose text stays.
        assert_eq!(set(&solve, Some("sync 12 kill once")).code, None);
        let info = set(&["info", "--db", "DB", "--json"], None).json();
        let since = &info["writer"]["since"];
        let is_reported = seconds == "253402300799";
        assert_eq!(since.is_string(), is_reported, "{seconds}: {info}");
        assert!(info["writer"]["process"].is_u64(), "{info}");
        assert!(set(&["info", "--db", "DB"], None).done().contains("was killed"));
        set(&solve, None).solved();
        assert!(set(&["verify", "--db", "DB"], None).done().ends_with(": sound\n"));
        assert!(
            set(&["solve", "triangle", "-n", "5", "--db", "OUT", "--log", "text"], None)
                .err
                .contains("run ends, done")
        );
        set(&["report", "--db", "DB", "--log", &log, "--out", "OUT.html"], None).done();
        set(&["export", "--db", "DB", "--out", "OUT-export"], None).done();
        let lines = std::fs::read_to_string(&log).unwrap();
        for line in lines.lines() {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(line["time"].is_string(), is_reported, "{line}");
            assert!(line["event"].is_string(), "{line}");
        }
        assert!(lines.contains("run_ends"), "{lines}");
    }
}

/// Where no file can be made or opened for writing, as on a disk that is only read, every command that reads answers as
/// elsewhere.
#[test]
fn a_folder_that_is_only_read_is_enough_for_commands_that_read() {
    let db = Db::solved(6, &[]);
    let damaged = Db::copy_of(&db);
    edit(&damaged.level(4).join("labels"), |bytes| bytes[20] ^= 1);
    let read_only = |db: &Db, args: &[String]| {
        let mut command = Command::new(program());
        command.args(args);
        let fault = format!("create 1 {} on", libc::EROFS);
        faults::watch_words(db, command, Some(&fault)).ran
    };
    for (db, code) in [(&db, 0), (&damaged, 6)] {
        for args in READING {
            let out = Db::unborn();
            let out = out.root().join("out").display().to_string();
            let args = filled(args, db, &out);
            let usual = run(&args.iter().map(String::as_str).collect::<Vec<_>>());
            if args.contains(&out) || args.iter().any(|arg| arg.starts_with(&out)) {
                // What is written lies elsewhere, and is there now.
                let again = Db::unborn();
                let args: Vec<String> = (args.iter())
                    .map(|arg| arg.replace(&out, again.root().join("out").to_str().unwrap()))
                    .collect();
                let ran = read_only(db, &args);
                assert_eq!(ran.code, usual.code, "{args:?}: {ran:?}");
                continue;
            }
            let ran = read_only(db, &args);
            assert_eq!(
                (ran.code, &ran.out, &ran.err),
                (usual.code, &usual.out, &usual.err),
                "{args:?}"
            );
        }
        assert_eq!(db.run("repair", &["--dry-run"]).code, Some(code));
    }
    // Nothing is written where nothing can be.
    let out = read_only(&db, &filled(&["stats", "--db", "DB", "--plot", "DB/a.svg"], &db, ""));
    assert!(out.refused(1).contains("Read-only file system"));
}
