//! A disk that refuses: full, broken, over quota, limited, at every call that changes it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

use rayon::prelude::*;
use retrograph::retro::Keep;
use shared::faults;
use shared::faults::sound::{Case, Expected};
use shared::faults::trace::{Call, KINDS, Kind};
use shared::process::{Db, least_memory, shell};

/// A fault at one site: the words of `RETROGRAPH_FAULT`.
type Site = (Kind, usize, i32, &'static str);

/// What an undisturbed run leaves, and its calls.
fn undisturbed(library: &Path, n: u32, options: &[&str]) -> (Expected, Vec<Call>) {
    let db = Db::in_memory();
    let run = faults::solve(library, &db, n, options, None);
    assert_eq!(run.ran.done(), "");
    let expected = Expected {
        case: Case::whole(n, Keep::Positions),
        content: db.content(),
    };
    (expected, run.calls)
}

/// What may fail without stopping the run, because nothing depends on it: reservations of space, hints, a sync of the
/// whole file system (each file is synced then), what is tidied away in a level that is not sealed yet (what is left goes when it is), the text of the lock file, and the status file.
fn is_harmless(call: &Call) -> bool {
    let name = call.path.file_name().unwrap_or_default().to_str().unwrap();
    match call.kind {
        _ if ["status.json", ".status.json.tmp"].contains(&name) => true,
        Kind::Allocate | Kind::Range | Kind::SyncAll => true,
        Kind::Write => name == "lock",
        Kind::Unlink => call.path.iter().any(|part| part == "positions" || part == "work"),
        Kind::Truncate => name == "lock" || call.path.iter().any(|part| part == "positions"),
        _ => false,
    }
}

/// Runs with the fault and judges how it ends and what it leaves; then without, which must complete. What was hit, and
/// whether that stopped the run.
fn fail_at(library: &Path, expected: &Expected, site: Site, options: &[&str]) -> Option<(Call, bool)> {
    let (kind, number, errno, again) = site;
    let db = Db::in_memory();
    let fault = format!("{} {number} {errno} {again}", kind.name());
    let run = faults::solve(library, &db, expected.case.n, options, Some(&fault));
    let hit = run.hit()?.clone();
    let is_locked = run
        .calls
        .iter()
        .take_while(|call| !call.injected)
        .any(|call| call.path.ends_with("lock"));
    let how = format!("{fault}: {hit}: {:?}", run.ran);
    let stopped = run.ran.code != Some(0);
    if stopped {
        let sentence = run.ran.refused(1);
        let is_full = [libc::ENOSPC, libc::EDQUOT].contains(&errno);
        assert_eq!(sentence.starts_with("The disk is full: "), is_full, "{how}");
        // Before the lock there is nothing to be kept.
        if is_full || is_locked {
            assert!(sentence.contains("Everything sealed so far is kept; "), "{how}");
            assert!(sentence.ends_with(" and run the same command again."), "{how}");
        }
    } else {
        assert!(is_harmless(&hit), "{how}");
        assert_eq!(run.ran.done(), "", "{how}");
    }
    let seen = expected.assert_prefix(db.path(), &how);
    assert!(stopped || seen == expected.levels(), "{how}");
    assert_eq!(db.solve(expected.case.n, options).done(), "", "{how}");
    db.assert_same_bytes(&expected.content, &how);
    Some((hit, stopped))
}

/// What is injected at calls of a kind, in turn.
fn errors(kind: Kind) -> &'static [(i32, &'static str)] {
    match kind {
        Kind::Write => &[(libc::ENOSPC, "on"), (libc::EIO, "once"), (libc::EDQUOT, "once")],
        Kind::Create | Kind::MakeFolder => &[(libc::ENOSPC, "on"), (libc::EIO, "once")],
        Kind::Sync => &[(libc::EIO, "once"), (libc::ENOSPC, "once")],
        Kind::Rename | Kind::Link => &[(libc::EIO, "once"), (libc::ENOSPC, "on")],
        _ => &[(libc::EIO, "once")],
    }
}

/// Fails at every `step`th call of every kind, with each error in turn.
fn fail_everywhere(n: u32, step: usize, options: &[&str]) {
    let Some(library) = faults::library() else { return };
    let (expected, calls) = undisturbed(&library, n, options);
    let sites = KINDS.into_iter().flat_map(|kind| {
        let count = calls.iter().filter(|call| call.kind == kind).count();
        let errors = errors(kind).iter().cycle();
        let numbers = (1..=count).step_by(step).zip(errors);
        numbers.map(move |(number, &(errno, again))| (kind, number, errno, again))
    });
    let sites: Vec<Site> = sites.collect();
    let hits = fail_at_all(&library, &expected, &sites, options);
    let writes = calls.iter().filter(|call| call.kind == Kind::Write).count() as u32;
    assert!(hits[&Kind::Write].0 >= writes / step as u32);
}

/// Fails at each of the sites; how many faults were hit and how many of these stopped the run, by kind.
fn fail_at_all(library: &Path, expected: &Expected, sites: &[Site], options: &[&str]) -> BTreeMap<Kind, (u32, u32)> {
    let hits = Mutex::new(BTreeMap::<Kind, (u32, u32)>::new());
    sites.par_iter().for_each(|&site| {
        if let Some((call, stopped)) = fail_at(library, expected, site, options) {
            let mut hits = hits.lock().unwrap();
            let (hit, stops) = hits.entry(call.kind).or_default();
            *hit += 1;
            *stops += u32::from(stopped);
        }
    });
    let hits = hits.into_inner().unwrap();
    println!("n = {}, faults hit and runs stopped by them: {hits:?}", expected.case.n);
    hits
}

#[test]
fn a_failing_call_stops_the_run_with_a_sentence_and_nothing_lost() {
    fail_everywhere(7, 17, &[]);
    // Each level by itself, written down at every opportunity.
    fail_everywhere(7, 31, &["--checkpoint", "0"]);
}

#[test]
#[ignore = "takes long: every call of a run"]
fn every_failing_call_stops_the_run_with_a_sentence_and_nothing_lost() {
    fail_everywhere(7, 1, &[]);
    fail_everywhere(7, 1, &["--checkpoint", "0"]);
}

/// With the least memory, of n = 13 down to a level whose records and items do not fit: writes of sorted runs and items.
#[test]
#[ignore = "takes long: n = 13"]
fn failing_writes_of_temporary_files_lose_nothing() {
    let Some(library) = faults::library() else { return };
    // Other threads go on: as many as there are processors.
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    let options = ["--memory", &least_memory(threads), "--down-to", "24"];
    let (expected, calls) = undisturbed(&library, 13, &options);
    let writes = (1..).zip(calls.iter().filter(|call| call.kind == Kind::Write));
    let temporary = |call: &Call| call.path.iter().any(|part| part == "tmp" || part == "work");
    let temporary: Vec<usize> = writes
        .filter(|(_, call)| temporary(call))
        .map(|(number, _)| number)
        .collect();
    // Runs of more than 900,000 records and items of more than 300,000 are many writes.
    assert!(temporary.len() > 200, "{} writes of temporary files", temporary.len());
    let errors = errors(Kind::Write).iter().cycle();
    let sample = temporary.iter().step_by(temporary.len() / 12).zip(errors);
    let sites: Vec<Site> = sample
        .map(|(&number, &(errno, again))| (Kind::Write, number, errno, again))
        .collect();
    let hits = fail_at_all(&library, &expected, &sites, &options);
    let sites = sites.len() as u32;
    assert_eq!(hits[&Kind::Write], (sites, sites));
}

#[test]
fn short_and_interrupted_writes_are_continued() {
    let Some(library) = faults::library() else { return };
    let (expected, calls) = undisturbed(&library, 7, &[]);
    for (fault, least) in [("write 1 short on", 2), ("write 1 4 odd", 1)] {
        let db = Db::in_memory();
        let run = faults::solve(&library, &db, 7, &[], Some(fault));
        assert_eq!(run.ran.done(), "");
        db.assert_same_bytes(&expected.content, fault);
        let writes = |calls: &[Call]| calls.iter().filter(|call| call.kind == Kind::Write).count();
        assert!(writes(&run.calls) > least * writes(&calls), "{fault}");
    }
}

/// 512 KiB are not enough for n = 11; when the file system grows, the same command completes.
#[test]
fn a_small_disk_fills_up() {
    let script = r#"
        mount -t tmpfs -o size=512k none "$1" || { echo not mounted; exit 77; }
        "$0" solve triangle -n 11 --db "$1/db"; echo "code $?" >&2
        "$0" verify --db "$1/db"; "$0" stats --db "$1/db" --format csv
        mount -o remount,size=64m "$1" && "$0" solve triangle -n 11 --db "$1/db" && cp -r "$1/db" "$2"
    "#;
    let (disk, db) = (tempfile::tempdir().unwrap(), Db::unborn());
    let inside = format!(
        "exec unshare -rm sh -c '{}' \"$0\" \"$@\"",
        script.replace('\'', "'\\''")
    );
    let ran = shell(&inside, &[disk.path().to_str().unwrap(), db.text()]);
    if !ran.out.contains("sound") && (ran.out.contains("not mounted") || ran.err.contains("unshare")) {
        println!("skipped: nothing may be mounted here: {}", ran.err);
        return;
    }
    let whole = Db::solved(11, &[]);
    let (sentence, code) = ran.err.split_once('\n').unwrap();
    assert!(sentence.starts_with("retrograph: The disk is full: "), "{ran:?}");
    assert!(
        sentence.ends_with("free some space and run the same command again."),
        "{ran:?}"
    );
    // Then comes what the run says that completes.
    assert!(code.starts_with("code 1\n"), "{ran:?}");
    let (verdict, table) = ran.out.split_once('\n').unwrap();
    assert!(verdict.ends_with(": sound"), "{ran:?}");
    let expected = whole.run("stats", &["--format", "csv"]).done();
    assert!(expected.starts_with(table) && table.lines().count() > 2, "{ran:?}");
    assert!(table.lines().count() < expected.lines().count(), "{ran:?}");
    db.assert_same_bytes(&whole.content(), "on a disk that was full");
}

/// A limit of a file's size is not answered by dying of SIGXFSZ.
#[test]
fn a_limit_on_the_size_of_files_is_told() {
    let db = Db::unborn();
    let script = r#"ulimit -f 16; exec "$0" solve triangle -n 11 --db "$1""#;
    let sentence = shell(script, &[db.text()]).refused(1);
    assert!(sentence.contains("too large"), "{sentence}");
    assert!(sentence.ends_with("run the same command again."), "{sentence}");
    assert!(db.run("verify", &[]).done().ends_with(": sound\n"));
    db.solve(11, &[]).done();
    db.assert_same_bytes(&Db::solved(11, &[]).content(), "after a limit");
}

/// The lock is what a file system without locks refuses; the disk is not at fault.
#[test]
fn a_file_system_without_locks_is_told() {
    let Some(library) = faults::library() else { return };
    let (expected, calls) = undisturbed(&library, 7, &[]);
    let mut creates = calls.iter().filter(|call| call.kind == Kind::Create);
    let number = 1 + creates.position(|call| call.path.ends_with("lock")).unwrap();
    for errno in [libc::ENOLCK, libc::ENOSYS] {
        let db = Db::in_memory();
        let fault = format!("create {number} {errno} once");
        let sentence = faults::solve(&library, &db, 7, &[], Some(&fault)).ran.refused(1);
        let advice = "use a folder on a file system that keeps locks (NFS with its lock service, Lustre with -o flock) and \
                      run the same command again.";
        assert!(sentence.ends_with(advice) && !sentence.contains("disk"), "{sentence}");
        db.solve(7, &[]).done();
        db.assert_same_bytes(&expected.content, "after a file system without locks");
    }
}
