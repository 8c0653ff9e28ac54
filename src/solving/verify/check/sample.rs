//! The sampled strength: random positions of a level before the judge.

use std::collections::HashSet;

use base::parallel::Spare;
use retrograph_referee::nauty::Nauty;
use retrograph_referee::rng::SplitMix64;
use retrograph_storage::{CHUNK_RECORDS, LevelReader, RawChunk, Result};

use super::gauge::{Gauge, cost};
use super::independent::Court;
use super::report::Fault;
use game::Levels;

/// Chunks read at a time.
const BATCH_CHUNKS: usize = 1024;
/// Random games played at a time.
const BATCH_GAMES: u64 = 1024;

/// What the judge has seen of a level.
#[derive(Default)]
pub(super) struct Judged {
    /// Positions judged.
    pub positions: u64,
    /// Those without a move.
    pub saturated: u64,
}

/// The generator for one position of a level: what is found does not depend on threads.
fn generator(seed: u64, level: u32, index: u64) -> SplitMix64 {
    let mut of_level = SplitMix64::new(seed ^ u64::from(level) << 48);
    SplitMix64::new(of_level.next_u64() ^ index)
}

/// What `judge` finds for every number below `count`, with a nauty for each thread.
fn on_all_threads<T: Send>(count: usize, judge: impl Fn(&mut Nauty, usize) -> Result<T> + Sync) -> Result<Vec<T>> {
    let spare = Spare::default();
    base::parallel::try_map(count, |index| spare.with(Nauty::new, |nauty| judge(nauty, index)))
}

impl<G: Levels> Court<'_, G> {
    /// Judges `count` of the `all` stored positions, every choice of so many equally likely, all when there are no
    /// more; `wrong` gets what is wrong, in key order. Memory does not depend on `count`. Cost: a scan, and about half
    /// a millisecond of one core a position judged.
    ///
    /// # Errors
    /// When a level cannot be read.
    pub fn judge_stored(
        &self,
        positions: &LevelReader<G::Record>,
        all: u64,
        count: u64,
        seed: u64,
        gauge: &Gauge,
        mut wrong: impl FnMut(Fault),
    ) -> Result<Judged> {
        let mut judged = Judged::default();
        let mut random = generator(seed, self.level, u64::MAX);
        let (mut wanted, mut index) = (count.min(all), 0);
        let mut chunks = positions.chunks();
        let mut batch: Vec<RawChunk<G::Record>> = Vec::new();
        while wanted > 0 && chunks.next_chunks(BATCH_CHUNKS, &mut batch)? > 0 {
            let mut chosen = Vec::new();
            for chunk in &batch {
                // Each position in turn with probability wanted / left: Knuth's algorithm S.
                for within in 0..(all - index).min(CHUNK_RECORDS as u64) {
                    if random.below((all - index) as usize) < wanted as usize {
                        chosen.push((chunk, within as usize, index));
                        wanted -= 1;
                    }
                    index += 1;
                }
            }
            let judge = |nauty: &mut Nauty, &(chunk, within, index): &(&RawChunk<G::Record>, usize, u64)| {
                let mut records = Vec::with_capacity(CHUNK_RECORDS);
                chunk.decode(&mut records)?;
                let found = self.stored(records[within], nauty, &mut generator(seed, self.level, index));
                gauge.add(cost::JUDGE);
                found
            };
            let found = on_all_threads(chosen.len(), |nauty, index| judge(nauty, &chosen[index]))?;
            judged.take(found, &mut wrong);
        }
        Ok(judged)
    }

    /// Judges the positions that `count` random games of the judge come through on this level, each class once; fewer
    /// games when they have come through all the `all` there are.
    ///
    /// # Errors
    /// When the level above cannot be read.
    pub fn judge_played(
        &self,
        all: u64,
        count: u64,
        seed: u64,
        gauge: &Gauge,
        mut wrong: impl FnMut(Fault),
    ) -> Result<Judged> {
        let mut judged = Judged::default();
        let mut seen = HashSet::new();
        for first in (0..count).step_by(BATCH_GAMES as usize) {
            let games = first..count.min(first + BATCH_GAMES);
            let play = |nauty: &mut Nauty, index| {
                let mut random = generator(seed, self.level, index);
                let rows = self.referee.random_position(self.level, &mut random)?;
                Some((self.referee.form(nauty, &rows), rows))
            };
            let spare = Spare::default();
            let number = (games.end - games.start) as usize;
            let played = base::parallel::map(number, |index| {
                spare.with(Nauty::new, |nauty| play(nauty, games.start + index as u64))
            });
            // The first game that comes through a class stands for it, whatever the threads.
            let mut new = Vec::new();
            for (form, rows) in played.into_iter().flatten() {
                if seen.insert(form) {
                    new.push(rows);
                }
            }
            let judge = |nauty: &mut Nauty, rows: &Vec<u32>| self.played(rows, nauty);
            let found = on_all_threads(new.len(), |nauty, index| judge(nauty, &new[index]))?;
            gauge.add(cost::JUDGE * (count - first).min(BATCH_GAMES));
            judged.take(found, &mut wrong);
            if judged.positions >= all {
                break;
            }
        }
        Ok(judged)
    }
}

impl Judged {
    fn take(&mut self, found: Vec<std::result::Result<bool, Fault>>, wrong: &mut impl FnMut(Fault)) {
        for verdict in found {
            self.positions += 1;
            match verdict {
                Ok(is_saturated) => self.saturated += u64::from(is_saturated),
                Err(fault) => wrong(fault),
            }
        }
    }
}
