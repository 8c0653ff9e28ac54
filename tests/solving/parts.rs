//! A level made in parts by several processes: the same bytes in any order, after kills, and with damage in between.

use std::fs;
use std::path::Path;
use std::time::Duration;

use retro::{PlannedStep, Silent, SolveError};
use retrograph_referee::rng::SplitMix64;
use serde_json::Value;
use shared::common::pieces::{FINE, Pieces};
use shared::faults;
use shared::faults::disturb::{Disturbed, Fault, KILL_AND_REFUSE, What, disturb, each};
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
                let seen = &db.run("info", &["--json"]).json()["planned"];
                let there = [&seen["level"], &seen["step"], &seen["parts"], &seen["done"]];
                assert_eq!(there, [&said["level"], &said["step"], &said["parts"], &said["done"]]);
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
    let mut killed = 0;
    for turn in 0..12 {
        let solve = ["solve", "triangle", "-n", "11", "--down-to", "17"];
        let args = match turn % 4 {
            3 => &solve[..],
            _ => &["part"],
        };
        let command = command(&[args, &["--db", db.text(), "--threads", "2"]].concat());
        let kill = Fault::kill(1 + random.below(40));
        killed += usize::from(faults::watch(&db, command, Some(&kill)).ran.code.is_none());
    }
    assert!(killed > 3, "{killed}");
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

/// Every file of a part changed, cut or removed: the part is made again, or the level restarts; no wrong byte is
/// sealed.
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
    let whole = Db::solved(N, &["--down-to", "17"]).content();
    let above = Db::unborn();
    above.solve(N, &["--down-to", "18"]).done();
    let (planned, parts) = planned(3);
    for (name, start, options) in [
        ("plan", &above, &["--parts", "3"][..]),
        ("part", &planned, &["--threads", "1"]),
    ] {
        let begin = || Db::copy_in_memory(start);
        let run = |db: &Db, fault: Option<&Fault>| {
            let args = [&[name, "--db", db.text()], options].concat();
            faults::watch(db, command(&args), fault)
        };
        let calls = run(&begin(), None).calls;
        let counts = disturb(
            &each(&calls, &KINDS, |_| 10, KILL_AND_REFUSE),
            begin,
            run,
            |disturbed| {
                let Disturbed { fault, ran, db, .. } = disturbed;
                assert!(matches!(ran.code, None | Some(0 | 1)), "{disturbed}");
                assert_eq!(
                    ran.code.is_none(),
                    fault.what == What::Kill && disturbed.hit().is_some(),
                    "{disturbed}"
                );
                db.run("plan", &["--parts", "3"]).done();
                assert_eq!(part(db, 0, 1, &["--threads", "1"])["done"], parts, "{disturbed}");
                db.solve(N, &["--down-to", "17"]).done();
                db.assert_same_bytes(&whole, disturbed);
            },
        );
        println!("{name}: {counts}");
        assert!(
            counts.hits() > 10 && counts.ended() > counts.hits() / 2,
            "{name}: {counts}"
        );
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
    let stops_within_a_level = || {
        let mut child = begun.start(12, &["--checkpoint", "0", "--threads", "1"]);
        begun.wait_until("a journal", has_journal);
        let said = begun.run("plan", &[]).refused(8);
        assert!(said.contains("process"), "{said}");
        send(libc::SIGTERM, &child);
        assert_eq!(child.wait().unwrap().code(), Some(10));
        has_journal()
    };
    // The signal may come at the moment when the level is sealed.
    assert!((0..4).any(|_| stops_within_a_level()));
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
    let (planned, whole) = all_files();
    let begin = || Db::copy_in_memory(&planned);
    let run = |db: &Db, fault: Option<&Fault>| {
        let mut command = faults::own_process("parts::a_process_of_its_own");
        command.env("RETROGRAPH_TEST_MAKES", db.path());
        faults::watch(db, command, fault)
    };
    let calls = run(&begin(), None).calls;
    let counts = disturb(
        &each(&calls, &KINDS, |_| 50, KILL_AND_REFUSE),
        begin,
        run,
        |disturbed| {
            let db = &disturbed.db;
            assert_eq!(finely(N).make(db.path(), [0, 1, 2]).done, 15, "{disturbed}");
            finely(N)
                .solve(db.path(), LEVEL, &Silent)
                .unwrap_or_else(|error| panic!("{disturbed}: {error}"));
            db.assert_same_bytes(&whole, disturbed);
        },
    );
    println!("{counts}");
    assert!(counts.hits() > 20 && counts.ended() > counts.hits() / 2, "{counts}");
}
