//! One level, from the one above to its manifest: stages that follow one another, each gone on with where an earlier run
//! came to.

use std::collections::BTreeMap;
use std::io::ErrorKind;

use retrograph_storage::{
    Cache, CheckedLevel, Database, Error, HashLog, LabelFunction, LabelFunctionSummary, LabelSolver, LevelManifest,
    LevelReader, LevelSummary, PendingLabelFunction, Plane, Record, RecordLog, Result, Sorted, Sorter,
    remove_other_runs,
};

use super::error::SolveError;
use super::expand::{Above, expand_and_label};
use super::group::Place;
use super::journal::{Checkpoints, Merged, Stage, key_from_hex};
use super::labels::{Logs, answer_ambiguous, sign_again, solve_shards};
use super::look_up::{Labels, labelled, largest};
use super::meaning::{outcomes, terminal, values_of};
use super::memory::Memory;
use super::observer::{LevelReport, Observer, Step};
use super::options::Options;
use super::saturated::Saturated;
use super::seal::Sealing;
use game::Levels;
use values::Values;

/// A level under way.
pub(super) struct LevelRun<'a, G: Levels> {
    pub game: &'a G,
    /// Where the level above is.
    above: &'a Database,
    /// Where this one goes.
    pub db: &'a Database,
    pub level: u32,
    pub values: Values,
    /// The bits of labels that have a label function, 0 first.
    pub bits: Vec<u8>,
    /// Its number of positions, where it is published or an ascent has counted them.
    known: Option<u64>,
    pub options: &'a Options<'a>,
    pub memory: &'a Memory,
    pub observer: &'a dyn Observer,
    pub checkpoints: Checkpoints<'a>,
}

/// Where a level is.
enum At<G: Levels> {
    Expand {
        sorter: Sorter<G::Record>,
        next: Option<G::Record>,
        done: u64,
    },
    Merge {
        sorted: Sorted<G::Record>,
        sealing: Option<Box<Sealing<G>>>,
    },
    Sign {
        positions: LevelSummary,
        sealed: Vec<LabelFunctionSummary>,
    },
    Solve {
        positions: LevelSummary,
        solver: LabelSolver,
        logs: Logs<G::Record>,
        sealed: Vec<LabelFunctionSummary>,
    },
    Ambiguous {
        positions: LevelSummary,
        function: PendingLabelFunction,
        logs: Logs<G::Record>,
        batches: u64,
        sealed: Vec<LabelFunctionSummary>,
    },
}

/// Solves and seals `level` in its place, whose saturated positions are taken out of `saturated`, from the sealed level
/// above.
///
/// # Errors
/// [`SolveError`]; the same call goes on from the last checkpoint.
pub(super) fn solve_level<G: Levels>(
    game: &G,
    place: &Place,
    level: u32,
    saturated: &mut Saturated<G::Record>,
    options: &Options,
    memory: &Memory,
    observer: &dyn Observer,
) -> std::result::Result<LevelReport, SolveError> {
    let db = place.db;
    observer.level_begins(level);
    let above = match level {
        level if level == saturated.top => None,
        level => Some(above(place.above, level)?),
    };
    let counted = saturated
        .levels
        .as_ref()
        .and_then(|levels| levels.get(level as usize).copied());
    let saturated = saturated.by_level.remove(&level).unwrap_or_default();
    let made_from = above.as_ref().map_or("", |above| &above.positions.stream_xxh3);
    let values = values_of(db)?;
    let mut run = LevelRun {
        game,
        above: place.above,
        db,
        level,
        values,
        bits: values.bits(above.as_ref().map(largest)),
        known: (options.known_positions)(level).or(counted),
        options,
        memory,
        observer,
        checkpoints: Checkpoints::new(db, level, made_from.into(), options.checkpoint, observer),
    };
    let (positions, functions) = match run.stages(above.as_ref(), &saturated) {
        Err(SolveError::Storage(error)) if run.is_of_work(&error) => {
            // The next run would meet the same damage.
            db.begin_level(level)?;
            return Err(SolveError::Work { level, error });
        }
        other => other?,
    };
    let outcomes = outcomes(values, &positions);
    let [p, n, ties] = outcomes.unwrap_or_default();
    let report = LevelReport {
        level,
        positions: positions.positions,
        p,
        n,
        saturated: saturated.len() as u64,
        seconds: run.checkpoints.seconds(),
        bytes: positions.bytes,
        label_function_bytes: functions.iter().map(|function| function.bytes).sum(),
        work: run.checkpoints.work,
    };
    let mut counts = BTreeMap::from([("saturated".to_string(), report.saturated)]);
    if outcomes.is_some() {
        counts.extend([("p".to_string(), p), ("n".to_string(), n)]);
    }
    if values.may_tie() {
        counts.insert("ties".to_string(), ties);
    }
    let mut functions = functions.into_iter();
    let label_function = functions.next().expect("bit 0 has a label function");
    let planes = functions
        .zip(&run.bits[1..])
        .map(|(function, &bit)| Plane { bit, function });
    db.seal_level(&LevelManifest {
        format: retrograph_storage::FORMAT,
        tool_version: env!("CARGO_PKG_VERSION").into(),
        game: game.name().into(),
        n: game.order() as u32,
        values: values.to_string(),
        level,
        key_width: game.key_width() as u32,
        positions,
        counts,
        label_function,
        planes: planes.collect(),
    })?;
    Ok(report)
}

/// The manifest of the level above `level`, whose positions are there.
fn above(db: &Database, level: u32) -> std::result::Result<LevelManifest, SolveError> {
    let level = level + 1;
    let manifest = db.has_positions(level)?.then(|| db.manifest(level)).transpose()?;
    manifest.flatten().ok_or(SolveError::NoPositions { level })
}

impl<G: Levels> LevelRun<'_, G> {
    fn stages(
        &mut self,
        above: Option<&LevelManifest>,
        saturated: &[G::Record],
    ) -> std::result::Result<(LevelSummary, Vec<LabelFunctionSummary>), SolveError> {
        let mut at = match self.earlier()? {
            Some(at) => at,
            None => self.begin_level(saturated)?,
        };
        loop {
            at = match at {
                At::Expand { sorter, next, done } => self.expand(above, sorter, next, done)?,
                At::Merge { sorted, sealing } => self.merge(sorted, sealing)?,
                At::Sign { positions, sealed } => {
                    self.begin("sign", 0, positions.positions);
                    let (solver, logs) = sign_again(self, &positions, self.bits[sealed.len()])?;
                    self.observer.end();
                    At::Solve {
                        positions,
                        solver,
                        logs,
                        sealed,
                    }
                }
                At::Solve {
                    positions,
                    solver,
                    mut logs,
                    sealed,
                } => At::Ambiguous {
                    function: solve_shards(self, &positions, solver, &mut logs, &sealed)?,
                    positions,
                    logs,
                    batches: 0,
                    sealed,
                },
                At::Ambiguous {
                    positions,
                    function,
                    logs,
                    batches,
                    mut sealed,
                } => {
                    let function = answer_ambiguous(self, &positions, function, logs, batches, &sealed)?;
                    sealed.push(function);
                    if sealed.len() == self.bits.len() {
                        return Ok((positions, sealed));
                    }
                    if self.checkpoints.has_journal() {
                        self.checkpoints.write(Stage::Sign {
                            positions: positions.clone(),
                            sealed: sealed.clone(),
                        })?;
                    }
                    At::Sign { positions, sealed }
                }
            }
        }
    }

    /// Nothing but the saturated positions.
    fn begin_level(&mut self, saturated: &[G::Record]) -> Result<At<G>> {
        self.db.begin_level(self.level)?;
        let mut sorter = Sorter::new(
            &self.db.work_folder(self.level),
            self.game.key_width(),
            self.memory.sort,
        )?;
        let label = |record| match self.values.may_end() {
            true => terminal(self.game, self.values, &self.game.position(record)),
            false => self.values.terminal(),
        };
        let terminal = parallel::map(saturated.len(), |index| {
            labelled(saturated[index], label(saturated[index]))
        });
        sorter.push(&terminal)?;
        Ok(At::Expand {
            sorter,
            next: None,
            done: 0,
        })
    }

    /// Where an earlier run came to, if it can be gone on with.
    fn earlier(&mut self) -> Result<Option<At<G>>> {
        let Some(stage) = self.checkpoints.earlier()? else {
            return Ok(None);
        };
        match self.reopen(stage) {
            Ok(at) => {
                self.observer.note(&format!(
                    "going on within level {} from its last checkpoint",
                    self.level
                ));
                Ok(Some(at))
            }
            Err(error) if self.is_of_work(&error) => {
                self.observer.note(&format!(
                    "level {} is begun anew, what was done of it is not all there: {error}",
                    self.level
                ));
                self.checkpoints.forget();
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    fn reopen(&self, stage: Stage) -> Result<At<G>> {
        let folder = self.db.work_folder(self.level);
        let sorter = |runs: &_| Sorter::resume(&folder, self.game.key_width(), self.memory.sort, runs);
        let logs = |hashes, firsts| -> Result<Logs<G::Record>> {
            Ok(Logs {
                hashes: HashLog::resume(&folder, hashes)?,
                firsts: RecordLog::resume(&folder, firsts)?,
            })
        };
        Ok(match stage {
            Stage::Expand { runs, next, done } => At::Expand {
                sorter: sorter(&runs)?,
                next: Some(key_from_hex(&next).ok_or_else(|| strange(&folder))?),
                done,
            },
            Stage::Merge { runs, merged } => {
                if let Some(merged) = &merged
                    && let Some(sealing) = Sealing::resume(self, merged)?
                    && let Some(sorted) = sorter(&runs)?.resume_sorted(&merged.offsets, last_of(merged))
                {
                    At::Merge {
                        sorted,
                        sealing: Some(Box::new(sealing)),
                    }
                } else {
                    // What was merged takes more memory than there is now: the runs are merged again.
                    At::Merge {
                        sorted: sorter(&runs)?.finish()?,
                        sealing: None,
                    }
                }
            }
            Stage::Sign { positions, sealed } => {
                self.check_sealed(&positions, &sealed)?;
                At::Sign { positions, sealed }
            }
            Stage::Solve {
                positions,
                solver,
                hashes,
                firsts,
                sealed,
            } => {
                self.check_sealed(&positions, &sealed)?;
                match LabelSolver::resume(&folder, &solver, self.memory.builder)? {
                    Some(solver) => At::Solve {
                        positions,
                        solver,
                        logs: logs(hashes, firsts)?,
                        sealed,
                    },
                    // It was begun with more memory than there is now.
                    None => At::Sign { positions, sealed },
                }
            }
            Stage::Ambiguous {
                positions,
                function,
                hashes,
                firsts,
                batches,
                sealed,
            } => {
                self.check_sealed(&positions, &sealed)?;
                At::Ambiguous {
                    positions,
                    function: PendingLabelFunction::resume(&folder, &function)?,
                    logs: logs(hashes, firsts)?,
                    batches,
                    sealed,
                }
            }
        })
    }

    /// Whether the records and the label functions that a journal says are there are, and one is still to be made.
    fn check_sealed(&self, positions: &LevelSummary, sealed: &[LabelFunctionSummary]) -> Result<()> {
        CheckedLevel::check(&self.db.positions_folder(self.level), self.game.key_width(), positions)?;
        if sealed.len() >= self.bits.len() {
            return Err(strange(&self.db.work_folder(self.level)));
        }
        for (summary, &bit) in sealed.iter().zip(&self.bits) {
            let path = self.db.plane_path(self.level, bit);
            LabelFunction::map(&path, summary)?;
        }
        Ok(())
    }

    fn expand(
        &mut self,
        above: Option<&LevelManifest>,
        mut sorter: Sorter<G::Record>,
        next: Option<G::Record>,
        done: u64,
    ) -> std::result::Result<At<G>, SolveError> {
        if let Some(above) = above {
            let cache = Cache::new(self.memory.cache);
            let folder = self.above.positions_folder(above.level);
            let positions = LevelReader::open_own(&folder, self.game.key_width(), &cache)?;
            let labels = Labels::map(self.above, above)?;
            labels.verify_checksums()?;
            let label_bytes = above.label_bytes();
            if label_bytes > self.options.memory / 2 {
                self.observer.note(&format!(
                    "the label function of level {} takes {} MiB, more than half the memory limit: it is mapped from disk, and the system may read parts of it again",
                    above.level,
                    label_bytes >> 20
                ));
            }
            self.begin("expand and label", done, above.positions.positions);
            let from = Above {
                positions: &positions,
                labels: &labels,
                values: self.values,
                next,
                done,
                batch_chunks: self.options.grain.expand_chunks,
            };
            expand_and_label(self.game, &from, &mut sorter, &mut self.checkpoints, self.observer)?;
            self.observer.end();
        }
        Ok(At::Merge {
            sorted: sorter.finish()?,
            sealing: None,
        })
    }

    fn merge(
        &mut self,
        sorted: Sorted<G::Record>,
        sealing: Option<Box<Sealing<G>>>,
    ) -> std::result::Result<At<G>, SolveError> {
        let found = sorted.len();
        if let Some(known) = self.known
            && known != found
        {
            let level = self.level;
            return Err(SolveError::Count { level, found, known });
        }
        let mut sealing = match sealing {
            Some(sealing) => sealing,
            None => Box::new(Sealing::begin(self, found)?),
        };
        self.begin("seal", sealing.done(), found);
        sealing.write(self, sorted)?;
        self.observer.end();
        if sealing.in_memory() {
            let (positions, function, logs) = sealing.finish_and_solve()?;
            return Ok(At::Ambiguous {
                positions,
                function,
                logs,
                batches: 0,
                sealed: vec![],
            });
        }
        let (positions, builder, logs) = sealing.finish()?;
        Ok(At::Solve {
            positions,
            solver: builder.solver()?,
            logs,
            sealed: vec![],
        })
    }

    /// A step of this level begins.
    pub fn begin(&self, name: &str, done: u64, all: u64) {
        self.observer.begin(&Step {
            level: Some(self.level),
            name,
            done,
            all,
        });
    }

    /// Removes the runs once they are merged and that is written down.
    pub fn forget_runs(&self) -> Result<()> {
        remove_other_runs(&self.db.work_folder(self.level), &[])
    }

    /// Whether the error says that something of the unfinished level is missing or damaged, rather than that it could
    /// not be read.
    fn is_of_work(&self, error: &Error) -> bool {
        let folder = self.db.level_folder(self.level);
        match error {
            Error::Corrupt { path, .. } => path.starts_with(folder),
            Error::Io { path, source, .. } => path.starts_with(folder) && source.kind() == ErrorKind::NotFound,
            _ => false,
        }
    }
}

/// The last record of what is merged.
fn last_of<R: Record>(merged: &Merged) -> R {
    merged
        .files
        .last()
        .map_or(R::ZERO, |file| R::from_be(&file.summary.last_key))
}

fn strange(folder: &std::path::Path) -> Error {
    Error::Corrupt {
        path: folder.to_path_buf(),
        what: "its journal has a key that is none".into(),
    }
}
