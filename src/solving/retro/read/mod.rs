//! Reading a database: what its labels mean, positions and their values, lists.

mod counts;
pub(crate) mod listing;
pub mod look_up;
pub mod meaning;
pub mod saturated;
pub(crate) mod solved;
pub mod sums;
pub(crate) mod whole;

pub use counts::Counts;
