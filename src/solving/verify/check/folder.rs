//! What lies beside the levels.

use retrograph_storage::{Database, Error, INDEX, Kept, Result};

use super::report::{CheckReport, Fault, FaultKind, stray};
use game::Levels;
use retro::ASCENT;
use retro::README;
use retro::read::saturated::{FILES, check_saturated};
use retro::read::sums::SUMS;

/// Checks the list of saturated positions, what is kept, and looks for files that do not belong there.
///
/// # Errors
/// When the folder cannot be listed, or a file has another format.
pub(super) fn check_folder<G: Levels>(game: &G, db: &Database, report: &mut CheckReport) -> Result<()> {
    let is_export = db.identity().keep == Kept::Export;
    let beside: &[&str] = if is_export {
        // The index is there where an archive was unpacked.
        &[README, SUMS, INDEX]
    } else {
        &[FILES[0], FILES[1], ASCENT]
    };
    let warnings = db.strays(beside)?;
    report.warnings.extend(warnings.iter().map(|path| stray(path)));
    // In this order: a run may seal a level meanwhile.
    let once_sealed = db.once_sealed()?;
    let sealed = db.levels()?;
    for level in once_sealed.into_iter().filter(|level| !sealed.contains(level)) {
        let folder = db.level_folder(level);
        report.add(Fault {
            level: Some(level),
            file: folder.join("manifest.json"),
            kind: FaultKind::Missing,
            sentence: format!("{} has no manifest.json, which was lost", folder.display()),
        });
    }
    // Before the first level is sealed a run may have been killed without the list.
    let has_list = !sealed.is_empty() && !is_export;
    let list = || if has_list { check_saturated(game, db) } else { Ok(()) };
    for result in [db.check_identity(), list()] {
        match result {
            Err(error @ Error::Corrupt { .. }) => report.add(Fault::of_error(None, &error)),
            other => other?,
        }
    }
    Ok(())
}
