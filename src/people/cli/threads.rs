//! Pools of threads.

use std::fmt::Display;

use super::failure::{Code, Failure};

/// Returns a pool of this many threads. Commands that compute on several threads use such a pool, because the default
/// pool panics when the system grants no threads.
pub(super) fn pool(threads: usize) -> Result<rayon::ThreadPool, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|why| not_started(&why))
}

/// The failure of a command that is not granted its threads.
pub(super) fn not_started(why: &dyn Display) -> Failure {
    let sentence = format!("could not start the threads: {why}; give fewer --threads, or allow more (ulimit -u, -v)");
    Failure::new(Code::Failed, sentence)
}
