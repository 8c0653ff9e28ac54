//! Marks on the positions of a level that may be N: on those from which a move leads to a P position of the level
//! above.
//!
//! Where few positions above are P, marking what leads to them takes less than looking up all children of all
//! positions. A position without a mark is P; one with a mark is looked up, because marks are kept by signature, in few
//! bits, and others may have set the same ones. So marks change no label, only what labels cost.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use base::parallel::Spare;
use retrograph_storage::{CHUNK_RECORDS, LevelReader, RawChunk, Record, Result, prefetch};

use super::batches::{Batches, tasks};
use crate::observer::{Observer, Step};
use crate::solve::error::{SolveError, go_on};
use crate::solve::memory::Memory;
use crate::solve::parts::Site;
use game::Levels;
use game::values::P;

/// Marks pay where at most one position in so many is P: n = 12 takes 0.9 of the time, n = 13 as much as without.
const P_IN: u64 = 6;
/// Bits for a mark; then one position in twenty has somebody else's.
const BITS: u64 = 10;
/// With fewer, too many have.
const BITS_LEAST: u64 = 4;
/// Chunks a thread takes at a time.
const TASK_CHUNKS: usize = 16;
/// Marks made together, at least.
const SET_TOGETHER: usize = 64;

/// The marks of a level. A mark is two bits of a word.
pub(crate) struct Marks {
    words: Vec<AtomicU64>,
}

impl Marks {
    /// Marks what leads to the P positions of the level above; `None` where that does not pay, or the game does not
    /// tell.
    ///
    /// Memory: the shares of what writes and signs levels, which begins later. Time: that of reading the level above,
    /// and of a signature for each edge of its P positions.
    ///
    /// # Errors
    /// When the level above is damaged, or the run is to stop.
    pub fn make<G: Levels>(
        site: &Site<G>,
        memory: &Memory,
        chunks: &LevelReader<G::Record>,
        observer: &dyn Observer,
    ) -> std::result::Result<Option<Self>, SolveError> {
        let Site {
            game,
            level,
            above,
            grain,
            ..
        } = *site;
        let positions = above.positions();
        let words = above.manifest.counts.get("p").and_then(|&p| {
            let marks = p.saturating_mul(above.manifest.level.into());
            // A large label function is in that memory, or in none of it.
            let later = memory.later();
            let room = later.checked_sub(above.manifest.label_bytes()).unwrap_or(later);
            words(positions, p, marks, room).filter(|_| positions >= grain.marks_from)
        });
        let Some(words) = words.filter(|_| above.values.is_outcome() && game.makes_parents()) else {
            return Ok(None);
        };
        let marks = Self {
            words: (0..words).map(|_| AtomicU64::new(0)).collect(),
        };
        let spare: Spare<Task<G::Record>> = Spare::default();
        let mut batches = Batches::new(chunks.chunks(), grain.expand_chunks);
        let (mut batch, mut next) = (Vec::new(), Vec::new());
        observer.begin(&Step {
            level: Some(level),
            name: "mark",
            done: 0,
            all: positions,
        });
        let mut done = 0;
        batches.read(&mut batch)?;
        while !batch.is_empty() {
            go_on(level, observer)?;
            let tasks = tasks(&batch, TASK_CHUNKS);
            let mark = |index| spare.with(Task::default, |task| task.mark(game, &marks, tasks[index]));
            let (marked, read) = base::parallel::join(
                || base::parallel::try_map(tasks.len(), mark),
                || batches.read(&mut next),
            );
            marked?;
            read?;
            done = positions.min(done + (batch.len() * CHUNK_RECORDS) as u64);
            observer.advance(done);
            std::mem::swap(&mut batch, &mut next);
        }
        observer.end();
        Ok(Some(marks))
    }

    /// The word and the bits of a signature, whose lowest bit does not count.
    #[inline]
    fn place(&self, signature: u64) -> (usize, u64) {
        let mixed = (signature >> 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = mixed ^ mixed >> 32;
        let word = u128::from(mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93)) * self.words.len() as u128;
        ((word >> 64) as usize, 1 << (mixed & 63) | 1 << (mixed >> 6 & 63))
    }

    /// Marks these and forgets them. Memory answers for all of them together.
    fn set(&self, signatures: &mut Vec<u64>) {
        for &signature in &*signatures {
            self.expect(signature);
        }
        for signature in signatures.drain(..) {
            let (word, bits) = self.place(signature);
            // Most marks are made several times.
            if self.words[word].load(Relaxed) & bits != bits {
                self.words[word].fetch_or(bits, Relaxed);
            }
        }
    }

    /// Asks memory for what [`Marks::has`] will read.
    #[inline]
    pub fn expect(&self, signature: u64) {
        prefetch(&raw const self.words[self.place(signature).0]);
    }

    /// Whether a position with this signature has a mark, perhaps of another one.
    #[inline]
    pub fn has(&self, signature: u64) -> bool {
        let (word, bits) = self.place(signature);
        self.words[word].load(Relaxed) & bits == bits
    }
}

/// Buffers of one thread.
struct Task<R> {
    records: Vec<R>,
    signatures: Vec<u64>,
}

impl<R> Default for Task<R> {
    fn default() -> Self {
        Self {
            records: Vec::new(),
            signatures: Vec::new(),
        }
    }
}

impl<R: Record> Task<R> {
    /// Marks what leads to the P positions among `chunks`.
    ///
    /// # Errors
    /// When a chunk is damaged.
    fn mark<G: Levels<Record = R>>(&mut self, game: &G, marks: &Marks, chunks: &[RawChunk<R>]) -> Result<()> {
        let Self { records, signatures } = self;
        records.clear();
        chunks.iter().try_for_each(|chunk| chunk.decode(records))?;
        for &record in records.iter().filter(|record| record.label() == P) {
            game.parents(record, |signature| signatures.push(signature));
            if signatures.len() >= SET_TOGETHER {
                marks.set(signatures);
            }
        }
        marks.set(signatures);
        Ok(())
    }
}

/// Words for so many marks; `None` where they do not pay, or there is no room.
fn words(positions: u64, p: u64, marks: u64, room: u64) -> Option<u64> {
    let bits = (room * 8 / marks.max(1)).min(BITS);
    (p <= positions / P_IN && bits >= BITS_LEAST).then(|| marks * bits / 64 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_marked_has_a_mark_and_few_others_have() {
        let marks = Marks {
            words: (0..10_000 * BITS / 64).map(|_| AtomicU64::new(0)).collect(),
        };
        let signature = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17);
        marks.set(&mut (0..10_000).map(signature).collect());
        for i in 0..10_000 {
            assert!(marks.has(signature(i)) && marks.has(signature(i) ^ 1), "{i}");
        }
        let others = (10_000..20_000).filter(|&i| marks.has(signature(i))).count();
        assert!(others < 1_000, "{others} of 10,000");
    }

    #[test]
    fn marks_are_made_where_few_positions_are_p_and_there_is_room() {
        let gib = 1 << 30;
        assert_eq!(words(1_000_000, 10_000, 200_000, gib), Some(200_000 * BITS / 64 + 1));
        assert_eq!(words(1_000_000, 200_000, 4_000_000, gib), None);
        assert_eq!(words(1 << 40, 1 << 30, 1 << 35, gib), None);
        // Fewer bits, but enough.
        assert_eq!(words(1_000_000, 10_000, 200_000, 125_000), Some(200_000 * 5 / 64 + 1));
    }
}
