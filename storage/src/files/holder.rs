//! Who holds the lock of a database.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};

use serde::{Deserialize, Serialize};

use crate::files::clock;

/// Maximum number of bytes read from its text.
const LONGEST: u64 = 64 << 10;

/// The process that writes to a database, as described by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    /// Process id.
    pub process: u32,
    /// Name of the computer, where it is easily known.
    pub host: Option<String>,
    /// The command line, quoted for a shell.
    pub command: String,
    /// When the lock was taken, UTC, as in `2026-01-31T12:00:00Z`; `None` when the clock had no valid time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
}

impl Holder {
    /// Returns process, computer and time.
    pub fn name(&self) -> String {
        let host = self.host.as_ref().map_or(String::new(), |host| format!(" on {host}"));
        let since = self
            .since
            .as_ref()
            .map_or(String::new(), |since| format!(" since {since}"));
        format!("process {}{host}{since}", self.process)
    }

    /// Describes this process, now.
    pub(crate) fn current() -> Holder {
        let words = std::env::args_os().map(|word| quoted(&word.to_string_lossy()));
        Holder {
            process: std::process::id(),
            host: host_name(),
            command: words.collect::<Vec<_>>().join(" "),
            since: clock::now(),
        }
    }

    /// Reads the holder from `file`. Returns `None` for anything else, such as an incomplete text.
    ///
    /// # Errors
    /// When the system refuses to read it.
    pub(crate) fn read(file: &mut File) -> io::Result<Option<Holder>> {
        let mut text = Vec::new();
        file.take(LONGEST).read_to_end(&mut text)?;
        Ok(serde_json::from_slice(&text).ok())
    }
}

/// The name of this computer, where it is easily known.
pub(crate) fn host_name() -> Option<String> {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok()?;
    Some(name.trim().to_string()).filter(|name| !name.is_empty())
}

/// Quotes a word for a shell.
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
