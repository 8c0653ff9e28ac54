//! A folder that appears as a whole or not at all.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use base::drafts::DraftFolder;
use retrograph_storage::write_atomically;

use super::ExportError;
use crate::read::sums::{self, SUMS};

/// A folder that is published as a whole: with checksums, read-only, durable.
#[derive(Debug)]
pub struct Draft(DraftFolder);

impl Draft {
    /// Checks that nothing is at `out`.
    ///
    /// # Errors
    /// [`ExportError::Exists`].
    pub fn check(out: &Path) -> Result<(), ExportError> {
        match out.symlink_metadata() {
            Ok(_) => Err(ExportError::Exists(out.to_path_buf())),
            Err(_) => Ok(()),
        }
    }

    /// Begins the folder that is to appear at `out`.
    ///
    /// # Errors
    /// [`ExportError::Write`]; [`ExportError::Exists`].
    pub fn beside(out: &Path) -> Result<Self, ExportError> {
        Self::check(out)?;
        Ok(Self(written(out, DraftFolder::beside(out))?))
    }

    /// Returns the folder to be filled.
    pub fn folder(&self) -> &Path {
        self.0.folder()
    }

    /// Adds `SHA256SUMS` with every file, takes the write permission from all, makes them durable, and renames the
    /// folder to its place. Cost: every file is read once.
    ///
    /// # Errors
    /// [`ExportError`]; then there is nothing at the place.
    pub fn publish(self) -> Result<(), ExportError> {
        let (folder, out) = (self.folder(), self.0.path().to_path_buf());
        let text = sums::sums(folder)?;
        write_atomically(&folder.join(SUMS), text.as_bytes())?;
        written(&out, seal(folder))?;
        written(&out, self.0.finish())
    }
}

fn written<T>(path: &Path, result: io::Result<T>) -> Result<T, ExportError> {
    result.map_err(|source| ExportError::written(path, source))
}

/// Takes the write permission from every file and makes all durable.
fn seal(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            seal(&path)?;
            continue;
        }
        let file = File::open(&path)?;
        let mut permissions = file.metadata()?.permissions();
        permissions.set_readonly(true);
        file.set_permissions(permissions)?;
        file.sync_all()?;
    }
    open_to_all(folder)?;
    File::open(folder)?.sync_all()
}

/// A temporary folder is its owner's alone; a published one is not.
fn open_to_all(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755))?;
    }
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}
