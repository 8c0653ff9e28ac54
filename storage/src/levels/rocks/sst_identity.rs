//! Replaces the random identity that RocksDB puts into an SST file by one derived from its content.
//!
//! RocksDB stores a random session id (20 characters of 0-9A-Z) in the properties block. It is the only part of the
//! file that differs between two writes of the same entries. An id that is a hash of the entries makes equal levels
//! equal byte by byte. RocksDB's manifest repeats two things of the file: where its data blocks end, and an id made of
//! the session id.

use std::fs::OpenOptions;
use std::os::unix::fs::FileExt;
use std::path::Path;

use xxhash_rust::xxh3::xxh3_128_with_seed;

use crate::files::error::{At, Result};
use crate::files::lock::own_path;
use crate::files::open::{open_file, open_through};
use crate::files::syncs::Syncs;
use crate::levels::rocks::block::{TRAILER_BYTES, checksum};
use crate::levels::rocks::sst_frame::{SESSION_CHARACTERS, SESSION_NAME, Sst, TAIL_NAME};

/// The database id of files that no database has written, and the number of each of them.
const DATABASE_ID: &[u8] = b"SST Writer";
const FILE_NUMBER: u64 = 1;

/// The part of RocksDB's manifest about the identity and layout of a file.
pub(crate) struct SstIdentity {
    pub unique_id: [u8; 16],
    /// Bytes behind the data blocks.
    pub tail_bytes: u64,
}

/// Rewrites the session id of the finished file at `path` to one derived from `content`.
pub(crate) fn replace(path: &Path, content: u128, syncs: Syncs) -> Result<SstIdentity> {
    let sst = Sst::new(path, open_file(path)?);
    let (_, mut properties) = sst.ends()?;
    let tail_bytes = properties
        .number(TAIL_NAME)
        .and_then(|tail| sst.bytes().checked_sub(tail));
    let both = properties.value(SESSION_NAME).zip(tail_bytes);
    let (session, tail_bytes) = both.ok_or_else(|| sst.strange("it lacks a property"))?;
    let id = session_id(content);
    properties.block[session].copy_from_slice(&id);
    let (body, [kind, sum @ ..]) = properties
        .block
        .split_last_chunk_mut::<TRAILER_BYTES>()
        .expect("a block");
    *sum = checksum(body, *kind);
    let file = open_through(&own_path(path)?, path, OpenOptions::new().write(true))?;
    file.write_all_at(&properties.block, properties.offset)
        .at(path, "write")?;
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

fn session_id(content: u128) -> [u8; SESSION_CHARACTERS] {
    let mut rest = content;
    std::array::from_fn(|_| {
        let digit = (rest % 36) as u8;
        rest /= 36;
        if digit < 10 { b'0' + digit } else { b'A' + digit - 10 }
    })
}
