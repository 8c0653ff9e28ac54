//! nauty's command line tools.

use std::env;

/// All that are compared with.
const NEEDED: [&str; 3] = ["geng", "deledgeg", "labelg"];

/// The tools under the names that they have here.
pub struct Tools {
    /// Debian puts `nauty-` before each name, nauty's own installation nothing.
    pub prefix: &'static str,
}

impl Tools {
    /// `None` when not all are on the search path under the same kind of name.
    pub fn find() -> Option<Self> {
        let folders = env::var_os("PATH").unwrap_or_default();
        let there = |name: String| env::split_paths(&folders).any(|folder| folder.join(&name).is_file());
        ["nauty-", ""]
            .into_iter()
            .find(|prefix| NEEDED.iter().all(|tool| there(format!("{prefix}{tool}"))))
            .map(|prefix| Self { prefix })
    }

    /// What `tool` is called here.
    pub fn name(&self, tool: &str) -> String {
        format!("{}{tool}", self.prefix)
    }
}
