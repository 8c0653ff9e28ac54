//! The RocksDB options of a level, and the block cache that readers share.

use std::path::Path;
use std::sync::OnceLock;

use memmap2::MmapOptions;
use rocksdb::{BlockBasedIndexType, BlockBasedOptions, ChecksumType, DBCompressionType, InfoLogger, LogLevel, Options};

use crate::error::{At, Result};

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
    /// A cache that holds at most `bytes` of data and index blocks.
    pub fn new(bytes: u64) -> Cache {
        Cache(rocksdb::Cache::new_lru_cache(
            usize::try_from(bytes).unwrap_or(usize::MAX),
        ))
    }

    /// Bytes in use now.
    pub fn used_bytes(&self) -> u64 {
        self.0.get_usage() as u64
    }
}

/// Address space that RocksDB must find when options are made or a level is opened, or it aborts the process: each set of
/// options comes with a cache of RocksDB's own, a mapping of 6.4 MiB that is never used, up to three at a time; a database
/// that is written starts up to three threads with stacks of 8 MiB.
const ROOM_BYTES: usize = 64 << 20;

/// Fails where the system would not give RocksDB what it cannot do without; `folder` is what it was wanted for.
pub(crate) fn check_room(folder: &Path) -> Result<()> {
    MmapOptions::new()
        .len(ROOM_BYTES)
        .map_anon()
        .at(folder, "open")
        .map(drop)
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

/// Options for reading a sealed level.
pub(crate) fn reading(cache: &Cache) -> Options {
    options(Some(cache))
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
    // By default opening a level starts some twenty threads, 3 ms of CPU, for files that are few and statistics that
    // nobody reads.
    options.set_max_file_opening_threads(1);
    options.set_stats_dump_period_sec(0);
    options.set_stats_persist_period_sec(0);
    options.set_paranoid_checks(true);
    // Without a logger of ours RocksDB writes a LOG file into the folder.
    options.set_info_logger(InfoLogger::new_callback_logger(LogLevel::Fatal, |_, _| {}));
    options
}
