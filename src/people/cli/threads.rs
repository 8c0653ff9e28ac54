//! Numbers of threads on the command line.

use std::fmt::Display;

use super::failure::{Code, Failure};

/// More threads only cost memory: no machine has this many cores, and starting tens of thousands exhausts the system.
const MOST: usize = 1024;

/// Returns a pool of this many threads; 0 means one per processor. Commands that compute on several threads use such a
/// pool, because the default pool panics when the system grants no threads.
pub(super) fn pool(threads: usize) -> Result<rayon::ThreadPool, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|why| not_started(&why))
}

/// The failure of a command that is not granted its threads.
pub(super) fn not_started(why: &dyn Display) -> Failure {
    let sentence = format!("could not start the threads: {why}; give fewer --threads, or allow more (ulimit -u, -v)");
    Failure::new(Code::Failed, sentence)
}

/// Parses the number of threads.
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
