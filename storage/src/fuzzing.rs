//! Private decoders for the fuzz targets in `fuzz/`. Not for other use: they may change at any time.

use std::path::Path;
use std::sync::Arc;

use crate::levels::chunk;
use crate::runs::run::{Blocks, Run};
use crate::{Record, RunState, Runs};

/// Decodes the records of a chunk from its RocksDB key and value.
///
/// # Errors
/// Returns a phrase that describes the fault.
pub fn decode_chunk<R: Record>(key: &[u8], value: &[u8], width: usize) -> Result<Vec<R>, String> {
    let mut records = vec![];
    chunk::decode(key, value, width, &mut records)?;
    Ok(records)
}

/// Returns the value of the chunk of 1 to 256 records with increasing keys.
pub fn encode_chunk<R: Record>(records: &[R], width: usize) -> Vec<u8> {
    let mut value = vec![];
    chunk::encode(records, width, &mut value);
    value
}

/// Reads the records of a run in `folder` that a journal describes, and again from the middle.
///
/// # Errors
/// [`crate::Error::Corrupt`] when the run differs from the journal.
pub fn read_run<R: Record>(folder: &Path, state: &RunState, width: usize) -> crate::Result<Vec<R>> {
    let blocks = Blocks {
        width,
        records: 1,
        in_flight: 1,
    };
    let mut reader = Arc::new(Run::reopen(folder, state, blocks)?).reader(0, 1 << 10);
    let mut records = vec![];
    while reader.next_block(&mut records)? {}
    let runs = Runs::<R>::open(folder, width, std::slice::from_ref(state))?;
    if let Some(mut rest) = runs.from(state.records / 2, 1 << 20)? {
        let mut batch = vec![];
        while rest.next_batch(&mut batch, 100)? > 0 {}
    }
    Ok(records)
}
