//! Labels from a function that is cut over several processes: positions wait together, and in each round the next
//! children of all that are undecided are asked for.
//!
//! Positions look as in [`super::labelling`]: one whose way up leads to P is N, one with a P child is N, others are P.
//! Only when children are asked for differs, so that some are asked for in vain.

use std::sync::{Mutex, PoisonError};

use base::parallel::Spare;
use retrograph_storage::{Answer, CHUNK_RECORDS, LabelFunction, LookUps, RawChunk, Record, Result, TOGETHER};

use super::batches::tasks;
use super::labelling::{Labelled, Labelling, TASK_CHUNKS};
use crate::observer::Work;
use crate::read::look_up::Labels;
use crate::solve::error::SolveError;
use crate::solve::ranks::Steps;
use game::Levels;
use game::values::{N, P};

/// Children asked for in the first round, in the second, and in each one after: 1.04 and 1.10 times the look-ups of one
/// process that stops at the first P (measured: n = 12, 13).
const WIDTHS: [usize; 3] = [2, 4, 16];
/// Batches under way: one is expanded, of the other children are asked for.
const BATCHES: u64 = 2;
/// Hashes that a thread answers at a time; a multiple of [`CODES`].
const PIECE: usize = 1 << 12;

/// Answers of two bits: the labels [`N`] and [`P`], and these.
const ASK: u8 = 2;
const UNKNOWN: u8 = 3;
/// Answers in a byte.
const CODES: usize = 4;

fn code(codes: &[u8], index: usize) -> u8 {
    codes[index / CODES] >> (2 * (index % CODES)) & 3
}

fn pack(codes: impl ExactSizeIterator<Item = u8>) -> Vec<u8> {
    let mut packed = vec![0; codes.len().div_ceil(CODES)];
    for (index, code) in codes.enumerate() {
        packed[index / CODES] |= code << (2 * (index % CODES));
    }
    packed
}

/// Things asked for, those for one process side by side.
struct Asked<T> {
    /// For which position, and which of its children.
    questions: Vec<(u32, u32)>,
    things: Vec<T>,
    /// Where those for each process begin, and the end.
    starts: Vec<usize>,
}

impl<T: Copy> Asked<T> {
    fn new(ranks: usize) -> Self {
        Self {
            questions: Vec::new(),
            things: Vec::new(),
            starts: vec![0; ranks + 1],
        }
    }

    /// Takes the place of what was asked for.
    fn set(&mut self, all: &[(usize, (u32, u32), T)]) {
        self.starts.fill(0);
        for &(owner, ..) in all {
            self.starts[owner + 1] += 1;
        }
        (1..self.starts.len()).for_each(|rank| self.starts[rank] += self.starts[rank - 1]);
        let mut next = self.starts.clone();
        self.questions.clear();
        self.things.clear();
        if let Some(&(_, question, thing)) = all.first() {
            self.questions.resize(all.len(), question);
            self.things.resize(all.len(), thing);
        }
        for &(owner, question, thing) in all {
            self.questions[next[owner]] = question;
            self.things[next[owner]] = thing;
            next[owner] += 1;
        }
    }

    fn of(&self, rank: usize) -> &[T] {
        &self.things[self.starts[rank]..self.starts[rank + 1]]
    }

    /// The questions for a process, with the answers in `codes` from `first` on.
    fn answered(&self, rank: usize, codes: &[u8], first: usize) -> impl Iterator<Item = ((u32, u32), u8)> {
        let questions = &self.questions[self.starts[rank]..self.starts[rank + 1]];
        let code = move |(index, &question)| (question, code(codes, first + index));
        questions.iter().enumerate().map(code)
    }
}

/// A position whose label is not known yet.
struct Undecided<G: Levels> {
    position: G::Position,
    /// Children asked for.
    asked: u32,
    /// Keys of children asked for, not answered yet.
    keys: u32,
    /// Whether all children were asked for.
    is_last: bool,
    /// Once it is known.
    label: Option<u8>,
}

/// That the function does not know a position of its own level.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Unknown;

/// The positions below a task's chunks.
struct Waiting<G: Levels> {
    found: Vec<G::Record>,
    work: Work,
    /// With their places in `found`.
    undecided: Vec<(u32, Undecided<G>)>,
    hashes: Asked<u64>,
    keys: Asked<G::Record>,
}

impl<G: Levels> Waiting<G> {
    fn expand(game: &G, scratch: &mut G::Scratch, chunks: &[RawChunk<G::Record>], ranks: usize) -> Result<(Self, u64)> {
        let mut all = Vec::new();
        chunks.iter().try_for_each(|chunk| chunk.decode(&mut all))?;
        let mut waiting = Self {
            found: Vec::with_capacity(2 * all.len()),
            work: Work::default(),
            undecided: Vec::new(),
            hashes: Asked::new(ranks),
            keys: Asked::new(ranks),
        };
        let Self {
            found, work, undecided, ..
        } = &mut waiting;
        work.labellings = game.expand_all(&all, scratch, |index, position| {
            work.searches += u64::from(game.needed_search(&position));
            let place = found.len() as u32;
            found.push(game.record(&position).with_label(N));
            if all[index].label() != P {
                let position = Undecided {
                    position,
                    asked: 0,
                    keys: 0,
                    is_last: false,
                    label: None,
                };
                undecided.push((place, position));
            }
        });
        Ok((waiting, all.len() as u64))
    }

    /// Takes the next children of all undecided positions, `width` of each. Keys are set already.
    fn ask(&mut self, game: &G, labels: &LabelFunction, ranks: usize, width: usize) {
        let mut all = Vec::new();
        for (index, (_, undecided)) in self.undecided.iter_mut().enumerate() {
            if undecided.label.is_some() || undecided.is_last {
                continue;
            }
            let from = undecided.asked;
            let child = |signature, _: &G::Position| {
                let question = (index as u32, undecided.asked);
                all.push((labels.owner(signature, ranks), question, signature));
                undecided.asked += 1;
                undecided.asked - from == width as u32
            };
            undecided.is_last = !game.any_child_from(&undecided.position, from as usize, child);
        }
        self.work.lookups += all.len() as u64;
        self.hashes.set(&all);
    }

    /// Takes the answers of all processes: `codes` of each, those for this task from `first[0]` on for hashes and from
    /// `first[1]` on for keys.
    ///
    /// # Errors
    /// When the function does not know a key.
    fn take(
        &mut self,
        game: &G,
        labels: &LabelFunction,
        codes: &[[&[u8]; 2]],
        first: &[[usize; 2]],
    ) -> std::result::Result<(), Unknown> {
        let ranks = codes.len();
        let mut asks = Vec::new();
        for rank in 0..ranks {
            for ((index, child), code) in self.hashes.answered(rank, codes[rank][0], first[rank][0]) {
                match code {
                    P => self.undecided[index as usize].1.label = Some(N),
                    ASK => asks.push((index, child)),
                    _ => {}
                }
            }
            for ((index, _), code) in self.keys.answered(rank, codes[rank][1], first[rank][1]) {
                let undecided = &mut self.undecided[index as usize].1;
                undecided.keys -= 1;
                match code {
                    P => undecided.label = Some(N),
                    N => {}
                    _ => return Err(Unknown),
                }
            }
        }
        let mut keys = Vec::with_capacity(asks.len());
        for (index, child) in asks {
            let undecided = &mut self.undecided[index as usize].1;
            if undecided.label.is_some() {
                continue;
            }
            game.any_child_from(&undecided.position, child as usize, |_, position| {
                let key = game.record(position);
                keys.push((labels.exact_owner(key, ranks), (index, child), key));
                true
            });
            undecided.keys += 1;
        }
        self.work.asked += keys.len() as u64;
        self.work.labellings += keys.len() as u64;
        self.keys.set(&keys);
        for (place, undecided) in &mut self.undecided {
            if undecided.label.is_none() && undecided.is_last && undecided.keys == 0 {
                undecided.label = Some(P);
                let found = &mut self.found[*place as usize];
                *found = found.with_label(P);
            }
        }
        Ok(())
    }
}

/// The labelling of the positions of one process, in rounds with the others.
pub(crate) struct InRounds<'a, 'b, G: Levels> {
    game: &'a G,
    labels: &'a Labels,
    steps: &'a mut Steps<'b>,
    spare: Spare<G::Scratch>,
    /// The batch before: expanded, and not labelled yet.
    held: Vec<Waiting<G>>,
}

impl<'a, 'b, G: Levels> InRounds<'a, 'b, G> {
    /// No batch is held.
    pub fn new(game: &'a G, labels: &'a Labels, steps: &'a mut Steps<'b>) -> Self {
        Self {
            game,
            labels,
            steps,
            spare: Spare::default(),
            held: Vec::new(),
        }
    }

    /// Chunks in a batch, so that positions and questions keep to `memory` bytes: four times `usual`, if possible.
    pub fn batch_chunks(memory: u64, usual: usize) -> usize {
        // Seldom more than two positions are found below one, and seldom all of them wait with the widest round.
        let question = size_of::<(usize, (u32, u32), u64)>() + 2 * size_of::<u64>();
        let position = size_of::<(u32, Undecided<G>)>() + size_of::<G::Record>() + WIDTHS[2] * question;
        let most = memory / BATCHES / (2 * position * CHUNK_RECORDS) as u64;
        usize::try_from(most).unwrap_or(usize::MAX).clamp(1, 4 * usual)
    }
}

impl<G: Levels> Labelling<G> for InRounds<'_, '_, G> {
    /// Other batches than this are labelled meanwhile, because answers take their time.
    fn label(
        &mut self,
        batch: &[RawChunk<G::Record>],
        advance: &(dyn Fn(u64) + Sync),
    ) -> std::result::Result<Labelled<G::Record>, SolveError> {
        let held = std::mem::take(&mut self.held);
        let Self {
            game,
            labels,
            steps,
            spare,
            ..
        } = self;
        let ranks = steps.count();
        let tasks = tasks(batch, TASK_CHUNKS);
        let expand = || {
            base::parallel::try_map(tasks.len(), |index| -> Result<Waiting<G>> {
                let task = |scratch: &mut _| Waiting::expand(*game, scratch, tasks[index], ranks);
                let (waiting, expanded) = spare.with(G::Scratch::default, task)?;
                advance(expanded);
                Ok(waiting)
            })
        };
        let (expanded, labelled) = base::parallel::join(expand, || decided(*game, labels, steps, held));
        self.held = expanded?;
        labelled
    }

    fn rest(&mut self) -> std::result::Result<Labelled<G::Record>, SolveError> {
        decided(self.game, self.labels, self.steps, std::mem::take(&mut self.held))
    }
}

/// Calls `work` for every task, on all threads.
fn on_each<T: Send, U: Send>(tasks: &mut [T], work: impl Fn(usize, &mut T) -> U + Sync) -> Vec<U> {
    let tasks: Vec<Mutex<&mut T>> = tasks.iter_mut().map(Mutex::new).collect();
    base::parallel::map(tasks.len(), |index| {
        let mut task = tasks[index].lock().unwrap_or_else(PoisonError::into_inner);
        work(index, &mut task)
    })
}

/// The positions of a batch, labelled in as many rounds as they need.
fn decided<G: Levels>(
    game: &G,
    labels: &Labels,
    steps: &mut Steps,
    mut batch: Vec<Waiting<G>>,
) -> std::result::Result<Labelled<G::Record>, SolveError> {
    let function = labels.first();
    let ranks = steps.count();
    let answering = Answering::new(function, steps);
    let mut labelled = Vec::with_capacity(batch.len());
    let mut widths = WIDTHS.into_iter();
    let mut width = 0;
    loop {
        let (open, done): (Vec<_>, Vec<_>) = batch
            .into_iter()
            .partition(|task| task.undecided.iter().any(|(_, undecided)| undecided.label.is_none()));
        labelled.extend(done.into_iter().map(|task| (task.found, task.work)));
        batch = open;
        if batch.is_empty() {
            return Ok(labelled);
        }
        width = widths.next().unwrap_or(width);
        on_each(&mut batch, |_, task| task.ask(game, function, ranks, width));
        let (questions, first) = questions(&batch, ranks);
        let received = steps.ask(questions)?;
        let answers = steps.answer(answering.answer::<G::Record>(&received));
        let counts = first.last().expect("the sums of all tasks");
        let codes: Vec<[&[u8]; 2]> = answers
            .iter()
            .zip(counts)
            .map(|(codes, [hashes, _])| codes.split_at(hashes.div_ceil(CODES)).into())
            .collect();
        let taken = on_each(&mut batch, |index, task| {
            task.take(game, function, &codes, &first[index])
        });
        if taken.contains(&Err(Unknown)) {
            return Err(labels.unknown().into());
        }
    }
}

/// The questions of all tasks for each process: how many hashes, those, and keys. Also how many hashes and keys for
/// each process are before those of each task, and how many there are.
fn questions<G: Levels>(batch: &[Waiting<G>], ranks: usize) -> (Vec<Vec<u8>>, Vec<Vec<[usize; 2]>>) {
    let mut first = vec![vec![[0; 2]; ranks]];
    for task in batch {
        let mut next = first[first.len() - 1].clone();
        for (rank, [hashes, keys]) in next.iter_mut().enumerate() {
            *hashes += task.hashes.of(rank).len();
            *keys += task.keys.of(rank).len();
        }
        first.push(next);
    }
    let counts = &first[first.len() - 1];
    let messages = base::parallel::map(ranks, |rank| {
        let [hashes, keys] = counts[rank];
        // One more for how the process is.
        let mut message = Vec::with_capacity(4 + 8 * hashes + G::Record::BYTES * keys + 1);
        message.extend((hashes as u32).to_le_bytes());
        for hash in batch.iter().flat_map(|task| task.hashes.of(rank)) {
            message.extend(hash.to_le_bytes());
        }
        for key in batch.iter().flat_map(|task| task.keys.of(rank)) {
            message.extend(key.to_be().as_ref());
        }
        message
    });
    (messages, first)
}

/// A process's answers from its share of a label function.
pub(crate) struct Answering<'a> {
    labels: &'a LabelFunction,
    rank: usize,
    ranks: usize,
}

impl<'a> Answering<'a> {
    /// For the process that takes these steps.
    pub fn new(labels: &'a LabelFunction, steps: &Steps) -> Self {
        Self {
            labels,
            rank: steps.rank(),
            ranks: steps.count(),
        }
    }

    /// The answers for each process: codes for its hashes, then for its keys.
    pub fn answer<R: Record>(&self, received: &[Vec<u8>]) -> Vec<Vec<u8>> {
        let mut pieces: Vec<(usize, bool, &[u8])> = Vec::new();
        for (rank, message) in received.iter().enumerate() {
            let Some((count, things)) = message.split_first_chunk() else {
                continue;
            };
            let (hashes, keys) = things.split_at(8 * u32::from_le_bytes(*count) as usize);
            pieces.extend(hashes.chunks(8 * PIECE).map(|piece| (rank, false, piece)));
            pieces.extend(keys.chunks(R::BYTES * PIECE).map(|piece| (rank, true, piece)));
        }
        let codes = base::parallel::map(pieces.len(), |index| match pieces[index] {
            (_, false, hashes) => self.hashes(hashes),
            (_, true, keys) => pack(keys.chunks_exact(R::BYTES).map(|key| {
                let label = self.labels.exact_of(R::from_be(key), self.rank, self.ranks);
                label.map_or(UNKNOWN, |label| label & 1)
            })),
        });
        let mut answers = vec![Vec::new(); received.len()];
        for ((rank, ..), codes) in pieces.into_iter().zip(codes) {
            answers[rank].extend(codes);
        }
        answers
    }

    fn hashes(&self, hashes: &[u8]) -> Vec<u8> {
        let mut codes = vec![0; hashes.len() / 8];
        let mut look_ups = LookUps::new(self.labels);
        for (hashes, codes) in hashes.chunks(8 * TOGETHER).zip(codes.chunks_mut(TOGETHER)) {
            let hashes = hashes
                .chunks_exact(8)
                .map(|hash| u64::from_le_bytes(hash.try_into().expect("eight bytes")));
            look_ups.look_up(hashes, |index, answer| {
                codes[index] = match answer {
                    Answer::Label(label) => label,
                    Answer::Ask => ASK,
                };
            });
        }
        pack(codes.into_iter())
    }
}
