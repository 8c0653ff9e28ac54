//! Sorted runs of several files, read together from any record on.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use crate::Record;
use crate::files::error::Result;
use crate::runs::run::{Blocks, Run, RunState};
use crate::runs::run_index::{INDEX_BLOCKS, RunIndex};
use crate::runs::sorter::{Sorted, Sorter};

/// Runs that no more records are added to. Memory: 32 bytes for 16,384 records, twice.
pub struct Runs<R> {
    folder: PathBuf,
    width: usize,
    runs: Vec<(Arc<Run>, RunIndex<R>)>,
    /// First keys of groups of blocks, ascending, with the records of the groups before.
    marks: Vec<(R, u64)>,
    len: u64,
}

impl<R: Record> Runs<R> {
    /// Opens runs that are kept, with keys of `width` bytes.
    ///
    /// # Errors
    /// Fails when a run is missing, too short, or its index is damaged.
    pub fn open(folder: &Path, width: usize, states: &[RunState]) -> Result<Runs<R>> {
        let blocks = Blocks {
            width,
            records: 1,
            in_flight: 1,
        };
        let (mut runs, mut marks) = (Vec::with_capacity(states.len()), Vec::new());
        for state in states {
            let run = Run::reopen(folder, state, blocks)?;
            let index = run.index::<R>()?;
            let group = run.block_records() * INDEX_BLOCKS;
            let groups = index.entries().iter().enumerate();
            marks.extend(groups.map(|(at, &(first, _))| (first, group.min(run.records() - at as u64 * group))));
            runs.push((Arc::new(run), index));
        }
        marks.par_sort_unstable();
        let mut before = 0;
        for (_, count) in &mut marks {
            (before, *count) = (before + *count, before);
        }
        Ok(Runs {
            folder: folder.to_path_buf(),
            width,
            runs,
            marks,
            len: before,
        })
    }

    /// Returns the number of records.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Returns whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns whether one merge holds all runs in `memory_bytes`.
    ///
    /// # Errors
    /// Those of [`Sorter::new`].
    pub fn fit(&self, memory_bytes: u64) -> Result<bool> {
        Ok(self.runs.len() <= Sorter::<R>::new(&self.folder, self.width, memory_bytes)?.fan_in())
    }

    /// Returns the records in key order but the first `number`; `None` when there are more runs than one merge can hold
    /// in `memory_bytes`. Cost: each run is read at one place, and some per cent of a file's records are merged in
    /// vain.
    ///
    /// # Errors
    /// Fails when a run is damaged or cannot be read.
    pub fn from(&self, number: u64, memory_bytes: u64) -> Result<Option<Sorted<R>>> {
        let (offsets, after, passed) = self.place(number)?;
        let runs = self.runs.iter().map(|(run, _)| run.clone()).collect();
        let Some(mut sorted) = Sorter::sorted(&self.folder, self.width, memory_bytes, runs, (&offsets, after))? else {
            return Ok(None);
        };
        sorted.skip(number - passed)?;
        Ok(Some(sorted))
    }

    /// Where to begin in each run, the key to begin after, and the number of records up to it, at most `number`.
    fn place(&self, number: u64) -> Result<(Vec<u64>, Option<R>, u64)> {
        // Of the groups that begin up to a mark, one a run lies on both sides of it, on average half of it before. What
        // is before varies by some groups, the root of the number of runs.
        let groups = self.marks.len().max(1) as u64;
        let (group, runs) = (self.len / groups + 1, self.runs.len() as u64);
        let margin = (runs.isqrt() + 1) * group;
        let mut most = (number + runs * group / 2).saturating_sub(margin);
        loop {
            let at = self.marks.partition_point(|&(_, before)| before <= most);
            let Some(&(key, before)) = self.marks[..at].last() else {
                return Ok((vec![0; self.runs.len()], None, 0));
            };
            let places = self.runs.par_iter().map(|(run, index)| rank(run, index, key));
            let places: Vec<(u64, u64)> = places.collect::<Result<_>>()?;
            let passed = places.iter().map(|&(passed, _)| passed).sum();
            if passed <= number {
                return Ok((places.iter().map(|&(_, offset)| offset).collect(), Some(key), passed));
            }
            if before == 0 {
                return Ok((vec![0; self.runs.len()], None, 0));
            }
            most = before.saturating_sub(margin);
        }
    }
}

/// Number of records of a run up to `key`, and where the group of blocks begins that it is in.
fn rank<R: Record>(run: &Arc<Run>, index: &RunIndex<R>, key: R) -> Result<(u64, u64)> {
    let Some(at) = index.find(key) else {
        return Ok((0, 0));
    };
    let offset = index.entries()[at].1;
    let mut passed = at as u64 * INDEX_BLOCKS * run.block_records();
    let mut reader = run.reader::<R>(offset, 0);
    let mut block = Vec::new();
    while reader.next_block(&mut block)? {
        let up_to = block.partition_point(|record| record.key() <= key);
        passed += up_to as u64;
        if up_to < block.len() {
            break;
        }
        block.clear();
    }
    Ok((passed, offset))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::error::Error;

    /// Runs of different lengths, blocks and spans of keys, and all their records in order.
    fn some_runs(folder: &Path) -> (Vec<RunState>, Vec<u128>) {
        let scattered = |i: u64| u128::from(i.wrapping_mul(0x9e37_79b9_7f4a_7c15)) << 64 | u128::from(i & 1);
        let mut all: Vec<u128> = (0..200_000).map(scattered).collect();
        let low: Vec<u128> = (1..30_000u128).map(|i| i << 65).collect();
        let parts: [(&[u128], u64); 5] = [
            (&all[..1], 1 << 20),
            (&all[1..90_000], 64 << 20),
            (&all[90_000..90_000], 1 << 20),
            (&all[90_000..], 1 << 20),
            (&low, 8 << 20),
        ];
        let states = parts.iter().enumerate().map(|(number, (records, memory))| {
            let own = tempfile::tempdir_in(folder).unwrap();
            let mut sorter = Sorter::new(own.path(), 8, *memory).unwrap();
            sorter.push(records).unwrap();
            sorter.finish_as(folder, number as u64).unwrap().0
        });
        let states = states.collect();
        all.extend(low);
        all.sort_unstable();
        (states, all)
    }

    fn drain(mut sorted: Sorted<u128>) -> Vec<u128> {
        let (mut all, mut batch) = (vec![], vec![]);
        while sorted.next_batch(&mut batch, 7_000).unwrap() > 0 {
            all.extend_from_slice(&batch);
        }
        all
    }

    #[test]
    fn any_number_of_records_is_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let (states, all) = some_runs(folder.path());
        let runs = Runs::<u128>::open(folder.path(), 8, &states).unwrap();
        assert_eq!(runs.len(), all.len() as u64);
        for number in [
            0, 1, 2, 29_998, 29_999, 30_000, 30_001, 100_003, 150_000, 229_998, 229_999,
        ] {
            let rest = runs.from(number as u64, 4 << 20).unwrap().unwrap();
            assert!(drain(rest) == all[number..], "{number}");
            let (_, _, passed) = runs.place(number as u64).unwrap();
            // Not by reading all that is before.
            assert!(passed + 120_000 > number as u64, "{passed} of {number}");
        }
    }

    /// Offsets and keys that are not those of the blocks, with a checksum that fits.
    #[test]
    fn an_index_that_lies_is_noticed_or_costs_time() {
        let folder = tempfile::tempdir().unwrap();
        let (states, all) = some_runs(folder.path());
        let path = folder.path().join("run-000001");
        let sound = std::fs::read(&path).unwrap();
        let data = (states[1].bytes - states[1].index) as usize;
        let (mut refused, mut read) = (0, 0);
        for seed in 1..400usize {
            let mut bytes = sound.clone();
            let entries = bytes.len() - 8 - data;
            let at = data + seed * 7_919 % entries;
            bytes[at] = bytes[at].wrapping_add(1 + (seed % 255) as u8);
            let hash = xxhash_rust::xxh3::xxh3_64(&bytes[data..data + entries]);
            bytes.truncate(data + entries);
            bytes.extend(hash.to_le_bytes());
            std::fs::write(&path, &bytes).unwrap();
            let opened = Runs::<u128>::open(folder.path(), 8, &states);
            let rest = opened.and_then(|runs| runs.from(100_000, 4 << 20));
            let drained = rest.and_then(|rest| {
                let (mut rest, mut batch, mut count) = (rest.unwrap(), vec![], 0);
                while rest.next_batch(&mut batch, 7_000)? > 0 {
                    count += batch.len();
                }
                Ok(count)
            });
            match drained {
                Ok(count) => read += usize::from(count <= all.len()),
                Err(Error::Corrupt { .. }) => refused += 1,
                Err(error) => panic!("{seed}: {error}"),
            }
        }
        assert!(refused > 50 && read > 50 && refused + read == 399, "{refused}, {read}");
    }

    #[test]
    fn a_run_without_an_index_or_with_a_damaged_one_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let (mut states, _) = some_runs(folder.path());
        let path = folder.path().join("run-000001");
        let mut bytes = std::fs::read(&path).unwrap();
        let last = bytes.len() - 20;
        bytes[last] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        let damaged = Runs::<u128>::open(folder.path(), 8, &states);
        assert!(matches!(damaged, Err(Error::Corrupt { .. })));
        bytes[last] ^= 1;
        bytes.truncate(bytes.len() - states[1].index as usize);
        std::fs::write(&path, &bytes).unwrap();
        (states[1].bytes, states[1].index) = (bytes.len() as u64, 0);
        let without = Runs::<u128>::open(folder.path(), 8, &states);
        assert!(matches!(without, Err(Error::Corrupt { .. })));
    }
}
