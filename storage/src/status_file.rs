//! What a writer is doing, for whoever looks into the folder meanwhile.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::PathBuf;

use crate::atomic::{remove_file, temporary_name};
use crate::error::{At, Result};
use crate::open::open_file;

/// Most bytes that are read.
const BYTES_MOST: u64 = 64 << 10;

/// A file that is replaced every few seconds while a database is written and means nothing without a writer.
#[derive(Clone, Debug)]
pub struct StatusFile {
    path: PathBuf,
}

impl StatusFile {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path }
    }

    /// Replaces the content. A reader sees the old one or the new one. Nothing is made durable: after a power cut
    /// nobody writes. Only for the holder of the lock, one thread at a time.
    pub fn write(&self, bytes: &[u8]) -> Result<()> {
        let temporary = temporary_name(&self.path);
        // Anew, so that a link of this name is not followed.
        remove_file(&temporary)?;
        let file = File::create_new(&temporary);
        file.and_then(|mut file| file.write_all(bytes))
            .at(&temporary, "write")?;
        fs::rename(&temporary, &self.path).at(&self.path, "rename a finished file to")
    }

    /// The content; `None` when there is none or it cannot be read. What is beyond any status is left out.
    pub fn read(&self) -> Option<Vec<u8>> {
        let mut bytes = vec![];
        let file = open_file(&self.path).ok()?;
        file.take(BYTES_MOST).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }

    /// Removes it, half written ones too; absent is fine. Only for the holder of the lock.
    pub fn remove(&self) -> Result<()> {
        remove_file(&temporary_name(&self.path))?;
        remove_file(&self.path)
    }
}
