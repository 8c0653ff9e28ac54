//! One SST file of a level: chunks appended in key order.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use crate::files::checksum::hash_file;
use crate::files::error::Result;
use crate::files::syncs::Syncs;
use crate::levels::rocks::calls::SstWriter;
use crate::levels::rocks::sst_identity;
use crate::levels::summary::hex;

/// An SST file being written.
pub(crate) struct SstFile {
    writer: SstWriter,
    path: PathBuf,
    content: Xxh3,
    first: Vec<u8>,
    last: Vec<u8>,
}

/// The entry of a complete file in RocksDB's manifest, and its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FinishedSst {
    pub bytes: u64,
    /// xxh3-128, 32 hexadecimal digits.
    pub xxh3: String,
    /// Key of the first entry.
    #[serde(with = "hex")]
    pub first: Vec<u8>,
    /// Key of the last entry.
    #[serde(with = "hex")]
    pub last: Vec<u8>,
    #[serde(with = "hex")]
    pub unique_id: Vec<u8>,
    /// Bytes behind the data blocks.
    pub tail_bytes: u64,
}

impl SstFile {
    /// Creates the file.
    pub fn create(path: PathBuf) -> Result<SstFile> {
        Ok(SstFile {
            writer: SstWriter::create(&path)?,
            path,
            content: Xxh3::new(),
            first: vec![],
            last: vec![],
        })
    }

    /// Appends an entry; keys must increase.
    pub fn put(&mut self, key: &[u8], value: &[u8]) -> Result<()> {
        self.content.update(key);
        self.content.update(value);
        if self.first.is_empty() {
            self.first.extend_from_slice(key);
        }
        self.last.clear();
        self.last.extend_from_slice(key);
        self.writer.put(key, value)
    }

    /// Completes the file and gives it an identity derived from its content alone.
    pub fn finish(mut self, syncs: Syncs) -> Result<FinishedSst> {
        self.writer.finish()?;
        let identity = sst_identity::replace(&self.path, self.content.digest128(), syncs)?;
        let (bytes, xxh3) = hash_file(&self.path)?;
        Ok(FinishedSst {
            bytes,
            xxh3,
            first: self.first,
            last: self.last,
            unique_id: identity.unique_id.to_vec(),
            tail_bytes: identity.tail_bytes,
        })
    }
}
