//! When written data becomes durable: each file at once, or many levels together.

use std::fs::File;
use std::path::Path;

use crate::files::error::{At, Result};

/// The function that makes files and names durable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Syncs {
    /// The one that writes them, before anything is built on them.
    #[default]
    Now,
    /// [`crate::Database::publish`], for all levels of a group at once: until then they are invisible.
    Later,
}

impl Syncs {
    /// Makes the content of a file durable, unless that is deferred.
    pub(crate) fn file(self, file: &File, path: &Path) -> Result<()> {
        match self {
            Syncs::Now => file.sync_all().at(path, "sync"),
            Syncs::Later => Ok(()),
        }
    }

    /// Makes the names in a folder durable, unless that is deferred.
    pub(crate) fn folder(self, folder: &Path) -> Result<()> {
        match self {
            Syncs::Now => sync_folder(folder),
            Syncs::Later => Ok(()),
        }
    }
}

/// Makes the names in a folder durable.
pub(crate) fn sync_folder(folder: &Path) -> Result<()> {
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .at(folder, "sync")
}
