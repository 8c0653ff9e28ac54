//! Each strength of `verify` finds what it should in databases whose checksums are all right and whose content is not.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use canon::key_width;
use game::{Game, Keys};
use games::Triangle16;
use retro::{Keep, N, P, Silent};
use retrograph_referee::graph6;
use retrograph_referee::nauty::canonical;
use retrograph_referee::triangle::{moves, relabel, with_edge};
use retrograph_storage::{
    Database, FILE_CHUNKS, LabelFunctionBuilder, LevelManifest, LevelReader, LevelWriter, Record, Syncs,
};
use shared::common;
use shared::common::{engine, solved};
use tempfile::TempDir;
use verify::{CheckReport, Depth, Fault, FaultKind, SEED};

const ORDER: usize = 8;
const ALL: Depth = Depth::Sample {
    count: u64::MAX,
    seed: SEED,
};
const MEMORY: u64 = 64 << 20;

/// What is sealed of a level: its records, the labels that its label function is made of, and its manifest.
#[derive(Clone)]
struct Level {
    records: Vec<u128>,
    labels: Vec<u128>,
    manifest: LevelManifest,
}

impl Level {
    /// The same change to the records and to what the label function is made of.
    fn change(&mut self, change: impl Fn(&mut Vec<u128>)) {
        change(&mut self.records);
        self.labels = self.records.clone();
    }
}

fn game() -> Triangle16 {
    Triangle16::new(ORDER)
}

/// The game on eight vertices as it is.
static TRUTH: LazyLock<BTreeMap<u32, Level>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let db = solved(&game(), &folder.path().join("db"), 0, Keep::Positions);
    let level = |manifest: LevelManifest| {
        let folder = db.positions_folder(manifest.level);
        let reader = LevelReader::<u128>::open(&folder, key_width(ORDER), &manifest.positions).unwrap();
        let (mut chunks, mut records) = (Vec::new(), Vec::new());
        reader.chunks().next_chunks(usize::MAX, &mut chunks).unwrap();
        chunks.iter().for_each(|chunk| chunk.decode(&mut records).unwrap());
        let labels = records.clone();
        let level = Level {
            records,
            labels,
            manifest,
        };
        (level.manifest.level, level)
    };
    common::manifests(&db).into_iter().map(level).collect()
});

/// A database with right checksums and consistent counts.
struct Forged {
    _folder: TempDir,
    db: Database,
}

/// Seals the levels from the top down to `lowest` after `change`.
fn forged(lowest: u32, keep: Keep, change: impl FnOnce(&mut BTreeMap<u32, Level>)) -> Forged {
    let mut levels = TRUTH.clone();
    levels.retain(|&level, _| level >= lowest);
    change(&mut levels);
    let folder = tempfile::tempdir().unwrap();
    // An empty database of the right kind.
    let db = solved(&game(), &folder.path().join("db"), game().top().unwrap(), keep);
    let _lock = db.lock().unwrap();
    db.remove_level(game().top().unwrap()).unwrap();
    for (_, level) in levels.into_iter().rev() {
        seal(&db, level);
    }
    if keep == Keep::Labels {
        // The lowest level keeps its positions until all are solved.
        let upper = db
            .levels()
            .unwrap()
            .into_iter()
            .filter(|&level| level > lowest || level == 0);
        upper.for_each(|level| db.drop_positions(level).unwrap());
    }
    Forged { _folder: folder, db }
}

fn seal(db: &Database, level: Level) {
    let Level {
        records,
        labels,
        mut manifest,
    } = level;
    let (number, width) = (manifest.level, key_width(ORDER));
    db.begin_level(number).unwrap();
    let mut writer = LevelWriter::<u128>::create(&db.positions_folder(number), width, MEMORY, FILE_CHUNKS).unwrap();
    writer.write(&records).unwrap();
    manifest.positions = writer.finish().unwrap();
    let mut builder = LabelFunctionBuilder::new(&db.work_folder(number), labels.len() as u64, MEMORY);
    let mut items = vec![0; labels.len()];
    game().sign(&labels, &mut items);
    let signed = items.iter_mut().zip(&labels);
    signed.for_each(|(item, record)| *item |= u64::from(record.label()));
    builder.push(&items).unwrap();
    let mut pending = builder.build().unwrap();
    let ambiguous = pending.ambiguous().to_vec();
    for (&record, item) in labels.iter().zip(items) {
        if ambiguous.contains(&(item & !1)) {
            pending.push_exact(width, &[record]).unwrap();
        }
    }
    manifest.label_function = pending
        .seal(&db.label_function_path(number), width, Syncs::Now)
        .unwrap();
    let count = |label: u8| records.iter().filter(|record| record.label() == label).count() as u64;
    manifest.counts.insert("p".into(), count(P));
    manifest.counts.insert("n".into(), count(N));
    db.seal_level(&manifest).unwrap();
}

impl Forged {
    fn check(&self, depth: Depth) -> CheckReport {
        engine(&game()).check(&self.db, depth, &Silent).unwrap()
    }

    /// Asserts that the checksums are right, and gives what sampling all and the full check say.
    #[track_caller]
    fn deep(&self) -> [CheckReport; 2] {
        assert_eq!(self.check(Depth::Bytes).faults, [], "checksums are right");
        [ALL, Depth::Full].map(|depth| self.check(depth))
    }
}

fn text(record: u128) -> String {
    game().graph6(&game().position(record))
}

fn rows(record: u128) -> Vec<u32> {
    graph6::decode(&text(record)).unwrap()
}

fn flip(record: &mut u128) {
    *record = record.with_label(1 - record.label());
}

/// The fault of this kind whose sentence names the text.
#[track_caller]
fn named<'a>(report: &'a CheckReport, level: u32, kind: FaultKind, text: &str) -> &'a Fault {
    let is_it = |fault: &&Fault| (fault.level, fault.kind) == (Some(level), kind) && fault.sentence.contains(text);
    let found = report.faults.iter().find(is_it);
    found.unwrap_or_else(|| panic!("no {kind:?} fault of level {level} names {text}: {:#?}", report.faults))
}

#[test]
fn the_truth_forged_is_sound() {
    for keep in [Keep::Positions, Keep::Labels] {
        let forged = forged(0, keep, |_| {});
        for depth in [Depth::Bytes, Depth::Sample { count: 300, seed: 7 }, Depth::Full] {
            let report = forged.check(depth);
            assert_eq!(report.faults, []);
            assert_eq!(report.positions(), 410);
        }
    }
    let forged = forged(0, Keep::Positions, |_| {});
    for report in forged.deep() {
        assert_eq!(report.values(), 410);
        let saturated: u64 = report.levels.iter().map(|level| level.saturated.unwrap()).sum();
        assert_eq!(saturated, 10);
        assert!(report.levels.iter().all(|level| level.keys));
    }
    assert!(forged.check(Depth::Full).levels.iter().all(|level| level.compared));
}

#[test]
fn a_wrong_value_is_named() {
    // The ends of levels, saturated positions and others.
    for (level, index) in [(16, 0), (12, 0), (12, 5), (9, 51), (8, 0), (8, 30), (0, 0)] {
        let forged = forged(level, Keep::Positions, |levels| {
            let level = levels.get_mut(&level).unwrap();
            level.manifest.counts.insert("saturated".into(), 0);
            level.change(|records| flip(&mut records[index]));
        });
        for report in forged.deep() {
            let fault = named(&report, level, FaultKind::Value, &text(TRUTH[&level].records[index]));
            assert!(fault.file.starts_with(forged.db.positions_folder(level)), "{fault:?}");
            assert!(fault.sentence.contains("does not follow from its moves"), "{fault:?}");
        }
    }
}

#[test]
fn a_label_function_that_says_another_value_is_named() {
    for (level, index) in [(3, 0), (8, 20), (9, 51), (11, 3)] {
        let forged = forged(level - 1, Keep::Positions, |levels| {
            flip(&mut levels.get_mut(&level).unwrap().labels[index]);
        });
        for report in forged.deep() {
            let fault = named(&report, level, FaultKind::Value, &text(TRUTH[&level].records[index]));
            assert!(fault.sentence.contains("label function"), "{fault:?}");
        }
    }
}

#[test]
fn a_key_that_is_not_canonical_is_named() {
    for (level, index) in [(5, 3), (9, 10), (12, 0)] {
        let own = TRUTH[&level].records[index];
        // Another labelling of the same graph, as a key: the upper triangle, column by column.
        let others = [
            [1, 0, 2, 3, 4, 5, 6, 7],
            [7, 6, 5, 4, 3, 2, 1, 0],
            [3, 0, 6, 1, 7, 2, 5, 4],
        ];
        let keys = others.map(|order| {
            let copy = relabel(&rows(own), &order);
            let bits = (0..ORDER).flat_map(|j| (0..j).map(move |i| (i, j)));
            let bits = bits.zip(0..).filter(|&((i, j), _)| copy[j] >> i & 1 == 1);
            bits.map(|(_, place)| 1u128 << (127 - place)).sum::<u128>()
        });
        let other = keys.into_iter().find(|&key| key != own.key()).unwrap();
        assert_eq!(canonical(&rows(other)), canonical(&rows(own)), "the same class");
        let forged = forged(level - 1, Keep::Positions, |levels| {
            levels.get_mut(&level).unwrap().change(|records| {
                records[index] = other.with_label(own.label());
                records.sort_unstable();
            });
        });
        for report in forged.deep() {
            named(&report, level, FaultKind::Position, &text(other));
        }
        named(
            &forged.check(Depth::Full),
            level,
            FaultKind::Position,
            &format!("{} is missing", text(own)),
        );
    }
}

#[test]
fn a_missing_position_is_named() {
    for (level, index) in [(1, 0), (6, 2), (9, 30), (12, 5)] {
        let own = TRUTH[&level].records[index];
        let forged = forged(level - 1, Keep::Positions, |levels| {
            let level = levels.get_mut(&level).unwrap();
            if level.records.len() > 1 {
                level.change(|records| _ = records.remove(index));
            } else {
                // A level cannot be empty.
                level.change(|records| records[0] = 1 << 127 | 1 << 126);
            }
        });
        let [sampled, full] = forged.deep();
        // The judge calls it by nauty's canonical form.
        let child = graph6::encode(&canonical(&rows(own)));
        let fault = named(&sampled, level, FaultKind::Position, &child);
        assert!(fault.sentence.contains("is missing"), "{fault:?}");
        named(&full, level, FaultKind::Position, &format!("{} is missing", text(own)));
    }
}

#[test]
fn a_position_missing_in_the_lowest_level_is_named_by_the_full_check() {
    // One that moves lead away from, and a saturated one.
    let level = &TRUTH[&12];
    let saturated = level.records.iter().position(|&record| moves(&rows(record)).is_empty());
    for index in [saturated.unwrap(), 1 - saturated.unwrap().min(1)] {
        let forged = forged(12, Keep::Positions, |levels| {
            levels.get_mut(&12).unwrap().change(|records| _ = records.remove(index));
        });
        let report = forged.check(Depth::Full);
        named(
            &report,
            12,
            FaultKind::Position,
            &format!("{} is missing", text(level.records[index])),
        );
    }
}

#[test]
fn a_graph_that_is_no_position_is_named() {
    // A triangle and 5 edges; one edge more and one less.
    let triangle = with_edge(&with_edge(&with_edge(&[0; ORDER], (5, 6)), (6, 7)), (5, 7));
    let triangle = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 5)]
        .into_iter()
        .fold(triangle, |rows, edge| with_edge(&rows, edge));
    let key = |rows: &[u32]| {
        let bits = (0..ORDER).flat_map(|j| (0..j).map(move |i| (i, j))).zip(0..);
        bits.filter(|&((i, j), _)| rows[j] >> i & 1 == 1)
            .map(|(_, place)| 1u128 << (127 - place))
            .sum::<u128>()
    };
    for strange in [key(&triangle), TRUTH[&9].records[7].key(), TRUTH[&7].records[7].key()] {
        let forged = forged(8, Keep::Positions, |levels| {
            levels.get_mut(&8).unwrap().change(|records| {
                records.push(strange);
                records.sort_unstable();
            });
        });
        for report in forged.deep() {
            let fault = named(&report, 8, FaultKind::Position, &text(strange));
            assert!(fault.sentence.contains("no position of"), "{fault:?}");
        }
    }
}

#[test]
fn a_wrong_count_of_saturated_positions_is_named() {
    for (level, wrong) in [(16, 0), (12, 1), (9, 1), (0, 0)] {
        let right = TRUTH[&level].manifest.counts["saturated"];
        let wrong = if wrong == right { right + 1 } else { wrong };
        let forged = forged(level, Keep::Positions, |levels| {
            let counts = &mut levels.get_mut(&level).unwrap().manifest.counts;
            counts.insert("saturated".into(), wrong);
        });
        if wrong > TRUTH[&level].manifest.counts["p"] {
            assert_eq!(forged.check(Depth::Bytes).faults[0].kind, FaultKind::Counts);
            continue;
        }
        for report in forged.deep() {
            let what = format!("{wrong} positions of level {level} are saturated, {right} are");
            let fault = named(&report, level, FaultKind::Counts, &what);
            assert_eq!(fault.file, forged.db.level_folder(level).join("manifest.json"));
            assert_eq!(report.faults.len(), 1);
        }
    }
}

#[test]
fn values_are_judged_without_keys_too() {
    let forged = |lowest| {
        forged(lowest, Keep::Labels, |levels| {
            flip(&mut levels.get_mut(&12).unwrap().labels[1]);
        })
    };
    let played = Depth::Sample { count: 300, seed: 5 };
    let name = graph6::encode(&canonical(&rows(TRUTH[&12].records[1])));
    for lowest in [0, 11] {
        let forged = forged(lowest);
        assert_eq!(forged.check(Depth::Bytes).faults, []);
        for depth in [played, Depth::Full] {
            let report = forged.check(depth);
            let faults = report.faults.iter().filter(|fault| fault.level == Some(12));
            let [fault] = &faults.collect::<Vec<_>>()[..] else {
                panic!("{:#?}", report.faults)
            };
            assert_eq!(
                (fault.kind, &fault.file),
                (FaultKind::Value, &forged.db.label_function_path(12))
            );
            // Called as the game left it.
            let word = fault.sentence.split(' ').nth(1).unwrap();
            assert_eq!(graph6::encode(&canonical(&graph6::decode(word).unwrap())), name);
            assert!(
                report
                    .levels
                    .iter()
                    .all(|level| level.keys == (level.level == 11 && lowest > 0) && level.values > 0),
                "{:?}",
                report.levels
            );
        }
    }
    // Random games come through every class of the levels with few.
    let report = forged(0).check(Depth::Full);
    for level in report.levels.iter().filter(|level| level.positions < 20) {
        assert_eq!(level.values, level.positions, "level {}", level.level);
    }
}

#[test]
fn nothing_is_derived_from_a_damaged_level() {
    let forged = forged(0, Keep::Positions, |_| {});
    let labels = forged.db.label_function_path(9);
    let mut bytes = std::fs::read(&labels).unwrap();
    bytes[130] ^= 1;
    std::fs::write(&labels, bytes).unwrap();
    for depth in [Depth::Bytes, ALL, Depth::Full] {
        let report = forged.check(depth);
        let [fault] = &report.faults[..] else {
            panic!("{:#?}", report.faults)
        };
        assert_eq!(
            (fault.level, fault.kind, &fault.file),
            (Some(9), FaultKind::Damaged, &labels)
        );
        if depth != Depth::Bytes {
            let silent: Vec<u32> = report
                .levels
                .iter()
                .filter(|level| level.values == 0)
                .map(|level| level.level)
                .collect();
            assert_eq!(silent, [9, 8]);
        }
    }
}

/// The positions of level 12 that a sample of `count` sees: each is reported, because all labels are wrong.
fn seen(forged: &Forged, count: u64, seed: u64) -> BTreeSet<String> {
    let report = forged.check(Depth::Sample { count, seed });
    let of_level = report.levels.iter().find(|level| level.level == 12).unwrap();
    assert_eq!(of_level.values, count);
    let faults = report.faults.iter().filter(|fault| fault.level == Some(12));
    faults
        .map(|fault| fault.sentence.split(' ').nth(1).unwrap().to_string())
        .collect()
}

#[test]
fn a_sample_is_random_and_the_same_for_the_same_seed() {
    let forged = forged(12, Keep::Positions, |levels| {
        levels
            .get_mut(&12)
            .unwrap()
            .change(|records| records.iter_mut().for_each(flip));
    });
    let count = TRUTH[&12].records.len();
    assert_eq!(seen(&forged, 10, 1), seen(&forged, 10, 1));
    assert_eq!(seen(&forged, 10, 1).len(), 10);
    assert_ne!(seen(&forged, 10, 1), seen(&forged, 10, 2));
    // Three of 22 each time: every position is drawn, none much more often than others.
    let draws = 100;
    let mut drawn = BTreeMap::<String, usize>::new();
    for seed in 0..draws {
        for position in seen(&forged, 3, seed as u64) {
            *drawn.entry(position).or_default() += 1;
        }
    }
    let mean = draws * 3 / count;
    assert_eq!(drawn.len(), count, "every position is drawn");
    assert!(
        drawn.values().all(|&times| times > 0 && times < 3 * mean),
        "mean {mean}: {drawn:?}"
    );
}

#[test]
fn at_most_twenty_faults_of_a_level_are_listed() {
    let forged = forged(8, Keep::Positions, |levels| {
        levels
            .get_mut(&8)
            .unwrap()
            .change(|records| records.iter_mut().for_each(flip));
    });
    for depth in [ALL, Depth::Full] {
        let report = forged.check(depth);
        assert_eq!(report.faults.len(), 20);
        assert!(report.faults.len() as u64 + report.unlisted >= TRUTH[&8].records.len() as u64);
    }
}

#[test]
fn a_missing_level_is_named() {
    let forged = forged(0, Keep::Positions, |levels| drop(levels.remove(&9)));
    for depth in [Depth::Bytes, ALL, Depth::Full] {
        let report = forged.check(depth);
        let [fault] = &report.faults[..] else {
            panic!("{:#?}", report.faults)
        };
        assert_eq!((fault.level, fault.kind), (Some(9), FaultKind::Missing));
        assert!(fault.file.ends_with(Path::new("level-009")));
    }
}
