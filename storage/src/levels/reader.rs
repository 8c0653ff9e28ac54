//! Reads a sealed level: single keys, and all chunks in key order.

use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use crate::Record;
use crate::files::error::{At, Error, Result};
use crate::levels::checked_level::CheckedLevel;
use crate::levels::chunk::{self, CHUNK_RECORDS, RawChunk};
use crate::levels::rocks::calls::{Cache, Entries, Level};
use crate::levels::summary::{FileSummary, LevelSummary, Summarizer};

/// Bytes read ahead by a scan of the whole level, and by one of a part.
const READAHEAD_BYTES: usize = 4 << 20;
const PART_READAHEAD_BYTES: usize = 256 << 10;
/// Chunks decoded at the same time by `check`.
const SCAN_CHUNKS: usize = 1 << 10;

/// A sealed level, read-only and shared by threads. Opening or reading it does not change the folder.
pub struct LevelReader<R> {
    level: Level,
    width: usize,
    folder: Arc<Path>,
    record: std::marker::PhantomData<R>,
}

impl<R: Record> LevelReader<R> {
    /// Opens a level whose files have been compared with its manifest. Blocks read by [`LevelReader::get`] stay in
    /// `cache`.
    ///
    /// # Errors
    /// Fails when it cannot be read.
    pub fn open(level: &CheckedLevel, cache: &Cache) -> Result<LevelReader<R>> {
        LevelReader::open_own(level.folder(), level.width(), cache)
    }

    /// Opens the level in `folder`, with keys of `width` bytes, that this process has written or already compared with
    /// its manifest under the writer lock: its files are used without another comparison. Only for the holder of the
    /// lock, whose files no other process changes.
    ///
    /// # Errors
    /// Fails when it cannot be read.
    pub fn open_own(folder: &Path, width: usize, cache: &Cache) -> Result<LevelReader<R>> {
        assert!(
            (1..=R::BYTES - R::LABEL_BYTES).contains(&width),
            "key width {width} for records of {} bytes",
            R::BYTES
        );
        // RocksDB's own sentence for this names options that the user does not have.
        std::fs::metadata(folder.join("CURRENT")).at(folder, "open the level in")?;
        Ok(LevelReader {
            level: Level::open(folder, cache)?,
            width,
            folder: folder.into(),
            record: std::marker::PhantomData,
        })
    }

    /// Returns the label stored with `key` (whose own label is ignored), or `None` when the level does not hold the
    /// key. Reads one block, or none when it is cached.
    pub fn get(&self, key: R) -> Result<Option<u8>> {
        Ok(self.find(key)?.map(R::label))
    }

    /// Returns the record with this key (its labels are ignored), or `None` when the level does not hold the key. Cost:
    /// as [`LevelReader::get`].
    pub fn find(&self, key: R) -> Result<Option<R>> {
        let key = key.key();
        let mut records = Vec::with_capacity(CHUNK_RECORDS);
        let bytes = key.to_be();
        let decoded = self.level.find(&bytes.as_ref()[..self.width], |first, value| {
            chunk::decode::<R>(first, value, self.width, &mut records)
        })?;
        let Some(decoded) = decoded else { return Ok(None) };
        decoded.map_err(|what| Error::corrupt(&self.folder, what))?;
        let found = records.binary_search_by(|record| record.key().cmp(&key));
        Ok(found.ok().map(|index| records[index]))
    }

    /// Starts a scan of all chunks in key order.
    pub fn chunks(&self) -> Chunks<'_, R> {
        Chunks {
            entries: self.level.entries(READAHEAD_BYTES, None),
            level: self,
        }
    }

    /// Starts a scan of a part of the level, beginning with the chunk whose first key is `first`.
    pub fn chunks_from(&self, first: R) -> Chunks<'_, R> {
        let first = first.to_be();
        Chunks {
            entries: (self.level).entries(PART_READAHEAD_BYTES, Some(&first.as_ref()[..self.width])),
            level: self,
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
    entries: Entries<'a>,
    level: &'a LevelReader<R>,
}

impl<R: Record> Chunks<'_, R> {
    /// Replaces the content of `out` by the next chunks, at most `max`; returns their number, 0 at the end. Reads and
    /// decompresses on this thread; any thread may call [`RawChunk::decode`].
    pub fn next_chunks(&mut self, max: usize, out: &mut Vec<RawChunk<R>>) -> Result<usize> {
        out.clear();
        let LevelReader { width, folder, .. } = self.level;
        while out.len() < max {
            let Some((key, value)) = self.entries.item() else { break };
            if key.len() != *width {
                let what = format!("a chunk has a key of {} bytes instead of {width}", key.len());
                return Err(Error::corrupt(folder, what));
            }
            out.push(RawChunk {
                first: R::from_be(key),
                value: value.into(),
                width: *width,
                folder: folder.clone(),
            });
            self.entries.advance();
        }
        self.entries.status()?;
        Ok(out.len())
    }
}
