//! A folder that appears complete or not at all.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::live::Live;
use super::stale::keep_locked;
use super::{built, parent};

/// Attempts to create a folder that no other process takes for a leftover in the instant before it is locked.
const TRIES: usize = 10;

/// A folder under a temporary name beside its place. Removed when dropped, with what is in it.
#[derive(Debug)]
pub struct DraftFolder {
    path: PathBuf,
    folder: TempDir,
    /// Holds the lock; `None` where a folder cannot be opened.
    _lock: Option<File>,
    // Dropped after the folder.
    _live: Live,
}

impl DraftFolder {
    /// Begins the folder that is to appear at `path`. It is its owner's alone.
    ///
    /// # Errors
    /// What the system reports.
    pub fn beside(path: &Path) -> io::Result<Self> {
        let ((folder, lock), live) = Live::created(|| {
            let (folder, lock) = locked(path)?;
            let name = folder.path().to_path_buf();
            Ok(((folder, lock), name))
        })?;
        Ok(Self {
            path: path.to_path_buf(),
            folder,
            _lock: lock,
            _live: live,
        })
    }

    /// The folder to be filled.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The place of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Renames the folder to its place, where nothing may be, and makes that durable. Its content must be durable.
    ///
    /// # Errors
    /// What the system reports; then nothing is at the place.
    pub fn finish(self) -> io::Result<()> {
        let Self { path, folder, .. } = &self;
        let above = File::open(parent(path))?;
        fs::rename(folder.path(), path)?;
        if let Err(error) = above.sync_all() {
            // A name that may not last is none: it goes with the temporary folder.
            fs::rename(path, folder.path())?;
            return Err(error);
        }
        // Nothing is left under the temporary name that could be removed.
        let _ = self.folder.keep();
        Ok(())
    }
}

fn locked(path: &Path) -> io::Result<(TempDir, Option<File>)> {
    for _ in 0..TRIES {
        let folder = built(path, |builder| builder.tempdir_in(parent(path)))?;
        let lock = File::open(folder.path()).ok();
        let is_kept = match &lock {
            Some(lock) => keep_locked(lock, folder.path())?,
            None => true,
        };
        if is_kept {
            return Ok((folder, lock));
        }
    }
    Err(io::Error::other(
        "other processes remove every temporary folder beside it",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_appears_when_it_is_finished() {
        let above = tempfile::tempdir().unwrap();
        let path = above.path().join("site");
        let draft = DraftFolder::beside(&path).unwrap();
        fs::write(draft.folder().join("index.html"), "x").unwrap();
        assert!(!path.exists());
        draft.finish().unwrap();
        assert_eq!(fs::read(path.join("index.html")).unwrap(), b"x");
        let draft = DraftFolder::beside(&above.path().join("other")).unwrap();
        fs::write(draft.folder().join("index.html"), "x").unwrap();
        drop(draft);
        assert_eq!(fs::read_dir(above.path()).unwrap().count(), 1);
    }
}
