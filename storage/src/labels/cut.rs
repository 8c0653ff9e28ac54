//! A label function cut over several processes: which of them answers what, and whether what it reads is what was
//! sealed.
//!
//! Process r of R answers for the shards `rS/R` to `(r+1)S/R` and for the same part of the exact table. It maps the
//! whole file, which costs addresses and no memory, and reads of words, directory and exact table its own range alone.
//! All read the ambiguous hashes and their filter, which are sorted by hash and not by shard: with one ambiguous hash
//! in 7,000, less than a hundredth of the file.

use std::ops::Range;

use memmap2::Advice;
use xxhash_rust::xxh3::Xxh3;

use crate::Record;
use crate::files::error::Result;
use crate::labels::function::LabelFunction;
use crate::labels::ribbon::{mix, shard_of};

/// Bytes hashed for the file and for a share while they are in the caches.
const PIECE_BYTES: usize = 1 << 18;
/// Words that a window of the last slots reads beyond its shard.
const BEYOND: usize = 2;

/// The number of the first of `count` things that belongs to process `rank` of `ranks`.
fn first(rank: usize, ranks: usize, count: u64) -> u64 {
    (rank as u128 * u128::from(count) / ranks as u128) as u64
}

impl LabelFunction {
    /// Returns which of `ranks` processes answers for a hash.
    #[inline]
    pub fn owner(&self, hash: u64, ranks: usize) -> usize {
        let shards = self.header.shards.max(1);
        let (shard, _) = shard_of(mix(hash), shards);
        // The last process whose first shard is not beyond it. A shard has eight bytes in the file: far from 2^64.
        (((shard + 1) * ranks as u64 - 1) / shards) as usize
    }

    /// Returns which of `ranks` processes has a key of the exact table. Cost: reads an entry of some of them.
    pub fn exact_owner<R: Record>(&self, key: R, ranks: usize) -> usize {
        let key = key.key().to_be();
        let (mut low, mut high) = (1, ranks);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.exact_key(first(middle, ranks, self.header.exact)) {
                Some(begin) if key.as_ref()[..begin.len().min(R::BYTES)] >= *begin => low = middle + 1,
                _ => high = middle,
            }
        }
        low - 1
    }

    /// [`LabelFunction::exact`] in the entries of process `rank` of `ranks`.
    pub fn exact_of<R: Record>(&self, key: R, rank: usize, ranks: usize) -> Option<u8> {
        let [begin, end] = [rank, rank + 1].map(|rank| first(rank, ranks, self.header.exact));
        self.exact_within(key, begin..end)
    }

    /// Returns a checksum of all that process `rank` of `ranks` reads to answer. Cost: reads it.
    pub fn share_checksum(&self, rank: usize, ranks: usize) -> u128 {
        self.advise(Advice::Sequential);
        let cuts = self.cuts(ranks);
        let [words, directory, exact] = self.share(rank, ranks, &cuts);
        let mut hasher = Xxh3::new();
        [words, directory, exact]
            .into_iter()
            .for_each(|range| hasher.update(&self.bytes[range]));
        let mut common = Xxh3::new();
        common.update(&self.bytes[self.sections.ambiguous..self.sections.exact]);
        self.advise(Advice::Random);
        sum(hasher, &common)
    }

    /// Reads the whole file, compares it with its checksum, and returns [`LabelFunction::share_checksum`] of each of
    /// `ranks` processes.
    ///
    /// # Errors
    /// [`Error::Corrupt`](crate::Error::Corrupt).
    pub fn verify_shares(&self, ranks: usize) -> Result<Vec<u128>> {
        self.advise(Advice::Sequential);
        let cuts = self.cuts(ranks);
        let mut whole = Xxh3::new();
        let mut shares: Vec<Xxh3> = (0..ranks).map(|_| Xxh3::new()).collect();
        let mut both = |own: Range<usize>, until: usize, share: &mut Xxh3| {
            for piece in self.bytes[own.clone()].chunks(PIECE_BYTES) {
                whole.update(piece);
                share.update(piece);
            }
            share.update(&self.bytes[own.end..until.max(own.end)]);
        };
        for (rank, share) in shares.iter_mut().enumerate() {
            let [words, ..] = self.share(rank, ranks, &cuts);
            both(cuts[rank]..cuts[rank + 1], words.end, share);
        }
        for (rank, share) in shares.iter_mut().enumerate() {
            let [_, directory, _] = self.share(rank, ranks, &cuts);
            let next = match rank + 1 < ranks {
                true => self.share(rank + 1, ranks, &cuts)[1].start,
                false => self.sections.ambiguous,
            };
            both(directory.start..next, directory.end, share);
        }
        let mut common = Xxh3::new();
        both(
            self.sections.ambiguous..self.sections.exact,
            self.sections.exact,
            &mut common,
        );
        for (rank, share) in shares.iter_mut().enumerate() {
            let [.., exact] = self.share(rank, ranks, &cuts);
            both(exact.clone(), exact.end, share);
        }
        self.advise(Advice::Random);
        self.expect_body(whole.digest128())?;
        Ok(shares.into_iter().map(|share| sum(share, &common)).collect())
    }

    /// Where the words of each process begin, and where they end: byte offsets, in order even in a damaged file.
    fn cuts(&self, ranks: usize) -> Vec<usize> {
        let begin = |rank| match rank {
            0 => 0,
            rank => self.first_word(first(rank, ranks, self.header.shards)),
        };
        let mut cuts: Vec<usize> = (0..ranks)
            .map(|rank| self.sections.words + 8 * begin(rank) as usize)
            .collect();
        cuts.push(self.sections.directory);
        (1..=ranks).for_each(|rank| cuts[rank] = cuts[rank].max(cuts[rank - 1]));
        cuts
    }

    /// The bytes of words, directory and exact table that a process reads.
    fn share(&self, rank: usize, ranks: usize, cuts: &[usize]) -> [Range<usize>; 3] {
        let [shard, end] = [rank, rank + 1].map(|rank| first(rank, ranks, self.header.shards) as usize);
        let [entry, last] = [rank, rank + 1].map(|rank| first(rank, ranks, self.header.exact) as usize);
        let (directory, exact) = (self.sections.directory, self.sections.exact);
        let entry_bytes = self.header.key_width as usize + 1;
        [
            cuts[rank]..(cuts[rank + 1] + 8 * BEYOND).min(directory),
            directory + 8 * shard..(directory + 8 * (end + 1)).min(self.sections.ambiguous),
            exact + entry * entry_bytes..exact + last * entry_bytes,
        ]
    }
}

/// The checksum of a share: of its own bytes and of those that all read.
fn sum(mut own: Xxh3, common: &Xxh3) -> u128 {
    own.update(&common.digest128().to_le_bytes());
    own.digest128()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::{Answer, LabelFunctionBuilder, LabelFunctionSummary, Syncs};

    fn hash(i: u64) -> u64 {
        i.wrapping_mul(0x9e37_79b9_7f4a_7c15) & !1
    }

    fn label(i: u64) -> u8 {
        u8::from(i % 5 == 1 || i % 7 == 3)
    }

    fn key(i: u64) -> u128 {
        u128::from(i) << 64
    }

    /// Every 1,000th hash is ambiguous: positions `key(2 * i)` and `key(2 * i + 1)` have it.
    const AMBIGUOUS: u64 = 1000;

    fn sealed(folder: &Path, shards: u64) -> (PathBuf, u64, LabelFunctionSummary) {
        let count = (shards << 16) - 1000;
        let mut items: Vec<u64> = (0..count).map(|i| hash(i) | u64::from(label(i))).collect();
        let twice = (0..count).step_by(AMBIGUOUS as usize);
        items.extend(twice.clone().map(|i| hash(i) | u64::from(1 - label(i))));
        let mut builder = LabelFunctionBuilder::new(folder, items.len() as u64, 1 << 24);
        builder.push(&items).unwrap();
        let mut pending = builder.build().unwrap();
        let entries: Vec<u128> = twice.flat_map(|i| [key(2 * i), key(2 * i + 1) | 1]).collect();
        pending.push_exact(8, &entries).unwrap();
        let path = folder.join("sealed");
        let summary = pending.seal(&path, 8, Syncs::Now).unwrap();
        (path, count, summary)
    }

    /// The file with zeros for all words, entries of the directory and exact entries that are not in a share.
    fn only_share(function: &LabelFunction, rank: usize, ranks: usize) -> Vec<u8> {
        let mut bytes = fs::read(function.path()).unwrap();
        let share = function.share(rank, ranks, &function.cuts(ranks));
        let sections = &function.sections;
        let zeroed = (sections.words..sections.ambiguous).chain(sections.exact..sections.end);
        for at in zeroed.filter(|at| !share.iter().any(|range| range.contains(at))) {
            bytes[at] = 0;
        }
        bytes
    }

    #[test]
    fn each_process_answers_from_its_share_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (path, count, _) = sealed(folder.path(), 5);
        let whole = LabelFunction::map_any(&path).unwrap();
        for ranks in [1, 2, 3, 4, 9] {
            let (mut labels, mut exact) = (vec![0; ranks], vec![0; ranks]);
            for rank in 0..ranks {
                let path = folder.path().join(format!("share-{ranks}-{rank}"));
                fs::write(&path, only_share(&whole, rank, ranks)).unwrap();
                let own = LabelFunction::map_any(&path).unwrap();
                for i in (0..count).filter(|&i| whole.owner(hash(i), ranks) == rank) {
                    labels[rank] += 1;
                    let expected = match i % AMBIGUOUS {
                        0 => Answer::Ask,
                        _ => Answer::Label(label(i)),
                    };
                    assert_eq!(own.get(hash(i)), expected);
                }
                let keys = (0..count).step_by(AMBIGUOUS as usize).flat_map(|i| [2 * i, 2 * i + 1]);
                for i in keys.filter(|&i| whole.exact_owner(key(i), ranks) == rank) {
                    exact[rank] += 1;
                    assert_eq!(
                        own.exact_of(key(i), rank, ranks),
                        Some((i % 2) as u8),
                        "{i}, {rank} of {ranks}"
                    );
                }
            }
            assert_eq!(labels.iter().sum::<u64>(), count);
            assert_eq!(exact.iter().sum::<u64>(), 2 * count.div_ceil(AMBIGUOUS));
            // With more processes than shards some have none.
            assert_eq!(labels.iter().filter(|&&labels| labels > 0).count(), ranks.min(5));
            assert!(exact.iter().all(|&entries| entries > 20), "{exact:?}");
        }
    }

    #[test]
    fn damage_is_in_the_checksum_of_the_file_and_of_the_shares_that_read_it() {
        let folder = tempfile::tempdir().unwrap();
        let (path, _, summary) = sealed(folder.path(), 3);
        let right = LabelFunction::map(&path, &summary).unwrap();
        let bytes = fs::read(&path).unwrap();
        let damaged = folder.path().join("damaged");
        for ranks in [1, 2, 5] {
            let shares = right.verify_shares(ranks).unwrap();
            let own: Vec<u128> = (0..ranks).map(|rank| right.share_checksum(rank, ranks)).collect();
            assert_eq!(shares, own);
            let cuts = right.cuts(ranks);
            let sections = &right.sections;
            let starts = [
                sections.words,
                sections.directory,
                sections.ambiguous,
                sections.filter,
                sections.exact,
            ];
            let all = (sections.words..sections.end).step_by(4999);
            for at in all.chain(starts.map(|start| start + 7)).chain([sections.end - 1]) {
                let mut bytes = bytes.clone();
                bytes[at] ^= 0xff;
                fs::write(&damaged, bytes).unwrap();
                // Its header is as it was.
                let function = LabelFunction::map(&damaged, &summary).unwrap();
                assert!(matches!(
                    function.verify_shares(ranks),
                    Err(crate::Error::Corrupt { .. })
                ));
                let differ = (0..ranks).filter(|&rank| function.share_checksum(rank, ranks) != shares[rank]);
                let is_common = (sections.ambiguous..sections.exact).contains(&at);
                let reads = |&rank: &usize| {
                    is_common || right.share(rank, ranks, &cuts).iter().any(|range| range.contains(&at))
                };
                let differ: Vec<usize> = differ.collect();
                let least: Vec<usize> = (0..ranks).filter(reads).collect();
                assert!(!least.is_empty());
                // A damaged directory may move the words of others, too.
                assert!(
                    least.iter().all(|rank| differ.contains(rank)),
                    "{at}: {least:?} {differ:?}"
                );
            }
        }
    }
}
