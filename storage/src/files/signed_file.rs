//! What signing the records of one file of a level has given: the items of its label functions, and the signatures in
//! key order, cut as in a [`HashSieve`](crate::HashSieve).
//!
//! The records come in segments, the last one shorter. In a segment, items with the same highest bits form a bucket;
//! buckets are in ascending order, their items in key order. Whoever wants a range of hashes reads whole buckets: of
//! larger levels smaller ones, so that they are a fraction of a part of the level's shards. Where labels have several
//! bits, each item has its label beside it.
//!
//! | bytes | content |
//! |---|---|
//! | 8 an item, 0 or 2 an item, 3 or 4 a record, for each segment | mixed hashes with the lowest bit of their labels, by bucket, least significant byte first; their labels; cut signatures |
//! | 8 a bucket, 8 a bucket, 8 a piece, for each segment | number of items up to the bucket's end; hash of each bucket; xxh3-64 of each 256 KiB of the cut signatures |
//! | 16 times 8 | number of records with each bit of the label set |
//! | 8, 8, 8, 8, 8, 8 | number of records, bytes of a label, bytes of a cut signature, buckets of a segment, records of a segment, xxh3-64 of the two rows above and these numbers |
//!
//! The hash of a bucket is the xxh3-64 of its items, plus that of its labels if there are any.

use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use crate::files::append::{AppendFile, bytes_to_words, words_to_bytes};
use crate::files::error::{Error, Result};
use crate::labels::ribbon::mix;
use crate::labels::sieve::{cut, kept_bytes};

/// Records of every segment but the last, at most. A whole file collected and sorted took 400 MB, and the files of
/// level 24 of n = 14 7.0 s of user time with one thread; 5.9 in segments, of 80 MB.
const SEGMENT: usize = 1 << 22;
/// With less memory a segment is no shorter.
const SEGMENT_LEAST: usize = 1 << 12;
/// Bytes of memory for each record of a segment: item and label, twice, and cut signature.
const RECORD_MEMORY: u64 = 24;
/// Buckets of a segment at least, of 256 KiB, and at most, of 16 KiB.
const BUCKETS: RangeInclusive<u64> = 1 << 7..=1 << 11;
/// Positions of a level for each bucket between these bounds: a quarter of a part of its shards.
const BUCKET_POSITIONS: u64 = 1 << 24;
/// Bytes of cut signatures with a checksum of their own.
const PIECE_BYTES: usize = 256 << 10;
const ITEM_BYTES: u64 = 8;
const LABEL_BYTES: u64 = 2;
/// Bits of a label.
pub(crate) const BITS: usize = 16;
/// Words at the end of the file.
const TAIL_WORDS: usize = BITS + 6;
const TAIL_BYTES: u64 = 8 * TAIL_WORDS as u64;

/// Number of labels with each bit set.
pub(crate) type Ones = [u64; BITS];

/// Counts the bits of labels; without labels an item has its only bit.
pub(crate) fn count_ones(items: &[u64], labels: &[u16], ones: &mut Ones) {
    match labels {
        [] => ones[0] += items.iter().map(|item| item & 1).sum::<u64>(),
        labels => {
            for &label in labels {
                for (bit, ones) in ones.iter_mut().enumerate() {
                    *ones += u64::from(label >> bit & 1);
                }
            }
        }
    }
}

/// The item with this bit of its label.
pub(crate) fn with_bit(item: u64, label: u16, bit: u8) -> u64 {
    item & !1 | u64::from(label >> bit & 1)
}

/// The bucket of an item, of so many, a power of two.
fn bucket(item: u64, buckets: usize) -> usize {
    (item >> (64 - buckets.trailing_zeros())) as usize
}

/// Takes the signatures of a file's records and writes the file.
pub struct SignedFileWriter {
    file: AppendFile,
    index: usize,
    /// Items of the segment that is under way, in key order.
    items: Vec<u64>,
    labels: Vec<u16>,
    cut: Vec<u8>,
    cut_bytes: usize,
    has_labels: bool,
    segment: usize,
    /// A segment's items by bucket.
    placed: Vec<[u8; 8]>,
    placed_labels: Vec<[u8; 2]>,
    buckets: usize,
    /// What the end of the file says of the segments written.
    tail: Vec<u64>,
    records: u64,
    ones: Ones,
}

impl SignedFileWriter {
    /// Begins file `index`, with at most `records` of a level of `positions`, in the folder `own`, within
    /// `memory_bytes`, but for 100 KB.
    ///
    /// # Errors
    /// When it cannot be created.
    pub fn create(
        own: &Path,
        index: usize,
        (records, positions): (u64, u64),
        has_labels: bool,
        memory_bytes: u64,
    ) -> Result<SignedFileWriter> {
        let room = usize::try_from(memory_bytes / RECORD_MEMORY).unwrap_or(SEGMENT);
        let segment = room.clamp(SEGMENT_LEAST, SEGMENT);
        let most = segment.min(usize::try_from(records).unwrap_or(SEGMENT));
        let cut_bytes = kept_bytes(positions);
        let buckets = (positions / BUCKET_POSITIONS).clamp(*BUCKETS.start(), *BUCKETS.end());
        let labelled = if has_labels { most } else { 0 };
        Ok(SignedFileWriter {
            file: AppendFile::create(signed_path(own, index))?,
            index,
            items: Vec::with_capacity(most),
            labels: Vec::with_capacity(labelled),
            cut: Vec::with_capacity(most * cut_bytes),
            cut_bytes,
            has_labels,
            segment,
            placed: vec![[0; 8]; most],
            placed_labels: vec![[0; 2]; labelled],
            buckets: buckets.next_power_of_two() as usize,
            tail: Vec::new(),
            records: 0,
            ones: [0; BITS],
        })
    }

    /// Returns the memory for a file of so many records that no more memory would help, in bytes.
    pub fn memory(records: u64) -> u64 {
        RECORD_MEMORY * records.min(SEGMENT as u64)
    }

    /// Takes the signatures of the next records, their lowest bit replaced by that of the label, and the labels if the
    /// file has them.
    ///
    /// # Errors
    /// When a segment cannot be written.
    pub fn push(&mut self, mut items: &[u64], mut labels: &[u16]) -> Result<()> {
        while !items.is_empty() {
            let most = items.len().min(self.segment - self.items.len());
            let (some, rest) = items.split_at(most);
            cut(some, self.cut_bytes, &mut self.cut);
            self.items.extend(some.iter().map(|&item| mix(item) | item & 1));
            let (own, other) = labels.split_at(if self.has_labels { most } else { 0 });
            self.labels.extend_from_slice(own);
            if self.items.len() == self.segment {
                self.write_segment()?;
            }
            (items, labels) = (rest, other);
        }
        Ok(())
    }

    fn write_segment(&mut self) -> Result<()> {
        let Self {
            items,
            labels,
            cut,
            placed,
            placed_labels,
            buckets,
            ..
        } = self;
        count_ones(items, labels, &mut self.ones);
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
        let (placed, placed_labels) = (&mut placed[..items.len()], &mut placed_labels[..labels.len()]);
        for (index, &item) in items.iter().enumerate() {
            let next = &mut next[bucket(item, *buckets)];
            placed[*next] = item.to_le_bytes();
            if let Some(label) = labels.get(index) {
                placed_labels[*next] = label.to_le_bytes();
            }
            *next += 1;
        }
        self.file.append(placed.as_flattened())?;
        self.file.append(placed_labels.as_flattened())?;
        self.file.append(cut)?;
        self.file.begin_to_keep();
        self.tail.extend(next.iter().map(|&end| end as u64));
        let mut start = 0;
        for end in next {
            let labels = placed_labels.get(start..end).unwrap_or_default();
            self.tail
                .push(hash(placed[start..end].as_flattened(), labels.as_flattened()));
            start = end;
        }
        self.tail.extend(cut.chunks(PIECE_BYTES).map(xxh3_64));
        self.records += items.len() as u64;
        items.clear();
        labels.clear();
        cut.clear();
        Ok(())
    }

    fn end(&mut self) -> Result<()> {
        if !self.items.is_empty() {
            self.write_segment()?;
        }
        let mut tail = words_to_bytes(&self.tail);
        tail.extend(words_to_bytes(&self.ones));
        tail.extend(words_to_bytes(&[
            self.records,
            if self.has_labels { LABEL_BYTES } else { 0 },
            self.cut_bytes as u64,
            self.buckets as u64,
            self.segment as u64,
        ]));
        tail.extend(xxh3_64(&tail).to_le_bytes());
        self.file.append(&tail)
    }

    /// Makes the file durable and places it into `folder`. A file of its name is replaced.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self, folder: &Path) -> Result<()> {
        self.end()?;
        self.file.keep()?;
        self.file.place(&signed_path(folder, self.index))
    }

    /// Opens the file where it was written; it is removed when it is dropped.
    ///
    /// # Errors
    /// When it cannot be written or read.
    pub(crate) fn opened(mut self) -> Result<SignedFile> {
        self.end()?;
        SignedFile::read(self.file)
    }
}

/// The hash of a bucket.
fn hash(items: &[u8], labels: &[u8]) -> u64 {
    let labels = if labels.is_empty() { 0 } else { xxh3_64(labels) };
    xxh3_64(items).wrapping_add(labels)
}

fn signed_path(folder: &Path, index: usize) -> PathBuf {
    folder.join(format!("signed-{index:06}"))
}

/// A file that [`SignedFileWriter`] has made, readable from any thread.
pub struct SignedFile {
    file: AppendFile,
    segments: Vec<Segment>,
    records: u64,
    ones: Ones,
    label_bytes: u64,
    cut_bytes: u64,
    buckets: usize,
    segment: u64,
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

/// Records of each segment, at most `segment`, of so many in all.
fn segments(records: u64, segment: u64) -> impl Iterator<Item = u64> {
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
        SignedFile::read(AppendFile::reopen(path, bytes)?)
    }

    fn read(file: AppendFile) -> Result<SignedFile> {
        let bytes = file.bytes();
        let damaged = || Error::corrupt(file.path(), "the end of the file is damaged");
        let mut tail = [0; TAIL_BYTES as usize];
        file.read_exact_at(&mut tail, bytes.checked_sub(TAIL_BYTES).ok_or_else(damaged)?)?;
        let words: Vec<u64> = bytes_to_words(&tail).collect();
        let ones: Ones = words[..BITS].try_into().expect("a word for each bit");
        let [records, label_bytes, cut_bytes, buckets, segment] =
            words[BITS..BITS + 5].try_into().expect("as many numbers");
        let is_possible = BUCKETS.contains(&buckets)
            && buckets.is_power_of_two()
            && (3..=4).contains(&cut_bytes)
            && [0, LABEL_BYTES].contains(&label_bytes)
            && (SEGMENT_LEAST as u64..=SEGMENT as u64).contains(&segment)
            && ones.iter().all(|&ones| ones <= records);
        if !is_possible {
            return Err(damaged());
        }
        let record = ITEM_BYTES + label_bytes + cut_bytes;
        let body = records.checked_mul(record).ok_or_else(damaged)?;
        if body > bytes {
            return Err(damaged());
        }
        let pieces = |records: u64| (records * cut_bytes).div_ceil(PIECE_BYTES as u64) as usize;
        let buckets = buckets as usize;
        let ends: usize = segments(records, segment)
            .map(|records| 2 * buckets + pieces(records))
            .sum();
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
        for records in segments(records, segment) {
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
            at += records * record;
            all.push(segment);
        }
        Ok(SignedFile {
            segments: all,
            records,
            ones,
            label_bytes,
            cut_bytes,
            buckets,
            segment,
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

    /// Number of records with each bit of the label set.
    pub(crate) fn ones(&self) -> &Ones {
        &self.ones
    }

    /// Whether each item has its label beside it.
    pub fn has_labels(&self) -> bool {
        self.label_bytes > 0
    }

    /// Bytes of a cut signature.
    pub(crate) fn cut_bytes(&self) -> usize {
        self.cut_bytes as usize
    }

    /// Returns the items from `from` up to, but not including, `until`, in no particular order, with this bit of their
    /// labels; all the rest where `until` is 2^64.
    ///
    /// # Errors
    /// Fails when they are damaged or cannot be read.
    pub(crate) fn items(&self, from: u64, until: u128, bit: u8) -> Result<Vec<u64>> {
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
            let read = |begin: u64, width: u64| {
                let mut bytes = vec![0; ((stretch.end - stretch.start) * width) as usize];
                self.file.read_exact_at(&mut bytes, begin + stretch.start * width)?;
                Result::Ok(bytes)
            };
            let bytes = read(segment.at, ITEM_BYTES)?;
            let labels = read(segment.at + segment.records() * ITEM_BYTES, self.label_bytes)?;
            for bucket in first..=last {
                let within = |width: u64| {
                    let place = |bucket| ((segment.before(bucket) - stretch.start) * width) as usize;
                    place(bucket)..place(bucket + 1)
                };
                let (bytes, labels) = (&bytes[within(ITEM_BYTES)], &labels[within(self.label_bytes)]);
                self.expect(hash(bytes, labels) == segment.hashes[bucket])?;
                let own = bytes_to_words(bytes);
                if labels.is_empty() {
                    items.extend(own.filter(is_wanted));
                } else {
                    let labels = labels.as_chunks().0.iter().map(|&label| u16::from_le_bytes(label));
                    let labelled = own.zip(labels).filter(|(item, _)| is_wanted(item));
                    items.extend(labelled.map(|(item, label)| with_bit(item, label, bit)));
                }
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
            let index = (at / self.segment) as usize;
            let before = index as u64 * self.segment;
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
        let cut = segment.at + segment.records() * (ITEM_BYTES + self.label_bytes);
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

    fn label(hash: u64) -> u16 {
        (hash >> 20) as u16 & 0xfff8 | hash as u16 & 1
    }

    /// File 3 of a level of `positions`, with or without labels.
    fn written(folder: &Path, count: u64, positions: u64, has_labels: bool, memory: u64) -> (Vec<u64>, SignedFile) {
        let hashes: Vec<u64> = (0..count).map(scattered).collect();
        let own = tempfile::tempdir_in(folder).unwrap();
        let mut writer = SignedFileWriter::create(own.path(), 3, (count, positions), has_labels, memory).unwrap();
        for hashes in hashes.chunks(1_000) {
            let labels: Vec<u16> = hashes.iter().map(|&hash| label(hash)).collect();
            writer.push(hashes, if has_labels { &labels } else { &[] }).unwrap();
        }
        writer.finish(folder).unwrap();
        (hashes, SignedFile::open(folder, 3).unwrap())
    }

    #[test]
    fn items_come_in_order_and_signatures_in_key_order() {
        let more = SEGMENT as u64 + 100_001;
        for (count, positions, labels, memory) in [
            (0, 0, false, 1 << 30),
            (1, 1, true, 0),
            (70_000, 70_000, false, 1 << 30),
            (70_000, 70_000, true, 1 << 19),
            (more, more, false, 1 << 30),
            (70_000, 1 << 40, false, 0),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let (hashes, file) = written(folder.path(), count, positions, labels, memory);
            for bit in if labels { vec![0, 1, 9, 15] } else { vec![0] } {
                let mut expected: Vec<u64> = hashes
                    .iter()
                    .map(|&hash| with_bit(mix(hash), label(hash), bit))
                    .collect();
                expected.sort_unstable();
                let third = u64::MAX / 3;
                let bounds = [0, u128::from(third), u128::from(2 * third), 1 << 64];
                let parts: Vec<Vec<u64>> = bounds
                    .windows(2)
                    .map(|bounds| file.items(bounds[0] as u64, bounds[1], bit).unwrap())
                    .map(|mut items| {
                        items.sort_unstable();
                        items
                    })
                    .collect();
                assert!(parts.concat() == expected);
                assert!(file.items(third, third.into(), bit).unwrap().is_empty());
                let ones = hashes.iter().filter(|&&hash| label(hash) >> bit & 1 == 1).count();
                assert_eq!(file.ones()[usize::from(bit)], ones as u64);
            }
            let (start, few) = (count / 2, count / 3);
            let mut cut = Vec::new();
            super::cut(&hashes[start as usize..][..few as usize], file.cut_bytes(), &mut cut);
            assert!(file.cut(start, few).unwrap() == cut);
            assert_eq!((file.records(), file.has_labels()), (count, labels));
        }
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        for labels in [false, true] {
            let folder = tempfile::tempdir().unwrap();
            drop(written(folder.path(), 30_000, 30_000, labels, 1 << 19));
            let path = signed_path(folder.path(), 3);
            let mut bytes = std::fs::read(&path).unwrap();
            let tail = bytes.len() - TAIL_BYTES as usize..bytes.len();
            for at in (0..bytes.len()).step_by(7_919).chain(tail) {
                bytes[at] ^= 0x10;
                std::fs::write(&path, &bytes).unwrap();
                let all = |file: SignedFile| {
                    let cut = file.cut(0, file.records())?;
                    Ok((file.items(0, 1 << 64, 0)?, cut))
                };
                let read = SignedFile::open(folder.path(), 3).and_then(all);
                assert!(matches!(read, Err(Error::Corrupt { .. })), "byte {at}");
                bytes[at] ^= 0x10;
            }
        }
    }

    #[test]
    fn a_file_that_is_not_finished_goes() {
        let folder = tempfile::tempdir().unwrap();
        let mut writer = SignedFileWriter::create(folder.path(), 0, (10, 10), false, 0).unwrap();
        writer.push(&[2, 5], &[]).unwrap();
        let file = writer.opened().unwrap();
        assert_eq!(file.items(0, 1 << 64, 0).unwrap().len(), 2);
        drop(file);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
