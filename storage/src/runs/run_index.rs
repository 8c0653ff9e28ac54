//! The index of a run: where blocks begin, so that a run can be read from any record on.
//!
//! | bytes | content |
//! |---|---|
//! | `width` + 8, for every fourth block | its first key; where it begins in the file, least significant byte first |
//! | 8 | xxh3-64 of the entries |

use xxhash_rust::xxh3::xxh3_64;

use crate::Record;

/// Blocks from one entry to the next: 32 bytes of memory for 16,384 records.
pub(crate) const INDEX_BLOCKS: u64 = 4;

const HASH_BYTES: usize = 8;

/// The first key of every fourth block, and where the block begins.
pub(crate) struct RunIndex<R> {
    entries: Vec<(R, u64)>,
}

impl<R: Record> RunIndex<R> {
    /// Reads an index of so many entries, of blocks of `data` bytes together; `None` if it is damaged.
    pub fn open(bytes: &[u8], width: usize, entries: u64, data: u64) -> Option<Self> {
        let (body, hash) = bytes.split_at_checked(bytes.len().checked_sub(HASH_BYTES)?)?;
        if xxh3_64(body).to_le_bytes() != hash || body.len() as u64 != entries.checked_mul(width as u64 + 8)? {
            return None;
        }
        let entry = |bytes: &[u8]| {
            let (key, offset) = bytes.split_at(width);
            Some((R::from_be(key), u64::from_le_bytes(offset.try_into().ok()?)))
        };
        let entries: Vec<(R, u64)> = body.chunks_exact(width + 8).map(entry).collect::<Option<_>>()?;
        let ascends = entries
            .windows(2)
            .all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1);
        let begins = entries.first().is_none_or(|first| first.1 == 0);
        let ends = entries.last().is_none_or(|last| last.1 < data);
        (ascends && begins && ends).then_some(Self { entries })
    }

    /// First keys and offsets, ascending.
    pub fn entries(&self) -> &[(R, u64)] {
        &self.entries
    }

    /// The last entry that does not lie behind `key`, by its number; `None` before the first.
    pub fn find(&self, key: R) -> Option<usize> {
        self.entries.partition_point(|entry| entry.0 <= key).checked_sub(1)
    }
}

/// Completes an index: adds its hash.
pub(crate) fn seal(mut index: Vec<u8>) -> Vec<u8> {
    let hash = xxh3_64(&index);
    index.extend_from_slice(&hash.to_le_bytes());
    index
}

/// Appends an entry to an index being written.
pub(crate) fn push<R: Record>(index: &mut Vec<u8>, first: R, width: usize, offset: u64) {
    index.extend_from_slice(&first.to_be().as_ref()[..width]);
    index.extend_from_slice(&offset.to_le_bytes());
}
