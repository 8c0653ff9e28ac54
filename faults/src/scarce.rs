//! Memory and threads that the system does not grant, as if a limit were reached.
//!
//! Nothing here allocates: it runs inside of allocations.

use std::ffi::CStr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use libc::{c_int, c_void, pthread_attr_t, pthread_t, size_t};

use crate::call::set_errno;
use crate::reading::next;

/// What is scarce.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Scarce {
    /// Blocks of memory, and the stacks of threads.
    Memory,
    /// Threads.
    Threads,
}

/// Not looked up yet, or what the environment says.
const UNKNOWN: u8 = 0;
const NOTHING: u8 = 1;
const MEMORY: u8 = 2;
const THREADS: u8 = 3;
static WHAT: AtomicU8 = AtomicU8::new(UNKNOWN);
/// The number of the first call that is refused, and of calls seen.
static FIRST: AtomicU64 = AtomicU64::new(0);
static SEEN: AtomicU64 = AtomicU64::new(0);
/// Whether later calls are refused too.
static GOES_ON: AtomicU8 = AtomicU8::new(0);

/// Reads `RETROGRAPH_FAULTS_SCARCE`: `memory` or `threads`, a number, and `once` or `on`.
fn look() -> u8 {
    unsafe extern "C" {
        static environ: *const *const libc::c_char;
    }
    // SAFETY (both): a variable and a function of the C library. Before that is set up there is no environment.
    if unsafe { environ.is_null() } {
        return UNKNOWN;
    }
    let text = unsafe { libc::getenv(c"RETROGRAPH_FAULTS_SCARCE".as_ptr()) };
    if text.is_null() {
        return NOTHING;
    }
    // SAFETY: it is a C string, and the program under test does not change its environment.
    let mut words = unsafe { CStr::from_ptr(text) }.to_bytes().split(|&byte| byte == b' ');
    let what = match words.next() {
        Some(b"memory") => MEMORY,
        Some(b"threads") => THREADS,
        _ => return NOTHING,
    };
    let digits = words.next().unwrap_or_default().iter();
    FIRST.store(
        digits.fold(0, |number, digit| 10 * number + u64::from(digit - b'0')),
        Relaxed,
    );
    GOES_ON.store(u8::from(words.next() == Some(b"on")), Relaxed);
    what
}

/// Counts a call, and returns whether it is refused.
pub fn is_refused(call: Scarce) -> bool {
    let mut what = WHAT.load(Relaxed);
    if what == UNKNOWN {
        what = look();
        WHAT.store(what, Relaxed);
    }
    let is_counted = match call {
        Scarce::Memory => what == MEMORY,
        Scarce::Threads => what == THREADS || what == MEMORY,
    };
    if !is_counted {
        return false;
    }
    let (seen, first) = (SEEN.fetch_add(1, Relaxed) + 1, FIRST.load(Relaxed));
    seen == first || seen > first && GOES_ON.load(Relaxed) == 1
}

/// The result of an allocation, unless it is refused.
fn granted(run: impl FnOnce() -> *mut c_void) -> *mut c_void {
    match is_refused(Scarce::Memory) {
        true => {
            set_errno(libc::ENOMEM);
            std::ptr::null_mut()
        }
        false => run(),
    }
}

// The C library's own names for its allocator.
unsafe extern "C" {
    fn __libc_malloc(bytes: size_t) -> *mut c_void;
    fn __libc_calloc(count: size_t, bytes: size_t) -> *mut c_void;
    fn __libc_realloc(block: *mut c_void, bytes: size_t) -> *mut c_void;
    fn __libc_memalign(alignment: size_t, bytes: size_t) -> *mut c_void;
}

/// # Safety
/// The same as for the C function of this name; this also applies to all functions below.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn malloc(bytes: size_t) -> *mut c_void {
    // SAFETY (all below): the caller's arguments, as they are.
    granted(|| unsafe { __libc_malloc(bytes) })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn calloc(count: size_t, bytes: size_t) -> *mut c_void {
    granted(|| unsafe { __libc_calloc(count, bytes) })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn realloc(block: *mut c_void, bytes: size_t) -> *mut c_void {
    granted(|| unsafe { __libc_realloc(block, bytes) })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn memalign(alignment: size_t, bytes: size_t) -> *mut c_void {
    granted(|| unsafe { __libc_memalign(alignment, bytes) })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn aligned_alloc(alignment: size_t, bytes: size_t) -> *mut c_void {
    granted(|| unsafe { __libc_memalign(alignment, bytes) })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn posix_memalign(block: *mut *mut c_void, alignment: size_t, bytes: size_t) -> c_int {
    let granted = granted(|| unsafe { __libc_memalign(alignment, bytes) });
    if granted.is_null() {
        return libc::ENOMEM;
    }
    unsafe { *block = granted };
    0
}

type Start = extern "C" fn(*mut c_void) -> *mut c_void;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pthread_create(
    thread: *mut pthread_t,
    attributes: *const pthread_attr_t,
    start: Start,
    argument: *mut c_void,
) -> c_int {
    type Real = unsafe extern "C" fn(*mut pthread_t, *const pthread_attr_t, Start, *mut c_void) -> c_int;
    static REAL: OnceLock<Real> = OnceLock::new();
    if is_refused(Scarce::Threads) {
        return libc::EAGAIN;
    }
    let real = REAL.get_or_init(|| unsafe { std::mem::transmute::<*mut c_void, Real>(next(c"pthread_create")) });
    unsafe { real(thread, attributes, start, argument) }
}
