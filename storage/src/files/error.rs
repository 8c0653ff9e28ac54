//! What can go wrong between memory and disk, as facts; which command helps, front ends say.

use std::io;
use std::path::{Path, PathBuf};

use crate::files::folder::WORK;
use crate::files::holder::Holder;
use crate::files::manifest::FORMAT;

/// Result of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// A failure of the medium or of the bytes on it. Mistakes of the calling code panic instead.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The operating system refused an operation.
    #[error("could not {action} {}: {source}.", path.display())]
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
    /// A program built without RocksDB is to write positions.
    #[error(
        "{} is a file that RocksDB writes, but this program was built without RocksDB. Use a build with RocksDB (the \
         default).", path.display()
    )]
    NoRocksDb {
        /// File or folder concerned.
        path: PathBuf,
    },
    /// Bytes that no version of this program writes.
    #[error("{} is damaged: {what}.", path.display())]
    Corrupt {
        /// File or folder concerned.
        path: PathBuf,
        /// What was expected and what was found.
        what: String,
    },
    /// A format number above the one known here.
    #[error(
        "{} has format {found}, but this program reads formats up to {known}. Use a newer version.", path.display()
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
        /// The other writer, if it has identified itself.
        holder: Option<Box<Holder>>,
    },
    /// The lock of this process no longer belongs to the present folder, or the folder has changed under the lock.
    #[error(
        "{} or what is in it was moved or replaced while this process was writing, and another process may write \
         there now; this run has stopped, and what it had sealed is kept.", path.display()
    )]
    LockLost {
        /// The database folder.
        path: PathBuf,
    },
    /// A link where something would be changed.
    #[error(
        "{} is a symbolic link, and nothing inside a database is ever changed through a link. Replace it with \
         its target.", path.display()
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
        if *database { " and already holds a database".into() } else { format!(": it holds {found}") }
    )]
    Occupied {
        /// The folder concerned.
        path: PathBuf,
        /// Whether what it holds is a database.
        database: bool,
        /// What is in the way, in words.
        found: String,
    },
}

impl Error {
    /// Returns the work folder of the unfinished level that the damage is in; `None` for other errors. Nothing in it is
    /// sealed: whoever removes it has the level made again.
    pub fn damaged_work(&self) -> Option<&Path> {
        let Error::Corrupt { path, .. } = self else {
            return None;
        };
        let is_level = |folder: &Path| {
            let name = folder.file_name().unwrap_or_default();
            name.as_encoded_bytes().starts_with(b"level-")
        };
        path.ancestors()
            .find(|above| above.ends_with(WORK) && above.parent().is_some_and(is_level))
    }

    /// Returns the file or folder concerned.
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
            | Error::NoRocksDb { path }
            | Error::NotADatabase { path }
            | Error::Occupied { path, .. }
            | Error::Link { path } => path,
        }
    }

    /// Returns whether the bytes on disk are wrong or missing. Returns false where the system refused access, lacked a
    /// resource (files, memory, space, rights), or the device failed: then the bytes may be intact.
    pub fn is_damage(&self) -> bool {
        match self {
            Error::Corrupt { .. } | Error::Rocks { .. } | Error::Link { .. } => true,
            Error::Io { source, .. } => is_of_content(source),
            _ => false,
        }
    }

    /// Creates the error for a failed `action`, such as "read", on `path`.
    pub fn io(path: &Path, action: &'static str, source: io::Error) -> Error {
        let path = path.to_path_buf();
        match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Error::DiskFull { path },
            _ => Error::Io { path, action, source },
        }
    }

    /// Creates the error for a file at `path` with damaged bytes; `what` states what was expected and found.
    pub fn corrupt(path: &Path, what: impl Into<String>) -> Error {
        Error::Corrupt {
            path: path.to_path_buf(),
            what: what.into(),
        }
    }

    /// Creates the error for a format number that is not [`FORMAT`].
    pub(crate) fn other_format(path: &Path, found: u32) -> Error {
        let (path, known) = (path.to_path_buf(), FORMAT);
        if found > FORMAT {
            Error::NewerFormat { path, found, known }
        } else {
            Error::OlderFormat { path, found, known }
        }
    }

    #[cfg(feature = "rocksdb")]
    /// Creates the error for RocksDB's message when it could not write `path`.
    pub(crate) fn rocks(path: &Path, said: &str) -> Error {
        let message = said.trim_end_matches('.').to_string();
        let full = ["No space left", "Disk quota exceeded", "Out of space"];
        if full.iter().any(|sign| message.contains(sign)) {
            return Error::DiskFull {
                path: path.to_path_buf(),
            };
        }
        let of_the_system = |number| {
            let error = io::Error::from_raw_os_error(number);
            let text = error.to_string();
            let words = text.split(" (os error").next()?;
            message.contains(&format!(": {words}")).then_some(error)
        };
        match TOLD.into_iter().find_map(of_the_system) {
            Some(source) => Error::io(path, "write", source),
            None => Error::Rocks {
                path: path.to_path_buf(),
                message,
            },
        }
    }
}

#[cfg(feature = "rocksdb")]
/// System failures that RocksDB reports in the system's words, such as `IO error: While fdatasync:
/// DB/level-010/positions/incoming/000000.sst: Input/output error`.
const TOLD: [i32; 11] = [
    libc::EIO,
    // Its text begins with that of the next one.
    libc::ENFILE,
    libc::EMFILE,
    libc::ENOMEM,
    libc::EACCES,
    libc::EPERM,
    libc::EROFS,
    libc::EFBIG,
    libc::EINTR,
    libc::EAGAIN,
    libc::ETIMEDOUT,
];

/// Returns whether a system error comes from the content of a folder: a file is missing, or something else has its
/// place.
pub(crate) fn is_of_content(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, IsADirectory, NotADirectory, NotFound, UnexpectedEof};
    matches!(
        error.kind(),
        NotFound | NotADirectory | IsADirectory | InvalidData | UnexpectedEof
    ) || matches!(error.raw_os_error(), Some(libc::ELOOP | libc::ENXIO | libc::ENODEV))
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
        assert!(error.to_string().starts_with("could not write x: "));
    }

    /// Sentences of RocksDB 11.
    #[cfg(feature = "rocksdb")]
    #[test]
    fn failures_of_the_system_are_found_in_rocksdb_sentences() {
        let path = Path::new("db/level-001/positions/incoming/000000.sst");
        for (reason, number) in [
            ("Too many open files", 24),
            ("Input/output error", 5),
            ("Permission denied", 13),
            ("Cannot allocate memory", 12),
        ] {
            let said = format!("IO error: While fdatasync: {}: {reason}", path.display());
            let error = Error::rocks(path, &said);
            let sentence = format!("could not write {}: {reason} (os error {number}).", path.display());
            assert_eq!(error.to_string(), sentence);
            assert!(!error.is_damage());
        }
        let other = Error::rocks(path, "Invalid argument: Keys must be added in strict ascending order.");
        assert!(matches!(other, Error::Rocks { .. }), "{other}");
        assert!(matches!(
            Error::rocks(path, "IO error: No space left on device: While appending to file"),
            Error::DiskFull { .. }
        ));
    }

    #[test]
    fn what_the_system_refuses_is_no_damage() {
        let path = Path::new("x");
        for number in [
            libc::EIO,
            libc::EMFILE,
            libc::ENOMEM,
            libc::EACCES,
            libc::EPERM,
            libc::EINTR,
        ] {
            assert!(!Error::io(path, "read", io::Error::from_raw_os_error(number)).is_damage());
        }
        for number in [libc::ENOENT, libc::ENOTDIR, libc::EISDIR, libc::ELOOP, libc::ENXIO] {
            assert!(Error::io(path, "read", io::Error::from_raw_os_error(number)).is_damage());
        }
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
