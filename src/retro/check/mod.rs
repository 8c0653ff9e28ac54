//! Checking a database: its bytes, its counts and, on demand, its values.

mod bytes;
mod folder;
mod report;
mod values;

use retrograph_storage::{Database, Error, LabelFunction, Result};

use super::observer::Observer;
use crate::games::Game;
use bytes::check_bytes;
use folder::check_folder;
use values::Values;

pub use report::{CheckReport, Fault, FaultKind};

/// How deep to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Checksums, counts, order of keys.
    Bytes,
    /// And so many positions of each level, spread evenly: key canonical, value following from its moves, label
    /// function agreeing.
    Sample(u64),
    /// And every position so.
    Full,
}

/// Checks every sealed level of `db`. Cost: one scan of all files; for [`Depth::Full`] a canonical form a position and
/// the look-ups of all its moves.
///
/// # Errors
/// When the folder itself cannot be read; whatever is wrong with a level becomes a [`Fault`].
pub fn check<G: Game>(game: &G, db: &Database, depth: Depth, observer: &dyn Observer) -> Result<CheckReport> {
    let mut report = CheckReport::default();
    check_folder(game, db, &mut report)?;
    let mut above = None;
    let mut expected = Some(game.top());
    for level in db.levels()? {
        if let Some(expected) = expected
            && level != expected
        {
            report.faults.push(Fault {
                level: Some(expected),
                file: db.level_folder(expected),
                kind: FaultKind::Missing,
                sentence: format!("level {expected} is missing above the sealed level {level}"),
            });
            above = None;
        }
        expected = level.checked_sub(1);
        report.levels += 1;
        above = match check_level(game, db, level, above, depth, observer, &mut report) {
            // No fault of the database.
            Err(error @ (Error::NewerFormat { .. } | Error::OlderFormat { .. })) => return Err(error),
            Err(error) => {
                report.faults.push(Fault::of_error(Some(level), &error));
                None
            }
            Ok(labels) => labels,
        };
    }
    Ok(report)
}

/// Checks a level; `above` is the label function of the level above when that is sound. Its own when it is.
fn check_level<G: Game>(
    game: &G,
    db: &Database,
    level: u32,
    above: Option<LabelFunction>,
    depth: Depth,
    observer: &dyn Observer,
    report: &mut CheckReport,
) -> Result<Option<LabelFunction>> {
    let Some(manifest) = db.manifest(level)? else {
        return Ok(None);
    };
    report.positions += manifest.positions.positions;
    let Some(sound) = check_bytes(game, db, &manifest, report)? else {
        return Ok(None);
    };
    // The values of a level below a damaged one cannot be derived.
    if depth != Depth::Bytes
        && (level == game.top() || above.is_some())
        && let Some(positions) = &sound.positions
    {
        let values = Values {
            game,
            manifest: &manifest,
            folder: &db.level_folder(level),
            above: above.as_ref(),
            sample: match depth {
                Depth::Sample(count) => Some(count),
                _ => None,
            },
        };
        values.check(&sound.labels, positions, observer, report)?;
    }
    Ok(Some(sound.labels))
}
