//! RocksDB: the options of a level, and the files that it writes. Nothing else calls it. `absent.rs` takes this file's
//! place in a build without RocksDB.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use memmap2::MmapOptions;
use rocksdb::{
    BlockBasedIndexType, BlockBasedOptions, ChecksumType, DBCompressionType, InfoLogger, LogLevel, Options,
    SstFileWriter,
};

use crate::files::error::{At, Error, Result};
use crate::files::lock::own_path;

/// Uncompressed bytes of a data block: about 20 chunks, so that zstd sees repetition.
const BLOCK_BYTES: usize = 24 << 10;
const INDEX_PARTITION_BYTES: usize = 4 << 10;
const ZSTD_LEVEL: i32 = 1;
/// From 6 on, checksums depend on RocksDB's random session id.
const TABLE_FORMAT: i32 = 5;

/// Address space that RocksDB needs when options or a file are created; without it, it aborts the process. Each set of
/// options comes with a cache of its own, an unused mapping of 6.4 MiB, up to three at a time; writing starts up to
/// three threads with stacks of 8 MiB.
const ROOM_BYTES: usize = 64 << 20;

/// An SST file being written.
pub(crate) struct SstWriter {
    writer: SstFileWriter<'static>,
    path: PathBuf,
}

impl SstWriter {
    /// Creates the file.
    pub fn create(path: &Path) -> Result<SstWriter> {
        check_room(path)?;
        let own = own_path(path)?;
        let writer = ending_here(|| {
            let writer = SstFileWriter::create(writing());
            writer.open(&own).map(|()| writer)
        });
        let writer = writer.map_err(|error| rocks_error(path, &error))?;
        let path = path.to_path_buf();
        Ok(SstWriter { writer, path })
    }

    /// Appends an entry; keys must increase.
    pub fn put(&mut self, key: &[u8], value: &[u8]) -> Result<()> {
        self.writer
            .put(key, value)
            .map_err(|error| rocks_error(&self.path, &error))
    }

    /// Completes the file.
    pub fn finish(&mut self) -> Result<()> {
        self.writer.finish().map_err(|error| rocks_error(&self.path, &error))
    }
}

fn rocks_error(path: &Path, error: &rocksdb::Error) -> Error {
    Error::rocks(path, error.as_ref())
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
    OPTIONS.get_or_init(options)
}

fn options() -> Options {
    let mut table = BlockBasedOptions::default();
    table.set_block_size(BLOCK_BYTES);
    table.set_metadata_block_size(INDEX_PARTITION_BYTES);
    table.set_index_type(BlockBasedIndexType::TwoLevelIndexSearch);
    table.set_format_version(TABLE_FORMAT);
    table.set_checksum_type(ChecksumType::XXH3);
    table.disable_cache();

    // These have no setters. An empty host id keeps this computer's name out of the files.
    let mut options = Options::default()
        .get_options_from_string("db_host_id=;write_identity_file=false;write_dbid_to_manifest=true")
        .expect("RocksDB knows its own options");
    options.set_block_based_table_factory(&table);
    options.set_compression_type(DBCompressionType::Zstd);
    options.set_compression_options(-14, ZSTD_LEVEL, 0, 0);
    // Without a logger of ours RocksDB writes a LOG file into the folder.
    options.set_info_logger(InfoLogger::new_callback_logger(LogLevel::Fatal, |_, _| {}));
    options
}
