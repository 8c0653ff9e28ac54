//! Runs: sorting more records than fit in memory.

pub(crate) mod merge;
pub(crate) mod run;
pub(crate) mod run_index;
pub(crate) mod set;
pub(crate) mod sort;
pub(crate) mod sorter;
