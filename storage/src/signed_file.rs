//! What signing the records of one file of a level has given: the items of its label function, sorted, and the signatures
//! in key order, cut as in a [`HashLog`](crate::HashLog).
//!
//! | bytes | content |
//! |---|---|
//! | 8 an item | mixed hashes with labels, ascending, least significant byte first |
//! | 3 or 4 a record | cut signatures |
//! | 8 for each piece of the above | xxh3-64 of 256 KiB |
//! | 8, 8, 8, 8 | number of records, of those with label 1, bytes of a cut signature, xxh3-64 of the hashes and these |

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use crate::append::{AppendFile, bytes_to_words, words_to_bytes};
use crate::error::{Error, Result};
use crate::hash_log::cut;
use crate::ribbon::mix;
use crate::sort::sort;

/// Bytes with a checksum of their own.
const PIECE_BYTES: u64 = 256 << 10;
const ITEM_BYTES: u64 = 8;
const TAIL_BYTES: u64 = 32;

/// The signatures of a file's records, while they come. Memory: 12 bytes a record.
pub struct SignedFileWriter {
    items: Vec<u64>,
    cut: Vec<u8>,
    cut_bytes: usize,
}

impl SignedFileWriter {
    /// For at most `records` of a level of `positions`.
    pub fn new(records: u64, positions: u64) -> SignedFileWriter {
        let cut_bytes = crate::hash_log::kept_bytes(positions);
        SignedFileWriter {
            items: Vec::with_capacity(records as usize),
            cut: Vec::with_capacity(records as usize * cut_bytes),
            cut_bytes,
        }
    }

    /// Returns the memory for so many records, in bytes.
    pub fn memory(records: u64) -> u64 {
        records.saturating_mul(12)
    }

    /// Takes the signatures of the next records, their lowest bit replaced by the label.
    pub fn push(&mut self, items: &[u64]) {
        cut(items, self.cut_bytes, &mut self.cut);
        self.items.extend(items.iter().map(|&item| mix(item) | item & 1));
    }

    /// Sorts the items and writes file `index` of a level, durable, into `folder`, by way of the folder `own`. A file of this
    /// name is replaced.
    pub fn finish(mut self, own: &Path, folder: &Path, index: usize) -> Result<()> {
        sort(&mut self.items);
        let mut file = AppendFile::create(signed_path(own, index))?;
        let mut hashes = Vec::new();
        let mut piece = Vec::with_capacity(2 * PIECE_BYTES as usize);
        let mut append = |bytes: &[u8], is_last: bool| -> Result<()> {
            piece.extend_from_slice(bytes);
            while piece.len() as u64 >= PIECE_BYTES || is_last && !piece.is_empty() {
                let len = piece.len().min(PIECE_BYTES as usize);
                hashes.push(xxh3_64(&piece[..len]));
                file.append(&piece[..len])?;
                piece.drain(..len);
            }
            Ok(())
        };
        for items in self.items.chunks(1 << 14) {
            append(&words_to_bytes(items), false)?;
        }
        for cut in self.cut.chunks(PIECE_BYTES as usize) {
            append(cut, false)?;
        }
        append(&[], true)?;
        let mut tail = words_to_bytes(&hashes);
        let ones = self.items.iter().map(|item| item & 1).sum();
        tail.extend(words_to_bytes(&[self.items.len() as u64, ones, self.cut_bytes as u64]));
        tail.extend(xxh3_64(&tail).to_le_bytes());
        file.append(&tail)?;
        file.keep()?;
        file.place(&signed_path(folder, index))
    }
}

fn signed_path(folder: &Path, index: usize) -> PathBuf {
    folder.join(format!("signed-{index:06}"))
}

/// A file that [`SignedFileWriter`] has made, readable from any thread.
pub struct SignedFile {
    file: AppendFile,
    hashes: Vec<u64>,
    records: u64,
    ones: u64,
    cut_bytes: u64,
}

impl SignedFile {
    /// Opens file `index` of a level.
    ///
    /// # Errors
    /// Fails when it is missing or its end is damaged.
    pub fn open(folder: &Path, index: usize) -> Result<SignedFile> {
        let path = signed_path(folder, index);
        let bytes = crate::open::open_file(&path)?.metadata();
        let bytes = bytes.map_err(|error| Error::io(&path, "read", error))?.len();
        let file = AppendFile::reopen(path, bytes)?;
        let damaged = || Error::corrupt(file.path(), "the end of the file is damaged");
        let mut tail = [0; TAIL_BYTES as usize];
        file.read_exact_at(&mut tail, bytes.checked_sub(TAIL_BYTES).ok_or_else(damaged)?)?;
        let words: Vec<u64> = bytes_to_words(&tail).collect();
        let [records, ones, cut_bytes] = [words[0], words[1], words[2]];
        if !(3..=4).contains(&cut_bytes) || ones > records {
            return Err(damaged());
        }
        let body = records.checked_mul(ITEM_BYTES + cut_bytes).ok_or_else(damaged)?;
        let pieces = body.div_ceil(PIECE_BYTES);
        if body.checked_add(8 * pieces + TAIL_BYTES) != Some(bytes) {
            return Err(damaged());
        }
        let mut end = vec![0; (8 * pieces + TAIL_BYTES) as usize];
        file.read_exact_at(&mut end, body)?;
        let hashed = end.len() - 8;
        if xxh3_64(&end[..hashed]).to_le_bytes() != end[hashed..] {
            return Err(damaged());
        }
        let hashes = bytes_to_words(&end[..8 * pieces as usize]).collect();
        Ok(SignedFile {
            file,
            hashes,
            records,
            ones,
            cut_bytes,
        })
    }

    /// Opens the first `count` files of a level.
    ///
    /// # Errors
    /// Those of [`SignedFile::open`].
    pub fn open_all(folder: &Path, count: usize) -> Result<Vec<SignedFile>> {
        let files = (0..count).into_par_iter();
        files.map(|index| SignedFile::open(folder, index)).collect()
    }

    /// Number of records.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// Number of records with label 1.
    pub(crate) fn ones(&self) -> u64 {
        self.ones
    }

    /// Bytes of a cut signature.
    pub(crate) fn cut_bytes(&self) -> usize {
        self.cut_bytes as usize
    }

    /// Returns the items from `from` up to, but not including, `until`; all the rest where that is 2^64.
    ///
    /// # Errors
    /// Fails when they are damaged or cannot be read.
    pub(crate) fn items(&self, from: u64, until: u128) -> Result<Vec<u64>> {
        let (first, end) = (self.search(from.into())?, self.search(until)?);
        let bytes = self.read(first * ITEM_BYTES, (end.saturating_sub(first)) * ITEM_BYTES)?;
        Ok(bytes_to_words(&bytes).collect())
    }

    /// Returns the cut signatures of `count` records from number `start` on.
    ///
    /// # Errors
    /// Fails when they are damaged or cannot be read.
    pub(crate) fn cut(&self, start: u64, count: u64) -> Result<Vec<u8>> {
        let at = self.records * ITEM_BYTES + start * self.cut_bytes;
        self.read(at, count * self.cut_bytes)
    }

    /// The number of items below `wanted`.
    fn search(&self, wanted: u128) -> Result<u64> {
        let (mut low, mut high) = (0, self.records);
        while low < high {
            let middle = low.midpoint(high);
            let mut item = [0; 8];
            // The checksum is compared when the items are read.
            self.file.read_exact_at(&mut item, middle * ITEM_BYTES)?;
            match u128::from(u64::from_le_bytes(item) & !1) < wanted {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        Ok(low)
    }

    /// Reads bytes, whole pieces of which match their checksums.
    fn read(&self, at: u64, count: u64) -> Result<Vec<u8>> {
        if count == 0 {
            return Ok(vec![]);
        }
        let body = self.records * (ITEM_BYTES + self.cut_bytes);
        let first = at / PIECE_BYTES;
        let end = (at + count).next_multiple_of(PIECE_BYTES).min(body);
        let mut bytes = vec![0; (end - first * PIECE_BYTES) as usize];
        self.file.read_exact_at(&mut bytes, first * PIECE_BYTES)?;
        let pieces = bytes.chunks(PIECE_BYTES as usize).zip(&self.hashes[first as usize..]);
        if pieces.into_iter().any(|(piece, &hash)| xxh3_64(piece) != hash) {
            return Err(Error::corrupt(self.file.path(), "a piece does not match its checksum"));
        }
        let skip = (at - first * PIECE_BYTES) as usize;
        bytes.truncate(skip + count as usize);
        bytes.drain(..skip);
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scattered(i: u64) -> u64 {
        (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn written(folder: &Path, count: u64, positions: u64) -> (Vec<u64>, SignedFile) {
        let hashes: Vec<u64> = (0..count).map(scattered).collect();
        let mut writer = SignedFileWriter::new(count, positions);
        hashes.chunks(1_000).for_each(|hashes| writer.push(hashes));
        let own = tempfile::tempdir_in(folder).unwrap();
        writer.finish(own.path(), folder, 3).unwrap();
        (hashes, SignedFile::open(folder, 3).unwrap())
    }

    #[test]
    fn items_come_in_order_and_signatures_in_key_order() {
        for (count, positions) in [(0, 0), (1, 1), (70_000, 70_000), (70_000, 1 << 40)] {
            let folder = tempfile::tempdir().unwrap();
            let (hashes, file) = written(folder.path(), count, positions);
            let mut expected: Vec<u64> = hashes.iter().map(|&hash| mix(hash) | hash & 1).collect();
            expected.sort_unstable();
            let third = u64::MAX / 3;
            let bounds = [0, u128::from(third), u128::from(2 * third), 1 << 64];
            let parts: Vec<Vec<u64>> = bounds
                .windows(2)
                .map(|bounds| file.items(bounds[0] as u64, bounds[1]).unwrap())
                .collect();
            assert_eq!(parts.concat(), expected);
            let (start, few) = (count / 2, count / 3);
            let mut cut = Vec::new();
            crate::hash_log::cut(&hashes[start as usize..][..few as usize], file.cut_bytes(), &mut cut);
            assert_eq!(file.cut(start, few).unwrap(), cut);
            assert_eq!(file.records(), count);
            assert_eq!(file.ones(), hashes.iter().filter(|&hash| hash & 1 == 1).count() as u64);
        }
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        drop(written(folder.path(), 30_000, 30_000));
        let path = signed_path(folder.path(), 3);
        let mut bytes = std::fs::read(&path).unwrap();
        for at in (0..bytes.len()).step_by(7_919).chain(bytes.len() - 40..bytes.len()) {
            bytes[at] ^= 0x10;
            std::fs::write(&path, &bytes).unwrap();
            let all = |file: SignedFile| {
                let cut = file.cut(0, file.records())?;
                Ok((file.items(0, 1 << 64)?, cut))
            };
            let read = SignedFile::open(folder.path(), 3).and_then(all);
            assert!(matches!(read, Err(Error::Corrupt { .. })), "byte {at}");
            bytes[at] ^= 0x10;
        }
    }
}
