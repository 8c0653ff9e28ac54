//! Levels: their records as chunks of RocksDB databases, which RocksDB writes and this program reads.

pub(crate) mod chunk;
pub(crate) mod comparison;
pub(crate) mod files;
pub(crate) mod gaps;
pub(crate) mod reader;
pub(crate) mod rocks;
pub(crate) mod summary;
pub(crate) mod writer;
