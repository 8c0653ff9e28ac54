//! Time that a thread works, rather than time that goes by.

use std::fs;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Time that this thread has been on a processor, which other programs do not lengthen; where the system does not tell
/// (it is Linux that does), time by the clock. Only differences mean something.
pub(super) fn working_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let start = *START;
    let nanoseconds = fs::read_to_string("/proc/thread-self/schedstat");
    let nanoseconds = nanoseconds.ok().and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}
