//! Makes the checksums inside a file fit whatever the rest of it is.

use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

/// A JSON file whose last field is the hash of what comes before.
pub fn json(bytes: &mut Vec<u8>) {
    const BEFORE: &[u8] = b",\n  \"xxh3\": \"";
    const AFTER: &[u8] = b"\"\n}\n";
    let end = bytes.windows(BEFORE.len()).rposition(|window| window == BEFORE);
    bytes.truncate(end.unwrap_or(bytes.len()));
    let hash = format!("{:032x}", xxh3_128(bytes));
    bytes.extend([BEFORE, hash.as_bytes(), AFTER].concat());
}

/// A label function: the hash of the rest in the header, then that of the header.
pub fn labels(bytes: &mut [u8]) {
    if bytes.len() < 128 {
        return;
    }
    let body = xxh3_128(&bytes[128..]);
    bytes[96..112].copy_from_slice(&body.to_le_bytes());
    let header = xxh3_128(&bytes[..112]);
    bytes[112..128].copy_from_slice(&header.to_le_bytes());
}

/// RocksDB's manifest: the masked CRC-32C of type and data of every fragment.
pub fn log(bytes: &mut [u8]) {
    for block in bytes.chunks_mut(32 << 10) {
        let mut rest = block;
        while rest.len() >= 7 {
            let length = usize::from(u16::from_le_bytes([rest[4], rest[5]]));
            let end = (7 + length).min(rest.len());
            let crc = crc32c(&rest[6..end]).rotate_right(15).wrapping_add(0xa282_ead8);
            rest[..4].copy_from_slice(&crc.to_le_bytes());
            rest = &mut rest[end..];
        }
    }
}

fn crc32c(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            crc >> 1 ^ if crc & 1 == 1 { 0x82f6_3b78 } else { 0 }
        })
    })
}

/// An SST file: the checksums of the uncompressed blocks that the footer and the metaindex name.
pub fn sst(bytes: &mut [u8]) {
    let Some(footer) = bytes.len().checked_sub(53) else {
        return;
    };
    let mut at = footer + 1;
    let handles = [handle(bytes, &mut at), handle(bytes, &mut at)];
    let metaindex = handles[0];
    for block in handles.into_iter().flatten() {
        seal(bytes, block);
    }
    // The only entry of the metaindex is the properties block: three small numbers, its name, its handle.
    let name = b"rocksdb.properties";
    let found = metaindex
        .and_then(|(start, end)| bytes.get(start..end))
        .and_then(|block| {
            let at = block.windows(name.len()).position(|window| window == name)?;
            Some(metaindex?.0 + at + name.len())
        });
    if let Some(mut at) = found
        && let Some(block) = handle(bytes, &mut at)
    {
        seal(bytes, block);
        seal(bytes, metaindex.unwrap_or(block));
    }
}

/// Where a block begins and ends, by the two numbers at `at`.
fn handle(bytes: &[u8], at: &mut usize) -> Option<(usize, usize)> {
    let mut number = || {
        let mut value = 0u64;
        for shift in (0..63).step_by(7) {
            let byte = *bytes.get(*at)?;
            *at += 1;
            value |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return usize::try_from(value).ok();
            }
        }
        None
    };
    let (start, length) = (number()?, number()?);
    Some((start, start.checked_add(length)?))
}

fn seal(bytes: &mut [u8], (start, end): (usize, usize)) {
    let Some(sum) = bytes.get(start..end).map(|body| xxh3_64(body) as u32) else {
        return;
    };
    if let Some(trailer) = bytes.get_mut(end..).and_then(|rest| rest.get_mut(..5))
        && trailer[0] == 0
    {
        trailer[1..].copy_from_slice(&sum.to_le_bytes());
    }
}
