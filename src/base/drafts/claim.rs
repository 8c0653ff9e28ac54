//! A file that one process writes at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::live::Live;
use super::parent;
use super::stale::is_same;

/// Attempts to lock a file that other processes remove as they end.
const TRIES: usize = 100;

/// The right to write a file, for as long as this lives: an empty file beside it, `.NAME.lock`, that is locked. A
/// killed process leaves that behind, and the next one takes it over.
#[derive(Debug)]
pub struct Claim {
    path: PathBuf,
    lock: File,
    // Dropped after the file is removed.
    _live: Live,
}

impl Claim {
    /// Claims the file at `path`; `None` when another process has. Where the file system keeps no locks, every claim is
    /// granted.
    ///
    /// # Errors
    /// What the system reports.
    pub fn of(path: &Path) -> io::Result<Option<Self>> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let path = parent(path).join(format!(".{name}.lock"));
        for _ in 0..TRIES {
            match Live::created(|| Ok((locked(&path)?, path.clone()))) {
                Ok((lock, live)) => {
                    return Ok(Some(Self {
                        path,
                        lock,
                        _live: live,
                    }));
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(None),
                // Removed in the instant before it was locked.
                Err(error) if error.kind() == ErrorKind::NotFound && parent(&path).is_dir() => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other(format!("other processes replace {}", path.display())))
    }
}

/// Opens and locks the file, which may be absent.
///
/// # Errors
/// [`ErrorKind::WouldBlock`] when another process has locked it, [`ErrorKind::NotFound`] when another one has removed
/// it; what the system reports.
fn locked(path: &Path) -> io::Result<File> {
    if path.symlink_metadata().is_ok_and(|found| !found.is_file()) {
        return Err(io::Error::other(format!("{} is not a file", path.display())));
    }
    let lock = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
    match lock.try_lock() {
        Ok(()) if !is_same(&lock, path)? => Err(ErrorKind::NotFound.into()),
        Err(TryLockError::WouldBlock) => Err(ErrorKind::WouldBlock.into()),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(lock),
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // Whoever has opened this file meanwhile looks whether it still has its name.
        if is_same(&self.lock, &self.path).unwrap_or(false) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    use super::*;

    #[test]
    fn one_at_a_time_and_nothing_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        // As a killed process leaves it.
        fs::write(folder.path().join(".a.lock"), "").unwrap();
        let claim = Claim::of(&path).unwrap().unwrap();
        assert!(Claim::of(&path).unwrap().is_none());
        assert!(Claim::of(&folder.path().join("b")).unwrap().is_some());
        drop(claim);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        let inside = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let mut granted = 0;
                    while granted < 50 {
                        let Some(claim) = Claim::of(&path).unwrap() else {
                            continue;
                        };
                        assert_eq!(inside.fetch_add(1, SeqCst), 0);
                        granted += 1;
                        inside.fetch_sub(1, SeqCst);
                        drop(claim);
                    }
                });
            }
        });
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        fs::create_dir(folder.path().join(".a.lock")).unwrap();
        assert!(Claim::of(&path).is_err());
    }
}
