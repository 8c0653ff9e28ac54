//! Functions that replace those of the C library and make the real calls.
//!
//! A variadic function is defined with its maximum number of arguments: on Linux both are passed alike.

use std::slice;

use libc::{AT_FDCWD, c_char, c_int, c_long, c_uint, c_void, iovec, mode_t, off_t, size_t, ssize_t, syscall};

use crate::call::{act, errno, set_errno};
use crate::kind::Kind;
use crate::trace::Entry;
use crate::{place, reading};

unsafe fn create(at: c_int, path: *const c_char, flags: c_int, mode: mode_t) -> c_int {
    // SAFETY (all below): the caller's arguments, as they are.
    let run = || unsafe { syscall(libc::SYS_openat, at, path, flags, mode) };
    let unnamed = flags & libc::O_TMPFILE == libc::O_TMPFILE;
    let changes = unnamed || flags & (libc::O_CREAT | libc::O_TRUNC) != 0;
    if !changes {
        return unsafe { reading::on_path(Kind::Open, at, path, run) } as c_int;
    }
    let Some(place) = (unsafe { place::of_path(at, path) }) else {
        return run() as c_int;
    };
    let prepare = || {
        let is_there = unnamed || unsafe { place::inode_at(at, path) }.is_some();
        let mut entry = Entry::of(place);
        entry.created = match (unnamed, is_there) {
            (true, _) => 3,
            (false, false) => 1,
            (false, true) => 2 * u8::from(flags & libc::O_TRUNC != 0),
        };
        entry
    };
    let complete = |entry: &mut Entry, file: c_long| entry.inode = place::inode(file as c_int).0;
    act(Kind::Create, prepare, |_| run(), complete) as c_int
}

/// # Safety
/// The same as for the C function of this name; this also applies to all functions below.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn open(path: *const c_char, flags: c_int, mode: mode_t) -> c_int {
    unsafe { create(AT_FDCWD, path, flags, mode) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn open64(path: *const c_char, flags: c_int, mode: mode_t) -> c_int {
    unsafe { create(AT_FDCWD, path, flags, mode) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn creat(path: *const c_char, mode: mode_t) -> c_int {
    unsafe { create(AT_FDCWD, path, libc::O_CREAT | libc::O_WRONLY | libc::O_TRUNC, mode) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn openat(at: c_int, path: *const c_char, flags: c_int, mode: mode_t) -> c_int {
    unsafe { create(at, path, flags, mode) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn openat64(at: c_int, path: *const c_char, flags: c_int, mode: mode_t) -> c_int {
    unsafe { create(at, path, flags, mode) }
}

/// Any write: the parts, and the offset, `None` for the file's own position. A short write handles half of the first
/// part.
unsafe fn written(file: c_int, parts: &[iovec], at: Option<off_t>) -> ssize_t {
    let run = |parts: &[iovec]| unsafe {
        match at {
            Some(at) => syscall(libc::SYS_pwritev, file, parts.as_ptr(), parts.len(), at, 0),
            None => syscall(libc::SYS_writev, file, parts.as_ptr(), parts.len()),
        }
    };
    let Some(place) = place::of_file(file) else {
        return run(parts) as ssize_t;
    };
    let run = |is_short: bool| match parts.first() {
        Some(first) if is_short && first.iov_len > 1 => run(&[iovec {
            iov_base: first.iov_base,
            iov_len: first.iov_len / 2,
        }]),
        _ => run(parts),
    };
    let complete = |entry: &mut Entry, bytes: c_long| {
        let position = || unsafe { libc::lseek(file, 0, libc::SEEK_CUR) } - bytes;
        entry.number = at.unwrap_or_else(position) as u64;
        entry.inode = place::inode(file).0;
        for part in parts {
            let bytes = part.iov_len.min(bytes as usize - entry.data.len());
            if bytes > 0 {
                entry
                    .data
                    .extend_from_slice(unsafe { slice::from_raw_parts(part.iov_base.cast(), bytes) });
            }
        }
    };
    act(Kind::Write, || Entry::of(place), run, complete) as ssize_t
}

fn whole(data: *const c_void, bytes: size_t) -> [iovec; 1] {
    [iovec {
        iov_base: data.cast_mut(),
        iov_len: bytes,
    }]
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn write(file: c_int, data: *const c_void, bytes: size_t) -> ssize_t {
    unsafe { written(file, &whole(data, bytes), None) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pwrite(file: c_int, data: *const c_void, bytes: size_t, at: off_t) -> ssize_t {
    unsafe { written(file, &whole(data, bytes), Some(at)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pwrite64(file: c_int, data: *const c_void, bytes: size_t, at: off_t) -> ssize_t {
    unsafe { written(file, &whole(data, bytes), Some(at)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn writev(file: c_int, parts: *const iovec, count: c_int) -> ssize_t {
    unsafe { written(file, slice::from_raw_parts(parts, count as usize), None) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pwritev(file: c_int, parts: *const iovec, count: c_int, at: off_t) -> ssize_t {
    unsafe { written(file, slice::from_raw_parts(parts, count as usize), Some(at)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pwritev64(file: c_int, parts: *const iovec, count: c_int, at: off_t) -> ssize_t {
    unsafe { written(file, slice::from_raw_parts(parts, count as usize), Some(at)) }
}

/// A call on an open file that determines its size.
fn on_file(kind: Kind, file: c_int, run: impl FnOnce() -> c_long) -> c_int {
    let Some(place) = place::of_file(file) else {
        return run() as c_int;
    };
    let complete = |entry: &mut Entry, _| (entry.inode, entry.number) = place::inode(file);
    act(kind, || Entry::of(place), |_| run(), complete) as c_int
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn ftruncate(file: c_int, size: off_t) -> c_int {
    on_file(Kind::Truncate, file, || unsafe {
        syscall(libc::SYS_ftruncate, file, size)
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn ftruncate64(file: c_int, size: off_t) -> c_int {
    on_file(Kind::Truncate, file, || unsafe {
        syscall(libc::SYS_ftruncate, file, size)
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fallocate(file: c_int, mode: c_int, at: off_t, bytes: off_t) -> c_int {
    on_file(Kind::Allocate, file, || unsafe {
        syscall(libc::SYS_fallocate, file, mode, at, bytes)
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fallocate64(file: c_int, mode: c_int, at: off_t, bytes: off_t) -> c_int {
    unsafe { fallocate(file, mode, at, bytes) }
}

/// Returns the number of the error and leaves errno unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn posix_fallocate(file: c_int, at: off_t, bytes: off_t) -> c_int {
    let before = errno();
    let failed = unsafe { fallocate(file, 0, at, bytes) } < 0;
    let number = if failed { errno() } else { 0 };
    set_errno(before);
    number
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn posix_fallocate64(file: c_int, at: off_t, bytes: off_t) -> c_int {
    unsafe { posix_fallocate(file, at, bytes) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fsync(file: c_int) -> c_int {
    on_file(Kind::Sync, file, || unsafe { syscall(libc::SYS_fsync, file) })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fdatasync(file: c_int) -> c_int {
    on_file(Kind::Sync, file, || unsafe { syscall(libc::SYS_fdatasync, file) })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn syncfs(file: c_int) -> c_int {
    on_file(Kind::SyncAll, file, || unsafe { syscall(libc::SYS_syncfs, file) })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn sync_file_range(file: c_int, at: off_t, bytes: off_t, flags: c_uint) -> c_int {
    on_file(Kind::Range, file, || unsafe {
        syscall(libc::SYS_sync_file_range, file, at, bytes, flags)
    })
}

/// Renames and links.
unsafe fn two_names(
    kind: Kind,
    from: (c_int, *const c_char),
    to: (c_int, *const c_char),
    run: impl FnOnce() -> c_long,
) -> c_int {
    let places = unsafe { (place::of_path(from.0, from.1), place::of_path(to.0, to.1)) };
    let (Some(old), Some(new)) = places else {
        return run() as c_int;
    };
    let prepare = || {
        let mut entry = Entry::of(old);
        entry.other = new;
        entry
    };
    let complete = |entry: &mut Entry, _| entry.inode = unsafe { place::inode_at(to.0, to.1) }.unwrap_or(0);
    act(kind, prepare, |_| run(), complete) as c_int
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn rename(from: *const c_char, to: *const c_char) -> c_int {
    unsafe { renameat2(AT_FDCWD, from, AT_FDCWD, to, 0) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn renameat(from_at: c_int, from: *const c_char, to_at: c_int, to: *const c_char) -> c_int {
    unsafe { renameat2(from_at, from, to_at, to, 0) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn renameat2(
    from_at: c_int,
    from: *const c_char,
    to_at: c_int,
    to: *const c_char,
    flags: c_uint,
) -> c_int {
    let run = || unsafe { syscall(libc::SYS_renameat2, from_at, from, to_at, to, flags) };
    unsafe { two_names(Kind::Rename, (from_at, from), (to_at, to), run) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn link(from: *const c_char, to: *const c_char) -> c_int {
    unsafe { linkat(AT_FDCWD, from, AT_FDCWD, to, 0) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkat(
    from_at: c_int,
    from: *const c_char,
    to_at: c_int,
    to: *const c_char,
    flags: c_int,
) -> c_int {
    let run = || unsafe { syscall(libc::SYS_linkat, from_at, from, to_at, to, flags) };
    unsafe { two_names(Kind::Link, (from_at, from), (to_at, to), run) }
}

/// Removals and new folders.
unsafe fn one_name(kind: Kind, at: c_int, path: *const c_char, run: impl FnOnce() -> c_long) -> c_int {
    let Some(place) = (unsafe { place::of_path(at, path) }) else {
        return run() as c_int;
    };
    let complete = |entry: &mut Entry, _| entry.inode = unsafe { place::inode_at(at, path) }.unwrap_or(0);
    act(kind, || Entry::of(place), |_| run(), complete) as c_int
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn unlink(path: *const c_char) -> c_int {
    unsafe { unlinkat(AT_FDCWD, path, 0) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn rmdir(path: *const c_char) -> c_int {
    unsafe { unlinkat(AT_FDCWD, path, libc::AT_REMOVEDIR) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn unlinkat(at: c_int, path: *const c_char, flags: c_int) -> c_int {
    let kind = if flags & libc::AT_REMOVEDIR == 0 {
        Kind::Unlink
    } else {
        Kind::RemoveFolder
    };
    unsafe { one_name(kind, at, path, || syscall(libc::SYS_unlinkat, at, path, flags)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn mkdir(path: *const c_char, mode: mode_t) -> c_int {
    unsafe { mkdirat(AT_FDCWD, path, mode) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn mkdirat(at: c_int, path: *const c_char, mode: mode_t) -> c_int {
    let run = || unsafe { syscall(libc::SYS_mkdirat, at, path, mode) };
    unsafe { one_name(Kind::MakeFolder, at, path, run) }
}
