//! Reads a sealed level: single keys, and all chunks in key order.

use std::collections::VecDeque;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use crate::Record;
use crate::files::error::{Error, Result};
use crate::levels::chunk::{CHUNK_RECORDS, RawChunk};
use crate::levels::rocks::manifest;
use crate::levels::rocks::sst_reader::{Blocks, SstReader};
use crate::levels::summary::{FileSummary, LevelSummary, Summarizer};

/// Bytes that a scan reads at a time.
const AHEAD_BYTES: usize = 256 << 10;
/// Files of one level open at the same time, with their indexes in memory.
const OPEN_FILES_MAX: usize = 64;
/// Chunks decoded at the same time by `check`.
const SCAN_CHUNKS: usize = 1 << 10;

/// A sealed level, read-only and shared by threads. Opening or reading it does not change the folder.
///
/// Memory: some 250 KB for each of 64 files at most. A scan, or a look-up of a key, adds 0.5 MB.
pub struct LevelReader<R> {
    folder: PathBuf,
    width: usize,
    files: Vec<(PathBuf, FileSummary)>,
    /// Those that are open, by their number, the longest ago first.
    open: Mutex<VecDeque<(usize, Arc<SstReader>)>>,
    record: std::marker::PhantomData<R>,
}

impl<R: Record> LevelReader<R> {
    /// Opens the level in `folder`, with keys of `width` bytes, which `summary` describes. Damage is found when it is
    /// read, unless [`LevelSummary::check_files`] has found it: every block has a checksum, and [`LevelReader::check`]
    /// compares the records with the summary.
    ///
    /// # Errors
    /// Fails when a file is missing or cannot be read.
    pub fn open(folder: &Path, width: usize, summary: &LevelSummary) -> Result<LevelReader<R>> {
        let files = summary.files.iter().enumerate();
        let files = files.map(|(index, file)| (folder.join(manifest::sst_name(index)), file.clone()));
        LevelReader::of_files(folder, width, files.collect())
    }

    /// Opens a level of these files.
    pub(crate) fn of_files(folder: &Path, width: usize, files: Vec<(PathBuf, FileSummary)>) -> Result<LevelReader<R>> {
        assert!(
            (1..=R::BYTES - R::LABEL_BYTES).contains(&width),
            "key width {width} for records of {} bytes",
            R::BYTES
        );
        let reader = LevelReader {
            folder: folder.to_path_buf(),
            width,
            files,
            open: Mutex::default(),
            record: std::marker::PhantomData,
        };
        // As long as they are open, it does not matter if somebody drops the level.
        let first = 0..reader.files.len().min(OPEN_FILES_MAX);
        first.into_iter().try_for_each(|index| reader.file(index).map(drop))?;
        Ok(reader)
    }

    fn file(&self, index: usize) -> Result<Arc<SstReader>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, file)) = open.iter().find(|(number, _)| *number == index) {
            return Ok(file.clone());
        }
        let (path, summary) = &self.files[index];
        let file = Arc::new(SstReader::open(path, self.width, summary)?);
        if open.len() == OPEN_FILES_MAX {
            open.pop_front();
        }
        open.push_back((index, file.clone()));
        Ok(file)
    }

    /// Returns the label stored with `key` (whose own label is ignored), or `None` when the level does not hold the
    /// key. Cost: reads one block or two.
    pub fn get(&self, key: R) -> Result<Option<u8>> {
        Ok(self.find(key)?.map(R::label))
    }

    /// Returns the record with this key (its labels are ignored), or `None` when the level does not hold the key. Cost:
    /// as [`LevelReader::get`].
    pub fn find(&self, key: R) -> Result<Option<R>> {
        let key = key.key();
        let Some(chunk) = self.before(key)? else {
            return Ok(None);
        };
        let mut records = Vec::with_capacity(CHUNK_RECORDS);
        chunk.decode(&mut records)?;
        let found = records.binary_search_by(|record| record.key().cmp(&key));
        Ok(found.ok().map(|index| records[index]))
    }

    /// Returns the last chunk that does not begin after `key`.
    fn before(&self, key: R) -> Result<Option<RawChunk<R>>> {
        let Some(index) = self.begun(key).checked_sub(1) else {
            return Ok(None);
        };
        let file = self.file(index)?;
        let place = file.place_of(&key.to_be().as_ref()[..self.width]).min(file.len() - 1);
        let mut scan = FileScan::<R>::new(&file, place, 0)?;
        scan.load()?;
        // The bound between two blocks may be below the key while the first key behind it is above.
        if place > 0 && scan.chunks.front().is_some_and(|chunk| chunk.first > key) {
            scan.chunks.clear();
            scan.next = place - 1;
            scan.load()?;
        }
        Ok(scan.chunks.into_iter().rfind(|chunk| chunk.first <= key))
    }

    /// Returns the number of files that do not begin after `key`.
    fn begun(&self, key: R) -> usize {
        let key = key.to_be();
        let key = &key.as_ref()[..self.width];
        self.files.partition_point(|(_, file)| &file.first_key[..] <= key)
    }

    /// Starts a scan of all chunks in key order.
    pub fn chunks(&self) -> Chunks<'_, R> {
        self.chunks_from(R::ZERO)
    }

    /// Starts a scan of a part of the level, beginning with the chunk whose first key is `first`, or else the next one.
    pub fn chunks_from(&self, first: R) -> Chunks<'_, R> {
        let first = first.key();
        Chunks {
            level: self,
            first,
            next: self.begun(first).saturating_sub(1),
            scan: None,
        }
    }

    /// Reads the whole level and checks that its records are those written, in order.
    ///
    /// # Errors
    /// [`Error::Corrupt`] that names the file whose records differ.
    pub fn check(&self, expected: &LevelSummary) -> Result<()> {
        let mut scan = self.whole(expected);
        while !scan.next_records(SCAN_CHUNKS)?.is_empty() {}
        Ok(())
    }

    /// Starts a scan of the whole level that is compared with `expected`.
    pub fn whole<'a>(&'a self, expected: &'a LevelSummary) -> WholeScan<'a, R> {
        let counts = expected.files.iter().map(|file| file.positions).collect();
        WholeScan {
            chunks: self.chunks(),
            raw: vec![],
            found: Some(Summarizer::new(self.width, counts, u64::MAX)),
            expected,
        }
    }

    /// Compares the records, which `found` summarizes, with `expected`.
    fn compare(&self, mut found: Vec<FileSummary>, expected: &LevelSummary) -> Result<()> {
        let mut pairs = found.iter().zip(&expected.files);
        let differs = pairs.find(|(found, expected)| found.stream_xxh3 != expected.stream_xxh3);
        if let Some((_, expected)) = differs {
            let what = "its records are not those that were sealed";
            return Err(Error::corrupt(&self.folder.join(&expected.name), what));
        }
        let positions: u64 = found.iter().map(|file| file.positions).sum();
        if found.len() != expected.files.len() || positions != expected.positions {
            let what = format!("it holds {positions} positions, but {} were sealed", expected.positions);
            return Err(Error::corrupt(&self.folder, what));
        }
        // `Database::check_files` compares what the records do not show.
        for (found, expected) in found.iter_mut().zip(&expected.files) {
            found.name.clone_from(&expected.name);
            found.bytes = expected.bytes;
            found.xxh3.clone_from(&expected.xxh3);
        }
        if LevelSummary::of_files(found, expected.catalogue.clone()) != *expected {
            let what = "its records do not match the counts and keys of its manifest";
            return Err(Error::corrupt(&self.folder, what));
        }
        Ok(())
    }
}

/// A scan of a whole level; when it has ended, every record is known to be as it was sealed.
pub struct WholeScan<'a, R> {
    chunks: Chunks<'a, R>,
    raw: Vec<RawChunk<R>>,
    /// `None` at the end.
    found: Option<Summarizer<R>>,
    expected: &'a LevelSummary,
}

impl<R: Record> WholeScan<'_, R> {
    /// Returns the records of the next chunks, at most `max`, in key order. Returns none at the end, after all have
    /// been compared with what was sealed. Decodes on all threads.
    ///
    /// # Errors
    /// [`Error::Corrupt`] that names the file whose records differ.
    pub fn next_records(&mut self, max: usize) -> Result<Vec<R>> {
        let level = self.chunks.level;
        let Some(found) = &mut self.found else {
            return Ok(vec![]);
        };
        if self.chunks.next_chunks(max, &mut self.raw)? == 0 {
            let found = self.found.take().map_or(vec![], Summarizer::finish);
            level.compare(found, self.expected)?;
            return Ok(vec![]);
        }
        let pieces: Vec<Vec<R>> = (self.raw)
            .par_chunks(16)
            .map(|chunks| {
                let mut records = Vec::with_capacity(chunks.len() * CHUNK_RECORDS);
                chunks.iter().try_for_each(|chunk| chunk.decode(&mut records))?;
                Ok(records)
            })
            .collect::<Result<_>>()?;
        let records = pieces.concat();
        match found.add(&records) {
            true => Ok(records),
            false => Err(Error::corrupt(&level.folder, "its keys are not in order")),
        }
    }
}

/// A scan of a level from front to back.
pub struct Chunks<'a, R> {
    level: &'a LevelReader<R>,
    /// The key to begin with.
    first: R,
    /// The next file, and the scan of the one before.
    next: usize,
    scan: Option<FileScan<R>>,
}

impl<R: Record> Chunks<'_, R> {
    /// Replaces the content of `out` by the next chunks, at most `max`; returns their number, 0 at the end. Reads and
    /// decompresses on this thread; any thread may call [`RawChunk::decode`].
    pub fn next_chunks(&mut self, max: usize, out: &mut Vec<RawChunk<R>>) -> Result<usize> {
        out.clear();
        while out.len() < max {
            if let Some(scan) = &mut self.scan {
                if scan.chunks.is_empty() && !scan.load()? {
                    self.scan = None;
                    continue;
                }
                let room = scan.chunks.len().min(max - out.len());
                out.extend(scan.chunks.drain(..room));
            } else if self.next < self.level.files.len() {
                let file = self.level.file(self.next)?;
                let place = file.place_of(&self.first.to_be().as_ref()[..self.level.width]);
                let mut scan = FileScan::new(&file, place, AHEAD_BYTES)?;
                scan.load()?;
                scan.chunks.retain(|chunk| chunk.first >= self.first);
                self.next += 1;
                self.scan = Some(scan);
            } else {
                break;
            }
        }
        Ok(out.len())
    }
}

/// A scan of a file.
struct FileScan<R> {
    blocks: Blocks,
    /// The next block.
    next: usize,
    /// The chunks of the blocks before it that nobody has taken.
    chunks: VecDeque<RawChunk<R>>,
    entries: Vec<(R, Range<u32>)>,
}

impl<R: Record> FileScan<R> {
    fn new(file: &Arc<SstReader>, next: usize, ahead: usize) -> Result<FileScan<R>> {
        Ok(FileScan {
            blocks: Blocks::new(file, ahead)?,
            next,
            chunks: VecDeque::new(),
            entries: vec![],
        })
    }

    /// Reads the next block; returns false when there is none.
    fn load(&mut self) -> Result<bool> {
        if self.next == self.blocks.sst.len() {
            return Ok(false);
        }
        let Self { entries, chunks, .. } = self;
        entries.clear();
        let take = |key: &[u8], value| entries.push((R::from_be(key), value));
        let block = self.blocks.read(self.next, take)?;
        let chunk = |(first, value)| RawChunk {
            first,
            value,
            block: block.clone(),
        };
        chunks.extend(entries.drain(..).map(chunk));
        self.next += 1;
        Ok(true)
    }
}

#[cfg(all(test, feature = "rocksdb"))]
mod tests {
    use rocksdb::{DB, Options};

    use super::*;
    use crate::files::syncs::Syncs;
    use crate::levels::rocks::sst::SstFile;
    use crate::{Record, Wide};

    fn scrambled(i: u64) -> u64 {
        let z = i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (z ^ z >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }

    /// Compares what RocksDB and we read of a level whose files have `counts` entries, by each way of reading.
    fn compare<R: Record>(width: usize, counts: &[u64], key: impl Fn(u64) -> u64, value: impl Fn(u64) -> Vec<u8>) {
        let temporary = tempfile::tempdir().unwrap();
        let folder = temporary.path();
        let key = |i| [&key(i).to_be_bytes()[..], &[0; 32]].concat()[..width].to_vec();
        let (mut files, mut finished, mut all) = (vec![], vec![], vec![]);
        for (index, &count) in counts.iter().enumerate() {
            let path = folder.join(manifest::sst_name(index));
            let mut file = SstFile::create(path.clone()).unwrap();
            for _ in 0..count {
                let i = all.len() as u64;
                all.push((key(i), value(i)));
                file.put(&key(i), &value(i)).unwrap();
            }
            let file = file.finish(Syncs::Later).unwrap();
            let mut summary = Summarizer::<R>::new(width, vec![], 1);
            assert!(summary.add(&[R::from_be(&file.first)]));
            let mut summary = summary.finish().remove(0);
            (summary.bytes, summary.positions) = (file.bytes, count * CHUNK_RECORDS as u64);
            summary.last_key.clone_from(&file.last);
            let read = Arc::new(SstReader::open(&path, width, &summary).unwrap());
            summary.xxh3.clone_from(&file.xxh3);
            assert_eq!(read.finished(&summary).unwrap(), file);
            files.push((path, summary));
            finished.push(file);
        }
        manifest::write(folder, &finished, Syncs::Later).unwrap();
        let theirs = DB::open_for_read_only(&Options::default(), folder, false).unwrap();
        let ours = LevelReader::<R>::of_files(folder, width, files).unwrap();

        let item = |chunk: &RawChunk<R>| {
            let value = &chunk.block.content[chunk.value.start as usize..chunk.value.end as usize];
            (chunk.first.to_be().as_ref()[..width].to_vec(), value.to_vec())
        };
        for most in [1, 7, usize::MAX] {
            let (mut chunks, mut batch, mut found) = (ours.chunks(), vec![], vec![]);
            while chunks.next_chunks(most, &mut batch).unwrap() > 0 {
                assert!(batch.len() <= most);
                found.extend(batch.iter().map(item));
            }
            assert!(found == all);
        }
        let mut cursor = theirs.raw_iterator();
        let owned = |(key, value): (&[u8], &[u8])| (key.to_vec(), value.to_vec());
        cursor.seek_to_first();
        for expected in &all {
            assert!(cursor.item().map(owned).as_ref() == Some(expected));
            cursor.next();
        }
        assert!(!cursor.valid());
        cursor.status().unwrap();

        let one = [&[0; 31][..width - 1], &[1]].concat();
        let one = R::from_be(&one);
        let bounds = (0..all.len()).step_by(1 + all.len() / 500).chain([all.len() - 1]);
        let near = bounds.flat_map(|index| {
            let key = R::from_be(&all[index].0);
            [key, key.wrapping_add(one), key.wrapping_sub(one)]
        });
        for probe in near.chain([R::ZERO, R::ZERO.wrapping_sub(one).key()]) {
            let bytes = probe.to_be().as_ref()[..width].to_vec();
            cursor.seek_for_prev(&bytes);
            assert!(ours.before(probe).unwrap().as_ref().map(item) == cursor.item().map(owned));
            cursor.seek(&bytes);
            let (mut chunks, mut batch) = (ours.chunks_from(probe), vec![]);
            for _ in 0..2 {
                chunks.next_chunks(1, &mut batch).unwrap();
                assert!(batch.first().map(item) == cursor.item().map(owned));
                if cursor.valid() {
                    cursor.next();
                }
            }
        }
    }

    #[test]
    fn rocksdb_reads_the_same() {
        let noise = |i: u64, bytes: u64| (0..bytes).map(|at| scrambled(i << 20 | at) as u8).collect();
        let dense = |i| i << 40;
        let sparse = |i: u64| i << 44 | scrambled(i) & ((1 << 44) - 1);
        // Keys that end in zeros are those that the bounds between blocks come closest to.
        let round = |i: u64| (i / 10 + 1) << 48 | (i % 10) << 30;
        for count in [1, 2, 15, 16, 17, 33, 400] {
            compare::<u128>(8, &[count], dense, |_| vec![7]);
            compare::<u128>(15, &[count, 1, count], sparse, |i| noise(i, 1 + i % 300));
            compare::<Wide>(31, &[1, count], round, |i| noise(i, 9_000));
        }
        // As large as a value can be so that its block is not refused.
        compare::<u128>(8, &[1, 9, 40], sparse, |i| noise(i, 30_000));
        compare::<u128>(8, &[300], dense, |_| vec![0; 40_000]);
        // Indexes of several partitions, compressed or not.
        compare::<u128>(8, &[9_000], round, |i| noise(i, 500));
        compare::<u128>(12, &[30_000, 30_000], dense, |i| noise(i / 9, 250));
        compare::<Wide>(31, &[2_000, 9_000], sparse, |i| noise(i, 1_200));
        // More files than are open at a time.
        compare::<u128>(8, &[3; OPEN_FILES_MAX + 20], sparse, |i| noise(i, 40));
    }
}
