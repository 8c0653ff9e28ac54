//! Prints the speed and size figures of docs/format.md; argument `labels` or `levels`: a part of them.

use std::time::Instant;

use retrograph_storage::{
    Answer, FILE_CHUNKS, LabelFunction, LabelFunctionBuilder, LevelReader, LevelWriter, Sorter, Syncs,
};

fn splitmix(i: u64) -> u64 {
    let mut z = i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

fn labels(count: u64, memory: u64) {
    let folder = tempfile::tempdir().unwrap();
    let items: Vec<u64> = (0..count)
        .map(|i| splitmix(i) & !1 | u64::from(splitmix(!i) % 10 < 7))
        .collect();
    let start = Instant::now();
    let mut builder = LabelFunctionBuilder::new(folder.path(), count, memory);
    for batch in items.chunks(1 << 16) {
        builder.push(batch).unwrap();
    }
    let pushed = start.elapsed();
    let pending = builder.build().unwrap();
    assert!(pending.ambiguous().is_empty());
    let path = folder.path().join("labels");
    let summary = pending.seal(&path, 15, Syncs::Now).unwrap();
    let built = start.elapsed();
    let ns = |elapsed: std::time::Duration| elapsed.as_nanos() as f64 / count as f64;
    print!(
        "labels {count}, memory {} MiB: {:.4} bits/key, ",
        memory >> 20,
        summary.bytes as f64 * 8.0 / count as f64
    );
    print!("push {:.1} ns, push + build {:.1} ns/key", ns(pushed), ns(built));
    let function = LabelFunction::map_any(&path).unwrap();
    let start = Instant::now();
    let wrong = items
        .iter()
        .filter(|&&item| function.get(item) != Answer::Label((item & 1) as u8))
        .count();
    print!(", get {:.1} ns", ns(start.elapsed()));
    assert_eq!(wrong, 0);
    println!();
}

fn records(count: u64) -> Vec<u128> {
    // Clustered keys of 12 bytes: dense low bits below sparse prefixes, 30 % label 1.
    (0..count)
        .map(|i| {
            let high = u128::from(splitmix(i / 64) >> 14);
            let low = u128::from(splitmix(i) >> 24);
            (high << 46 | low << 6 | u128::from(i % 64)) << 32 | u128::from(splitmix(!i) % 10 < 3)
        })
        .collect()
}

fn sort_and_write(count: u64, memory: u64) {
    let folder = tempfile::tempdir().unwrap();
    let records = records(count);
    let rate = |start: Instant| count as f64 / 1e6 / start.elapsed().as_secs_f64();
    let start = Instant::now();
    let mut sorter = Sorter::new(folder.path(), 12, memory).unwrap();
    for batch in records.chunks(1 << 16) {
        sorter.push(batch).unwrap();
    }
    let mut sorted = sorter.finish().unwrap();
    let pushed = rate(start);
    let start = Instant::now();
    // Pages are touched beforehand: they are not what is measured.
    let mut all = records;
    all.clear();
    let mut batch = vec![];
    while sorted.next_batch(&mut batch, 1 << 18).unwrap() > 0 {
        all.extend_from_slice(&batch);
    }
    println!(
        "sort {count}, memory {} MiB: push {pushed:.1} M/s, merge {:.1} M/s",
        memory >> 20,
        rate(start)
    );

    let level = folder.path().join("level");
    let start = Instant::now();
    let mut writer = LevelWriter::create(&level, 12, 64 << 20, FILE_CHUNKS).unwrap();
    for batch in all.chunks(1 << 18) {
        writer.write(batch).unwrap();
    }
    let summary = writer.finish().unwrap();
    print!(
        "level {count}: {:.3} bytes/record, write {:.1} M/s",
        summary.bytes as f64 / count as f64,
        rate(start)
    );
    let reader = LevelReader::<u128>::open(&level, 12, &summary).unwrap();
    let mut chunks = reader.chunks();
    let (mut raw, mut out, mut seen) = (vec![], vec![], 0);
    let (mut reading, mut decoding) = (0.0, 0.0);
    loop {
        let start = Instant::now();
        let got = chunks.next_chunks(256, &mut raw).unwrap();
        reading += start.elapsed().as_secs_f64();
        if got == 0 {
            break;
        }
        let start = Instant::now();
        out.clear();
        raw.iter().for_each(|chunk| chunk.decode(&mut out).unwrap());
        seen += out.len() as u64;
        decoding += start.elapsed().as_secs_f64();
    }
    assert_eq!(seen, count);
    let rate_of = |seconds: f64| count as f64 / 1e6 / seconds;
    print!(
        ", scan on one thread: read {:.1} M/s, decode {:.1} M/s",
        rate_of(reading),
        rate_of(decoding)
    );
    let start = Instant::now();
    reader.check(&summary).unwrap();
    print!(", check {:.1} M/s", rate(start));
    let start = Instant::now();
    let gets = 20_000;
    for i in 0..gets {
        let record = all[(splitmix(i) % count) as usize];
        assert_eq!(reader.get(record).unwrap(), Some(record as u8));
    }
    println!(", get {:.2} us", start.elapsed().as_secs_f64() * 1e6 / gets as f64);
}

fn main() {
    if std::env::args().nth(1).as_deref() == Some("levels") {
        return sort_and_write(40_000_000, 1 << 30);
    }
    if std::env::args().nth(1).as_deref() == Some("labels") {
        return labels(20_000_000, 1 << 30);
    }
    for (count, memory) in [
        (1 << 20, 1 << 30),
        (3_000_000, 1 << 30),
        (20_000_000, 1 << 30),
        (20_000_000, 64 << 20),
    ] {
        labels(count, memory);
    }
    for memory in [4 << 30, 64 << 20] {
        sort_and_write(40_000_000, memory);
    }
}
