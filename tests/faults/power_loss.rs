//! A loss of power at any instant of a run, on the model of `tests/shared/faults/disk.rs`.

use std::collections::BTreeMap;
use std::path::Path;

use retro::{Grain, Keep};
use retrograph_referee::rng::SplitMix64;
use shared::faults::Watched;
use shared::faults::disk::{Disk, Luck, put};
use shared::faults::disturb::{Fault, count};
use shared::faults::sound::{Case, Expected};
use shared::faults::trace::{Call, Kind};
use shared::process::{Db, memory_folder};
use shared::{faults, process};

/// The database in every trace.
const PLACE: &str = "above/db";

/// A run, perhaps of several processes, and what an undisturbed one leaves.
struct Recorded {
    calls: Vec<Call>,
    expected: Expected,
}

/// Records a run of the program that is killed after each of the calls of these numbers and goes on.
fn recorded(n: u32, keep: Keep, kills: &[usize]) -> Recorded {
    let case = Case::whole(n, keep);
    let run = |db: &Db, fault: Option<&Fault>| faults::watch(db, faults::solving(db, n, &case.options()), fault);
    recorded_by(run, case, kills)
}

/// The same with each level by itself.
fn recorded_singly(keep: Keep, kills: &[usize]) -> Recorded {
    let way = ["singly", "singly, labels alone"][usize::from(keep == Keep::Labels)];
    recorded_in(singly(keep), way, kills)
}

/// The same in pieces cut finer than the program cuts them: a process made of this test.
fn recorded_finely(case: Case, kills: &[usize]) -> Recorded {
    recorded_in(case, "in one go", kills)
}

/// The same with every level planned and made in parts before it is sealed.
fn recorded_in_parts(kills: &[usize]) -> Recorded {
    recorded_in(FINE, "in parts", kills)
}

fn recorded_in(case: Case, way: &str, kills: &[usize]) -> Recorded {
    let run = |db: &Db, fault: Option<&Fault>| {
        let mut command = faults::own_process("power_loss::a_process_of_its_own");
        command
            .env("RETROGRAPH_TEST_SOLVES", db.path())
            .env("RETROGRAPH_TEST_WAY", way);
        faults::watch(db, command, fault)
    };
    recorded_by(run, case, kills)
}

fn recorded_by(run: impl Fn(&Db, Option<&Fault>) -> Watched, case: Case, kills: &[usize]) -> Recorded {
    let db = Db::in_memory();
    let mut calls = vec![];
    for kill in kills {
        let run = run(&db, Some(&Fault::kill(*kill)));
        // Nothing was left for the kill to hit when the run has ended.
        assert!(matches!(run.ran.code, None | Some(0)), "{}", run.ran.err);
        calls.extend(run.calls);
    }
    let run = run(&db, None);
    assert_eq!(run.ran.code, Some(0), "{}", run.ran.err);
    calls.extend(run.calls);
    let content = db.content();
    Recorded {
        calls,
        expected: Expected { case, content },
    }
}

/// All levels of n = 5, no two of which share their syncs.
fn singly(keep: Keep) -> Case {
    let grain = Grain {
        group_positions: 0,
        ..Grain::default()
    };
    Case {
        grain,
        ..Case::whole(5, keep)
    }
}

/// Levels of some hundred positions in several pieces: parts, files, shards.
const FINE: Case = Case {
    n: 10,
    down_to: 14,
    keep: Keep::Positions,
    grain: Grain {
        expand_chunks: 1,
        seal_chunks: 1,
        file_chunks: 2,
        part_positions: 256,
        part_shards: 1,
        builder_memory: u64::MAX,
        marks_from: 1,
        group_positions: 0,
    },
};

/// The highest level with ambiguous positions, four of 17,000, in files of 2,048.
const AMBIGUOUS: Case = Case {
    n: 11,
    down_to: 16,
    grain: Grain {
        expand_chunks: 16,
        seal_chunks: 4,
        file_chunks: 8,
        ..FINE.grain
    },
    ..FINE
};

#[test]
#[ignore = "nothing by itself: the process that others start"]
fn a_process_of_its_own() {
    if let Some(folder) = std::env::var_os("RETROGRAPH_TEST_SOLVES") {
        let folder = Path::new(&folder);
        match std::env::var("RETROGRAPH_TEST_WAY").as_deref() {
            Ok("singly") => singly(Keep::Positions).complete(folder, "alone"),
            Ok("singly, labels alone") => singly(Keep::Labels).complete(folder, "alone"),
            Ok("in parts") => FINE.complete_in_parts(folder, 21, "alone"),
            Ok("ambiguous") => AMBIGUOUS.complete_in_parts(folder, AMBIGUOUS.down_to + 1, "alone"),
            _ => FINE.complete(folder, "alone"),
        }
    }
}

impl Recorded {
    /// Levels that the run relies on after each call: those above a level that has been begun, or has moved into its
    /// place. They may not be lost.
    fn promised(&self) -> Vec<usize> {
        let mut promised = 0;
        let mut after = vec![0];
        for call in &self.calls {
            let made = match call.kind {
                Kind::MakeFolder => &call.path,
                Kind::Rename => &call.other,
                _ => Path::new(""),
            };
            let name = made.strip_prefix(PLACE).ok().and_then(Path::to_str);
            let begun = name.and_then(|name| name.strip_prefix("level-")?.parse::<u32>().ok());
            if let (0, Some(level)) = (call.errno, begun) {
                promised = (self.expected.top() - level) as usize;
            }
            after.push(promised);
        }
        after
    }

    /// Loses power after call number `cut` (0: before the first) and judges what is left.
    fn judge(&self, disk: &Disk, cut: usize, promised: usize, luck: Luck, seed: u64) {
        let before = cut.checked_sub(1).map(|last| self.calls[last].to_string());
        let how = format!("power lost after call {cut} ({before:?}), {luck:?}, seed {seed}");
        let tree = disk.after_power_loss(luck, &mut SplitMix64::new(seed));
        let temporary = tempfile::tempdir_in(memory_folder()).unwrap();
        put(&tree, temporary.path());
        let folder = temporary.path().join(PLACE);
        let seen = self.expected.assert_prefix(&folder, &how);
        assert!(seen >= promised, "{how}: {seen} levels of {promised}");
        self.expected.case.complete(&folder, &how);
        let left = Db::content_of(&folder);
        let names = |content: &BTreeMap<_, _>| content.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&left), names(&self.expected.content), "{how}");
        let mut differ = left
            .iter()
            .filter(|(path, text)| self.expected.content[*path] != **text);
        assert_eq!(differ.next(), None, "{how}");
    }

    /// States at so many cuts, spread evenly, and so many at each; their number.
    fn lose_power(&self, cuts: usize, each: usize, seed: u64) -> usize {
        let mut rng = SplitMix64::new(seed);
        let promised = self.promised();
        let mut disk = Disk::empty();
        let mut states = 0;
        let all = self.calls.len();
        let chosen: Vec<usize> = (0..cuts).map(|cut| (cut * all + rng.below(all)) / cuts).collect();
        for cut in 0..=all {
            for _ in 0..each * chosen.iter().filter(|&&chosen| chosen == cut).count() {
                let luck = Luck::random(&mut rng);
                self.judge(&disk, cut, promised[cut], luck, rng.next_u64());
                states += 1;
            }
            if let Some(call) = self.calls.get(cut) {
                disk.apply(call);
            }
        }
        states
    }
}

#[test]
fn no_call_escapes_the_trace() {
    for keep in [Keep::Positions, Keep::Labels] {
        let db = Db::in_memory();
        let run = faults::watch(&db, faults::solving(&db, 7, &Case::whole(7, keep).options()), None);
        run.ran.done();
        let mut disk = Disk::empty();
        run.calls.iter().for_each(|call| disk.apply(call));
        let temporary = tempfile::tempdir_in(memory_folder()).unwrap();
        put(&disk.complete(), temporary.path());
        assert_eq!(process::everything(temporary.path()), process::everything(db.root()));
    }
}

/// Runs `task` for both kinds at the same time and adds up the states it has judged.
fn states(task: impl Fn(Keep) -> usize + Sync) -> usize {
    let task = &task;
    std::thread::scope(|scope| {
        let kinds = [Keep::Positions, Keep::Labels].map(|keep| scope.spawn(move || task(keep)));
        kinds.into_iter().map(|kind| kind.join().unwrap()).sum()
    })
}

#[test]
fn small_levels_share_their_syncs() {
    // Each level by itself took 586 and 1,266 in version 0.1.
    for (n, keep, most) in [
        (8, Keep::Positions, 60),
        (8, Keep::Labels, 77),
        (12, Keep::Positions, 422),
    ] {
        let db = Db::in_memory();
        let run = faults::watch(&db, faults::solving(&db, n, &Case::whole(n, keep).options()), None);
        run.ran.done();
        let (each, all) = (count(&run.calls, Kind::Sync), count(&run.calls, Kind::SyncAll));
        println!("n = {n}, {keep:?}: {each} syncs of a file or folder, {all} of the file system");
        assert!(each <= most && all > 0, "{each} and {all}");
    }
}

#[test]
fn without_syncs_the_model_loses_everything() {
    let run = recorded(5, Keep::Positions, &[]);
    let mut disk = Disk::empty();
    let unsynced = (run.calls.iter()).filter(|call| !matches!(call.kind, Kind::Sync | Kind::SyncAll));
    unsynced.for_each(|call| disk.apply(call));
    let left = |names, blocks| disk.after_power_loss(Luck { names, blocks }, &mut SplitMix64::new(1));
    assert!(left(0, 100).is_empty());
    assert_eq!(left(100, 100).keys().count(), disk.complete().keys().count());
    let only_names = left(100, 0);
    let manifest = only_names[&Path::new(PLACE).join("level-000/manifest.json")]
        .as_ref()
        .unwrap();
    assert!(manifest.iter().all(|&byte| byte == 0));
}

#[test]
fn a_loss_of_power_costs_no_sealed_level() {
    let states = states(|keep| {
        let mut states = recorded(6, keep, &[]).lose_power(90, 1, 1);
        // Each level by itself.
        states += recorded_singly(keep, &[]).lose_power(60, 1, 9);
        // And of runs that had been killed before: what the first process did not sync is seen by the second.
        let mut rng = SplitMix64::new(2);
        for _ in 0..5 {
            let kills = [1 + rng.below(60), 1 + rng.below(600)];
            states += recorded(5, keep, &kills).lose_power(10, 1, rng.next_u64());
        }
        states
    });
    println!("{states} states");
}

#[test]
fn a_loss_of_power_within_a_level_costs_no_sealed_level() {
    let run = recorded_finely(FINE, &[]);
    let named = |run: &Recorded, name: &str| {
        let is_it = |call: &&Call| call.kind == Kind::Rename && call.other.to_string_lossy().contains(name);
        run.calls.iter().filter(is_it).count()
    };
    let made = ["/part-", "/seal-", "/shards-"].map(|name| named(&run, name));
    assert!(made[0] > 10 && made[1] > 10 && made[2] > 8, "{made:?}");
    let mut states = run.lose_power(100, 1, 3);
    states += recorded_finely(FINE, &[run.calls.len() / 2]).lose_power(60, 1, 4);
    let run = recorded_in_parts(&[]);
    let made = ["/part-", "/seal-", "/shards-"].map(|name| named(&run, name));
    assert!(made[0] > 10 && made[1] > 10 && made[2] > 8, "{made:?}");
    states += run.lose_power(50, 1, 7);
    states += recorded_in_parts(&[run.calls.len() / 2]).lose_power(30, 1, 8);
    let run = recorded_in(AMBIGUOUS, "ambiguous", &[]);
    let exact = named(&run, "/exact-");
    assert!(exact > 8, "{exact} renames of exact answers");
    states += run.lose_power(30, 1, 10);
    states += recorded_in(AMBIGUOUS, "ambiguous", &[run.calls.len() * 4 / 5]).lose_power(15, 1, 11);
    println!("{states} states");
}

/// Every cut of whole runs, and runs that were killed after any of their calls.
#[test]
#[ignore = "takes long: thousands of states"]
fn a_loss_of_power_at_every_call_costs_no_sealed_level() {
    let states = states(|keep| {
        let mut states = 0;
        for n in [6, 7, 8] {
            let run = recorded(n, keep, &[]);
            let cuts = if n == 6 {
                3 * run.calls.len()
            } else {
                run.calls.len() / 2
            };
            states += run.lose_power(cuts, 1, u64::from(n));
        }
        for recorded in [|keep, kills: &[usize]| recorded(5, keep, kills), recorded_singly] {
            for kill in 1..recorded(keep, &[]).calls.len() {
                states += recorded(keep, &[kill]).lose_power(4, 1, kill as u64);
            }
        }
        let fine = recorded_finely(FINE, &[]);
        match keep {
            Keep::Positions => states += fine.lose_power(fine.calls.len() / 4, 1, 5),
            Keep::Labels => {
                for kill in (1..fine.calls.len()).step_by(101) {
                    states += recorded_finely(FINE, &[kill]).lose_power(10, 1, kill as u64);
                    states += recorded_in_parts(&[kill]).lose_power(10, 1, kill as u64);
                }
            }
        }
        states
    });
    println!("{states} states");
}
