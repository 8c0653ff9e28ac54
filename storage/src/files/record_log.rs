//! Selected records of a level in memory, and in a file as of the last checkpoint.

use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use crate::Record;
use crate::files::append::WordLog;
use crate::files::error::Result;

/// A list of records that only grows.
pub struct RecordLog<R> {
    folder: PathBuf,
    log: WordLog,
    record: PhantomData<R>,
}

fn path(folder: &Path) -> PathBuf {
    folder.join("firsts")
}

impl<R: Record> RecordLog<R> {
    /// Creates an empty list, whose file belongs in `folder`.
    pub fn new(folder: &Path) -> RecordLog<R> {
        RecordLog {
            folder: folder.to_path_buf(),
            log: WordLog::default(),
            record: PhantomData,
        }
    }

    /// Reopens the list of a checkpoint.
    ///
    /// # Errors
    /// Fails when its file is missing or too short.
    pub fn resume(folder: &Path, bytes: u64) -> Result<RecordLog<R>> {
        Ok(RecordLog {
            log: WordLog::reopen(path(folder), bytes)?,
            ..RecordLog::new(folder)
        })
    }

    /// Makes the list durable; returns the size of its file.
    pub fn checkpoint(&mut self) -> Result<u64> {
        self.log.checkpoint(|| path(&self.folder))
    }

    /// Appends a record.
    pub fn push(&mut self, record: R) {
        let bytes = record.to_be();
        let words = bytes.as_ref().chunks(8);
        let words = words.map(|word| u64::from_be_bytes(word.try_into().expect("records are whole words")));
        self.log.words.extend(words);
    }

    /// Returns all records in order.
    pub fn records(&self) -> Vec<R> {
        let records = self.log.words.chunks_exact(R::BYTES / 8);
        records
            .map(|words| R::from_be(&words.iter().flat_map(|word| word.to_be_bytes()).collect::<Vec<_>>()))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Wide;

    #[test]
    fn gives_back_what_was_pushed() {
        let folder = tempfile::tempdir().unwrap();
        let records = [Wide(3, 1 << 127), Wide(u128::MAX, 5)];
        let mut log = RecordLog::new(folder.path());
        records.iter().for_each(|&record| log.push(record));
        let bytes = log.checkpoint().unwrap();
        log.push(Wide(0, 0));
        drop(log);
        assert!(RecordLog::<Wide>::resume(folder.path(), bytes).unwrap().records() == records);
    }
}
