//! The activity of a writer, for other readers of the folder.

use std::fs::File;
use std::io::{Read, Write};
use std::path::PathBuf;

use crate::files::atomic::{remove_file, rename_unsynced, temporary_name};
use crate::files::error::{At, Result};
use crate::files::lock::own_path;
use crate::files::open::open_file;

/// Maximum number of bytes read.
const BYTES_MOST: u64 = 64 << 10;

/// A file that is replaced every few seconds while a database is written, and has no meaning without a writer.
#[derive(Clone, Debug)]
pub struct StatusFile {
    path: PathBuf,
}

impl StatusFile {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path }
    }

    /// Replaces the content. A reader sees the old content or the new one. Nothing is made durable: after a power cut
    /// there is no writer. Only for the holder of the lock, one thread at a time.
    pub fn write(&self, bytes: &[u8]) -> Result<()> {
        let temporary = temporary_name(&self.path);
        // Created again, so that a link of this name is not followed.
        remove_file(&temporary)?;
        let file = File::create_new(own_path(&temporary)?);
        file.and_then(|mut file| file.write_all(bytes))
            .at(&temporary, "write")?;
        rename_unsynced(&temporary, &self.path)
    }

    /// Returns the content; `None` when it is missing or cannot be read. Anything longer than a status is cut.
    pub fn read(&self) -> Option<Vec<u8>> {
        let mut bytes = vec![];
        let file = open_file(&self.path).ok()?;
        file.take(BYTES_MOST).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }

    /// Removes the file, even an incomplete one; it may be absent. Only for the holder of the lock.
    pub fn remove(&self) -> Result<()> {
        remove_file(&temporary_name(&self.path))?;
        remove_file(&self.path)
    }
}
