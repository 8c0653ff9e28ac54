//! Hashes of a level's positions in key order, cut to 24 or 32 bits: they locate given hashes without recomputing all
//! of them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::files::append::AppendFile;
use crate::files::error::Result;
use crate::files::signed_file::SignedFile;

/// Largest level whose hashes are cut to 24 bits. There is one ambiguous hash for every 6,000 to 8,000 positions (m,
/// n = 13, largest levels): here one position in fifty is a false candidate, and a quarter would be with ten times as
/// many. Cut to 32 bits, one in fifty is false at 10^12 positions.
const NARROW_POSITIONS: u64 = 1 << 31;
/// Bytes collected before they are written.
const BUFFER_BYTES: usize = 1 << 20;
/// Bits of a sieve for every hash in it, as long as the sieve has at most [`SMALL_SIEVE_BITS`].
const BITS_PER_HASH: usize = 1 << 10;
const SMALL_SIEVE_BITS: usize = 1 << 24;
/// Bits of a larger sieve for every hash in it.
const FEWER_BITS_PER_HASH: usize = 1 << 6;

/// Bytes kept of each hash of a level.
pub(crate) fn kept_bytes(positions: u64) -> usize {
    if positions <= NARROW_POSITIONS { 3 } else { 4 }
}

/// A file `hashes` of 3 or 4 bytes per position. Memory: 1 MiB.
pub struct HashLog {
    file: AppendFile,
    buffer: Vec<u8>,
    kept_bytes: usize,
}

fn log_path(folder: &Path) -> PathBuf {
    folder.join("hashes")
}

impl HashLog {
    /// Returns the size of the log of a level of `positions`.
    pub fn bytes(positions: u64) -> u64 {
        positions * kept_bytes(positions) as u64
    }

    /// Creates an empty log in `folder`, for a level of `positions`.
    pub fn new(folder: &Path, positions: u64) -> Result<HashLog> {
        let file = AppendFile::create(log_path(folder))?;
        Ok(HashLog::of(file, kept_bytes(positions)))
    }

    /// Reopens the log of a [`HashLog::checkpoint`], for a level of `positions`.
    ///
    /// # Errors
    /// Fails when the file is missing or too short.
    pub fn resume(folder: &Path, bytes: u64, positions: u64) -> Result<HashLog> {
        let file = AppendFile::reopen(log_path(folder), bytes)?;
        Ok(HashLog::of(file, kept_bytes(positions)))
    }

    fn of(file: AppendFile, kept_bytes: usize) -> HashLog {
        HashLog {
            file,
            buffer: Vec::new(),
            kept_bytes,
        }
    }

    /// Makes the log so far durable; returns its size.
    pub fn checkpoint(&mut self) -> Result<u64> {
        self.flush()?;
        self.file.keep()
    }

    /// Appends 64-bit hashes, without their lowest bit.
    pub fn push(&mut self, hashes: &[u64]) -> Result<()> {
        for hashes in hashes.chunks(BUFFER_BYTES / 4) {
            if self.buffer.len() + hashes.len() * self.kept_bytes > BUFFER_BYTES {
                self.flush()?;
            }
            cut(hashes, self.kept_bytes, &mut self.buffer);
        }
        Ok(())
    }

    /// Ends the input.
    pub fn finish(mut self) -> Result<FinishedHashLog> {
        self.flush()?;
        let Self { file, kept_bytes, .. } = self;
        Ok(FinishedHashLog {
            source: Source::Log(file),
            kept_bytes,
        })
    }

    fn flush(&mut self) -> Result<()> {
        self.file.append(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

/// A complete log, readable from any thread.
pub struct FinishedHashLog {
    source: Source,
    kept_bytes: usize,
}

/// Where the hashes are.
enum Source {
    Log(AppendFile),
    /// In the files of a level, each with so many records but the last.
    Files(Arc<Vec<SignedFile>>),
}

impl FinishedHashLog {
    /// The hashes in the files of a level, all of which but the last have as many records.
    pub fn of_files(files: &Arc<Vec<SignedFile>>) -> FinishedHashLog {
        FinishedHashLog {
            kept_bytes: files.first().map_or(kept_bytes(0), SignedFile::cut_bytes),
            source: Source::Files(files.clone()),
        }
    }

    /// Makes the log durable; returns its size, 0 for hashes in the files of a level.
    pub fn checkpoint(&mut self) -> Result<u64> {
        match &self.source {
            Source::Log(file) => file.keep(),
            Source::Files(_) => Ok(0),
        }
    }

    /// Returns the sieve of 64-bit `hashes`, whose lowest bit is ignored. Memory: at most 2 MiB, or at most
    /// `memory_bytes` if that is more.
    pub fn sieve(&self, hashes: &[u64], memory_bytes: u64) -> HashSieve {
        HashSieve::new(hashes, self.kept_bytes, memory_bytes)
    }

    /// Returns whether each of at most `count` positions, starting at number `start`, may have a hash of `sieve`, which
    /// this log has made.
    pub fn candidates(&self, sieve: &HashSieve, start: u64, count: usize) -> Result<Vec<bool>> {
        let kept_bytes = self.kept_bytes;
        let bytes = match &self.source {
            Source::Log(file) => {
                let len = file.bytes() / kept_bytes as u64;
                let count = len.saturating_sub(start).min(count as u64) as usize;
                let mut bytes = vec![0; count * kept_bytes];
                file.read_exact_at(&mut bytes, start * kept_bytes as u64)?;
                bytes
            }
            Source::Files(files) => {
                let each = files.first().map_or(1, SignedFile::records).max(1);
                let (mut at, mut left) = (start, count as u64);
                let mut bytes = Vec::with_capacity(count * kept_bytes);
                while left > 0
                    && let Some(file) = files.get((at / each) as usize)
                {
                    let within = at % each;
                    let some = file.records().saturating_sub(within).min(left);
                    if some == 0 {
                        break;
                    }
                    bytes.extend(file.cut(within, some)?);
                    (at, left) = (at + some, left - some);
                }
                bytes
            }
        };
        Ok(match kept_bytes {
            3 => sieve.held::<3>(&bytes),
            _ => sieve.held::<4>(&bytes),
        })
    }
}

/// A set of hashes, cut as in the log; it never misses a member.
pub struct HashSieve {
    bits: Vec<u64>,
}

impl HashSieve {
    fn new(hashes: &[u64], kept_bytes: usize, memory_bytes: u64) -> HashSieve {
        let small = hashes.len().saturating_mul(BITS_PER_HASH).min(SMALL_SIEVE_BITS);
        let large = hashes.len().saturating_mul(FEWER_BITS_PER_HASH);
        let allowed = usize::try_from(memory_bytes.saturating_mul(8)).unwrap_or(usize::MAX);
        let wanted = large.min(allowed).max(small).clamp(64, 1 << (8 * kept_bytes));
        // The power of two above, unless memory does not allow it.
        let places = match wanted.next_power_of_two() {
            more if more <= allowed.max(SMALL_SIEVE_BITS) => more,
            more => more / 2,
        };
        let mut sieve = HashSieve {
            bits: vec![0; places / 64],
        };
        for &hash in hashes {
            let place = sieve.place(kept(hash));
            sieve.bits[place / 64] |= 1 << (place % 64);
        }
        sieve
    }

    fn held<const BYTES: usize>(&self, log: &[u8]) -> Vec<bool> {
        let may_hold = |place: usize| self.bits[place / 64] >> (place % 64) & 1 == 1;
        let kept = log.chunks_exact(BYTES).map(|kept| {
            let mut word = [0; 4];
            word[..BYTES].copy_from_slice(kept);
            u32::from_le_bytes(word)
        });
        kept.map(|kept| may_hold(self.place(kept))).collect()
    }

    fn place(&self, kept: u32) -> usize {
        kept as usize & (self.bits.len() * 64 - 1)
    }
}

/// Appends what is kept of each hash.
pub(crate) fn cut(hashes: &[u64], kept_bytes: usize, out: &mut Vec<u8>) {
    // A length known to the compiler makes this twice as fast.
    match kept_bytes {
        3 => keep::<3>(hashes, out),
        _ => keep::<4>(hashes, out),
    }
}

fn keep<const BYTES: usize>(hashes: &[u64], out: &mut Vec<u8>) {
    let start = out.len();
    out.resize(start + hashes.len() * BYTES, 0);
    for (place, &hash) in out[start..].chunks_exact_mut(BYTES).zip(hashes) {
        place.copy_from_slice(&kept(hash).to_le_bytes()[..BYTES]);
    }
}

/// Bits 8 to 39: not the lowest, where an item has its label. The log has the lowest of them.
fn kept(hash: u64) -> u32 {
    (hash >> 8) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of 10^6 positions are candidates for `wanted` hashes, every so many of which are those of positions.
    fn candidates(kept_bytes: usize, wanted: usize, memory_bytes: u64) -> usize {
        let folder = tempfile::tempdir().unwrap();
        let hash = |i: usize| {
            let mixed = (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
        };
        let hashes: Vec<u64> = (0..1_000_000).map(hash).collect();
        let file = AppendFile::create(log_path(folder.path())).unwrap();
        let mut log = HashLog::of(file, kept_bytes);
        for batch in hashes.chunks(70_001) {
            log.push(&batch.iter().map(|hash| hash ^ 1).collect::<Vec<_>>())
                .unwrap();
        }
        let log = log.finish().unwrap();
        let members = (0..1_000_000).step_by(10_000).map(hash);
        let others = (1_000_000..1_000_000 + wanted).map(hash);
        let sieve = log.sieve(&members.chain(others).collect::<Vec<_>>(), memory_bytes);
        let mut found = Vec::new();
        for start in (0..1_000_001).step_by(300_000) {
            found.extend(log.candidates(&sieve, start, 300_000).unwrap());
        }
        assert_eq!(found.len(), hashes.len());
        assert!(found.iter().step_by(10_000).all(|&found| found));
        let nothing = log.candidates(&log.sieve(&[], 0), 0, 10).unwrap();
        assert_eq!(nothing, [false; 10]);
        found.iter().filter(|&&found| found).count()
    }

    #[test]
    fn members_are_candidates_and_few_others() {
        for kept_bytes in [3, 4] {
            assert!(candidates(kept_bytes, 0, 0) < 100 + 2_000);
        }
    }

    #[test]
    fn of_large_levels_few_are_candidates() {
        // A tenth as many ambiguous hashes as at 10^11 positions: 24 bits let 9 % through.
        let wanted = 1_500_000;
        assert!((50_000..120_000).contains(&candidates(3, wanted, 1 << 30)));
        assert!(candidates(4, wanted, 1 << 30) < 25_000);
        // Without memory it is a sieve of 2 MiB.
        assert!(candidates(4, wanted, 0) < 120_000);
    }

    #[test]
    fn few_positions_take_three_bytes() {
        assert_eq!([0, NARROW_POSITIONS, NARROW_POSITIONS + 1].map(kept_bytes), [3, 3, 4]);
    }
}
