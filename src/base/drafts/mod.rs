//! Files and folders that appear complete or not at all: each grows under a temporary name beside its place.
//!
//! The draft of `levels.svg` is `.levels.svg.XXXXXX.tmp`, the six characters chosen at random. A draft is removed when
//! it is dropped. [`remove_all`] removes those of the whole process, for a handler of signals. What a killed process
//! leaves is found by [`remove_stale`]: a draft is locked as long as its process lives.

mod file;
mod folder;
mod live;
mod stale;

use std::path::Path;

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
/// The number of random characters in one.
const RANDOM: usize = 6;

/// The start of the temporary names of `path`.
fn prefix(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    format!(".{name}.")
}

/// Calls `make` with a builder of temporary names for `path`.
fn built<T>(path: &Path, make: impl FnOnce(&mut tempfile::Builder) -> std::io::Result<T>) -> std::io::Result<T> {
    let prefix = prefix(path);
    make(
        tempfile::Builder::new()
            .prefix(&prefix)
            .suffix(SUFFIX)
            .rand_bytes(RANDOM),
    )
}
