//! Processes that expand the parts of a level together, because none of them can hold the label function of the level
//! above. Process r of R answers for its share of the function, see [`LabelFunction::owner`].
//!
//! All of them take the same steps, each an exchange of messages: first the checksums of the shares, then rounds of
//! two, questions and answers. A process without questions sends none and goes on answering until all are done. How a
//! process is comes with its questions; when one has failed, all of them stop there.

use retrograph_storage::{Database, Error, LabelFunction};

use super::error::SolveError;
use super::memory::Memory;
use super::parts::order::{is_beyond_parts, lowest, site};
use super::parts::runs::{Making, Runs};
use super::parts::{Plan, PlanReport, Task};
use super::stages::{Answering, InRounds, Source};
use super::{pool, within_limits};
use crate::observer::Observer;
use crate::read::meaning::values_of;
use game::Levels;

/// The processes, as one of them sees them.
pub trait Ranks: Send {
    /// Returns its number, from 0.
    fn rank(&self) -> usize;

    /// Returns how many there are.
    fn count(&self) -> usize;

    /// Gives `messages[r]` to process r and returns what each of them has given to this one, its own included. All
    /// processes call this together; it waits for the slowest.
    fn exchange(&mut self, messages: Vec<Vec<u8>>) -> Vec<Vec<u8>>;
}

/// How a process is, the last byte of its questions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Works = 0,
    IsDone = 1,
    HasFailed = 2,
}

/// The steps of one process.
pub(crate) struct Steps<'a> {
    ranks: &'a mut dyn Ranks,
    /// Whether the others no longer wait for it.
    has_ended: bool,
}

impl Steps<'_> {
    /// The number of this process.
    pub fn rank(&self) -> usize {
        self.ranks.rank()
    }

    /// Number of processes.
    pub fn count(&self) -> usize {
        self.ranks.count()
    }

    /// The questions that each process has for this one, for its questions to them. [`Steps::answer`] comes next.
    ///
    /// # Errors
    /// [`SolveError::OtherRank`].
    pub fn ask(&mut self, questions: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, SolveError> {
        Ok(self.tell(State::Works, questions)?.unwrap_or_default())
    }

    /// The answers to this process's questions, for its answers to theirs.
    pub fn answer(&mut self, answers: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        self.ranks.exchange(answers)
    }

    /// `None` when all are done.
    fn tell(&mut self, state: State, mut messages: Vec<Vec<u8>>) -> Result<Option<Vec<Vec<u8>>>, SolveError> {
        messages.iter_mut().for_each(|message| message.push(state as u8));
        let mut received = self.ranks.exchange(messages);
        let states: Vec<u8> = received
            .iter_mut()
            .map(|message| message.pop().expect("every message has a state"))
            .collect();
        if states.contains(&(State::HasFailed as u8)) {
            self.has_ended = true;
            return Err(SolveError::OtherRank);
        }
        self.has_ended = states.iter().all(|&state| state == State::IsDone as u8);
        Ok((!self.has_ended).then_some(received))
    }

    fn nothing(&self) -> Vec<Vec<u8>> {
        vec![Vec::new(); self.count()]
    }

    /// Answers until all processes are done.
    fn answer_until_all_are_done<G: Levels>(&mut self, answering: &Answering) -> Result<(), SolveError> {
        while let Some(questions) = self.tell(State::IsDone, self.nothing())? {
            let answers = answering.answer::<G::Record>(&questions);
            self.answer(answers);
        }
        Ok(())
    }

    /// Compares what this process reads of the label function with what process 0 has read, which compares the whole
    /// with its checksum.
    fn check_share(&mut self, labels: &LabelFunction) -> Result<(), SolveError> {
        let (rank, count) = (self.rank(), self.count());
        let mut messages = self.nothing();
        if rank == 0 {
            for (message, checksum) in messages.iter_mut().zip(labels.verify_shares(count)?) {
                message.extend(checksum.to_le_bytes());
            }
        }
        let own = labels.share_checksum(rank, count).to_le_bytes();
        match self.ask(messages)?[0] == own {
            true => Ok(()),
            false => {
                let what = format!("process {rank} of {count} has read other bytes of it than process 0");
                Err(Error::corrupt(labels.path(), what).into())
            }
        }
    }
}

/// Expands the missing parts of a planned level, together with other processes that call this with the same plan: each
/// reads of the label function above its share alone and asks the others. Process `ranks.rank()` makes every
/// `ranks.count()`-th part. `task` has the limits. The parts have the bytes of any others.
///
/// # Errors
/// As [`make_parts`](super::parts::order::make_parts); [`SolveError::OtherRank`] when another process has failed;
/// [`SolveError::NotCut`] when labels have several bits.
pub fn expand_together<G: Levels>(
    game: &G,
    db: &Database,
    task: &Task,
    ranks: &mut dyn Ranks,
    observer: &dyn Observer,
) -> Result<PlanReport, SolveError> {
    let mut steps = Steps {
        ranks,
        has_ended: false,
    };
    let made = within_limits(game, 0, task.memory, task.threads)
        .and_then(|memory| pool(task.threads)?.install(|| expand(game, db, task, &memory, &mut steps, observer)));
    if made.is_err() && !steps.has_ended {
        // That another has failed as well changes nothing.
        let _ = steps.tell(State::HasFailed, steps.nothing());
    }
    made
}

fn expand<G: Levels>(
    game: &G,
    db: &Database,
    task: &Task,
    memory: &Memory,
    steps: &mut Steps,
    observer: &dyn Observer,
) -> Result<PlanReport, SolveError> {
    let above = lowest(db)?;
    let level = above.manifest.level - 1;
    if !values_of(db)?.is_outcome() {
        return Err(SolveError::NotCut);
    }
    let plan = match is_beyond_parts(db, level)? {
        true => None,
        false => Plan::<G, Runs>::read(site(game, db, &above, &task.grain))?,
    };
    let plan = plan.ok_or(SolveError::NoPlan { level })?;
    let source = Source::map(game, &above)?;
    steps.check_share(source.labels().first())?;
    let missing = plan.missing(steps.rank(), steps.count())?;
    let making = Making {
        plan: &plan,
        source: &source,
        memory: memory.sort,
        batch_chunks: InRounds::<G>::batch_chunks(memory.unshared() - memory.sort, task.grain.expand_chunks),
        observer,
    };
    making.make_all(&missing, &mut InRounds::new(game, source.labels(), steps))?;
    let answering = Answering::new(source.labels().first(), steps);
    steps.answer_until_all_are_done::<G>(&answering)?;
    Ok(plan.report(missing.len())?)
}
