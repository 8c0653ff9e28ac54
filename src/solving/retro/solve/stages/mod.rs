//! The stages that make a level, one a file. Each can `begin`, `resume` from the state that it has written into the
//! journal, and `run`, which gives the next stage:
//!
//! ```text
//! expand ───┬─> merge ──┬──────────────> ambiguous ──> all bits have their label function
//! planned ──┘           └──> shards ──────^  │
//!                              ^──── sign <──┘ for the next bit
//! ```
//!
//! No stage knows the one before it. What leads back, from one bit to the next, is in the loop, see [`super::level`].

mod ambiguous;
mod batches;
mod expand;
mod expansion;
mod files;
mod labelling;
mod logs;
mod made;
mod marks;
mod merge;
mod planned;
mod scan;
mod sealing;
mod shards;
mod sign;

use retrograph_storage::Result;
use serde::Deserialize;

use crate::solve::run::LevelRun;
use game::Levels;

pub(crate) use ambiguous::Ambiguous;
pub(crate) use expand::Expand;
pub(crate) use expand::terminals;
pub(crate) use expansion::{Pauses, Source, Stretch};
pub(crate) use files::{FileMaker, file_records, workers};
pub(crate) use labelling::Labelling;
pub(crate) use made::Made;
pub(crate) use merge::{Merge, Merged};
pub(crate) use planned::merge_planned;
pub(crate) use scan::Scan;
pub(crate) use shards::Shards;
pub(crate) use sign::Sign;

/// The stage that a level is in.
pub(crate) enum Stage<G: Levels> {
    Expand(Expand<G>),
    Merge(Merge<G>),
    Sign(Sign),
    Shards(Shards<G>),
    Ambiguous(Ambiguous<G>),
}

/// The stage that a journal was written in, with its state. The names are in journals on disk, see
/// [`Entry`](crate::solve::journal::Entry).
#[derive(Deserialize)]
pub(crate) enum Written {
    Expand(expand::State),
    Merge(merge::State),
    Sign(Sign),
    Solve(shards::State),
    Ambiguous(ambiguous::State),
}

impl<G: Levels> Stage<G> {
    /// The stage as it was when `written` was, if all that it counts on is still there.
    ///
    /// # Errors
    /// When a file is missing, damaged or cannot be read.
    pub fn resume(run: &LevelRun<G>, written: Written) -> Result<Self> {
        Ok(match written {
            Written::Expand(state) => Self::Expand(Expand::resume(run, &state)?),
            Written::Merge(state) => Self::Merge(Merge::resume(run, &state)?),
            Written::Sign(sign) => Self::Sign(sign.resume(run)?),
            Written::Solve(state) => {
                let made = state.made();
                match Shards::resume(run, state)? {
                    Some(shards) => Self::Shards(shards),
                    // It was begun with more memory than there is now.
                    None => Self::Sign(Sign { made }),
                }
            }
            Written::Ambiguous(state) => Self::Ambiguous(Ambiguous::resume(run, state)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::journal::Entry;

    /// An entry that could not be read again would cost the work of every run that wrote one.
    #[test]
    fn names_that_are_written_are_read() {
        for name in [
            expand::State::NAME,
            merge::State::NAME,
            Sign::NAME,
            shards::State::NAME,
            ambiguous::State::NAME,
        ] {
            let error = serde_json::from_str::<Written>(&format!("{{\"{name}\":{{}}}}")).err();
            let error = error.expect("no stage is without a state").to_string();
            assert!(error.starts_with("missing field"), "{name}: {error}");
        }
    }
}
