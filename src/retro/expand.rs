//! Expand and label: from the level above to labelled positions of this one.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use parallel::Spare;
use retrograph_storage::{LabelFunction, LevelReader, RawChunk, Record, Result, Sorter, Window};

use super::error::SolveError;
use super::journal::{Checkpoints, Stage, key_to_hex};
use super::look_up::{Labels, label_of, labelled};
use super::observer::{Observer, Work};
use game::Levels;
use values::{Label, N, P, Values};

/// Chunks a thread takes at a time.
const TASK_CHUNKS: usize = 4;

/// A level to be expanded, and from where on.
pub(super) struct Above<'a, R> {
    pub positions: &'a LevelReader<R>,
    pub labels: &'a Labels,
    pub values: Values,
    /// The first record of the first chunk that is still to be expanded; `None` for the front.
    pub next: Option<R>,
    /// Positions expanded before.
    pub done: u64,
    /// Chunks read at a time.
    pub batch_chunks: usize,
}

/// Pushes every position of the level below `above` that is not saturated, labelled, into `sorter`.
///
/// # Errors
/// When the level above cannot be read, a run cannot be written, or the run is to stop.
pub(super) fn expand_and_label<G: Levels>(
    game: &G,
    above: &Above<G::Record>,
    sorter: &mut Sorter<G::Record>,
    checkpoints: &mut Checkpoints,
    observer: &dyn Observer,
) -> std::result::Result<(), SolveError> {
    let (labels, values) = (above.labels, above.values);
    let mut chunks = match above.next {
        None => above.positions.chunks(),
        Some(next) => above.positions.chunks_from(next),
    };
    let (mut batch, mut next) = (Vec::new(), Vec::new());
    let mut made: Vec<Vec<G::Record>> = Vec::new();
    let done = AtomicU64::new(above.done);
    let spare = Spare::default();
    chunks.next_chunks(above.batch_chunks, &mut batch)?;
    while !batch.is_empty() {
        if checkpoints.due() {
            made.drain(..).try_for_each(|records| sorter.push(&records))?;
            checkpoints.write(Stage::Expand {
                runs: sorter.checkpoint()?,
                next: key_to_hex(batch[0].first_key()),
                done: done.load(Relaxed),
            })?;
            checkpoints.go_on()?;
        }
        let expand = || {
            let tasks: Vec<&[RawChunk<G::Record>]> = batch.chunks(TASK_CHUNKS).collect();
            let run = |task: &mut Task<G>, chunks| -> Result<(Vec<G::Record>, Work)> {
                let part = task.run(game, values, labels, chunks)?;
                observer.advance(done.fetch_add(task.above.len() as u64, Relaxed) + task.above.len() as u64);
                Ok(part)
            };
            parallel::try_map(tasks.len(), |index| {
                spare.with(Task::default, |task| run(task, tasks[index]))
            })
        };
        // One thread takes in what the last batch has given and reads the next one, while the others expand this one.
        let take_and_read = || {
            made.drain(..).try_for_each(|records| sorter.push(&records))?;
            chunks.next_chunks(above.batch_chunks, &mut next)
        };
        let (parts, read) = parallel::join(expand, take_and_read);
        read?;
        for (records, part) in parts? {
            checkpoints.work.add(&part);
            made.push(records);
        }
        std::mem::swap(&mut batch, &mut next);
    }
    made.iter().try_for_each(|records| sorter.push(records))?;
    Ok(())
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
    fn run(
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

/// Whether a move other than the one `position` was expanded from leads to a P position. A child's label is read when the
/// next child has been made, so that meanwhile it comes from memory. `all_known` becomes false when the label function
/// asks for a key that it does not have, as only a damaged one does.
fn has_p_child<G: Levels>(
    game: &G,
    position: &G::Position,
    labels: &LabelFunction,
    work: &mut Work,
    all_known: &mut bool,
) -> bool {
    let is_p = |window: Window| labels.read(&window) == P;
    let mut waiting = None;
    let found = game.any_child(position, |signature, child| {
        work.lookups += 1;
        match labels.locate(signature) {
            Some(window) => waiting.replace(window).is_some_and(is_p),
            None => {
                work.asked += 1;
                work.labellings += 1;
                let label = labels.exact(game.record(child));
                *all_known &= label.is_some();
                label == Some(P)
            }
        }
    });
    found || waiting.is_some_and(is_p)
}
