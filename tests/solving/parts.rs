//! A level made in parts by several processes: the same bytes in any order, after kills, and with damage in between.
//! One table of the four steps, and what people type.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use retro::{Grain, PlanReport, PlannedStep, Silent, SolveError};
use retrograph_referee::rng::SplitMix64;
use serde_json::Value;
use shared::common::pieces::{COARSE, FINE, Pieces, StopsAt};
use shared::faults;
use shared::faults::disturb::{Disturbed, Fault, KILL_AND_REFUSE, What, disturb, each};
use shared::faults::trace::KINDS;
use shared::process::{DAMAGES, Db, command, inflict, run, send, start};

/// A step of a level.
struct Row {
    step: PlannedStep,
    game: Pieces,
    level: u32,
    parts: usize,
    /// Every so many-th call is disturbed.
    one_in: usize,
    /// Files of which parts of this step are made, or which they are.
    files: &'static [&'static str],
}

/// 15,130 positions below 10,868 in 43 chunks.
const SMALL: Pieces = Pieces::triangle(11, FINE);
/// Its largest level: 200,449 positions.
const LARGE: Pieces = Pieces::triangle(12, COARSE);
/// Labels of several bits.
const GRUNDY: Pieces = Pieces {
    values: "grundy",
    ..Pieces::triangle(10, FINE)
};

const ROWS: [Row; 5] = [
    Row {
        step: PlannedStep::Expand,
        game: SMALL,
        level: 17,
        parts: 3,
        one_in: 11,
        files: &["work/plan.json", "work/part-000001.json", "work/run-000001"],
    },
    Row {
        step: PlannedStep::Seal,
        game: SMALL,
        level: 17,
        parts: 15,
        one_in: 51,
        files: &[
            "work/sealing.json",
            "work/seal-000001.json",
            "work/signed-000001",
            "work/signed-000014",
            "work/run-000001",
            "positions/incoming/000001.sst",
        ],
    },
    Row {
        step: PlannedStep::Shards,
        game: LARGE,
        level: 18,
        parts: 4,
        one_in: 3,
        files: &[
            "work/shards.json",
            "work/shards-000001.json",
            "work/shards-000001",
            "work/shards-000003",
            "work/signed-000001",
            "work/seal-000001.json",
        ],
    },
    Row {
        step: PlannedStep::Ambiguous,
        game: LARGE,
        level: 18,
        parts: 13,
        one_in: 7,
        files: &[
            "work/exact-000001.json",
            "work/exact-000001",
            "work/exact-000006",
            "work/exact-000011",
            "work/shards-000001",
            "work/signed-000004",
            "positions/incoming/000004.sst",
        ],
    },
    Row {
        step: PlannedStep::Shards,
        game: GRUNDY,
        level: 14,
        parts: 3,
        one_in: 5,
        files: &["work/shards-000001", "work/signed-000001"],
    },
];

/// Content of a folder.
type Content = BTreeMap<PathBuf, Vec<u8>>;

impl Row {
    /// A database in which nothing of the step is made and all before it is, and its bytes when the level is sealed.
    fn planned(&self) -> (Db, Content) {
        let [whole, db] = [Db::in_memory(), Db::in_memory()];
        self.game.solve(whole.path(), self.level, &Silent).unwrap();
        self.game.solve(db.path(), self.level + 1, &Silent).unwrap();
        let planned = self.game.plan_until(db.path(), self.step);
        assert_eq!((planned.level, planned.parts), (self.level, self.parts));
        (db, whole.content())
    }

    /// Solves the level, perhaps after a restart, and compares it.
    fn complete(&self, db: &Db, whole: &Content, how: &str) -> bool {
        let solve = || self.game.solve(db.path(), self.level, &Silent);
        let restarts = match solve() {
            Ok(()) => false,
            Err(SolveError::Work { .. }) => {
                solve().unwrap_or_else(|error| panic!("{how}, again: {error}"));
                true
            }
            Err(error) => panic!("{how}: {error}"),
        };
        assert!(!db.level(self.level).join("work").exists(), "{how}");
        db.assert_same_bytes(whole, how);
        restarts
    }

    fn index(&self) -> usize {
        let is_it = |row: &Row| (row.step, row.game.n, row.level) == (self.step, self.game.n, self.level);
        ROWS.iter().position(is_it).unwrap()
    }

    /// A process that makes all parts, or solves alone.
    fn maker(&self, db: &Db, alone: bool) -> Command {
        let mut command = faults::own_process("parts::a_process_of_its_own");
        command
            .env("RETROGRAPH_TEST_MAKES", db.path())
            .env("RETROGRAPH_TEST_ROW", self.index().to_string());
        if alone {
            command.env("RETROGRAPH_TEST_ALONE", "1");
        }
        command
    }
}

#[test]
#[ignore = "nothing by itself: the process that others start"]
fn a_process_of_its_own() {
    let Some(folder) = std::env::var_os("RETROGRAPH_TEST_MAKES") else {
        return;
    };
    let row: usize = std::env::var("RETROGRAPH_TEST_ROW").unwrap().parse().unwrap();
    let Row { game, level, .. } = ROWS[row];
    match std::env::var_os("RETROGRAPH_TEST_ALONE") {
        None => drop(game.make(Path::new(&folder), [0, 1, 1])),
        Some(_) => Pieces { threads: 1, ..game }
            .solve(Path::new(&folder), level, &Silent)
            .unwrap(),
    }
}

fn shuffled(count: usize, random: &mut SplitMix64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    (1..count)
        .rev()
        .for_each(|last| order.swap(last, random.below(last + 1)));
    order
}

/// Every step of every level, by one run and in any order, twice, with any threads; some parts are left to the run that
/// seals the level.
#[test]
fn parts_in_any_order_and_twice_give_the_bytes_of_one_run() {
    for (game, from, down_to) in [(SMALL, 22, 0), (LARGE, 21, 16), (GRUNDY, 18, 0)] {
        let [whole, db] = [Db::in_memory(), Db::in_memory()];
        game.solve(whole.path(), down_to, &Silent).unwrap();
        game.solve(db.path(), from, &Silent).unwrap();
        let mut random = SplitMix64::new(8);
        let mut made = BTreeMap::<String, usize>::new();
        for level in (down_to..from).rev() {
            // A grain that cuts in another way changes no plan that is there.
            let games = [
                game,
                game.cut(Grain {
                    marks_from: u64::MAX,
                    builder_memory: u64::MAX,
                    ..game.grain
                }),
            ];
            loop {
                let planned = game.plan(db.path());
                if planned.level != level || planned.done == planned.parts {
                    break;
                }
                let order = shuffled(planned.parts, &mut random);
                let all = random.below(4) > 0;
                for &part in order.iter().take(if all {
                    planned.parts
                } else {
                    random.below(planned.parts)
                }) {
                    let task = [part, planned.parts, 1 + random.below(3)];
                    let first = games[part % 2].make(db.path(), task).made;
                    // When the last shards were made twice, the first exact answers were made.
                    assert!(first == 1 || planned.done > 0, "{planned:?}");
                    let again = game.make(db.path(), task);
                    assert!(again.made == 0 || again.step != planned.step, "{planned:?}, {again:?}");
                    *made.entry(format!("{:?}", planned.step)).or_default() += 1;
                }
                if !all {
                    break;
                }
            }
            game.solve(db.path(), level, &Silent).unwrap();
            assert!(!db.level(level).join("work").exists());
        }
        db.assert_same_bytes(&whole.content(), "parts in any order");
        let enough = |step: &str| made.get(step).is_some_and(|&made| made > 3);
        assert!(["Expand", "Seal", "Shards"].into_iter().all(enough), "{made:?}");
        assert!(game.n < 12 || enough("Ambiguous"), "{made:?}");
    }
}

#[test]
fn three_processes_may_make_the_same_parts_at_once() {
    for row in ROWS {
        let (db, whole) = row.planned();
        let children: Vec<_> = (0..3).map(|_| row.maker(&db, false).spawn().unwrap()).collect();
        for mut child in children {
            assert!(child.wait().unwrap().success());
        }
        let said = row.game.make(db.path(), [0, 1, 1]);
        assert_eq!(said.done, said.parts);
        row.complete(&db, &whole, "three processes");
    }
}

/// A run is stopped at its second part, over and over, while it takes some parts and makes the others.
#[test]
fn a_stopped_run_resumes_between_parts() {
    for row in ROWS {
        let (db, whole) = row.planned();
        row.game.make(db.path(), [0, 3, 1]);
        let mut stops = 0;
        loop {
            match row.game.solve(db.path(), row.level, &StopsAt::new(2)) {
                Ok(()) => break,
                Err(SolveError::Stopped { .. }) => stops += 1,
                Err(error) => panic!("{error}"),
            }
            assert!(stops < 100);
        }
        assert!(stops > 0, "{:?}", row.step);
        row.complete(&db, &whole, "stopped");
    }
}

/// Every file changed, cut, emptied, removed or a folder: the part is made again, or the level restarts; no wrong byte
/// is sealed.
#[test]
fn damage_is_noticed() {
    let mut restarts = 0;
    for row in ROWS {
        let (sound, whole) = row.planned();
        row.game.make(sound.path(), [0, 1, 2]);
        for name in row.files {
            for damage in DAMAGES {
                let db = Db::copy_in_memory(&sound);
                if fs::metadata(db.level(row.level).join(name)).unwrap().len() == 0 {
                    // A file without ambiguous positions.
                    continue;
                }
                inflict(damage, &db.level(row.level).join(name));
                let how = format!("{:?}: {name}: {damage}", row.step);
                let other = Db::copy_in_memory(&db);
                restarts += usize::from(row.complete(&db, &whole, &how));
                // Or made again, step by step, by those who find it missing.
                row.game.plan(other.path());
                let made = row.game.try_make(other.path(), [0, 1, 2]);
                assert!(made.is_ok() || damage == "flip", "{how}: {made:?}");
                row.complete(&other, &whole, &how);
            }
        }
    }
    assert!(restarts > 3, "{restarts}");
    // Parts of another cut are none of this one.
    let row = &ROWS[2];
    let (db, whole) = row.planned();
    row.game.make(db.path(), [0, 2, 1]);
    fs::remove_file(db.level(row.level).join("work/shards.json")).unwrap();
    let other = row.game.cut(Grain {
        part_shards: 2,
        ..COARSE
    });
    let planned = other.plan(db.path());
    assert_eq!((planned.step, planned.parts, planned.done), (row.step, 2, 0));
    row.complete(&db, &whole, "parts of another cut");
}

/// A process that makes parts, or solves alone, is killed after a call that changes files, or the call fails, at every
/// so many-th call of each kind.
#[test]
fn kills_and_failures_at_any_call_cost_parts_and_no_bytes() {
    let all_left = AtomicUsize::new(0);
    for row in ROWS {
        let (planned, whole) = row.planned();
        for alone in [false, true] {
            let begin = || Db::copy_in_memory(&planned);
            let run = |db: &Db, fault: Option<&Fault>| faults::watch(db, row.maker(db, alone), fault);
            let calls = run(&begin(), None).calls;
            let one_in = if alone { 3 * row.one_in } else { row.one_in };
            let left = AtomicUsize::new(0);
            let counts = disturb(
                &each(&calls, &KINDS, |_| one_in, KILL_AND_REFUSE),
                begin,
                run,
                |disturbed| {
                    let db = &disturbed.db;
                    if !alone && disturbed.fault.number % 2 == 0 {
                        left.fetch_add(row.game.make(db.path(), [0, 1, 2]).made, Relaxed);
                    }
                    row.complete(db, &whole, &disturbed.to_string());
                },
            );
            let left = left.into_inner();
            println!(
                "{:?}, alone {alone}: {counts}; {left} parts were left to the next",
                row.step
            );
            assert!(counts.hits() > 3 && counts.ended() > counts.hits() / 3, "{counts}");
            all_left.fetch_add(left, Relaxed);
        }
    }
    assert!(all_left.into_inner() > 10);
}

/// Where all labels of a level are equal there are no shards. Maximal bipartite graphs on eleven vertices have an even
/// number of edges, so that every level is one of P positions or one of N positions.
#[test]
fn levels_without_shards_are_sealed_after_their_files() {
    let db = Db::in_memory();
    let grain = Grain {
        seal_chunks: 1,
        file_chunks: 1,
        ..COARSE
    };
    let game = Pieces {
        game: "avoid:odd-cycle",
        ..Pieces::triangle(11, grain)
    };
    game.solve(db.path(), 20, &Silent).unwrap();
    let whole = Db::copy_in_memory(&db);
    game.solve(whole.path(), 12, &Silent).unwrap();
    let mut files = 0;
    for level in (12..20).rev() {
        game.plan(db.path());
        game.make(db.path(), [0, 1, 2]);
        let planned = game.plan(db.path());
        if planned.step == PlannedStep::Seal {
            files += planned.parts;
            game.make(db.path(), [0, 1, 2]);
            let last = game.plan(db.path());
            assert_eq!((last.step, last.done), (PlannedStep::Seal, planned.parts));
            assert_eq!(game.make(db.path(), [0, 1, 2]).made, 0);
        }
        game.solve(db.path(), level, &Silent).unwrap();
    }
    db.assert_same_bytes(&whole.content(), "no shards");
    assert!(files > 50, "{files} files");
}

/// A level that a version with a journal has begun starts again, with a sentence.
#[test]
fn work_of_an_older_version_restarts() {
    for row in ROWS {
        let (db, whole) = row.planned();
        let journal = db.level(row.level).join("work/journal.json");
        fs::write(&journal, "{}").unwrap();
        let (other, said) = (Db::copy_in_memory(&db), Said::default());
        row.game.solve(db.path(), row.level, &said).unwrap();
        let said = said.0.into_inner().unwrap().join("\n");
        assert!(said.contains("an older version of the program has begun it"), "{said}");
        db.assert_same_bytes(&whole, "restarted");
        let PlanReport { step, done, .. } = row.game.plan(other.path());
        assert_eq!((step, done), (PlannedStep::Expand, 0));
        row.complete(&other, &whole, "planned anew");
    }
}

/// What a run says.
#[derive(Default)]
struct Said(std::sync::Mutex<Vec<String>>);

impl retro::Observer for Said {
    fn note(&self, sentence: &str) {
        self.0.lock().unwrap().push(sentence.into());
    }
}

/// `retrograph part` on a database.
fn part(db: &Db, task: usize, tasks: usize, options: &[&str]) -> Value {
    let (task, tasks) = (task.to_string(), tasks.to_string());
    let own = ["--task", &task, "--of", &tasks, "--json"];
    db.run("part", &[&own, options].concat()).json()
}

/// The triangle game on so many vertices.
const N: u32 = 11;
/// The level that is planned.
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

/// By the program, as people plan and make parts.
#[test]
fn parts_that_people_plan_give_the_bytes_of_one_run() {
    for keep in ["positions", "labels"] {
        let expected = Db::solved(10, &["--keep", keep]).content();
        let mut random = SplitMix64::new(3);
        let db = Db::unborn();
        db.solve(10, &["--down-to", "20", "--keep", keep]).done();
        for level in (10..20).rev() {
            let said = db.run("plan", &["--parts", "5", "--json"]).json();
            assert_eq!(said["level"], level);
            let parts = said["parts"].as_u64().unwrap() as usize;
            assert!((1..=5).contains(&parts));
            // Some are left to `solve`, in some levels all of them.
            let order = shuffled(parts, &mut random);
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
        db.solve(10, &[]).done();
        db.assert_same_bytes(&expected, keep);
    }
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
    let mut child = start(&["part", "--db", db.text(), "--threads", "1"]);
    send(libc::SIGTERM, &child);
    let code = child.wait().unwrap().code();
    // Early signals end it as any program; later ones are answered.
    assert!(matches!(code, None | Some(0 | 10)), "{code:?}");
    assert_eq!(part(&db, 0, 1, &[])["done"], parts);
}

/// `plan` and `part` are killed after a call that changes files, or the call fails, at every tenth call of each kind.
#[test]
fn kills_and_failures_of_plan_and_part_cost_parts_and_no_bytes() {
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
    // Not while a run has the lock.
    let begun = Db::unborn();
    begun.solve(12, &["--down-to", "24"]).done();
    let mut child = begun.start(12, &["--threads", "1"]);
    begun.wait_until_locked();
    let said = begun.run("plan", &[]).refused(8);
    assert!(said.contains("process"), "{said}");
    send(libc::SIGTERM, &child);
    assert!(matches!(child.wait().unwrap().code(), Some(0 | 10)));
}
