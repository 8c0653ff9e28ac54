//! The common part of all calls: one at a time, counted, possibly made to fail, recorded.

use std::sync::{Mutex, OnceLock, PoisonError};

use libc::{c_int, c_long};

use crate::fault::{Fault, What};
use crate::kind::Kind;
use crate::trace::{Entry, Trace};

/// Returns whether calls that read are counted and may fail, too.
pub fn reads_count() -> bool {
    static COUNT: OnceLock<bool> = OnceLock::new();
    *COUNT.get_or_init(|| std::env::var_os("RETROGRAPH_FAULTS_READS").is_some())
}

/// The request in the environment.
struct Order {
    fault: Option<Fault>,
    trace: Option<Trace>,
}

/// One call at a time, so that the order of the trace is the real order.
fn order() -> &'static Mutex<Order> {
    static ORDER: OnceLock<Mutex<Order>> = OnceLock::new();
    ORDER.get_or_init(|| {
        Mutex::new(Order {
            fault: std::env::var("RETROGRAPH_FAULT").ok().map(|text| Fault::parse(&text)),
            trace: std::env::var_os("RETROGRAPH_FAULTS_TRACE").map(|path| Trace::open(&path)),
        })
    })
}

/// Makes a call of `kind`: `prepare` examines what will be changed and returns the entry for the trace, `run` makes the
/// call (shortened if requested), and `complete` adds to the entry what is known afterwards. Result and errno are those
/// of the call.
pub fn act(
    kind: Kind,
    prepare: impl FnOnce() -> Entry,
    run: impl FnOnce(bool) -> c_long,
    complete: impl FnOnce(&mut Entry, c_long),
) -> c_long {
    let mut order = order().lock().unwrap_or_else(PoisonError::into_inner);
    let what = order.fault.as_mut().and_then(|fault| fault.next(kind));
    let mut entry = prepare();
    entry.kind = kind;
    entry.injected = what.is_some();
    let result = match what {
        Some(What::Error(number)) => {
            set_errno(number);
            -1
        }
        Some(What::Short) => run(true),
        Some(What::Signal(_)) | None => run(false),
    };
    let number = errno();
    if result < 0 {
        entry.errno = number;
    } else {
        complete(&mut entry, result);
    }
    if let Some(trace) = &order.trace {
        trace.append(&entry);
    }
    if let Some(What::Signal(signal)) = what {
        // SAFETY: a signal to this process, which ends it or is what it has asked for.
        unsafe { libc::kill(libc::getpid(), signal) };
    }
    set_errno(number);
    result
}

pub fn errno() -> c_int {
    // SAFETY: always a valid place of this thread.
    unsafe { *libc::__errno_location() }
}

pub fn set_errno(number: c_int) {
    // SAFETY: always a valid place of this thread.
    unsafe { *libc::__errno_location() = number }
}
