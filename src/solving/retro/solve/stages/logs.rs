//! Logs written while a level is signed: where the ambiguous positions are, without signing all of them again.

use std::path::Path;
use std::sync::Arc;

use retrograph_storage::{FinishedHashLog, HashLog, Record, RecordLog, Result, SignedFile};

/// Where the ambiguous positions are.
pub(crate) struct Logs<R> {
    /// The signatures in key order.
    pub hashes: Hashes,
    /// The first record of every batch.
    pub firsts: RecordLog<R>,
}

/// The signatures of a level in key order.
pub(crate) enum Hashes {
    Log(HashLog),
    /// Beside the items in the files of a level.
    Files(Arc<Vec<SignedFile>>),
}

impl Hashes {
    /// Makes them durable; returns the size of the log, 0 for files.
    pub fn checkpoint(&mut self) -> Result<u64> {
        match self {
            Self::Log(log) => log.checkpoint(),
            Self::Files(_) => Ok(0),
        }
    }

    /// Number of files; 0 for a log.
    pub fn files(&self) -> u64 {
        match self {
            Self::Log(_) => 0,
            Self::Files(files) => files.len() as u64,
        }
    }

    /// All of them.
    pub fn finish(self) -> Result<FinishedHashLog> {
        match self {
            Self::Log(log) => log.finish(),
            Self::Files(files) => Ok(FinishedHashLog::of_files(&files)),
        }
    }
}

impl<R: Record> Logs<R> {
    /// Of a level whose files were signed one by one, with the first records of all their batches.
    pub fn of_files(work: &Path, files: Arc<Vec<SignedFile>>, firsts: impl Iterator<Item = R>) -> Self {
        let mut log = RecordLog::new(work);
        firsts.for_each(|first| log.push(first));
        Self {
            hashes: Hashes::Files(files),
            firsts: log,
        }
    }

    /// Of the sizes that they had at a checkpoint, for a level of `positions`; `files` has the signatures if it is
    /// there.
    pub fn resume(
        work: &Path,
        (hashes, firsts): (u64, u64),
        positions: u64,
        files: Option<Arc<Vec<SignedFile>>>,
    ) -> Result<Self> {
        Ok(Self {
            hashes: match files {
                None => Hashes::Log(HashLog::resume(work, hashes, positions)?),
                Some(files) => Hashes::Files(files),
            },
            firsts: RecordLog::resume(work, firsts)?,
        })
    }
}

/// Logs while they are written.
pub(crate) struct OpenLogs<R> {
    /// The signatures in key order.
    pub hashes: HashLog,
    /// The first record of every batch.
    pub firsts: RecordLog<R>,
}

impl<R: Record> OpenLogs<R> {
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

    /// Nothing more will be written.
    pub fn close(self) -> Logs<R> {
        Logs {
            hashes: Hashes::Log(self.hashes),
            firsts: self.firsts,
        }
    }
}
