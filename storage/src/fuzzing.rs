//! Decoders that are private otherwise, for the fuzz targets in `fuzz/`. Not for use: no promise is made about them.

use crate::{Record, chunk};

/// The records of a chunk, from its RocksDB key and value.
///
/// # Errors
/// A phrase that says what is wrong.
pub fn decode_chunk<R: Record>(key: &[u8], value: &[u8], width: usize) -> Result<Vec<R>, String> {
    let mut records = vec![];
    chunk::decode(key, value, width, &mut records)?;
    Ok(records)
}

/// The value of the chunk of 1 to 256 records with increasing keys.
pub fn encode_chunk<R: Record>(records: &[R], width: usize) -> Vec<u8> {
    let mut value = vec![];
    chunk::encode(records, width, &mut value);
    value
}
