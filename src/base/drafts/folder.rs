//! A folder that appears complete or not at all.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::live::Live;
use super::stale::keep_locked;
use super::{TRIES, built, named, not_locked, parent};

/// A folder under a temporary name beside its place. Removed when dropped, with what is in it.
#[derive(Debug)]
pub struct DraftFolder {
    path: PathBuf,
    folder: PathBuf,
    is_finished: bool,
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
            Ok(((folder.clone(), lock), folder))
        })?;
        Ok(Self {
            path: path.to_path_buf(),
            folder,
            is_finished: false,
            _lock: lock,
            _live: live,
        })
    }

    /// The folder to be filled.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The place of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Renames the folder to its place, where nothing may be, and makes that durable. Its content must be durable.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] when something is at the place; what the system reports, and then nothing is.
    pub fn finish(mut self) -> io::Result<()> {
        let Self { path, folder, .. } = &self;
        let above = File::open(parent(path))?;
        // An empty folder would be replaced.
        if path.symlink_metadata().is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        fs::rename(folder, path).map_err(|error| match error.kind() {
            io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::NotADirectory => io::ErrorKind::AlreadyExists.into(),
            _ => error,
        })?;
        if let Err(error) = above.sync_all() {
            // A name that may not last is none: it goes with the temporary folder.
            fs::rename(path, folder)?;
            return Err(error);
        }
        // Nothing is left under the temporary name that could be removed.
        self.is_finished = true;
        Ok(())
    }
}

impl Drop for DraftFolder {
    fn drop(&mut self) {
        if !self.is_finished {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

fn locked(path: &Path) -> io::Result<(PathBuf, Option<File>)> {
    for _ in 0..TRIES {
        let folder = built(path, |builder| builder.tempdir_in(parent(path)))?;
        let lock = File::open(folder.path()).ok();
        let is_kept = match &lock {
            Some(lock) => keep_locked(lock, folder.path())?,
            None => true,
        };
        if is_kept && let Some(name) = named(folder.path())? {
            // Nothing has that name any more.
            let _ = folder.keep();
            return Ok((name, lock));
        }
    }
    Err(not_locked())
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
        // Whatever has come meanwhile stays, and the draft goes.
        for come in ["file", "empty folder", "folder"] {
            let draft = DraftFolder::beside(&path).unwrap();
            match come {
                "file" => fs::write(&path, "x").unwrap(),
                _ => fs::create_dir(&path).unwrap(),
            }
            if come == "folder" {
                fs::write(path.join("x"), "x").unwrap();
            }
            assert_eq!(
                draft.finish().unwrap_err().kind(),
                io::ErrorKind::AlreadyExists,
                "{come}"
            );
            assert_eq!(path.is_file(), come == "file");
            fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path)).unwrap();
        }
        draft.finish().unwrap();
        assert_eq!(fs::read(path.join("index.html")).unwrap(), b"x");
        let draft = DraftFolder::beside(&above.path().join("other")).unwrap();
        fs::write(draft.folder().join("index.html"), "x").unwrap();
        drop(draft);
        assert_eq!(fs::read_dir(above.path()).unwrap().count(), 1);
    }
}
