//! Checking a database, in three strengths:
//!
//! * `bytes`: checksums, counts, order of keys
//! * `sample`: and random positions before an independent judge (`independent`)
//! * `full`: and every value from its moves, every level's positions (`members`) from the level above

mod bytes;
mod folder;
mod full;
mod gauge;
mod independent;
mod members;
mod report;
mod sample;
mod scan;

use std::collections::BTreeMap;
use std::path::Path;

use retrograph_storage::{Database, Error, Kept, LabelFunction, LevelManifest, LevelReader, Result};

use crate::judging::{Referee, referee};
use bytes::{Sound, check_bytes};
use folder::check_folder;
use full::Derivation;
use game::values::Values;
use game::{Levels, Source};
use gauge::{Gauge, cost};
use independent::Court;
use members::{Difference, Due, Members};
use retro::Counts;
use retro::Observer;
use retro::README;
use retro::read::sums::disagreements;
use retro::top;
use retro::values_of;

pub use report::{CheckReport, Fault, FaultKind, LevelCheck};

/// How deep to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Checksums, counts, order of keys.
    Bytes,
    /// And random positions of each level, judged by code that shares nothing with the engine. Where labels alone are
    /// kept, those that random games come through.
    Sample {
        /// Positions of each level.
        count: u64,
        /// The same choice for the same seed.
        seed: u64,
    },
    /// And every value from all its moves, every level's positions from the level above. Where labels alone are kept, a
    /// sample of [`PLAYED`] positions a level.
    Full,
}

/// Positions of a level that a full check judges where no keys are kept.
pub const PLAYED: u64 = 1000;
/// The seed when none is given.
pub const SEED: u64 = 1;

/// Checks every sealed level of `db` on the threads of the current pool. Cost: one scan of all files; for
/// [`Depth::Sample`] half a millisecond of one core a position; for [`Depth::Full`] about what solving took. Memory is
/// bounded; label functions of two levels are in memory up to 64 MiB each, larger ones mapped.
///
/// # Errors
/// When the folder itself cannot be read, or is in another format; whatever is wrong with a level becomes a [`Fault`].
pub fn check<G: Levels>(game: &G, db: &Database, depth: Depth, observer: &dyn Observer) -> Result<CheckReport> {
    check_levels(
        game,
        db,
        depth,
        |checker, sound, above| checker.deeper(sound, above),
        observer,
    )
}

/// [`check`] with [`Depth::Bytes`], without the code of the deeper checks, of which a game's type generates much.
///
/// # Errors
/// As for [`check`].
pub fn check_files<G: Levels>(game: &G, db: &Database, observer: &dyn Observer) -> Result<CheckReport> {
    check_levels(game, db, Depth::Bytes, |_, _, _| Ok(None), observer)
}

/// What is done with a sound level, where the one above is sound too: what was found out about its positions.
type Deeper<G> = fn(&mut Checker<G>, &Sound<G>, Option<&Sound<G>>) -> Result<Option<Members>>;

fn check_levels<G: Levels>(
    game: &G,
    db: &Database,
    depth: Depth,
    deeper: Deeper<G>,
    observer: &dyn Observer,
) -> Result<CheckReport> {
    let levels = db.levels()?;
    let mut plan = Vec::new();
    for &level in &levels {
        let positions = match db.manifest(level) {
            Ok(manifest) => manifest.map_or(0, |manifest| manifest.positions.positions),
            Err(error) if !error.is_damage() => return Err(error),
            // Reported when the level's turn comes.
            Err(_) => 0,
        };
        let has_positions = db.has_positions(level)?;
        plan.push((positions, level_cost(depth, positions, has_positions)));
    }
    let total = |sums: fn(&(u64, u64)) -> u64| plan.iter().map(sums).fold(0, u64::saturating_add);
    let gauge = Gauge::new(observer, total(|part| part.0), total(|part| part.1));
    let top = match top(game, db) {
        // Reported with the folder.
        Err(Error::Corrupt { .. }) => None,
        other => other?,
    };
    let mut checker = Checker {
        game,
        top: top.or(levels.first().copied()),
        values: values_of(db)?,
        db,
        depth,
        deeper,
        gauge: &gauge,
        saturated: None,
        report: CheckReport::default(),
    };
    check_folder(game, db, &mut checker.report)?;
    let (mut above, mut expected, mut reached) = (None, checker.top, 0);
    for (&level, (_, cost)) in levels.iter().zip(plan) {
        if let Some(expected) = expected
            && level != expected
        {
            checker.report.add(Fault {
                level: Some(expected),
                file: db.level_folder(expected),
                kind: FaultKind::Missing,
                sentence: format!("level {expected} is missing above the sealed level {level}"),
            });
            above = None;
        }
        expected = level.checked_sub(1);
        checker.report.levels.push(LevelCheck {
            level,
            ..LevelCheck::default()
        });
        above = match checker.level(level, above) {
            // Nothing is known of what could not be read; what was found is reported nevertheless.
            Err(error) if !error.is_damage() => {
                checker
                    .report
                    .faults
                    .iter()
                    .for_each(|fault| observer.note(&fault.sentence));
                return Err(error);
            }
            Err(error) => {
                checker.report.add(Fault::of_error(Some(level), &error));
                None
            }
            Ok(sound) => sound,
        };
        reached += cost;
        gauge.reach(reached);
    }
    if db.identity().keep == Kept::Export {
        checker.sums(&levels);
    }
    Ok(checker.report)
}

/// What checking a level takes, in the units of `cost`. The expansion into the next level is counted here, where it is
/// read from.
fn level_cost(depth: Depth, positions: u64, has_positions: bool) -> u64 {
    let judged = |count: u64| count.saturating_mul(cost::JUDGE);
    let deep = match (depth, has_positions) {
        (Depth::Bytes, _) => 0,
        (Depth::Sample { count, .. }, true) => judged(count.min(positions)),
        (Depth::Sample { count, .. }, false) => judged(count),
        (Depth::Full, true) => positions.saturating_mul(cost::VALUE + cost::EXPAND),
        (Depth::Full, false) => judged(PLAYED),
    };
    positions.saturating_mul(cost::READ).saturating_add(deep)
}

/// Size of a sound label function.
fn labels_bytes(path: &Path) -> Option<u64> {
    Some(LabelFunction::map_any(path).ok()?.summary().bytes)
}

struct Checker<'a, G: Levels> {
    game: &'a G,
    db: &'a Database,
    depth: Depth,
    deeper: Deeper<G>,
    gauge: &'a Gauge<'a>,
    /// The highest level, where it is known or there is a level.
    top: Option<u32>,
    values: Values,
    /// Saturated positions by level, once a full check has needed them; an ascent lists none.
    saturated: Option<BTreeMap<u32, Vec<G::Record>>>,
    report: CheckReport,
}

/// The judge of a game.
///
/// # Panics
/// When a game was added without its rules.
fn judge<G: Levels>(game: &G) -> Box<dyn Referee> {
    let name = game.name();
    referee(name, game.order()).unwrap_or_else(|| panic!("the judge does not know the rules of the game '{name}'"))
}

impl<G: Levels> Checker<'_, G> {
    /// Checks a level; `above` is the level above when its files are sound. The level itself when its files are.
    fn level(&mut self, level: u32, above: Option<Sound<G>>) -> Result<Option<Sound<G>>> {
        let Some(manifest) = self.db.manifest(level)? else {
            return Ok(None);
        };
        let positions = manifest.positions.positions;
        self.report.last().positions = positions;
        let Some(mut sound) = check_bytes(self.game, self.db, manifest, &mut self.report)? else {
            return Ok(None);
        };
        self.gauge.add(positions.saturating_mul(cost::READ));
        // Nothing can be derived from a damaged level.
        if Some(level) == self.top || above.is_some() {
            sound.members = (self.deeper)(self, &sound, above.as_ref())?;
        }
        Ok(Some(sound))
    }

    fn deeper(&mut self, sound: &Sound<G>, above: Option<&Sound<G>>) -> Result<Option<Members>> {
        let (count, seed) = match (self.depth, &sound.positions) {
            (Depth::Bytes, _) => return Ok(None),
            (Depth::Full, Some(positions)) => return self.full(sound, positions, above),
            (Depth::Full, None) => (PLAYED, SEED),
            (Depth::Sample { count, seed }, _) => (count, seed),
        };
        self.sample(sound, above, count, seed)?;
        Ok(None)
    }

    fn sample(&mut self, sound: &Sound<G>, above: Option<&Sound<G>>, count: u64, seed: u64) -> Result<()> {
        let all = sound.manifest.positions.positions;
        let court = Court {
            game: self.game,
            referee: &*judge(self.game),
            db: self.db,
            level: sound.manifest.level,
            values: self.values,
            labels: &sound.labels,
            above: above.map(|above| (&above.labels, above.positions.as_ref())),
        };
        let before = self.report.all();
        let report = &mut self.report;
        let wrong = |fault| report.add(fault);
        let judged = match &sound.positions {
            Some(positions) => court.judge_stored(positions, all, count, seed, self.gauge, wrong)?,
            None => court.judge_played(all, count, seed, self.gauge, wrong)?,
        };
        self.report.last().values = judged.positions;
        if judged.positions == all && self.report.all() == before {
            self.saturated(&sound.manifest, judged.saturated);
        }
        Ok(())
    }

    fn full(
        &mut self,
        sound: &Sound<G>,
        positions: &LevelReader<G::Record>,
        above: Option<&Sound<G>>,
    ) -> Result<Option<Members>> {
        let manifest = &sound.manifest;
        let (level, folder) = (manifest.level, self.db.positions_folder(manifest.level));
        let members = Members::new();
        let derivation = Derivation {
            game: self.game,
            level,
            values: self.values,
            labels: &sound.labels,
            above: above.map(|above| &above.labels),
        };
        let before = self.report.all();
        let report = &mut self.report;
        let saturated = derivation.check(positions, &members, self.gauge, |(kind, what)| {
            report.add(Fault::new(level, &folder, kind, &what));
        })?;
        self.report.last().values = manifest.positions.positions;
        // A position with a fault is not counted.
        if self.report.all() == before {
            self.saturated(manifest, saturated);
        }
        self.compare(sound, positions, above, &members)?;
        Ok(Some(members))
    }

    /// Compares the positions of a level, all in `members`, with those that its neighbour leads to: the level above,
    /// or, where an ascent has found them, the level below. Then it is the level above that is compared here.
    fn compare(
        &mut self,
        sound: &Sound<G>,
        positions: &LevelReader<G::Record>,
        above: Option<&Sound<G>>,
        members: &Members,
    ) -> Result<()> {
        let (game, gauge, level) = (self.game, self.gauge, sound.manifest.level);
        let above_positions = above.and_then(|above| above.positions.as_ref());
        if let Source::Ascent(_) = game.source() {
            if let (Some(above), Some(above_positions)) =
                (above.and_then(|above| above.members.as_ref()), above_positions)
            {
                let found = above.compare(game, above_positions, &Due::Below(positions), gauge)?;
                self.differ(level + 1, found);
            }
            if level == 0 {
                let empty = [game.record(&game.empty())];
                let found = members.compare(game, positions, &Due::Above(None, &empty), gauge)?;
                self.differ(level, found);
            }
        } else if Some(level) == self.top || above_positions.is_some() {
            // A level above of which labels alone are kept leads to nothing that could be compared.
            let saturated = self.saturated.get_or_insert_with(|| {
                let mut saturated = BTreeMap::<_, Vec<_>>::new();
                for record in game.saturated(&|_, _| {}) {
                    saturated.entry(game.level(record)).or_default().push(record);
                }
                saturated
            });
            let due = saturated.get(&level).map_or(&[][..], |records| &records[..]);
            let found = members.compare(game, positions, &Due::Above(above_positions, due), gauge)?;
            self.differ(level, found);
        }
        Ok(())
    }

    /// Takes down what a comparison of `level` has found.
    fn differ(&mut self, level: u32, found: Vec<Difference<G::Record>>) {
        let folder = self.db.positions_folder(level);
        for difference in found {
            let (key, what) = match difference {
                Difference::Missing(key) => (key, "is missing, although the level next to it leads there"),
                Difference::Surplus(key) => (key, "is no position that the level next to it leads to"),
            };
            let what = format!("level {level}: {} {what}", self.game.graph6(&self.game.position(key)));
            self.report.add(Fault::new(level, &folder, FaultKind::Position, &what));
        }
        let mut levels = self.report.levels.iter_mut();
        if let Some(compared) = levels.find(|report| report.level == level) {
            compared.compared = true;
        }
    }

    /// Compares the files of an export with its SHA256SUMS; what is known to be wrong is not reported twice.
    fn sums(&mut self, levels: &[u32]) {
        let mut expected = BTreeMap::from([README, "retrograph.json"].map(|name| (name.to_string(), None)));
        for &level in levels {
            let manifest = self.db.manifest(level).ok().flatten();
            let functions = match &manifest {
                Some(manifest) => (manifest.functions())
                    .map(|(bit, function)| (bit, Some(function.bytes)))
                    .collect(),
                // Its header says how large it is.
                None => vec![(0, labels_bytes(&self.db.plane_path(level, 0)))],
            };
            expected.insert(format!("level-{level:03}/manifest.json"), None);
            for (bit, bytes) in functions {
                let path = self.db.plane_path(level, bit);
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                expected.insert(format!("level-{level:03}/{name}"), bytes);
            }
        }
        for disagreement in disagreements(self.db.folder(), &expected) {
            let file = disagreement.file;
            if self.report.faults.iter().all(|fault| fault.file != file) {
                self.report.add(Fault {
                    level: None,
                    kind: FaultKind::Damaged,
                    sentence: format!("{}: {}", file.display(), disagreement.what),
                    file,
                });
            }
        }
    }

    /// Compares the number of saturated positions counted with the one in the manifest.
    fn saturated(&mut self, manifest: &LevelManifest, counted: u64) {
        let level = manifest.level;
        self.report.last().saturated = Some(counted);
        let known = Counts::of(self.values, manifest).saturated.unwrap_or(0);
        if known != counted {
            let file = self.db.level_folder(level).join("manifest.json");
            let what = format!("it says that {known} positions of level {level} are saturated, {counted} are");
            self.report.add(Fault::new(level, &file, FaultKind::Counts, &what));
        }
    }
}
