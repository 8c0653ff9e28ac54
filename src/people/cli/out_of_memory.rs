//! What happens when the system grants no more memory: a sentence and an exit code, as for any other failure.
//!
//! Neither Rust nor C++ code can continue after a failed allocation. Nothing is lost by ending there: whatever was
//! sealed is durable, and an unfinished level or file loses what a kill would lose.

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::mem::zeroed;
use std::ptr::{null, null_mut};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use libc::{c_int, c_void, sigaction, siginfo_t};
use retrograph_storage::out_of_memory::{on_out_of_memory, on_terminate};

use super::failure::Code;

/// Said when a library could not start a thread, which none of them reports otherwise.
const NO_THREADS: &str = "retrograph: could not start a thread: the system grants this process no more. Allow it more (ulimit -u, \
    -v), give fewer --threads, or end other programs, and run the same command again; everything sealed so far is kept.\n";

const SENTENCE: &str = "retrograph: Out of memory: the system grants this process no more. Allow it more (ulimit -v), or end \
    other programs, and run the same command again; everything sealed so far is kept.\n";

/// Bytes of the main thread's stack that are reserved at once: a stack that cannot grow has no way to report it.
const STACK_BYTES: usize = 1 << 18;

/// The system's allocator; when it fails, the process ends with a sentence.
pub struct Allocator;

// SAFETY: every call is passed on unchanged to the system's allocator.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller promises the system's allocator what it promises this one; so below.
        there(unsafe { System.alloc(layout) })
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        there(unsafe { System.alloc_zeroed(layout) })
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above; every block comes from the system.
        unsafe { System.dealloc(block, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        there(unsafe { System.realloc(block, layout, size) })
    }
}

#[inline]
fn there(block: *mut u8) -> *mut u8 {
    if block.is_null() {
        end();
    }
    block
}

/// Reports that memory is exhausted, and ends the process. Allocates nothing.
#[cold]
extern "C" fn end() {
    end_with(SENTENCE, Code::Memory)
}

/// Whether a thread prints why the process ends.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// Prints a sentence, once if several threads come here, and ends the process. What other threads print meanwhile is
/// lost: it would be about the same.
fn end_with(sentence: &str, code: Code) -> ! {
    // SAFETY: plain system calls; texts are static. When standard error is closed, the sentence is lost.
    unsafe {
        while IS_ENDING.swap(true, Relaxed) {
            libc::pause();
        }
        let (out, nowhere) = (libc::dup(2), libc::open(c"/dev/null".as_ptr(), libc::O_WRONLY));
        let out = match out >= 0 && nowhere >= 0 && libc::dup2(nowhere, 2) >= 0 {
            true => out,
            false => 2,
        };
        libc::write(out, sentence.as_ptr().cast(), sentence.len());
        libc::_exit(code as i32)
    }
}

/// Address space that the system still grants as long as any thread can continue: more than a thread takes, or a cache
/// of RocksDB.
const ROOM: usize = 8 << 20;

/// Returns whether memory is exhausted. Allocates nothing.
fn is_exhausted() -> bool {
    let access = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: a new mapping, which is removed again.
    unsafe {
        let room = libc::mmap(null_mut(), ROOM, access, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1, 0);
        room == libc::MAP_FAILED || libc::munmap(room, ROOM) != 0
    }
}

/// Returns whether the system grants no thread.
fn has_no_threads() -> bool {
    extern "C" fn nothing(_: *mut c_void) -> *mut c_void {
        null_mut()
    }
    let mut thread: libc::pthread_t = 0;
    // SAFETY: a thread that does nothing, which is waited for.
    unsafe {
        libc::pthread_create(&mut thread, null(), nothing, null_mut()) != 0
            || libc::pthread_join(thread, null_mut()) != 0
    }
}

extern "C" fn end_if_exhausted() {
    if is_exhausted() {
        end();
    }
    if has_no_threads() {
        end_with(NO_THREADS, Code::Failed);
    }
}

/// Must be called first.
pub(super) fn prepare() {
    share_heap();
    on_out_of_memory(end);
    on_terminate(end_if_exhausted);
    take_stack();
    tell_panics();
    tell_faults();
    tell_aborts();
}

/// Where the address space is limited, threads share one heap: separate heaps would reserve 128 MiB each, used or not.
fn share_heap() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: plain calls of the C library; a zeroed limit is valid.
    unsafe {
        let mut limit: libc::rlimit = zeroed();
        if libc::getrlimit(libc::RLIMIT_AS, &mut limit) == 0 && limit.rlim_cur != libc::RLIM_INFINITY {
            libc::mallopt(libc::M_ARENA_MAX, 1);
        }
    }
}

#[inline(never)]
fn take_stack() {
    let mut stack = [0u8; STACK_BYTES];
    for page in stack.chunks_mut(4096) {
        page[0] = black_box(1);
    }
    black_box(&stack);
}

/// Libraries panic where the system grants no thread, or no place for its signals.
fn tell_panics() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        end_if_exhausted();
        usual(panic);
    }));
}

/// A stack that cannot grow, and C code that ignores a failed `malloc`, end in SIGSEGV.
fn tell_faults() {
    // SAFETY: a zeroed action is valid, and sigaction fills and reads it; the handler calls only async-signal-safe
    // functions, and runs on the alternate stack that the standard library provides.
    unsafe {
        let mut usual: sigaction = zeroed();
        if libc::sigaction(libc::SIGSEGV, null(), &mut usual) != 0 {
            return;
        }
        USUAL.get_or_init(|| usual);
        let mut ours: sigaction = zeroed();
        ours.sa_sigaction = on_fault as *const () as usize;
        ours.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        libc::sigaction(libc::SIGSEGV, &ours, null_mut());
    }
}

/// The standard library has blocks that do not come from [`Allocator`], and aborts where they are refused.
fn tell_aborts() {
    // SAFETY: as in `tell_faults`. Where the handler returns, the process is aborted.
    unsafe {
        let mut ours: sigaction = zeroed();
        ours.sa_sigaction = on_abort as *const () as usize;
        libc::sigaction(libc::SIGABRT, &ours, null_mut());
    }
}

extern "C" fn on_abort(_signal: c_int) {
    while IS_ENDING.load(Relaxed) {
        // SAFETY: a plain system call; another thread ends the process.
        unsafe { libc::pause() };
    }
    end_if_exhausted();
}

/// The previous action for SIGSEGV.
static USUAL: OnceLock<sigaction> = OnceLock::new();

extern "C" fn on_fault(_signal: c_int, _info: *mut siginfo_t, _context: *mut c_void) {
    if is_exhausted() {
        end();
    }
    if let Some(usual) = USUAL.get() {
        // SAFETY: this restores the previous action. The instruction is retried, and its fault goes there.
        unsafe { libc::sigaction(libc::SIGSEGV, usual, null_mut()) };
    }
}
