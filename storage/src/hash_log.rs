//! Hashes of a level's positions in key order, cut to 24 bits: they locate given hashes without recomputing all of
//! them.

use std::path::{Path, PathBuf};

use crate::append::AppendFile;
use crate::error::Result;

/// Bytes kept of a hash. There is one ambiguous hash for every 6,000 to 8,000 positions (m, n = 13, largest levels), so
/// that a level of 10^9 positions would have one false candidate in a hundred.
const KEPT_BYTES: usize = 3;
const KEPT_BITS: u32 = 8 * KEPT_BYTES as u32;
/// Bytes collected before they are written.
const BUFFER_BYTES: usize = 1 << 20;
/// Bits of a sieve for every hash in it, at most 2^24 in total.
const SIEVE_BITS_PER_HASH: usize = 1 << 10;

/// A file `hashes` of 3 bytes per position. Memory: 1 MiB.
pub struct HashLog {
    file: AppendFile,
    buffer: Vec<u8>,
}

fn log_path(folder: &Path) -> PathBuf {
    folder.join("hashes")
}

impl HashLog {
    /// Creates an empty log in `folder`.
    pub fn new(folder: &Path) -> Result<HashLog> {
        Ok(HashLog {
            file: AppendFile::create(log_path(folder))?,
            buffer: Vec::new(),
        })
    }

    /// Reopens the log of a [`HashLog::checkpoint`].
    ///
    /// # Errors
    /// Fails when the file is missing or too short.
    pub fn resume(folder: &Path, bytes: u64) -> Result<HashLog> {
        Ok(HashLog {
            file: AppendFile::reopen(log_path(folder), bytes)?,
            buffer: Vec::new(),
        })
    }

    /// Makes the log so far durable; returns its size.
    pub fn checkpoint(&mut self) -> Result<u64> {
        self.flush()?;
        self.file.keep()
    }

    /// Appends 64-bit hashes, without their lowest bit.
    pub fn push(&mut self, hashes: &[u64]) -> Result<()> {
        for hashes in hashes.chunks(BUFFER_BYTES / KEPT_BYTES) {
            if self.buffer.len() + hashes.len() * KEPT_BYTES > BUFFER_BYTES {
                self.flush()?;
            }
            let start = self.buffer.len();
            self.buffer.resize(start + hashes.len() * KEPT_BYTES, 0);
            let places = self.buffer[start..].chunks_exact_mut(KEPT_BYTES);
            for (place, &hash) in places.zip(hashes) {
                place.copy_from_slice(&kept(hash).to_le_bytes()[..KEPT_BYTES]);
            }
        }
        Ok(())
    }

    /// Ends the input.
    pub fn finish(mut self) -> Result<FinishedHashLog> {
        self.flush()?;
        Ok(FinishedHashLog { file: self.file })
    }

    fn flush(&mut self) -> Result<()> {
        self.file.append(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

/// A complete log, readable from any thread.
pub struct FinishedHashLog {
    file: AppendFile,
}

impl FinishedHashLog {
    /// Makes the log durable; returns its size.
    pub fn checkpoint(&mut self) -> Result<u64> {
        self.file.keep()
    }

    /// Returns whether each of at most `count` positions, starting at number `start`, may have a hash of `sieve`.
    pub fn candidates(&self, sieve: &HashSieve, start: u64, count: usize) -> Result<Vec<bool>> {
        let len = self.file.bytes() / KEPT_BYTES as u64;
        let count = len.saturating_sub(start).min(count as u64) as usize;
        let mut bytes = vec![0; count * KEPT_BYTES];
        self.file.read_exact_at(&mut bytes, start * KEPT_BYTES as u64)?;
        let kept = bytes.chunks_exact(KEPT_BYTES);
        Ok(kept.map(|kept| sieve.may_hold([kept[0], kept[1], kept[2]])).collect())
    }
}

/// A set of hashes, cut as in the log; it never misses a member. Memory: at most 2 MiB.
pub struct HashSieve {
    bits: Vec<u64>,
}

impl HashSieve {
    /// Creates the sieve of 64-bit `hashes`, whose lowest bit is ignored.
    pub fn new(hashes: &[u64]) -> HashSieve {
        let places = (hashes.len().saturating_mul(SIEVE_BITS_PER_HASH)).clamp(64, 1 << KEPT_BITS);
        let mut sieve = HashSieve {
            bits: vec![0; places.next_power_of_two() / 64],
        };
        for &hash in hashes {
            let place = sieve.place(kept(hash));
            sieve.bits[place / 64] |= 1 << (place % 64);
        }
        sieve
    }

    fn may_hold(&self, [a, b, c]: [u8; KEPT_BYTES]) -> bool {
        let place = self.place(u32::from_le_bytes([a, b, c, 0]));
        self.bits[place / 64] >> (place % 64) & 1 == 1
    }

    fn place(&self, kept: u32) -> usize {
        kept as usize & (self.bits.len() * 64 - 1)
    }
}

/// Bits 8 to 31: not the lowest, where an item has its label.
fn kept(hash: u64) -> u32 {
    (hash >> 8) as u32 & ((1 << KEPT_BITS) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_candidates_and_few_others() {
        let folder = tempfile::tempdir().unwrap();
        let hashes: Vec<u64> = (0..1_000_000u64)
            .map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .collect();
        let mut log = HashLog::new(folder.path()).unwrap();
        for batch in hashes.chunks(70_001) {
            log.push(&batch.iter().map(|hash| hash ^ 1).collect::<Vec<_>>())
                .unwrap();
        }
        let log = log.finish().unwrap();
        let wanted: Vec<u64> = hashes.iter().copied().step_by(10_000).collect();
        let sieve = HashSieve::new(&wanted);
        let mut found = Vec::new();
        for start in (0..1_000_001).step_by(300_000) {
            found.extend(log.candidates(&sieve, start, 300_000).unwrap());
        }
        assert_eq!(found.len(), hashes.len());
        assert!(found.iter().step_by(10_000).all(|&found| found));
        assert!(found.iter().filter(|&&found| found).count() < 100 + 2_000);
        let nothing = log.candidates(&HashSieve::new(&[]), 0, 10).unwrap();
        assert_eq!(nothing, [false; 10]);
    }
}
