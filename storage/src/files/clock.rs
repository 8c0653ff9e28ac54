//! Times as text, for readers of what a writer left behind.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The first second of the year 10000: this text form has no room for a year of five digits.
const END_SECONDS: u64 = 253_402_300_800;

/// Returns the present time in UTC to the second, such as `2026-01-31T12:00:00Z`; `None` when the clock is before 1970
/// or after 9999.
pub fn now() -> Option<String> {
    in_range(SystemTime::now()).map(|time| humantime::format_rfc3339_seconds(time).to_string())
}

/// Like [`now`], to the millisecond, such as `2026-01-31T12:00:00.000Z`.
pub fn now_in_milliseconds() -> Option<String> {
    in_range(SystemTime::now()).map(|time| humantime::format_rfc3339_millis(time).to_string())
}

/// Returns how long ago this time was; `None` for any other text, and for a time in the future.
pub fn age(time: &str) -> Option<Duration> {
    SystemTime::now()
        .duration_since(humantime::parse_rfc3339(time).ok()?)
        .ok()
}

/// Returns the time if it can be written.
fn in_range(time: SystemTime) -> Option<SystemTime> {
    let since = time.duration_since(UNIX_EPOCH).ok()?;
    (since.as_secs() < END_SECONDS).then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_and_the_last_second_that_can_be_written_are() {
        let at = |seconds| in_range(UNIX_EPOCH + Duration::from_secs(seconds));
        let text = |time| humantime::format_rfc3339_millis(time).to_string();
        assert_eq!(at(0).map(text).unwrap(), "1970-01-01T00:00:00.000Z");
        assert_eq!(at(END_SECONDS - 1).map(text).unwrap(), "9999-12-31T23:59:59.000Z");
        assert_eq!(at(END_SECONDS), None);
        assert_eq!(in_range(UNIX_EPOCH - Duration::from_nanos(1)), None);
    }
}
