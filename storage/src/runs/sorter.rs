//! Sorting more records than fit in memory.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use crate::Record;
use crate::files::error::{Error, Result};
use crate::runs::merge::{Merge, assert_increasing};
use crate::runs::run::{Blocks, Run, RunState};
use crate::runs::sort;

/// Below this, the limit is not kept to the byte.
const MEMORY_MIN: u64 = 1 << 20;
/// The buffer starts with room for this many records and doubles when it is full.
const FIRST_RECORDS: usize = 1 << 16;
const BLOCK_BYTES_MAX: u64 = 64 << 10;
/// Records merged in a round at most, of all runs together. More would only take memory that has to be filled first.
const ROUND_RECORDS_MAX: usize = 1 << 23;

/// More runs than any level has.
const RUNS_MAX: u64 = 1 << 32;

/// Takes records in any order and returns them in key order, within a memory limit.
///
/// Memory: seven eighths of the limit are the buffer, the rest encodes blocks. Disk: 2 to 8 bytes per record, in files
/// `run-...` that are removed when they are no longer needed, unless they are kept. Time: O(n log n)
/// comparisons, on all threads of the current rayon pool.
pub struct Sorter<R> {
    folder: PathBuf,
    buffer: Vec<R>,
    capacity: usize,
    memory: usize,
    blocks: Blocks,
    runs: Vec<Run>,
    next_number: u64,
    len: u64,
    /// Whether the state comes from a journal.
    resumed: bool,
}

impl<R: Record> Sorter<R> {
    /// Creates a sorter for keys of `width` bytes that writes runs to `folder` when `memory_bytes` (at least 1 MiB) are
    /// full.
    pub fn new(folder: &Path, width: usize, memory_bytes: u64) -> Result<Sorter<R>> {
        assert!(
            (1..R::BYTES).contains(&width),
            "key width {width} for records of {} bytes",
            R::BYTES
        );
        let memory = memory_bytes.max(MEMORY_MIN);
        let block_bytes = (memory / 256).clamp(4 << 10, BLOCK_BYTES_MAX) as usize;
        let memory = usize::try_from(memory).expect("memory limit fits the address space");
        let in_flight = (memory / 8 / (4 * block_bytes)).clamp(1, 8 * rayon::current_num_threads());
        let blocks = Blocks {
            width,
            records: block_bytes / R::BYTES,
            in_flight,
        };
        let capacity = Self::capacity(memory_bytes) as usize;
        Ok(Sorter {
            folder: folder.to_path_buf(),
            buffer: Vec::new(),
            capacity,
            memory,
            blocks,
            runs: vec![],
            next_number: 0,
            len: 0,
            resumed: false,
        })
    }

    /// Uses the memory of `buffer`, whose content is dropped, in place of new memory.
    #[must_use]
    pub fn with_buffer(mut self, mut buffer: Vec<R>) -> Sorter<R> {
        buffer.clear();
        buffer.shrink_to(self.capacity);
        self.buffer = buffer;
        self
    }

    /// Creates a sorter with runs of [`Sorter::finish_as`] or [`Sorter::keep`], whatever their memory was.
    ///
    /// # Errors
    /// Fails when a run is missing or too short. Other runs in the folder are removed.
    pub fn of_runs(folder: &Path, width: usize, memory_bytes: u64, runs: &[RunState]) -> Result<Sorter<R>> {
        let mut sorter = Sorter::new(folder, width, memory_bytes)?;
        sorter.resumed = true;
        Run::remove_others(folder, runs)?;
        let numbers: BTreeSet<u64> = runs.iter().map(|run| run.number).collect();
        if numbers.len() < runs.len() || numbers.last().is_some_and(|&number| number > RUNS_MAX) {
            return Err(Error::corrupt(folder, "its journal has invalid runs"));
        }
        for state in runs {
            sorter.runs.push(Run::reopen(folder, state, sorter.blocks)?);
            sorter.len += state.records;
            sorter.next_number = sorter.next_number.max(state.number + 1);
        }
        Ok(sorter)
    }

    /// Writes what was pushed since the last run as a run of its own.
    pub fn close_run(&mut self) -> Result<()> {
        match self.buffer.is_empty() {
            true => Ok(()),
            false => self.spill(),
        }
    }

    /// Ends the input and returns the input for [`Runs::open`](crate::Runs::open): runs that are durable, and as many
    /// as one merge within the memory limit holds. Their names become durable with the folder.
    pub fn keep(mut self) -> Result<Vec<RunState>> {
        self.close_run()?;
        self.buffer = Vec::new();
        self.merge_passes()?;
        self.runs.iter().try_for_each(Run::keep)?;
        Ok(self.runs.iter().map(Run::state).collect())
    }

    /// Returns the number of records that are sorted within `memory_bytes` without a run.
    pub fn capacity(memory_bytes: u64) -> u64 {
        memory_bytes.max(MEMORY_MIN) / 8 * 7 / R::BYTES as u64
    }

    /// Takes records with keys never pushed before. Sorts and writes a run when the buffer is full.
    pub fn push(&mut self, batch: &[R]) -> Result<()> {
        let mut batch = batch;
        self.len += batch.len() as u64;
        while !batch.is_empty() {
            if self.buffer.len() == self.buffer.capacity() {
                self.make_room(batch.len());
            }
            let (now, later) = batch.split_at(batch.len().min(self.capacity - self.buffer.len()));
            self.buffer.extend_from_slice(now);
            batch = later;
            if self.buffer.len() == self.capacity {
                self.spill()?;
            }
        }
        Ok(())
    }

    /// [`Sorter::push`] for each of `parts`, on all threads when the buffer has room for them: the memory is new, and
    /// the system takes longer to hand out its pages than copying takes.
    pub fn push_all(&mut self, parts: &[Vec<R>]) -> Result<()> {
        let count = parts.iter().map(Vec::len).sum();
        if count >= self.capacity - self.buffer.len() {
            return parts.iter().try_for_each(|part| self.push(part));
        }
        self.make_room(count);
        let mut room = &mut self.buffer.spare_capacity_mut()[..count];
        let mut places = Vec::with_capacity(parts.len());
        for part in parts {
            let (place, rest) = room.split_at_mut(part.len());
            places.push((place, part));
            room = rest;
        }
        places.into_par_iter().for_each(|(place, part)| {
            for (to, &from) in place.iter_mut().zip(part) {
                to.write(from);
            }
        });
        self.len += count as u64;
        // SAFETY: the loops above have written the `count` records after the last one, and there is room for them.
        unsafe { self.buffer.set_len(self.buffer.len() + count) };
        Ok(())
    }

    /// Returns the number of records pushed so far.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Returns whether nothing was pushed.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Ends the input. The disk is not used when everything fitted the buffer; otherwise the runs are merged until one
    /// merge within the memory limit remains.
    ///
    /// # Panics
    /// Here or in [`Sorted::next_batch`], when a key was pushed twice.
    pub fn finish(mut self) -> Result<Sorted<R>> {
        if self.runs.is_empty() {
            sort(&mut self.buffer);
            return Ok(Sorted {
                len: self.len,
                rest: Rest::Memory {
                    records: self.buffer,
                    used: 0,
                },
            });
        }
        self.close_run()?;
        self.buffer = Vec::new();
        self.merge_passes()?;
        let runs: Vec<Arc<Run>> = std::mem::take(&mut self.runs).into_iter().map(Arc::new).collect();
        Ok(self.merged(&runs, &[], None))
    }

    /// Ends the input and writes all records as one run, which appears in `folder` as number `number` when it is
    /// complete and durable; a run of that name is replaced. Its bytes do not depend on the memory. Also returns
    /// memory for [`Sorter::with_buffer`]. Disk: twice the records at most.
    ///
    /// # Panics
    /// When a key was pushed twice.
    pub fn finish_as(self, folder: &Path, number: u64) -> Result<(RunState, Vec<R>)> {
        let own = self.folder.clone();
        let blocks = Blocks {
            records: BLOCK_BYTES_MAX as usize / R::BYTES,
            ..self.blocks
        };
        let mut sorted = self.finish()?;
        let mut run = Run::create(&own, RUNS_MAX, blocks)?;
        let mut batch = vec![];
        // A whole number of blocks, so that only the last one is shorter.
        while sorted.next_batch(&mut batch, blocks.records * blocks.in_flight)? > 0 {
            run.append(&batch)?;
        }
        run.end()?;
        run.keep()?;
        Ok((run.move_to(folder, number)?, sorted.into_buffer()))
    }

    /// Returns the records of `runs` after `after`, read from `offsets` on, or all of them; `None` when there are more
    /// runs than one merge can hold in `memory_bytes`.
    pub(crate) fn sorted(
        folder: &Path,
        width: usize,
        memory_bytes: u64,
        runs: Vec<Arc<Run>>,
        (offsets, after): (&[u64], Option<R>),
    ) -> Result<Option<Sorted<R>>> {
        let sorter = Sorter {
            len: runs.iter().map(|run| run.records()).sum(),
            resumed: true,
            ..Sorter::new(folder, width, memory_bytes)?
        };
        Ok((runs.len() <= sorter.fan_in()).then(|| sorter.merged(&runs, offsets, after)))
    }

    /// Makes room for so many records if the limit allows it. Not all is allocated at first: the limit may be far more
    /// than the level needs, or the machine has.
    fn make_room(&mut self, records: usize) {
        if self.buffer.capacity() - self.buffer.len() < records {
            let more = self.buffer.len().max(FIRST_RECORDS).max(records);
            self.buffer.reserve_exact(more.min(self.capacity - self.buffer.len()));
        }
    }

    fn spill(&mut self) -> Result<()> {
        sort(&mut self.buffer);
        let mut run = Run::create(&self.folder, self.next_number, self.blocks)?;
        self.next_number += 1;
        run.append(&self.buffer)?;
        run.end()?;
        self.runs.push(run);
        self.buffer.clear();
        Ok(())
    }

    /// A third of the memory holds records of the runs, a third the merged piece of a round, the rest the sort's
    /// scratch and the read buffers. Each run needs at least two blocks.
    pub(crate) fn fan_in(&self) -> usize {
        (self.memory / 3 / (2 * self.blocks.records * R::BYTES)).max(2)
    }

    fn merge(&self, runs: &[Arc<Run>], offsets: &[u64], after: Option<R>) -> Merge<R> {
        let round = (self.memory / 3 / R::BYTES).min(ROUND_RECORDS_MAX);
        let target = (round / runs.len().max(1)).max(2 * self.blocks.records);
        let read_bytes = target * R::BYTES / 8;
        let start = |index: usize| offsets.get(index).copied().unwrap_or(0);
        let readers = runs.iter().enumerate();
        let readers = readers
            .map(|(index, run)| run.reader(start(index), read_bytes))
            .collect();
        let journal = self.resumed.then(|| self.folder.clone());
        Merge::new(readers, target, self.blocks.records, after, journal)
    }

    fn merged(&self, runs: &[Arc<Run>], offsets: &[u64], after: Option<R>) -> Sorted<R> {
        Sorted {
            len: self.len,
            rest: Rest::Merge(Box::new(self.merge(runs, offsets, after))),
        }
    }

    /// Merges runs until one merge holds those that are left.
    fn merge_passes(&mut self) -> Result<()> {
        while self.runs.len() > self.fan_in() {
            self.merge_pass()?;
        }
        Ok(())
    }

    /// Merges groups of runs, each into one.
    fn merge_pass(&mut self) -> Result<()> {
        let runs: Vec<Arc<Run>> = std::mem::take(&mut self.runs).into_iter().map(Arc::new).collect();
        let mut batch = vec![];
        for group in runs.chunks(self.fan_in()) {
            let mut merged = Run::create(&self.folder, self.next_number, self.blocks)?;
            self.next_number += 1;
            let mut merge = self.merge(group, &[], None);
            // A whole number of blocks, so that only the last one of a run is shorter.
            while merge.next_batch(&mut batch, self.blocks.records * self.blocks.in_flight)? > 0 {
                merged.append(&batch)?;
            }
            merged.end()?;
            self.runs.push(merged);
        }
        Ok(())
    }
}

fn sort<R: Record>(records: &mut [R]) {
    sort::sort(records);
    records
        .par_windows(2)
        .for_each(|pair| assert_increasing(Some(pair[0]), pair[1]));
}

/// Returns whether the run of `state` is in `folder` with as many bytes.
///
/// # Errors
/// Fails when the system does not permit looking now.
pub fn has_run(folder: &Path, state: &RunState) -> Result<bool> {
    Run::is_there(folder, state)
}

/// The sorted records, read once from front to back.
pub struct Sorted<R> {
    len: u64,
    rest: Rest<R>,
}

enum Rest<R> {
    Memory { records: Vec<R>, used: usize },
    Merge(Box<Merge<R>>),
}

impl<R: Record> Sorted<R> {
    /// Replaces the content of `out` by the next records in key order, at most `max`; returns their number, 0 at the
    /// end.
    pub fn next_batch(&mut self, out: &mut Vec<R>, max: usize) -> Result<usize> {
        match &mut self.rest {
            Rest::Memory { records, used } => {
                out.clear();
                let rest = &records[*used..];
                out.extend_from_slice(&rest[..rest.len().min(max)]);
                *used += out.len();
                Ok(out.len())
            }
            Rest::Merge(merge) => merge.next_batch(out, max),
        }
    }

    /// Passes over the next `count` records.
    pub(crate) fn skip(&mut self, mut count: u64) -> Result<()> {
        let mut batch = vec![];
        while count > 0 {
            let most = count.min(1 << 16) as usize;
            match self.next_batch(&mut batch, most)? {
                0 => break,
                passed => count -= passed as u64,
            }
        }
        Ok(())
    }

    /// Returns memory for [`Sorter::with_buffer`]: that of the records if they were in memory.
    pub fn into_buffer(self) -> Vec<R> {
        match self.rest {
            Rest::Memory { records, .. } => records,
            Rest::Merge(_) => Vec::new(),
        }
    }

    /// Returns the number of records in total, read or not.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Returns whether there never were any records.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Wide;

    fn scrambled(i: u64) -> u64 {
        i.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn drain<R: Record>(mut sorted: Sorted<R>, max: usize) -> Vec<R> {
        let mut all = vec![];
        let mut batch = vec![];
        while sorted.next_batch(&mut batch, max).unwrap() > 0 {
            assert!(batch.len() <= max);
            all.extend_from_slice(&batch);
        }
        assert_eq!(all.len() as u64, sorted.len());
        all
    }

    fn check<R: Record>(count: u64, memory: u64, batch: usize, make: impl Fn(u64) -> R, width: usize) {
        let folder = tempfile::tempdir().unwrap();
        let records: Vec<R> = (0..count).map(make).collect();
        let mut sorter = Sorter::new(folder.path(), width, memory).unwrap();
        let mut done = 0;
        for (number, batch) in records.chunks(batch).enumerate() {
            match number % 2 {
                0 => sorter.push(batch).unwrap(),
                // One part is empty.
                _ => {
                    let parts: Vec<Vec<R>> = batch.chunks(batch.len().div_ceil(7)).map(<[R]>::to_vec).collect();
                    sorter.push_all(&[&parts[..], &[vec![]]].concat()).unwrap();
                }
            }
            done += batch.len() as u64;
            assert_eq!(sorter.len(), done);
        }
        let sorted = drain(sorter.finish().unwrap(), 1000);
        let mut expected = records;
        expected.sort();
        assert!(sorted == expected);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn agrees_with_sort_in_memory_and_merged() {
        let narrow = |i: u64| u128::from(scrambled(i)) << 64 | u128::from(i & 1);
        for count in [0, 1, 57_343, 57_344, 57_345, 700_000] {
            check(count, 1 << 20, 10_000, narrow, 8);
        }
        let wide = |i: u64| {
            Wide(
                u128::from(scrambled(i) >> 60),
                u128::from(scrambled(i)) << 64 | u128::from(i % 5),
            )
        };
        check(200_000, 1 << 20, 999, wide, 24);
    }

    #[test]
    fn more_runs_than_one_merge_can_hold() {
        // 1 MiB holds 57,344 records and merges 42 runs: 50 runs need two passes.
        check(50 * 57_344 + 1, 1 << 20, 1 << 16, |i| u128::from(scrambled(i)) << 56, 9);
    }

    #[test]
    fn runs_of_several_sorters_are_merged_by_another() {
        let folder = tempfile::tempdir().unwrap();
        let records: Vec<u128> = (0..300_000).map(|i| u128::from(scrambled(i)) << 64).collect();
        let mut expected = records.clone();
        expected.sort();
        let mut states = vec![];
        // One part is empty, one fits the memory of its sorter, one does not.
        for (number, (part, memory)) in [
            (&records[..0], 1 << 20),
            (&records[..50_000], 1 << 20),
            (&records[50_000..], 2 << 20),
        ]
        .into_iter()
        .enumerate()
        {
            let own = tempfile::tempdir_in(&folder).unwrap();
            let mut sorter = Sorter::new(own.path(), 8, memory).unwrap();
            sorter.push(part).unwrap();
            let (state, _) = sorter.finish_as(folder.path(), number as u64).unwrap();
            assert!(has_run(folder.path(), &state).unwrap());
            assert_eq!(std::fs::read_dir(own.path()).unwrap().count(), 0);
            states.push(state);
        }
        // The same bytes with other memory.
        let own = tempfile::tempdir_in(&folder).unwrap();
        let mut sorter = Sorter::new(own.path(), 8, 64 << 20).unwrap();
        sorter.push(&records[50_000..]).unwrap();
        let bytes = || std::fs::read(folder.path().join("run-000002")).unwrap();
        let before = bytes();
        assert_eq!(sorter.finish_as(folder.path(), 2).unwrap().0, states[2]);
        assert!(bytes() == before);
        let mut last = states[2].clone();
        last.bytes += 1;
        assert!(!has_run(folder.path(), &last).unwrap());
        let sorter = Sorter::<u128>::of_runs(folder.path(), 8, 4 << 20, &states).unwrap();
        assert!(drain(sorter.finish().unwrap(), 999) == expected);
    }

    #[test]
    fn kept_runs_are_as_few_as_one_merge_holds() {
        let folder = tempfile::tempdir().unwrap();
        let records: Vec<u128> = (0..50 * 57_344).map(|i| u128::from(scrambled(i)) << 64).collect();
        let (first, second) = records.split_at(49 * 57_344);
        let mut sorter = Sorter::new(folder.path(), 8, 1 << 20).unwrap();
        sorter.push(first).unwrap();
        let runs = sorter.keep().unwrap();
        assert!(runs.len() <= 42, "{} runs", runs.len());
        let mut sorter = Sorter::of_runs(folder.path(), 8, 4 << 20, &runs).unwrap();
        assert_eq!(sorter.len(), first.len() as u64);
        sorter.push(second).unwrap();
        let runs = sorter.keep().unwrap();
        let mut expected = records;
        expected.sort();
        let sorter = Sorter::<u128>::of_runs(folder.path(), 8, 2 << 20, &runs).unwrap();
        assert!(drain(sorter.finish().unwrap(), 9_999) == expected);
    }

    #[test]
    #[should_panic(expected = "pushed twice")]
    fn a_key_twice_is_a_bug_of_the_caller() {
        let folder = tempfile::tempdir().unwrap();
        let mut sorter = Sorter::<u128>::new(folder.path(), 8, 1 << 20).unwrap();
        for _ in 0..2 {
            let records: Vec<u128> = (0..60_000u64).map(|i| u128::from(scrambled(i)) << 64).collect();
            sorter.push(&records).unwrap();
        }
        drain(sorter.finish().unwrap(), 500);
    }
}
