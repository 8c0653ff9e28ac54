//! Bytes on disk: sorted runs, sealed levels, label functions, and the folder that holds them.
//!
//! The path of the data, level by level:
//!
//! ```text
//! records --Sorter--> runs (temporary) --Sorted--> LevelWriter --> sealed level --> LevelReader
//! hashes + labels --LabelFunctionBuilder--> PendingLabelFunction --seal--> LabelFunction
//! both --> LevelManifest, written last: a level exists iff its manifest does
//! ```
//!
//! Nothing here knows what a key means. A [`Record`] is a key and a label; a level is a strictly increasing
//! sequence of records. `docs/format.md` describes every file byte by byte.

mod append;
mod atomic;
mod checked_level;
mod checksum;
mod chunk;
pub mod clock;
mod error;
mod exact_part;
mod folder;
#[doc(hidden)]
pub mod fuzzing;
mod gaps;
mod hash_log;
mod holder;
mod journal;
mod label_builder;
mod label_cut;
mod label_file;
mod label_function;
mod label_items;
mod layout;
mod level_files;
mod level_reader;
mod level_summary;
mod level_writer;
mod lock;
mod look_ups;
mod manifest;
mod merge;
mod open;
pub mod out_of_memory;
mod record_log;
mod ribbon;
#[cfg_attr(not(feature = "rocksdb"), path = "no_rocksdb.rs")]
mod rocks;
mod rocks_manifest;
mod run;
mod run_index;
mod runs;
mod sealed_json;
mod shard_part;
mod signed_file;
mod sort;
mod sorter;
mod sst;
mod sst_identity;
mod sst_layout;
mod status_file;
mod syncs;

pub use atomic::{write_atomically, write_with};
pub use base::record::{Record, Twofold, Wide};
pub use checked_level::CheckedLevel;
pub use checksum::{Hasher, check_file, hash_bytes, hash_file};
pub use chunk::{CHUNK_RECORDS, RawChunk};
pub use error::{Error, Result};
pub use exact_part::ExactPart;
pub use folder::{Database, IDENTITY_BYTES_MOST, MANIFEST_BYTES_MOST};
pub use hash_log::{FinishedHashLog, HashLog, HashSieve};
pub use holder::Holder;
pub use label_builder::{
    BuilderState, LabelFunctionBuilder, LabelSolver, PendingLabelFunction, PendingState, SolverState,
    take_back_label_function,
};
pub use label_file::LabelFunctionSummary;
pub use label_function::{Answer, LabelFunction, Window, prefetch};
pub use level_files::FileReport;
pub use level_reader::{Chunks, LevelReader, WholeScan};
pub use level_summary::{CatalogueFile, FileSummary, LevelSummary};
pub use level_writer::{FILE_CHUNKS, LevelWriter, WrittenFile};
pub use lock::{LockGuard, Writer};
pub use look_ups::{LookUps, TOGETHER};
pub use manifest::{FORMAT, Identity, Kept, LevelManifest, OUTCOME, Plane};
pub use open::{open_file, open_sized, read_at_most};
pub use record_log::RecordLog;
pub use rocks::{Cache, HAS_ROCKSDB};
pub use run::RunState;
pub use runs::Runs;
pub use sealed_json::{read_sealed_json, write_sealed_json};
pub use shard_part::{ShardCut, ShardPart, ShardPartSolver};
pub use signed_file::{SignedFile, SignedFileWriter};
pub use sorter::{Sorted, Sorter, has_run, remove_other_runs};
pub use status_file::StatusFile;
pub use syncs::Syncs;
