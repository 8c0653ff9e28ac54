//! The `--memory` option: the limit that was given, or what this machine can hold.

use base::main_memory::{Limit, MainMemory};

use super::failure::tell;

/// The limit of commands that solve, without `--memory`, where the machine has more.
pub(super) const SOLVING: u64 = 4 << 30;
/// The limit of searches.
pub(super) const SEARCHING: u64 = 1 << 30;

/// Returns the limit in bytes, and says what is unusual about it.
pub(super) fn limit(given: Option<u64>, usual: u64) -> u64 {
    let limit = quiet_limit(given, usual);
    if let Some(remark) = limit.remark {
        let advice = if given.is_none() { "; --memory sets another" } else { "" };
        tell(&format!("{remark}{advice}"));
    }
    limit.bytes
}

/// The same without a word, where standard error belongs to a log.
pub(super) fn quiet_limit(given: Option<u64>, usual: u64) -> Limit {
    Limit::of(given, usual, MainMemory::here())
}
