//! The chunks of a level, batch by batch.

use retrograph_storage::{Chunks, RawChunk, Record, Result};

/// Chunks of the first batch: until it is read, the other threads have nothing to do.
const FIRST: usize = 64;

/// A batch is at most so many times as large as the one before, which takes far longer to expand than to read. At the
/// end of each a thread waits.
const GROWTH: usize = 4;

/// Batches of chunks, each at most `GROWTH` times as large as the one before.
pub(super) struct Batches<'a, R> {
    chunks: Chunks<'a, R>,
    next: usize,
    most: usize,
}

impl<'a, R: Record> Batches<'a, R> {
    /// The rest of these chunks, at most `most` at a time.
    pub fn new(chunks: Chunks<'a, R>, most: usize) -> Self {
        let next = FIRST.min(most);
        Self { chunks, next, most }
    }

    /// Replaces the content of `batch` by the next chunks; none at the end.
    ///
    /// # Errors
    /// When the level is damaged or cannot be read.
    pub fn read(&mut self, batch: &mut Vec<RawChunk<R>>) -> Result<()> {
        self.chunks.next_chunks(self.next, batch)?;
        self.next = (GROWTH * self.next).min(self.most);
        Ok(())
    }
}

/// The chunks of a batch, at most `most` at a time. The last tasks have one each: at the end of a batch threads wait
/// for them.
pub(super) fn tasks<R>(batch: &[RawChunk<R>], most: usize) -> Vec<&[RawChunk<R>]> {
    let short = batch.len().min(most * base::parallel::threads());
    let (first, last) = batch.split_at(batch.len() - short);
    first.chunks(most).chain(last.chunks(1)).collect()
}
