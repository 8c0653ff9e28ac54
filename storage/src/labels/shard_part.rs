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
use std::sync::Arc;

use base::parallel::Spare;
use serde::{Deserialize, Serialize};

use crate::files::append::{AppendFile, bytes_to_words, words_to_bytes};
use crate::files::atomic::has_size;
use crate::files::checksum::{Hasher, hash_bytes};
use crate::files::error::{At, Result};
use crate::files::open::{open_sized, read_at_most};
use crate::files::signed_file::SignedFile;
use crate::labels::items::{Plan, first_of, items_of_files, shards_of};
use crate::labels::ribbon::{Solution, Solver, shard_start, unmix};
use crate::runs::sort::sort;

/// Larger parts are not read: a shard has some 8 KiB, and even with as many ambiguous hashes as there can be less than
/// half of this.
const SHARD_BYTES_MOST: u64 = 1 << 20;
/// Words written at a time.
const WRITTEN_WORDS: usize = 1 << 14;

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

    /// Returns the number of shards.
    pub fn shards(&self) -> u64 {
        self.shards
    }

    /// Returns the approximate number of positions in so many shards.
    pub fn positions_in(&self, shards: u64) -> u64 {
        (u128::from(self.positions) * u128::from(shards) / u128::from(self.shards)) as u64
    }

    /// Returns the shards of a part.
    pub fn range(&self, part: u64) -> Range<u64> {
        let first = |part| first_of(self.shards, self.parts, part);
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
    /// Solves the next shards, of `total`, on all threads; their items, mixed and sorted, are in `sorted`.
    pub fn solve(&mut self, shards: Range<u64>, total: u64, sorted: &[u64]) {
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
            self.directory
                .push((self.words.len() as u64) << 8 | u64::from(solution.seed));
            self.words.extend(solution.words);
            self.ambiguous.extend(ambiguous);
        }
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
    /// Returns whether this is part number `part` of `cut`, and its file is in `folder` and has the right size.
    ///
    /// # Errors
    /// Fails when the system does not permit looking now.
    pub fn is_there(&self, folder: &Path, cut: &ShardCut, part: u64) -> Result<bool> {
        match self.bytes().filter(|_| self.is_of(&cut.range(part))) {
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

    /// Returns the number of ambiguous hashes.
    pub fn ambiguous(&self) -> u64 {
        self.ambiguous
    }

    /// Reads the ambiguous hashes of part number `part` of `cut`, in no particular order; `None` when the file is
    /// missing or they are damaged.
    ///
    /// # Errors
    /// Fails when the system does not permit reading them now.
    pub fn read_ambiguous(&self, folder: &Path, cut: &ShardCut, part: u64) -> Result<Option<Vec<u64>>> {
        let path = part_path(folder, part);
        let Some(size) = self.bytes().filter(|_| self.is_of(&cut.range(part))) else {
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

/// Solves the shards of a part from the files of its level.
///
/// Memory: two thirds of `memory_bytes` for items, and 9 KiB a shard for what is solved.
pub struct ShardPartSolver {
    files: Arc<Vec<SignedFile>>,
    cut: ShardCut,
    part: u64,
    /// The next shard.
    next: u64,
    /// Shards whose items are read at a time.
    together: u64,
    solved: SolvedShards,
}

impl ShardPartSolver {
    /// Begins part number `part` of `cut`; `files` are all files of the level.
    pub fn new(files: Arc<Vec<SignedFile>>, cut: ShardCut, part: u64, memory_bytes: u64) -> ShardPartSolver {
        ShardPartSolver {
            files,
            cut,
            part,
            next: cut.range(part).start,
            together: Plan::shards_in(memory_bytes),
            solved: SolvedShards::default(),
        }
    }

    /// Solves as many of the next shards as memory allows, on all threads; returns false when none is left.
    ///
    /// # Errors
    /// Fails when their items are damaged or cannot be read.
    pub fn solve_some(&mut self) -> Result<bool> {
        let end = self
            .cut
            .range(self.part)
            .end
            .min(self.next.saturating_add(self.together));
        if self.next >= end {
            return Ok(false);
        }
        let mut items = items_of_files(&self.files, self.next..end, self.cut.shards)?;
        sort(&mut items);
        self.solved.solve(self.next..end, self.cut.shards, &items);
        self.next = end;
        Ok(true)
    }

    /// Returns the number of shards solved.
    pub fn solved(&self) -> u64 {
        self.solved.directory.len() as u64
    }

    /// Writes the part, durable, into `folder`, by way of the folder `own`. A file of its name is replaced.
    ///
    /// # Errors
    /// Fails when it cannot be written.
    ///
    /// # Panics
    /// Panics when a shard is left.
    pub fn finish(self, own: &Path, folder: &Path) -> Result<ShardPart> {
        let Self {
            cut,
            part,
            next,
            solved,
            ..
        } = self;
        let shards = cut.range(part);
        assert_eq!(next, shards.end, "shards are left");
        let mut file = AppendFile::create(part_path(own, part))?;
        let mut hasher = Hasher::new();
        for words in [&solved.words, &solved.directory, &solved.ambiguous] {
            for words in words.chunks(WRITTEN_WORDS) {
                let bytes = words_to_bytes(words);
                hasher.update(&bytes);
                file.append(&bytes)?;
            }
        }
        file.keep()?;
        file.place(&part_path(folder, part))?;
        Ok(ShardPart {
            first: shards.start,
            shards: shards.end - shards.start,
            words: solved.words.len() as u64,
            ambiguous: solved.ambiguous.len() as u64,
            xxh3: hasher.hex(),
            ambiguous_xxh3: hash_bytes(&words_to_bytes(&solved.ambiguous)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LabelFunctionBuilder, SignedFileWriter, Syncs};

    fn scattered(i: u64) -> u64 {
        (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Items of three files, with some hundred ambiguous hashes, in `folder`.
    fn files(folder: &Path, count: u64) -> Arc<Vec<SignedFile>> {
        let hashes: Vec<u64> = (0..count).map(|i| scattered(i % (count - 300))).collect();
        let labelled = |(i, hash): (usize, &u64)| hash & !1 | u64::from(i as u64 >= count - 300 || hash >> 62 & 1 == 1);
        let items: Vec<u64> = hashes.iter().enumerate().map(labelled).collect();
        let own = tempfile::tempdir_in(folder).unwrap();
        for (index, items) in items.chunks(count.div_ceil(3) as usize).enumerate() {
            let mut writer = SignedFileWriter::create(own.path(), index, items.len() as u64, count).unwrap();
            writer.push(items).unwrap();
            writer.finish(folder).unwrap();
        }
        Arc::new(SignedFile::open_all(folder, 3).unwrap())
    }

    fn made(folder: &Path, files: &Arc<Vec<SignedFile>>, cut: ShardCut, part: u64, memory: u64) -> ShardPart {
        let mut solver = ShardPartSolver::new(files.clone(), cut, part, memory);
        while solver.solve_some().unwrap() {}
        let own = tempfile::tempdir_in(folder).unwrap();
        let made = solver.finish(own.path(), folder).unwrap();
        assert!(made.is_there(folder, &cut, part).unwrap());
        made
    }

    /// The bytes of the function, solved with so much memory; `parts` are there, by number. How many were taken.
    fn function(
        folder: &Path,
        files: &Arc<Vec<SignedFile>>,
        memory: u64,
        cut: Option<(ShardCut, &[(u64, ShardPart)])>,
    ) -> (Vec<u8>, usize) {
        let builder = LabelFunctionBuilder::of_files(folder, files.clone(), memory, cut.as_ref().map(|(cut, _)| cut));
        let mut solver = builder.solver().unwrap();
        let mut taken = 0;
        loop {
            let part = cut.and_then(|(cut, parts)| {
                let number = solver.next_part(&cut)?;
                let part = parts.iter().find(|(part, _)| *part == number)?;
                Some((cut, part))
            });
            if let Some((cut, (_, part))) = part
                && solver.take_part(&cut, part).unwrap()
            {
                taken += 1;
            } else if !solver.solve_group().unwrap() {
                break;
            }
        }
        let mut function = solver.finish().unwrap();
        let ambiguous = function.ambiguous().len();
        assert!(ambiguous > 50, "{ambiguous}");
        // The keys are of no interest here.
        let records: Vec<u128> = (0..2 * ambiguous as u128).map(|i| (i + 1) << 64 | i & 1).collect();
        function.push_exact(8, &records).unwrap();
        let path = folder.join("function");
        function.seal(&path, 8, Syncs::Now).unwrap();
        (std::fs::read(path).unwrap(), taken)
    }

    #[test]
    fn any_parts_with_any_memory_give_the_bytes_of_one_solver() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = temporary.path();
        let files = files(folder, 300_000);
        let (whole, _) = function(folder, &files, 1 << 30, None);
        for (part_shards, parts) in [(1, 5), (2, 3), (3, 2), (1_000, 1)] {
            let cut = ShardCut::new(300_000, part_shards);
            assert_eq!((cut.shards(), cut.parts()), (5, parts));
            assert_eq!(cut.range(parts - 1).end, 5);
            assert_eq!(cut.positions_in(5), 300_000);
            for memory in [1 << 20, 4 << 20, 1 << 30] {
                let numbers = (0..parts).rev().filter(|number| number % 3 < 2);
                let made: Vec<_> = numbers
                    .map(|number| (number, made(folder, &files, cut, number, memory)))
                    .collect();
                for other in [1 << 20, 1 << 30] {
                    let how = format!("{part_shards} shards, {memory} and {other} bytes");
                    let (bytes, taken) = function(folder, &files, other, Some((cut, &made)));
                    assert!(bytes == whole, "{how}");
                    assert_eq!(taken, made.len(), "{how}");
                }
            }
        }
    }

    #[test]
    fn what_is_damaged_is_solved_again() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = temporary.path();
        let files = files(folder, 100_000);
        let cut = ShardCut::new(100_000, 1);
        let (whole, _) = function(folder, &files, 1 << 30, None);
        let part = made(folder, &files, cut, 1, 1 << 30);
        let path = part_path(folder, 1);
        let sound = std::fs::read(&path).unwrap();
        let is_read = |part: &ShardPart| part.read(folder, &cut.range(1), 1).unwrap().is_some();
        let ambiguous = |part: &ShardPart| part.read_ambiguous(folder, &cut, 1).unwrap();
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
            assert!(!is_read(&part) && !part.is_there(folder, &cut, 1).unwrap());
            assert_eq!(ambiguous(&part), None);
        }
        let (bytes, taken) = function(folder, &files, 1 << 30, Some((cut, &[(1, part.clone())])));
        assert!(bytes == whole && taken == 0);
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
