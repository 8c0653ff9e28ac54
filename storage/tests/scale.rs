//! A level of more records than 32 bits count goes the way of every level: sorted, sealed, read, asked by hash. Keys
//! are a bijection of the numbers below its size, so that what every key should answer is known without a list.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::Instant;

use base::parallel;
use retrograph_storage::{
    Answer, CHUNK_RECORDS, Error, FILE_CHUNKS, LabelFunction, LabelFunctionBuilder, LevelReader, LevelSummary,
    LevelWriter, LookUps, Sorter, Syncs, TOGETHER, room,
};

const WIDTH: usize = 12;
/// Records made, merged or read together.
const BATCH: usize = 1 << 20;
/// Records that one thread takes at a time.
const TASK: usize = 1 << 14;
/// Of so many pairs of numbers one has a common hash.
const PAIRS: u64 = 4096;
/// Bytes on disk for each record at most: an item of 8, the sealed record, its label.
const DISK: f64 = 9.0;

/// Keys, labels and hashes of a level.
struct Synthetic {
    count: u64,
    /// Keys are numbers of so many bits, half of them in the level or more.
    bits: u32,
}

impl Synthetic {
    fn new(count: u64) -> Self {
        assert!(count.is_multiple_of(2));
        Self {
            count,
            bits: count.ilog2() + 1,
        }
    }

    fn mask(&self) -> u64 {
        (1 << self.bits) - 1
    }

    /// The key of a number: a bijection.
    fn key(&self, number: u64) -> u64 {
        let mut x = number;
        for factor in FACTORS {
            x = x.wrapping_mul(factor) & self.mask();
            x ^= x >> self.bits.div_ceil(2);
        }
        x
    }

    /// The number of a key.
    fn number(&self, key: u64) -> u64 {
        let mut x = key;
        for factor in FACTORS.into_iter().rev() {
            x ^= x >> self.bits.div_ceil(2);
            x = x.wrapping_mul(inverse(factor)) & self.mask();
        }
        x
    }

    fn label(&self, key: u64) -> u8 {
        u8::from(scrambled(key) % 10 < 3)
    }

    fn record(&self, key: u64) -> u128 {
        u128::from(key) << 32 | u128::from(self.label(key))
    }

    /// The hash of a key, with the lowest bit zero: one pair of numbers in so many shares it, others have their own.
    fn hash(&self, key: u64) -> u64 {
        let number = self.number(key);
        let is_shared = (number / 2).is_multiple_of(PAIRS);
        let mut x = if is_shared { number & !1 } else { number };
        for factor in FACTORS {
            x = x.wrapping_mul(factor) & (u64::MAX >> 1);
            x ^= x >> 32;
        }
        x << 1
    }

    /// The hashes that keys with both labels share, in order.
    fn ambiguous(&self) -> Vec<u64> {
        let pairs = (0..self.count).step_by(2 * PAIRS as usize);
        let keys = pairs.map(|number| [number, number + 1].map(|number| self.key(number)));
        let both = keys.filter(|&[a, b]| self.label(a) != self.label(b));
        let mut hashes: Vec<u64> = both.map(|[a, _]| self.hash(a)).collect();
        hashes.sort_unstable();
        hashes
    }
}

const FACTORS: [u64; 2] = [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb];

fn inverse(odd: u64) -> u64 {
    (0..5).fold(odd, |x, _| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x))))
}

fn scrambled(i: u64) -> u64 {
    let z = (i ^ i >> 30).wrapping_mul(FACTORS[0]);
    (z ^ z >> 27).wrapping_mul(FACTORS[1]) >> 20
}

fn key_of(record: u128) -> u64 {
    (record >> 32) as u64
}

/// Says what each stage took.
struct Stages<'a> {
    folder: &'a Path,
    from: Instant,
    is_reported: bool,
}

impl Stages<'_> {
    fn end(&mut self, stage: &str) {
        if self.is_reported {
            let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
            let memory = status
                .lines()
                .filter(|line| line.starts_with("VmHWM") || line.starts_with("RssAnon"));
            let memory: Vec<String> = memory
                .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
                .collect();
            println!(
                "{stage}: {:.0} s, {:.2} GB on disk, {}",
                self.from.elapsed().as_secs_f64(),
                disk(self.folder) as f64 / 1e9,
                memory.join(", ")
            );
        }
        self.from = Instant::now();
    }
}

/// Bytes that the files of a folder take.
fn disk(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let bytes = entries.map(|entry| match entry.metadata() {
        Ok(found) if found.is_dir() => disk(&entry.path()),
        Ok(found) => found.blocks() * 512,
        Err(_) => 0,
    });
    bytes.sum()
}

/// Calls `each` with all records in key order, which are those that were sealed.
fn read(reader: &LevelReader<u128>, summary: &LevelSummary, mut each: impl FnMut(&[u128])) {
    let mut scan = reader.whole(summary);
    let mut seen = 0;
    loop {
        let records = scan.next_records(BATCH / CHUNK_RECORDS).unwrap();
        if records.is_empty() {
            break;
        }
        seen += records.len() as u64;
        each(&records);
    }
    assert_eq!(seen, summary.positions);
}

/// Compares records with what they should be. Where their keys increase and are as many as the level's, none is
/// missing.
fn check(level: &Synthetic, records: &[u128]) {
    let tasks: Vec<&[u128]> = records.chunks(TASK).collect();
    let strange = parallel::map(tasks.len(), |task| {
        let is_right = |&record: &u128| {
            let key = key_of(record);
            level.record(key) == record && level.number(key) < level.count
        };
        tasks[task].iter().filter(|record| !is_right(record)).count()
    });
    assert_eq!(strange.iter().sum::<usize>(), 0);
}

/// The hashes of records, with their labels in the lowest bit.
fn items(level: &Synthetic, records: &[u128]) -> Vec<u64> {
    let tasks: Vec<&[u128]> = records.chunks(TASK).collect();
    let item = |&record: &u128| level.hash(key_of(record)) | (record & 1) as u64;
    parallel::map(tasks.len(), |task| tasks[task].iter().map(item).collect::<Vec<_>>()).concat()
}

/// A level of so many records, sorted, sealed and read within so many bytes of memory.
fn go_the_way(count: u64, memory: u64, is_reported: bool) {
    let level = Synthetic::new(count);
    let folder = tempfile::tempdir().unwrap();
    let (needed, free) = ((count as f64 * DISK) as u64 + (64 << 20), room(folder.path()).unwrap());
    assert!(
        needed <= free,
        "{count} records take {:.1} GB of disk, and {} has {:.1} GB: set TMPDIR to another file system",
        needed as f64 / 1e9,
        folder.path().display(),
        free as f64 / 1e9
    );
    let mut stages = Stages {
        folder: folder.path(),
        from: Instant::now(),
        is_reported,
    };
    let work = folder.path().join("work");
    fs::create_dir(&work).unwrap();

    // The shares of memory are those of a run.
    let mut sorter = Sorter::new(&work, WIDTH, memory / 2).unwrap();
    let mut by_label = [0; 2];
    for from in (0..count).step_by(BATCH) {
        let until = count.min(from + BATCH as u64);
        let tasks = (until - from).div_ceil(TASK as u64) as usize;
        let parts = parallel::map(tasks, |task| {
            let from = from + (task * TASK) as u64;
            let numbers = from..until.min(from + TASK as u64);
            numbers
                .map(|number| level.record(level.key(number)))
                .collect::<Vec<u128>>()
        });
        for record in parts.iter().flatten() {
            by_label[(record & 1) as usize] += 1;
        }
        sorter.push_all(&parts).unwrap();
    }
    stages.end("sort");
    let mut sorted = sorter.finish().unwrap();
    assert_eq!(sorted.len(), count);
    let sealed = folder.path().join("level");
    let mut writer = LevelWriter::create(&sealed, WIDTH, memory / 8, FILE_CHUNKS).unwrap();
    let (mut batch, mut next) = (Vec::new(), Vec::new());
    sorted.next_batch(&mut batch, BATCH).unwrap();
    while !batch.is_empty() {
        let (written, merged) = parallel::join(|| writer.write(&batch), || sorted.next_batch(&mut next, BATCH));
        written.unwrap();
        merged.unwrap();
        std::mem::swap(&mut batch, &mut next);
    }
    drop((sorted, batch, next));
    let summary = writer.finish().unwrap();
    assert_eq!((summary.positions, &summary.by_label[..]), (count, &by_label[..]));
    stages.end("merge and seal");

    let reader = LevelReader::<u128>::open(&sealed, WIDTH, &summary).unwrap();
    let mut builder = LabelFunctionBuilder::new(&work, count, memory / 4);
    read(&reader, &summary, |records| {
        check(&level, records);
        builder.push(&items(&level, records)).unwrap();
    });
    let mut signatures = builder.finish().unwrap();
    assert!(!signatures.are_in_memory());
    stages.end("read and take items");
    let function = signatures.function(&work, 0, memory / 4, &mut |_| Ok::<_, Error>(()));
    let mut pending = function.unwrap();
    stages.end("solve shards");
    let ambiguous = level.ambiguous();
    assert!(pending.ambiguous() == ambiguous);
    let sieve = signatures.sieve(&ambiguous, memory / 4);
    let (mut exact, mut candidates, mut done) = (Vec::new(), 0, 0);
    read(&reader, &summary, |records| {
        let may_ask = signatures.candidates(&sieve, done, records.len()).unwrap();
        assert_eq!(may_ask.len(), records.len());
        done += records.len() as u64;
        for (&record, _) in records.iter().zip(may_ask).filter(|(_, may_ask)| *may_ask) {
            candidates += 1;
            if ambiguous.binary_search(&level.hash(key_of(record))).is_ok() {
                exact.push(record);
            }
        }
    });
    drop(signatures);
    assert_eq!(exact.len(), 2 * ambiguous.len());
    assert!(candidates < exact.len() as u64 + count / 20, "{candidates} candidates");
    pending.push_exact(WIDTH, &exact).unwrap();
    let path = folder.path().join("labels");
    let labels = pending.seal(&path, WIDTH, Syncs::Now).unwrap();
    assert_eq!((labels.keys, labels.exact_entries), (count, exact.len() as u64));
    stages.end("ambiguous positions");

    let function = LabelFunction::map(&path, &labels).unwrap();
    function.verify_checksum().unwrap();
    let label_of = |record: u128, answer: Answer| match answer {
        Answer::Label(label) => Some(label),
        Answer::Ask => function.exact(record),
    };
    let mut answers: BTreeMap<&str, u64> = BTreeMap::new();
    read(&reader, &summary, |records| {
        let tasks: Vec<&[u128]> = records.chunks(TASK).collect();
        let found = parallel::map(tasks.len(), |task| {
            let mut look_ups = LookUps::new(&function);
            let (mut wrong, mut asked) = (0, 0);
            for records in tasks[task].chunks(TOGETHER) {
                look_ups.look_up(
                    records.iter().map(|&record| level.hash(key_of(record))),
                    |index, answer| {
                        asked += u64::from(answer == Answer::Ask);
                        wrong += u64::from(label_of(records[index], answer) != Some(records[index] as u8));
                    },
                );
            }
            (wrong, asked)
        });
        for (wrong, asked) in found {
            *answers.entry("wrong").or_default() += wrong;
            *answers.entry("asked").or_default() += asked;
        }
    });
    assert_eq!(answers, BTreeMap::from([("wrong", 0), ("asked", exact.len() as u64)]));
    stages.end("look all up");
    // In no order, in memory, and keys that are not there.
    let function = LabelFunction::in_memory(&path, &labels).unwrap().unwrap();
    let label_of = |record: u128, answer: Answer| match answer {
        Answer::Label(label) => Some(label),
        Answer::Ask => function.exact(record),
    };
    let wrong = parallel::map(100, |task| {
        let numbers = (0..count.min(1 << 27) / 1000).map(|i| scrambled(i * 100 + task as u64));
        let keys = numbers.map(|random| level.key(random % count));
        keys.filter(|&key| {
            let record = level.record(key);
            label_of(record, function.get(level.hash(key))) != Some(record as u8)
        })
        .count()
    });
    assert_eq!(wrong.iter().sum::<usize>(), 0);
    for i in 0..2_000 {
        let key = level.key(scrambled(i) % count);
        assert_eq!(reader.get(level.record(key)).unwrap(), Some(level.label(key)));
        let absent = level.key(count + scrambled(i) % (level.mask() + 1 - count));
        assert_eq!(reader.get(level.record(absent)).unwrap(), None);
    }
    stages.end("look some up at random");
    if is_reported {
        println!(
            "{count} records in {} files, {:.3} bytes each; labels {:.4} bits each, {} hashes have both",
            summary.files.len(),
            summary.bytes as f64 / count as f64,
            labels.bytes as f64 * 8.0 / count as f64,
            ambiguous.len()
        );
    }
}

#[test]
fn a_small_level_goes_the_way() {
    go_the_way(1 << 20, 16 << 20, false);
}

/// `make test-scale` sets the number of records.
#[test]
#[ignore = "a minute, or as long as RETROGRAPH_TEST_RECORDS takes: an hour and 38 GB for 2^32 + 2^20"]
fn a_large_level_goes_the_way() {
    let records = std::env::var("RETROGRAPH_TEST_RECORDS").ok();
    let records = records.map_or(1 << 26, |records| records.parse().expect("a number of records"));
    go_the_way(records, records.clamp(16 << 20, 4 << 30), true);
}
