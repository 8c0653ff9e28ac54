//! Writes a level: records in order become chunks, chunks become SST files, and SST files become a database.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::Record;
use crate::files::atomic::{self, remove_tree, rename_unsynced};
use crate::files::checksum::{check_file, hash_file};
use crate::files::error::{Error, Result};
use crate::files::lock::own_path;
use crate::files::syncs::{Syncs, sync_folder};
use crate::levels::chunk::{self, CHUNK_RECORDS};
use crate::levels::reader::LevelReader;
use crate::levels::rocks::manifest;
use crate::levels::rocks::sst::{FinishedSst, SstFile};
use crate::levels::summary::{CatalogueFile, FileSummary, LevelSummary, Summarizer};

/// Chunks in every SST file but the last: 33.5 million records, about 70 MB at 2.1 bytes each. A count and not a size,
/// so that files do not depend on the memory limit.
pub const FILE_CHUNKS: u64 = 1 << 17;
/// SST files stay here until all are complete.
const INCOMING: &str = "incoming";
/// Maximum number of chunks encoded at the same time: more memory brings no gain.
const GROUP_CHUNKS_MAX: u64 = 1 << 12;
/// Chunks that a thread takes from another at most: left to itself, rayon cuts a loop on two threads into four pieces,
/// and one thread waits for the last.
const STOLEN_CHUNKS: usize = 16;

/// Writes one level front to back into a new folder, or one of its files alone.
///
/// Memory: `memory_bytes` bounds the records being encoded and their codes; RocksDB adds some 10 MiB for the file it
/// writes. Time: O(n); chunks are encoded on all threads while the previous group is compressed.
pub struct LevelWriter<R> {
    width: usize,
    group_chunks: usize,
    /// The last records, fewer than a chunk.
    pending: Vec<R>,
    summary: Summarizer<R>,
    /// Encoded chunks not yet in a file.
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
    /// Number of the first file.
    first: usize,
    /// Every file that is complete.
    finished: Vec<FinishedSst>,
    chunks: u64,
    syncs: Syncs,
}

/// A complete file of an unfinished level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenFile {
    /// Its records.
    pub summary: FileSummary,
    sst: FinishedSst,
}

impl<R: Record> LevelWriter<R> {
    /// Starts a level with keys of `width` bytes in `folder`, which must not exist yet, in files of `file_chunks`
    /// chunks: [`FILE_CHUNKS`] except in tests.
    pub fn create(folder: &Path, width: usize, memory_bytes: u64, file_chunks: u64) -> Result<LevelWriter<R>> {
        atomic::make_new_folder(folder)?;
        atomic::make_new_folder(&folder.join(INCOMING))?;
        assert!(
            (1..R::BYTES).contains(&width),
            "key width {width} for records of {} bytes",
            R::BYTES
        );
        // Records, their bytes to be hashed, their code and that of the group before, each at most BYTES + 1 per
        // record.
        let chunk_bytes = (CHUNK_RECORDS * 4 * (R::BYTES + 1)) as u64;
        Ok(LevelWriter {
            width,
            group_chunks: (memory_bytes / chunk_bytes).clamp(1, GROUP_CHUNKS_MAX) as usize,
            pending: Vec::with_capacity(CHUNK_RECORDS),
            encoded: vec![],
            files: Files::new(folder, file_chunks),
            summary: Summarizer::new(width, vec![], file_chunks * CHUNK_RECORDS as u64),
        })
    }

    /// Makes a level of all its files, each made by [`LevelWriter::finish_file`], even if it was finished since; other
    /// files are removed. Files that `is_known` are not read. The folder is then a read-only database, and durable
    /// except for its own name.
    ///
    /// # Errors
    /// [`Error::Corrupt`] when a file is missing or differs, for which each file is read once.
    pub fn assemble(
        folder: &Path,
        width: usize,
        (written, is_known): (Vec<WrittenFile>, &(dyn Fn(usize) -> bool + Sync)),
    ) -> Result<LevelSummary> {
        let incoming = folder.join(INCOMING);
        if !written.iter().all(|file| file.is_possible(width)) {
            return Err(Error::corrupt(&incoming, "what is said of its files is not possible"));
        }
        let in_order = written
            .windows(2)
            .all(|pair| pair[0].summary.last_key < pair[1].summary.first_key);
        if !in_order {
            return Err(Error::corrupt(&incoming, "its files are not in order"));
        }
        take_back(folder, written.len())?;
        let unknown = written.par_iter().enumerate().filter(|(index, _)| !is_known(*index));
        unknown.try_for_each(|(index, file)| {
            let path = incoming.join(incoming_name(index));
            check_file(&path, file.summary.bytes, &file.summary.xxh3, "its part")
        })?;
        let (summaries, finished) = written.into_iter().map(|file| (file.summary, file.sst)).unzip();
        let mut files = Files::new(folder, 1);
        files.finished = finished;
        files.finish()?;
        let summaries = files.name(summaries, manifest::sst_name);
        Ok(LevelSummary::of_files(summaries, catalogue(folder)?))
    }

    /// Starts file `index` of a level alone, in the new folder `folder`, see [`LevelWriter::finish_file`].
    pub fn create_file(
        folder: &Path,
        width: usize,
        memory_bytes: u64,
        file_chunks: u64,
        index: usize,
    ) -> Result<LevelWriter<R>> {
        let mut writer = LevelWriter::create(folder, width, memory_bytes, file_chunks)?;
        writer.files.first = index;
        Ok(writer)
    }

    /// Makes the place in the folder of a level, `level`, where [`LevelWriter::finish_file`] puts files; it may be
    /// there.
    ///
    /// # Errors
    /// When it cannot be made durable.
    pub fn expect_files(level: &Path) -> Result<()> {
        atomic::create_folders(&level.join(INCOMING))?;
        sync_folder(atomic::parent(level))
    }

    /// Removes that place, with what is in it, from a level that was finished meanwhile.
    pub fn expect_no_files(level: &Path) {
        let _ = remove_tree(&level.join(INCOMING));
        // The positions may be dropped already.
        let _ = own_path(level).map(fs::remove_dir);
    }

    /// Completes the only file, and moves it, durable, into its place in the folder of the level, `level`: it is one of
    /// those that [`LevelWriter::assemble`] takes. A file of this name is replaced. A level that was finished meanwhile
    /// has no place for it.
    ///
    /// # Errors
    /// [`Error::Io`] when the place is missing; when the file cannot be written.
    ///
    /// # Panics
    /// When no record was written, or more than a file holds.
    pub fn finish_file(mut self, level: &Path) -> Result<WrittenFile> {
        let pending = std::mem::take(&mut self.pending);
        if !pending.is_empty() {
            self.write_chunks(&pending)?;
        }
        self.files.put(&self.encoded, self.width)?;
        self.files.finish_file()?;
        let name = incoming_name(self.files.first);
        let (from, to) = (self.files.folder.join(INCOMING), level.join(INCOMING));
        atomic::rename(&from.join(&name), &to.join(&name))?;
        let mut summaries = self.files.name(self.summary.finish(), |_| name.clone());
        assert_eq!(summaries.len(), 1, "one file, not empty and not overfull");
        Ok(WrittenFile {
            summary: summaries.remove(0),
            sst: self.files.finished.remove(0),
        })
    }

    /// Returns whether a file that [`LevelWriter::finish_file`] has made is there with its size, possibly in a level
    /// that was finished since.
    ///
    /// # Errors
    /// Fails when the system does not permit looking now.
    pub fn has_file(level: &Path, index: usize, file: &WrittenFile) -> Result<bool> {
        let bytes = file.summary.bytes;
        Ok(
            atomic::has_size(&level.join(INCOMING).join(incoming_name(index)), bytes)?
                || atomic::has_size(&level.join(manifest::sst_name(index)), bytes)?,
        )
    }

    /// Returns the same level, with its files made durable now or later; the default is now.
    pub fn with_syncs(mut self, syncs: Syncs) -> LevelWriter<R> {
        self.files.syncs = syncs;
        self
    }

    /// Appends any number of records.
    ///
    /// # Panics
    /// Panics when keys do not increase, within a batch and from batch to batch.
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

    /// Encodes a group of chunks while the previous one is compressed.
    fn write_chunks(&mut self, records: &[R]) -> Result<()> {
        let Self {
            width, summary, files, ..
        } = self;
        let width = *width;
        let before = std::mem::take(&mut self.encoded);
        let encode = || -> Vec<Encoded<R>> {
            let chunks = records.par_chunks(CHUNK_RECORDS).with_max_len(STOLEN_CHUNKS);
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

    /// Completes the level: the folder is then a read-only database, and durable except for its own name.
    pub fn finish(mut self) -> Result<LevelSummary> {
        let pending = std::mem::take(&mut self.pending);
        if !pending.is_empty() {
            self.write_chunks(&pending)?;
        }
        self.files.put(&self.encoded, self.width)?;
        self.files.finish()?;
        let files = self.files.name(self.summary.finish(), manifest::sst_name);
        Ok(LevelSummary::of_files(files, catalogue(&self.files.folder)?))
    }
}

impl WrittenFile {
    /// Opens the file, number `index` of the level in the folder `level`, as a level of its own. The level may have
    /// been finished since. Cost: reads the file once.
    ///
    /// # Errors
    /// [`Error::Corrupt`] when it is missing or differs.
    pub fn open<R: Record>(&self, (level, index): (&Path, usize), width: usize) -> Result<LevelReader<R>> {
        let mut path = level.join(INCOMING).join(incoming_name(index));
        if !atomic::is_there(&path)? {
            path = level.join(manifest::sst_name(index));
        }
        if !self.is_possible(width) {
            return Err(Error::corrupt(&path, "its journal is invalid"));
        }
        check_file(&path, self.summary.bytes, &self.summary.xxh3, "its journal")?;
        LevelReader::of_files(level, width, vec![(path, self.summary.clone())])
    }

    /// Returns whether a level with keys of `width` bytes can have such a file.
    fn is_possible(&self, width: usize) -> bool {
        let Self { summary, sst } = self;
        sst.first.len() == width
            && sst.last.len() == width
            && sst.unique_id.len() == 16
            && sst.first == summary.first_key
            && (&sst.first..=&summary.last_key).contains(&&sst.last)
            && summary.last_key.len() == width
            && (&summary.xxh3, summary.bytes) == (&sst.xxh3, sst.bytes)
            && summary.by_label.len().max(summary.by_second.len()) <= 256
    }
}

/// Returns the name of a file until it becomes part of the database.
fn incoming_name(index: usize) -> String {
    format!("{index:06}.sst")
}

/// Undoes what [`LevelWriter::finish`] did to the first `count` files, for a process that was killed before anybody
/// wrote down that the level is finished.
fn take_back(folder: &Path, count: usize) -> Result<()> {
    let incoming = folder.join(INCOMING);
    for index in 0..count {
        let (from, to) = (
            folder.join(manifest::sst_name(index)),
            incoming.join(incoming_name(index)),
        );
        if !atomic::is_there(&to)? && atomic::is_there(&from)? {
            atomic::create_folders(&incoming)?;
            atomic::rename(&from, &to)?;
        }
    }
    Ok(())
}

impl Files {
    fn new(folder: &Path, file_chunks: u64) -> Files {
        Files {
            folder: folder.to_path_buf(),
            file_chunks,
            sst: None,
            first: 0,
            finished: vec![],
            chunks: 0,
            syncs: Syncs::Now,
        }
    }

    /// Fills in what is known only for finished files.
    fn name(&self, mut files: Vec<FileSummary>, name: impl Fn(usize) -> String) -> Vec<FileSummary> {
        assert_eq!(files.len(), self.finished.len());
        for (index, (file, sst)) in files.iter_mut().zip(&self.finished).enumerate() {
            (file.name, file.bytes, file.xxh3) = (name(index), sst.bytes, sst.xxh3.clone());
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
        let name = incoming_name(self.first + self.finished.len());
        self.sst = Some(SstFile::create(self.folder.join(INCOMING).join(name))?);
        Ok(())
    }

    fn finish_file(&mut self) -> Result<()> {
        if let Some(sst) = self.sst.take() {
            self.finished.push(sst.finish(self.syncs)?);
        }
        Ok(())
    }

    /// Turns the files into a database.
    fn finish(&mut self) -> Result<()> {
        self.finish_file()?;
        let incoming = self.folder.join(INCOMING);
        for index in 0..self.finished.len() {
            let place = self.folder.join(manifest::sst_name(index));
            rename_unsynced(&incoming.join(incoming_name(index)), &place)?;
        }
        remove_tree(&incoming)?;
        manifest::write(&self.folder, &self.finished, self.syncs)?;
        self.syncs.folder(&self.folder)
    }
}

/// Returns the files of a database that hold no records.
fn catalogue(folder: &Path) -> Result<Vec<CatalogueFile>> {
    let file = |name: &str| {
        let (bytes, xxh3) = hash_file(&folder.join(name))?;
        let name = name.to_string();
        Ok(CatalogueFile { name, bytes, xxh3 })
    };
    manifest::NAMES.into_iter().map(file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
        // 79 chunks, plus CURRENT and MANIFEST.
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

        let reader = LevelReader::<u128>::open(&many, 8, &many_summary).unwrap();
        for &record in &records {
            assert_eq!(reader.get(record).unwrap(), Some(record as u8));
        }
        assert_eq!(reader.get(5 << 64).unwrap(), None);
        reader.check(&many_summary).unwrap();
    }

    #[test]
    fn files_written_alone_in_any_order_make_the_same_level() {
        let temporary = tempfile::tempdir().unwrap();
        let records: Vec<u128> = (0..20_000u128).map(|i| (i * i) << 64 | i & 1).collect();
        let whole = temporary.path().join("whole");
        let expected = write(&whole, &records, 3);
        let level = temporary.path().join("level");
        let mut files: Vec<(usize, &[u128])> = records.chunks(3 * CHUNK_RECORDS).enumerate().collect();
        files.reverse();
        files.extend_from_within(5..7);
        let mut written = std::collections::BTreeMap::new();
        // A level that expects no files gets none, and no folder.
        let late = temporary.path().join("late");
        let mut writer = LevelWriter::create_file(&late, 8, 1 << 20, 3, 0).unwrap();
        writer.write(&records[..500]).unwrap();
        assert!(matches!(writer.finish_file(&level), Err(Error::Io { .. })));
        LevelWriter::<u128>::expect_files(&level).unwrap();
        LevelWriter::<u128>::expect_no_files(&level);
        assert!(!level.exists());
        LevelWriter::<u128>::expect_files(&level).unwrap();
        for (nth, (index, records)) in files.into_iter().enumerate() {
            let own = temporary.path().join(format!("own-{nth}"));
            let mut writer = LevelWriter::create_file(&own, 8, 1 << 20, 3, index).unwrap();
            records.chunks(500).for_each(|batch| writer.write(batch).unwrap());
            let file = writer.finish_file(&level).unwrap();
            assert!(LevelWriter::<u128>::has_file(&level, index, &file).unwrap());
            written.insert(index, file);
        }
        let written: Vec<WrittenFile> = written.into_values().collect();
        let mut swapped = written.clone();
        swapped.swap(3, 4);
        let none_known = |_| false;
        assert!(LevelWriter::<u128>::assemble(&level, 8, (swapped, &none_known)).is_err());
        let open_each = |way: &str| {
            for (index, (file, records)) in written.iter().zip(records.chunks(3 * CHUNK_RECORDS)).enumerate() {
                let alone = file.open::<u128>((&level, index), 8).unwrap();
                let (mut chunks, mut found) = (Vec::new(), Vec::new());
                alone.chunks().next_chunks(usize::MAX, &mut chunks).unwrap();
                chunks.iter().for_each(|chunk| chunk.decode(&mut found).unwrap());
                assert_eq!(found, records, "{way}: file {index}");
            }
        };
        open_each("unfinished");
        fs::write(level.join(INCOMING).join("000099.sst"), "of nobody").unwrap();
        let is_known = |index| index == 4;
        // A process may be killed behind that.
        for _ in 0..2 {
            let made = LevelWriter::<u128>::assemble(&level, 8, (written.clone(), &is_known));
            assert_eq!(made.unwrap(), expected);
        }
        open_each("finished");
        let other = written[5].open::<u128>((&level, 6), 8);
        assert!(matches!(other.err(), Some(Error::Corrupt { .. })));
        for file in &expected.files {
            assert!(fs::read(whole.join(&file.name)).unwrap() == fs::read(level.join(&file.name)).unwrap());
        }
    }
}
