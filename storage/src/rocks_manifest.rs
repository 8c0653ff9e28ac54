//! Replaces what RocksDB's `MANIFEST-*` says about the run that wrote it: a random database id and the times at which
//! files were made.
//!
//! They are the only bytes of a level that would differ between two runs, and nothing that only reads asks for them.
//! Layout: blocks of 32 KiB; in a block fragments of a header (masked CRC-32C of type and data, 4 bytes; length, 2;
//! type, 1: whole, first, middle, last) and data. Put together, each record is a version edit: fields of a tag and
//! what belongs to it. Fields are taken over as they are but for these three; an unknown one is an error.

use std::fs;
use std::path::Path;

use crate::atomic::write_atomically;
use crate::error::{At, Error, Result};

const BLOCK_BYTES: usize = 32 << 10;
const HEADER_BYTES: usize = 4 + 2 + 1;
const WHOLE: u8 = 1;
const FIRST: u8 = 2;
const MIDDLE: u8 = 3;
const LAST: u8 = 4;

/// Tags of the fields of a version edit.
pub(crate) const COMPARATOR: u64 = 1;
/// Log number, next file number, last sequence number, previous log number, least log number to keep.
pub(crate) const NUMBERS: [u64; 5] = [2, 3, 4, 9, 10];
pub(crate) const NEW_FILE: u64 = 103;
/// Every tag with this bit is followed by a length and so many bytes.
pub(crate) const WITH_LENGTH: u64 = 1 << 13;
pub(crate) const DATABASE_ID: u64 = WITH_LENGTH + 1;
/// Tags of the further fields of a new file, each followed by a length and so many bytes.
pub(crate) const END: u64 = 1;
pub(crate) const TIMES: [u64; 2] = [5, 6];

/// As long as a random one.
pub(crate) const ID: &[u8; 36] = b"00000000-0000-4000-8000-000000000000";

/// Rewrites the manifest at `path`, of a database that is closed, with an id and times that are the same for all.
pub(crate) fn replace(path: &Path) -> Result<()> {
    let bytes = fs::read(path).at(path, "read")?;
    let neutral = records(&bytes).and_then(|records| {
        let edits: Option<Vec<_>> = records.iter().map(|record| neutral(record)).collect();
        edits
    });
    let what = "a manifest just written does not have RocksDB's layout";
    let edits = neutral.ok_or_else(|| Error::corrupt(path, what))?;
    write_atomically(path, &log(&edits))
}

/// The version edit without what depends on the run.
fn neutral(edit: &[u8]) -> Option<Vec<u8>> {
    let (mut rest, mut out) = (Fields(edit), vec![]);
    while !rest.0.is_empty() {
        let tag = rest.number()?;
        put(&mut out, tag);
        match tag {
            DATABASE_ID => {
                rest.text()?;
                put_text(&mut out, ID);
            }
            COMPARATOR => put_text(&mut out, rest.text()?),
            NEW_FILE => new_file(&mut rest, &mut out)?,
            tag if NUMBERS.contains(&tag) => put(&mut out, rest.number()?),
            tag if tag & WITH_LENGTH != 0 => put_text(&mut out, rest.text()?),
            _ => return None,
        }
    }
    Some(out)
}

fn new_file(rest: &mut Fields, out: &mut Vec<u8>) -> Option<()> {
    // Level, number, size; smallest and largest key; their sequence numbers.
    for _ in 0..3 {
        put(out, rest.number()?);
    }
    for _ in 0..2 {
        put_text(out, rest.text()?);
    }
    for _ in 0..2 {
        put(out, rest.number()?);
    }
    loop {
        let tag = rest.number()?;
        put(out, tag);
        if tag == END {
            return Some(());
        }
        let text = rest.text()?;
        // Zero means unknown.
        put_text(out, if TIMES.contains(&tag) { &[0] } else { text });
    }
}

/// What is left of a version edit.
pub(crate) struct Fields<'a>(pub &'a [u8]);

impl<'a> Fields<'a> {
    pub fn number(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            value |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Some(value);
            }
        }
        None
    }

    pub fn text(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(text)
    }
}

fn put(out: &mut Vec<u8>, mut value: u64) {
    while value > 127 {
        out.push(value as u8 | 128);
        value >>= 7;
    }
    out.push(value as u8);
}

fn put_text(out: &mut Vec<u8>, text: &[u8]) {
    put(out, text.len() as u64);
    out.extend_from_slice(text);
}

/// The records of a log.
pub(crate) fn records(log: &[u8]) -> Option<Vec<Vec<u8>>> {
    let (mut records, mut open) = (vec![], None);
    for mut block in log.chunks(BLOCK_BYTES) {
        // Less than a header at the end of a block is padding.
        while block.len() >= HEADER_BYTES {
            let (header, rest) = block.split_at(HEADER_BYTES);
            let length = u16::from_le_bytes([header[4], header[5]]);
            let (data, rest) = rest.split_at_checked(length.into())?;
            block = rest;
            let kind = header[6];
            if header[..4] != checksum(kind, data) {
                return None;
            }
            let mut record: Vec<u8> = match (kind, open.take()) {
                (WHOLE | FIRST, None) => vec![],
                (MIDDLE | LAST, Some(begun)) => begun,
                _ => return None,
            };
            record.extend_from_slice(data);
            match kind {
                WHOLE | LAST => records.push(record),
                _ => open = Some(record),
            }
        }
    }
    open.is_none().then_some(records)
}

/// The log of these records.
fn log(records: &[Vec<u8>]) -> Vec<u8> {
    let mut log = vec![];
    for record in records {
        let mut rest = &record[..];
        let mut begun = false;
        loop {
            let mut room = BLOCK_BYTES - log.len() % BLOCK_BYTES;
            if room < HEADER_BYTES {
                log.resize(log.len() + room, 0);
                room = BLOCK_BYTES;
            }
            let (data, later) = rest.split_at(rest.len().min(room - HEADER_BYTES));
            rest = later;
            let kind = match (begun, rest.is_empty()) {
                (false, true) => WHOLE,
                (false, false) => FIRST,
                (true, false) => MIDDLE,
                (true, true) => LAST,
            };
            log.extend_from_slice(&checksum(kind, data));
            log.extend_from_slice(&(data.len() as u16).to_le_bytes());
            log.push(kind);
            log.extend_from_slice(data);
            begun = true;
            if rest.is_empty() {
                break;
            }
        }
    }
    log
}

/// CRC-32C of a fragment's type and data, masked as in RocksDB.
fn checksum(kind: u8, data: &[u8]) -> [u8; 4] {
    let crc = crc32c(std::iter::once(&kind).chain(data));
    crc.rotate_right(15).wrapping_add(0xa282_ead8).to_le_bytes()
}

/// Bit by bit: a manifest has about a hundred bytes a file.
fn crc32c<'a>(bytes: impl IntoIterator<Item = &'a u8>) -> u32 {
    !bytes.into_iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            crc >> 1 ^ if crc & 1 == 1 { 0x82f6_3b78 } else { 0 }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksum_is_the_published_one() {
        assert_eq!(crc32c(b"123456789"), 0xe306_9283);
    }

    #[test]
    fn records_of_any_length_survive() {
        let lengths = [
            0,
            1,
            BLOCK_BYTES - 30,
            9,
            1,
            3,
            3 * BLOCK_BYTES,
            BLOCK_BYTES - 7,
            100_000,
            5,
        ];
        let edits: Vec<Vec<u8>> = lengths
            .iter()
            .map(|&length| (0..length).map(|i| i as u8).collect())
            .collect();
        let mut bytes = log(&edits);
        assert_eq!(records(&bytes).unwrap(), edits);
        bytes[50_000] ^= 1;
        assert_eq!(records(&bytes), None);
        assert_eq!(records(&bytes[..40_000]), None);
    }

    #[test]
    fn only_the_id_and_the_times_change() {
        let file = |times: [&[u8]; 2]| {
            let mut edit = vec![2, 4];
            put(&mut edit, NEW_FILE);
            edit.extend([6, 8, 0x8b, 0x0a, 1, b'a', 1, b'z', 0, 0]);
            for (tag, time) in [5, 6].into_iter().zip(times) {
                edit.push(tag);
                put_text(&mut edit, time);
            }
            edit.extend([13, 1, 1, 1, 3, 9]);
            edit
        };
        let old = file([b"\xab\xae\x86\xd8\x06", b"\xab\xae\x86\xd8\x06"]);
        assert_eq!(neutral(&old).unwrap(), file([&[0], &[0]]));
        assert_eq!(neutral(&old[..old.len() - 4]), None);
        let id = |id: &[u8]| {
            let mut edit = vec![];
            put(&mut edit, DATABASE_ID);
            put_text(&mut edit, id);
            edit
        };
        assert_eq!(neutral(&id(b"3f06d245")).unwrap(), id(ID));
        // A deleted file, which no level has.
        assert_eq!(neutral(&[6, 0, 8]), None);
    }
}
