//! The saturated positions of a game by level, which the loop begins with.

use std::collections::BTreeMap;

use retrograph_storage::{Database, Error};

use super::ascent::{self, ascend};
use super::error::SolveError;
use super::memory::Memory;
use crate::observer::{Observer, Step};
use crate::read::saturated::{POSITIONS, keep, kept};
use game::{Levels, Source};

/// The saturated positions of a game.
pub struct Saturated<R> {
    /// The highest level there is.
    pub top: u32,
    /// Level to sorted records with label 0.
    pub by_level: BTreeMap<u32, Vec<R>>,
    /// The number of positions of each level from 0 up, where an ascent has counted them.
    pub levels: Option<Vec<u64>>,
}

/// The list of an earlier run when it is whole, otherwise a new one, which is then kept.
///
/// # Errors
/// When the list cannot be made or written.
pub fn saturated<G: Levels>(
    game: &G,
    db: &Database,
    memory: &Memory,
    observer: &dyn Observer,
) -> Result<Saturated<G::Record>, SolveError> {
    let kept = match kept(game, db) {
        Err(error @ Error::Corrupt { .. }) => {
            observer.note(&format!("{error} It is made again now."));
            None
        }
        other => other?,
    };
    let (records, levels) = match kept {
        Some((records, levels)) => {
            observer.note(&format!("{} saturated positions read from {POSITIONS}", records.len()));
            (records, levels)
        }
        None => {
            let (records, levels) = match game.source() {
                Source::List(_) => (listed(game, observer), None),
                Source::Ascent(_) => {
                    let mut found = ascend(game, db, memory, observer)?;
                    found.saturated.sort_unstable();
                    (found.saturated, Some(found.levels))
                }
            };
            keep(game, db, &records, levels.clone())?;
            db.remove_nested(ascent::FOLDER)?;
            observer.note(&format!(
                "{} saturated positions found, kept in {POSITIONS}",
                records.len()
            ));
            (records, levels)
        }
    };
    let mut by_level = BTreeMap::<u32, Vec<_>>::new();
    for record in records {
        by_level.entry(game.level(record)).or_default().push(record);
    }
    let top = by_level.last_key_value().map_or(0, |(&level, _)| level);
    observer.found_top(top);
    Ok(Saturated { top, by_level, levels })
}

fn listed<G: Levels>(game: &G, observer: &dyn Observer) -> Vec<G::Record> {
    let step = |all| Step {
        level: None,
        name: "saturated positions",
        done: 0,
        all,
    };
    observer.begin(&step(0));
    let records = game.saturated(&|done, all| {
        if done == 1 {
            observer.begin(&step(all));
        }
        observer.advance(done);
    });
    observer.end();
    records
}
