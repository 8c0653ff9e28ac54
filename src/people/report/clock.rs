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
