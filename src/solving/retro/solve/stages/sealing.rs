//! Sorted records become a file of the level, or all of them, and on the way they are signed.

use std::sync::{Mutex, PoisonError};

use retrograph_storage::{CHUNK_RECORDS, LevelWriter, Record, Result, Sorted};

use crate::read::look_up::sign;
use crate::solve::error::SolveError;
use crate::solve::options::Grain;
use game::Levels;

/// Records that one thread computes the signatures of at a time.
const TASK: usize = 1 << 11;

/// Writes and signs records.
pub(crate) struct Sealing<'a, G> {
    game: &'a G,
    has_labels: bool,
    /// Records of a batch.
    most: usize,
}

/// What takes items, and labels where these have several bits.
pub(crate) type Push<'a> = dyn FnMut(&[u64], &[u16]) -> Result<()> + Send + 'a;

/// Items of a batch, and labels where these have several bits.
#[derive(Default)]
struct Signed {
    items: Vec<u64>,
    labels: Vec<u16>,
}

impl<'a, G: Levels> Sealing<'a, G> {
    /// For label functions of these bits.
    pub fn new(game: &'a G, bits: &[u8], grain: &Grain) -> Self {
        Self {
            game,
            has_labels: bits.len() > 1,
            most: Self::batch(grain),
        }
    }

    /// Records of a batch.
    pub fn batch(grain: &Grain) -> usize {
        grain.seal_chunks * CHUNK_RECORDS
    }

    /// Whether items have labels beside them.
    pub fn has_labels(&self) -> bool {
        self.has_labels
    }

    /// Writes the next `count` records, or all that are left, and gives items and labels to `push`; `hear` is called
    /// with the number of records of each batch. Returns the first key of each batch.
    ///
    /// # Errors
    /// When something cannot be read or written, or `hear` fails.
    pub fn run(
        &self,
        sorted: &mut Sorted<G::Record>,
        count: u64,
        writer: &mut LevelWriter<G::Record>,
        push: &mut Push,
        hear: &mut dyn FnMut(u64) -> std::result::Result<(), SolveError>,
    ) -> std::result::Result<Vec<G::Record>, SolveError> {
        let mut left = count;
        let mut read = |batch: &mut Vec<G::Record>| {
            let most = self.most.min(usize::try_from(left).unwrap_or(self.most));
            let read = sorted.next_batch(batch, most)?;
            left -= read as u64;
            Result::Ok(read)
        };
        let (mut batch, mut next) = (Vec::with_capacity(self.most), Vec::with_capacity(self.most));
        let (mut signed, mut now) = (Signed::default(), Signed::default());
        let mut firsts = Vec::new();
        read(&mut batch)?;
        while let Some(first) = batch.first() {
            firsts.push(first.key());
            // One thread compresses and writes, one takes the items of the last batch and merges the next one; all sign
            // this one.
            let (written, (merged, ())) = base::parallel::join(
                || writer.write(&batch),
                || {
                    let take_and_merge = || {
                        push(&signed.items, &signed.labels)?;
                        read(&mut next)
                    };
                    base::parallel::join(take_and_merge, || self.sign(&batch, &mut now))
                },
            );
            written?;
            merged?;
            hear(batch.len() as u64)?;
            std::mem::swap(&mut signed, &mut now);
            std::mem::swap(&mut batch, &mut next);
        }
        push(&signed.items, &signed.labels)?;
        Ok(firsts)
    }

    /// Signs records on all threads.
    fn sign(&self, records: &[G::Record], signed: &mut Signed) {
        signed.items.resize(records.len(), 0);
        let tasks = records.chunks(TASK).zip(signed.items.chunks_mut(TASK));
        let tasks: Vec<_> = tasks.map(|(records, items)| (records, Mutex::new(items))).collect();
        base::parallel::for_each(tasks.len(), &|index| {
            let (records, items) = &tasks[index];
            let mut items = items.lock().unwrap_or_else(PoisonError::into_inner);
            sign(self.game, records, &mut items);
        });
        signed.labels.clear();
        if self.has_labels {
            let label = |record: &G::Record| u16::from_le_bytes([record.label(), record.second()]);
            signed.labels.extend(records.iter().map(label));
        }
    }
}
