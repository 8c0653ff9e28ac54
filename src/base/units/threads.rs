//! Numbers of threads as people write them.

/// More threads only cost memory: no machine has this many cores, and starting tens of thousands exhausts the system.
const MOST: usize = 1024;

/// Parses the number of threads.
///
/// # Errors
/// A sentence that says what to give.
pub fn parse_threads(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| wanted()).and_then(threads_within)
}

/// The number, if a program may start so many threads.
///
/// # Errors
/// A sentence that says what to give.
pub fn threads_within(threads: usize) -> Result<usize, String> {
    match threads {
        1..=MOST => Ok(threads),
        _ => Err(wanted()),
    }
}

fn wanted() -> String {
    format!("give a number of threads from 1 to {MOST}")
}

/// A thread for each processor.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, |threads| threads.get().min(MOST))
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert!(threads_within(processors()).is_ok() && threads_within(0).is_err());
    }
}
