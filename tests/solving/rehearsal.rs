//! A level made from a sample of the level above: its positions are those of the real level, or a share of them.

use std::collections::BTreeSet;
use std::path::Path;

use all_games::AllGames;
use engine::Family;
use games::Triangle16;
use retro::{Grain, Keep, Options, Rehearsed, Sample, Silent};
use retrograph_storage::{Database, Identity, LevelReader, OUTCOME};
use shared::common::solved;

const N: u32 = 12;
/// The level with the most positions.
const LEVEL: u32 = 18;
/// All keys of the game have so many bytes.
const WIDTH: usize = 9;

fn keys(db: &Database, level: u32) -> BTreeSet<u128> {
    let sealed = db.manifest(level).unwrap().unwrap().positions;
    let reader = LevelReader::<u128>::open(&db.positions_folder(level), WIDTH, &sealed).unwrap();
    let (mut chunks, mut raw, mut records) = (reader.chunks(), Vec::new(), Vec::new());
    while chunks.next_chunks(64, &mut raw).unwrap() > 0 {
        raw.iter().for_each(|chunk| chunk.decode(&mut records).unwrap());
    }
    records.into_iter().map(|record| record >> 8 << 8).collect()
}

fn rehearsed(folder: &Path, positions: u64, counts: &[u64], (threads, memory): (usize, u64)) -> (Database, Rehearsed) {
    let game = AllGames.triangle(N, false).engine().unwrap();
    assert_eq!(game.key_width(), WIDTH);
    let identity = Identity::new("triangle", N, OUTCOME, Keep::Positions);
    let db = Database::create(folder, &identity).unwrap();
    let sample = Sample {
        level: LEVEL,
        positions,
        counts: &|level| counts[level as usize],
        // 8.6 MB: with more memory it is read into it, with less it is mapped.
        function_positions: 1 << 26,
        runs: 7,
    };
    let options = Options {
        down_to: LEVEL,
        memory: memory << 20,
        threads,
        grain: Grain {
            builder_memory: 1 << 20,
            ..Grain::default()
        },
        ..Options::default()
    };
    let made = game.rehearse(&db, &sample, &options, &Silent).unwrap();
    (db, made)
}

#[test]
fn a_sample_of_all_gives_the_level_and_one_of_some_a_share() {
    let folder = tempfile::tempdir().unwrap();
    let real = solved(
        &Triangle16::new(N as usize),
        &folder.path().join("real"),
        LEVEL,
        Keep::Positions,
    );
    let above = keys(&real, LEVEL + 1);
    let level = keys(&real, LEVEL);
    let counts: Vec<u64> = (0..=N * N / 4)
        .map(|level| {
            real.manifest(level)
                .unwrap()
                .map_or(0, |manifest| manifest.positions.positions)
        })
        .collect();
    let saturated = real.manifest(LEVEL).unwrap().unwrap().counts["saturated"];

    let (db, made) = rehearsed(&folder.path().join("all"), above.len() as u64, &counts, (2, 128));
    assert!(keys(&db, LEVEL + 1) == above);
    let found = keys(&db, LEVEL);
    assert!(found.is_subset(&level));
    assert_eq!(found.len() as u64 + saturated, level.len() as u64);
    assert_eq!(made.report.positions, found.len() as u64);
    assert_eq!((made.sampled, made.report.saturated), (above.len() as u64, 0));
    assert!(made.report.work.lookups > made.report.positions);
    assert_eq!(made.runs, 7);

    // Of a level of more than 65,536 positions a share is taken, the same whatever threads and memory.
    let share = 65_536.0 / above.len() as f64;
    assert!(share < 0.8);
    let (one, _) = rehearsed(&folder.path().join("one"), 1, &counts, (1, 128));
    let (two, _) = rehearsed(&folder.path().join("two"), 1, &counts, (3, 96));
    for level in [LEVEL, LEVEL + 1] {
        let (some, all) = (keys(&one, level), keys(&real, level));
        assert!(some == keys(&two, level) && some.is_subset(&all));
        let found = some.len() as f64 / all.len() as f64 / share;
        assert!((0.9..1.1).contains(&found), "level {level}: {found}");
    }
    let manifest = |db: &Database| db.manifest(LEVEL).unwrap().unwrap();
    assert!(manifest(&one) == manifest(&two));
}
