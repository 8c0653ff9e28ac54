//! A level made in parts by several processes: the same bytes in any order, after kills, and with damage in between.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use retrograph::retro::{PlannedStep, Silent, SolveError};
use retrograph_judge::rng::SplitMix64;
use serde_json::Value;
use shared::common::pieces::{FINE, Pieces};
use shared::faults;
use shared::faults::trace::KINDS;
use shared::process::{DAMAGES, Db, command, inflict, run, send, start};

/// `retrograph part` on a database.
fn part(db: &Db, task: usize, tasks: usize, options: &[&str]) -> Value {
    let (task, tasks) = (task.to_string(), tasks.to_string());
    let own = ["--task", &task, "--of", &tasks, "--json"];
    db.run("part", &[&own, options].concat()).json()
}

/// The triangle game on so many vertices.
const N: u32 = 11;
/// The level that is planned: it has 15,130 positions, the one above 10,868 in 43 chunks.
const LEVEL: u32 = 17;

/// The database down to the level above, and the number of parts in which the next one is planned.
fn planned(parts: usize) -> (Db, usize) {
    let db = Db::unborn();
    db.solve(N, &["--down-to", "18"]).done();
    let said = db.run("plan", &["--parts", &parts.to_string(), "--json"]).json();
    assert_eq!(
        (&said["level"], &said["done"], &said["positions"]),
        (&LEVEL.into(), &0.into(), &10_868.into())
    );
    let count = said["parts"].as_u64().unwrap() as usize;
    assert!(count <= parts && count * 2 > parts, "{count}");
    (db, count)
}

#[test]
fn parts_in_any_order_and_twice_give_the_bytes_of_one_run() {
    let whole = Db::solved(10, &[]).content();
    let labels = Db::solved(10, &["--keep", "labels"]).content();
    for (seed, (keep, expected)) in [("positions", &whole), ("labels", &labels)].into_iter().enumerate() {
        let mut random = SplitMix64::new(seed as u64);
        let db = Db::unborn();
        db.solve(10, &["--down-to", "24", "--keep", keep]).done();
        for level in (0..24).rev() {
            let said = db.run("plan", &["--parts", "5", "--json"]).json();
            assert_eq!(said["level"], level);
            let parts = said["parts"].as_u64().unwrap() as usize;
            assert!((1..=5).contains(&parts));
            let mut order: Vec<usize> = (0..parts).collect();
            (1..parts)
                .rev()
                .for_each(|last| order.swap(last, random.below(last + 1)));
            // Some are left to `solve`, in some levels all of them.
            for (nth, &task) in order.iter().enumerate().take(level as usize % (parts + 1)) {
                let threads = (1 + random.below(3)).to_string();
                let said = part(&db, task, parts, &["--threads", &threads, "--memory", "256MiB"]);
                assert_eq!((&said["made"], &said["done"]), (&1.into(), &(nth + 1).into()));
                assert_eq!(part(&db, task, parts, &[])["made"], 0);
            }
            db.solve(10, &["--down-to", &level.to_string()]).done();
        }
        db.assert_same_bytes(expected, keep);
    }
}

#[test]
fn three_processes_may_make_the_same_parts_at_once() {
    let whole = Db::solved(N, &[]).content();
    let (db, parts) = planned(6);
    let children: Vec<_> = (0..3)
        .map(|_| start(&["part", "--db", db.text(), "--threads", "1"]))
        .collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let said = part(&db, 0, 1, &[]);
    let counts = [&said["parts"], &said["done"], &said["made"]];
    assert_eq!(counts, [&parts.into(), &parts.into(), &Value::from(0)]);
    // Nothing is left of the parts when the level is sealed.
    db.solve(N, &["--down-to", "17"]).done();
    assert!(!db.level(LEVEL).join("work").exists());
    db.solve(N, &[]).done();
    db.assert_same_bytes(&whole, "three processes");
}

#[test]
fn killed_parts_and_a_killed_run_cost_parts_and_no_bytes() {
    let whole = Db::solved(N, &[]).content();
    let (db, parts) = planned(8);
    let mut random = SplitMix64::new(7);
    for turn in 0..12 {
        let mut child = match turn % 4 {
            3 => db.start(N, &["--down-to", "17", "--threads", "2"]),
            _ => start(&["part", "--db", db.text(), "--threads", "2"]),
        };
        std::thread::sleep(std::time::Duration::from_millis(random.below(120) as u64));
        send(libc::SIGKILL, &child);
        let _ = child.wait();
    }
    if !db.level(LEVEL).join("manifest.json").exists() {
        assert_eq!(part(&db, 0, 1, &[])["done"], parts);
    }
    db.solve(N, &[]).done();
    db.assert_same_bytes(&whole, "killed");
}

#[test]
fn a_stopped_part_is_made_by_the_next_call() {
    let (db, parts) = planned(4);
    let mut child = command(&["part", "--db", db.text(), "--threads", "1"]).spawn().unwrap();
    send(libc::SIGTERM, &child);
    let code = child.wait().unwrap().code();
    // Early signals end it as any program; later ones are answered.
    assert!(matches!(code, None | Some(0 | 10)), "{code:?}");
    assert_eq!(part(&db, 0, 1, &[])["done"], parts);
}

/// Every file of a part changed, cut or removed: the part is made again, or the level restarts; no wrong byte is sealed.
#[test]
fn damaged_parts_are_noticed() {
    let whole = Db::solved(N, &["--down-to", "17"]).content();
    let (sound, parts) = planned(3);
    part(&sound, 0, 1, &[]);
    let work = |db: &Db| db.level(LEVEL).join("work");
    for name in ["plan.json", "part-000001.json", "run-000001"] {
        for damage in DAMAGES {
            let db = Db::copy_of(&sound);
            let path = work(&db).join(name);
            inflict(damage, &path);
            let how = format!("{name}: {damage}");
            let first = db.solve(N, &["--down-to", "17"]);
            if first.code != Some(0) {
                // Bytes of a run that are not those written are found when they are read.
                assert_eq!(first.code, Some(6), "{how}: {}", first.err);
                assert!(first.err.contains("run the same command again"), "{how}: {}", first.err);
                db.solve(N, &["--down-to", "17"]).done();
            }
            db.assert_same_bytes(&whole, &how);
        }
    }
    // A part of another plan is none of this one.
    let other = Db::copy_of(&sound);
    fs::remove_dir_all(work(&other)).unwrap();
    let said = other.run("plan", &["--parts", "2", "--json"]).json();
    assert_ne!(said["parts"], parts);
    for name in ["part-000000.json", "part-000001.json", "run-000000", "run-000001"] {
        fs::copy(work(&sound).join(name), work(&other).join(name)).unwrap();
    }
    assert_eq!(other.run("plan", &["--json"]).json()["done"], 0);
    other.solve(N, &["--down-to", "17"]).done();
    other.assert_same_bytes(&whole, "parts of another plan");
}

/// `plan` and `part` are killed after a call that changes files, or the call fails, at every tenth call of each kind.
#[test]
fn kills_and_failures_at_any_call_cost_parts_and_no_bytes() {
    let Some(library) = faults::library() else { return };
    let whole = Db::solved(N, &["--down-to", "17"]).content();
    let above = Db::unborn();
    above.solve(N, &["--down-to", "18"]).done();
    let (planned, parts) = planned(3);
    for (name, start, options) in [
        ("plan", &above, &["--parts", "3"][..]),
        ("part", &planned, &["--threads", "1"]),
    ] {
        let watched = |db: &Db, fault: Option<&str>| {
            let args = [&[name, "--db", db.text()], options].concat();
            faults::watch(&library, db, command(&args), fault)
        };
        let calls = watched(&Db::copy_of(start), None).calls;
        let (mut hits, mut ended) = (0, 0);
        for kind in KINDS {
            let count = calls.iter().filter(|call| call.kind == kind).count();
            let faults = [
                "kill once".to_string(),
                format!("{} once", libc::EIO),
                format!("{} on", libc::ENOSPC),
            ];
            for (number, what) in (1..=count)
                .step_by(10)
                .flat_map(|number| faults.iter().map(move |what| (number, what)))
            {
                let db = Db::copy_of(start);
                let fault = format!("{} {number} {what}", kind.name());
                let watched = watched(&db, Some(&fault));
                let how = format!("{name}: {fault}: {:?}", watched.ran);
                hits += usize::from(watched.hit().is_some());
                ended += usize::from(watched.ran.code != Some(0));
                assert!(matches!(watched.ran.code, None | Some(0 | 1)), "{how}");
                assert!(
                    watched.ran.code.is_none() == (what == "kill once" && watched.hit().is_some()),
                    "{how}"
                );
                db.run("plan", &["--parts", "3"]).done();
                assert_eq!(part(&db, 0, 1, &["--threads", "1"])["done"], parts, "{how}");
                db.solve(N, &["--down-to", "17"]).done();
                db.assert_same_bytes(&whole, &how);
            }
        }
        println!("{name}: {hits} faults hit, {ended} processes ended by them");
        assert!(hits > 10 && ended > hits / 2, "{name}: {hits}, {ended}");
    }
}

#[test]
fn what_cannot_be_planned_or_made_is_refused() {
    let (db, parts) = planned(3);
    let again = db.run("plan", &["--parts", "100", "--json"]).json();
    assert_eq!(again["parts"], parts);
    for (options, code, words) in [
        (&["--task", "3", "--of", "3"][..], 2, "numbered from 0"),
        (&["--memory", "1MiB"], 9, "too little"),
    ] {
        let said = db.run("part", options).refused(code);
        assert!(said.contains(words), "{options:?}: {said}");
    }
    for (command, options) in [
        ("part", ["--of", "0"]),
        ("part", ["--of", "100001"]),
        ("part", ["--threads", "0"]),
        ("plan", ["--parts", "0"]),
        ("plan", ["--parts", "100001"]),
    ] {
        assert!(db.run(command, &options).usage().contains(options[0]), "{options:?}");
    }
    let none = Db::solved(6, &[]);
    assert!(none.run("plan", &[]).refused(4).contains("all levels are sealed"));
    assert!(none.run("part", &[]).refused(4).contains("all levels are sealed"));
    let unplanned = Db::unborn();
    unplanned.solve(8, &["--down-to", "12"]).done();
    assert!(unplanned.run("part", &[]).refused(4).contains("retrograph plan"));
    let nothing = tempfile::tempdir().unwrap();
    run(&["plan", "--db", nothing.path().to_str().unwrap()]).refused(5);
    // A level without positions above it.
    let labels = Db::solved(8, &["--keep", "labels"]);
    assert!(labels.run("plan", &[]).refused(4).contains("all levels are sealed"));
    // A plan leaves a level alone that a run has begun.
    let begun = Db::unborn();
    begun.solve(12, &["--down-to", "24"]).done();
    let has_journal = || (0..20).any(|level| begun.level(level).join("work/journal.json").exists());
    let mut child = begun.start(12, &["--checkpoint", "0", "--threads", "1"]);
    begun.wait_until("a journal", has_journal);
    let said = begun.run("plan", &[]).refused(8);
    assert!(said.contains("process"), "{said}");
    send(libc::SIGTERM, &child);
    assert_eq!(child.wait().unwrap().code(), Some(10));
    assert!(has_journal());
    assert!(begun.run("plan", &[]).refused(2).contains("under way"));
}

/// One thread writes files in one stream unless they are planned.
const fn finely(n: u32) -> Pieces {
    Pieces {
        threads: 1,
        checkpoint: Duration::from_secs(100),
        ..Pieces::triangle(n, FINE)
    }
}

#[test]
fn files_in_any_order_and_twice_give_the_bytes_of_one_run() {
    let game = finely(10);
    let [whole, db] = [Db::unborn(), Db::unborn()];
    game.solve(whole.path(), 0, &Silent).unwrap();
    game.solve(db.path(), 22, &Silent).unwrap();
    let mut random = SplitMix64::new(3);
    let mut most = 0;
    for level in (0..22).rev() {
        assert_eq!(game.plan(db.path()).step, PlannedStep::Expand);
        let made = game.make(db.path(), [0, 1, 2]);
        assert_eq!((made.level, made.done), (level, made.parts));
        let files = game.plan(db.path());
        if files.step == PlannedStep::Seal {
            most = most.max(files.parts);
            assert_eq!((files.parts, files.done), (files.positions.div_ceil(1024) as usize, 0));
            let mut order: Vec<usize> = (0..files.parts).collect();
            (1..order.len())
                .rev()
                .for_each(|last| order.swap(last, random.below(last + 1)));
            // Some are left to the run that seals the level, in some levels all of them.
            for &task in order.iter().take(random.below(files.parts + 2)) {
                let task = [task, files.parts, 1 + random.below(3)];
                assert_eq!(game.make(db.path(), task).made, 1);
                assert_eq!(game.make(db.path(), task).made, 0);
            }
            if level % 3 == 0 {
                let made = game.make(db.path(), [0, 1, 3]);
                assert_eq!(made.done, files.parts);
            }
        }
        game.solve(db.path(), level, &Silent).unwrap();
        assert!(!db.level(level).join("work").exists());
    }
    assert_eq!(most, 3, "files of the largest level");
    db.assert_same_bytes(&whole.content(), "files in any order");
}

/// A database whose level 17 is all there in files, but not sealed, and its bytes when it is.
fn all_files() -> (Db, std::collections::BTreeMap<std::path::PathBuf, Vec<u8>>) {
    let [whole, db] = [Db::unborn(), Db::unborn()];
    finely(N).solve(whole.path(), LEVEL, &Silent).unwrap();
    finely(N).solve(db.path(), LEVEL + 1, &Silent).unwrap();
    finely(N).plan(db.path());
    finely(N).make(db.path(), [0, 1, 2]);
    assert_eq!(finely(N).plan(db.path()).parts, 15);
    (db, whole.content())
}

/// Every file changed, cut or removed: it is made again, or the level restarts; no wrong byte is sealed.
#[test]
fn damaged_files_are_noticed() {
    let (sound, whole) = all_files();
    assert_eq!(finely(N).make(sound.path(), [0, 1, 2]).done, 15);
    let mut restarts = 0;
    for name in [
        "work/sealing.json",
        "work/seal-000001.json",
        "work/signed-000001",
        "work/signed-000014",
        "work/run-000001",
        "positions/incoming/000001.sst",
    ] {
        for damage in DAMAGES {
            let db = Db::copy_of(&sound);
            let path = db.level(LEVEL).join(name);
            inflict(damage, &path);
            let how = format!("{name}: {damage}");
            match finely(N).solve(db.path(), LEVEL, &Silent) {
                Ok(()) => {}
                Err(SolveError::Work { .. }) => {
                    restarts += 1;
                    finely(N)
                        .solve(db.path(), LEVEL, &Silent)
                        .unwrap_or_else(|error| panic!("{how}: {error}"));
                }
                Err(error) => panic!("{how}: {error}"),
            }
            db.assert_same_bytes(&whole, &how);
        }
    }
    assert!(restarts > 1, "{restarts}");
}

#[test]
#[ignore = "nothing by itself: the process that others start"]
fn a_process_of_its_own() {
    if let Some(folder) = std::env::var_os("RETROGRAPH_TEST_MAKES") {
        finely(N).make(Path::new(&folder), [0, 1, 2]);
    }
}

/// A process that writes files is killed after a call that changes files, or the call fails, at every fiftieth call of
/// each kind.
#[test]
fn kills_and_failures_at_any_call_cost_files_and_no_bytes() {
    let Some(library) = faults::library() else { return };
    let (planned, whole) = all_files();
    let watched = |db: &Db, fault: Option<&str>| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command
            .args(["--exact", "parts::a_process_of_its_own", "--ignored"])
            .env("RETROGRAPH_TEST_MAKES", db.path());
        faults::watch(&library, db, command, fault)
    };
    let calls = watched(&Db::copy_of(&planned), None).calls;
    let (mut hits, mut ended) = (0, 0);
    for kind in KINDS {
        let count = calls.iter().filter(|call| call.kind == kind).count();
        for number in (1..=count).step_by(50) {
            for what in ["kill once", "5 once", "28 on"] {
                let db = Db::copy_of(&planned);
                let fault = format!("{} {number} {what}", kind.name());
                let watched = watched(&db, Some(&fault));
                hits += usize::from(watched.hit().is_some());
                ended += usize::from(watched.ran.code != Some(0));
                let how = format!("{fault}: {:?}", watched.ran);
                assert_eq!(finely(N).make(db.path(), [0, 1, 2]).done, 15, "{how}");
                finely(N)
                    .solve(db.path(), LEVEL, &Silent)
                    .unwrap_or_else(|error| panic!("{how}: {error}"));
                db.assert_same_bytes(&whole, &how);
            }
        }
    }
    println!("{hits} faults hit, {ended} processes ended by them");
    assert!(hits > 20 && ended > hits / 2, "{hits}, {ended}");
}
