//! The plain strength: every byte against its checksum, before RocksDB sees any, every number against the others, keys
//! in order.

use retrograph_storage::{Cache, Database, LabelFunction, LevelManifest, LevelReader, Result};

use super::report::{CheckReport, Fault, FaultKind, stray};
use crate::games::Game;
use crate::retro::{N, P};

/// Blocks of a level that stay in memory.
const CACHE: u64 = 16 << 20;

/// A level whose files are what its manifest says.
pub(super) struct Sound<G: Game> {
    pub labels: LabelFunction,
    /// `None` where labels alone are kept.
    pub positions: Option<LevelReader<G::Record>>,
}

/// Checks the files of a level against its manifest; `None`, and a fault in `report`, when they are not sound. Cost:
/// one scan.
///
/// # Errors
/// Whatever keeps a file from being read, damage included.
pub(super) fn check_bytes<G: Game>(
    game: &G,
    db: &Database,
    manifest: &LevelManifest,
    report: &mut CheckReport,
) -> Result<Option<Sound<G>>> {
    let level = manifest.level;
    let faults = &mut report.faults;
    let before = faults.len();
    let mut fault = |kind, file, sentence| {
        faults.push(Fault {
            level: Some(level),
            file,
            kind,
            sentence,
        });
    };
    let file = db.level_folder(level).join("manifest.json");
    let identity = (manifest.game.as_str(), manifest.n, manifest.key_width as usize);
    if identity != (game.name(), game.order() as u32, game.key_width()) {
        let sentence = format!("{} is the manifest of another game than level {level}", file.display());
        fault(FaultKind::Foreign, file, sentence);
        return Ok(None);
    }
    if !is_consistent(manifest) {
        let sentence = format!("{}: the counts of level {level} contradict one another", file.display());
        fault(FaultKind::Counts, file, sentence);
    }
    let files = db.check_files(manifest)?;
    report.warnings.extend(files.strays.iter().map(|path| stray(path)));
    if !files.damaged.is_empty() {
        let damaged = files.damaged.iter();
        faults.extend(damaged.map(|error| Fault::of_error(Some(level), error)));
        return Ok(None);
    }
    let labels = LabelFunction::open(&db.label_function_path(level))?;
    let positions = if db.has_positions(level) {
        let folder = db.positions_folder(level);
        let positions = LevelReader::<G::Record>::open(&folder, game.key_width(), &Cache::new(CACHE))?;
        positions.check(&manifest.positions)?;
        Some(positions)
    } else {
        None
    };
    Ok((faults.len() == before).then_some(Sound { labels, positions }))
}

/// Whether the counts in a manifest agree with one another.
fn is_consistent(manifest: &LevelManifest) -> bool {
    let count = |name: &str| manifest.counts.get(name).copied().unwrap_or(0);
    let LevelManifest { positions, .. } = manifest;
    let by_label = |label: u8| positions.by_label.get(usize::from(label)).copied().unwrap_or(0);
    (count("p"), count("n")) == (by_label(P), by_label(N))
        && count("saturated") <= count("p")
        && positions.positions == positions.by_label.iter().sum::<u64>()
        && positions.positions == manifest.label_function.keys
}
