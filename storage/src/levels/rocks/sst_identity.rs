//! Replaces the random identity that RocksDB puts into an SST file by one derived from its content.
//!
//! RocksDB stores a random session id (20 characters of 0-9A-Z) in the properties block. It is the only part of the
//! file that differs between two writes of the same entries, and together with a file number (1 in all files here) it
//! names the file in the block cache. An id that is a hash of the entries keeps those names apart and makes equal
//! levels equal byte by byte. Layout of a file, from the back: footer of 53 bytes (checksum type, two block handles,
//! padding, format version, magic number); the metaindex block that names the properties block. A block is followed
//! by a byte for its compression and four bytes of checksum.
//!
//! RocksDB's manifest repeats two things of the file: where its data blocks end, and an id made of the session id.

use std::fs::OpenOptions;
use std::os::unix::fs::FileExt;
use std::path::Path;

use xxhash_rust::xxh3::{xxh3_64, xxh3_128_with_seed};

use crate::files::error::{At, Error, Result};
use crate::files::syncs::Syncs;

pub(crate) const FOOTER_BYTES: usize = 1 + 2 * 20 + 4 + 8;
pub(crate) const MAGIC: u64 = 0x88e2_41b7_85f4_cff7;
pub(crate) const CHECKSUM_XXH3: u8 = 4;
pub(crate) const TRAILER_BYTES: usize = 1 + 4;
pub(crate) const SESSION_CHARACTERS: usize = 20;
pub(crate) const SESSION_KEY: &[u8] = b"rocksdb.creating.session.identity";
const TAIL_KEY: &[u8] = b"rocksdb.tail.start.offset";
pub(crate) const PROPERTIES_KEY: &[u8] = b"rocksdb.properties";
/// The database id of files that no database has written, and the number of each of them.
const DATABASE_ID: &[u8] = b"SST Writer";
const FILE_NUMBER: u64 = 1;

/// The part of RocksDB's manifest about the identity and layout of a file.
pub(crate) struct SstIdentity {
    pub unique_id: [u8; 16],
    /// Bytes behind the data blocks.
    pub tail_bytes: u64,
}

#[derive(Clone, Copy)]
struct Handle {
    offset: u64,
    bytes: usize,
}

/// Rewrites the session id of the finished file at `path` to one derived from `content`.
pub(crate) fn replace(path: &Path, content: u128, syncs: Syncs) -> Result<SstIdentity> {
    let strange = || Error::corrupt(path, "an SST file just written does not have RocksDB's layout");
    let file = OpenOptions::new().read(true).write(true).open(path).at(path, "open")?;
    let read = |handle: Handle| -> Result<Vec<u8>> {
        let mut bytes = vec![0; handle.bytes];
        file.read_exact_at(&mut bytes, handle.offset).at(path, "read")?;
        Ok(bytes)
    };
    let file_bytes = file.metadata().at(path, "read")?.len();
    let footer_at = file_bytes.checked_sub(FOOTER_BYTES as u64).ok_or_else(strange)?;
    let footer = read(Handle {
        offset: footer_at,
        bytes: FOOTER_BYTES,
    })?;
    if footer[0] != CHECKSUM_XXH3 || footer[FOOTER_BYTES - 8..] != MAGIC.to_le_bytes() {
        return Err(strange());
    }
    let bounded = |bytes: &[u8]| handle(bytes).filter(|handle| (handle.bytes as u64) < file_bytes);
    let metaindex = read(bounded(&footer[1..]).ok_or_else(strange)?)?;
    let properties = find(&metaindex, PROPERTIES_KEY).and_then(|value| bounded(&metaindex[value]));
    let properties = properties.ok_or_else(strange)?;
    let with_trailer = Handle {
        bytes: properties.bytes + TRAILER_BYTES,
        ..properties
    };
    let mut block = read(with_trailer)?;
    let body = properties.bytes;
    let session = find(&block[..body], SESSION_KEY).filter(|value| value.len() == SESSION_CHARACTERS);
    let session = session.ok_or_else(strange)?;
    if block[body] != 0 || block[body + 1..] != checksum(&block[..body]) {
        return Err(strange());
    }
    let tail = find(&block[..body], TAIL_KEY).and_then(|value| varint(&block, &mut value.start.clone()));
    let tail_bytes = tail.and_then(|tail| file_bytes.checked_sub(tail)).ok_or_else(strange)?;
    let id = session_id(content);
    block[session].copy_from_slice(&id);
    let sum = checksum(&block[..body]);
    block[body + 1..].copy_from_slice(&sum);
    file.write_all_at(&block, properties.offset).at(path, "write")?;
    syncs.file(&file, path)?;
    Ok(SstIdentity {
        unique_id: unique_id(&id).expect("digits of base 36"),
        tail_bytes,
    })
}

/// Returns RocksDB's id of a file: the session id as a number of 103 bits. 12 digits and two bits of it form the first
/// half; the others are the seed of the hash in the second half. Returns `None` when the session id has other
/// characters.
pub(crate) fn unique_id(session: &[u8; SESSION_CHARACTERS]) -> Option<[u8; 16]> {
    let number = |digits: &[u8]| {
        let digit = |&digit: &u8| match digit {
            b'0'..=b'9' => Some(u64::from(digit - b'0')),
            b'A'..=b'Z' => Some(u64::from(digit - b'A') + 10),
            _ => None,
        };
        digits
            .iter()
            .try_fold(0, |number, next| Some(number * 36 + digit(next)?))
    };
    let (upper, lower) = (number(&session[..8])?, number(&session[8..])?);
    let first = lower & (u64::MAX >> 2) | upper << 62;
    let second = (xxh3_128_with_seed(DATABASE_ID, upper >> 2) >> 64) as u64 ^ FILE_NUMBER;
    let mut id = [0; 16];
    id[..8].copy_from_slice(&first.to_le_bytes());
    id[8..].copy_from_slice(&second.to_le_bytes());
    Some(id)
}

/// Checksum of an uncompressed block: its compression byte is zero and drops out of RocksDB's formula.
fn checksum(body: &[u8]) -> [u8; 4] {
    (xxh3_64(body) as u32).to_le_bytes()
}

fn session_id(content: u128) -> [u8; SESSION_CHARACTERS] {
    let mut rest = content;
    std::array::from_fn(|_| {
        let digit = (rest % 36) as u8;
        rest /= 36;
        if digit < 10 { b'0' + digit } else { b'A' + digit - 10 }
    })
}

/// Finds the value of `wanted` in a block of entries (shared, unshared, value length as varints; key; value).
fn find(block: &[u8], wanted: &[u8]) -> Option<std::ops::Range<usize>> {
    let restarts = u32::from_le_bytes(block.last_chunk::<4>().copied()?) as usize;
    let end = block.len().checked_sub(restarts.checked_mul(4)?.checked_add(4)?)?;
    let (mut at, mut key) = (0, vec![]);
    while at < end {
        let mut field = || varint(block, &mut at).and_then(|value| usize::try_from(value).ok());
        let (shared, unshared, value) = (field()?, field()?, field()?);
        key.truncate(shared);
        key.extend_from_slice(block.get(at..at.checked_add(unshared)?)?);
        let value = at + unshared..(at + unshared).checked_add(value).filter(|&value| value <= end)?;
        if key == wanted {
            return Some(value);
        }
        at = value.end;
    }
    None
}

fn handle(bytes: &[u8]) -> Option<Handle> {
    let mut at = 0;
    let offset = varint(bytes, &mut at)?;
    Some(Handle {
        offset,
        bytes: usize::try_from(varint(bytes, &mut at)?).ok()?,
    })
}

fn varint(bytes: &[u8], at: &mut usize) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let byte = *bytes.get(*at)?;
        *at += 1;
        value |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return Some(value);
        }
    }
    None
}
