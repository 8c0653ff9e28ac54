//! Labels: functions from hashes to labels.

pub(crate) mod exact_part;
pub(crate) mod file;
pub(crate) mod function;
pub(crate) mod look_ups;
pub(crate) mod ribbon;
pub(crate) mod shard_part;
pub(crate) mod sieve;
pub(crate) mod signatures;
pub(crate) mod writer;
