//! A standard output that is closed (`>&-`): writes to it fail, as on a full disk.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Whether it was closed when the process began.
static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

/// The standard library opens `/dev/null` in place of a closed descriptor before `main`, where every write succeeds. So
/// this looks earlier.
#[cfg(target_os = "linux")]
#[used]
#[unsafe(link_section = ".init_array")]
static AT_THE_START: extern "C" fn() = fill_if_closed;

/// Puts a file whose writes fail in place of a closed standard output.
#[cfg(target_os = "linux")]
extern "C" fn fill_if_closed() {
    // SAFETY: plain calls of the system, before any other thread; the name ends with a null byte.
    unsafe {
        if libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) != -1 {
            return;
        }
        WAS_CLOSED.store(true, Relaxed);
        // The lowest descriptor that is free: this one, or that of a standard input that is closed too.
        let full = libc::open(c"/dev/full".as_ptr(), libc::O_WRONLY);
        if full != -1 && full != libc::STDOUT_FILENO {
            libc::dup2(full, libc::STDOUT_FILENO);
            libc::close(full);
        }
    }
}

/// Why reading standard input or writing standard output failed, in words.
pub(super) fn failed(error: &io::Error) -> String {
    match WAS_CLOSED.load(Relaxed) && error.raw_os_error() == Some(libc::ENOSPC) {
        true => "standard output is closed; redirect it to a file or to /dev/null".into(),
        false => format!("standard input or output failed: {error}"),
    }
}
