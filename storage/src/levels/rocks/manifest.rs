//! The files that make a folder of SST files a RocksDB database: `CURRENT`, and the manifest it names.
//!
//! RocksDB itself would open a database and take the files over, which costs ten syncs and puts a random id and times
//! into the manifest. What is written here equals that byte for byte, except for the id and the times, which are the
//! same for all levels; a test compares the two. Layout: blocks of 32 KiB; in a block, fragments of a header (masked
//! CRC-32C of type and data, 4 bytes; length, 2; type, 1: whole, first, middle, last) and data. Joined together, each
//! record is a version edit: fields of a tag and its content.

use std::path::Path;

use crate::files::atomic;
use crate::files::error::{At, Result};
use crate::files::syncs::Syncs;
use crate::levels::rocks::sst::FinishedSst;

const BLOCK_BYTES: usize = 32 << 10;
const HEADER_BYTES: usize = 4 + 2 + 1;
const WHOLE: u8 = 1;
const FIRST: u8 = 2;
const MIDDLE: u8 = 3;
const LAST: u8 = 4;

/// Tags of the fields of a version edit.
const COMPARATOR: u64 = 1;
const LOG_NUMBER: u64 = 2;
const NEXT_FILE: u64 = 3;
const LAST_SEQUENCE: u64 = 4;
const PREVIOUS_LOG: u64 = 9;
const NEW_FILE: u64 = 103;
/// Every tag with this bit is followed by a length and as many bytes.
const WITH_LENGTH: u64 = 1 << 13;
const DATABASE_ID: u64 = WITH_LENGTH + 1;
/// Whether keys have timestamps.
const TIMESTAMPS: u64 = WITH_LENGTH + 9;
/// Size of the manifest when it was begun.
const COMPACTED_SIZE: u64 = WITH_LENGTH + 11;
/// Tags of the further fields of a new file, each followed by a length and as many bytes.
const END: u64 = 1;
const ANCESTOR_TIME: u64 = 5;
const CREATION_TIME: u64 = 6;
const UNIQUE_ID: u64 = 12;
const EPOCH: u64 = 13;
const TAIL_BYTES: u64 = 15;

/// As long as a random id.
const ID: &[u8; 36] = b"00000000-0000-4000-8000-000000000000";
const BYTEWISE: &[u8] = b"leveldb.BytewiseComparator";
/// The RocksDB level for files without a neighbour.
const BOTTOM: u64 = 6;
/// Number of the first SST file; the manifest itself has number 5.
const FIRST_FILE: u64 = 8;
const CURRENT: &str = "CURRENT";
const MANIFEST: &str = "MANIFEST-000005";
/// The end of every entry's key: sequence number 0, type value.
pub(crate) const VALUE_AT_ZERO: [u8; 8] = [1, 0, 0, 0, 0, 0, 0, 0];

/// Returns the name of the file of a level at `index`, from 0.
pub(crate) fn sst_name(index: usize) -> String {
    format!("{:06}.sst", FIRST_FILE + index as u64)
}

/// Names of the files that [`write`] creates.
pub(crate) const NAMES: [&str; 2] = [CURRENT, MANIFEST];

/// Turns `folder`, which holds `files` under the names of [`sst_name`], into a database.
pub(crate) fn write(folder: &Path, files: &[FinishedSst], syncs: Syncs) -> Result<()> {
    use std::io::Write;
    for (name, bytes) in [(MANIFEST, manifest(files)), (CURRENT, current())] {
        let path = folder.join(name);
        let mut file = atomic::create_file(&path)?;
        file.write_all(&bytes).at(&path, "write")?;
        syncs.file(&file, &path)?;
    }
    Ok(())
}

/// Returns the content of `CURRENT`.
pub(crate) fn current() -> Vec<u8> {
    format!("{MANIFEST}\n").into_bytes()
}

/// Returns the manifest of a database with these files.
pub(crate) fn manifest(files: &[FinishedSst]) -> Vec<u8> {
    let mut edits = vec![vec![]; 6];
    put_field(&mut edits[0], DATABASE_ID, ID);
    put_field(&mut edits[2], COMPARATOR, BYTEWISE);
    put_field(&mut edits[2], TIMESTAMPS, &[1]);
    put_numbers(&mut edits[3], &[(LOG_NUMBER, 0), (LAST_SEQUENCE, 0)]);
    put_field(&mut edits[4], COMPACTED_SIZE, &[118]);
    let numbers = |out: &mut Vec<u8>, next| {
        put_numbers(out, &[(PREVIOUS_LOG, 0), (NEXT_FILE, next), (LAST_SEQUENCE, 0)]);
    };
    numbers(&mut edits[5], FIRST_FILE - 2);
    if !files.is_empty() {
        let next = FIRST_FILE + files.len() as u64;
        let mut added = vec![];
        numbers(&mut added, next);
        edits.push(added.clone());
        for (file, number) in files.iter().zip(FIRST_FILE..) {
            put_file(&mut added, file, number);
        }
        edits.push(added);
    }
    log(&edits)
}

fn put_file(out: &mut Vec<u8>, file: &FinishedSst, number: u64) {
    put(out, NEW_FILE);
    for number in [BOTTOM, number, file.bytes] {
        put(out, number);
    }
    for key in [&file.first, &file.last] {
        put_text(out, &[&key[..], &VALUE_AT_ZERO].concat());
    }
    // Sequence numbers of its entries.
    put(out, 0);
    put(out, 0);
    // Zero means unknown.
    put_field(out, ANCESTOR_TIME, &[0]);
    put_field(out, CREATION_TIME, &[0]);
    // The order in which files came.
    put_field(out, EPOCH, &varint(number - FIRST_FILE + 1));
    put_field(out, UNIQUE_ID, &file.unique_id);
    put_field(out, TAIL_BYTES, &varint(file.tail_bytes));
    put(out, END);
}

/// The rest of a sequence of numbers and texts, such as a version edit.
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

    #[cfg(all(test, feature = "rocksdb"))]
    fn text(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(text)
    }
}

fn varint(value: u64) -> Vec<u8> {
    let mut text = vec![];
    put(&mut text, value);
    text
}

fn put_numbers(out: &mut Vec<u8>, numbers: &[(u64, u64)]) {
    for &(tag, number) in numbers {
        put(out, tag);
        put(out, number);
    }
}

fn put_field(out: &mut Vec<u8>, tag: u64, text: &[u8]) {
    put(out, tag);
    put_text(out, text);
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

/// Returns the log of these records.
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

#[cfg(all(test, feature = "rocksdb"))]
mod tests {
    use std::fs;

    use rocksdb::{DB, IngestExternalFileOptions};

    use super::*;
    use crate::levels::rocks::calls;
    use crate::levels::rocks::sst::SstFile;

    const TIMES: [u64; 2] = [ANCESTOR_TIME, CREATION_TIME];

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

    /// Files of some entries each, with keys of `width` bytes.
    fn sst_files(folder: &Path, count: usize, width: usize) -> Vec<FinishedSst> {
        let file = |index: usize| {
            let mut file = SstFile::create(folder.join(sst_name(index))).unwrap();
            for entry in 0..1 + index % 3 * 700 {
                let mut key = vec![0; width];
                let number = ((index as u64) << 32 | entry as u64).to_be_bytes();
                key[..8].copy_from_slice(&number);
                file.put(&key, &[7; 100][..entry % 100]).unwrap();
            }
            file.finish(Syncs::Later).unwrap()
        };
        (0..count).map(file).collect()
    }

    #[test]
    fn a_manifest_is_what_rocksdb_writes() {
        for (count, width) in [(0, 8), (1, 8), (2, 15), (3, 31), (120, 8), (700, 31)] {
            let temporary = tempfile::tempdir().unwrap();
            let (ours, theirs) = (temporary.path().join("ours"), temporary.path().join("theirs"));
            fs::create_dir(&ours).unwrap();
            let files = sst_files(&ours, count, width);
            let mut options = calls::writing().clone();
            options.create_if_missing(true);
            let db = DB::open(&options, &theirs).unwrap();
            if count > 0 {
                let mut options = IngestExternalFileOptions::default();
                options.set_allow_global_seqno(false);
                let paths = (0..count).map(|index| ours.join(sst_name(index))).collect();
                db.ingest_external_file_opts(&options, paths).unwrap();
            }
            drop(db);
            write(&ours, &files, Syncs::Now).unwrap();
            let read = |folder: &Path, name| fs::read(folder.join(name)).unwrap();
            assert_eq!(read(&ours, CURRENT), read(&theirs, CURRENT), "{count} files");
            let edits = records(&read(&theirs, MANIFEST)).unwrap();
            let edits: Vec<Vec<u8>> = edits.iter().map(|edit| neutral(edit).unwrap()).collect();
            assert_eq!(records(&read(&ours, MANIFEST)).unwrap(), edits, "{count} files");
            assert_eq!(read(&ours, MANIFEST), log(&edits), "{count} files");
            let names = |folder: &Path| {
                let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
                let mut names: Vec<_> = names.filter(|name| name.to_string_lossy().ends_with(".sst")).collect();
                names.sort();
                names
            };
            assert_eq!(names(&ours), names(&theirs));
        }
    }

    /// Returns the version edit without the parts that depend on the run.
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
                LOG_NUMBER | NEXT_FILE | LAST_SEQUENCE | PREVIOUS_LOG => put(&mut out, rest.number()?),
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

    /// Returns the records of a log.
    fn records(log: &[u8]) -> Option<Vec<Vec<u8>>> {
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
}
