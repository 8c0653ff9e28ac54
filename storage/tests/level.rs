//! Levels: what was written is what is read, the same bytes for any batch and memory, damage is an error.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use retrograph_storage::{CHUNK_RECORDS, Error, FILE_CHUNKS, LevelReader, LevelSummary, LevelWriter, Record, Wide};

fn scrambled(i: u64) -> u64 {
    let mut z = i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z ^ z >> 27
}

/// Strictly increasing keys of `width` bytes with labels below `labels`.
fn records<R: Record>(count: u64, width: usize, labels: u64) -> Vec<R> {
    let mut model = BTreeMap::new();
    for i in 0..count {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&(scrambled(i) >> (i % 40)).to_be_bytes());
        key[width - 2..width].copy_from_slice(&(i as u16).to_be_bytes());
        model.insert(R::from_be(&key[..width]), (scrambled(!i) % labels) as u8);
    }
    model.into_iter().map(|(key, label)| key.with_label(label)).collect()
}

fn write<R: Record>(folder: &Path, width: usize, records: &[R], batch: usize, memory: u64) -> LevelSummary {
    let mut writer = LevelWriter::create(folder, width, memory, FILE_CHUNKS).unwrap();
    for batch in records.chunks(batch) {
        writer.write(batch).unwrap();
    }
    writer.finish().unwrap()
}

/// Names and bytes of all files.
fn content(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries
        .map(|e| (e.file_name().into_string().unwrap(), fs::read(e.path()).unwrap()))
        .collect()
}

fn ssts(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    content(folder)
        .into_iter()
        .filter(|(name, _)| name.ends_with(".sst"))
        .collect()
}

fn round_trip<R: Record>(count: u64, width: usize, labels: u64) {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path().join("level");
    let records: Vec<R> = records(count, width, labels);
    let summary = write(&folder, width, &records, 777, 1 << 20);
    let before = content(&folder);

    assert_eq!(summary.positions, records.len() as u64);
    assert_eq!(summary.by_label.iter().sum::<u64>(), summary.positions);
    for (label, &count) in summary.by_label.iter().enumerate() {
        assert_eq!(
            count,
            records
                .iter()
                .filter(|record| usize::from(record.label()) == label)
                .count() as u64
        );
    }
    let stream: Vec<u8> = records
        .iter()
        .flat_map(|r| [&r.to_be().as_ref()[..width], &[r.label()]].concat())
        .collect();
    let streams: Vec<_> = summary.files.iter().map(|file| file.stream_xxh3.clone()).collect();
    let one = (!records.is_empty()).then(|| retrograph_storage::hash_bytes(&stream));
    assert_eq!(streams, Vec::from_iter(one));
    let key = |record: Option<&R>| record.map_or(vec![], |r| r.to_be().as_ref()[..width].to_vec());
    assert_eq!(
        (summary.first_key.clone(), summary.last_key.clone()),
        (key(records.first()), key(records.last()))
    );

    let reader = LevelReader::<R>::open(&folder, width, &summary).unwrap();
    let mut chunks = reader.chunks();
    let (mut raw, mut back) = (vec![], vec![]);
    while chunks.next_chunks(3, &mut raw).unwrap() > 0 {
        for chunk in &raw {
            assert_eq!(back.len() % CHUNK_RECORDS, 0);
            assert_eq!(chunk.first_key(), records[back.len()].key());
            chunk.decode(&mut back).unwrap();
        }
    }
    assert!(back == records);
    for chunk in [0, 7, 70] {
        let Some(&first) = records.get(chunk * CHUNK_RECORDS) else {
            continue;
        };
        reader.chunks_from(first).next_chunks(1, &mut raw).unwrap();
        assert_eq!(raw[0].first_key(), first.key());
    }
    reader.check(&summary).unwrap();

    let model: BTreeMap<R, u8> = records.iter().map(|record| (record.key(), record.label())).collect();
    let near = |record: &R, step: u8| R::from_be(&[&[0; 31][..width - 1], &[step]].concat()).wrapping_add(*record);
    for record in records.iter().step_by(37).chain(records.last()) {
        assert_eq!(reader.get(*record).unwrap(), Some(record.label()));
        // Absent neighbours, most of the time; the label of the key asked for plays no role.
        for step in [1, 255] {
            let key = near(record, step);
            assert_eq!(reader.get(key.with_label(9)).unwrap(), model.get(&key.key()).copied());
        }
    }
    assert_eq!(reader.get(R::ZERO).unwrap(), model.get(&R::ZERO).copied());
    drop(chunks);
    drop(reader);
    assert_eq!(content(&folder), before, "reading changed the folder");
    assert!(
        before
            .keys()
            .all(|name| name.ends_with(".sst") || name == "CURRENT" || name.starts_with("MANIFEST"))
    );
}

#[test]
fn what_was_written_is_what_is_read() {
    for count in [0, 1, 255, 256, 257, 20_000] {
        round_trip::<u128>(count, 15, 2);
    }
    round_trip::<u128>(5_000, 10, 1);
    round_trip::<u128>(5_000, 8, 200);
    round_trip::<Wide>(20_000, 24, 2);
    round_trip::<Wide>(1_000, 31, 4);
}

#[test]
fn files_do_not_depend_on_batches_memory_or_threads() {
    let temporary = tempfile::tempdir().unwrap();
    let records: Vec<u128> = records(100_000, 12, 2);
    let reference = temporary.path().join("reference");
    let summary = write(&reference, 12, &records, records.len(), 1 << 30);
    for (batch, memory, threads) in [(1, 0, 1), (255, 1 << 16, 2), (256, 1 << 20, 3), (70_001, 1 << 22, 7)] {
        let folder = temporary.path().join(format!("{batch}"));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert_eq!(pool.install(|| write(&folder, 12, &records, batch, memory)), summary);
        assert!(content(&folder) == content(&reference));
    }
}

#[test]
#[should_panic(expected = "key order")]
fn a_key_out_of_order_is_a_bug_of_the_caller() {
    let temporary = tempfile::tempdir().unwrap();
    let mut writer = LevelWriter::<u128>::create(&temporary.path().join("x"), 8, 1 << 20, FILE_CHUNKS).unwrap();
    let records: Vec<u128> = (0..256).chain(255..600).map(|i| i << 64).collect();
    writer.write(&records).unwrap();
    writer.finish().unwrap();
}

#[test]
fn an_existing_folder_is_not_overwritten() {
    let temporary = tempfile::tempdir().unwrap();
    let error = LevelWriter::<u128>::create(temporary.path(), 8, 1 << 20, FILE_CHUNKS)
        .err()
        .unwrap();
    assert!(matches!(error, Error::Io { .. }), "{error}");
}

#[test]
fn a_missing_level_is_an_error_and_not_created() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path().join("nothing");
    let summary = write(&temporary.path().join("other"), 8, &[1 << 64, 2 << 64], 1, 1 << 20);
    assert!(LevelReader::<u128>::open(&folder, 8, &summary).is_err());
    assert!(!folder.exists());
}

#[test]
fn damage_is_noticed_by_a_scan() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path().join("level");
    let records: Vec<u128> = records(3_000, 12, 2);
    let summary = write(&folder, 12, &records, 1000, 1 << 20);
    let (name, bytes) = ssts(&folder).into_iter().next().unwrap();
    let path = folder.join(name);
    // Data blocks come first; a changed byte fails its block's checksum.
    for at in (0..bytes.len() / 2).step_by(bytes.len() / 40) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        fs::write(&path, &damaged).unwrap();
        let result = LevelReader::<u128>::open(&folder, 12, &summary).and_then(|level| level.check(&summary));
        assert!(matches!(result, Err(Error::Corrupt { .. })), "byte {at}: {result:?}");
    }
    for cut in [0, 10, bytes.len() / 2, bytes.len() - 1] {
        fs::write(&path, &bytes[..cut]).unwrap();
        let result = LevelReader::<u128>::open(&folder, 12, &summary).and_then(|level| level.check(&summary));
        assert!(result.is_err(), "cut to {cut} bytes");
    }
    fs::write(&path, &bytes).unwrap();
    let level = LevelReader::<u128>::open(&folder, 12, &summary).unwrap();
    level.check(&summary).unwrap();
    // The same bytes read with another key width.
    let other = LevelReader::<u128>::open(&folder, 13, &summary);
    assert!(matches!(other.err(), Some(Error::Corrupt { .. })));
}
