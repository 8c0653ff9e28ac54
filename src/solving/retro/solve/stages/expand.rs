//! Expand and label: from the level above to labelled positions of this one, sorted into runs.

use retrograph_storage::{Record, Result, RunState, Sorter};
use serde::{Deserialize, Serialize};

use super::expansion::{Pauses, Source, Stretch};
use super::labelling::Labelling;
use super::marks::Marks;
use super::merge::Merge;
use crate::observer::Work;
use crate::read::look_up::{Labels, labelled};
use crate::read::meaning::terminal;
use crate::solve::error::SolveError;
use crate::solve::journal::{Checkpoints, Entry, key_from_hex, key_to_hex};
use crate::solve::run::LevelRun;
use game::Levels;
use game::values::Values;

/// Saturated positions with their labels.
pub(crate) fn terminals<G: Levels>(game: &G, values: Values, saturated: &[G::Record]) -> Vec<G::Record> {
    let label = |record| match values.may_end() {
        true => terminal(game, values, &game.position(record)),
        false => values.terminal(),
    };
    base::parallel::map(saturated.len(), |index| {
        labelled(saturated[index], label(saturated[index]))
    })
}

/// Positions of the level above are expanded.
pub(crate) struct Expand<G: Levels> {
    /// The level above; `None` at the highest one.
    source: Option<Source<G>>,
    /// What has been found.
    sorter: Sorter<G::Record>,
    /// The first record of the first chunk that is still to be expanded; `None` for the front.
    next: Option<G::Record>,
    /// Positions expanded before.
    done: u64,
}

/// [`Expand`] in a journal.
#[derive(Serialize, Deserialize)]
pub(crate) struct State {
    runs: Vec<RunState>,
    /// The first key, hexadecimal, of the next chunk.
    next: String,
    done: u64,
}

impl Entry for State {
    const NAME: &'static str = "Expand";
}

impl<G: Levels> Expand<G> {
    /// Nothing but the saturated positions; whatever there is of the level is removed.
    pub fn begin(run: &mut LevelRun<G>, saturated: &[G::Record]) -> Result<Self> {
        // Both wait for the disk.
        let (begun, source) = base::parallel::join(|| run.db.begin_level(run.level), || open(run));
        begun?;
        let source = source?;
        let folder = run.db.work_folder(run.level);
        let sorter = Sorter::new(&folder, run.game.key_width(), run.memory.sort)?;
        let mut sorter = sorter.with_buffer(std::mem::take(&mut run.buffer));
        sorter.push(&terminals(run.game, run.values, saturated))?;
        Ok(Self {
            source,
            sorter,
            next: None,
            done: 0,
        })
    }

    /// What was written at a checkpoint.
    pub fn resume(run: &LevelRun<G>, state: &State) -> Result<Self> {
        let folder = run.db.work_folder(run.level);
        Ok(Self {
            source: open(run)?,
            sorter: Sorter::resume(&folder, run.game.key_width(), run.memory.sort, &state.runs)?,
            next: Some(key_from_hex(&state.next).ok_or_else(|| run.strange())?),
            done: state.done,
        })
    }

    /// Expands what is left of the level above.
    ///
    /// # Errors
    /// When the level above cannot be read, a run cannot be written, or the run is to stop.
    pub fn run(self, run: &mut LevelRun<G>) -> std::result::Result<Merge<G>, SolveError> {
        let Self {
            source,
            mut sorter,
            next,
            done,
        } = self;
        // The level above is closed before the sorter takes its memory to finish.
        if let (Some(above), Some(source)) = (&run.above, source) {
            let above = &above.manifest;
            let label_bytes = above.label_bytes();
            if label_bytes > run.options.memory / 2 {
                run.observer.note(&format!(
                    "the label function of level {} takes {} MiB, more than half the memory limit: it is mapped from disk, and the system may read parts of it again",
                    above.level,
                    label_bytes >> 20
                ));
            } else if label_bytes > run.memory.later() && Labels::are_large(label_bytes) {
                run.observer.note(&format!(
                    "the label function of level {} takes {} MiB, too much for the memory beside the sort buffer: it is mapped from disk, where look-ups take longer",
                    above.level,
                    label_bytes >> 20
                ));
            }
            let marks = Marks::make(run, source.positions())?;
            run.begin("expand and label", done, above.positions.positions);
            let stretch = Stretch {
                source: &source,
                batch_chunks: run.options.grain.expand_chunks,
                observer: run.observer,
                from: next,
                until: None,
            };
            let before = run.checkpoints.work;
            let labelling = Labelling::new(run.game, run.values, source.labels(), marks);
            let mut due = Due(&mut run.checkpoints);
            let work = stretch.expand(done, before, &mut sorter, &labelling, &mut due)?;
            run.checkpoints.work = work;
            run.observer.end();
        }
        Ok(Merge::begin(sorter.finish()?))
    }
}

fn open<G: Levels>(run: &LevelRun<G>) -> Result<Option<Source<G>>> {
    let above = run.above.as_ref();
    above.map(|above| Source::open(run.game, above, run.memory)).transpose()
}

/// The level's checkpoints, as pauses of the expansion.
struct Due<'a, 'b>(&'a mut Checkpoints<'b>);

impl<R: Record> Pauses<R> for Due<'_, '_> {
    fn are_due(&self) -> bool {
        self.0.due()
    }

    fn pause(&mut self, sorter: &mut Sorter<R>, next: R, done: u64, work: Work) -> std::result::Result<(), SolveError> {
        self.0.work = work;
        self.0.write(&State {
            runs: sorter.checkpoint()?,
            next: key_to_hex(next),
            done,
        })?;
        self.0.go_on()
    }
}
