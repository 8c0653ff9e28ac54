//! One writer at a time: an advisory lock on a file that names the holder.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::error::{At, Error, Result};

/// Holds the writer lock of a database until it is dropped or the process ends in whatever way.
#[derive(Debug)]
pub struct LockGuard {
    file: File,
    path: PathBuf,
}

impl LockGuard {
    /// Locks the file `path` on behalf of `folder`.
    pub(crate) fn acquire(path: &Path, folder: &Path) -> Result<LockGuard> {
        // Not truncated before it is locked: the text belongs to the holder.
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .at(path, "open")?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut text = String::new();
                let holder = match file.read_to_string(&mut text) {
                    Ok(_) if !text.trim().is_empty() => text.trim().to_string(),
                    _ => "unknown".to_string(),
                };
                return Err(Error::Locked {
                    path: folder.to_path_buf(),
                    holder,
                });
            }
            Err(TryLockError::Error(source)) => return Err(Error::io(path, "lock", source)),
        }
        file.set_len(0).at(path, "write")?;
        file.rewind().at(path, "write")?;
        write!(file, "{}", std::process::id()).at(path, "write")?;
        Ok(LockGuard {
            file,
            path: path.to_path_buf(),
        })
    }

    /// The locked file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for LockGuard {
    fn drop(&mut self) {
        // The file stays: removing it would let a third process lock a name that a second one still waits on. Failure
        // to clear the text is harmless, the lock itself goes with the descriptor.
        let _ = self.file.set_len(0);
    }
}
