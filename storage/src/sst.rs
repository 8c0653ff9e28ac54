//! One SST file of a level: chunks appended in key order.

use std::path::PathBuf;

use rocksdb::SstFileWriter;
use xxhash_rust::xxh3::Xxh3;

use crate::checksum::hash_file;
use crate::error::{Error, Result};
use crate::{rocks, sst_identity};

/// An SST file being written.
pub(crate) struct SstFile {
    writer: SstFileWriter<'static>,
    path: PathBuf,
    content: Xxh3,
}

impl SstFile {
    pub fn create(path: PathBuf) -> Result<SstFile> {
        rocks::check_room(&path)?;
        let writer = SstFileWriter::create(rocks::writing());
        writer.open(&path).map_err(|error| Error::rocks(&path, error))?;
        Ok(SstFile {
            writer,
            path,
            content: Xxh3::new(),
        })
    }

    /// Appends an entry; keys must increase.
    pub fn put(&mut self, key: &[u8], value: &[u8]) -> Result<()> {
        self.content.update(key);
        self.content.update(value);
        self.writer
            .put(key, value)
            .map_err(|error| Error::rocks(&self.path, error))
    }

    /// Completes the file, gives it an identity made of its content alone, and makes it durable; returns its size and
    /// hash.
    pub fn finish(mut self) -> Result<(u64, String)> {
        self.writer.finish().map_err(|error| Error::rocks(&self.path, error))?;
        sst_identity::replace(&self.path, self.content.digest128())?;
        hash_file(&self.path)
    }
}
