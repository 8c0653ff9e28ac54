//! The trace: all calls, in order.
//!
//! One entry after the other, integers little-endian:
//!
//! | bytes | content |
//! |---|---|
//! | 1 | kind, in the order of `kind::Kind` |
//! | 1 | 1 when the fault was injected here |
//! | 1 | create only: 1 a new file, 2 an emptied one, 3 a new one without a name, 0 neither |
//! | 1 | zero |
//! | 4 | errno, 0 of a call that succeeded |
//! | 8 | inode number of the file or new folder, 0 where it does not matter |
//! | 8 | offset of a write, or size of the file afterwards |
//! | 4, 4, 4 | lengths of what follows |
//! | .. | path below the folder; second path of a rename or link; bytes written |

use std::ffi::{CString, OsStr};
use std::os::unix::ffi::OsStrExt;

use libc::c_int;

use crate::kind::Kind;

/// One call.
pub struct Entry {
    pub kind: Kind,
    pub injected: bool,
    pub created: u8,
    pub errno: c_int,
    pub inode: u64,
    pub number: u64,
    pub path: Vec<u8>,
    pub other: Vec<u8>,
    pub data: Vec<u8>,
}

impl Entry {
    pub fn of(path: Vec<u8>) -> Entry {
        Entry {
            kind: Kind::Write,
            injected: false,
            created: 0,
            errno: 0,
            inode: 0,
            number: 0,
            path,
            other: vec![],
            data: vec![],
        }
    }
}

pub struct Trace(c_int);

impl Trace {
    pub fn open(path: &OsStr) -> Trace {
        let path = CString::new(path.as_bytes()).expect("a path has no zero byte");
        let flags = libc::O_WRONLY | libc::O_CREAT | libc::O_APPEND | libc::O_CLOEXEC;
        // SAFETY: a system call with a C string, not through the function of this library.
        let file = unsafe { libc::syscall(libc::SYS_openat, libc::AT_FDCWD, path.as_ptr(), flags, 0o666) };
        assert!(file >= 0, "the trace {path:?} can not be opened");
        Trace(file as c_int)
    }

    pub fn append(&self, entry: &Entry) {
        let parts = [&entry.path, &entry.other, &entry.data];
        let mut bytes = vec![entry.kind as u8, u8::from(entry.injected), entry.created, 0];
        bytes.extend_from_slice(&entry.errno.to_le_bytes());
        bytes.extend_from_slice(&entry.inode.to_le_bytes());
        bytes.extend_from_slice(&entry.number.to_le_bytes());
        for part in parts {
            bytes.extend_from_slice(&(part.len() as u32).to_le_bytes());
        }
        for part in parts {
            bytes.extend_from_slice(part);
        }
        // SAFETY: the bytes are there.
        let written = unsafe { libc::syscall(libc::SYS_write, self.0, bytes.as_ptr(), bytes.len()) };
        assert!(written == bytes.len() as i64, "the trace can not be written");
    }
}
