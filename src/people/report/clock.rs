//! Working time, rather than elapsed time.

use std::fs;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Returns the time that this thread has spent on a processor, which other programs do not lengthen; where the system
/// does not report it (Linux does), elapsed time. Only differences are meaningful.
pub(super) fn working_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let start = *START;
    let nanoseconds = fs::read_to_string("/proc/thread-self/schedstat");
    let nanoseconds = nanoseconds.ok().and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// Returns the time that all threads of this process have spent on processors.
pub(super) fn process_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: a place for the answer; were there no such clock, it would stay as it is.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    Duration::new(
        time.tv_sec.try_into().unwrap_or(0),
        time.tv_nsec.try_into().unwrap_or(0),
    )
}
