//! Functions that replace the reading functions of the C library and make the real calls. They do nothing else unless
//! the environment requests faults for reads.

use std::ffi::CStr;
use std::sync::OnceLock;

use libc::{
    AT_FDCWD, DIR, FILE, c_char, c_int, c_long, c_uint, c_void, dirent64, iovec, off_t, size_t, ssize_t, syscall,
};

use crate::call::{act, errno, reads_count, set_errno};
use crate::kind::Kind;
use crate::place;
use crate::scarce::{Scarce, is_refused};
use crate::trace::Entry;

/// A call with a name.
///
/// # Safety
/// `path` must be a C string.
pub unsafe fn on_path(kind: Kind, at: c_int, path: *const c_char, run: impl FnOnce() -> c_long) -> c_long {
    if !reads_count() {
        return run();
    }
    // SAFETY: the caller's.
    match unsafe { place::of_path(at, path) } {
        Some(place) => act(kind, || Entry::of(place), |_| run(), |_, _| ()),
        None => run(),
    }
}

/// A call on an open file; `run` learns whether it must be short.
fn on_file(kind: Kind, file: c_int, run: impl FnOnce(bool) -> c_long) -> c_long {
    if !reads_count() {
        return run(false);
    }
    match place::of_file(file) {
        Some(place) => act(kind, || Entry::of(place), run, |_, _| ()),
        None => run(false),
    }
}

/// Returns the number of bytes, or half of it.
fn part(bytes: size_t, is_short: bool) -> size_t {
    if is_short { bytes.div_ceil(2) } else { bytes }
}

/// # Safety
/// The same as for the C function of this name; this also applies to all functions below.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn read(file: c_int, data: *mut c_void, bytes: size_t) -> ssize_t {
    // SAFETY (all below): the caller's arguments, as they are.
    let run = |is_short| unsafe { syscall(libc::SYS_read, file, data, part(bytes, is_short)) };
    on_file(Kind::Read, file, run) as ssize_t
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pread(file: c_int, data: *mut c_void, bytes: size_t, at: off_t) -> ssize_t {
    let run = |is_short| unsafe { syscall(libc::SYS_pread64, file, data, part(bytes, is_short), at) };
    on_file(Kind::Read, file, run) as ssize_t
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pread64(file: c_int, data: *mut c_void, bytes: size_t, at: off_t) -> ssize_t {
    unsafe { pread(file, data, bytes, at) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn readv(file: c_int, parts: *const iovec, count: c_int) -> ssize_t {
    let run = |_| unsafe { syscall(libc::SYS_readv, file, parts, count) };
    on_file(Kind::Read, file, run) as ssize_t
}

/// The C library itself reads for a stream only through this function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fread_unlocked(data: *mut c_void, size: size_t, count: size_t, stream: *mut FILE) -> size_t {
    type Real = unsafe extern "C" fn(*mut c_void, size_t, size_t, *mut FILE) -> size_t;
    static REAL: OnceLock<Real> = OnceLock::new();
    let real = REAL.get_or_init(|| unsafe { std::mem::transmute::<*mut c_void, Real>(next(c"fread_unlocked")) });
    let run = |_| unsafe { real(data, size, count, stream) as c_long };
    let read = on_file(Kind::Read, unsafe { libc::fileno(stream) }, run);
    size_t::try_from(read).unwrap_or(0)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn copy_file_range(
    from: c_int,
    from_at: *mut off_t,
    to: c_int,
    to_at: *mut off_t,
    bytes: size_t,
    flags: c_uint,
) -> ssize_t {
    let run = |is_short| unsafe {
        let bytes = part(bytes, is_short);
        syscall(libc::SYS_copy_file_range, from, from_at, to, to_at, bytes, flags)
    };
    on_file(Kind::Read, from, run) as ssize_t
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn sendfile64(to: c_int, from: c_int, at: *mut off_t, bytes: size_t) -> ssize_t {
    let run = |is_short| unsafe { syscall(libc::SYS_sendfile, to, from, at, part(bytes, is_short)) };
    on_file(Kind::Read, from, run) as ssize_t
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn mmap(
    place: *mut c_void,
    bytes: size_t,
    protection: c_int,
    flags: c_int,
    file: c_int,
    at: off_t,
) -> *mut c_void {
    let run = |_| unsafe { syscall(libc::SYS_mmap, place, bytes, protection, flags, file, at) };
    // Failure is indicated by -1.
    match flags & libc::MAP_ANONYMOUS {
        0 => on_file(Kind::Map, file, run) as *mut c_void,
        _ if is_refused(Scarce::Memory) => {
            set_errno(libc::ENOMEM);
            libc::MAP_FAILED
        }
        _ => run(false) as *mut c_void,
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn mmap64(
    place: *mut c_void,
    bytes: size_t,
    protection: c_int,
    flags: c_int,
    file: c_int,
    at: off_t,
) -> *mut c_void {
    unsafe { mmap(place, bytes, protection, flags, file, at) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fstatat(at: c_int, path: *const c_char, found: *mut libc::stat, flags: c_int) -> c_int {
    let run = || unsafe { syscall(libc::SYS_newfstatat, at, path, found, flags) };
    let is_of_file = flags & libc::AT_EMPTY_PATH != 0 && unsafe { *path } == 0;
    let result = match is_of_file {
        true => on_file(Kind::Look, at, |_| run()),
        false => unsafe { on_path(Kind::Look, at, path, run) },
    };
    result as c_int
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fstatat64(at: c_int, path: *const c_char, found: *mut libc::stat, flags: c_int) -> c_int {
    unsafe { fstatat(at, path, found, flags) }
}

#[unsafe(export_name = "stat")]
pub unsafe extern "C" fn stat_here(path: *const c_char, found: *mut libc::stat) -> c_int {
    unsafe { fstatat(AT_FDCWD, path, found, 0) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn stat64(path: *const c_char, found: *mut libc::stat) -> c_int {
    unsafe { fstatat(AT_FDCWD, path, found, 0) }
}

#[unsafe(export_name = "lstat")]
pub unsafe extern "C" fn lstat_here(path: *const c_char, found: *mut libc::stat) -> c_int {
    unsafe { fstatat(AT_FDCWD, path, found, libc::AT_SYMLINK_NOFOLLOW) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn lstat64(path: *const c_char, found: *mut libc::stat) -> c_int {
    unsafe { fstatat(AT_FDCWD, path, found, libc::AT_SYMLINK_NOFOLLOW) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fstat(file: c_int, found: *mut libc::stat) -> c_int {
    on_file(Kind::Look, file, |_| unsafe { syscall(libc::SYS_fstat, file, found) }) as c_int
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fstat64(file: c_int, found: *mut libc::stat) -> c_int {
    unsafe { fstat(file, found) }
}

/// # Safety
/// The same as for the C function of this name.
#[unsafe(export_name = "statx")]
pub unsafe extern "C" fn statx_here(
    at: c_int,
    path: *const c_char,
    flags: c_int,
    mask: c_uint,
    found: *mut libc::statx,
) -> c_int {
    let run = || unsafe { syscall(libc::SYS_statx, at, path, flags, mask, found) };
    // The standard library calls it once with a null path to find out whether the call exists.
    if path.is_null() {
        return run() as c_int;
    }
    let result = match unsafe { *path } == 0 {
        true => on_file(Kind::Look, at, |_| run()),
        false => unsafe { on_path(Kind::Look, at, path, run) },
    };
    result as c_int
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn access(path: *const c_char, mode: c_int) -> c_int {
    let run = || unsafe { syscall(libc::SYS_faccessat, AT_FDCWD, path, mode) };
    unsafe { on_path(Kind::Look, AT_FDCWD, path, run) as c_int }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn opendir(path: *const c_char) -> *mut DIR {
    type Real = unsafe extern "C" fn(*const c_char) -> *mut DIR;
    static REAL: OnceLock<Real> = OnceLock::new();
    let real = REAL.get_or_init(|| unsafe { std::mem::transmute::<*mut c_void, Real>(next(c"opendir")) });
    let run = || match unsafe { real(path) } as c_long {
        0 => -1,
        folder => folder,
    };
    match unsafe { on_path(Kind::List, AT_FDCWD, path, run) } {
        -1 => std::ptr::null_mut(),
        folder => folder as *mut DIR,
    }
}

/// At the end of the folder there is no entry and errno is unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn readdir64(folder: *mut DIR) -> *mut dirent64 {
    type Real = unsafe extern "C" fn(*mut DIR) -> *mut dirent64;
    static REAL: OnceLock<Real> = OnceLock::new();
    let before = errno();
    let real = REAL.get_or_init(|| unsafe { std::mem::transmute::<*mut c_void, Real>(next(c"readdir64")) });
    let run = |_| {
        set_errno(before);
        unsafe { real(folder) as c_long }
    };
    match on_file(Kind::List, unsafe { libc::dirfd(folder) }, run) {
        -1 => std::ptr::null_mut(),
        entry => entry as *mut dirent64,
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn readdir(folder: *mut DIR) -> *mut dirent64 {
    unsafe { readdir64(folder) }
}

/// Returns the function of this name that this library replaces.
pub fn next(name: &CStr) -> *mut c_void {
    // SAFETY: the name is a C string.
    let found = unsafe { libc::dlsym(libc::RTLD_NEXT, name.as_ptr()) };
    assert!(!found.is_null(), "the C library has no {name:?}");
    found
}
