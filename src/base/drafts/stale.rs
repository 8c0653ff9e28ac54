//! Drafts of processes that were killed.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::{RANDOM, SUFFIX, UNLOCKED, parent, prefix};

/// A draft without its process.
#[derive(Debug)]
pub enum Stale {
    /// It has been removed.
    Removed(PathBuf),
    /// It could not be removed, or the file system keeps no locks, so that its process may live.
    Left(PathBuf, io::Error),
}

/// Removes what killed processes left of drafts for `path`; those of living processes stay. The answers are in the
/// order of their names; a folder that cannot be listed has none. Cost: a listing of the folder of `path`.
pub fn remove_stale(path: &Path) -> Vec<Stale> {
    let prefix = prefix(path);
    let Ok(entries) = fs::read_dir(parent(path)) else {
        return Vec::new();
    };
    let is_draft = |name: &str| {
        let rest = name.strip_prefix(&prefix);
        let middle = rest.and_then(|rest| rest.strip_suffix(SUFFIX).or_else(|| rest.strip_suffix(UNLOCKED)));
        middle.is_some_and(|middle| middle.len() == RANDOM && middle.bytes().all(|byte| byte.is_ascii_alphanumeric()))
    };
    let mut drafts: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| entry.file_name().to_str().is_some_and(is_draft))
        .map(|entry| entry.path())
        .collect();
    drafts.sort();
    drafts.iter().filter_map(|draft| removed(draft)).collect()
}

/// Removes one draft; `None` where its process lives, or there is nothing. A draft that is not locked yet is empty: its
/// process was killed, or makes another one now, and there is nothing to report.
fn removed(draft: &Path) -> Option<Stale> {
    let is_unlocked = draft.to_string_lossy().ends_with(UNLOCKED);
    let is_folder = match draft.symlink_metadata() {
        Ok(found) if found.is_dir() => true,
        // Neither a link nor a device is a draft.
        Ok(found) if found.is_file() => false,
        _ => return None,
    };
    let gone = File::open(draft).and_then(|file| match file.try_lock() {
        Ok(()) if !is_same(&file, draft)? => Ok(false),
        Ok(()) if is_unlocked && is_folder => fs::remove_dir(draft).map(|()| false),
        Ok(()) if is_unlocked => fs::remove_file(draft).map(|()| false),
        Ok(()) if is_folder => fs::remove_dir_all(draft).map(|()| true),
        Ok(()) => fs::remove_file(draft).map(|()| true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    });
    match gone {
        Ok(true) => Some(Stale::Removed(draft.to_path_buf())),
        Ok(false) => None,
        Err(_) if is_unlocked => None,
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => Some(Stale::Left(draft.to_path_buf(), error)),
    }
}

/// Locks a new draft as long as `file` is open. Returns false when another process has just taken it for a leftover.
///
/// # Errors
/// What the system reports when the draft cannot be looked at.
pub(crate) fn keep_locked(file: &File, path: &Path) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => is_same(file, path),
        Err(TryLockError::WouldBlock) => Ok(false),
        // A file system without locks: no other process can take it for a leftover there.
        Err(TryLockError::Error(_)) => Ok(true),
    }
}

/// Whether the name still is that of the open file.
#[cfg(unix)]
pub(crate) fn is_same(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let place = |found: fs::Metadata| (found.dev(), found.ino());
    let own = place(file.metadata()?);
    match path.symlink_metadata() {
        Ok(name) => Ok(own == place(name)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
pub(crate) fn is_same(_file: &File, path: &Path) -> io::Result<bool> {
    path.try_exists()
}

#[cfg(test)]
mod tests {
    use super::super::{DraftFile, DraftFolder};
    use super::*;

    /// Drafts are made while others look for leftovers all the time: none is taken for one.
    #[test]
    fn no_draft_of_a_living_process_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let a = folder.path().join("a");
        let is_over = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            let looking = (0..2).map(|_| {
                scope.spawn(|| {
                    while !is_over.load(std::sync::atomic::Ordering::Relaxed) {
                        let removed = remove_stale(&a);
                        assert!(removed.is_empty(), "{removed:?}");
                    }
                })
            });
            let looking: Vec<_> = looking.collect();
            for _ in 0..300 {
                let (file, made) = (DraftFile::beside(&a).unwrap(), DraftFolder::beside(&a).unwrap());
                assert!(file.name().exists() && made.folder().exists());
            }
            is_over.store(true, std::sync::atomic::Ordering::Relaxed);
            looking.into_iter().for_each(|thread| thread.join().unwrap());
        });
    }

    /// The names that are removed for `a`, in a folder with these files and folders.
    #[test]
    fn only_drafts_of_this_file_without_a_process_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let a = at("a");
        fs::write(at(".a.Xy12zZ.tmp"), "x").unwrap();
        fs::create_dir_all(at(".a.000000.tmp").join("data")).unwrap();
        // Of processes that were killed before they had locked them: removed without a word.
        fs::create_dir(at(".a.111111.new")).unwrap();
        fs::write(at(".a.222222.new"), "").unwrap();
        let others = [
            ".b.Xy12zZ.tmp",
            ".a.Xy12z.tmp",
            ".a.Xy12zZa.tmp",
            ".a.b.Xy12zZ.tmp",
            "a.Xy12zZ.tmp",
            ".a.Xy-2zZ.tmp",
        ];
        for other in others {
            fs::write(at(other), "x").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(at(others[0]), at(".a.linked.tmp")).unwrap();
        let (file, made) = (DraftFile::beside(&a).unwrap(), DraftFolder::beside(&a).unwrap());
        let removed: Vec<PathBuf> = remove_stale(&a)
            .into_iter()
            .map(|stale| match stale {
                Stale::Removed(path) => path,
                Stale::Left(path, error) => panic!("{}: {error}", path.display()),
            })
            .collect();
        assert_eq!(removed, [at(".a.000000.tmp"), at(".a.Xy12zZ.tmp")]);
        for other in others {
            assert!(at(other).exists(), "{other}");
        }
        assert!(!at(".a.111111.new").exists() && !at(".a.222222.new").exists());
        // The drafts of this process live.
        assert!(made.folder().exists());
        file.finish(false).unwrap();
        fs::remove_file(&a).unwrap();
        made.finish().unwrap();
        assert!(a.is_dir() && remove_stale(&a).is_empty());
    }
}
