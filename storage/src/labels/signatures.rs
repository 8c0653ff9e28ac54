//! What signing the records of a level has given, in memory or in files: all that its label functions are made from.

use std::ops::Range;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::files::error::{Error, Result};
use crate::files::signed_file::{Ones, SignedFile, SignedFileWriter, count_ones, with_bit};
use crate::labels::ribbon::{SHARD_KEYS, mix, shard_start};
use crate::labels::shard_part::{SolvedShards, shards_of};
use crate::labels::sieve::{HashSieve, cut, kept_bytes};
use crate::labels::writer::{LabelFunctionWriter, PendingLabelFunction};
use crate::runs::sort::sort;

const ITEM_BYTES: u64 = 8;
/// Bytes of an item, its label, and a copy with a bit of it.
const LABELLED_BYTES: u64 = 18;
/// Shards that each thread solves, a quarter of a MiB, before the threads wait for one another and they are written.
const SOLVED_TOGETHER: u64 = 32;

/// Takes one item for every position of a level, in key order.
///
/// Memory: `memory_bytes`, of which a third holds the items if they fit; they are written to a file otherwise, which is
/// removed when it is dropped. Disk: 8 bytes an item, 3 or 4 of its cut signature, and 2 of its label if it has several
/// bits.
pub struct LabelFunctionBuilder {
    folder: PathBuf,
    count: u64,
    memory_bytes: u64,
    has_labels: bool,
    pushed: u64,
    place: Place,
}

enum Place {
    Memory(InMemory),
    File(Option<Box<SignedFileWriter>>),
}

#[derive(Default)]
struct InMemory {
    /// Mixed.
    items: Vec<u64>,
    labels: Vec<u16>,
    cut: Vec<u8>,
    ones: Ones,
}

impl LabelFunctionBuilder {
    /// Creates a builder for at most `count` items that keeps a temporary file in `folder`, which no other builder may
    /// use. The function's bytes depend on `count` and on the items, not on the memory or the threads.
    pub fn new(folder: &Path, count: u64, memory_bytes: u64) -> LabelFunctionBuilder {
        let fits = count <= LabelFunctionBuilder::capacity(memory_bytes);
        LabelFunctionBuilder {
            folder: folder.to_path_buf(),
            count,
            memory_bytes,
            has_labels: false,
            pushed: 0,
            place: match fits {
                true => Place::Memory(InMemory {
                    items: Vec::with_capacity(count as usize),
                    cut: Vec::with_capacity(count as usize * kept_bytes(count)),
                    ..InMemory::default()
                }),
                false => Place::File(None),
            },
        }
    }

    /// The same for labels of several bits, which are pushed with the items.
    #[must_use]
    pub fn with_labels(mut self) -> LabelFunctionBuilder {
        self.has_labels = true;
        if self.count.saturating_mul(LABELLED_BYTES) > self.memory_bytes / 3 {
            self.place = Place::File(None);
        }
        self
    }

    /// Returns the number of items that a builder holds within `memory_bytes` without a temporary file.
    pub fn capacity(memory_bytes: u64) -> u64 {
        memory_bytes / 3 / ITEM_BYTES
    }

    /// Takes items: 64-bit hashes whose lowest bit is replaced by the label.
    ///
    /// # Errors
    /// When they cannot be written.
    ///
    /// # Panics
    /// Panics when there are more than `count` in total.
    pub fn push(&mut self, items: &[u64]) -> Result<()> {
        self.push_labelled(items, &[])
    }

    /// The same with a label for each item, all of whose bits but the lowest are beside it; none for a builder without
    /// labels.
    ///
    /// # Errors
    /// When they cannot be written.
    ///
    /// # Panics
    /// Panics when there are more than `count` in total.
    pub fn push_labelled(&mut self, items: &[u64], labels: &[u16]) -> Result<()> {
        self.pushed += items.len() as u64;
        assert!(
            self.pushed <= self.count,
            "{} items pushed, {} announced",
            self.pushed,
            self.count
        );
        match &mut self.place {
            Place::Memory(memory) => {
                count_ones(items, labels, &mut memory.ones);
                cut(items, kept_bytes(self.count), &mut memory.cut);
                memory.items.extend(items.iter().map(|&item| mix(item) | item & 1));
                memory.labels.extend_from_slice(labels);
                Ok(())
            }
            Place::File(writer) => {
                if writer.is_none() {
                    let all = (self.count, self.count);
                    let new = SignedFileWriter::create(&self.folder, 0, all, self.has_labels, self.memory_bytes)?;
                    *writer = Some(Box::new(new));
                }
                writer.as_mut().expect("made above").push(items, labels)
            }
        }
    }

    /// Ends the input.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn finish(self) -> Result<Signatures> {
        Ok(Signatures {
            content: match self.place {
                Place::Memory(memory) => Content::Memory(memory),
                Place::File(writer) => {
                    Content::Files(writer.map(|writer| writer.opened()).transpose()?.into_iter().collect())
                }
            },
            cut_bytes: kept_bytes(self.count),
            // The function is that of as many items as were announced.
            count: self.count,
            records: self.pushed,
        })
    }

    /// Ends the input: finds the ambiguous hashes and solves all shards.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn build(self) -> Result<PendingLabelFunction> {
        let (folder, memory_bytes) = (self.folder.clone(), self.memory_bytes);
        self.finish()?
            .function(&folder, 0, memory_bytes, &mut |_| Result::Ok(()))
    }
}

/// The items of a level and its signatures in key order.
pub struct Signatures {
    content: Content,
    cut_bytes: usize,
    count: u64,
    records: u64,
}

enum Content {
    Memory(InMemory),
    /// All files of the level, each but the last with as many records.
    Files(Vec<SignedFile>),
}

impl Signatures {
    /// Those in all files of a level, each of which but the last has as many records.
    pub fn of_files(files: Vec<SignedFile>) -> Signatures {
        let records = files.iter().map(SignedFile::records).sum();
        Signatures {
            cut_bytes: files.first().map_or(kept_bytes(0), SignedFile::cut_bytes),
            content: Content::Files(files),
            count: records,
            records,
        }
    }

    /// Bytes on disk for the items of so many positions with labels of one bit, and their cut signatures.
    pub fn bytes(positions: u64) -> u64 {
        positions * (ITEM_BYTES + kept_bytes(positions) as u64)
    }

    /// Returns whether nothing is in a file.
    pub fn are_in_memory(&self) -> bool {
        matches!(self.content, Content::Memory(_))
    }

    /// Returns the number of positions.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// Returns this bit of all labels, if it is the same in all: such a function has no shards.
    pub fn constant(&self, bit: u8) -> Option<u8> {
        let of = |ones: &Ones| ones[usize::from(bit)];
        let ones = match &self.content {
            Content::Memory(memory) => of(&memory.ones),
            Content::Files(files) => files.iter().map(|file| of(file.ones())).sum(),
        };
        match ones {
            0 => Some(0),
            ones if ones == self.records => Some(1),
            _ => None,
        }
    }

    /// Makes the function of a bit of the labels in `folder`, which lacks the exact answers; `hear` is called with the
    /// number of positions whose shards are solved, about.
    ///
    /// # Errors
    /// When the items are damaged, a file cannot be read or written, or `hear` fails.
    pub fn function<E: From<Error>>(
        &mut self,
        folder: &Path,
        bit: u8,
        memory_bytes: u64,
        hear: &mut dyn FnMut(u64) -> std::result::Result<(), E>,
    ) -> std::result::Result<PendingLabelFunction, E> {
        let (count, constant) = (self.count, self.constant(bit));
        let mut writer = LabelFunctionWriter::create(folder, self.records, count, constant)?;
        if constant.is_none() {
            let total = shards_of(count);
            let mut done = 0;
            self.solve(0..total, bit, memory_bytes, &mut |solved| {
                done += solved.directory.len() as u64;
                writer.add(solved)?;
                hear((u128::from(count) * u128::from(done) / u128::from(total)) as u64)
            })?;
        }
        Ok(writer.finish()?)
    }

    /// Solves a range of shards and gives them to `take`, some at a time. Memory: two thirds of `memory_bytes` for
    /// items, and 9 KiB for each shard that is solved at a time. Items in memory without labels are used up.
    ///
    /// # Errors
    /// When the items are damaged or cannot be read, or `take` fails.
    pub(crate) fn solve<E: From<Error>>(
        &mut self,
        shards: Range<u64>,
        bit: u8,
        memory_bytes: u64,
        take: &mut dyn FnMut(SolvedShards) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        let total = shards_of(self.count);
        let each = match self.are_in_memory() {
            true => u64::MAX,
            false => shards_in(memory_bytes),
        };
        let mut next = shards.start;
        while next < shards.end {
            let until = shards.end.min(next.saturating_add(each));
            let mut items = self.items(next..until, total, bit)?;
            // Mixed hashes in order: equal ones side by side, shards one after the other.
            sort(&mut items);
            while next < until {
                let some = until.min(next + SOLVED_TOGETHER * base::parallel::threads() as u64);
                take(SolvedShards::solve(next..some, total, &items))?;
                next = some;
            }
        }
        Ok(())
    }

    /// The items of a range of shards, of `total`, in no particular order. In memory, of all shards.
    fn items(&mut self, shards: Range<u64>, total: u64, bit: u8) -> Result<Vec<u64>> {
        match &mut self.content {
            Content::Memory(memory) if memory.labels.is_empty() => Ok(std::mem::take(&mut memory.items)),
            Content::Memory(InMemory { items, labels, .. }) => {
                let labelled = items.par_iter().zip(&*labels);
                Ok(labelled.map(|(&item, &label)| with_bit(item, label, bit)).collect())
            }
            Content::Files(files) => {
                // Shards beyond the last one would begin at 2^64.
                let Ok(from) = u64::try_from(shard_start(shards.start, total)) else {
                    return Ok(vec![]);
                };
                let until = shard_start(shards.end, total);
                let items = files.par_iter().map(|file| file.items(from, until, bit));
                Ok(items.collect::<Result<Vec<_>>>()?.concat())
            }
        }
    }

    /// Returns the sieve of 64-bit `hashes`, whose lowest bit is ignored. Memory: at most 2 MiB, or at most
    /// `memory_bytes` if that is more.
    pub fn sieve(&self, hashes: &[u64], memory_bytes: u64) -> HashSieve {
        HashSieve::new(hashes, self.cut_bytes, memory_bytes)
    }

    /// Returns whether each of at most `count` positions, starting at number `start`, may have a hash of `sieve`.
    ///
    /// # Errors
    /// When the signatures are damaged or cannot be read.
    pub fn candidates(&self, sieve: &HashSieve, start: u64, count: usize) -> Result<Vec<bool>> {
        let files = match &self.content {
            Content::Files(files) => files,
            Content::Memory(memory) => {
                let place = |number: u64| (number.min(self.records) as usize) * self.cut_bytes;
                let cut = &memory.cut[place(start)..place(start + count as u64)];
                return Ok(sieve.candidates(cut, self.cut_bytes));
            }
        };
        let each = files.first().map_or(1, SignedFile::records).max(1);
        let (mut at, mut left) = (start, count as u64);
        let mut cut = Vec::with_capacity(count * self.cut_bytes);
        while left > 0
            && let Some(file) = files.get((at / each) as usize)
        {
            let within = at % each;
            let some = file.records().saturating_sub(within).min(left);
            if some == 0 {
                break;
            }
            cut.extend(file.cut(within, some)?);
            (at, left) = (at + some, left - some);
        }
        Ok(sieve.candidates(&cut, self.cut_bytes))
    }
}

/// Returns the number of shards whose items fill a third of the memory, at least 1.
fn shards_in(memory_bytes: u64) -> u64 {
    // They vary at random by less than a tenth.
    (memory_bytes / 3 * 9 / 10 / (SHARD_KEYS * ITEM_BYTES)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every bit of the labels, from memory and from a file.
    #[test]
    fn functions_of_several_bits_are_those_of_each_bit_alone() {
        let scattered = |i: u64| (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let labels: Vec<u16> = (0..100_000).map(|i| (scattered(i * i) >> 50) as u16 & 0x207).collect();
        let folder = tempfile::tempdir().unwrap();
        let items: Vec<u64> = (0..100_000)
            .map(|i| with_bit(scattered(i), labels[i as usize], 0))
            .collect();
        let bytes = |mut function: PendingLabelFunction, name: &str| {
            function.push_exact::<u128>(8, &[]).unwrap();
            let path = folder.path().join(name);
            function.seal(&path, 8, crate::Syncs::Now).unwrap();
            std::fs::read(path).unwrap()
        };
        for memory in [1 << 20, 1 << 30] {
            let mut builder = LabelFunctionBuilder::new(folder.path(), 100_000, memory).with_labels();
            for (items, labels) in items.chunks(999).zip(labels.chunks(999)) {
                builder.push_labelled(items, labels).unwrap();
            }
            let mut all = builder.finish().unwrap();
            assert_eq!(all.are_in_memory(), memory == 1 << 30);
            for bit in [0, 1, 2, 3, 9, 15] {
                let mut alone = LabelFunctionBuilder::new(folder.path(), 100_000, 1 << 30);
                let own: Vec<u64> = items
                    .iter()
                    .zip(&labels)
                    .map(|(&item, &label)| with_bit(item, label, bit))
                    .collect();
                alone.push(&own).unwrap();
                let alone = bytes(alone.build().unwrap(), "alone");
                let function = all.function(folder.path(), bit, memory, &mut |_| Result::Ok(()));
                assert!(bytes(function.unwrap(), "of all") == alone, "bit {bit}");
                assert_eq!(all.constant(bit).is_some(), [3, 15].contains(&bit));
            }
        }
    }
}
