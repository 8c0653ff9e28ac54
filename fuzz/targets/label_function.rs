//! Label function files, with and without the checksums that they would have: opening takes no memory to speak of,
//! look-ups stay inside the file and give the same answer each time.
#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use retrograph_fuzz::scratch;
use retrograph_storage::{Answer, Error, LabelFunction, Record, Wide};
use xxhash_rust::xxh3::xxh3_128;

static PATH: LazyLock<PathBuf> = LazyLock::new(|| scratch().keep().join("labels"));

fuzz_target!(|input: &[u8]| {
    let Some((&kind, file)) = input.split_first() else {
        return;
    };
    let mut file = file.to_vec();
    // Checksums are no signature: whoever damages a file on purpose makes them fit.
    if kind & 1 == 1 && file.len() >= 128 {
        if kind & 2 == 2 {
            let body = xxh3_128(&file[128..]);
            file[96..112].copy_from_slice(&body.to_le_bytes());
        }
        let header = xxh3_128(&file[..112]);
        file[112..128].copy_from_slice(&header.to_le_bytes());
    }
    fs::write(&*PATH, &file).unwrap();
    let labels = match LabelFunction::map_any(&PATH) {
        Ok(labels) => labels,
        Err(Error::Corrupt { .. } | Error::NewerFormat { .. }) => return,
        Err(error) => panic!("{error}"),
    };
    assert_eq!(labels.summary().bytes, file.len() as u64);
    assert_eq!(
        labels.verify_checksum().is_ok(),
        file[96..112] == xxh3_128(&file[128..]).to_le_bytes()
    );
    let mut hash = 0x9e37_79b9_7f4a_7c15u64;
    let words = file
        .chunks_exact(8)
        .map(|word| u64::from_le_bytes(word.try_into().unwrap()));
    for word in words.take(64).chain([0, 1, u64::MAX]) {
        for asked in [word, hash] {
            let answer = labels.get(asked);
            assert_eq!(answer, labels.get(asked ^ 1));
            match answer {
                Answer::Label(label) => {
                    let window = labels.locate(asked).expect("there is a label");
                    assert_eq!(labels.read(&window), label);
                }
                Answer::Ask => assert!(labels.locate(asked).is_none() && labels.summary().ambiguous_hashes > 0),
            }
        }
        hash = hash.wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ word;
    }
    for key in file.chunks(16).take(64).chain(file.rchunks(16).take(64)) {
        exact::<u128>(&labels, key);
        exact::<Wide>(&labels, key);
    }
});

fn exact<R: Record>(labels: &LabelFunction, key: &[u8]) {
    let key = R::from_be(&key[..key.len().min(R::BYTES - 1)]);
    let label = labels.exact(key);
    assert_eq!(label, labels.exact(key.with_label(7)));
    assert!(label.is_none() || labels.summary().exact_entries > 0);
}
