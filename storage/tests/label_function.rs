//! Label functions against a map: every answer right, the same bytes however they are built, damage is an error.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use retrograph_storage::{
    Answer, Error, LabelFunction, LabelFunctionBuilder, LabelFunctionSummary, LookUps, Record, Syncs, Wide,
};
use xxhash_rust::xxh3::xxh3_128;

/// Where a label function's header has the hash of its content, and its own.
const BODY_HASH_AT: usize = 96;
const HEADER_HASH_AT: usize = 112;

fn scrambled(i: u64) -> u64 {
    let mut z = i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Positions as (hash, record): hashes repeat when `hashes` is smaller than `count`.
fn positions<R: Record>(count: u64, hashes: u64, width: usize, ones_in_ten: u64) -> Vec<(u64, R)> {
    let one = |i: u64| {
        let mut key = [0; 32];
        key[..width.min(8)].copy_from_slice(&i.wrapping_mul(77).to_be_bytes()[8 - width.min(8)..]);
        let label = u8::from(scrambled(!i) % 10 < ones_in_ten);
        // The hash's low bit is not significant: set it to see that.
        (
            scrambled(scrambled(i) % hashes) | 1,
            R::from_be(&key[..width]).with_label(label),
        )
    };
    (0..count).map(one).collect()
}

fn build<R: Record>(
    path: &Path,
    positions: &[(u64, R)],
    width: usize,
    memory: u64,
    batch: usize,
) -> LabelFunctionSummary {
    let temporary = tempfile::tempdir_in(path.parent().unwrap()).unwrap();
    let mut builder = LabelFunctionBuilder::new(temporary.path(), positions.len() as u64, memory);
    for batch in positions.chunks(batch) {
        let items: Vec<u64> = batch
            .iter()
            .map(|(hash, record)| hash & !1 | u64::from(record.label()))
            .collect();
        builder.push(&items).unwrap();
    }
    let mut pending = builder.build().unwrap();
    let ambiguous = pending.ambiguous();
    assert!(ambiguous.is_sorted());
    let asked = |(hash, _): &&(u64, R)| ambiguous.binary_search(&(hash & !1)).is_ok();
    let mut exact: Vec<R> = positions.iter().filter(asked).map(|&(_, record)| record).collect();
    exact.sort();
    for exact in exact.chunks(batch) {
        pending.push_exact(width, exact).unwrap();
    }
    let summary = pending.seal(path, width, Syncs::Now).unwrap();
    assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 0);
    summary
}

fn check<R: Record>(count: u64, hashes: u64, width: usize, ones_in_ten: u64) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("labels");
    let positions: Vec<(u64, R)> = positions(count, hashes, width, ones_in_ten);
    let summary = build(&path, &positions, width, 1 << 26, 1000);

    let mut labels = BTreeMap::<u64, [u64; 2]>::new();
    for (hash, record) in &positions {
        labels.entry(hash & !1).or_default()[usize::from(record.label())] += 1;
    }
    let ambiguous = |hash: u64| labels[&(hash & !1)].iter().all(|&count| count > 0);
    assert_eq!(summary.keys, count);
    assert_eq!(
        summary.ambiguous_hashes,
        labels.keys().filter(|&&hash| ambiguous(hash)).count() as u64
    );
    assert_eq!(
        summary.exact_entries,
        positions.iter().filter(|(hash, _)| ambiguous(*hash)).count() as u64
    );
    assert_eq!(summary.bytes, fs::metadata(&path).unwrap().len());

    let function = LabelFunction::open(&path, &summary).unwrap();
    function.verify_checksum().unwrap();
    assert_eq!(function.summary(), summary);
    let in_memory = LabelFunction::in_memory(&path, &summary).unwrap().unwrap();
    assert!(
        positions
            .iter()
            .all(|&(hash, _)| in_memory.get(hash) == function.get(hash))
    );
    for &(hash, record) in &positions {
        if ambiguous(hash) {
            assert_eq!(function.get(hash), Answer::Ask);
            assert_eq!(function.exact(record), Some(record.label()));
            assert_eq!(function.exact(record.with_label(99)), Some(record.label()));
        } else {
            assert_eq!(function.get(hash), Answer::Label(record.label()));
            assert_eq!(function.exact(record), None);
        }
    }
}

#[test]
fn every_position_gets_its_label() {
    for count in [0, 1, 2, 3, 1000, 65_536, 300_000] {
        check::<u128>(count, u64::MAX, 15, 3);
    }
    check::<Wide>(1000, u64::MAX, 24, 5);
}

#[test]
fn equal_hashes_are_merged_or_asked() {
    check::<u128>(100_000, 1_000_000, 12, 3);
    check::<u128>(100_000, 20_000, 12, 1);
    check::<Wide>(50_000, 10, 24, 5);
    check::<u128>(1_000, 1, 12, 5);
}

#[test]
fn equal_labels_cost_nothing() {
    for (ones_in_ten, label) in [(0, 0), (10, 1)] {
        check::<u128>(100_000, 50_000, 12, ones_in_ten);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("labels");
        let summary = build(
            &path,
            &positions::<u128>(100_000, 50_000, 12, ones_in_ten),
            12,
            1 << 20,
            999,
        );
        assert!(summary.bytes < 200);
        assert_eq!(LabelFunction::map_any(&path).unwrap().get(12345), Answer::Label(label));
    }
}

#[test]
fn bytes_do_not_depend_on_memory_order_or_threads() {
    let folder = tempfile::tempdir().unwrap();
    let mut positions: Vec<(u64, u128)> = positions(1_000_000, 30_000_000, 12, 4);
    let reference = folder.path().join("reference");
    let summary = build(&reference, &positions, 12, 1 << 30, 1_000_000);
    assert!(summary.ambiguous_hashes > 1000);
    for (memory, batch, threads) in [(0, 1_000, 1), (3 << 20, 77, 2), (12 << 20, 100_000, 5)] {
        positions.sort_unstable_by_key(|(hash, _)| scrambled(hash ^ memory));
        let path = folder.path().join("other");
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert_eq!(pool.install(|| build(&path, &positions, 12, memory, batch)), summary);
        assert!(fs::read(&path).unwrap() == fs::read(&reference).unwrap());
    }
}

#[test]
fn a_million_keys_take_less_than_1_06_bits_each() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("labels");
    let count = 1_000_000;
    let summary = build(&path, &positions::<u128>(count, u64::MAX, 12, 5), 12, 1 << 26, 10_000);
    assert!(summary.bytes * 8 * 100 < count * 106, "{} bytes", summary.bytes);
}

#[test]
fn only_the_file_that_the_manifest_names_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("labels");
    let summary = build(&path, &positions::<u128>(3_000, 2_000, 12, 4), 12, 1 << 20, 1000);
    let other = folder.path().join("other");
    build(&other, &positions::<u128>(3_000, 2_000, 12, 3), 12, 1 << 20, 1000);
    let said = |result: Result<LabelFunction, Error>| match result {
        Err(Error::Corrupt { what, .. }) => what,
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("opened"),
    };
    for open in [LabelFunction::open, LabelFunction::map] {
        assert_eq!(open(&path, &summary).unwrap().summary(), summary);
        let foreign = said(open(&other, &summary));
        assert!(
            foreign.contains("bytes") || foreign.contains("not the file"),
            "{foreign}"
        );
        assert!(said(open(&folder.path().join("none"), &summary)).contains("missing"));
        assert!(said(open(folder.path(), &summary)).contains("regular file"));
        let hole = fs::File::create(folder.path().join("hole")).unwrap();
        hole.set_len(1 << 40).unwrap();
        assert!(said(open(&folder.path().join("hole"), &summary)).contains("bytes"));
    }
    // The body: seen by the one that reads it, and by whoever asks.
    let mut bytes = fs::read(&path).unwrap();
    bytes[200] ^= 1;
    fs::write(&path, &bytes).unwrap();
    assert!(said(LabelFunction::open(&path, &summary)).contains("checksum"));
    assert!(LabelFunction::map(&path, &summary).unwrap().verify_checksum().is_err());
    let in_memory = LabelFunction::in_memory(&path, &summary).unwrap().unwrap();
    assert!(in_memory.verify_checksum().is_err());
}

#[test]
fn damaged_files_are_errors_or_wrong_answers_but_never_panics() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("labels");
    let positions: Vec<(u64, u128)> = positions(3_000, 2_000, 12, 4);
    build(&path, &positions, 12, 1 << 20, 1000);
    let sound = fs::read(&path).unwrap();
    let changed = (0..sound.len()).step_by(37).map(|at| {
        let mut bytes = sound.clone();
        bytes[at] ^= 1 << (at % 8);
        bytes
    });
    let cut = (0..sound.len()).step_by(997).map(|length| sound[..length].to_vec());
    for (case, bytes) in changed.chain(cut).enumerate() {
        fs::write(&path, &bytes).unwrap();
        let Ok(function) = LabelFunction::map_any(&path) else {
            continue;
        };
        assert!(
            bytes.len() == sound.len() && bytes[..128] == sound[..128],
            "case {case}: the header pins itself"
        );
        assert!(
            matches!(function.verify_checksum(), Err(Error::Corrupt { .. })),
            "case {case}"
        );
        for &(hash, record) in &positions {
            function.get(hash);
            function.exact(record);
        }
    }
}

/// Headers that match their checksums, of sections with random content: too few labels for a window are refused.
#[test]
fn sections_of_any_content_never_panic() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("labels");
    build::<u128>(&path, &positions(3_000, 2_000, 12, 4), 12, 1 << 20, 1000);
    let sound = fs::read(&path).unwrap();
    let mut opened = 0;
    for case in 0..600u64 {
        let (shards, words, filter) = (1 + case % 3, case / 3 % 5, 2 * (case % 2));
        let body = 8 * (words + 1 + shards + 1 + filter / 2 + filter) as usize;
        let mut bytes = sound[..128].to_vec();
        // Keys, shards, words, ambiguous hashes, words of their filter, entries of the exact table.
        for (index, field) in [9, shards, words, filter / 2, filter, 0].into_iter().enumerate() {
            bytes[24 + 8 * index..][..8].copy_from_slice(&field.to_le_bytes());
        }
        let contents = (0..body as u64 / 8).flat_map(|word| match case % 4 {
            0 => u64::MAX.to_le_bytes(),
            1 => (scrambled(word ^ case << 8) & 0x3FF).to_le_bytes(),
            _ => scrambled(word ^ case << 8).to_le_bytes(),
        });
        bytes.extend(contents);
        let hash = xxh3_128(&bytes[128..]);
        bytes[BODY_HASH_AT..][..16].copy_from_slice(&hash.to_le_bytes());
        let hash = xxh3_128(&bytes[..HEADER_HASH_AT]);
        bytes[HEADER_HASH_AT..][..16].copy_from_slice(&hash.to_le_bytes());
        fs::write(&path, &bytes).unwrap();
        let Ok(function) = LabelFunction::map_any(&path) else {
            assert!(words < 2, "case {case}");
            continue;
        };
        assert!(words >= 2, "case {case}");
        function.verify_checksum().unwrap();
        opened += 1;
        for i in 0..50 {
            function.get(scrambled(i));
        }
        let mut look_ups = LookUps::new(&function);
        let mut answers = 0;
        look_ups.look_up((0..50u32).map(|i| scrambled(i.into())), |_, _| answers += 1);
        assert_eq!(answers, 50);
    }
    assert_eq!(opened, 360);
}
