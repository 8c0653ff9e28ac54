//! Writes a level: records in order become chunks, chunks become SST files, SST files become a database.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rocksdb::{DB, IngestExternalFileOptions};

use crate::atomic::{remove_file, remove_tree, sync_tree};
use crate::chunk::{self, CHUNK_RECORDS};
use crate::error::{At, Error, Result};
use crate::level_summary::{LevelSummary, Summarizer};
use crate::sst::SstFile;
use crate::{Record, rocks};

/// Chunks in every SST file but the last: 33.5 million records, about 150 MB at 4.5 bytes each. A count and not a
/// size, so that files do not depend on the memory limit.
const FILE_CHUNKS: u64 = 1 << 17;
/// SST files lie here until the database takes them over.
const INCOMING: &str = "incoming";
/// Most chunks encoded at the same time: beyond, memory brings nothing.
const GROUP_CHUNKS_MAX: u64 = 1 << 12;

/// Writes one level front to back into a folder of its own.
///
/// Memory: `memory_bytes` bound the records being encoded and their codes; RocksDB adds some 10 MiB for the file it
/// writes. Time: O(n), chunks are encoded on all threads, one thread compresses the group before.
pub struct LevelWriter<R> {
    width: usize,
    group_chunks: usize,
    /// The last records, fewer than a chunk.
    pending: Vec<R>,
    summary: Summarizer<R>,
    /// Chunks on their way to the files.
    encoded: Vec<Encoded<R>>,
    files: Files,
}

/// A chunk: its first record and its value.
type Encoded<R> = (R, Vec<u8>);

/// The SST files of a level.
struct Files {
    folder: PathBuf,
    file_chunks: u64,
    sst: Option<SstFile>,
    finished: Vec<PathBuf>,
    chunks: u64,
}

impl<R: Record> LevelWriter<R> {
    /// Starts a level with keys of `width` bytes in `folder`, which must not exist yet.
    pub fn create(folder: &Path, width: usize, memory_bytes: u64) -> Result<LevelWriter<R>> {
        assert!(
            (1..R::BYTES).contains(&width),
            "key width {width} for records of {} bytes",
            R::BYTES
        );
        fs::create_dir(folder).at(folder, "create")?;
        let incoming = folder.join(INCOMING);
        fs::create_dir(&incoming).at(&incoming, "create")?;
        // Records, their bytes to be hashed, their code and that of the group before, each at most BYTES + 1 a record.
        let chunk_bytes = (CHUNK_RECORDS * 4 * (R::BYTES + 1)) as u64;
        Ok(LevelWriter {
            width,
            group_chunks: (memory_bytes / chunk_bytes).clamp(1, GROUP_CHUNKS_MAX) as usize,
            pending: Vec::with_capacity(CHUNK_RECORDS),
            summary: Summarizer::new(width),
            encoded: vec![],
            files: Files {
                folder: folder.to_path_buf(),
                file_chunks: FILE_CHUNKS,
                sst: None,
                finished: vec![],
                chunks: 0,
            },
        })
    }

    /// Appends records; any number of them.
    ///
    /// # Panics
    /// When keys do not increase, within a batch and from batch to batch.
    pub fn write(&mut self, batch: &[R]) -> Result<()> {
        let mut batch = batch;
        if !self.pending.is_empty() {
            let (now, later) = batch.split_at(batch.len().min(CHUNK_RECORDS - self.pending.len()));
            self.pending.extend_from_slice(now);
            batch = later;
            if self.pending.len() < CHUNK_RECORDS {
                return Ok(());
            }
            let chunk = std::mem::replace(&mut self.pending, Vec::with_capacity(CHUNK_RECORDS));
            self.write_chunks(&chunk)?;
        }
        let (whole, rest) = batch.split_at(batch.len() / CHUNK_RECORDS * CHUNK_RECORDS);
        for group in whole.chunks(CHUNK_RECORDS * self.group_chunks) {
            self.write_chunks(group)?;
        }
        self.pending.extend_from_slice(rest);
        Ok(())
    }

    /// Encodes a group of chunks while the one before is compressed.
    fn write_chunks(&mut self, records: &[R]) -> Result<()> {
        let Self {
            width, summary, files, ..
        } = self;
        let width = *width;
        let before = std::mem::take(&mut self.encoded);
        let encode = || -> Vec<Encoded<R>> {
            let chunks = records.par_chunks(CHUNK_RECORDS);
            let code = |records: &[R]| {
                let mut value = vec![];
                chunk::encode(records, width, &mut value);
                (records[0], value)
            };
            chunks.map(code).collect()
        };
        let (put, (increasing, encoded)) = rayon::join(
            || files.put(&before, width),
            || rayon::join(|| summary.add(records), encode),
        );
        assert!(increasing, "records of a level must come in key order, each key once");
        self.encoded = encoded;
        put
    }

    /// Ends the level: the folder is then a database that is only read, and durable but for its own name.
    pub fn finish(mut self) -> Result<LevelSummary> {
        let pending = std::mem::take(&mut self.pending);
        if !pending.is_empty() {
            self.write_chunks(&pending)?;
        }
        self.files.put(&self.encoded, self.width)?;
        let bytes = self.files.finish()?;
        Ok(self.summary.finish(bytes))
    }
}

impl Files {
    fn put<R: Record>(&mut self, chunks: &[Encoded<R>], width: usize) -> Result<()> {
        for (first, value) in chunks {
            if self.chunks.is_multiple_of(self.file_chunks) {
                self.next_file()?;
            }
            let sst = self.sst.as_mut().expect("opened at the first chunk");
            sst.put(&first.to_be().as_ref()[..width], value)?;
            self.chunks += 1;
        }
        Ok(())
    }

    fn next_file(&mut self) -> Result<()> {
        self.finish_file()?;
        let name = format!("{:06}.sst", self.finished.len());
        self.sst = Some(SstFile::create(self.folder.join(INCOMING).join(name))?);
        Ok(())
    }

    fn finish_file(&mut self) -> Result<()> {
        if let Some(sst) = self.sst.take() {
            self.finished.push(sst.finish()?);
        }
        Ok(())
    }

    /// Makes the files a database; returns their size.
    fn finish(mut self) -> Result<u64> {
        self.finish_file()?;
        let failed = |error| Error::rocks(&self.folder, error);
        let db = DB::open(rocks::writing(), &self.folder).map_err(failed)?;
        if !self.finished.is_empty() {
            let mut options = IngestExternalFileOptions::default();
            options.set_move_files(true);
            options.set_allow_global_seqno(false);
            db.ingest_external_file_opts(&options, self.finished.clone())
                .map_err(failed)?;
        }
        drop(db);
        remove_tree(&self.folder.join(INCOMING))?;
        remove_leftovers(&self.folder)?;
        sync_tree(&self.folder)?;
        sst_bytes(&self.folder)
    }
}

/// Removes what a database that is only read does not need: empty write-ahead logs, locks, option files.
fn remove_leftovers(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder).at(folder, "list")? {
        let path = entry.at(folder, "list")?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name == "LOCK" || name == "IDENTITY" || name.starts_with("OPTIONS-") || name.ends_with(".log") {
            remove_file(&path)?;
        }
    }
    Ok(())
}

/// Bytes of all SST files in `folder`.
pub(crate) fn sst_bytes(folder: &Path) -> Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder).at(folder, "list")? {
        let entry = entry.at(folder, "list")?;
        if entry.path().extension().is_some_and(|extension| extension == "sst") {
            bytes += entry.metadata().at(&entry.path(), "read")?.len();
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cache, LevelReader};

    fn write(folder: &Path, records: &[u128], file_chunks: u64) -> LevelSummary {
        let mut writer = LevelWriter::create(folder, 8, 1 << 20).unwrap();
        writer.files.file_chunks = file_chunks;
        records.chunks(1000).for_each(|batch| writer.write(batch).unwrap());
        writer.finish().unwrap()
    }

    #[test]
    fn many_files_make_one_level() {
        let temporary = tempfile::tempdir().unwrap();
        let records: Vec<u128> = (0..20_000u128).map(|i| (i * i) << 64 | i & 1).collect();
        let (many, one) = (temporary.path().join("many"), temporary.path().join("one"));
        let (many_summary, one_summary) = (write(&many, &records, 3), write(&one, &records, FILE_CHUNKS));
        let count = |folder: &Path| fs::read_dir(folder).unwrap().count();
        // 79 chunks; CURRENT and MANIFEST come on top.
        assert_eq!((count(&many), count(&one)), (27 + 2, 1 + 2));
        assert_eq!(
            LevelSummary {
                bytes: one_summary.bytes,
                ..many_summary.clone()
            },
            one_summary
        );

        // One cache for all files: their blocks must not be mistaken for one another.
        let cache = Cache::new(8 << 20);
        let reader = LevelReader::<u128>::open(&many, 8, &cache).unwrap();
        for &record in &records {
            assert_eq!(reader.get(record).unwrap(), Some(record as u8));
        }
        assert_eq!(reader.get(5 << 64).unwrap(), None);
        assert_eq!(reader.scan_summary().unwrap(), many_summary);
    }
}
