//! Whether the sealed levels are all from the highest one down.

use retrograph_storage::{Database, Error, Kept, Result};

use super::saturated::{missing_summary, top};
use super::sums;
use game::Keys;

/// The sealed levels of `db`, highest first, none of which is missing above another one: what may be called a solution,
/// whole or down to some level. An export has all that its `SHA256SUMS` lists. Cost: one look into the folder a level.
///
/// # Errors
/// [`Error::Corrupt`] that names a missing level.
pub fn levels_without_gap<G: Keys>(game: &G, db: &Database) -> Result<Vec<u32>> {
    let levels = db.levels()?;
    let Some(&lowest) = levels.last() else {
        return Ok(levels);
    };
    let mut due: Vec<u32> = match top(game, db)? {
        Some(top) => (lowest.min(top)..=top).rev().collect(),
        None => return Err(missing_summary(db)),
    };
    if db.identity().keep == Kept::Export {
        let listed = sums::listed(db.folder())?;
        due.extend(listed.iter().filter_map(|name| sums::level_of_manifest(name)));
        due.sort_unstable_by(|a, b| b.cmp(a));
        due.dedup();
    }
    let missing = due.iter().find(|level| !levels.contains(level));
    if let Some(&missing) = missing {
        let folder = db.level_folder(missing);
        let path = match folder.exists() {
            true => folder.join("manifest.json"),
            false => folder,
        };
        let next = levels.iter().find(|&&level| level < missing);
        let why = match next {
            Some(next) => format!("although level {next} below it is there"),
            None => format!("although {} lists it", sums::SUMS),
        };
        return Err(Error::corrupt(&path, format!("level {missing} is missing, {why}")));
    }
    match levels.iter().find(|level| !due.contains(level)) {
        Some(&level) => Err(Error::corrupt(
            &db.level_folder(level),
            format!("the game has no level {level}"),
        )),
        None => Ok(levels),
    }
}
