//! Private decoders for the fuzz targets in `fuzz/`. Not for other use: they may change at any time.

use std::path::Path;
use std::sync::Arc;

use zstd::bulk::Decompressor;

use crate::levels::chunk;
use crate::levels::rocks::block::{Handle, TRAILER_BYTES, checksum, entries, unpacked};
use crate::levels::rocks::manifest::Fields;
use crate::levels::rocks::sst_frame::FOOTER_BYTES;
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

/// Makes the checksums fit of all blocks of an SST file that footer, metaindex and index name, whatever they contain.
pub fn fit_sst(file: &mut [u8]) {
    let Some(footer) = file.len().checked_sub(FOOTER_BYTES) else {
        return;
    };
    let mut rest = Fields(&file[footer + 1..]);
    let (metaindex, index) = (Handle::take(&mut rest), Handle::take(&mut rest));
    let mut blocks: Vec<Handle> = metaindex.into_iter().chain(index).collect();
    blocks.extend(
        metaindex
            .and_then(|block| named(file, block, true))
            .into_iter()
            .flatten(),
    );
    let partitions = index.and_then(|block| named(file, block, false)).unwrap_or_default();
    blocks.extend(
        partitions
            .iter()
            .flat_map(|&block| named(file, block, false).unwrap_or_default()),
    );
    for block in blocks.into_iter().chain(partitions) {
        if let Some((body, [kind, sum @ ..])) = (block.range().and_then(|range| file.get_mut(range)))
            .and_then(|stored| stored.split_last_chunk_mut::<TRAILER_BYTES>())
        {
            *sum = checksum(body, *kind);
        }
    }
}

/// Returns the blocks that the entries of a block name.
fn named(file: &[u8], block: Handle, with_lengths: bool) -> Option<Vec<Handle>> {
    let (body, [kind, ..]) = file.get(block.range()?)?.split_last_chunk::<TRAILER_BYTES>()?;
    let content = unpacked(body, *kind, 1 << 20, &mut Decompressor::new().ok()?).ok()?;
    let entries = entries(&content, with_lengths, 1)?.into_iter();
    entries.map(|(_, value)| Handle::whole(&content[value])).collect()
}
