//! What signing the records of one file of a level has given: the items of its label function, and the signatures in
//! key order, cut as in a [`HashLog`](crate::HashLog).
//!
//! The records come in segments of 4,194,304, the last one shorter. In a segment, items with the same highest bits form
//! a bucket; buckets are in ascending order, their items in key order. Whoever wants a range of hashes reads whole
//! buckets: of larger levels smaller ones, so that they are a fraction of a part of the level's shards.
//!
//! | bytes | content |
//! |---|---|
//! | 8 an item, then 3 or 4 a record, for each segment | mixed hashes with labels by bucket, least significant byte first; cut signatures |
//! | 8 a bucket, 8 a bucket, 8 a piece, for each segment | number of items up to the bucket's end; xxh3-64 of each bucket; xxh3-64 of each 256 KiB of the cut signatures |
//! | 8, 8, 8, 8, 8 | number of records, of those with label 1, bytes of a cut signature, buckets of a segment, xxh3-64 of the row above and these numbers |

use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use crate::files::append::{AppendFile, bytes_to_words, words_to_bytes};
use crate::files::error::{Error, Result};
use crate::labels::ribbon::mix;
use crate::runs::hash_log::cut;

/// Records of every segment but the last. A whole file collected and sorted took 400 MB, and the files of level 24 of n
/// = 14 7.0 s of user time with one thread; 5.9 in segments, of 80 MB.
const SEGMENT: usize = 1 << 22;
/// Buckets of a segment at least, of 256 KiB, and at most, of 16 KiB.
const BUCKETS: RangeInclusive<u64> = 1 << 7..=1 << 11;
/// Positions of a level for each bucket between these bounds: a quarter of a part of its shards.
const BUCKET_POSITIONS: u64 = 1 << 24;
/// Bytes of cut signatures with a checksum of their own.
const PIECE_BYTES: usize = 256 << 10;
const ITEM_BYTES: u64 = 8;
const TAIL_BYTES: u64 = 40;

/// The bucket of an item, of so many, a power of two.
fn bucket(item: u64, buckets: usize) -> usize {
    (item >> (64 - buckets.trailing_zeros())) as usize
}

/// Takes the signatures of a file's records and writes the file. Memory: 20 bytes a record of a segment.
pub struct SignedFileWriter {
    file: AppendFile,
    index: usize,
    /// Items of the segment that is under way, in key order.
    items: Vec<u64>,
    cut: Vec<u8>,
    cut_bytes: usize,
    /// A segment's items by bucket.
    placed: Vec<[u8; 8]>,
    buckets: usize,
    /// What the end of the file says of the segments written.
    tail: Vec<u64>,
    records: u64,
    ones: u64,
}

impl SignedFileWriter {
    /// Begins file `index`, with at most `records` of a level of `positions`, in the folder `own`.
    ///
    /// # Errors
    /// When it cannot be created.
    pub fn create(own: &Path, index: usize, records: u64, positions: u64) -> Result<SignedFileWriter> {
        let most = SEGMENT.min(usize::try_from(records).unwrap_or(SEGMENT));
        let cut_bytes = crate::runs::hash_log::kept_bytes(positions);
        let buckets = (positions / BUCKET_POSITIONS).clamp(*BUCKETS.start(), *BUCKETS.end());
        Ok(SignedFileWriter {
            file: AppendFile::create(signed_path(own, index))?,
            index,
            items: Vec::with_capacity(most),
            cut: Vec::with_capacity(most * cut_bytes),
            cut_bytes,
            placed: vec![[0; 8]; most],
            buckets: buckets.next_power_of_two() as usize,
            tail: Vec::new(),
            records: 0,
            ones: 0,
        })
    }

    /// Returns the memory for a file of so many records, in bytes.
    pub fn memory(records: u64) -> u64 {
        20 * records.min(SEGMENT as u64)
    }

    /// Takes the signatures of the next records, their lowest bit replaced by the label.
    ///
    /// # Errors
    /// When a segment cannot be written.
    pub fn push(&mut self, mut items: &[u64]) -> Result<()> {
        while !items.is_empty() {
            let (some, rest) = items.split_at(items.len().min(SEGMENT - self.items.len()));
            cut(some, self.cut_bytes, &mut self.cut);
            self.items.extend(some.iter().map(|&item| mix(item) | item & 1));
            if self.items.len() == SEGMENT {
                self.write_segment()?;
            }
            items = rest;
        }
        Ok(())
    }

    fn write_segment(&mut self) -> Result<()> {
        let Self {
            items,
            cut,
            placed,
            buckets,
            ..
        } = self;
        // Where the next item of each bucket goes: first its beginning, then its end.
        let mut next = vec![0; *buckets];
        for &item in &*items {
            next[bucket(item, *buckets)] += 1;
        }
        let mut end = 0;
        for next in &mut next {
            let start = end;
            end += *next;
            *next = start;
        }
        // Announced records may be more than came.
        let placed = &mut placed[..items.len()];
        for &item in &*items {
            let next = &mut next[bucket(item, *buckets)];
            placed[*next] = item.to_le_bytes();
            *next += 1;
            self.ones += item & 1;
        }
        self.file.append(placed.as_flattened())?;
        self.file.append(cut)?;
        self.file.begin_to_keep();
        self.tail.extend(next.iter().map(|&end| end as u64));
        let mut start = 0;
        for end in next {
            self.tail.push(xxh3_64(placed[start..end].as_flattened()));
            start = end;
        }
        self.tail.extend(cut.chunks(PIECE_BYTES).map(xxh3_64));
        self.records += items.len() as u64;
        items.clear();
        cut.clear();
        Ok(())
    }

    /// Makes the file durable and places it into `folder`. A file of its name is replaced.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self, folder: &Path) -> Result<()> {
        if !self.items.is_empty() {
            self.write_segment()?;
        }
        let mut tail = words_to_bytes(&self.tail);
        tail.extend(words_to_bytes(&[
            self.records,
            self.ones,
            self.cut_bytes as u64,
            self.buckets as u64,
        ]));
        tail.extend(xxh3_64(&tail).to_le_bytes());
        self.file.append(&tail)?;
        self.file.keep()?;
        self.file.place(&signed_path(folder, self.index))
    }
}

fn signed_path(folder: &Path, index: usize) -> PathBuf {
    folder.join(format!("signed-{index:06}"))
}

/// A file that [`SignedFileWriter`] has made, readable from any thread.
pub struct SignedFile {
    file: AppendFile,
    segments: Vec<Segment>,
    records: u64,
    ones: u64,
    cut_bytes: u64,
    buckets: usize,
}

/// What the end of the file says of a segment.
struct Segment {
    /// First byte.
    at: u64,
    /// Number of items before each bucket, then of all.
    starts: Vec<u32>,
    /// Of each bucket.
    hashes: Vec<u64>,
    /// Of each piece of the cut signatures.
    cut_hashes: Vec<u64>,
}

impl Segment {
    /// Number of items before a bucket; of all for the one after the last.
    fn before(&self, bucket: usize) -> u64 {
        self.starts[bucket].into()
    }

    fn records(&self) -> u64 {
        self.before(self.starts.len() - 1)
    }
}

/// Records of each segment of so many in all.
fn segments(records: u64) -> impl Iterator<Item = u64> {
    let segment = SEGMENT as u64;
    (0..records.div_ceil(segment)).map(move |index| segment.min(records - index * segment))
}

impl SignedFile {
    /// Opens file `index` of a level.
    ///
    /// # Errors
    /// Fails when it is missing or its end is damaged.
    pub fn open(folder: &Path, index: usize) -> Result<SignedFile> {
        let path = signed_path(folder, index);
        let bytes = crate::files::open::open_file(&path)?.size();
        let file = AppendFile::reopen(path, bytes)?;
        let damaged = || Error::corrupt(file.path(), "the end of the file is damaged");
        let mut tail = [0; TAIL_BYTES as usize];
        file.read_exact_at(&mut tail, bytes.checked_sub(TAIL_BYTES).ok_or_else(damaged)?)?;
        let words: Vec<u64> = bytes_to_words(&tail).collect();
        let [records, ones, cut_bytes, buckets] = [words[0], words[1], words[2], words[3]];
        let is_possible = BUCKETS.contains(&buckets) && buckets.is_power_of_two() && (3..=4).contains(&cut_bytes);
        if !is_possible || ones > records {
            return Err(damaged());
        }
        let body = records.checked_mul(ITEM_BYTES + cut_bytes).ok_or_else(damaged)?;
        if body > bytes {
            return Err(damaged());
        }
        let pieces = |records: u64| (records * cut_bytes).div_ceil(PIECE_BYTES as u64) as usize;
        let buckets = buckets as usize;
        let ends: usize = segments(records).map(|records| 2 * buckets + pieces(records)).sum();
        if body.checked_add(8 * ends as u64 + TAIL_BYTES) != Some(bytes) {
            return Err(damaged());
        }
        let mut end = vec![0; 8 * ends + TAIL_BYTES as usize];
        file.read_exact_at(&mut end, body)?;
        let hashed = end.len() - 8;
        if xxh3_64(&end[..hashed]).to_le_bytes() != end[hashed..] {
            return Err(damaged());
        }
        let mut words = bytes_to_words(&end);
        let mut word = || words.next().expect("the end has so many words");
        let mut at = 0;
        let mut all = Vec::new();
        for records in segments(records) {
            let segment = Segment {
                at,
                starts: (0..=buckets)
                    .map(|at| if at == 0 { 0 } else { word().min(u32::MAX.into()) as u32 })
                    .collect(),
                hashes: (0..buckets).map(|_| word()).collect(),
                cut_hashes: (0..pieces(records)).map(|_| word()).collect(),
            };
            if !segment.starts.is_sorted() || segment.records() != records {
                return Err(damaged());
            }
            at += records * (ITEM_BYTES + cut_bytes);
            all.push(segment);
        }
        Ok(SignedFile {
            segments: all,
            records,
            ones,
            cut_bytes,
            buckets,
            file,
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

    /// Returns the items from `from` up to, but not including, `until`, in no particular order; all the rest where that
    /// is 2^64.
    ///
    /// # Errors
    /// Fails when they are damaged or cannot be read.
    pub(crate) fn items(&self, from: u64, until: u128) -> Result<Vec<u64>> {
        let Some(last) = until.checked_sub(1).filter(|&last| last >= u128::from(from)) else {
            return Ok(vec![]);
        };
        let (first, last) = (bucket(from, self.buckets), bucket(last as u64, self.buckets));
        let is_wanted = |item: &u64| item & !1 >= from && u128::from(item & !1) < until;
        let stretches = self.segments.iter();
        let stretches = stretches.map(|segment| segment.before(first)..segment.before(last + 1));
        let most: u64 = stretches.clone().map(|stretch| stretch.end - stretch.start).sum();
        let mut items = Vec::with_capacity(most as usize);
        for (segment, stretch) in self.segments.iter().zip(stretches) {
            let mut bytes = vec![0; ((stretch.end - stretch.start) * ITEM_BYTES) as usize];
            self.file
                .read_exact_at(&mut bytes, segment.at + stretch.start * ITEM_BYTES)?;
            let mut rest = &bytes[..];
            for bucket in first..=last {
                let count = segment.before(bucket + 1) - segment.before(bucket);
                let bytes = rest.split_off(..(count * ITEM_BYTES) as usize);
                let bytes = bytes.expect("the buckets were read");
                self.expect(xxh3_64(bytes) == segment.hashes[bucket])?;
                items.extend(bytes_to_words(bytes).filter(is_wanted));
            }
        }
        Ok(items)
    }

    /// Returns the cut signatures of `count` records from number `start` on.
    ///
    /// # Errors
    /// Fails when they are damaged or cannot be read.
    pub(crate) fn cut(&self, start: u64, count: u64) -> Result<Vec<u8>> {
        let mut found = Vec::with_capacity((count * self.cut_bytes) as usize);
        let (mut at, end) = (start, start + count);
        while at < end {
            let index = (at / SEGMENT as u64) as usize;
            let before = index as u64 * SEGMENT as u64;
            let until = end.min(before + self.segments[index].records());
            self.cut_within(&self.segments[index], at - before..until - before, &mut found)?;
            at = until;
        }
        Ok(found)
    }

    /// Appends the cut signatures of some records of a segment; whole pieces match their checksums.
    fn cut_within(&self, segment: &Segment, records: Range<u64>, found: &mut Vec<u8>) -> Result<()> {
        let piece = PIECE_BYTES as u64;
        let (from, until) = (records.start * self.cut_bytes, records.end * self.cut_bytes);
        let first = from / piece;
        let end = until.next_multiple_of(piece).min(segment.records() * self.cut_bytes);
        let mut bytes = vec![0; (end - first * piece) as usize];
        let cut = segment.at + segment.records() * ITEM_BYTES;
        self.file.read_exact_at(&mut bytes, cut + first * piece)?;
        for (bytes, &hash) in bytes.chunks(PIECE_BYTES).zip(&segment.cut_hashes[first as usize..]) {
            self.expect(xxh3_64(bytes) == hash)?;
        }
        let skip = from - first * piece;
        found.extend_from_slice(&bytes[skip as usize..][..(until - from) as usize]);
        Ok(())
    }

    fn expect(&self, matches: bool) -> Result<()> {
        match matches {
            true => Ok(()),
            false => Err(Error::corrupt(
                self.file.path(),
                "a part of it does not match its checksum",
            )),
        }
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
        let own = tempfile::tempdir_in(folder).unwrap();
        let mut writer = SignedFileWriter::create(own.path(), 3, count, positions).unwrap();
        hashes.chunks(1_000).for_each(|hashes| writer.push(hashes).unwrap());
        writer.finish(folder).unwrap();
        (hashes, SignedFile::open(folder, 3).unwrap())
    }

    #[test]
    fn items_come_in_order_and_signatures_in_key_order() {
        let more = SEGMENT as u64 + 100_001;
        for (count, positions) in [(0, 0), (1, 1), (70_000, 70_000), (more, more), (70_000, 1 << 40)] {
            let folder = tempfile::tempdir().unwrap();
            let (hashes, file) = written(folder.path(), count, positions);
            let mut expected: Vec<u64> = hashes.iter().map(|&hash| mix(hash) | hash & 1).collect();
            expected.sort_unstable();
            let third = u64::MAX / 3;
            let bounds = [0, u128::from(third), u128::from(2 * third), 1 << 64];
            let parts: Vec<Vec<u64>> = bounds
                .windows(2)
                .map(|bounds| file.items(bounds[0] as u64, bounds[1]).unwrap())
                .map(|mut items| {
                    items.sort_unstable();
                    items
                })
                .collect();
            assert_eq!(parts.concat(), expected);
            assert!(file.items(third, third.into()).unwrap().is_empty());
            let (start, few) = (count / 2, count / 3);
            let mut cut = Vec::new();
            crate::runs::hash_log::cut(&hashes[start as usize..][..few as usize], file.cut_bytes(), &mut cut);
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
