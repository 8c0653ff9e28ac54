//! Bytes on disk: sorted runs, sealed levels, label functions, and the folder that holds them.
//!
//! The path of the data, level by level:
//!
//! ```text
//! records --Sorter--> runs (temporary) --Sorted--> LevelWriter --> sealed level --> LevelReader
//! hashes + labels --LabelFunctionBuilder--> Signatures --> PendingLabelFunction --seal--> LabelFunction
//! both --> LevelManifest, written last: a level exists iff its manifest does
//! ```
//!
//! Four rooms: `files` (how bytes come to be on disk), `runs` (sorting more than fits in memory), `labels` (functions
//! from hashes to labels), `levels` (records of a level, in RocksDB's formats: `levels/rocks`).
//!
//! Nothing here knows what a key means. A [`Record`] is a key and a label; a level is a strictly increasing
//! sequence of records. `docs/format.md` describes every file byte by byte.

mod files;
#[doc(hidden)]
pub mod fuzzing;
mod labels;
mod levels;
mod runs;

pub use base::record::{Record, Twofold, Wide};
pub use files::archive::{ArchiveWriter, INDEX, archive_bytes};
pub use files::atomic::{write_atomically, write_with};
pub use files::checksum::{Hasher, check_file, hash_bytes, hash_file};
pub use files::error::{Error, Result};
pub use files::folder::{Database, IDENTITY_BYTES_MOST, MANIFEST_BYTES_MOST};
pub use files::holder::Holder;
pub use files::in_the_way::content;
pub use files::lock::{LockGuard, Writer};
pub use files::maker::{Maker, MakingFolder};
pub use files::manifest::{FORMAT, Identity, Kept, LevelManifest, OUTCOME, Plane};
pub use files::open::{Opened, open_file, open_sized, read_at_most};
pub use files::room::room;
pub use files::sealed_json::{read_sealed_json, sealed_json, write_sealed_json};
pub use files::signed_file::{SignedFile, SignedFileWriter};
pub use files::stamp::Stamp;
pub use files::status_file::StatusFile;
pub use files::syncs::Syncs;
pub use files::{clock, out_of_memory};
pub use labels::exact_part::ExactPart;
pub use labels::file::LabelFunctionSummary;
pub use labels::function::{Answer, LabelFunction, Window, prefetch};
pub use labels::look_ups::{LookUps, TOGETHER};
pub use labels::shard_part::{ShardCut, ShardPart};
pub use labels::sieve::HashSieve;
pub use labels::signatures::{LabelFunctionBuilder, Signatures};
pub use labels::writer::{LabelFunctionWriter, PendingLabelFunction};
pub use levels::chunk::{CHUNK_RECORDS, RawChunk};
pub use levels::files::FileReport;
pub use levels::reader::{Chunks, LevelReader, WholeScan};
pub use levels::summary::{CatalogueFile, FileSummary, LevelSummary};
pub use levels::writer::{FILE_CHUNKS, LevelWriter, WrittenFile};
pub use runs::run::RunState;
pub use runs::set::Runs;
pub use runs::sorter::{Sorted, Sorter, has_run};
