//! Merging runs in rounds, every step of a round on all threads.
//!
//! A round: every run has some records in memory; let B be the smallest of their last keys over the runs that have more
//! on disk. All records up to B of all runs are then in memory and form the next piece of the output. The piece is cut
//! into key ranges; each range is collected from all runs and sorted by the standard sort, which merges the runs it
//! finds.

use std::collections::VecDeque;
use std::path::PathBuf;

use rayon::prelude::*;

use crate::Record;
use crate::files::error::{Error, Result};
use crate::runs::run::RunReader;

/// Below this number of records per key range, splitting a round costs more than it gains.
const RANGE_RECORDS_MIN: usize = 1 << 13;

struct Source<R> {
    reader: RunReader<R>,
    loaded: Vec<R>,
    used: usize,
    exhausted: bool,
}

impl<R: Record> Source<R> {
    fn rest(&self) -> &[R] {
        &self.loaded[self.used..]
    }

    fn refill(&mut self, target: usize, block_records: usize) -> Result<()> {
        if self.exhausted || self.rest().len() * 2 > target {
            return Ok(());
        }
        self.loaded.drain(..self.used);
        self.used = 0;
        while !self.exhausted && (self.loaded.is_empty() || self.loaded.len() + block_records <= target) {
            self.exhausted = !self.reader.next_block(&mut self.loaded)?;
        }
        Ok(())
    }

    /// Skips everything up to and including `record`.
    fn skip(&mut self, record: R, target: usize, block_records: usize) -> Result<()> {
        loop {
            self.used += self.rest().partition_point(|next| next.key() <= record.key());
            if !self.rest().is_empty() || self.exhausted {
                return Ok(());
            }
            self.refill(target, block_records)?;
        }
    }
}

/// The records of several runs in key order.
pub(crate) struct Merge<R> {
    sources: Vec<Source<R>>,
    ready: VecDeque<Vec<R>>,
    /// Buffers for the ranges of the next round.
    spare: Vec<Vec<R>>,
    /// Records already returned from the front of `ready`.
    used: usize,
    target: usize,
    block_records: usize,
    last: Option<R>,
    /// Everything up to this record is skipped at the beginning.
    after: Option<R>,
    /// Folder of the journal that listed the runs: then a duplicate key is damage, and not a mistake of the caller.
    journal: Option<PathBuf>,
}

impl<R: Record> Merge<R> {
    /// `target`: records per run to hold in memory, at least `block_records`; `after`: the merge begins after this
    /// record; `journal`: folder of the journal that listed the runs.
    pub fn new(
        readers: Vec<RunReader<R>>,
        target: usize,
        block_records: usize,
        after: Option<R>,
        journal: Option<PathBuf>,
    ) -> Merge<R> {
        let sources = readers
            .into_iter()
            .map(|reader| Source {
                reader,
                loaded: Vec::with_capacity(target),
                used: 0,
                exhausted: false,
            })
            .collect();
        Merge {
            sources,
            ready: VecDeque::new(),
            spare: Vec::new(),
            used: 0,
            target,
            block_records,
            last: after,
            after,
            journal,
        }
    }

    /// Replaces the content of `out` by the next records, at most `max`; 0 at the end.
    pub fn next_batch(&mut self, out: &mut Vec<R>, max: usize) -> Result<usize> {
        out.clear();
        while out.len() < max {
            let Some(front) = self.ready.front() else {
                if self.round()? {
                    continue;
                }
                break;
            };
            let take = (front.len() - self.used).min(max - out.len());
            out.extend_from_slice(&front[self.used..][..take]);
            self.used += take;
            if self.used == front.len() {
                self.spare.extend(self.ready.pop_front());
                self.used = 0;
            }
        }
        Ok(out.len())
    }

    /// Merges the next piece into `ready`; returns false at the end.
    fn round(&mut self) -> Result<bool> {
        let (target, block_records) = (self.target, self.block_records);
        self.sources
            .par_iter_mut()
            .try_for_each(|source| source.refill(target, block_records))?;
        if let Some(after) = self.after.take() {
            let mut sources = self.sources.iter_mut();
            sources.try_for_each(|source| source.skip(after, target, block_records))?;
        }
        self.sources.retain(|source| !source.rest().is_empty());
        if self.sources.is_empty() {
            return Ok(false);
        }
        let bound = self
            .sources
            .iter()
            .filter(|source| !source.exhausted)
            .filter_map(|s| s.rest().last())
            .min();
        let taken: Vec<usize> = self
            .sources
            .iter()
            .map(|source| match bound {
                Some(bound) => source.rest().partition_point(|record| record <= bound),
                None => source.rest().len(),
            })
            .collect();
        let pieces = self
            .sources
            .iter()
            .zip(&taken)
            .map(|(source, &taken)| &source.rest()[..taken]);
        let pieces: Vec<&[R]> = pieces.filter(|piece| !piece.is_empty()).collect();
        let cut = cut(&pieces);
        let mut buffers = std::mem::take(&mut self.spare);
        buffers.resize_with(cut.len(), Vec::new);
        let ranges: std::result::Result<Vec<Vec<R>>, R> = cut
            .into_par_iter()
            .zip(buffers)
            .map(|(pieces, buffer)| gather(pieces, buffer))
            .collect();
        let ranges = ranges.or_else(|twice| self.twice(twice))?;
        for (source, taken) in self.sources.iter_mut().zip(taken) {
            source.used += taken;
        }
        for range in ranges {
            if let Some(&first) = range.first() {
                if self.last.is_some_and(|last| last.key() >= first.key()) {
                    self.twice(first)?;
                }
                self.last = range.last().copied();
                self.ready.push_back(range);
            }
        }
        Ok(true)
    }

    /// Returns the failure when a key is in two runs.
    fn twice<T>(&self, record: R) -> Result<T> {
        match &self.journal {
            Some(folder) => Err(Error::corrupt(folder, "its runs hold a position twice")),
            None => panic!("the key of {record:x?} was pushed twice to one sorter"),
        }
    }
}

/// Cuts sorted pieces into key ranges of about equal size, in key order.
fn cut<'a, R: Record>(pieces: &[&'a [R]]) -> Vec<Vec<&'a [R]>> {
    let total: usize = pieces.iter().map(|piece| piece.len()).sum();
    let ranges = (4 * rayon::current_num_threads()).min(total / RANGE_RECORDS_MIN).max(1);
    let per_piece = 16;
    let mut samples: Vec<(R, usize)> = pieces
        .iter()
        .flat_map(|piece| (0..per_piece).map(move |i| (piece[piece.len() * i / per_piece].key(), piece.len())))
        .collect();
    samples.sort_unstable();
    // Each sample represents 1/16 of its piece.
    let mut passed = 0;
    let mut splitters = vec![];
    for (key, weight) in samples {
        passed += weight;
        if passed >= (splitters.len() + 1) * total * per_piece / ranges && splitters.len() + 1 < ranges {
            splitters.push(key);
        }
    }
    let mut rest: Vec<&[R]> = pieces.to_vec();
    let mut out = vec![];
    for splitter in splitters {
        out.push(
            rest.iter_mut()
                .map(|piece| {
                    let (below, above) = piece.split_at(piece.partition_point(|record| record.key() < splitter));
                    *piece = above;
                    below
                })
                .collect(),
        );
    }
    out.push(rest);
    out
}

/// Returns the records of a range in order, in `records`; the error is a record with a duplicate key.
fn gather<R: Record>(pieces: Vec<&[R]>, mut records: Vec<R>) -> std::result::Result<Vec<R>, R> {
    records.clear();
    for piece in pieces {
        records.extend_from_slice(piece);
    }
    records.sort();
    match records.windows(2).find(|pair| pair[0].key() == pair[1].key()) {
        Some(pair) => Err(pair[1]),
        None => Ok(records),
    }
}

/// A level never has a duplicate key; the caller of the sorter guarantees that.
pub(crate) fn assert_increasing<R: Record>(before: Option<R>, next: R) {
    if let Some(before) = before {
        assert!(
            before.key() < next.key(),
            "the key of {next:x?} was pushed twice to one sorter"
        );
    }
}
