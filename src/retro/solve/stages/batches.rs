//! The chunks of a level, batch by batch.

use retrograph_storage::{Chunks, RawChunk, Record, Result};

/// Chunks of the first batch: until it is read, the other threads have nothing to do.
const FIRST: usize = 64;

/// Batches of chunks, each at most twice as large as the one before.
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
        self.next = (2 * self.next).min(self.most);
        Ok(())
    }
}
