//! Runs of the sorter: bytes as they are, or blocks with a checksum that fits around a body of any bytes. What is read
//! is increasing and as many records as were announced, also from the middle by an index of any bytes.
#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use retrograph_fuzz::scratch;
use retrograph_storage::fuzzing::read_run;
use retrograph_storage::{Error, Record, RunState, Wide};
use xxhash_rust::xxh3::xxh3_64;

static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| scratch().keep());

fuzz_target!(|input: &[u8]| {
    let Some((&[kind, width, block_records, records], rest)) = input.split_first_chunk() else {
        return;
    };
    let mut file = if kind & 1 == 0 { rest.to_vec() } else { blocks(rest) };
    // An index with a checksum that fits, of the end of the input.
    let mut index = Vec::new();
    if kind & 4 != 0 {
        index.extend(&rest[rest.len().saturating_sub((kind >> 3).into())..]);
        index.extend(xxh3_64(&index).to_le_bytes());
    }
    file.extend(&index);
    fs::write(FOLDER.join("run-000000"), &file).unwrap();
    let state = RunState {
        number: 0,
        bytes: file.len() as u64,
        records: u64::from(records),
        block_records: u64::from(block_records),
        index: index.len() as u64,
    };
    if kind & 2 == 0 {
        read::<u128>(&state, 1 + usize::from(width) % 15);
    } else {
        read::<Wide>(&state, 1 + usize::from(width) % 31);
    }
});

/// Each piece of the input is two bytes, the number of records and the length of the body, and the body.
fn blocks(mut input: &[u8]) -> Vec<u8> {
    let mut file = vec![];
    while let Some((&[count, length], rest)) = input.split_first_chunk() {
        let (body, rest) = rest.split_at(rest.len().min(length.into()));
        let stored = zstd::bulk::compress(body, 1).unwrap();
        for field in [u32::from(count), body.len() as u32, stored.len() as u32] {
            file.extend(field.to_le_bytes());
        }
        file.extend(xxh3_64(&stored).to_le_bytes());
        file.extend(stored);
        input = rest;
    }
    file
}

fn read<R: Record>(state: &RunState, width: usize) {
    match read_run::<R>(&FOLDER, state, width) {
        Ok(records) => {
            assert_eq!(records.len() as u64, state.records);
            assert!(records.windows(2).all(|pair| pair[0].key() < pair[1].key()));
        }
        Err(Error::Corrupt { .. }) => {}
        Err(error) => panic!("{error}"),
    }
}
