//! A look through the positions of a level, or of one of its files, for ambiguous ones.

use retrograph_storage::{CHUNK_RECORDS, HashSieve, LevelReader, Record, Result, Signatures};

use crate::read::look_up::bit_of;
use game::Levels;

/// Looks for the positions whose signature others share that have the other label.
pub(crate) struct Scan<'a, G: Levels> {
    pub game: &'a G,
    /// The bit that labels the answers.
    pub bit: u8,
    /// The level, or one file of it.
    pub positions: &'a LevelReader<G::Record>,
    /// Of the ambiguous signatures.
    pub sieve: &'a HashSieve,
    /// Records of a batch.
    pub batch: usize,
}

impl<G: Levels> Scan<'_, G> {
    /// Batches that threads share without waiting.
    pub fn together() -> usize {
        16 * base::parallel::threads()
    }

    /// The positions, in key order, whose signature is in `ambiguous`, with the bit as their label: of batches that
    /// start with `firsts`, the first of which has number `from` in the level, whose signatures are in `signatures`.
    pub fn batches(
        &self,
        signatures: &Signatures,
        ambiguous: &[u64],
        from: usize,
        firsts: &[G::Record],
    ) -> Result<Vec<G::Record>> {
        let found = base::parallel::try_map(firsts.len(), |index| {
            self.one(signatures, ambiguous, from + index, firsts[index])
        })?;
        Ok(found.concat())
    }

    fn one(
        &self,
        signatures: &Signatures,
        ambiguous: &[u64],
        number: usize,
        first: G::Record,
    ) -> Result<Vec<G::Record>> {
        let candidates = signatures.candidates(self.sieve, (number * self.batch) as u64, self.batch)?;
        let mut chunks = Vec::new();
        self.positions
            .chunks_from(first)
            .next_chunks(candidates.len().div_ceil(CHUNK_RECORDS), &mut chunks)?;
        let mut found = Vec::new();
        let (mut records, mut items) = (Vec::new(), Vec::new());
        for (chunk, candidates) in chunks.iter().zip(candidates.chunks(CHUNK_RECORDS)) {
            if !candidates.contains(&true) {
                continue;
            }
            records.clear();
            chunk.decode(&mut records)?;
            let mut candidates = candidates.iter();
            records.retain(|_| candidates.next() == Some(&true));
            items.resize(records.len(), 0);
            self.game.sign(&records, &mut items);
            let signed = records.iter().zip(&items);
            let wanted = signed.filter(|(_, item)| ambiguous.binary_search(&(*item & !1)).is_ok());
            found.extend(wanted.map(|(&record, _)| record.key().with_label(bit_of(record, self.bit))));
        }
        Ok(found)
    }
}
