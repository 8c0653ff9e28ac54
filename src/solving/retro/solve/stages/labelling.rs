//! Labelled positions below some chunks of the level above: the inner loop of a solution.

use base::parallel::Spare;
use retrograph_storage::{Answer, LabelFunction, LookUps, RawChunk, Record, Result, TOGETHER};

use super::batches::tasks;
use super::marks::Marks;
use crate::observer::Work;
use crate::read::look_up::{Labels, label_of, label_of_bits, labelled};
use game::Levels;
use game::values::{Fold, Player, Settling, Values};

/// Chunks a thread takes at a time.
pub(super) const TASK_CHUNKS: usize = 4;

/// Labelled positions, and what each stretch of them took.
pub(crate) type Labelled<R> = Vec<(Vec<R>, Work)>;

/// What finds the positions below the level above and gives them their labels.
pub(crate) struct Labelling<'a, G: Levels> {
    game: &'a G,
    values: Values,
    labels: &'a Labels,
    marks: Option<Marks>,
    spare: Spare<Task<G>>,
}

impl<'a, G: Levels> Labelling<'a, G> {
    /// Labels from these functions, for positions that have a mark if there are marks.
    pub fn new(game: &'a G, values: Values, labels: &'a Labels, marks: Option<Marks>) -> Self {
        Self {
            game,
            values,
            labels,
            marks,
            spare: Spare::default(),
        }
    }

    /// Labelled positions below a batch; `advance` hears numbers of positions expanded.
    ///
    /// # Errors
    /// When a chunk or a label function is damaged.
    pub fn label(&self, batch: &[RawChunk<G::Record>], advance: &(dyn Fn(u64) + Sync)) -> Result<Labelled<G::Record>> {
        let tasks = tasks(batch, TASK_CHUNKS);
        let run = |task: &mut Task<G>, chunks| -> Result<(Vec<G::Record>, Work)> {
            let part = task.run(self.game, self.values, self.labels, self.marks.as_ref(), chunks)?;
            advance(task.expanded());
            Ok(part)
        };
        base::parallel::try_map(tasks.len(), |index| {
            self.spare.with(Task::default, |task| run(task, tasks[index]))
        })
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
        marks: Option<&Marks>,
        chunks: &[RawChunk<G::Record>],
    ) -> Result<(Vec<G::Record>, Work)> {
        self.above.clear();
        for chunk in chunks {
            chunk.decode(&mut self.above)?;
        }
        let mut found = Vec::with_capacity(2 * self.above.len());
        let mut work = Work::default();
        let all_known = match values.settling(game.turn(&game.empty())) {
            Some(_) => self.outcomes(game, values, labels, marks, &mut found, &mut work),
            None => self.values(game, values, labels, &mut found, &mut work),
        };
        match all_known {
            true => Ok((found, work)),
            false => Err(labels.unknown()),
        }
    }

    /// Labels with outcomes. Returns whether the function knows all children that it asks for; only a damaged one does
    /// not.
    fn outcomes(
        &mut self,
        game: &G,
        values: Values,
        labels: &Labels,
        marks: Option<&Marks>,
        found: &mut Vec<G::Record>,
        work: &mut Work,
    ) -> bool {
        let mut undecided = None;
        let (mut all_known, mut searches) = (true, 0);
        let above = &self.above;
        let labellings = game.expand_all(above, &mut self.scratch, |index, position| {
            searches += u64::from(game.needed_search(&position));
            let settling = values.settling(game.turn(&position)).expect("turns are alike");
            found.push(game.record(&position).with_label(settling.position));
            let place = found.len() - 1;
            if game.is_out_of_reach(&position) {
                let never = values.fold(game.turn(&position)).label();
                found[place] = labelled(found[place].key(), never);
                return;
            }
            if above[index].label() == settling.child || settling.by_end && game.can_end(&position) {
                return;
            }
            // Whoever is next, it is the same player in all positions of a level.
            let undecided = undecided.get_or_insert_with(|| Undecided::new(labels.first(), settling, marks));
            undecided.add(game, place, position, found);
            if undecided.places.len() >= DECIDED_TOGETHER {
                all_known &= undecided.decide(game, found, work);
            }
        });
        work.labellings += labellings;
        work.searches += searches;
        all_known & undecided.is_none_or(|mut undecided| undecided.decide(game, found, work))
    }

    /// Labels with values from all moves. Returns what [`Task::outcomes`] returns.
    fn values(
        &mut self,
        game: &G,
        values: Values,
        labels: &Labels,
        found: &mut Vec<G::Record>,
        work: &mut Work,
    ) -> bool {
        let mut valued = Valued::new(labels);
        let (mut all_known, mut searches) = (true, 0);
        let labels: Vec<_> = self.above.iter().map(|&above| label_of(above)).collect();
        for above in &mut self.above {
            *above = above.key();
        }
        let labellings = game.expand_all(&self.above, &mut self.scratch, |index, position| {
            searches += u64::from(game.needed_search(&position));
            let turn = game.turn(&position);
            let mut fold = values.fold(turn);
            if game.is_out_of_reach(&position) {
                found.push(labelled(game.record(&position), fold.label()));
                return;
            }
            // Of offers all choices are made together.
            if !turn.offers {
                fold.add(game.stepper_above(&position), labels[index]);
            }
            if values.may_end() && game.can_end(&position) {
                fold.add_end();
            }
            if !fold.is_settled() {
                all_known &= valued.add_children(game, &position, &mut fold, work);
            }
            found.push(labelled(game.record(&position), fold.label()));
        });
        work.labellings += labellings;
        work.searches += searches;
        all_known
    }

    /// Positions that the last run has expanded.
    pub fn expanded(&self) -> u64 {
        self.above.len() as u64
    }
}

/// Values of children, from all functions.
struct Valued<'a> {
    functions: Vec<(u8, &'a LabelFunction, LookUps<'a>)>,
    /// Signatures of children, who moved to them, and whether they are the last choice of an offer.
    children: Vec<(u64, Option<Player>, bool)>,
}

impl<'a> Valued<'a> {
    fn new(labels: &'a Labels) -> Self {
        let functions = labels.functions();
        Self {
            functions: functions
                .map(|(bit, function)| (bit, function, LookUps::new(function)))
                .collect(),
            children: Vec::with_capacity(TOGETHER),
        }
    }

    /// Adds the values of the children of a position, but the one it was expanded from. Returns whether the functions
    /// know all children that they ask for; only damaged ones do not.
    fn add_children<G: Levels>(&mut self, game: &G, position: &G::Position, fold: &mut Fold, work: &mut Work) -> bool {
        let mut added = 0;
        let mut all_known = true;
        game.any_child(position, |signature, child| {
            self.children
                .push((signature, game.stepper(child), game.closes_offer(child)));
            if self.children.len() == TOGETHER {
                all_known &= self.add(game, position, added, fold, work);
                added += TOGETHER;
                return fold.is_settled();
            }
            false
        });
        all_known & self.add(game, position, added, fold, work)
    }

    /// Adds the values of the children that are waiting, those from number `first` on, and forgets them.
    fn add<G: Levels>(
        &mut self,
        game: &G,
        position: &G::Position,
        first: usize,
        fold: &mut Fold,
        work: &mut Work,
    ) -> bool {
        let Self { functions, children } = self;
        work.lookups += children.len() as u64;
        let mut all_known = true;
        let mut bits = [0u16; TOGETHER];
        for (bit, function, look_ups) in functions {
            let signatures = children.iter().map(|&(signature, ..)| signature);
            look_ups.look_up(signatures, |index, answer| {
                let value = match answer {
                    Answer::Label(value) => value,
                    Answer::Ask => {
                        let label = exact(game, function, position, first + index, work);
                        all_known &= label.is_some();
                        label.unwrap_or(0)
                    }
                };
                bits[index] |= u16::from(value) << *bit;
            });
        }
        for (&(_, stepper, closes_offer), &bits) in children.iter().zip(&bits) {
            fold.add(stepper, label_of_bits(bits));
            if closes_offer {
                fold.close_offer();
            }
        }
        children.clear();
        all_known
    }
}

/// The label of a child by its key, `None` where a function does not have it. Cost: a canonical form.
fn exact<G: Levels>(
    game: &G,
    labels: &LabelFunction,
    position: &G::Position,
    number: usize,
    work: &mut Work,
) -> Option<u8> {
    work.asked += 1;
    work.labellings += 1;
    let mut label = None;
    game.any_child_from(position, number, |_, child| {
        label = labels.exact(game.record(child));
        true
    });
    label
}

/// Positions whose outcomes are looked for together, at least: several times as many as games try together, so that few
/// are left over for a round of their own.
const DECIDED_TOGETHER: usize = 192;

/// Positions whose marks memory is asked for together.
const MARKS_TOGETHER: usize = 32;

/// Positions that no move settles, unless one other than that which they were expanded from.
struct Undecided<'a, G: Levels> {
    settling: Settling,
    positions: Vec<G::Position>,
    /// Where each is among those found.
    places: Vec<usize>,
    /// Whether each is known to be settled.
    settled: Vec<bool>,
    labels: &'a LabelFunction,
    look_ups: LookUps<'a>,
    marks: Option<&'a Marks>,
    /// How many of the positions, from the first on, are known to have marks.
    marked: usize,
    signatures: Vec<u64>,
}

impl<'a, G: Levels> Undecided<'a, G> {
    /// None; without a mark, if there are marks, a position is not settled.
    fn new(labels: &'a LabelFunction, settling: Settling, marks: Option<&'a Marks>) -> Self {
        Self {
            settling,
            positions: Vec::new(),
            places: Vec::new(),
            settled: Vec::new(),
            labels,
            look_ups: LookUps::new(labels),
            marks,
            marked: 0,
            signatures: Vec::new(),
        }
    }

    /// Adds a position, which has this place among those found.
    fn add(&mut self, game: &G, place: usize, position: G::Position, found: &mut [G::Record]) {
        self.places.push(place);
        self.positions.push(position);
        if self.places.len() - self.marked >= MARKS_TOGETHER {
            self.settle_unmarked(game, found);
        }
    }

    /// Labels the positions without marks, if there are marks, and forgets them.
    fn settle_unmarked(&mut self, game: &G, found: &mut [G::Record]) {
        let not_settled = self.not_settled();
        let Self {
            positions,
            places,
            marked,
            signatures,
            ..
        } = self;
        if let Some(marks) = self.marks {
            signatures.clear();
            game.signatures(&positions[*marked..], signatures);
            signatures.iter().for_each(|&signature| marks.expect(signature));
            for (at, &signature) in (*marked..).zip(&*signatures) {
                if marks.has(signature) {
                    positions.swap(*marked, at);
                    places.swap(*marked, at);
                    *marked += 1;
                } else {
                    found[places[at]] = found[places[at]].with_label(not_settled);
                }
            }
            positions.truncate(*marked);
            places.truncate(*marked);
        }
        *marked = places.len();
    }

    /// The label of a position that no move settles.
    fn not_settled(&self) -> u8 {
        1 - self.settling.position
    }

    /// Labels those that are not settled among `found`, where all are, and forgets them. Returns whether the function
    /// knows all children that it asks for.
    fn decide(&mut self, game: &G, found: &mut [G::Record], work: &mut Work) -> bool {
        self.settle_unmarked(game, found);
        let not_settled = self.not_settled();
        let Self {
            settling,
            positions,
            places,
            settled,
            labels,
            look_ups,
            ..
        } = self;
        let mut all_known = true;
        settled.clear();
        settled.resize(positions.len(), false);
        game.try_children(positions, settled, |children, settled| {
            work.lookups += children.len() as u64;
            for children in children.chunks(TOGETHER) {
                let signatures = children.iter().map(|child| child.signature);
                look_ups.look_up(signatures, |index, answer| {
                    let child = children[index];
                    let settled = &mut settled[child.position as usize];
                    let settles = match answer {
                        Answer::Label(label) => label == settling.child,
                        Answer::Ask if *settled => false,
                        Answer::Ask => {
                            let position = &positions[child.position as usize];
                            let label = exact(game, labels, position, child.number as usize, work);
                            all_known &= label.is_some();
                            label == Some(settling.child)
                        }
                    };
                    *settled |= settles;
                });
            }
        });
        for (&place, _) in places.iter().zip(&*settled).filter(|(_, settled)| !**settled) {
            found[place] = found[place].with_label(not_settled);
        }
        positions.clear();
        places.clear();
        self.marked = 0;
        all_known
    }
}
