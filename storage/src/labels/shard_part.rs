//! Shards of a label function that are solved apart from the others: a part of them, in a file.
//!
//! | bytes | content |
//! |---|---|
//! | 8 a word | the bit vectors of the shards, end to end |
//! | 8 a shard | its first word in this file << 8, its seed |
//! | 8 a hash | ambiguous hashes, shard by shard |
//!
//! All integers little-endian. What the file has depends on the items of these shards and on the number of all shards.

use std::ops::Range;
use std::path::{Path, PathBuf};

use base::parallel::Spare;
use serde::{Deserialize, Serialize};

use crate::files::append::{AppendFile, bytes_to_words, words_to_bytes};
use crate::files::atomic::has_size;
use crate::files::checksum::{Hasher, hash_bytes};
use crate::files::error::{At, Error, Result};
use crate::files::open::{open_sized, read_at_most};
use crate::labels::ribbon::{SHARD_KEYS, Solution, Solver, shard_start, unmix};
use crate::labels::signatures::Signatures;

/// Larger parts are not read: a shard has some 8 KiB, and even with as many ambiguous hashes as there can be less than
/// half of this.
const SHARD_BYTES_MOST: u64 = 1 << 20;
/// Words written at a time.
const WRITTEN_WORDS: usize = 1 << 14;

/// Returns the number of shards for so many items.
pub(crate) fn shards_of(items: u64) -> u64 {
    items.div_ceil(SHARD_KEYS).max(1)
}

/// How the shards of a label function are cut into parts, whatever memory and threads there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardCut {
    positions: u64,
    shards: u64,
    parts: u64,
}

impl ShardCut {
    /// For a level of `positions`: parts of at most `part_shards` shards, each of about 65,536 positions.
    pub fn new(positions: u64, part_shards: u64) -> ShardCut {
        let shards = shards_of(positions);
        ShardCut {
            positions,
            shards,
            parts: shards.div_ceil(part_shards.max(1)),
        }
    }

    /// Returns the number of parts.
    pub fn parts(&self) -> u64 {
        self.parts
    }

    /// Returns the approximate number of positions in so many shards.
    pub fn positions_in(&self, shards: u64) -> u64 {
        (u128::from(self.positions) * u128::from(shards) / u128::from(self.shards)) as u64
    }

    /// Returns the shards of a part.
    pub fn range(&self, part: u64) -> Range<u64> {
        let first = |part| (u128::from(part) * u128::from(self.shards)).div_ceil(u128::from(self.parts)) as u64;
        first(part)..first(part + 1)
    }
}

/// Shards that are solved, one after the other, counted from the first of them.
#[derive(Default)]
pub(crate) struct SolvedShards {
    pub words: Vec<u64>,
    /// For each shard its first word << 8 and its seed.
    pub directory: Vec<u64>,
    /// Hashes, their lowest bit zero.
    pub ambiguous: Vec<u64>,
}

impl SolvedShards {
    /// Solves shards, of `total`, on all threads; their items, mixed and sorted, are in `sorted`.
    pub fn solve(shards: Range<u64>, total: u64, sorted: &[u64]) -> SolvedShards {
        let mut all = SolvedShards::default();
        let spare = Spare::default();
        // One at a time: a shard takes two milliseconds, and a thread that has none left waits for the others' last
        // ones.
        let count = shards.end.saturating_sub(shards.start) as usize;
        let solved: Vec<(Solution, Vec<u64>)> = base::parallel::map(count, |index| {
            let shard = shards.start + index as u64;
            let start = |shard| sorted.partition_point(|&item| u128::from(item & !1) < shard_start(shard, total));
            let items = &sorted[start(shard)..start(shard + 1)];
            spare.with(Workspace::default, |workspace| workspace.solve(items, total))
        });
        for (solution, ambiguous) in solved {
            all.directory
                .push((all.words.len() as u64) << 8 | u64::from(solution.seed));
            all.words.extend(solution.words);
            all.ambiguous.extend(ambiguous);
        }
        all
    }

    /// Adds the shards that come next.
    fn append(&mut self, next: SolvedShards) {
        let before = (self.words.len() as u64) << 8;
        self.directory.extend(next.directory.iter().map(|entry| before + entry));
        self.words.extend(next.words);
        self.ambiguous.extend(next.ambiguous);
    }
}

#[derive(Default)]
struct Workspace {
    solver: Solver,
    distinct: Vec<u64>,
}

impl Workspace {
    /// Solves a shard given its sorted items, and lists its ambiguous hashes.
    fn solve(&mut self, sorted: &[u64], shards: u64) -> (Solution, Vec<u64>) {
        let mut ambiguous = vec![];
        self.distinct.clear();
        for equal in sorted.chunk_by(|a, b| a | 1 == b | 1) {
            if equal[0] == equal[equal.len() - 1] {
                self.distinct.push(equal[0]);
            } else {
                ambiguous.push(unmix(equal[0]));
            }
        }
        (self.solver.solve(&self.distinct, shards), ambiguous)
    }
}

/// What is in the file of a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardPart {
    /// The first shard.
    first: u64,
    shards: u64,
    words: u64,
    ambiguous: u64,
    /// xxh3-128 of the file, 32 hexadecimal digits.
    xxh3: String,
    /// The same of its ambiguous hashes alone, which are read without the rest.
    ambiguous_xxh3: String,
}

fn part_path(folder: &Path, part: u64) -> PathBuf {
    folder.join(format!("shards-{part:06}"))
}

impl ShardPart {
    /// Returns whether this is range `range` of `cut`, and the file of part `part` is in `folder` and has the right
    /// size.
    ///
    /// # Errors
    /// Fails when the system does not permit looking now.
    pub fn is_there(&self, folder: &Path, (cut, range): (&ShardCut, u64), part: u64) -> Result<bool> {
        match self.bytes().filter(|_| self.is_of(&cut.range(range))) {
            Some(bytes) => has_size(&part_path(folder, part), bytes),
            None => Ok(false),
        }
    }

    fn is_of(&self, shards: &Range<u64>) -> bool {
        self.first == shards.start && self.shards == shards.end - shards.start
    }

    /// Size of the file, if it is a possible one.
    fn bytes(&self) -> Option<u64> {
        let words = self.words.checked_add(self.shards)?.checked_add(self.ambiguous)?;
        let bytes = words.checked_mul(8)?;
        (bytes <= self.shards.checked_mul(SHARD_BYTES_MOST)?).then_some(bytes)
    }

    /// Solves range `range` of `cut`, for a bit of the labels, as part `number`: a file in `folder`, which appears by
    /// way of the folder `own` when it is complete and durable. A file of its name is replaced. `hear` is called with
    /// the number of shards solved. Memory: two thirds of `memory_bytes` for items, and 9 KiB a shard for what is
    /// solved.
    ///
    /// # Errors
    /// When the items are damaged, a file cannot be read or written, or `hear` fails.
    pub fn solve<E: From<Error>>(
        signatures: &mut Signatures,
        (cut, range, bit): (&ShardCut, u64, u8),
        memory_bytes: u64,
        (own, folder, number): (&Path, &Path, u64),
        hear: &mut dyn FnMut(u64) -> std::result::Result<(), E>,
    ) -> std::result::Result<ShardPart, E> {
        let shards = cut.range(range);
        let mut all = SolvedShards::default();
        signatures.solve(shards.clone(), bit, memory_bytes, &mut |solved| {
            all.append(solved);
            hear(all.directory.len() as u64)
        })?;
        Ok(ShardPart::write(&shards, &all, (own, folder, number))?)
    }

    fn write(
        shards: &Range<u64>,
        solved: &SolvedShards,
        (own, folder, number): (&Path, &Path, u64),
    ) -> Result<ShardPart> {
        let mut file = AppendFile::create(part_path(own, number))?;
        let mut hasher = Hasher::new();
        for words in [&solved.words, &solved.directory, &solved.ambiguous] {
            for words in words.chunks(WRITTEN_WORDS) {
                let bytes = words_to_bytes(words);
                hasher.update(&bytes);
                file.append(&bytes)?;
            }
        }
        file.keep()?;
        file.place(&part_path(folder, number))?;
        Ok(ShardPart {
            first: shards.start,
            shards: shards.end - shards.start,
            words: solved.words.len() as u64,
            ambiguous: solved.ambiguous.len() as u64,
            xxh3: hasher.hex(),
            ambiguous_xxh3: hash_bytes(&words_to_bytes(&solved.ambiguous)),
        })
    }

    /// Returns the number of ambiguous hashes.
    pub fn ambiguous(&self) -> u64 {
        self.ambiguous
    }

    /// Reads the ambiguous hashes of range `range` of `cut`, which is part `part`, in no particular order; `None` when
    /// the file is missing or they are damaged.
    ///
    /// # Errors
    /// Fails when the system does not permit reading them now.
    pub fn read_ambiguous(&self, folder: &Path, (cut, range): (&ShardCut, u64), part: u64) -> Result<Option<Vec<u64>>> {
        let path = part_path(folder, part);
        let Some(size) = self.bytes().filter(|_| self.is_of(&cut.range(range))) else {
            return Ok(None);
        };
        let file = match open_sized(&path, size, "its journal") {
            Err(error) if error.is_damage() => return Ok(None),
            other => other?,
        };
        let mut bytes = vec![0; 8 * self.ambiguous as usize];
        let begin = size - bytes.len() as u64;
        file.read_exact_at(&mut bytes, begin).at(&path, "read")?;
        let hashes: Vec<u64> = bytes_to_words(&bytes).collect();
        let is_sound = hash_bytes(&bytes) == self.ambiguous_xxh3 && are_hashes(&hashes);
        Ok(is_sound.then_some(hashes))
    }

    /// Reads the part, of these shards, that has this number; `None` when it is missing or damaged. Memory: its size,
    /// twice.
    ///
    /// # Errors
    /// Fails when the system does not permit reading it now.
    pub(crate) fn read(&self, folder: &Path, shards: &Range<u64>, part: u64) -> Result<Option<SolvedShards>> {
        let Some(size) = self.bytes().filter(|_| self.is_of(shards)) else {
            return Ok(None);
        };
        let bytes = match read_at_most(&part_path(folder, part), size) {
            Err(error) if error.is_damage() => None,
            other => other?,
        };
        let sound = bytes.filter(|bytes| bytes.len() as u64 == size && hash_bytes(bytes) == self.xxh3);
        Ok(sound.and_then(|bytes| {
            let mut words: Vec<u64> = bytes_to_words(&bytes).collect();
            let ambiguous = words.split_off((self.words + self.shards) as usize);
            let directory = words.split_off(self.words as usize);
            let solved = SolvedShards {
                words,
                directory,
                ambiguous,
            };
            solved.is_possible().then_some(solved)
        }))
    }
}

impl SolvedShards {
    fn is_possible(&self) -> bool {
        let firsts = || self.directory.iter().map(|entry| entry >> 8);
        firsts().next() == Some(0)
            && firsts().is_sorted()
            && firsts().all(|first| first <= self.words.len() as u64)
            && are_hashes(&self.ambiguous)
    }
}

/// Whether the lowest bit of each, where an item has its label, is zero.
fn are_hashes(ambiguous: &[u64]) -> bool {
    ambiguous.iter().all(|hash| hash & 1 == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::signed_file::SignedFile;
    use crate::labels::writer::LabelFunctionWriter;
    use crate::{PendingLabelFunction, SignedFileWriter, Syncs};

    fn scattered(i: u64) -> u64 {
        (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Items of three files, with some hundred ambiguous hashes, in `folder`.
    fn write_files(folder: &Path, count: u64) {
        let hashes: Vec<u64> = (0..count).map(|i| scattered(i % (count - 300))).collect();
        let labelled = |(i, hash): (usize, &u64)| hash & !1 | u64::from(i as u64 >= count - 300 || hash >> 62 & 1 == 1);
        let items: Vec<u64> = hashes.iter().enumerate().map(labelled).collect();
        let own = tempfile::tempdir_in(folder).unwrap();
        for (index, items) in items.chunks(count.div_ceil(3) as usize).enumerate() {
            let all = (items.len() as u64, count);
            let mut writer = SignedFileWriter::create(own.path(), index, all, false, 1 << 20).unwrap();
            writer.push(items, &[]).unwrap();
            writer.finish(folder).unwrap();
        }
    }

    fn signatures(folder: &Path) -> Signatures {
        Signatures::of_files(SignedFile::open_all(folder, 3).unwrap())
    }

    fn made(folder: &Path, cut: ShardCut, part: u64, memory: u64) -> ShardPart {
        let own = tempfile::tempdir_in(folder).unwrap();
        let places = (own.path(), folder, part);
        let hear = &mut |_| Result::Ok(());
        let made = ShardPart::solve(&mut signatures(folder), (&cut, part, 0), memory, places, hear).unwrap();
        assert!(made.is_there(folder, (&cut, part), part).unwrap());
        made
    }

    /// The bytes of a function.
    fn sealed(folder: &Path, mut function: PendingLabelFunction) -> Vec<u8> {
        let ambiguous = function.ambiguous().len();
        assert!(ambiguous > 50, "{ambiguous}");
        // The keys are of no interest here.
        let records: Vec<u128> = (0..2 * ambiguous as u128).map(|i| (i + 1) << 64 | i & 1).collect();
        function.push_exact(8, &records).unwrap();
        let path = folder.join("function");
        function.seal(&path, 8, Syncs::Now).unwrap();
        std::fs::read(path).unwrap()
    }

    fn whole(folder: &Path) -> Vec<u8> {
        let function = signatures(folder).function(folder, 0, 1 << 30, &mut |_| Result::Ok(()));
        sealed(folder, function.unwrap())
    }

    #[test]
    fn any_parts_with_any_memory_give_the_bytes_of_one_function() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = temporary.path();
        write_files(folder, 300_000);
        let whole = whole(folder);
        for (part_shards, parts) in [(1, 5), (2, 3), (3, 2), (1_000, 1)] {
            let cut = ShardCut::new(300_000, part_shards);
            assert_eq!((cut.shards, cut.parts()), (5, parts));
            assert_eq!(cut.range(parts - 1).end, 5);
            assert_eq!(cut.positions_in(5), 300_000);
            for memory in [1 << 20, 4 << 20, 1 << 30] {
                let mut made: Vec<_> = (0..parts).rev().map(|part| made(folder, cut, part, memory)).collect();
                made.reverse();
                let mut writer = LabelFunctionWriter::of_parts(folder, 300_000, None).unwrap();
                for (part, made) in made.iter().enumerate() {
                    assert!(writer.take_part((&cut, part as u64), part as u64, made).unwrap());
                }
                let bytes = sealed(folder, writer.finish().unwrap());
                assert!(bytes == whole, "{part_shards} shards, {memory} bytes");
            }
        }
    }

    #[test]
    fn what_is_damaged_is_not_taken() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = temporary.path();
        write_files(folder, 100_000);
        let cut = ShardCut::new(100_000, 1);
        let part = made(folder, cut, 1, 1 << 30);
        let path = part_path(folder, 1);
        let sound = std::fs::read(&path).unwrap();
        let is_read = |part: &ShardPart| part.read(folder, &cut.range(1), 1).unwrap().is_some();
        let ambiguous = |part: &ShardPart| part.read_ambiguous(folder, (&cut, 1), 1).unwrap();
        assert!(is_read(&part));
        let hashes = ambiguous(&part).unwrap();
        assert!(hashes.len() > 20 && hashes.len() as u64 == part.ambiguous());
        let behind = sound.len() - 8 * hashes.len();
        assert_eq!(words_to_bytes(&hashes), sound[behind..]);
        for at in (0..sound.len()).step_by(97) {
            let mut bytes = sound.clone();
            bytes[at] ^= 1;
            std::fs::write(&path, &bytes).unwrap();
            assert!(!is_read(&part), "byte {at}");
            assert_eq!(ambiguous(&part).is_some(), at < behind, "byte {at}");
        }
        for bytes in [&sound[..sound.len() - 8], &[], &[&sound[..], &[0; 8]].concat()] {
            std::fs::write(&path, bytes).unwrap();
            assert!(!is_read(&part) && !part.is_there(folder, (&cut, 1), 1).unwrap());
            assert_eq!(ambiguous(&part), None);
        }
        let mut writer = LabelFunctionWriter::of_parts(folder, 100_000, None).unwrap();
        assert!(!writer.take_part((&cut, 1), 1, &part).unwrap());
        std::fs::remove_file(&path).unwrap();
        assert!(!is_read(&part) && ambiguous(&part).is_none());

        // Sizes that are not, with a checksum that fits.
        std::fs::write(&path, &sound).unwrap();
        let far = [0, 1, 1 << 40, u64::MAX / 8, u64::MAX];
        for (lie, field) in far.into_iter().flat_map(|lie| (0..4).map(move |field| (lie, field))) {
            let mut lying = part.clone();
            match field {
                0 => lying.first = lie ^ 1,
                1 => lying.shards = lie ^ 1,
                2 => lying.words = lie,
                _ => lying.ambiguous = lie,
            }
            assert!(lying == part || !is_read(&lying), "{lying:?}");
            assert!(lying == part || ambiguous(&lying).is_none(), "{lying:?}");
        }
        // Words of the bit vector said to be the directory, with a checksum that fits.
        let mut words: Vec<u64> = bytes_to_words(&sound).collect();
        words.rotate_left(3);
        let bytes = words_to_bytes(&words);
        std::fs::write(&path, &bytes).unwrap();
        let lying = ShardPart {
            xxh3: hash_bytes(&bytes),
            ..part
        };
        assert!(!is_read(&lying));
    }
}
