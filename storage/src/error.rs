//! What can go wrong between memory and disk, in sentences a user can act on.

use std::io;
use std::path::{Path, PathBuf};

use crate::lock::Holder;
use crate::manifest::FORMAT;

/// Result of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// A failure of the medium or of the bytes on it. Mistakes of the calling code panic instead.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The operating system refused an operation.
    #[error("Could not {action} {}: {source}.", path.display())]
    Io {
        /// File or folder concerned.
        path: PathBuf,
        /// Verb that fits "could not ... PATH".
        action: &'static str,
        /// The reason given by the operating system.
        source: io::Error,
    },
    /// No space (or quota) left.
    #[error(
        "The disk is full: {} could not be written. Everything sealed so far is kept; free some space and run the same \
         command again.", path.display()
    )]
    DiskFull {
        /// File or folder being written.
        path: PathBuf,
    },
    /// Bytes that no version of this program writes.
    #[error(
        "{} is damaged: {what}. Restore it from a copy, or have it made again with `retrograph repair`.", path.display()
    )]
    Corrupt {
        /// File or folder concerned.
        path: PathBuf,
        /// What was expected and what was found.
        what: String,
    },
    /// A format number above the one known here.
    #[error(
        "{} has format {found}, this program knows formats up to {known}. Use a newer program.", path.display()
    )]
    NewerFormat {
        /// File concerned.
        path: PathBuf,
        /// Format number in the file.
        found: u32,
        /// Largest format number this program reads.
        known: u32,
    },
    /// A format number below the one known here, of a version that was never released.
    #[error(
        "{} has format {found}, which only unreleased versions wrote; this program reads format {known}. Solve again \
         into another folder.", path.display()
    )]
    OlderFormat {
        /// File concerned.
        path: PathBuf,
        /// Format number in the file.
        found: u32,
        /// Format number this program reads.
        known: u32,
    },
    /// Another process writes to this folder.
    #[error(
        "{} is being written by {}. Wait for it or stop it.", path.display(),
        holder.as_ref().map_or("another process".into(), |holder| holder.to_string())
    )]
    Locked {
        /// The database folder.
        path: PathBuf,
        /// The other writer, when it has said who it is.
        holder: Option<Box<Holder>>,
    },
    /// What this process has locked is not what has the name now.
    #[error(
        "{} or the lock in it was moved or replaced while this process was writing, and another one may write there now; \
         this run has stopped, and what it had sealed is kept.", path.display()
    )]
    LockLost {
        /// The database folder.
        path: PathBuf,
    },
    /// A link where something would be changed.
    #[error(
        "{} is a symbolic link, and nothing is ever changed through one inside a database. Put in its place what it \
         points to.", path.display()
    )]
    Link {
        /// The link.
        path: PathBuf,
    },
    /// RocksDB reported a failure that is neither a full disk nor damaged data.
    #[error("RocksDB failed on {}: {message}.", path.display())]
    Rocks {
        /// Folder or file concerned.
        path: PathBuf,
        /// RocksDB's own words.
        message: String,
    },
    /// A folder without a `retrograph.json`.
    #[error("{} is not a database folder: it holds no retrograph.json. Check the path.", path.display())]
    NotADatabase {
        /// The folder concerned.
        path: PathBuf,
    },
    /// A folder that already holds something.
    #[error(
        "{} is not empty{}. Choose another folder; nothing is ever overwritten.", path.display(),
        if *database { " and already holds a database" } else { "" }
    )]
    Occupied {
        /// The folder concerned.
        path: PathBuf,
        /// Whether what it holds is a database.
        database: bool,
    },
}

impl Error {
    /// The file or folder concerned.
    pub fn path(&self) -> &Path {
        match self {
            Error::Io { path, .. }
            | Error::DiskFull { path }
            | Error::Corrupt { path, .. }
            | Error::NewerFormat { path, .. }
            | Error::OlderFormat { path, .. }
            | Error::Locked { path, .. }
            | Error::LockLost { path }
            | Error::Rocks { path, .. }
            | Error::NotADatabase { path }
            | Error::Occupied { path, .. }
            | Error::Link { path } => path,
        }
    }

    pub(crate) fn io(path: &Path, action: &'static str, source: io::Error) -> Error {
        let path = path.to_path_buf();
        match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Error::DiskFull { path },
            _ => Error::Io { path, action, source },
        }
    }

    /// Bytes of the file at `path` that are not as they were written; `what` was expected and found.
    pub fn corrupt(path: &Path, what: impl Into<String>) -> Error {
        Error::Corrupt {
            path: path.to_path_buf(),
            what: what.into(),
        }
    }

    /// For a format number that is not [`FORMAT`].
    pub(crate) fn other_format(path: &Path, found: u32) -> Error {
        let (path, known) = (path.to_path_buf(), FORMAT);
        if found > FORMAT {
            Error::NewerFormat { path, found, known }
        } else {
            Error::OlderFormat { path, found, known }
        }
    }

    pub(crate) fn rocks(path: &Path, source: rocksdb::Error) -> Error {
        let path = path.to_path_buf();
        let message = source.to_string().trim_end_matches('.').to_string();
        let full = ["No space left", "Disk quota exceeded", "Out of space"];
        if full.iter().any(|sign| message.contains(sign)) {
            return Error::DiskFull { path };
        }
        match source.kind() {
            rocksdb::ErrorKind::Corruption => Error::Corrupt { path, what: message },
            _ => Error::Rocks { path, message },
        }
    }
}

/// Adds the path and the verb to a bare `io::Error`.
pub(crate) trait At<T> {
    fn at(self, path: &Path, action: &'static str) -> Result<T>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, path: &Path, action: &'static str) -> Result<T> {
        self.map_err(|source| Error::io(path, action, source))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_disk_has_its_own_variant() {
        for kind in [io::ErrorKind::StorageFull, io::ErrorKind::QuotaExceeded] {
            let error = Error::io(Path::new("x"), "write", kind.into());
            assert!(matches!(error, Error::DiskFull { .. }), "{error}");
        }
        let error = Error::io(Path::new("x"), "write", io::ErrorKind::NotFound.into());
        assert!(error.to_string().starts_with("Could not write x: "));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn dev_full_is_a_full_disk() {
        use std::io::Write;
        let path = Path::new("/dev/full");
        let mut file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
        let error = file.write_all(b"x").at(path, "write").unwrap_err();
        assert!(matches!(error, Error::DiskFull { .. }));
    }
}
