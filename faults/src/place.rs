//! The file that a call affects.

use std::ffi::CStr;
use std::os::unix::ffi::OsStringExt;
use std::sync::OnceLock;

use libc::{c_char, c_int};

fn folder() -> Option<&'static [u8]> {
    static FOLDER: OnceLock<Option<Vec<u8>>> = OnceLock::new();
    let read = || std::env::var_os("RETROGRAPH_FAULTS_FOLDER").map(OsStringExt::into_vec);
    FOLDER.get_or_init(read).as_deref()
}

/// Returns the path below the folder, empty for the folder itself; `None` when it is elsewhere.
fn below(path: &[u8]) -> Option<Vec<u8>> {
    let rest = path.strip_prefix(folder()?)?;
    match rest {
        [] => Some(vec![]),
        [b'/', rest @ ..] => Some(rest.to_vec()),
        _ => None,
    }
}

/// Returns the name of an open file below the folder. A file without a name also yields a result.
pub fn of_file(file: c_int) -> Option<Vec<u8>> {
    folder()?;
    below(&link_target(&format!("/proc/self/fd/{file}\0"))?)
}

/// Returns the place of `path`, relative to the open folder `at`, if it is below the folder.
///
/// # Safety
/// `path` must be a C string.
pub unsafe fn of_path(at: c_int, path: *const c_char) -> Option<Vec<u8>> {
    folder()?;
    // SAFETY: the caller's.
    let path = unsafe { CStr::from_ptr(path) }.to_bytes();
    let (mut whole, path) = match (through_descriptor(path), path.first(), at) {
        (Some((descriptor, rest)), ..) => (link_target(&format!("/proc/self/fd/{descriptor}\0"))?, rest),
        (_, Some(b'/'), _) => (vec![], path),
        (_, _, libc::AT_FDCWD) => (link_target("/proc/self/cwd\0")?, path),
        _ => (link_target(&format!("/proc/self/fd/{at}\0"))?, path),
    };
    for part in path.split(|&byte| byte == b'/') {
        if !part.is_empty() && part != b"." {
            whole.push(b'/');
            whole.extend_from_slice(part);
        }
    }
    below(&whole)
}

/// Splits a path that leads through an open folder into its descriptor and the rest.
fn through_descriptor(path: &[u8]) -> Option<(&str, &[u8])> {
    let path = path.strip_prefix(b"/proc/self/fd/")?;
    let end = path.iter().position(|&byte| byte == b'/').unwrap_or(path.len());
    let (descriptor, rest) = path.split_at(end);
    Some((std::str::from_utf8(descriptor).ok()?, rest))
}

fn link_target(link: &str) -> Option<Vec<u8>> {
    let mut buffer = vec![0u8; libc::PATH_MAX as usize];
    // SAFETY: `link` ends in a zero byte, the buffer has the length given.
    let bytes = unsafe { libc::readlink(link.as_ptr().cast(), buffer.as_mut_ptr().cast(), buffer.len()) };
    buffer.truncate(usize::try_from(bytes).ok()?);
    Some(buffer)
}

/// Returns the number and size of an open file.
pub fn inode(file: c_int) -> (u64, u64) {
    // SAFETY: a zeroed stat is valid, and fstat, not through the function of this library, fills it.
    unsafe {
        let mut stat: libc::stat = std::mem::zeroed();
        match libc::syscall(libc::SYS_fstat, file, &mut stat) {
            0 => (stat.st_ino, stat.st_size as u64),
            _ => (0, 0),
        }
    }
}

/// Returns the number of the file of that name, `None` when there is none.
///
/// # Safety
/// `path` must be a C string.
pub unsafe fn inode_at(at: c_int, path: *const c_char) -> Option<u64> {
    // SAFETY: a zeroed stat is valid, and fstatat fills it; the path is the caller's.
    unsafe {
        let mut stat: libc::stat = std::mem::zeroed();
        let found = libc::syscall(libc::SYS_newfstatat, at, path, &mut stat, libc::AT_SYMLINK_NOFOLLOW);
        (found == 0).then_some(stat.st_ino)
    }
}
