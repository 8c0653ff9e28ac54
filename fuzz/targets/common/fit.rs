//! Makes the checksums inside a file fit whatever the rest of it is.

use xxhash_rust::xxh3::xxh3_128;

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
