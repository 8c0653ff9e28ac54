//! Files and folders that appear complete or not at all: each grows under a temporary name beside its place.
//!
//! The draft of `levels.svg` is `.levels.svg.XXXXXX.tmp`, the six characters chosen at random. A draft is removed when
//! it is dropped. [`remove_all`] removes those of the whole process, for a handler of signals. What a killed process
//! leaves is found by [`remove_stale`]: a draft is locked as long as its process lives. It is `.levels.svg.XXXXXX.new`
//! until it is locked, so that no living process finds one without its lock.
//!
//! Of several processes that write a file over hours one has the [`Claim`] to it.

mod claim;
mod file;
mod folder;
mod live;
mod stale;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub use claim::Claim;
pub use file::DraftFile;
pub use folder::DraftFolder;
pub use live::remove_all;
pub use stale::{Stale, remove_stale};

/// The folder of `path`.
pub fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// The end of every temporary name.
const SUFFIX: &str = ".tmp";
/// The end of the name of a draft that is not locked yet.
const UNLOCKED: &str = ".new";
/// The number of random characters in one.
const RANDOM: usize = 6;

/// The start of the temporary names of `path`.
fn prefix(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    format!(".{name}.")
}

/// Calls `make` with a builder of names of drafts for `path` that are not locked yet.
fn built<T>(path: &Path, make: impl FnOnce(&mut tempfile::Builder) -> io::Result<T>) -> io::Result<T> {
    let prefix = prefix(path);
    make(
        tempfile::Builder::new()
            .prefix(&prefix)
            .suffix(UNLOCKED)
            .rand_bytes(RANDOM),
    )
}

/// The failure of a draft that others remove again and again before it is locked.
fn not_locked() -> io::Error {
    io::Error::other("other processes remove every temporary file beside it")
}

/// Attempts to create a draft that no other process removes in the instant before it is locked.
const TRIES: usize = 100;

/// Gives a draft that is locked its temporary name; `None` where another process has just removed it.
fn named(unlocked: &Path) -> io::Result<Option<PathBuf>> {
    let name = unlocked.with_extension(&SUFFIX[1..]);
    match fs::rename(unlocked, &name) {
        Ok(()) => Ok(Some(name)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
