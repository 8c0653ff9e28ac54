//! Whole steps on a solved game: the loop for small orders, sorting and sealing real records, label functions, queries.

#[path = "common/records.rs"]
mod records;

use divan::Bencher;
use divan::counter::ItemsCount;
use game::{Game, Keys, Levels};
use games::Triangle16;
use report::published::known_total;
use retro::{Keep, Options, P, Silent, Solved, solve};
use retrograph_storage::{
    Answer, Database, FILE_CHUNKS, Identity, LabelFunction, LabelFunctionBuilder, LevelWriter, OUTCOME, Record, Sorter,
    Syncs,
};
use tempfile::TempDir;

fn main() {
    divan::main();
}

/// Order and level of the records that single steps are measured on: 200,449 positions.
const N: usize = 12;
const LEVEL: u32 = 18;
const MEMORY: u64 = 256 << 20;

fn solved(n: usize) -> (TempDir, Database) {
    let folder = tempfile::tempdir().unwrap();
    let game = Triangle16::new(n);
    let identity = Identity::new(game.name(), n as u32, OUTCOME, Keep::Positions);
    let db = Database::create(&folder.path().join("db"), &identity).unwrap();
    let options = Options {
        memory: MEMORY,
        threads: 1,
        ..Options::default()
    };
    solve(&game, &db, &options, &Silent).unwrap();
    (folder, db)
}

/// A bijection of 64-bit numbers whose order looks random.
fn scattered(i: u64) -> u64 {
    let z = i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// The records that single steps are measured on.
fn records(db: &Database) -> Vec<u128> {
    let records = records::records(db, LEVEL, Triangle16::new(N).key_width());
    assert_eq!(records.len(), 200_449);
    records
}

/// The level above expands to all positions of [`LEVEL`], none of which is saturated.
#[divan::bench(sample_count = 10)]
fn expand_level(bencher: Bencher) {
    let (_folder, db) = solved(N);
    let game = Triangle16::new(N);
    let above = records::records(&db, LEVEL + 1, game.key_width());
    bencher.counter(ItemsCount::new(200_449usize)).bench_local(|| {
        let (mut scratch, mut found) = (Default::default(), 0);
        game.expand_all(&above, &mut scratch, |_, _| found += 1);
        assert_eq!(found, 200_449);
    });
}

/// The values of all positions of [`LEVEL`] from the label function of the level above; 20,787 are published as P.
#[divan::bench(sample_count = 10)]
fn label_level(bencher: Bencher) {
    let (_folder, db) = solved(N);
    let game = Triangle16::new(N);
    let labels = LabelFunction::map_any(&db.label_function_path(LEVEL + 1)).unwrap();
    let positions: Vec<_> = records(&db).into_iter().map(|record| game.position(record)).collect();
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        let has_p_child = |position: &&_| {
            game.any_child(position, |signature, child| match labels.get(signature) {
                Answer::Label(label) => label == P,
                Answer::Ask => labels.exact(game.record(child)) == Some(P),
            })
        };
        let p = positions.len() - positions.iter().filter(has_p_child).count();
        assert_eq!(p, 20_787);
    });
}

#[divan::bench(args = [9, 10, 11], sample_count = 5)]
fn solve_one_thread(bencher: Bencher, n: usize) {
    let all = known_total(n as u32).unwrap();
    bencher.counter(ItemsCount::new(all)).bench_local(|| {
        let (_folder, db) = solved(n);
        let found: u64 = db
            .levels()
            .unwrap()
            .iter()
            .map(|&level| db.manifest(level).unwrap().unwrap().positions.positions)
            .sum();
        assert_eq!(found, all);
    });
}

#[divan::bench(sample_count = 10)]
fn sort(bencher: Bencher) {
    let (folder, db) = solved(N);
    let records = records(&db);
    let scattered: Vec<u128> = (0..records.len()).map(|i| records[i * 7919 % records.len()]).collect();
    bencher.counter(ItemsCount::new(records.len())).bench_local(|| {
        let mut sorter = Sorter::new(folder.path(), 9, 8 << 20).unwrap();
        sorter.push(&scattered).unwrap();
        let mut sorted = sorter.finish().unwrap();
        let mut out = Vec::new();
        assert_eq!(sorted.next_batch(&mut out, records.len()).unwrap(), records.len());
        assert_eq!(out[0], records[0]);
    });
}

/// Runs on disk, merged: a million records of 16 bytes do not fit in 2 MiB.
#[divan::bench(sample_count = 10)]
fn merge(bencher: Bencher) {
    let folder = tempfile::tempdir().unwrap();
    let scattered: Vec<u128> = (0..1u64 << 20).map(|i| u128::from(scattered(i)) << 56).collect();
    bencher.counter(ItemsCount::new(scattered.len())).bench_local(|| {
        let mut sorter = Sorter::new(folder.path(), 9, 2 << 20).unwrap();
        sorter.push(&scattered).unwrap();
        let mut sorted = sorter.finish().unwrap();
        let (mut batch, mut seen, mut last) = (Vec::new(), 0, 0);
        while sorted.next_batch(&mut batch, 1 << 16).unwrap() > 0 {
            assert!(batch[0] >= last);
            (seen, last) = (seen + batch.len(), batch[batch.len() - 1]);
        }
        assert_eq!(seen, scattered.len());
    });
}

#[divan::bench(sample_count = 10)]
fn seal_level(bencher: Bencher) {
    let (folder, db) = solved(N);
    let records = records(&db);
    let mut run = 0;
    bencher.counter(ItemsCount::new(records.len())).bench_local(|| {
        run += 1;
        let mut writer = LevelWriter::create(&folder.path().join(run.to_string()), 9, MEMORY, FILE_CHUNKS).unwrap();
        writer.write(&records).unwrap();
        assert_eq!(writer.finish().unwrap().positions, records.len() as u64);
    });
}

#[divan::bench(sample_count = 10)]
fn build_label_function(bencher: Bencher) {
    let (folder, db) = solved(N);
    let records = records(&db);
    let mut items = vec![0; records.len()];
    Triangle16::new(N).sign(&records, &mut items);
    let signed = items.iter_mut().zip(&records);
    signed.for_each(|(item, record)| *item |= u64::from(record.label()));
    bencher.counter(ItemsCount::new(items.len())).bench_local(|| {
        let mut builder = LabelFunctionBuilder::new(folder.path(), items.len() as u64, MEMORY);
        builder.push(&items).unwrap();
        builder.build().unwrap().ambiguous().len()
    });
}

/// Four million distinct hashes, a quarter with label 1.
fn many_items() -> Vec<u64> {
    (0..1u64 << 22)
        .map(|i| scattered(i) & !1 | u64::from(i % 4 == 0))
        .collect()
}

fn built(folder: &TempDir, items: &[u64], memory: u64) -> LabelFunction {
    let mut builder = LabelFunctionBuilder::new(folder.path(), items.len() as u64, memory);
    items.chunks(1 << 17).for_each(|items| builder.push(items).unwrap());
    let pending = builder.build().unwrap();
    assert!(pending.ambiguous().is_empty());
    let path = folder.path().join("labels");
    pending.seal(&path, 9, Syncs::Now).unwrap();
    LabelFunction::map_any(&path).unwrap()
}

/// In memory, and with the items on disk.
#[divan::bench(args = [256, 16], sample_count = 5)]
fn build_large_label_function(bencher: Bencher, mib: u64) {
    let folder = tempfile::tempdir().unwrap();
    let items = many_items();
    bencher.counter(ItemsCount::new(items.len())).bench_local(|| {
        let labels = built(&folder, &items, mib << 20);
        assert_eq!(labels.get(items[4]), Answer::Label(1));
        assert_eq!(labels.get(items[5]), Answer::Label(0));
    });
}

#[divan::bench(sample_count = 10)]
fn look_up_large(bencher: Bencher) {
    let folder = tempfile::tempdir().unwrap();
    let items = many_items();
    let labels = built(&folder, &items, MEMORY);
    bencher.counter(ItemsCount::new(items.len())).bench_local(|| {
        let label = |&&item: &&u64| labels.get(item) == Answer::Label(1);
        assert_eq!(items.iter().filter(label).count(), items.len() / 4);
    });
}

#[divan::bench]
fn look_up(bencher: Bencher) {
    let (_folder, db) = solved(N);
    let records = records(&db);
    let mut items = vec![0; records.len()];
    Triangle16::new(N).sign(&records, &mut items);
    let labels = LabelFunction::map_any(&db.label_function_path(LEVEL)).unwrap();
    bencher.counter(ItemsCount::new(items.len())).bench_local(|| {
        let p = items
            .iter()
            .filter(|&&item| labels.get(item) == Answer::Label(1))
            .count();
        assert!(p > 20_000 && p < 20_787);
    });
}

#[divan::bench]
fn query(bencher: Bencher) {
    let (_folder, db) = solved(N);
    let game = Triangle16::new(N);
    let texts: Vec<String> = records(&db)
        .iter()
        .step_by(10)
        .map(|&record| game.graph6(&game.position(record)))
        .collect();
    let solved = Solved::open(game, db).unwrap();
    bencher.counter(ItemsCount::new(texts.len())).bench_local(|| {
        let value = |text: &String| solved.is_p(&game.parse(text).unwrap()).unwrap();
        texts.iter().filter(|text| value(text)).count()
    });
}
