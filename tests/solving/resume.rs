//! A level that was not finished is gone on with, whatever parts are there, and ends in the same bytes.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use games::Triangle16;
use retro::{Grain, Keep, Observer, Options, Silent, SolveError};
use retrograph_referee::rng::SplitMix64;
use retrograph_storage::Database;
use shared::common::pieces::{COARSE, FINE};
use shared::common::{engine, identity};
use shared::process::Db;

/// What is solved, and how.
#[derive(Clone, Copy)]
struct Case {
    n: usize,
    down_to: u32,
    keep: Keep,
    grain: Grain,
    /// Most askings or tellings before a run is disturbed.
    patience: usize,
}

/// How a run is disturbed.
#[derive(Clone, Copy, Debug)]
enum End {
    /// It is asked to stop.
    Stop,
    /// Its thread panics: nothing is tidied up but what unwinding does.
    Panic,
    /// It panics when a part is made.
    AtPart,
}

/// Ends the run after some questions or reports.
struct Disturber {
    end: End,
    left: AtomicU64,
    /// Parts by their step.
    steps: Mutex<BTreeMap<String, u64>>,
    step: Mutex<String>,
}

impl Disturber {
    fn new(end: End, after: u64) -> Disturber {
        Disturber {
            end,
            left: AtomicU64::new(after),
            steps: Mutex::default(),
            step: Mutex::default(),
        }
    }

    fn is_last(&self) -> bool {
        self.left
            .fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1))
            .is_err()
    }
}

impl Observer for Disturber {
    fn begin(&self, step: &retro::Step) {
        *self.step.lock().unwrap() = step.name.to_string();
    }

    fn advance(&self, _done: u64) {
        if matches!(self.end, End::Panic) && self.is_last() {
            resume_unwind(Box::new("disturbed"));
        }
    }

    fn checkpoint(&self, _level: u32) {
        let step = self.step.lock().unwrap().clone();
        *self.steps.lock().unwrap().entry(step).or_default() += 1;
        if matches!(self.end, End::AtPart) && self.is_last() {
            resume_unwind(Box::new("disturbed"));
        }
    }

    fn stop(&self) -> bool {
        matches!(self.end, End::Stop) && self.is_last()
    }
}

/// Bytes of memory that `threads` threads can just do with.
fn least(threads: usize) -> u64 {
    let error = engine(&Triangle16::new(5)).within_limits(0, 1, threads).unwrap_err();
    match error {
        SolveError::Memory { least, .. } => least,
        other => panic!("{other}"),
    }
}

fn run(case: Case, folder: &Path, memory: u64, threads: usize, observer: &dyn Observer) -> Option<SolveError> {
    let Case {
        n,
        down_to,
        keep,
        grain,
        ..
    } = case;
    let game = Triangle16::new(n);
    let db = Database::open(folder)
        .or_else(|_| Database::create(folder, &identity(&game, keep)))
        .unwrap();
    let options = Options {
        down_to,
        memory,
        threads,
        keep,
        grain,
        ..Options::default()
    };
    engine(&game).solve(&db, &options, observer).err()
}

fn undisturbed(case: Case) -> BTreeMap<PathBuf, Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let error = run(case, folder.path(), 1 << 30, 2, &Silent);
    assert!(error.is_none(), "{error:?}");
    Db::content_of(folder.path())
}

/// Disturbs a run again and again until it ends; returns how often, and the parts of each step that were made.
fn disturb(case: Case, seed: u64, expected: &BTreeMap<PathBuf, Vec<u8>>) -> (u64, BTreeMap<String, u64>) {
    let mut rng = SplitMix64::new(seed);
    let folder = tempfile::tempdir().unwrap();
    let (mut times, mut steps) = (0, BTreeMap::new());
    loop {
        let end = [End::Stop, End::Panic, End::AtPart][rng.below(3)];
        let threads = 1 + rng.below(3);
        let memory = [least(threads), least(threads) + (64 << 20), 1 << 30][rng.below(3)];
        let disturber = Disturber::new(end, rng.below(case.patience) as u64);
        let result = catch_unwind(AssertUnwindSafe(|| {
            run(case, folder.path(), memory, threads, &disturber)
        }));
        for (step, count) in disturber.steps.into_inner().unwrap() {
            *steps.entry(step).or_default() += count;
        }
        match result {
            Ok(None) => break,
            Ok(Some(SolveError::Stopped { .. })) | Err(_) => times += 1,
            Ok(Some(error)) => panic!("seed {seed}, time {times}, {end:?}: {error}"),
        }
    }
    let found = Db::content_of(folder.path());
    let names = |content: &BTreeMap<PathBuf, Vec<u8>>| content.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&found), names(expected), "seed {seed}");
    for (name, bytes) in &found {
        assert!(bytes == &expected[name], "seed {seed}: {} differs", name.display());
    }
    (times, steps)
}

/// Parts of every step named must have been made.
fn disturb_often(case: Case, seeds: std::ops::Range<u64>, steps: &[&str]) {
    let expected = undisturbed(case);
    let (mut times, mut found) = (0, BTreeMap::<String, u64>::new());
    for seed in seeds {
        let (more, parts) = disturb(case, seed, &expected);
        times += more;
        for (step, count) in parts {
            *found.entry(step).or_default() += count;
        }
    }
    println!("{times} times disturbed, parts {found:?}");
    for &step in steps {
        assert!(found.get(step).is_some_and(|&count| count > 4), "{step}: {found:?}");
    }
}

const SMALL: Case = Case {
    n: 10,
    down_to: 0,
    keep: Keep::Positions,
    grain: FINE,
    patience: 40,
};

/// Down to the largest levels, of 200,000 positions.
const LARGE: Case = Case {
    n: 12,
    down_to: 18,
    keep: Keep::Positions,
    grain: COARSE,
    patience: 100,
};

const LABELS: &[&str] = &["expand and label", "seal", "label function", "ambiguous positions"];

#[test]
fn a_level_is_gone_on_with_wherever_it_was_left() {
    disturb_often(SMALL, 0..6, &["expand and label", "seal"]);
    let keep = Keep::Labels;
    disturb_often(Case { keep, ..SMALL }, 6..8, &["expand and label", "seal"]);
}

#[test]
fn a_label_function_is_gone_on_with_wherever_it_was_left() {
    disturb_often(LARGE, 20..22, LABELS);
}

#[test]
#[ignore = "minutes"]
fn larger_levels_are_gone_on_with_wherever_they_were_left() {
    disturb_often(Case { n: 11, ..SMALL }, 100..110, &["expand and label", "seal"]);
    disturb_often(LARGE, 200..220, LABELS);
    let keep = Keep::Labels;
    disturb_often(Case { keep, ..LARGE }, 300..310, LABELS);
}
