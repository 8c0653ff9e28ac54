//! One writer at a time: advisory locks, on a file that names the holder and on what stays when that file goes.

use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::atomic::refuse_link;
use crate::clock;
use crate::error::{At, Error, Result, is_of_content};
use crate::open::{open_file, open_if_there, open_with};

/// Tries before a writer gives up, and the pause between them: somebody who looks whether the lock is free holds it for
/// an instant.
const TRIES: usize = 10;
const PAUSE: Duration = Duration::from_millis(20);

/// Bytes of its text that are read.
const LONGEST: u64 = 64 << 10;

/// Who writes to a database, in the words of the writer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    /// Process id.
    pub process: u32,
    /// Name of the computer, where it is easily known.
    pub host: Option<String>,
    /// The command line, as a shell reads it.
    pub command: String,
    /// When the lock was taken, UTC, as in `2026-01-31T12:00:00Z`; `None` when the clock had no such time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
}

impl Holder {
    /// Process, computer and time.
    pub fn name(&self) -> String {
        let host = self.host.as_ref().map_or(String::new(), |host| format!(" on {host}"));
        let since = self
            .since
            .as_ref()
            .map_or(String::new(), |since| format!(" since {since}"));
        format!("process {}{host}{since}", self.process)
    }

    /// This process, now.
    fn current() -> Holder {
        let words = std::env::args_os().map(|word| quoted(&word.to_string_lossy()));
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
        Holder {
            process: std::process::id(),
            host: host.map(|name| name.trim().to_string()).filter(|name| !name.is_empty()),
            command: words.collect::<Vec<_>>().join(" "),
            since: clock::now(),
        }
    }

    /// What `file` says. Whatever is no holder, such as half a text, is none.
    fn read(file: &mut File) -> Option<Holder> {
        let mut text = String::new();
        file.take(LONGEST).read_to_string(&mut text).ok()?;
        serde_json::from_str(&text).ok()
    }
}

/// The word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=,:+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{} ({})", self.name(), self.command)
    }
}

/// Whether somebody writes to a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Writer {
    /// Nobody does, and the last one let go of the lock.
    Nobody,
    /// Nobody does; this one ended without letting go, killed perhaps.
    Abandoned(Box<Holder>),
    /// Somebody does, and has perhaps said who it is.
    Working(Option<Box<Holder>>),
}

impl Writer {
    /// The one who works or has left, if it has said who it is.
    pub fn holder(&self) -> Option<&Holder> {
        match self {
            Writer::Nobody => None,
            Writer::Abandoned(holder) => Some(holder),
            Writer::Working(holder) => holder.as_deref(),
        }
    }

    /// Looks at the lock file `path` and changes nothing.
    pub(crate) fn look(path: &Path) -> Result<Writer> {
        let Some(mut file) = open_if_there(path)? else {
            return Ok(Writer::Nobody);
        };
        // Shared, so that those who look do not see one another.
        let is_free = match file.try_lock_shared() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock) => false,
            Err(TryLockError::Error(source)) => return Err(Error::io(path, "lock", source)),
        };
        let holder = Holder::read(&mut file).map(Box::new);
        Ok(match holder {
            holder if !is_free => Writer::Working(holder),
            Some(holder) => Writer::Abandoned(holder),
            None => Writer::Nobody,
        })
    }
}

/// Holds the writer lock of a database until it is dropped or the process ends in whatever way.
#[derive(Debug)]
pub struct LockGuard {
    held: Arc<Held>,
    abandoned: Option<Holder>,
}

/// What a writer has locked. Three files, because any of them may be removed or replaced under its eyes: the folder
/// itself, which goes only with everything in it; `retrograph.json`, for file systems that lock no folders; and `lock`,
/// which readers look at and version 0.1 locks.
#[derive(Debug)]
pub(crate) struct Held {
    folder: PathBuf,
    /// The folder's device and inode.
    place: (u64, u64),
    lock: Mutex<File>,
    /// Folder and identity; nothing is done with them.
    _others: Vec<File>,
}

impl LockGuard {
    /// Locks `folder`, whose lock file is `path` and whose identity is `identity`.
    pub(crate) fn acquire(folder: &Path, path: &Path, identity: &Path) -> Result<LockGuard> {
        refuse_link(path)?;
        let mut others = vec![];
        let opened = File::open(folder).at(folder, "open")?;
        let place = inode(&opened).at(folder, "read")?;
        let identity = open_with(identity, OpenOptions::new().read(true).write(true)).ok();
        for file in std::iter::once(opened).chain(identity) {
            match locked(&file) {
                Ok(true) => others.push(file),
                Ok(false) => return Err(held_by_another(folder, path)),
                // A network file system that does not lock folders.
                Err(_) => {}
            }
        }
        let mut file = open_lock(path)?;
        if !locked(&file).at(path, "lock")? {
            return Err(held_by_another(folder, path));
        }
        let abandoned = Holder::read(&mut file);
        write_holder(&mut file);
        let held = Held {
            folder: folder.to_path_buf(),
            place,
            lock: Mutex::new(file),
            _others: others,
        };
        Ok(LockGuard {
            held: Arc::new(held),
            abandoned,
        })
    }

    /// The writer before this one, if it ended without letting go of the lock.
    pub fn abandoned(&self) -> Option<&Holder> {
        self.abandoned.as_ref()
    }

    pub(crate) fn held(&self) -> &Arc<Held> {
        &self.held
    }
}

impl Held {
    /// Asserts that what was locked is still what has the names; to be asked before every step that a second writer must
    /// not do too. A lock file that somebody has removed is made and locked again. Cost: three system calls.
    ///
    /// # Errors
    /// [`Error::LockLost`] when the folder is another one, or another process has the lock file.
    pub fn check(&self, path: &Path) -> Result<()> {
        let lost = || Error::LockLost {
            path: self.folder.clone(),
        };
        if inode_at(&self.folder)? != Some(self.place) {
            return Err(lost());
        }
        let mut lock = self.lock.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if inode_at(path)? == Some(inode(&lock).at(path, "look at")?) {
            return Ok(());
        }
        refuse_link(path)?;
        let mut file = open_lock(path)?;
        if !locked(&file).at(path, "lock")? {
            return Err(lost());
        }
        write_holder(&mut file);
        *lock = file;
        Ok(())
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // The file stays: removing it would let a third process lock a name that a second one still waits on. Failure
        // to clear the text is harmless, the lock itself goes with the descriptor.
        let lock = self.lock.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
        let _ = lock.set_len(0);
    }
}

/// Device and inode of what has the name; `None` when nothing has.
fn inode_at(path: &Path) -> Result<Option<(u64, u64)>> {
    match fs::metadata(path) {
        Ok(found) => Ok(Some((found.dev(), found.ino()))),
        Err(error) if is_of_content(&error) => Ok(None),
        Err(error) => Err(Error::io(path, "look at", error)),
    }
}

/// Device and inode.
fn inode(file: &File) -> std::io::Result<(u64, u64)> {
    file.metadata().map(|found| (found.dev(), found.ino()))
}

fn open_lock(path: &Path) -> Result<File> {
    // Not truncated before it is locked: the text belongs to the holder.
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create(true).truncate(false);
    open_with(path, options)
}

/// Whether the lock on `file` could be had.
fn locked(file: &File) -> std::io::Result<bool> {
    for tries_left in (0..TRIES).rev() {
        match file.try_lock() {
            Ok(()) => return Ok(true),
            Err(TryLockError::WouldBlock) if tries_left > 0 => std::thread::sleep(PAUSE),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(source)) => return Err(source),
        }
    }
    Ok(false)
}

fn held_by_another(folder: &Path, path: &Path) -> Error {
    let holder = open_file(path).ok().and_then(|mut file| Holder::read(&mut file));
    Error::Locked {
        path: folder.to_path_buf(),
        holder: holder.map(Box::new),
    }
}

/// Says who holds the lock, in place of what was there. The lock holds without the text, which a full disk may refuse.
fn write_holder(file: &mut File) {
    let text = serde_json::to_string(&Holder::current()).expect("numbers and strings are JSON");
    let written = file.set_len(0).and_then(|()| file.rewind());
    let _ = written.and_then(|()| writeln!(file, "{text}"));
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_word_is_quoted_when_a_shell_would_break_it() {
        for plain in ["solve", "-n", "--db=t12", "/a/b_c.d", "\u{e9}t\u{e9}"] {
            assert_eq!(quoted(plain), plain);
        }
        assert_eq!(
            ["", "a b", "$HOME", "it's"].map(quoted),
            ["''", "'a b'", "'$HOME'", r"'it'\''s'"]
        );
    }
}
