//! The `--memory` option: the limit that was given, or what this machine can hold.

use base::main_memory::{Limit, MainMemory};
pub(super) use base::main_memory::{SEARCHING, SOLVING};

use super::failure::say;

/// Returns the limit in bytes, and says what is unusual about it.
pub(super) fn limit(given: Option<u64>, usual: u64) -> u64 {
    let limit = quiet_limit(given, usual);
    if let Some(remark) = limit.remark {
        let advice = if given.is_none() { "; --memory sets another" } else { "" };
        say(&format!("{remark}{advice}"));
    }
    limit.bytes
}

/// The same without a word, where standard error belongs to a log.
pub(super) fn quiet_limit(given: Option<u64>, usual: u64) -> Limit {
    Limit::of(given, usual, MainMemory::here())
}
