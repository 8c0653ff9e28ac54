//! The shards of a label function made in parts by several processes: the same bytes in any order, after kills, and
//! with damage in between.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use retro::{Grain, PlanReport, PlannedStep, Silent, SolveError};
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
const SHARDS: usize = 4;

/// Memory for all shards.
const ROOMY: Pieces = GAME.cut(Grain {
    builder_memory: u64::MAX,
    marks_from: 1,
    ..COARSE
});

/// The same with this many shards in a part.
const fn with_shards(part_shards: u64) -> Pieces {
    GAME.cut(Grain { part_shards, ..COARSE })
}

fn plan_shards(game: Pieces, db: &Db) -> PlanReport {
    game.plan_until(db.path(), PlannedStep::Shards)
}

/// A database whose level 18 is all there in files, its shards planned, and its bytes when it is sealed.
fn planned() -> (Db, BTreeMap<PathBuf, Vec<u8>>) {
    let [whole, db] = [Db::in_memory(), Db::in_memory()];
    GAME.solve(whole.path(), LEVEL, &Silent).unwrap();
    GAME.solve(db.path(), LEVEL + 1, &Silent).unwrap();
    let shards = plan_shards(GAME, &db);
    assert_eq!((shards.level, shards.parts, shards.positions), (LEVEL, SHARDS, 200_449));
    (db, whole.content())
}

#[test]
fn shards_in_any_order_and_twice_give_the_bytes_of_one_run() {
    let [whole, db] = [Db::in_memory(), Db::in_memory()];
    GAME.solve(whole.path(), 0, &Silent).unwrap();
    GAME.solve(db.path(), 23, &Silent).unwrap();
    let mut random = SplitMix64::new(5);
    let (mut most, mut made) = (0, 0);
    for level in (15..23).rev() {
        let part_shards = 1 + u64::from(level % 2);
        let shards = plan_shards(with_shards(part_shards), &db);
        let all = shards.positions.div_ceil(1 << 16);
        assert_eq!(shards.parts as u64, all.div_ceil(part_shards), "level {level}");
        most = most.max(shards.parts);
        let mut order: Vec<usize> = (0..shards.parts).collect();
        (1..order.len())
            .rev()
            .for_each(|last| order.swap(last, random.below(last + 1)));
        // Some are left to the run that seals the level, in some levels all of them.
        for &part in order.iter().take(random.below(shards.parts + 2)) {
            let task = [part, shards.parts, 1 + random.below(3)];
            // What is planned stays as it is planned, whatever memory and grain there are.
            let game = if part % 2 == 0 { GAME } else { ROOMY };
            assert_eq!(game.make(db.path(), task).made, 1);
            let again = game.make(db.path(), task);
            // When all shards are there, ambiguous positions are searched for.
            assert!(again.made == 0 || again.step == PlannedStep::Ambiguous, "{again:?}");
            made += 1;
        }
        let planned = ROOMY.plan(db.path());
        assert!(
            planned.parts == shards.parts || planned.step == PlannedStep::Ambiguous,
            "{planned:?}"
        );
        let game = if level % 3 == 0 { ROOMY } else { GAME };
        game.solve(db.path(), level, &Silent).unwrap();
        assert!(!db.level(level).join("work").exists());
    }
    assert!(most == SHARDS && made > 8, "{most} parts at most, {made} made");
    GAME.solve(db.path(), 0, &Silent).unwrap();
    db.assert_same_bytes(&whole.content(), "shards in any order");
}

#[test]
fn three_processes_may_make_the_same_shards_at_once() {
    let (db, whole) = planned();
    let children: Vec<_> = (0..3).map(|_| maker(&db).spawn().unwrap()).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let next = GAME.plan(db.path());
    assert_eq!((next.step, next.parts), (PlannedStep::Ambiguous, FILES));
    // A process that starts when all shards are there makes all parts of the next step.
    assert!([0, FILES].contains(&next.done), "{next:?}");
    GAME.solve(db.path(), LEVEL, &Silent).unwrap();
    db.assert_same_bytes(&whole, "three processes");
}

/// A run is stopped at its second checkpoint, over and over, while it takes two parts and solves the other two.
#[test]
fn a_stopped_run_resumes_between_parts() {
    let (planned, whole) = planned();
    for part in [0, 2] {
        GAME.make(planned.path(), [part, SHARDS, 1]);
    }
    for games in [[GAME, GAME], [ROOMY, GAME], [GAME, ROOMY]] {
        let db = Db::copy_in_memory(&planned);
        let mut stops = 0;
        loop {
            match games[stops % 2].solve(db.path(), LEVEL, &StopsAt::new(2)) {
                Ok(()) => break,
                Err(SolveError::Stopped { .. }) => stops += 1,
                Err(error) => panic!("{error}"),
            }
            assert!(stops < 100);
        }
        assert!(stops > 2, "{stops} stops");
        db.assert_same_bytes(&whole, "stopped");
    }
}

/// Every file changed, cut or removed: what was made of it is solved again, or the level restarts; no wrong byte is
/// sealed.
#[test]
fn damaged_shards_are_noticed() {
    let (sound, whole) = planned();
    assert_eq!(GAME.make(sound.path(), [0, 1, 2]).done, SHARDS);
    for name in [
        "shards.json",
        "shards-000001.json",
        "shards-000001",
        "shards-000003",
        "signed-000001",
        "seal-000001.json",
    ] {
        for damage in DAMAGES {
            let how = format!("{name}: {damage}");
            let damaged = Db::copy_in_memory(&sound);
            inflict(damage, &damaged.level(LEVEL).join("work").join(name));
            let db = Db::copy_in_memory(&damaged);
            match GAME.solve(db.path(), LEVEL, &Silent) {
                Ok(()) => {}
                Err(SolveError::Work { .. }) if name.starts_with("signed") => {
                    GAME.solve(db.path(), LEVEL, &Silent)
                        .unwrap_or_else(|error| panic!("{how}: {error}"));
                }
                Err(error) => panic!("{how}: {error}"),
            }
            db.assert_same_bytes(&whole, &how);
            // Or made again, step by step.
            let again = GAME.plan(damaged.path());
            let lacks = (again.step, again.parts - again.done);
            match name {
                // A changed byte of a file is seen by those who read it.
                _ if damage == "flip" && !name.ends_with("json") => {
                    assert_eq!(lacks, (PlannedStep::Ambiguous, FILES), "{how}");
                }
                "shards.json" => assert_eq!(lacks, (PlannedStep::Shards, 0), "{how}"),
                _ if name.starts_with("shards") => assert_eq!(lacks, (PlannedStep::Shards, 1), "{how}"),
                _ => assert_eq!(lacks, (PlannedStep::Seal, 1), "{how}"),
            }
            if again.step != PlannedStep::Ambiguous && lacks.1 > 0 {
                assert_eq!(GAME.make(damaged.path(), [0, 1, 2]).made, lacks.1, "{how}");
            }
            let last = GAME.plan(damaged.path());
            assert_eq!((last.step, last.done), (PlannedStep::Ambiguous, 0), "{how}");
        }
    }
    // A part of another cut is none of this one.
    let other = Db::copy_in_memory(&sound);
    let work = other.level(LEVEL).join("work");
    fs::remove_file(work.join("shards.json")).unwrap();
    let planned = with_shards(2).plan(other.path());
    assert_eq!((planned.step, planned.parts, planned.done), (PlannedStep::Shards, 2, 0));
    GAME.make(other.path(), [1, 2, 2]);
    GAME.solve(other.path(), LEVEL, &Silent).unwrap();
    other.assert_same_bytes(&whole, "parts of another cut");
}

/// Where all labels of a level are equal there are no shards. Maximal bipartite graphs on eleven vertices have an even
/// number of edges, so that every level is one of P positions or one of N positions.
#[test]
fn levels_without_shards_are_sealed_after_their_files() {
    let db = Db::in_memory();
    let game = Pieces {
        game: "avoid:odd-cycle",
        ..Pieces::triangle(
            11,
            Grain {
                seal_chunks: 1,
                file_chunks: 1,
                ..COARSE
            },
        )
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

/// A process that makes shards.
fn maker(db: &Db) -> Command {
    let mut command = faults::own_process("shards::a_process_of_its_own");
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

/// A process that makes shards is killed after a call that changes files, or the call fails, at every third call of
/// each kind.
#[test]
fn kills_and_failures_at_any_call_cost_shards_and_no_bytes() {
    let (planned, whole) = planned();
    let begin = || Db::copy_in_memory(&planned);
    let run = |db: &Db, fault: Option<&Fault>| faults::watch(db, maker(db), fault);
    let calls = run(&begin(), None).calls;
    let left = AtomicUsize::new(0);
    let counts = disturb(&each(&calls, &KINDS, |_| 3, KILL_AND_REFUSE), begin, run, |disturbed| {
        let db = &disturbed.db;
        if disturbed.fault.number % 2 == 0 && GAME.plan(db.path()).step == PlannedStep::Shards {
            let made = GAME.make(db.path(), [0, 1, 2]);
            assert_eq!(made.done, SHARDS, "{disturbed}");
            left.fetch_add(made.made, Relaxed);
        }
        GAME.solve(db.path(), LEVEL, &Silent)
            .unwrap_or_else(|error| panic!("{disturbed}: {error}"));
        db.assert_same_bytes(&whole, disturbed);
    });
    let left = left.into_inner();
    println!("{counts}; {left} parts were left to the next");
    assert!(counts.hits() > 20 && counts.ended() > counts.hits() / 2, "{counts}");
    assert!(left > 10, "{left}");
}
