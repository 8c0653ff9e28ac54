//! Levels: their records as chunks of RocksDB databases.

pub(crate) mod checked_level;
pub(crate) mod chunk;
pub(crate) mod files;
pub(crate) mod gaps;
pub(crate) mod reader;
pub(crate) mod rocks;
pub(crate) mod summary;
pub(crate) mod writer;
