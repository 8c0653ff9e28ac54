//! The plain strength: every byte against its checksum, every number against the others, keys in order.

use retrograph_storage::{Database, LevelManifest, LevelReader, Result};

use super::members::Members;
use super::report::{CheckReport, Fault, FaultKind, stray};
use game::Levels;
use game::values::Values;
use retro::Counts;
use retro::read::look_up::Labels;
use retro::read::meaning::values_of;

/// A level whose files are what its manifest says.
pub(super) struct Sound<G: Levels> {
    pub manifest: LevelManifest,
    pub labels: Labels,
    /// `None` where labels alone are kept.
    pub positions: Option<LevelReader<G::Record>>,
    /// Its positions summed up, once all have been looked at.
    pub members: Option<Members>,
}

/// Checks the files of a level against its manifest; `None`, and a fault in `report`, when they are not sound. Cost:
/// one scan.
///
/// # Errors
/// Whatever keeps a file from being read, damage included.
pub(super) fn check_bytes<G: Levels>(
    game: &G,
    db: &Database,
    manifest: LevelManifest,
    report: &mut CheckReport,
) -> Result<Option<Sound<G>>> {
    let level = manifest.level;
    let before = report.all();
    let file = db.level_folder(level).join("manifest.json");
    let identity = (manifest.game.as_str(), manifest.n, manifest.key_width as usize);
    if identity != (game.name(), game.order() as u32, game.key_width()) {
        report.add(Fault::new(
            level,
            &file,
            FaultKind::Foreign,
            "it is the manifest of another game",
        ));
        return Ok(None);
    }
    if !is_consistent(values_of(db)?, &manifest) {
        let what = format!("the counts of level {level} contradict one another");
        report.add(Fault::new(level, &file, FaultKind::Counts, &what));
    }
    let current = db.positions_folder(level).join("CURRENT");
    let were_whole = current.exists();
    let mut files = db.check_files(&manifest);
    // A run that keeps labels alone drops them when the level below is sealed: no damage.
    let is_missing = |error: std::io::Error| error.kind() == std::io::ErrorKind::NotFound;
    let have_gone = || were_whole && current.metadata().is_err_and(is_missing);
    if have_gone() {
        files = db.check_files(&manifest);
    }
    let files = files?;
    report.warnings.extend(files.strays.iter().map(|path| stray(path)));
    if !files.damaged.is_empty() {
        let damaged = files.damaged.iter();
        damaged.for_each(|error| report.add(Fault::of_error(Some(level), error)));
        return Ok(None);
    }
    let labels = Labels::open(db, &manifest)?;
    let sound_positions = || {
        let folder = db.positions_folder(level);
        let positions = LevelReader::<G::Record>::open(&folder, game.key_width(), &manifest.positions)?;
        positions.check(&manifest.positions)?;
        Ok(positions)
    };
    let positions = match files.has_positions.then(sound_positions).transpose() {
        Err(_) if have_gone() => None,
        other => other?,
    };
    report.last().keys = positions.is_some();
    Ok((report.all() == before).then_some(Sound {
        manifest,
        labels,
        positions,
        members: None,
    }))
}

/// Whether the counts in a manifest agree with one another.
fn is_consistent(values: Values, manifest: &LevelManifest) -> bool {
    let counts = Counts::of(values, manifest);
    let LevelManifest { positions, .. } = manifest;
    let by_label = usize::from(values.terminal().first);
    let of_terminal = match values.may_end() {
        true => positions.positions,
        false => positions.by_label.get(by_label).copied().unwrap_or(0),
    };
    let outcomes = values
        .tally(&positions.by_label)
        .filter(|_| !values.outcomes().is_empty());
    counts.outcomes == outcomes
        && counts.saturated.is_some_and(|saturated| saturated <= of_terminal)
        && positions.positions == positions.by_label.iter().sum::<u64>()
        && [0, positions.positions].contains(&positions.by_second.iter().sum())
        && manifest
            .functions()
            .all(|(_, function)| function.keys == positions.positions)
}
