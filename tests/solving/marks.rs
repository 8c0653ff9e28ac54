//! Marks on positions that lead to P positions spare look-ups and change no byte.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use all_games::AllGames;
use engine::Family;
use game::values::Values;
use retro::{Grain, Keep, LevelReport, Observer, Options};
use retrograph_storage::{Database, Identity, OUTCOME};

/// Look-ups of all levels.
#[derive(Default)]
struct Counter(AtomicU64);

impl Observer for Counter {
    fn sealed(&self, report: &LevelReport) {
        self.0.fetch_add(report.work.lookups, Relaxed);
    }
}

/// The hash of the records of each level of n = 10, and how many look-ups they took.
fn solved(marks_from: u64) -> (Vec<String>, u64) {
    let temporary = tempfile::tempdir().unwrap();
    let engine = AllGames.engine("triangle", 10, Values::OUTCOME).unwrap();
    let identity = Identity::new(engine.name(), 10, OUTCOME, Keep::Positions);
    let db = Database::create(&temporary.path().join("db"), &identity).unwrap();
    let options = Options {
        memory: 256 << 20,
        threads: 1,
        grain: Grain {
            marks_from,
            ..Grain::default()
        },
        ..Options::default()
    };
    let counter = Counter::default();
    engine.solve(&db, &options, &counter).unwrap();
    let hash = |level| db.manifest(level).unwrap().unwrap().positions.stream_xxh3;
    ((0..=25).map(hash).collect(), counter.0.into_inner())
}

#[test]
fn marks_spare_look_ups_and_change_no_record() {
    let (without, all) = solved(u64::MAX);
    let (with, some) = solved(1);
    assert_eq!(with, without);
    assert!(some < all / 4 * 3, "{some} look-ups of {all}");
}
