//! Reading a database: what its labels mean, positions and their values, lists.

mod counts;
pub(crate) mod listing;
pub(crate) mod look_up;
pub(crate) mod meaning;
pub(crate) mod saturated;
pub(crate) mod solved;
pub(crate) mod sums;
pub(crate) mod whole;

pub use counts::Counts;
