//! Labelled positions below some chunks of the level above: the inner loop of a solution.

use parallel::Spare;
use retrograph_storage::{LabelFunction, LookUps, RawChunk, Record, Result, Taken};

use crate::observer::Work;
use crate::read::look_up::{Labels, label_of, labelled};
use crate::solve::error::SolveError;
use game::Levels;
use values::{Label, N, P, Values};

/// Chunks a thread takes at a time.
pub(super) const TASK_CHUNKS: usize = 4;

/// Labelled positions, and what each stretch of them took.
pub(crate) type Labelled<R> = Vec<(Vec<R>, Work)>;

/// How the positions below the level above are found and get their labels.
pub(crate) trait Labelling<G: Levels>: Send {
    /// Expands a batch, and calls `advance` with numbers of positions expanded. Returns labelled positions, of this batch or
    /// of earlier ones.
    ///
    /// # Errors
    /// When a chunk or a label function is damaged.
    fn label(
        &mut self,
        batch: &[RawChunk<G::Record>],
        advance: &(dyn Fn(u64) + Sync),
    ) -> std::result::Result<Labelled<G::Record>, SolveError>;

    /// The positions of earlier batches that are not returned yet.
    ///
    /// # Errors
    /// When a label function is damaged.
    fn rest(&mut self) -> std::result::Result<Labelled<G::Record>, SolveError>;
}

/// Labels are read from label functions that are here whole.
pub(crate) struct Direct<'a, G: Levels> {
    game: &'a G,
    values: Values,
    labels: &'a Labels,
    spare: Spare<Task<G>>,
}

impl<'a, G: Levels> Direct<'a, G> {
    /// Labels from these functions.
    pub fn new(game: &'a G, values: Values, labels: &'a Labels) -> Self {
        Self {
            game,
            values,
            labels,
            spare: Spare::default(),
        }
    }
}

impl<G: Levels> Labelling<G> for Direct<'_, G> {
    fn label(
        &mut self,
        batch: &[RawChunk<G::Record>],
        advance: &(dyn Fn(u64) + Sync),
    ) -> std::result::Result<Labelled<G::Record>, SolveError> {
        let Self {
            game,
            values,
            labels,
            spare,
        } = &*self;
        let tasks: Vec<&[RawChunk<G::Record>]> = batch.chunks(TASK_CHUNKS).collect();
        let run = |task: &mut Task<G>, chunks| -> Result<(Vec<G::Record>, Work)> {
            let part = task.run(*game, *values, labels, chunks)?;
            advance(task.expanded());
            Ok(part)
        };
        Ok(parallel::try_map(tasks.len(), |index| {
            spare.with(Task::default, |task| run(task, tasks[index]))
        })?)
    }

    fn rest(&mut self) -> std::result::Result<Labelled<G::Record>, SolveError> {
        Ok(Vec::new())
    }
}

/// Buffers of one thread.
struct Task<G: Levels> {
    scratch: G::Scratch,
    above: Vec<G::Record>,
}

impl<G: Levels> Default for Task<G> {
    fn default() -> Self {
        Self {
            scratch: G::Scratch::default(),
            above: Vec::new(),
        }
    }
}

impl<G: Levels> Task<G> {
    /// The positions below `chunks` that are not saturated, labelled, and what they took.
    ///
    /// # Errors
    /// When a chunk or a label function is damaged.
    pub fn run(
        &mut self,
        game: &G,
        values: Values,
        labels: &Labels,
        chunks: &[RawChunk<G::Record>],
    ) -> Result<(Vec<G::Record>, Work)> {
        self.above.clear();
        for chunk in chunks {
            chunk.decode(&mut self.above)?;
        }
        let mut found = Vec::with_capacity(2 * self.above.len());
        let mut work = Work::default();
        let mut all_known = true;
        for &above in &self.above {
            if !values.is_outcome() {
                let above_label = label_of(above);
                work.labellings += game.expand(above.key(), &mut self.scratch, |position| {
                    work.searches += u64::from(game.needed_search(position));
                    let label = value(game, values, position, above_label, labels, &mut work, &mut all_known);
                    found.push(labelled(game.record(position), label));
                });
                continue;
            }
            let leads_to_p = above.label() == P;
            work.labellings += game.expand(above, &mut self.scratch, |position| {
                work.searches += u64::from(game.needed_search(position));
                let label = if leads_to_p || has_p_child(game, position, labels.first(), &mut work, &mut all_known) {
                    N
                } else {
                    P
                };
                found.push(game.record(position).with_label(label));
            });
        }
        if !all_known {
            return Err(labels.unknown());
        }
        Ok((found, work))
    }

    /// Positions that the last run has expanded.
    pub fn expanded(&self) -> u64 {
        self.above.len() as u64
    }
}

/// The value of a position that a move leads from to one with the label `above`, from all its moves. `all_known` becomes
/// false when a label function does not know a child, as only a damaged one does.
fn value<G: Levels>(
    game: &G,
    values: Values,
    position: &G::Position,
    above: Label,
    labels: &Labels,
    work: &mut Work,
    all_known: &mut bool,
) -> Label {
    let mut fold = values.fold();
    fold.add(game.stepper_above(position), above);
    if values.may_end() && game.can_end(position) {
        fold.add_end();
    }
    game.any_child(position, |signature, child| {
        work.lookups += 1;
        let asked = work.asked;
        match labels.look_up(game, signature, child, &mut work.asked) {
            Some(label) => fold.add(game.stepper(child), label),
            None => *all_known = false,
        }
        work.labellings += work.asked - asked;
        false
    });
    fold.label()
}

/// Whether a move other than the one `position` was expanded from leads to a P position. A child's label is read when
/// some more children have been made, so that meanwhile it comes from memory. `all_known` becomes false when the label
/// function asks for a key that it does not have, as only a damaged one does.
fn has_p_child<G: Levels>(
    game: &G,
    position: &G::Position,
    labels: &LabelFunction,
    work: &mut Work,
    all_known: &mut bool,
) -> bool {
    let mut look_ups = LookUps::new(labels);
    let found = game.any_child(position, |signature, child| {
        work.lookups += 1;
        match look_ups.take(signature) {
            Taken::Earlier(label) => label == P,
            Taken::Waits => false,
            Taken::Ask => {
                work.asked += 1;
                work.labellings += 1;
                let label = labels.exact(game.record(child));
                *all_known &= label.is_some();
                label == Some(P)
            }
        }
    });
    found || look_ups.rest().any(|label| label == P)
}
