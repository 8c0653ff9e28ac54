//! Checking a database: its bytes, its counts and, on demand, its values.

use rayon::prelude::*;
use retrograph_storage::{Cache, Database, Error, LabelFunction, LevelManifest, LevelReader, Record, Result};

use super::look_up::look_up;
use super::observer::{Observer, Step};
use super::{N, P};
use crate::games::Game;

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

/// Something wrong, in one sentence that names where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The level.
    pub level: u32,
    /// What is wrong, and in which file.
    pub what: String,
}

/// What a check found.
#[derive(Clone, Debug, Default)]
pub struct CheckReport {
    /// Levels looked at.
    pub levels: u32,
    /// Positions counted.
    pub positions: u64,
    /// Positions whose value was derived again from their moves.
    pub values: u64,
    /// Everything wrong.
    pub faults: Vec<Fault>,
}

const BATCH_CHUNKS: usize = 1024;
const CACHE: u64 = 16 << 20;

/// Checks every sealed level of `db`. Cost: one scan of all files; for [`Depth::Full`] a canonical form a position and
/// the look-ups of all its moves.
///
/// # Errors
/// When the folder itself cannot be read; whatever is wrong with a level becomes a [`Fault`].
pub fn check<G: Game>(game: &G, db: &Database, depth: Depth, observer: &dyn Observer) -> Result<CheckReport> {
    let mut report = CheckReport::default();
    let levels = db.levels()?;
    for (&level, next) in levels.iter().zip(std::iter::once(None).chain(levels.iter().map(Some))) {
        let expected = next.map_or(game.top(), |&above| above.saturating_sub(1));
        if level != expected {
            report.faults.push(Fault {
                level: expected,
                what: format!("level {expected} is missing between sealed levels"),
            });
        }
        report.levels += 1;
        match check_level(game, db, level, depth, observer, &mut report) {
            // No fault of the database.
            Err(error @ Error::NewerFormat { .. }) => return Err(error),
            Err(error) => report.faults.push(Fault {
                level,
                what: error.to_string(),
            }),
            Ok(()) => {}
        }
    }
    Ok(report)
}

fn check_level<G: Game>(
    game: &G,
    db: &Database,
    level: u32,
    depth: Depth,
    observer: &dyn Observer,
    report: &mut CheckReport,
) -> Result<()> {
    let Some(manifest) = db.manifest(level)? else {
        return Ok(());
    };
    let mut fault = |what: String| report.faults.push(Fault { level, what });
    let identity = (
        manifest.game.as_str(),
        manifest.n,
        manifest.level,
        manifest.key_width as usize,
    );
    if identity != (game.name(), game.order() as u32, level, game.key_width()) {
        fault(format!("the manifest of level {level} is of another game or level"));
        return Ok(());
    }
    report.positions += manifest.positions.positions;
    let labels = LabelFunction::open(&db.label_function_path(level))?;
    labels.verify_checksum()?;
    if labels.summary() != manifest.label_function {
        fault(format!(
            "{} is not the file that the manifest names",
            db.label_function_path(level).display()
        ));
    }
    let count = |name: &str| manifest.counts.get(name).copied().unwrap_or(0);
    let by_label = |label: u8| {
        manifest
            .positions
            .by_label
            .get(usize::from(label))
            .copied()
            .unwrap_or(0)
    };
    let positions = manifest.positions.positions;
    let is_consistent = (count("p"), count("n")) == (by_label(P), by_label(N))
        && count("saturated") <= count("p")
        && positions == manifest.positions.by_label.iter().sum::<u64>()
        && positions == manifest.label_function.keys;
    if !is_consistent {
        fault(format!(
            "the counts in the manifest of level {level} contradict one another"
        ));
    }
    if !db.has_positions(level) {
        return Ok(());
    }
    let folder = db.positions_folder(level);
    let positions = LevelReader::<G::Record>::open(&folder, game.key_width(), &Cache::new(CACHE))?;
    positions.check(&manifest.positions)?;
    if depth != Depth::Bytes {
        let above = match level {
            level if level == game.top() => None,
            level => Some(LabelFunction::open(&db.label_function_path(level + 1))?),
        };
        let values = Values {
            game,
            level,
            labels: &labels,
            above: above.as_ref(),
            depth,
            manifest: &manifest,
        };
        values.check(&positions, observer, report)?;
    }
    Ok(())
}

/// The values of one level against the level above.
struct Values<'a, G: Game> {
    game: &'a G,
    level: u32,
    labels: &'a LabelFunction,
    above: Option<&'a LabelFunction>,
    depth: Depth,
    manifest: &'a LevelManifest,
}

impl<G: Game> Values<'_, G> {
    fn check(
        &self,
        positions: &LevelReader<G::Record>,
        observer: &dyn Observer,
        report: &mut CheckReport,
    ) -> Result<()> {
        let all = self.manifest.positions.positions;
        // Every position when the step is 1.
        let step = match self.depth {
            Depth::Sample(count) => (all / count.max(1)).max(1),
            _ => 1,
        };
        observer.begin(&Step {
            level: Some(self.level),
            name: "values",
            done: 0,
            all,
        });
        let mut chunks = positions.chunks();
        let mut batch = Vec::new();
        let mut records = Vec::new();
        let mut done = 0u64;
        let mut saturated = 0;
        loop {
            records.clear();
            if chunks.next_chunks(BATCH_CHUNKS, &mut batch)? == 0 {
                break;
            }
            for chunk in &batch {
                chunk.decode(&mut records)?;
            }
            let chosen: Vec<_> = (done..)
                .zip(&records)
                .filter(|(index, _)| index % step == 0)
                .map(|(_, &record)| record)
                .collect();
            let found: Vec<_> = chosen.par_iter().map(|&record| self.value(record)).collect();
            for (is_saturated, wrong) in &found {
                saturated += u64::from(*is_saturated);
                if let Some(what) = wrong {
                    report.faults.push(Fault {
                        level: self.level,
                        what: what.clone(),
                    });
                }
            }
            report.values += found.len() as u64;
            done += records.len() as u64;
            observer.advance(done);
        }
        observer.end();
        let known = self.manifest.counts.get("saturated").copied().unwrap_or(0);
        if step == 1 && known != saturated {
            let what = format!(
                "level {} has {saturated} saturated positions, its manifest says {known}",
                self.level
            );
            report.faults.push(Fault {
                level: self.level,
                what,
            });
        }
        Ok(())
    }

    /// Whether the position of `record` is saturated, and what is wrong with it.
    fn value(&self, record: G::Record) -> (bool, Option<String>) {
        let position = self.game.position(record);
        let graph6 = self.game.graph6(&position);
        let wrong = |what: &str| Some(format!("level {}: {graph6} {what}", self.level));
        if self.game.edges(&position) != self.level || self.game.record(&position) != record.key() {
            return (false, wrong("is not a canonical graph of this level"));
        }
        if ask(self.game, self.labels, &position) != Some(record.label()) {
            return (
                false,
                wrong("has another value in the label function than in the level"),
            );
        }
        let children: Option<Vec<u8>> = (self.game.moves(&position).iter())
            .map(|step| self.above.and_then(|above| ask(self.game, above, &step.child)))
            .collect();
        let Some(children) = children else {
            return (false, wrong("has a child that the level above does not know"));
        };
        let derived = if children.contains(&P) { N } else { P };
        let fault = if derived == record.label() {
            None
        } else {
            wrong("has a value that does not follow from its moves")
        };
        (children.is_empty(), fault)
    }
}

fn ask<G: Game>(game: &G, labels: &LabelFunction, position: &G::Position) -> Option<u8> {
    look_up(game, labels, game.signature(position), position, &mut 0)
}
