//! Ambiguous positions searched for in parts by several processes: the same bytes in any order, after kills, and with
//! damage in between.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use retro::{PlannedStep, Silent, SolveError};
use retrograph_referee::rng::SplitMix64;
use shared::common::pieces::{COARSE, Pieces, StopsAt};
use shared::faults;
use shared::faults::disturb::{Fault, KILL_AND_REFUSE, disturb, each};
use shared::faults::trace::KINDS;
use shared::process::{DAMAGES, Db, inflict};

const GAME: Pieces = Pieces::triangle(12, COARSE);
/// Its largest level: 200,449 positions in 13 files and 4 shards.
const LEVEL: u32 = 18;
const FILES: usize = 13;

/// The last byte of a file changes.
fn flip_end(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(path, bytes).unwrap();
}

/// A database whose level 18 is all there but for its ambiguous positions, and its bytes when it is sealed.
fn planned() -> (Db, BTreeMap<PathBuf, Vec<u8>>) {
    let [whole, db] = [Db::in_memory(), Db::in_memory()];
    GAME.solve(whole.path(), LEVEL, &Silent).unwrap();
    GAME.solve(db.path(), LEVEL + 1, &Silent).unwrap();
    let exact = GAME.plan_until(db.path(), PlannedStep::Ambiguous);
    assert_eq!((exact.level, exact.parts, exact.positions), (LEVEL, FILES, 200_449));
    (db, whole.content())
}

/// Bytes of all parts that are there.
fn exact_bytes(db: &Db, level: u32) -> u64 {
    let entries = fs::read_dir(db.level(level).join("work")).unwrap();
    let entries = entries.map(|entry| entry.unwrap());
    let is_part = |name: &str| name.starts_with("exact-") && !name.ends_with("json");
    entries
        .filter(|entry| is_part(entry.file_name().to_str().unwrap()))
        .map(|entry| entry.metadata().unwrap().len())
        .sum()
}

#[test]
fn parts_in_any_order_and_twice_give_the_bytes_of_one_run() {
    let [whole, db] = [Db::in_memory(), Db::in_memory()];
    GAME.solve(whole.path(), 0, &Silent).unwrap();
    GAME.solve(db.path(), 21, &Silent).unwrap();
    let mut random = SplitMix64::new(8);
    let (mut made, mut bytes) = (0, 0);
    for level in (16..21).rev() {
        let exact = GAME.plan_until(db.path(), PlannedStep::Ambiguous);
        assert_eq!(exact.parts as u64, exact.positions.div_ceil(64 * 256));
        let mut order: Vec<usize> = (0..exact.parts).collect();
        (1..order.len())
            .rev()
            .for_each(|last| order.swap(last, random.below(last + 1)));
        // Some are left to the run that seals the level, in some levels all of them.
        for &part in order.iter().take(random.below(exact.parts + 2)) {
            let task = [part, exact.parts, 1 + random.below(3)];
            assert_eq!(GAME.make(db.path(), task).made, 1);
            assert_eq!(GAME.make(db.path(), task).made, 0);
            made += 1;
        }
        bytes += exact_bytes(&db, level);
        GAME.solve(db.path(), level, &Silent).unwrap();
        assert!(!db.level(level).join("work").exists());
    }
    // Keys of nine bytes.
    assert!(made > 15 && bytes > 10 * 40, "{made} parts made, {bytes} bytes");
    GAME.solve(db.path(), 0, &Silent).unwrap();
    db.assert_same_bytes(&whole.content(), "parts in any order");
}

#[test]
fn three_processes_may_make_the_same_parts_at_once() {
    let (db, whole) = planned();
    let children: Vec<_> = (0..3).map(|_| maker(&db).spawn().unwrap()).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let said = GAME.make(db.path(), [0, 1, 1]);
    assert_eq!((said.step, said.done, said.made), (PlannedStep::Ambiguous, FILES, 0));
    GAME.solve(db.path(), LEVEL, &Silent).unwrap();
    db.assert_same_bytes(&whole, "three processes");
}

/// A run is stopped at its second checkpoint, over and over, while it takes some parts and makes the others.
#[test]
fn a_stopped_run_resumes_between_parts() {
    let (db, whole) = planned();
    GAME.make(db.path(), [0, 3, 1]);
    let mut stops = 0;
    loop {
        match GAME.solve(db.path(), LEVEL, &StopsAt::new(2)) {
            Ok(()) => break,
            Err(SolveError::Stopped { .. }) => stops += 1,
            Err(error) => panic!("{error}"),
        }
        assert!(stops < 100);
        // Without the lock and beyond its journal nobody makes parts.
        assert_eq!(GAME.make(db.path(), [0, 1, 1]).made, 0);
    }
    assert!(stops > FILES / 2, "{stops} stops");
    db.assert_same_bytes(&whole, "stopped");
}

/// A part changed, cut or removed is made again; where what it is made from is damaged the level restarts.
#[test]
fn damage_is_noticed() {
    let (sound, whole) = planned();
    let all = Db::copy_in_memory(&sound);
    assert_eq!(GAME.make(all.path(), [0, 1, 2]).done, FILES);
    let solve = |db: &Db, how: &str| {
        GAME.solve(db.path(), LEVEL, &Silent)
            .unwrap_or_else(|error| panic!("{how}: {error}"));
        db.assert_same_bytes(&whole, how);
    };
    let entries = fs::read_dir(all.level(LEVEL).join("work")).unwrap();
    let not_empty = |name: &String| fs::metadata(all.level(LEVEL).join("work").join(name)).unwrap().len() > 0;
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut exact: Vec<String> = names
        .filter(|name| name.starts_with("exact-0") && !name.contains('.'))
        .collect();
    exact.sort();
    let first = exact.iter().find(|name| not_empty(name)).expect("some have answers");
    for name in [first.clone(), format!("{first}.json")] {
        for damage in DAMAGES {
            let how = format!("{name}: {damage}");
            let damaged = Db::copy_in_memory(&all);
            inflict(damage, &damaged.level(LEVEL).join("work").join(&name));
            // Made again, unless it has its size: that is seen by the run that seals the level.
            let lacks = usize::from(damage != "flip" || name.ends_with("json"));
            let again = GAME.plan(damaged.path());
            assert_eq!(
                (again.step, again.parts - again.done),
                (PlannedStep::Ambiguous, lacks),
                "{how}"
            );
            solve(&Db::copy_in_memory(&damaged), &how);
            assert_eq!(GAME.make(damaged.path(), [0, 1, 2]).made, lacks, "{how}");
            solve(&damaged, &how);
        }
    }

    // What parts are made from: shards whose ambiguous hashes are damaged are solved again.
    let db = Db::copy_in_memory(&sound);
    flip_end(&db.level(LEVEL).join("work/shards-000001"));
    assert_eq!(GAME.make(db.path(), [0, 1, 2]).made, FILES);
    solve(&db, "ambiguous hashes");
    // A file of the level or its signatures: who reads them says so, and the level restarts.
    for name in ["work/signed-000004", "positions/incoming/000004.sst"] {
        let db = Db::copy_in_memory(&sound);
        let path = db.level(LEVEL).join(name);
        let mut bytes = fs::read(&path).unwrap();
        // Behind the items.
        let at = bytes.len() * 3 / 4;
        bytes[at] ^= 1;
        fs::write(path, bytes).unwrap();
        let error = GAME.try_make(db.path(), [4, FILES, 1]).unwrap_err().to_string();
        assert!(error.contains(name) && error.contains("checksum"), "{error}");
        assert_eq!(GAME.make(db.path(), [5, FILES, 1]).made, 1);
        let ended = GAME.solve(db.path(), LEVEL, &Silent);
        assert!(matches!(ended, Err(SolveError::Work { .. })), "{name}: {ended:?}");
        solve(&db, name);
    }
}

/// A process that makes parts.
fn maker(db: &Db) -> Command {
    let mut command = faults::own_process("exact::a_process_of_its_own");
    command.env("RETROGRAPH_TEST_MAKES", db.path());
    command
}

#[test]
#[ignore = "nothing by itself: the process that others start"]
fn a_process_of_its_own() {
    if let Some(folder) = std::env::var_os("RETROGRAPH_TEST_MAKES") {
        GAME.make(Path::new(&folder), [0, 1, 1]);
    }
}

/// A process that makes parts is killed after a call that changes files, or the call fails, at every seventh call of
/// each kind.
#[test]
fn kills_and_failures_at_any_call_cost_parts_and_no_bytes() {
    let (planned, whole) = planned();
    let begin = || Db::copy_in_memory(&planned);
    let run = |db: &Db, fault: Option<&Fault>| faults::watch(db, maker(db), fault);
    let calls = run(&begin(), None).calls;
    let left = AtomicUsize::new(0);
    let counts = disturb(&each(&calls, &KINDS, |_| 7, KILL_AND_REFUSE), begin, run, |disturbed| {
        let db = &disturbed.db;
        if disturbed.fault.number % 2 == 0 {
            let made = GAME.make(db.path(), [0, 1, 2]);
            assert_eq!(made.done, FILES, "{disturbed}");
            left.fetch_add(made.made, Relaxed);
        }
        GAME.solve(db.path(), LEVEL, &Silent)
            .unwrap_or_else(|error| panic!("{disturbed}: {error}"));
        db.assert_same_bytes(&whole, disturbed);
    });
    let left = left.into_inner();
    println!("{counts}; {left} parts were left to the next");
    assert!(counts.hits() > 20 && counts.ended() > counts.hits() / 3, "{counts}");
    assert!(left > 10, "{left}");
}
