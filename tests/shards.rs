//! The shards of a label function made in parts by several processes: the same bytes in any order, after kills, and with
//! damage in between.

mod faults;
mod process;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use faults::trace::KINDS;
use process::{DAMAGES, Db, copy_tree, inflict};
use retrograph::engine::{Engine, Family};
use retrograph::engines::AllGames;
use retrograph::retro::{Grain, Keep, Observer, Options, PlanReport, PlannedStep, Silent, SolveError, Task};
use retrograph::values::Values;
use retrograph_judge::rng::SplitMix64;
use retrograph_storage::{Database, FORMAT, Identity, OUTCOME};

/// The triangle game on so many vertices.
const N: u32 = 12;
/// Its largest level: 200,449 positions in 13 files and 4 shards.
const LEVEL: u32 = 18;
const FILES: usize = 13;
const SHARDS: usize = 4;

/// Files of 16,384 positions; each shard is a part, and the items of one are in memory at a time.
const GRAIN: Grain = Grain {
    expand_chunks: 100,
    seal_chunks: 32,
    file_chunks: 64,
    file_threads: usize::MAX,
    part_shards: 1,
    builder_memory: 1 << 20,
    group_positions: 0,
};

/// The same with memory for all shards.
const ROOMY: Grain = Grain {
    builder_memory: u64::MAX,
    ..GRAIN
};

/// A copy where a sync costs nothing.
fn copy_of(db: &Db) -> Db {
    let copy = Db::in_memory();
    copy_tree(db.path(), copy.path());
    copy
}

fn engine(db: &Database) -> Box<dyn Engine> {
    let identity = db.identity();
    AllGames.engine(&identity.game, identity.n, Values::OUTCOME).unwrap()
}

fn solve(folder: &Path, down_to: u32, grain: Grain, observer: &dyn Observer) -> Result<(), SolveError> {
    solve_game(folder, ("triangle", N), down_to, grain, observer)
}

fn solve_game(
    folder: &Path,
    (game, n): (&str, u32),
    down_to: u32,
    grain: Grain,
    observer: &dyn Observer,
) -> Result<(), SolveError> {
    let identity = Identity {
        format: FORMAT,
        game: game.into(),
        n,
        values: OUTCOME.into(),
        keep: Keep::Positions.into(),
        tool_version: env!("CARGO_PKG_VERSION").into(),
    };
    let db = Database::open(folder)
        .or_else(|_| Database::create(folder, &identity))
        .unwrap();
    let options = Options {
        down_to,
        memory: 128 << 20,
        threads: 2,
        keep: Keep::Positions,
        checkpoint: Duration::ZERO,
        grain,
        known_positions: &|_| None,
    };
    engine(&db).solve(&db, &options, observer)
}

fn plan(db: &Db, grain: Grain) -> PlanReport {
    let opened = Database::open(db.path()).unwrap();
    engine(&opened).plan(&opened, Some(3), &grain, &Silent).unwrap()
}

fn make(folder: &Path, [task, tasks, threads]: [usize; 3], grain: Grain) -> PlanReport {
    let task = Task {
        task,
        tasks,
        memory: 128 << 20,
        threads,
        grain,
    };
    let db = Database::open(folder).unwrap();
    engine(&db).make_parts(&db, &task, &Silent).unwrap()
}

/// Plans the shards of the next level, with all that comes before.
fn plan_shards(db: &Db, grain: Grain) -> PlanReport {
    for step in [PlannedStep::Expand, PlannedStep::Seal] {
        let planned = plan(db, grain);
        assert_eq!((planned.step, planned.done), (step, 0));
        let made = make(db.path(), [0, 1, 2], grain);
        assert_eq!((made.step, made.done), (step, planned.parts));
    }
    let planned = plan(db, grain);
    assert_eq!((planned.step, planned.done), (PlannedStep::Shards, 0));
    planned
}

/// A database whose level 18 is all there in files, its shards planned, and its bytes when it is sealed.
fn planned() -> (Db, BTreeMap<PathBuf, Vec<u8>>) {
    let [whole, db] = [Db::in_memory(), Db::in_memory()];
    solve(whole.path(), LEVEL, GRAIN, &Silent).unwrap();
    solve(db.path(), LEVEL + 1, GRAIN, &Silent).unwrap();
    let shards = plan_shards(&db, GRAIN);
    assert_eq!((shards.level, shards.parts, shards.positions), (LEVEL, SHARDS, 200_449));
    (db, whole.content())
}

#[test]
fn shards_in_any_order_and_twice_give_the_bytes_of_one_run() {
    let [whole, db] = [Db::in_memory(), Db::in_memory()];
    solve(whole.path(), 0, GRAIN, &Silent).unwrap();
    solve(db.path(), 23, GRAIN, &Silent).unwrap();
    let mut random = SplitMix64::new(5);
    let (mut most, mut made) = (0, 0);
    for level in (15..23).rev() {
        let grain = Grain {
            part_shards: 1 + u64::from(level % 2),
            ..GRAIN
        };
        let shards = plan_shards(&db, grain);
        let all = shards.positions.div_ceil(1 << 16);
        assert_eq!(shards.parts as u64, all.div_ceil(grain.part_shards), "level {level}");
        most = most.max(shards.parts);
        let mut order: Vec<usize> = (0..shards.parts).collect();
        (1..order.len())
            .rev()
            .for_each(|last| order.swap(last, random.below(last + 1)));
        // Some are left to the run that seals the level, in some levels all of them.
        for &part in order.iter().take(random.below(shards.parts + 2)) {
            let task = [part, shards.parts, 1 + random.below(3)];
            // What is planned stays as it is planned, whatever memory and grain there are.
            let grain = if part % 2 == 0 { GRAIN } else { ROOMY };
            assert_eq!(make(db.path(), task, grain).made, 1);
            assert_eq!(make(db.path(), task, grain).made, 0);
            made += 1;
        }
        assert_eq!(plan(&db, ROOMY).parts, shards.parts);
        solve(db.path(), level, if level % 3 == 0 { ROOMY } else { GRAIN }, &Silent).unwrap();
        assert!(!db.level(level).join("work").exists());
    }
    assert!(most == SHARDS && made > 8, "{most} parts at most, {made} made");
    solve(db.path(), 0, GRAIN, &Silent).unwrap();
    db.assert_same_bytes(&whole.content(), "shards in any order");
}

#[test]
fn three_processes_may_make_the_same_shards_at_once() {
    let (db, whole) = planned();
    let children: Vec<_> = (0..3).map(|_| maker(&db).spawn().unwrap()).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let said = make(db.path(), [0, 1, 1], GRAIN);
    assert_eq!((said.step, said.done, said.made), (PlannedStep::Shards, SHARDS, 0));
    solve(db.path(), LEVEL, GRAIN, &Silent).unwrap();
    db.assert_same_bytes(&whole, "three processes");
}

/// Stops a run at one of its checkpoints.
struct StopsAt {
    checkpoint: usize,
    seen: AtomicUsize,
}

impl Observer for StopsAt {
    fn checkpoint(&self, _: u32) {
        self.seen.fetch_add(1, Relaxed);
    }

    fn stop(&self) -> bool {
        self.seen.load(Relaxed) >= self.checkpoint
    }
}

/// A run is stopped at its second checkpoint, over and over, while it takes two parts and solves the other two.
#[test]
fn a_stopped_run_resumes_between_parts() {
    let (planned, whole) = planned();
    for part in [0, 2] {
        make(planned.path(), [part, SHARDS, 1], GRAIN);
    }
    for grains in [[GRAIN, GRAIN], [ROOMY, GRAIN], [GRAIN, ROOMY]] {
        let db = copy_of(&planned);
        let mut stops = 0;
        loop {
            let stopping = StopsAt {
                checkpoint: 2,
                seen: AtomicUsize::new(0),
            };
            match solve(db.path(), LEVEL, grains[stops % 2], &stopping) {
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

/// Every file changed, cut or removed: what was made of it is solved again, or the level restarts; no wrong byte is sealed.
#[test]
fn damaged_shards_are_noticed() {
    let (sound, whole) = planned();
    assert_eq!(make(sound.path(), [0, 1, 2], GRAIN).done, SHARDS);
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
            let damaged = copy_of(&sound);
            inflict(damage, &damaged.level(LEVEL).join("work").join(name));
            let db = copy_of(&damaged);
            match solve(db.path(), LEVEL, GRAIN, &Silent) {
                Ok(()) => {}
                Err(SolveError::Work { .. }) if name.starts_with("signed") => {
                    solve(db.path(), LEVEL, GRAIN, &Silent).unwrap_or_else(|error| panic!("{how}: {error}"));
                }
                Err(error) => panic!("{how}: {error}"),
            }
            db.assert_same_bytes(&whole, &how);
            // Or made again, step by step.
            let again = plan(&damaged, GRAIN);
            let lacks = again.parts - again.done;
            match name {
                // A changed byte of a file is seen by those who read it.
                _ if damage == "flip" && !name.ends_with("json") => assert_eq!(lacks, 0, "{how}"),
                "shards.json" => assert_eq!((again.step, lacks), (PlannedStep::Shards, 0), "{how}"),
                _ if name.starts_with("shards") => assert_eq!((again.step, lacks), (PlannedStep::Shards, 1), "{how}"),
                _ => assert_eq!((again.step, again.parts, lacks), (PlannedStep::Seal, FILES, 1), "{how}"),
            }
            assert_eq!(make(damaged.path(), [0, 1, 2], GRAIN).made, lacks, "{how}");
            let last = plan(&damaged, GRAIN);
            assert_eq!((last.step, last.done), (PlannedStep::Shards, SHARDS), "{how}");
        }
    }
    // A part of another cut is none of this one.
    let other = copy_of(&sound);
    let work = other.level(LEVEL).join("work");
    fs::remove_file(work.join("shards.json")).unwrap();
    let grain = Grain {
        part_shards: 2,
        ..GRAIN
    };
    let planned = plan(&other, grain);
    assert_eq!((planned.step, planned.parts, planned.done), (PlannedStep::Shards, 2, 0));
    make(other.path(), [1, 2, 2], grain);
    solve(other.path(), LEVEL, GRAIN, &Silent).unwrap();
    other.assert_same_bytes(&whole, "parts of another cut");
}

/// Where all labels of a level are equal there are no shards. Maximal bipartite graphs on eleven vertices have an even number
/// of edges, so that every level is one of P positions or one of N positions.
#[test]
fn levels_without_shards_are_sealed_after_their_files() {
    let db = Db::in_memory();
    let grain = Grain {
        seal_chunks: 1,
        file_chunks: 1,
        ..GRAIN
    };
    solve_game(db.path(), ("avoid:odd-cycle", 11), 20, grain, &Silent).unwrap();
    let whole = copy_of(&db);
    solve_game(whole.path(), ("avoid:odd-cycle", 11), 12, grain, &Silent).unwrap();
    let mut files = 0;
    for level in (12..20).rev() {
        plan(&db, grain);
        make(db.path(), [0, 1, 2], grain);
        let planned = plan(&db, grain);
        if planned.step == PlannedStep::Seal {
            files += planned.parts;
            make(db.path(), [0, 1, 2], grain);
            let last = plan(&db, grain);
            assert_eq!((last.step, last.done), (PlannedStep::Seal, planned.parts));
            assert_eq!(make(db.path(), [0, 1, 2], grain).made, 0);
        }
        solve_game(db.path(), ("avoid:odd-cycle", 11), level, grain, &Silent).unwrap();
    }
    db.assert_same_bytes(&whole.content(), "no shards");
    assert!(files > 50, "{files} files");
}

/// A process that makes shards.
fn maker(db: &Db) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", "a_process_of_its_own", "--ignored"])
        .env("RETROGRAPH_TEST_MAKES", db.path());
    command
}

#[test]
#[ignore = "nothing by itself: the process that others start"]
fn a_process_of_its_own() {
    if let Some(folder) = std::env::var_os("RETROGRAPH_TEST_MAKES") {
        make(Path::new(&folder), [0, 1, 1], GRAIN);
    }
}

/// A process that makes shards is killed after a call that changes files, or the call fails, at every third call of each
/// kind.
#[test]
fn kills_and_failures_at_any_call_cost_shards_and_no_bytes() {
    let Some(library) = faults::library() else { return };
    let (planned, whole) = planned();
    let watched = |db: &Db, fault: Option<&str>| faults::watch(&library, db, maker(db), fault);
    let calls = watched(&copy_of(&planned), None).calls;
    let (mut hits, mut ended, mut left) = (0, 0, 0);
    for kind in KINDS {
        let count = calls.iter().filter(|call| call.kind == kind).count();
        for number in (1..=count).step_by(3) {
            for what in ["kill once", "5 once", "28 on"] {
                let db = copy_of(&planned);
                let fault = format!("{} {number} {what}", kind.name());
                let watched = watched(&db, Some(&fault));
                hits += usize::from(watched.hit().is_some());
                ended += usize::from(watched.ran.code != Some(0));
                let how = format!("{fault}: {:?}", watched.ran);
                if number % 2 == 0 {
                    let made = make(db.path(), [0, 1, 2], GRAIN);
                    assert_eq!(made.done, SHARDS, "{how}");
                    left += made.made;
                }
                solve(db.path(), LEVEL, GRAIN, &Silent).unwrap_or_else(|error| panic!("{how}: {error}"));
                db.assert_same_bytes(&whole, &how);
            }
        }
    }
    println!("{hits} faults hit, {ended} processes ended by them, {left} parts were left to the next");
    assert!(hits > 20 && ended > hits / 2 && left > 10, "{hits}, {ended}, {left}");
}
