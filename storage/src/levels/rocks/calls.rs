//! RocksDB: the options of a level, the block cache that readers share, levels that are read and files that are
//! written. Nothing else calls it. `absent.rs` takes this file's place in a build without RocksDB.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use memmap2::MmapOptions;
use rocksdb::{
    BlockBasedIndexType, BlockBasedOptions, ChecksumType, DB, DBCompressionType, DBRawIterator, InfoLogger, LogLevel,
    Options, ReadOptions, SstFileWriter,
};

use crate::files::error::{At, Error, Result};

/// Uncompressed bytes of a data block: about 20 chunks, so that zstd sees repetition.
const BLOCK_BYTES: usize = 24 << 10;
const INDEX_PARTITION_BYTES: usize = 4 << 10;
const ZSTD_LEVEL: i32 = 1;
/// From 6 on, checksums depend on RocksDB's random session id.
const TABLE_FORMAT: i32 = 5;
/// Files of one level open at the same time.
const OPEN_FILES_MAX: i32 = 128;

/// A block cache with a fixed capacity, shared by any number of readers.
#[derive(Clone)]
pub struct Cache(rocksdb::Cache);

impl Cache {
    /// Creates a cache that holds at most `bytes` of data and index blocks.
    pub fn new(bytes: u64) -> Cache {
        Cache(rocksdb::Cache::new_lru_cache(
            usize::try_from(bytes).unwrap_or(usize::MAX),
        ))
    }

    /// Returns the number of bytes in use now.
    pub fn used_bytes(&self) -> u64 {
        self.0.get_usage() as u64
    }
}

/// Address space that RocksDB needs when options are created or a level is opened; without it, it aborts the process.
/// Each set of options comes with a cache of its own, an unused mapping of 6.4 MiB, up to three at a time; writing a
/// database starts up to three threads with stacks of 8 MiB.
const ROOM_BYTES: usize = 64 << 20;

/// A sealed level, read-only.
pub(crate) struct Level {
    db: DB,
    folder: PathBuf,
}

impl Level {
    /// Opens the level in `folder`.
    pub fn open(folder: &Path, cache: &Cache) -> Result<Level> {
        check_room(folder)?;
        let opened = ending_here(|| DB::open_for_read_only(&options(Some(cache)), folder, true));
        let db = opened.map_err(|error| {
            // The binding recreates a folder that a writer has just dropped; this call does not remove a folder with
            // content.
            let _ = std::fs::remove_dir(folder);
            rocks_error(folder, error)
        })?;
        let folder = folder.to_path_buf();
        Ok(Level { db, folder })
    }

    /// Returns the result of `read` for the last entry whose key is not above `key`, if there is one.
    pub fn find<T>(&self, key: &[u8], read: impl FnOnce(&[u8], &[u8]) -> T) -> Result<Option<T>> {
        let mut entries = self.db.raw_iterator();
        entries.seek_for_prev(key);
        let found = entries.item().map(|(key, value)| read(key, value));
        if found.is_none() {
            entries.status().map_err(|error| rocks_error(&self.folder, error))?;
        }
        Ok(found)
    }

    /// Returns the entries starting at the key `from`, or all, with a read-ahead of this many bytes.
    pub fn entries(&self, readahead_bytes: usize, from: Option<&[u8]>) -> Entries<'_> {
        let mut options = ReadOptions::default();
        options.fill_cache(false);
        options.set_readahead_size(readahead_bytes);
        let mut entries = self.db.raw_iterator_opt(options);
        match from {
            Some(key) => entries.seek(key),
            None => entries.seek_to_first(),
        }
        let folder = &self.folder;
        Entries { entries, folder }
    }
}

/// Entries of a level in key order.
pub(crate) struct Entries<'a> {
    entries: DBRawIterator<'a>,
    folder: &'a Path,
}

impl Entries<'_> {
    /// Returns key and value of the present entry; `None` at the end, and where it cannot be read.
    pub fn item(&self) -> Option<(&[u8], &[u8])> {
        self.entries.item()
    }

    /// Goes to the next entry.
    pub fn advance(&mut self) {
        self.entries.next();
    }

    /// Fails when an entry could not be read.
    pub fn status(&self) -> Result<()> {
        self.entries.status().map_err(|error| rocks_error(self.folder, error))
    }
}

/// An SST file being written.
pub(crate) struct SstWriter {
    writer: SstFileWriter<'static>,
    path: PathBuf,
}

impl SstWriter {
    /// Creates the file.
    pub fn create(path: &Path) -> Result<SstWriter> {
        check_room(path)?;
        let writer = ending_here(|| {
            let writer = SstFileWriter::create(writing());
            writer.open(path).map(|()| writer)
        });
        let writer = writer.map_err(|error| rocks_error(path, error))?;
        let path = path.to_path_buf();
        Ok(SstWriter { writer, path })
    }

    /// Appends an entry; keys must increase.
    pub fn put(&mut self, key: &[u8], value: &[u8]) -> Result<()> {
        self.writer
            .put(key, value)
            .map_err(|error| rocks_error(&self.path, error))
    }

    /// Completes the file.
    pub fn finish(&mut self) -> Result<()> {
        self.writer.finish().map_err(|error| rocks_error(&self.path, error))
    }
}

fn rocks_error(path: &Path, error: rocksdb::Error) -> Error {
    Error::rocks(path, error.as_ref(), error.kind() == rocksdb::ErrorKind::Corruption)
}

/// Fails when the system would not grant RocksDB what it needs; `folder` is what it is needed for.
fn check_room(folder: &Path) -> Result<()> {
    MmapOptions::new()
        .len(ROOM_BYTES)
        .map_anon()
        .at(folder, "open")
        .map(drop)
}

/// Calls RocksDB where it starts threads. Where one is refused, C++ throws an exception, which Rust cannot catch: if it
/// reached the start of a thread, the process would be aborted without a sentence. Whether a frame on its way ends it,
/// and so calls the handler of [`on_terminate`](crate::out_of_memory::on_terminate), depends on how the compiler has
/// laid out that frame. This one always ends it, as a panic that cannot unwind, whose hook says what is lacking.
fn ending_here<T>(call: impl FnOnce() -> T) -> T {
    // Neither inlined nor generic, so that what it calls may unwind as far as the compiler knows.
    #[inline(never)]
    extern "C" fn end(call: &mut &mut dyn FnMut()) {
        call();
    }
    let (mut call, mut result) = (Some(call), None);
    let mut once = || result = call.take().map(|call| call());
    end(&mut (&mut once as &mut dyn FnMut()));
    result.expect("it was called")
}

/// Options for writing levels; they live as long as the process because an SST writer borrows them.
pub(crate) fn writing() -> &'static Options {
    static OPTIONS: OnceLock<Options> = OnceLock::new();
    OPTIONS.get_or_init(|| {
        let mut options = options(None);
        options.create_if_missing(true);
        options
    })
}

fn options(cache: Option<&Cache>) -> Options {
    let mut table = BlockBasedOptions::default();
    table.set_block_size(BLOCK_BYTES);
    table.set_metadata_block_size(INDEX_PARTITION_BYTES);
    table.set_index_type(BlockBasedIndexType::TwoLevelIndexSearch);
    table.set_format_version(TABLE_FORMAT);
    table.set_checksum_type(ChecksumType::XXH3);
    match cache {
        Some(cache) => {
            table.set_cache_index_and_filter_blocks(true);
            table.set_block_cache(&cache.0);
        }
        None => table.disable_cache(),
    }

    // These have no setters. An empty host id keeps this computer's name out of the files.
    let mut options = Options::default()
        .get_options_from_string("db_host_id=;write_identity_file=false;write_dbid_to_manifest=true")
        .expect("RocksDB knows its own options");
    options.set_block_based_table_factory(&table);
    options.set_compression_type(DBCompressionType::Zstd);
    options.set_compression_options(-14, ZSTD_LEVEL, 0, 0);
    options.set_disable_auto_compactions(true);
    options.set_max_open_files(OPEN_FILES_MAX);
    // By default opening a level starts some twenty threads, 3 ms of CPU, for few files and unused statistics.
    options.set_max_file_opening_threads(1);
    options.set_stats_dump_period_sec(0);
    options.set_stats_persist_period_sec(0);
    options.set_paranoid_checks(true);
    // Without a logger of ours RocksDB writes a LOG file into the folder.
    options.set_info_logger(InfoLogger::new_callback_logger(LogLevel::Fatal, |_, _| {}));
    options
}
