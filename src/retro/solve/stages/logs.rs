//! Logs written while a level is signed: where the ambiguous positions are, without signing all of them again.

use std::path::Path;

use retrograph_storage::{HashLog, Record, RecordLog, Result};

/// What tells where the ambiguous positions are.
pub(crate) struct Logs<R> {
    /// The signatures in key order.
    pub hashes: HashLog,
    /// The first record of every batch.
    pub firsts: RecordLog<R>,
}

impl<R: Record> Logs<R> {
    /// Empty ones, for a level of `positions`.
    pub fn begin(work: &Path, positions: u64) -> Result<Self> {
        Ok(Self {
            hashes: HashLog::new(work, positions)?,
            firsts: RecordLog::new(work),
        })
    }

    /// Of the sizes that they had at a checkpoint, for a level of `positions`.
    pub fn resume(work: &Path, hashes: u64, firsts: u64, positions: u64) -> Result<Self> {
        Ok(Self {
            hashes: HashLog::resume(work, hashes, positions)?,
            firsts: RecordLog::resume(work, firsts)?,
        })
    }
}
