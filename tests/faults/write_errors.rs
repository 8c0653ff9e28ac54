//! A disk that refuses: full, broken, over quota, limited, at every call that changes it.

use retro::Keep;
use shared::faults::disturb::{Counts, Disturbed, Fault, What, count, disturb, in_turn};
use shared::faults::sound::{Case, Expected};
use shared::faults::trace::{Call, KINDS, Kind};
use shared::faults::{self, Watched};
use shared::process::{Db, least_memory, shell};

/// What an undisturbed run leaves, and its calls.
fn undisturbed(n: u32, options: &[&str]) -> (Expected, Vec<Call>) {
    let db = Db::in_memory();
    let run = solve(&db, n, options, None);
    run.ran.solved();
    let expected = Expected {
        case: Case::whole(n, Keep::Positions),
        content: db.content(),
    };
    (expected, run.calls)
}

fn solve(db: &Db, n: u32, options: &[&str], fault: Option<&Fault>) -> Watched {
    faults::watch(db, faults::solving(db, n, options), fault)
}

/// What may fail without stopping the run, because nothing depends on it: reservations of space, hints, a sync of the
/// whole file system (each file is synced then), what is tidied away in a level that is not sealed yet (what is left
/// goes when it is), the text of the lock file, and the status file.
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

/// Judges how a run with a fault ends and what it leaves; the same command without it must complete.
fn judge(expected: &Expected, options: &[&str], disturbed: &Disturbed) {
    let Disturbed { ran, calls, db, .. } = disturbed;
    let Some(hit) = disturbed.hit() else { return };
    let is_locked = calls
        .iter()
        .take_while(|call| !call.injected)
        .any(|call| call.path.ends_with("lock"));
    let stopped = ran.code != Some(0);
    if stopped {
        let sentence = ran.clone().refused(1);
        let is_full = [libc::ENOSPC, libc::EDQUOT].contains(&disturbed.fault.errno());
        assert_eq!(sentence.starts_with("The disk is full: "), is_full, "{disturbed}");
        // Before the lock there is nothing to be kept.
        if is_full || is_locked {
            assert!(sentence.contains("Everything sealed so far is kept; "), "{disturbed}");
            assert!(sentence.ends_with(" and run the same command again."), "{disturbed}");
        }
    } else {
        assert!(is_harmless(hit), "{disturbed}");
        ran.solved();
    }
    let seen = expected.assert_prefix(db.path(), &disturbed.to_string());
    assert!(stopped || seen == expected.levels(), "{disturbed}");
    db.solve(expected.case.n, options).solved();
    db.assert_same_bytes(&expected.content, disturbed);
}

/// What is injected at calls of a kind, in turn.
fn errors(kind: Kind) -> &'static [What] {
    const FULL: What = What::On(libc::ENOSPC);
    const BROKEN: What = What::Once(libc::EIO);
    match kind {
        Kind::Write => &[FULL, BROKEN, What::Once(libc::EDQUOT)],
        Kind::Create | Kind::MakeFolder => &[FULL, BROKEN],
        Kind::Sync => &[BROKEN, What::Once(libc::ENOSPC)],
        Kind::Rename | Kind::Link => &[BROKEN, FULL],
        _ => &[BROKEN],
    }
}

/// Fails at every `step`th call of every kind, with each error in turn.
fn fail_everywhere(n: u32, step: usize, options: &[&str]) {
    let (expected, calls) = undisturbed(n, options);
    let counts = fail_at_all(&expected, &in_turn(&calls, &KINDS, step, errors), options);
    assert!(counts.0[&Kind::Write].0 >= count(&calls, Kind::Write) / step);
}

/// Fails with each of the faults; how many were hit and how many of these stopped the run, by kind.
fn fail_at_all(expected: &Expected, faults: &[Fault], options: &[&str]) -> Counts {
    let n = expected.case.n;
    let run = |db: &Db, fault: Option<&Fault>| solve(db, n, options, fault);
    let counts = disturb(faults, Db::in_memory, run, |disturbed| {
        judge(expected, options, disturbed)
    });
    println!("n = {n}: {counts}");
    counts
}

#[test]
fn a_failing_call_stops_the_run_with_a_sentence_and_nothing_lost() {
    fail_everywhere(7, 17, &[]);
}

#[test]
#[ignore = "takes long: every call of a run"]
fn every_failing_call_stops_the_run_with_a_sentence_and_nothing_lost() {
    fail_everywhere(7, 1, &[]);
}

/// With the least memory, of n = 13 down to a level whose records and items do not fit: writes of sorted runs and
/// items.
#[test]
#[ignore = "takes long: n = 13"]
fn failing_writes_of_temporary_files_lose_nothing() {
    // Other threads go on: as many as there are processors.
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    let options = ["--memory", &least_memory(threads), "--down-to", "24"];
    let (expected, calls) = undisturbed(13, &options);
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
    let faults: Vec<Fault> = sample
        .map(|(&number, &what)| Fault::at(Kind::Write, number, what))
        .collect();
    let counts = fail_at_all(&expected, &faults, &options);
    assert_eq!(counts.0[&Kind::Write], (faults.len(), faults.len()));
}

#[test]
fn short_and_interrupted_writes_are_continued() {
    let (expected, calls) = undisturbed(7, &[]);
    for (fault, least) in [("write 1 short on", 2), ("write 1 4 odd", 1)] {
        let db = Db::in_memory();
        let run = faults::watch_words(&db, faults::solving(&db, 7, &[]), Some(fault));
        run.ran.solved();
        db.assert_same_bytes(&expected.content, fault);
        let writes = |calls: &[Call]| calls.iter().filter(|call| call.kind == Kind::Write).count();
        assert!(writes(&run.calls) > least * writes(&calls), "{fault}");
    }
}

/// A limit of a file's size is not answered by dying of SIGXFSZ.
#[test]
fn a_limit_on_the_size_of_files_is_reported() {
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
fn a_file_system_without_locks_is_reported() {
    let (expected, calls) = undisturbed(7, &[]);
    let mut creates = calls.iter().filter(|call| call.kind == Kind::Create);
    let number = 1 + creates.position(|call| call.path.ends_with("lock")).unwrap();
    for errno in [libc::ENOLCK, libc::ENOSYS] {
        let db = Db::in_memory();
        let fault = Fault::at(Kind::Create, number, What::Once(errno));
        let sentence = solve(&db, 7, &[], Some(&fault)).ran.refused(1);
        let advice = "use a folder on a file system that keeps locks (NFS with its lock service, Lustre with -o flock) and \
                      run the same command again.";
        assert!(sentence.ends_with(advice) && !sentence.contains("disk"), "{sentence}");
        db.solve(7, &[]).done();
        db.assert_same_bytes(&expected.content, "after a file system without locks");
    }
}
