//! Chunks, the entries of a level: their gap code in both directions, for records of both widths.
//!
//! A text of bytes is a chunk in more than one way (labels as bytes where bits would do, gaps with leading zeros), so
//! what must be the same is not the bytes but the records, and what we write is never longer.
#![no_main]

use std::collections::BTreeMap;

use libfuzzer_sys::fuzz_target;
use retrograph_storage::fuzzing::{decode_chunk, encode_chunk};
use retrograph_storage::{Record, Wide};

fuzz_target!(|input: &[u8]| {
    let Some((&[kind, width], rest)) = input.split_first_chunk() else {
        return;
    };
    match kind % 4 {
        0 => decode::<u128>(1 + usize::from(width) % 15, rest),
        1 => decode::<Wide>(1 + usize::from(width) % 31, rest),
        2 => encode::<u128>(1 + usize::from(width) % 15, rest),
        _ => encode::<Wide>(1 + usize::from(width) % 31, rest),
    }
});

fn decode<R: Record>(width: usize, rest: &[u8]) {
    let Some((key, value)) = rest.split_at_checked(width) else {
        return;
    };
    // Of another width than the level's, and empty.
    assert!(decode_chunk::<R>(&rest[..width - 1], value, width).is_err());
    let Ok(records) = decode_chunk::<R>(key, value, width) else {
        return;
    };
    assert_eq!(records.len(), usize::from(value[0]) + 1);
    assert!(records.capacity() <= 512);
    assert_eq!(&records[0].to_be().as_ref()[..width], key);
    assert!(records.windows(2).all(|pair| pair[0].key() < pair[1].key()));
    for record in &records {
        assert!(
            record.to_be().as_ref()[width..R::BYTES - 1]
                .iter()
                .all(|&byte| byte == 0)
        );
    }
    let ours = encode_chunk(&records, width);
    assert!(ours.len() <= value.len(), "{} of {} bytes", ours.len(), value.len());
    assert_eq!(decode_chunk(key, &ours, width), Ok(records));
}

fn encode<R: Record>(width: usize, rest: &[u8]) {
    let records: BTreeMap<R, u8> = rest
        .chunks_exact(width + 1)
        .take(256)
        .map(|piece| (R::from_be(&piece[..width]), piece[width]))
        .collect();
    if records.is_empty() {
        return;
    }
    let records: Vec<R> = records.into_iter().map(|(key, label)| key.with_label(label)).collect();
    let key = records[0].to_be();
    let key = &key.as_ref()[..width];
    let mut value = encode_chunk(&records, width);
    assert_eq!(decode_chunk(key, &value, width), Ok(records));
    assert!(decode_chunk::<R>(key, &value[..value.len() - 1], width).is_err());
    value.push(0);
    assert!(decode_chunk::<R>(key, &value, width).is_err());
}
