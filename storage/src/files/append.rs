//! A named file that only grows, and how much of it is certain to survive a crash.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::files::atomic;
use crate::files::error::{At, Error, Result};
use crate::files::lock::own_path;
use crate::files::open::open_through;
use crate::files::syncs::Syncs;

/// A file of an unfinished level. It is removed when it is dropped, unless it is kept.
#[derive(Debug)]
pub(crate) struct AppendFile {
    file: File,
    path: PathBuf,
    bytes: u64,
    kept: AtomicBool,
}

impl AppendFile {
    /// Creates an empty file; an existing one is overwritten.
    pub fn create(path: PathBuf) -> Result<AppendFile> {
        let file = atomic::create_file(&path)?;
        Ok(AppendFile {
            file,
            path,
            bytes: 0,
            kept: AtomicBool::new(false),
        })
    }

    /// Reopens the file at a size of `bytes` bytes: whatever was appended later is cut off.
    ///
    /// # Errors
    /// [`Error::Corrupt`] when the file is shorter.
    pub fn reopen(path: PathBuf, bytes: u64) -> Result<AppendFile> {
        let file = open_through(&own_path(&path)?, &path, OpenOptions::new().read(true).write(true))?;
        let found = file.metadata().at(&path, "read")?.len();
        if found < bytes {
            return Err(Error::corrupt(
                &path,
                format!("it has {found} bytes, but {bytes} were written"),
            ));
        }
        file.set_len(bytes).at(&path, "cut")?;
        Ok(AppendFile {
            file,
            path,
            bytes,
            kept: AtomicBool::new(true),
        })
    }

    pub fn append(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all_at(bytes, self.bytes).at(&self.path, "write")?;
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    /// Begins to bring everything appended so far to the disk, so that [`AppendFile::keep`] waits for less. Promises
    /// nothing.
    pub fn begin_to_keep(&self) {
        #[cfg(target_os = "linux")]
        // SAFETY: a plain call of the system with a file that is open. What fails here, fails again when it matters.
        unsafe {
            use std::os::fd::AsRawFd;
            libc::sync_file_range(self.file.as_raw_fd(), 0, 0, libc::SYNC_FILE_RANGE_WRITE);
        }
    }

    pub fn read_exact_at(&self, bytes: &mut [u8], at: u64) -> Result<()> {
        self.file.read_exact_at(bytes, at).at(&self.path, "read")
    }

    /// Overwrites bytes that were appended earlier.
    pub fn overwrite(&mut self, bytes: &[u8], at: u64) -> Result<()> {
        assert!(at + bytes.len() as u64 <= self.bytes, "overwriting does not append");
        self.file.write_all_at(bytes, at).at(&self.path, "write")
    }

    /// Makes everything appended so far durable, and the file permanent; its name becomes durable with its folder.
    /// Returns its size.
    pub fn keep(&self) -> Result<u64> {
        self.file.sync_all().at(&self.path, "sync")?;
        self.kept.store(true, Relaxed);
        Ok(self.bytes)
    }

    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Renames the file, which is durable, to `path` and makes it permanent under that name, at once. A folder at the
    /// place of a file is removed.
    pub fn place(self, path: &Path) -> Result<()> {
        self.kept.store(true, Relaxed);
        atomic::rename(&self.path, path)
    }

    /// Renames the file to `path` and makes it permanent; its new name is durable at once unless `syncs` defers that.
    pub fn rename(self, path: &Path, syncs: Syncs) -> Result<()> {
        self.kept.store(true, Relaxed);
        atomic::rename_unsynced(&self.path, path)?;
        syncs.folder(atomic::parent(path))
    }
}

impl Drop for AppendFile {
    fn drop(&mut self) {
        if !self.kept.load(Relaxed) {
            // What remains is removed when the level is started again.
            let _ = atomic::remove_file(&self.path);
        }
    }
}

/// Converts words to bytes, least significant first.
pub(crate) fn words_to_bytes(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Inverts [`words_to_bytes`]; an incomplete last word is dropped.
pub(crate) fn bytes_to_words(bytes: &[u8]) -> impl Iterator<Item = u64> {
    let words = bytes.chunks_exact(8);
    words.map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_checkpoint_counts_on_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mut file = AppendFile::create(path.clone()).unwrap();
        file.append(b"one").unwrap();
        drop(file);
        assert!(!path.exists());

        let mut file = AppendFile::create(path.clone()).unwrap();
        file.append(b"one").unwrap();
        assert_eq!(file.keep().unwrap(), 3);
        file.append(b"two").unwrap();
        drop(file);
        let mut file = AppendFile::reopen(path.clone(), 3).unwrap();
        file.append(b"!").unwrap();
        drop(file);
        assert_eq!(std::fs::read(&path).unwrap(), b"one!");
        assert!(matches!(AppendFile::reopen(path, 5), Err(Error::Corrupt { .. })));
    }
}
