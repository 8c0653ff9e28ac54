//! One writer at a time: an advisory lock on a file that names the holder.

use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, Write};
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::atomic::refuse_link;
use crate::clock;
use crate::error::{At, Error, Result};

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
        let mut file = match File::open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Writer::Nobody),
            other => other.at(path, "open")?,
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
    file: File,
    abandoned: Option<Holder>,
}

impl LockGuard {
    /// Locks the file `path` on behalf of `folder`.
    pub(crate) fn acquire(path: &Path, folder: &Path) -> Result<LockGuard> {
        refuse_link(path)?;
        // Not truncated before it is locked: the text belongs to the holder.
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .at(path, "open")?;
        for tries_left in (0..TRIES).rev() {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if tries_left > 0 => std::thread::sleep(PAUSE),
                Err(TryLockError::WouldBlock) => {
                    return Err(Error::Locked {
                        path: folder.to_path_buf(),
                        holder: Holder::read(&mut file).map(Box::new),
                    });
                }
                Err(TryLockError::Error(source)) => return Err(Error::io(path, "lock", source)),
            }
        }
        let abandoned = Holder::read(&mut file);
        // The lock holds without the text, which a full disk may refuse.
        let text = serde_json::to_string(&Holder::current()).expect("numbers and strings are JSON");
        let written = file.set_len(0).and_then(|()| file.rewind());
        let _ = written.and_then(|()| writeln!(file, "{text}"));
        Ok(LockGuard { file, abandoned })
    }

    /// The writer before this one, if it ended without letting go of the lock.
    pub fn abandoned(&self) -> Option<&Holder> {
        self.abandoned.as_ref()
    }
}

impl Drop for LockGuard {
    fn drop(&mut self) {
        // The file stays: removing it would let a third process lock a name that a second one still waits on. Failure
        // to clear the text is harmless, the lock itself goes with the descriptor.
        let _ = self.file.set_len(0);
    }
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
