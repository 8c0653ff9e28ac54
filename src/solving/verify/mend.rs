//! Repair: levels whose files are not as they were sealed are made again from the levels above; sound ones are not
//! touched.
//!
//! A level is made again in a database of its own in the temporary folder, in which the sound levels above are links.
//! It takes its place once it is whole, so that an interruption costs time and nothing else.

use std::collections::BTreeMap;
use std::os::unix::fs::symlink;
use std::path::Path;

use retrograph_storage::{Database, Error, LevelManifest};

use game::Levels;
use retro::Observer;
use retro::Options;
use retro::SolveError;
use retro::read::saturated::{FILES, check_saturated, top};
use retro::saturated;
use retro::{Keep, drop_positions};
use retro::{solve, within_limits};

/// What is damaged, and what has to be done about it.
#[derive(Debug, Default)]
pub struct RepairPlan {
    /// A sentence for every damaged or missing file.
    pub faults: Vec<String>,
    /// Whether the list of saturated positions is to be made again.
    pub saturated: bool,
    /// Damaged or missing levels, highest first.
    pub levels: Vec<u32>,
    /// Sound levels that have to be solved again because they have no positions, highest first.
    pub passed: Vec<u32>,
    /// Manifests of the damaged levels that can still be read, which the new ones must equal.
    known: BTreeMap<u32, LevelManifest>,
}

impl RepairPlan {
    /// Whether nothing is to be done.
    pub fn is_empty(&self) -> bool {
        self.faults.is_empty()
    }
}

/// Why a repair ended early.
#[derive(Debug, thiserror::Error)]
pub enum RepairError {
    /// A level could not be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The level made again is not the one that was lost.
    #[error(
        "level {level}, made again from the level above, is not what its manifest says: it or the level above belongs \
         to another solution; nothing was replaced, solve again into another folder"
    )]
    Differs {
        /// The level.
        level: u32,
    },
    /// The levels above have no positions.
    #[error(
        "level {damaged} is damaged and the levels above it have no positions: levels {highest} down to {damaged} have \
         to be solved again"
    )]
    FromTop {
        /// Highest level to be solved again.
        highest: u32,
        /// Lowest level to be solved again.
        damaged: u32,
    },
}

impl From<Error> for RepairError {
    fn from(error: Error) -> Self {
        Self::Solve(error.into())
    }
}

/// Finds what is damaged in `db`. Cost: one reading of all files.
///
/// # Errors
/// When a file cannot be read or has another format; damage is in the plan.
pub fn plan_repair<G: Levels>(game: &G, db: &Database) -> Result<RepairPlan, Error> {
    let mut plan = RepairPlan::default();
    db.check_identity()?;
    let folders = db.once_sealed()?;
    let Some(&lowest) = folders.last() else {
        return Ok(plan);
    };
    if let Some(error) = damage(check_saturated(game, db))? {
        plan.faults.push(error.to_string());
        plan.saturated = true;
    }
    // The highest of the levels between the last one with positions and this one.
    let mut without_positions = None;
    for level in (lowest..=top_of(game, db)?).rev() {
        let (manifest, faults) = check_level(db, level)?;
        let is_sound = faults.is_empty();
        if !is_sound {
            plan.faults.extend(faults);
            plan.levels.push(level);
            plan.known.extend(manifest.map(|manifest| (level, manifest)));
            let passed = (level + 1..=without_positions.unwrap_or(level)).rev();
            plan.passed.extend(passed);
        }
        // A level that is made again has its positions while the next one is.
        without_positions = match is_sound && !db.has_positions(level)? {
            true => without_positions.or(Some(level)),
            false => None,
        };
    }
    Ok(plan)
}

/// The highest level: as the list of saturated positions says, or else the highest one that is there.
fn top_of<G: Levels>(game: &G, db: &Database) -> Result<u32, Error> {
    let known = match top(game, db) {
        Err(Error::Corrupt { .. }) => None,
        other => other?,
    };
    Ok(match known {
        Some(top) => top,
        None => db.once_sealed()?.first().copied().unwrap_or(0),
    })
}

/// The manifest when it is readable, and what is wrong with the level.
fn check_level(db: &Database, level: u32) -> Result<(Option<LevelManifest>, Vec<String>), Error> {
    let manifest = match db.manifest(level) {
        Err(error @ Error::Corrupt { .. }) => return Ok((None, vec![error.to_string()])),
        other => other?,
    };
    let Some(manifest) = manifest else {
        let sentence = format!("{} has no manifest.json", db.level_folder(level).display());
        return Ok((None, vec![sentence]));
    };
    let damaged = db.check_files(&manifest)?.damaged;
    Ok((Some(manifest), damaged.iter().map(Error::to_string).collect()))
}

fn damage(result: Result<(), Error>) -> Result<Option<Error>, Error> {
    match result {
        Err(error @ Error::Corrupt { .. }) => Ok(Some(error)),
        other => other.map(|()| None),
    }
}

/// Makes again what is damaged in `db`: finds out as [`plan_repair`] does, then solves the damaged levels and, with
/// `from_top`, those above them without positions. A recovered identity is written. `options.down_to` plays no role.
/// Gives what was done.
///
/// # Errors
/// [`RepairError`]; levels repaired before stay.
pub fn repair<G: Levels>(
    game: &G,
    db: &Database,
    options: &Options,
    from_top: bool,
    observer: &dyn Observer,
) -> Result<RepairPlan, RepairError> {
    let _writer = db.lock()?;
    db.unless_lost(repair_locked(game, db, options, from_top, observer))
}

/// With the lock held.
fn repair_locked<G: Levels>(
    game: &G,
    db: &Database,
    options: &Options,
    from_top: bool,
    observer: &dyn Observer,
) -> Result<RepairPlan, RepairError> {
    db.clean_temp()?;
    if db.is_recovered() {
        db.write_identity()?;
    }
    let plan = plan_repair(game, db)?;
    if plan.saturated || !plan.levels.is_empty() {
        let memory = within_limits(game, 0, options.memory, options.threads)?;
        saturated(game, db, &memory, observer)?;
    }
    if let (Some(&highest), Some(&damaged), false) = (plan.passed.first(), plan.levels.last(), from_top) {
        return Err(RepairError::FromTop { highest, damaged });
    }
    if let Some(&lowest) = plan.levels.last() {
        let workshop = Workshop::open(game, db)?;
        for level in (lowest..=workshop.top).rev() {
            workshop.advance(level, &plan, options, observer)?;
        }
        drop_positions(db, options.keep)?;
    }
    db.clean_temp()?;
    Ok(plan)
}

/// A database in the temporary folder of another one.
struct Workshop<'a, G: Levels> {
    game: &'a G,
    db: &'a Database,
    scratch: Database,
    top: u32,
}

impl<'a, G: Levels> Workshop<'a, G> {
    fn open(game: &'a G, db: &'a Database) -> Result<Self, RepairError> {
        let scratch = Database::begin(&db.temp_folder().join("repair"), db.identity())?;
        for name in FILES {
            link(&Path::new("../..").join(name), &scratch.folder().join(name))?;
        }
        let top = top_of(game, db)?;
        Ok(Self { game, db, scratch, top })
    }

    /// Has `level` in the workshop: solves it when the plan says so, else links it.
    fn advance(
        &self,
        level: u32,
        plan: &RepairPlan,
        options: &Options,
        observer: &dyn Observer,
    ) -> Result<(), RepairError> {
        let Self { game, db, scratch, .. } = self;
        let is_damaged = plan.levels.contains(&level);
        let is_kept_as_labels = options.keep == Keep::Labels;
        if is_damaged || plan.passed.contains(&level) {
            // Positions are dropped below, once the level is in its place.
            let options = Options {
                down_to: level,
                keep: Keep::Positions,
                ..*options
            };
            solve(*game, scratch, &options, observer)?;
            self.compare(level, plan)?;
        }
        if is_damaged {
            db.replace_level(level, &scratch.level_folder(level))?;
        }
        if is_damaged || !plan.passed.contains(&level) {
            self.link_level(level)?;
        }
        // Whether passed through or linked, the one above was needed for this one alone.
        if is_kept_as_labels && level < self.top {
            let above = level + 1;
            let is_link = plan.levels.contains(&above) || !plan.passed.contains(&above);
            if is_link { db } else { scratch }.drop_positions(above)?;
        }
        Ok(())
    }

    /// Asserts that a level made again is the one that it was, as far as that is known.
    fn compare(&self, level: u32, plan: &RepairPlan) -> Result<(), RepairError> {
        let known = match plan.known.get(&level) {
            Some(manifest) => Some(manifest.clone()),
            None if plan.passed.contains(&level) => self.db.manifest(level)?,
            None => None,
        };
        let made = self.scratch.manifest(level)?;
        let of_this_version = |known: LevelManifest| LevelManifest {
            tool_version: env!("CARGO_PKG_VERSION").into(),
            ..known
        };
        let known = known.map(of_this_version);
        if known.is_some() && made != known {
            return Err(RepairError::Differs { level });
        }
        Ok(())
    }

    fn link_level(&self, level: u32) -> Result<(), RepairError> {
        let folder = self.scratch.level_folder(level);
        let name = folder.file_name().expect("a level has a folder name");
        link(&Path::new("../..").join(name), &folder)?;
        Ok(())
    }
}

fn link(to: &Path, at: &Path) -> Result<(), Error> {
    symlink(to, at).map_err(|source| Error::Io {
        path: at.to_path_buf(),
        action: "link",
        source,
    })
}
