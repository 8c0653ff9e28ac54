//! Whether a database is still the one that was opened: cheap enough to be asked every few seconds.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use crate::files::error::{Error, Result, is_of_content};
use crate::files::folder::{Database, IDENTITY};

/// The state of a database: its archive, or its identity and the manifests of its levels, by what the file system knows
/// of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp(Vec<Option<Seen>>);

/// A file as it was seen: device, inode, time of the last change in nanoseconds, and size.
type Seen = (u64, u64, i128, u64);

impl Database {
    /// Returns the stamp of the database as it is now. It differs when levels have been sealed, made again or removed,
    /// and when another database has taken the name. Cost: a listing, and a system call for each level.
    ///
    /// # Errors
    /// When the system does not permit looking now.
    pub fn stamp(&self) -> Result<Stamp> {
        let levels = self.levels()?;
        let manifests = levels.iter().map(|&level| self.manifest_path(level));
        let files = [self.folder().to_path_buf(), self.folder().join(IDENTITY)].into_iter();
        let seen = files.chain(manifests).map(|path| seen(&path));
        Ok(Stamp(seen.collect::<Result<_>>()?))
    }
}

/// A folder counts by its place alone: what is in it comes and goes.
fn seen(path: &Path) -> Result<Option<Seen>> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Ok(Some((found.dev(), found.ino(), 0, 0))),
        Ok(found) => {
            let time = i128::from(found.mtime()) * 1_000_000_000 + i128::from(found.mtime_nsec());
            Ok(Some((found.dev(), found.ino(), time, found.len())))
        }
        // A member of an archive, or removed meanwhile.
        Err(error) if is_of_content(&error) => Ok(None),
        Err(error) => Err(Error::io(path, "look at", error)),
    }
}
