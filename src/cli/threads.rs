//! Numbers of threads on the command line.

/// More only cost memory: no machine has so many cores, and starting tens of thousands exhausts the system.
const MOST: usize = 1024;

/// The number of threads that `text` says.
pub(super) fn parse_threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 1..=MOST) => Ok(threads),
        _ => Err(format!("give a number of threads from 1 to {MOST}")),
    }
}

#[cfg(test)]
mod tests {
    use super::parse_threads;

    #[test]
    fn as_many_as_a_machine_can_use() {
        assert_eq!((parse_threads("1"), parse_threads("1024")), (Ok(1), Ok(1024)));
        for bad in [
            "",
            "0",
            "-1",
            "1025",
            "18446744073709551615",
            "18446744073709551616",
            "1.5",
            "all",
        ] {
            assert!(parse_threads(bad).is_err(), "{bad}");
        }
    }
}
