//! Intervals on the command line, in seconds.

use std::time::Duration;

/// Parses a number of seconds, 0 among them; it may have decimals.
pub(super) fn parse_interval(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    let interval = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    interval.ok_or_else(|| "give a number of seconds from 0 on, such as 600".into())
}

/// The same, without 0.
pub(super) fn parse_pause(text: &str) -> Result<Duration, String> {
    match parse_interval(text)? {
        Duration::ZERO => Err("give a number of seconds above 0, such as 10".into()),
        pause => Ok(pause),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_seconds_that_can_pass() {
        assert_eq!(parse_interval("600"), Ok(Duration::from_secs(600)));
        assert_eq!(parse_interval("0.25"), Ok(Duration::from_millis(250)));
        assert_eq!(parse_interval("0"), Ok(Duration::ZERO));
        for bad in ["", "-1", "-0.001", "inf", "-inf", "nan", "1e300", "ten", "5s"] {
            assert!(parse_interval(bad).is_err(), "{bad}");
        }
        assert_eq!(parse_pause("0.25"), Ok(Duration::from_millis(250)));
        assert!(parse_pause("0").is_err() && parse_pause("nan").is_err());
    }
}
