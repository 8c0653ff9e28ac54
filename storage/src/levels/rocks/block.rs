//! Blocks of RocksDB's files: where one lies, what it contains, and the entries in that.
//!
//! A block is followed by a byte for its compression (0: none; 7: zstd, after the size of what was compressed) and four
//! bytes of checksum. A block of entries ends with the offsets of those entries that share nothing with the previous
//! key, and their number. An entry consists of: the number of bytes shared with the previous key, that of further
//! bytes, and, except in an index, that of value bytes, all as varints; the further bytes; the value.

use std::ops::Range;

use xxhash_rust::xxh3::xxh3_64;
use zstd::bulk::Decompressor;

use crate::levels::rocks::manifest::Fields;

pub(crate) const TRAILER_BYTES: usize = 1 + 4;
const COMPRESSED_NOT: u8 = 0;
const COMPRESSED_ZSTD: u8 = 7;

/// Where a block lies, without its trailer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handle {
    pub offset: u64,
    pub bytes: u64,
}

impl Handle {
    pub fn take(rest: &mut Fields) -> Option<Handle> {
        let (offset, bytes) = (rest.number()?, rest.number()?);
        Some(Handle { offset, bytes })
    }

    /// The handle that is all of `bytes`.
    pub fn whole(bytes: &[u8]) -> Option<Handle> {
        let mut rest = Fields(bytes);
        Handle::take(&mut rest).filter(|_| rest.0.is_empty())
    }

    /// The bytes of the block, its trailer included.
    pub fn range(self) -> Option<Range<usize>> {
        Some(self.offset.try_into().ok()?..self.end()?.try_into().ok()?)
    }

    /// Where the next block begins.
    pub fn end(self) -> Option<u64> {
        self.offset.checked_add(self.bytes)?.checked_add(TRAILER_BYTES as u64)
    }
}

/// Checksum of a block, `body`, whose compression is `kind`.
pub(crate) fn checksum(body: &[u8], kind: u8) -> [u8; 4] {
    (xxh3_64(body) as u32 ^ u32::from(kind).wrapping_mul(0x6b90_83d9)).to_le_bytes()
}

/// Returns the content of the block that is `stored` with its trailer, as [`unpacked`] does, if its checksum is right.
pub(crate) fn content(stored: &[u8], most: u64, zstd: &mut Decompressor) -> Result<Vec<u8>, &'static str> {
    let (body, [kind, sum @ ..]) = (stored.split_last_chunk::<TRAILER_BYTES>()).ok_or("a block lacks its trailer")?;
    match *sum == checksum(body, *kind) {
        true => unpacked(body, *kind, most, zstd),
        false => Err("a block does not match its checksum"),
    }
}

/// Returns the content of a block, `body`, whose compression is `kind`. Content of more than `most` bytes is refused
/// before memory is taken; the error is a phrase that describes the damage.
pub(crate) fn unpacked(body: &[u8], kind: u8, most: u64, zstd: &mut Decompressor) -> Result<Vec<u8>, &'static str> {
    match kind {
        COMPRESSED_NOT => Ok(body.to_vec()),
        COMPRESSED_ZSTD => {
            let mut rest = Fields(body);
            let bytes = rest
                .number()
                .filter(|&bytes| bytes <= most)
                .ok_or("a block is too large")?;
            let mut content = Vec::with_capacity(bytes as usize);
            match zstd.decompress_to_buffer(rest.0, &mut content) {
                Ok(found) if found as u64 == bytes => Ok(content),
                _ => Err("a block does not decompress"),
            }
        }
        _ => Err("a block has an unknown compression"),
    }
}

/// Gives key, and range of the value, of each entry of a block to `take`, where every `interval`-th entry shares
/// nothing; returns `None` when the block is not valid or `take` does. Without `with_lengths` each value is a handle,
/// whose length is not stored. `key` is scratch memory.
pub(crate) fn each(
    block: &[u8],
    with_lengths: bool,
    interval: usize,
    key: &mut Vec<u8>,
    mut take: impl FnMut(&[u8], Range<usize>) -> Option<()>,
) -> Option<()> {
    let restarts = u32::from_le_bytes(*block.last_chunk::<4>()?) as usize;
    let end = block.len().checked_sub(restarts.checked_mul(4)?.checked_add(4)?)?;
    let restart = |index: usize| {
        let bytes = block[end..block.len() - 4].get(4 * index..4 * index + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
    };
    let (mut at, mut count) = (0, 0);
    key.clear();
    while at < end {
        let mut rest = Fields(&block[at..end]);
        let shared = usize::try_from(rest.number()?).ok()?;
        let further = usize::try_from(rest.number()?).ok()?;
        let length = match with_lengths {
            true => Some(usize::try_from(rest.number()?).ok()?),
            false => None,
        };
        if count % interval == 0 && (shared != 0 || restart(count / interval)? != at) || shared > key.len() {
            return None;
        }
        let (new, rest) = rest.0.split_at_checked(further)?;
        key.truncate(shared);
        key.extend_from_slice(new);
        let value = end - rest.len();
        let value_end = match length {
            Some(length) => value.checked_add(length).filter(|&value_end| value_end <= end)?,
            None => {
                let mut handle = Fields(rest);
                Handle::take(&mut handle)?;
                end - handle.0.len()
            }
        };
        take(key, value..value_end)?;
        at = value_end;
        count += 1;
    }
    (restarts == count.div_ceil(interval) && count > 0).then_some(())
}

/// Returns all entries of a block like [`each`].
pub(crate) fn entries(block: &[u8], with_lengths: bool, interval: usize) -> Option<Vec<(Vec<u8>, Range<usize>)>> {
    let mut found = Vec::new();
    each(block, with_lengths, interval, &mut Vec::new(), |key, value| {
        found.push((key.to_vec(), value));
        Some(())
    })?;
    Some(found)
}
