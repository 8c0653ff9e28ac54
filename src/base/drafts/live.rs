//! The drafts of this process.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

static LIVE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// How often a folder is emptied into which other threads still write.
const TRIES: usize = 100;

fn live() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The name of a draft, known to [`remove_all`] until it is dropped.
#[derive(Debug)]
pub(crate) struct Live(PathBuf);

impl Live {
    /// Creates a draft with `make`, which returns it with its name. No draft escapes [`remove_all`] between its
    /// creation and its entry in the list.
    pub fn created<T>(make: impl FnOnce() -> io::Result<(T, PathBuf)>) -> io::Result<(T, Self)> {
        let mut live = live();
        let (draft, path) = make()?;
        // A relative name would change its meaning with the current folder.
        let path = std::path::absolute(&path).unwrap_or(path);
        live.insert(path.clone());
        Ok((draft, Self(path)))
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        live().remove(&self.0);
    }
}

/// Removes all drafts of this process and lets no thread create or finish another: the process must end after it.
pub fn remove_all() {
    let live = live();
    for path in live.iter() {
        remove(path);
    }
    // Whoever wants to create a draft now waits for the end of the process.
    std::mem::forget(live);
}

fn remove(path: &Path) {
    let is_there = |path: &Path| path.symlink_metadata().is_ok();
    // A file that a thread creates meanwhile keeps its folder; no file can be created in a removed folder.
    for _ in 0..TRIES {
        if fs::remove_file(path).is_ok() || fs::remove_dir_all(path).is_ok() || !is_there(path) {
            return;
        }
    }
}
