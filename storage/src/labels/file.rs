//! The file of a label function on disk.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::files::error::{Error, Result};
use label_functions::header::{BadHeader, Sections};

pub(crate) use label_functions::header::{HEADER_BYTES, Header, filter};

/// What a sealed label function holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelFunctionSummary {
    /// Size of the file.
    pub bytes: u64,
    /// Items pushed, equal hashes counted each time.
    pub keys: u64,
    /// Hashes that occur with more than one label.
    pub ambiguous_hashes: u64,
    /// Entries of the exact table.
    pub exact_entries: u64,
    /// xxh3-128 of the header, which contains that of everything else; 32 hexadecimal digits.
    pub xxh3: String,
}

/// Reads and checks the header against itself and the size of the file, all of whose bytes are given.
pub(crate) fn read_header(path: &Path, bytes: &[u8]) -> Result<(Header, Sections<usize>)> {
    let (header, sections) = Header::read(bytes, bytes.len() as u64).map_err(|error| match error {
        BadHeader::Corrupt(what) => Error::corrupt(path, what),
        BadHeader::Format(found) => Error::other_format(path, found),
    })?;
    Ok((header, sections.in_memory().expect("the file is in memory")))
}

/// What the file with this header, of `bytes` bytes, holds.
pub(crate) fn summary(header: &Header, bytes: u64) -> LabelFunctionSummary {
    LabelFunctionSummary {
        bytes,
        keys: header.keys,
        ambiguous_hashes: header.ambiguous,
        exact_entries: header.exact,
        xxh3: crate::hash_bytes(&header.to_bytes()),
    }
}
