//! Chunks: 256 consecutive records of a level, one entry of its RocksDB database.
//!
//! The entry's key is the first record's key (`width` bytes); its value is one byte `count - 1` and the gap code.

use std::ops::Range;
use std::sync::Arc;

use super::gaps;
use crate::Record;
use crate::files::error::{Error, Result};
use crate::levels::rocks::sst_reader::Block;

/// Records in every chunk of a level; the last chunk may have fewer.
pub const CHUNK_RECORDS: usize = 256;

/// Appends the value of the chunk `records` (1 to 256 of them) to `out`.
pub(crate) fn encode<R: Record>(records: &[R], width: usize, out: &mut Vec<u8>) {
    assert!(
        (1..=CHUNK_RECORDS).contains(&records.len()),
        "a chunk of {} records",
        records.len()
    );
    out.push((records.len() - 1) as u8);
    gaps::encode(records, width, out);
}

/// Appends the records of a chunk to `out`; the error is a phrase that describes the damage.
pub(crate) fn decode<R: Record>(
    key: &[u8],
    value: &[u8],
    width: usize,
    out: &mut Vec<R>,
) -> std::result::Result<(), String> {
    if key.len() != width {
        return Err(format!("a chunk has a key of {} bytes instead of {width}", key.len()));
    }
    let (&last, code) = value.split_first().ok_or("a chunk is empty")?;
    gaps::decode(R::from_be(key), usize::from(last) + 1, width, code, out).map_err(|bad| bad.0.to_string())
}

/// A chunk as stored on disk, in a block that it shares with its neighbours; any thread can decode it.
#[derive(Clone, Debug)]
pub struct RawChunk<R> {
    pub(crate) first: R,
    pub(crate) value: Range<u32>,
    pub(crate) block: Arc<Block>,
}

impl<R: Record> RawChunk<R> {
    /// Returns the first record's key.
    pub fn first_key(&self) -> R {
        self.first
    }

    /// Returns the number of records; what it says is checked when they are decoded.
    pub fn records(&self) -> u64 {
        let value = &self.block.content[self.value.start as usize..self.value.end as usize];
        value.first().map_or(0, |&last| u64::from(last) + 1)
    }

    /// Appends the chunk's records to `out`, in key order. Fails when the bytes are not a chunk.
    pub fn decode(&self, out: &mut Vec<R>) -> Result<()> {
        let Block { content, width, path } = &*self.block;
        let (key, value) = (self.first.to_be(), self.value.start as usize..self.value.end as usize);
        decode(&key.as_ref()[..*width], &content[value], *width, out).map_err(|what| Error::corrupt(path, what))
    }
}
