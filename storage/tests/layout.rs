//! What this program writes is laid out as it says, whatever the level; anything else is refused and never a panic,
//! also with checksums that fit.

use std::fs;
use std::path::Path;

use retrograph_storage::{
    CHUNK_RECORDS, Error, FILE_CHUNKS, LevelReader, LevelSummary, LevelWriter, Record, Wide, fuzzing, hash_bytes,
};

fn scrambled(i: u64) -> u64 {
    let mut z = i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z ^ z >> 27
}

/// Records whose gaps take up to `bits` bits, which no code can save.
fn records<R: Record>(count: u64, width: usize, bits: u32) -> Vec<R> {
    let mut key = 0u64;
    let next = |i: u64| {
        key += 1 + (scrambled(i) & ((1 << bits) - 1));
        let mut bytes = [0; 32];
        let filled = width.min(8);
        bytes[..filled].copy_from_slice(&(key << (8 * (8 - filled as u32))).to_be_bytes()[..filled]);
        R::from_be(&bytes[..width]).with_label((scrambled(!i) % 3) as u8)
    };
    (0..count).map(next).collect()
}

fn write<R: Record>(folder: &Path, width: usize, records: &[R], file_chunks: u64) -> LevelSummary {
    let mut writer = LevelWriter::create(folder, width, 1 << 20, file_chunks).unwrap();
    records.chunks(1 << 16).for_each(|batch| writer.write(batch).unwrap());
    writer.finish().unwrap()
}

fn check<R: Record>(count: u64, width: usize, bits: u32, file_chunks: u64) {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path().join("positions");
    let records: Vec<R> = records(count, width, bits);
    let summary = write(&folder, width, &records, file_chunks);
    let checked = summary.check_files(&folder, width);
    checked.unwrap_or_else(|error| panic!("{count} records: {error}"));
    let reader = LevelReader::<R>::open(&folder, width, &summary).unwrap();
    reader.check(&summary).unwrap();
    let mut scan = reader.whole(&summary);
    let mut seen = 0;
    loop {
        let found = scan.next_records(7).unwrap();
        if found.is_empty() {
            break;
        }
        assert!(records[seen..].starts_with(&found));
        seen += found.len();
    }
    assert_eq!(seen, records.len());
}

#[test]
fn every_level_that_is_written_is_laid_out_so() {
    for count in [0, 1, 2, 255, 256, 257, 1_000, 4_096, 5_000, 100_000] {
        check::<u128>(count, 8, 20, FILE_CHUNKS);
        check::<u128>(count, 3, 2, FILE_CHUNKS);
        check::<Wide>(count, 24, 20, FILE_CHUNKS);
    }
    // Blocks that do not get smaller, an index of several partitions, compressed ones too.
    check::<u128>(3_000_000, 8, 40, FILE_CHUNKS);
    check::<u128>(3_000_000, 15, 1, FILE_CHUNKS);
    check::<Wide>(300_000, 31, 36, FILE_CHUNKS);
    // Several files.
    for file_chunks in [1, 2, 16, 17, 100] {
        check::<u128>(40_000, 12, 16, file_chunks);
        check::<Wide>(9 * CHUNK_RECORDS as u64, 31, 16, file_chunks);
    }
}

/// Numbers of the summary that fit what the files are now.
fn fitted(folder: &Path, summary: &LevelSummary) -> LevelSummary {
    let mut summary = summary.clone();
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    for file in &mut summary.files {
        let bytes = read(&file.name);
        (file.bytes, file.xxh3) = (bytes.len() as u64, hash_bytes(&bytes));
    }
    for file in &mut summary.catalogue {
        let bytes = read(&file.name);
        (file.bytes, file.xxh3) = (bytes.len() as u64, hash_bytes(&bytes));
    }
    summary
}

/// Bytes are changed everywhere, most of all at the end of the SST file, where the handles are.
#[test]
fn files_whose_checksums_fit_are_refused_or_read_and_never_a_panic() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path().join("positions");
    let records: Vec<u128> = records(40_000, 8, 12);
    let summary = write(&folder, 8, &records, 100);
    let names: Vec<String> = (summary.catalogue.iter().map(|file| file.name.clone()))
        .chain(summary.files.iter().map(|file| file.name.clone()))
        .collect();
    let (mut refused, mut read) = (0, 0);
    for case in 0..1_500u64 {
        let name = &names[(scrambled(case) % names.len() as u64) as usize];
        let path = folder.join(name);
        let sound = fs::read(&path).unwrap();
        let mut bytes = sound.clone();
        for change in 0..1 + case % 3 {
            let random = scrambled(case << 8 | change);
            let reach = if random & 1 == 0 {
                bytes.len()
            } else {
                bytes.len().min(1_400)
            };
            let at = bytes.len() - 1 - (random >> 8) as usize % reach;
            match random >> 4 & 7 {
                0 => bytes[at] = 0,
                1 => bytes[at] = 255,
                2 => bytes[at] = 127,
                3 => drop(bytes.remove(at)),
                4 => bytes.insert(at, (random >> 40) as u8),
                5 => bytes.truncate(at + 1),
                _ => bytes[at] ^= 1 << (random >> 40 & 7),
            }
            if bytes.is_empty() {
                break;
            }
        }
        // Of every other file the checksums of blocks fit as well.
        if case % 2 == 0 {
            fuzzing::fit_sst(&mut bytes);
        }
        fs::write(&path, &bytes).unwrap();
        let fitted = fitted(&folder, &summary);
        match fitted.check_files(&folder, 8) {
            Err(Error::Corrupt { path: at, .. }) if at == path => refused += 1,
            Err(error) => panic!("case {case}: {error}"),
            Ok(()) if bytes == sound => {}
            Ok(()) => {
                let opened = LevelReader::<u128>::open(&folder, 8, &fitted);
                match opened.and_then(|reader| reader.check(&summary)) {
                    Err(Error::Corrupt { path: at, .. }) if at == path || at == folder => read += 1,
                    // The records are right, whatever is said where nobody looks.
                    Ok(()) if case % 2 == 0 => {}
                    other => panic!("case {case}, {name}: {other:?}"),
                }
            }
        }
        fs::write(&path, &sound).unwrap();
    }
    summary.check_files(&folder, 8).unwrap();
    println!("{refused} refused, {read} read until the damage");
    assert!(refused > 1_000 && read > 20);
}

#[test]
fn what_is_not_what_the_manifest_says_is_distinguished() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path().join("positions");
    let summary = write(&folder, 8, &records::<u128>(1_000, 8, 12), FILE_CHUNKS);
    let said = |summary: &LevelSummary, width| match summary.check_files(&folder, width) {
        Err(Error::Corrupt { what, .. }) => what,
        other => panic!("{other:?}"),
    };
    assert!(said(&summary, 9).contains("do not belong to a level"));
    let mut other = summary.clone();
    other.files[0].xxh3 = "0".repeat(32);
    assert!(said(&other, 8).contains("checksum"));
    other = summary.clone();
    other.files[0].bytes += 1;
    assert!(said(&other, 8).contains("bytes"));
    other = summary.clone();
    other.files[0].positions += 256;
    assert!(said(&other, 8).contains("properties"));
    other = summary.clone();
    other.files[0].first_key[7] ^= 1;
    assert!(said(&other, 8).contains("keys"));
    other = summary.clone();
    other.files.clear();
    assert!(said(&other, 8).contains("for the files beside it"));
    other = summary;
    other.catalogue.reverse();
    assert!(said(&other, 8).contains("do not belong to a level"));
}
