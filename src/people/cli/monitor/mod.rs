//! What a run reports beyond its terminal: a log, and a status file in the database's folder.
//!
//! Both observe the run, and each has a thread that wakes periodically; reporting progress costs the run one atomic
//! maximum.

mod event;
mod log;
mod place;
mod resident;
mod status;
mod ticker;

pub(super) use log::{Form, Log};
pub(super) use resident::Resident;
pub(super) use status::{Status, StatusWriter};
