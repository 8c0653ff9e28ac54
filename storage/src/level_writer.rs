//! Writes a level: records in order become chunks, chunks become SST files, SST files become a database.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rocksdb::{DB, IngestExternalFileOptions};

use crate::atomic::{remove_file, remove_tree, sync_folder, sync_tree};
use crate::checksum::hash_file;
use crate::chunk::{self, CHUNK_RECORDS};
use crate::error::{At, Error, Result};
use crate::level_summary::{CatalogueFile, FileSummary, LevelSummary, Summarizer};
use crate::sst::SstFile;
use crate::{Record, rocks, rocks_manifest};

/// Chunks in every SST file but the last: 33.5 million records, about 70 MB at 2.1 bytes each. A count and not a size,
/// so that files do not depend on the memory limit.
pub const FILE_CHUNKS: u64 = 1 << 17;
/// The name that RocksDB gives to the manifest of a new database.
const MANIFEST: &str = "MANIFEST-000005";
/// SST files lie here until the database takes them over.
const INCOMING: &str = "incoming";
/// Most chunks encoded at the same time: beyond, memory brings nothing.
const GROUP_CHUNKS_MAX: u64 = 1 << 12;

/// Writes one level front to back into a folder of its own. A level that was not finished is gone on with after the last
/// file of [`LevelWriter::checkpoint`].
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
    /// Size and hash of every file that is complete.
    finished: Vec<(u64, String)>,
    chunks: u64,
}

impl<R: Record> LevelWriter<R> {
    /// Starts a level with keys of `width` bytes in `folder`, which must not exist yet, in files of `file_chunks` chunks:
    /// [`FILE_CHUNKS`] but in tests.
    pub fn create(folder: &Path, width: usize, memory_bytes: u64, file_chunks: u64) -> Result<LevelWriter<R>> {
        fs::create_dir(folder).at(folder, "create")?;
        let incoming = folder.join(INCOMING);
        fs::create_dir(&incoming).at(&incoming, "create")?;
        Ok(LevelWriter::after(folder, width, memory_bytes, vec![], file_chunks))
    }

    /// Goes on with a level whose first files were complete at a [`LevelWriter::checkpoint`]; what came after them is
    /// removed.
    ///
    /// # Errors
    /// [`Error::Corrupt`] when a file is not there or does not have its size; the level has to be begun anew.
    pub fn resume(
        folder: &Path,
        width: usize,
        memory_bytes: u64,
        finished: Vec<FileSummary>,
        file_chunks: u64,
    ) -> Result<LevelWriter<R>> {
        let incoming = folder.join(INCOMING);
        if finished
            .iter()
            .any(|file| file.last_key.len() != width || file.by_label.len().max(file.by_second.len()) > 256)
        {
            return Err(Error::corrupt(&incoming, "its journal has files that cannot be"));
        }
        for (index, file) in finished.iter().enumerate() {
            let path = incoming.join(incoming_name(index));
            let found = fs::metadata(&path).at(&path, "read")?.len();
            if found != file.bytes {
                let what = format!("it has {found} bytes, {} were written", file.bytes);
                return Err(Error::corrupt(&path, what));
            }
        }
        for entry in fs::read_dir(&incoming).at(&incoming, "list")? {
            let path = entry.at(&incoming, "list")?.path();
            let known = (0..finished.len()).any(|index| path.ends_with(incoming_name(index)));
            if !known {
                remove_file(&path)?;
            }
        }
        Ok(LevelWriter::after(folder, width, memory_bytes, finished, file_chunks))
    }

    fn after(
        folder: &Path,
        width: usize,
        memory_bytes: u64,
        finished: Vec<FileSummary>,
        file_chunks: u64,
    ) -> LevelWriter<R> {
        assert!(
            (1..R::BYTES).contains(&width),
            "key width {width} for records of {} bytes",
            R::BYTES
        );
        // Records, their bytes to be hashed, their code and that of the group before, each at most BYTES + 1 a record.
        let chunk_bytes = (CHUNK_RECORDS * 4 * (R::BYTES + 1)) as u64;
        LevelWriter {
            width,
            group_chunks: (memory_bytes / chunk_bytes).clamp(1, GROUP_CHUNKS_MAX) as usize,
            pending: Vec::with_capacity(CHUNK_RECORDS),
            encoded: vec![],
            files: Files {
                folder: folder.to_path_buf(),
                file_chunks,
                sst: None,
                finished: finished.iter().map(|file| (file.bytes, file.xxh3.clone())).collect(),
                chunks: finished.len() as u64 * file_chunks,
            },
            summary: Summarizer::after(width, finished, file_chunks * CHUNK_RECORDS as u64),
        }
    }

    /// When all records so far fill whole files: completes these, makes them durable, and returns them, to be given to
    /// [`LevelWriter::resume`]. `None` between the ends of two files.
    pub fn checkpoint(&mut self) -> Result<Option<Vec<FileSummary>>> {
        let chunks = self.files.chunks + self.encoded.len() as u64;
        if !self.pending.is_empty() || chunks == 0 || !chunks.is_multiple_of(self.files.file_chunks) {
            return Ok(None);
        }
        let encoded = std::mem::take(&mut self.encoded);
        self.files.put(&encoded, self.width)?;
        self.files.finish_file()?;
        sync_folder(&self.files.folder.join(INCOMING))?;
        sync_folder(&self.files.folder)?;
        Ok(Some(self.files.name(self.summary.finished().to_vec(), incoming_name)))
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
        let names = self.files.finish()?;
        let files = self.files.name(self.summary.finish(), |index| names[index].clone());
        Ok(LevelSummary::of_files(files, catalogue(&self.files.folder)?))
    }
}

/// Name of a file until the database takes it over.
fn incoming_name(index: usize) -> String {
    format!("{index:06}.sst")
}

impl Files {
    /// Fills in what only the finished files tell.
    fn name(&self, mut files: Vec<FileSummary>, name: impl Fn(usize) -> String) -> Vec<FileSummary> {
        assert_eq!(files.len(), self.finished.len());
        for (index, (file, (bytes, xxh3))) in files.iter_mut().zip(&self.finished).enumerate() {
            (file.name, file.bytes, file.xxh3) = (name(index), *bytes, xxh3.clone());
        }
        files
    }

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
        let name = incoming_name(self.finished.len());
        self.sst = Some(SstFile::create(self.folder.join(INCOMING).join(name))?);
        Ok(())
    }

    fn finish_file(&mut self) -> Result<()> {
        if let Some(sst) = self.sst.take() {
            self.finished.push(sst.finish()?);
        }
        Ok(())
    }

    /// Makes the files a database; returns the names it gave them.
    fn finish(&mut self) -> Result<Vec<String>> {
        self.finish_file()?;
        let failed = |error| Error::rocks(&self.folder, error);
        rocks::check_room(&self.folder)?;
        let db = DB::open(rocks::writing(), &self.folder).map_err(failed)?;
        let incoming = self.folder.join(INCOMING);
        let files: Vec<PathBuf> = (0..self.finished.len())
            .map(|index| incoming.join(incoming_name(index)))
            .collect();
        if !files.is_empty() {
            let mut options = IngestExternalFileOptions::default();
            options.set_move_files(true);
            options.set_allow_global_seqno(false);
            db.ingest_external_file_opts(&options, files).map_err(failed)?;
        }
        drop(db);
        remove_tree(&incoming)?;
        remove_leftovers(&self.folder)?;
        let manifest = manifest_path(&self.folder)?;
        // Another name, in a level that differs by nothing else, is what a look at a file that failed has led to.
        if !manifest.ends_with(MANIFEST) {
            let source = std::io::Error::other("the system does not let it be looked at");
            return Err(Error::io(&self.folder, "seal", source));
        }
        rocks_manifest::replace(&manifest)?;
        sync_tree(&self.folder)?;
        let names = sst_names(&self.folder)?;
        assert_eq!(
            names.len(),
            self.finished.len(),
            "the database has the files it was given"
        );
        Ok(names)
    }
}

/// The files of a database that hold no records.
fn catalogue(folder: &Path) -> Result<Vec<CatalogueFile>> {
    let manifest = manifest_path(folder)?;
    [folder.join("CURRENT"), manifest]
        .iter()
        .map(|path| {
            let (bytes, xxh3) = hash_file(path)?;
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            Ok(CatalogueFile { name, bytes, xxh3 })
        })
        .collect()
}

/// The manifest that `CURRENT` names.
fn manifest_path(folder: &Path) -> Result<PathBuf> {
    let current = folder.join("CURRENT");
    let name = fs::read_to_string(&current).at(&current, "read")?;
    Ok(folder.join(name.trim_end()))
}

/// Removes what a database that is only read does not need: empty write-ahead logs, locks, option files, and a first
/// manifest that RocksDB could not remove itself.
fn remove_leftovers(folder: &Path) -> Result<()> {
    let manifest = manifest_path(folder)?;
    for entry in fs::read_dir(folder).at(folder, "list")? {
        let path = entry.at(folder, "list")?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_old = name.starts_with("MANIFEST-") && path != manifest;
        if is_old || name == "LOCK" || name == "IDENTITY" || name.starts_with("OPTIONS-") || name.ends_with(".log") {
            remove_file(&path)?;
        }
    }
    Ok(())
}

/// Names of all SST files in `folder`, in order: the database numbers them as they were given to it.
fn sst_names(folder: &Path) -> Result<Vec<String>> {
    let mut names = vec![];
    for entry in fs::read_dir(folder).at(folder, "list")? {
        let name = entry.at(folder, "list")?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".sst") {
            names.push(name);
        }
    }
    names.sort_unstable();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cache, LevelReader};

    fn write(folder: &Path, records: &[u128], file_chunks: u64) -> LevelSummary {
        let mut writer = LevelWriter::create(folder, 8, 1 << 20, file_chunks).unwrap();
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
        assert_eq!((many_summary.files.len(), one_summary.files.len()), (27, 1));
        assert_eq!(
            (many_summary.positions, &many_summary.by_label),
            (one_summary.positions, &one_summary.by_label)
        );
        for file in many_summary.files.iter().chain(&one_summary.files) {
            let folder = if many_summary.files.contains(file) { &many } else { &one };
            let bytes = fs::read(folder.join(&file.name)).unwrap();
            assert_eq!(
                (file.bytes, &file.xxh3),
                (bytes.len() as u64, &crate::hash_bytes(&bytes))
            );
        }

        // One cache for all files: their blocks must not be mistaken for one another.
        let cache = Cache::new(8 << 20);
        let reader = LevelReader::<u128>::open(&many, 8, &cache).unwrap();
        for &record in &records {
            assert_eq!(reader.get(record).unwrap(), Some(record as u8));
        }
        assert_eq!(reader.get(5 << 64).unwrap(), None);
        reader.check(&many_summary).unwrap();
    }

    #[test]
    fn a_level_is_gone_on_with_after_any_of_its_files() {
        let temporary = tempfile::tempdir().unwrap();
        let records: Vec<u128> = (0..20_000u128).map(|i| (i * i) << 64 | i & 1).collect();
        let whole = temporary.path().join("whole");
        let expected = write(&whole, &records, 3);
        for (stop, batch) in [(0, 768), (1, 768), (5, 256), (24, 2304)] {
            let folder = temporary.path().join(format!("stop-{stop}"));
            let mut writer = LevelWriter::create(&folder, 8, 1 << 20, 3).unwrap();
            let mut sealed = vec![];
            for batch in records.chunks(batch) {
                if sealed.len() >= stop {
                    // What lies beyond the checkpoint is lost with the process.
                    writer.write(&batch[..batch.len() / 2]).unwrap();
                    break;
                }
                writer.write(batch).unwrap();
                sealed = writer.checkpoint().unwrap().unwrap_or(sealed);
            }
            assert!(sealed.len() >= stop);
            drop(writer);
            fs::write(folder.join(INCOMING).join("000099.sst"), "unfinished").unwrap();
            let done = sealed.iter().map(|file| file.positions as usize).sum::<usize>();
            let mut writer = LevelWriter::<u128>::resume(&folder, 8, 1 << 20, sealed, 3).unwrap();
            writer.write(&records[done..]).unwrap();
            assert_eq!(writer.finish().unwrap(), expected);
        }
    }
}
