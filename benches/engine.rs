//! Whole steps on a solved game: the loop for small orders, sorting and sealing real records, label functions, queries.

use divan::Bencher;
use divan::counter::ItemsCount;
use retrograph::games::{Game, Triangle16};
use retrograph::report::published::known_total;
use retrograph::retro::{Keep, Options, Silent, Solved, solve};
use retrograph_storage::{
    Answer, Cache, Database, FORMAT, Identity, LabelFunction, LabelFunctionBuilder, LevelReader, LevelWriter, Sorter,
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
    let identity = Identity {
        format: FORMAT,
        game: game.name().into(),
        n: n as u32,
        keep: Keep::Positions.name().into(),
        tool_version: "bench".into(),
    };
    let db = Database::create(&folder.path().join("db"), &identity).unwrap();
    let options = Options {
        down_to: 0,
        memory: MEMORY,
        threads: 1,
        keep: Keep::Positions,
        known_positions: &|_| None,
    };
    solve(&game, &db, &options, &Silent).unwrap();
    (folder, db)
}

fn records(db: &Database) -> Vec<u128> {
    let width = Triangle16::new(N).key_width();
    let level = LevelReader::<u128>::open(&db.positions_folder(LEVEL), width, &Cache::new(1 << 20)).unwrap();
    let mut records = Vec::new();
    let mut chunks = level.chunks();
    let mut batch = Vec::new();
    while chunks.next_chunks(64, &mut batch).unwrap() > 0 {
        batch.iter().for_each(|chunk| chunk.decode(&mut records).unwrap());
    }
    assert_eq!(records.len(), 200_449);
    records
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

#[divan::bench(sample_count = 10)]
fn seal_level(bencher: Bencher) {
    let (folder, db) = solved(N);
    let records = records(&db);
    let mut run = 0;
    bencher.counter(ItemsCount::new(records.len())).bench_local(|| {
        run += 1;
        let mut writer = LevelWriter::create(&folder.path().join(run.to_string()), 9, MEMORY).unwrap();
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
    bencher.counter(ItemsCount::new(items.len())).bench_local(|| {
        let mut builder = LabelFunctionBuilder::new(folder.path(), items.len() as u64, MEMORY).unwrap();
        builder.push(&items).unwrap();
        builder.build().unwrap().ambiguous().len()
    });
}

#[divan::bench]
fn look_up(bencher: Bencher) {
    let (_folder, db) = solved(N);
    let records = records(&db);
    let mut items = vec![0; records.len()];
    Triangle16::new(N).sign(&records, &mut items);
    let labels = LabelFunction::open(&db.label_function_path(LEVEL)).unwrap();
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
