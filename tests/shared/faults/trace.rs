//! The calls of a run, as `faults/src/trace.rs` writes them.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// Kinds of calls, named as in `faults/src/kind.rs` and in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Create,
    Write,
    Truncate,
    Allocate,
    Range,
    Sync,
    Rename,
    Link,
    Unlink,
    RemoveFolder,
    MakeFolder,
    SyncAll,
    Open,
    Read,
    Map,
    Look,
    List,
}

pub const KINDS: [Kind; 17] = [
    Kind::Create,
    Kind::Write,
    Kind::Truncate,
    Kind::Allocate,
    Kind::Range,
    Kind::Sync,
    Kind::Rename,
    Kind::Link,
    Kind::Unlink,
    Kind::RemoveFolder,
    Kind::MakeFolder,
    Kind::SyncAll,
    Kind::Open,
    Kind::Read,
    Kind::Map,
    Kind::Look,
    Kind::List,
];

/// Those that change nothing.
pub const READING: [Kind; 5] = [Kind::Open, Kind::Read, Kind::Map, Kind::Look, Kind::List];

impl Kind {
    /// The name that a fault is asked for by.
    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

/// What an open did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Created {
    Nothing,
    New,
    Emptied,
    Unnamed,
}

/// One call that concerned the watched folder; paths are relative to it.
#[derive(Clone, Debug)]
pub struct Call {
    pub kind: Kind,
    pub injected: bool,
    pub created: Created,
    /// 0 of a call that succeeded.
    pub errno: i32,
    pub inode: u64,
    /// Offset of a write, else the size of the file afterwards.
    pub number: u64,
    pub path: PathBuf,
    /// The new name of a rename or link.
    pub other: PathBuf,
    pub data: Vec<u8>,
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.kind.name(), self.path.display())?;
        if !self.other.as_os_str().is_empty() {
            write!(f, " to {}", self.other.display())?;
        }
        Ok(())
    }
}

/// The calls in the order in which they happened.
pub fn read(path: &Path) -> Vec<Call> {
    let bytes = fs::read(path).unwrap();
    let mut rest = bytes.as_slice();
    let mut calls = vec![];
    while !rest.is_empty() {
        let (head, body) = rest.split_at(36);
        let word = |at: usize| u32::from_le_bytes(head[at..at + 4].try_into().unwrap());
        let long = |at: usize| u64::from_le_bytes(head[at..at + 8].try_into().unwrap());
        let (path, body) = body.split_at(word(24) as usize);
        let (other, body) = body.split_at(word(28) as usize);
        let (data, body) = body.split_at(word(32) as usize);
        let text = |bytes: &[u8]| PathBuf::from(std::str::from_utf8(bytes).unwrap());
        calls.push(Call {
            kind: KINDS[usize::from(head[0])],
            injected: head[1] == 1,
            created: [Created::Nothing, Created::New, Created::Emptied, Created::Unnamed][usize::from(head[2])],
            errno: word(4) as i32,
            inode: long(8),
            number: long(16),
            path: text(path),
            other: text(other),
            data: data.to_vec(),
        });
        rest = body;
    }
    calls
}
