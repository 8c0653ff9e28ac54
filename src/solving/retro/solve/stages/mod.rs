//! The stages that make a level: expanding, sealing, solving label functions, searching for ambiguous positions. Each
//! works on the whole level at once, or on a part of it.

mod at_once;
mod batches;
mod expansion;
mod labelling;
mod marks;
mod scan;
mod sealing;

use retrograph_storage::CHUNK_RECORDS;

use crate::solve::options::Grain;

pub(crate) use at_once::{make_at_once, seal_at_once};
pub(crate) use expansion::{Source, Stretch, terminals};
pub(crate) use labelling::Labelling;
pub(crate) use marks::Marks;
pub(crate) use scan::Scan;
pub(crate) use sealing::Sealing;

/// Records of every file of a level but the last.
pub(crate) fn file_records(grain: &Grain) -> u64 {
    grain.file_chunks * CHUNK_RECORDS as u64
}
