//! Which sums of a part and a Nim heap are P: depth first.
//!
//! A part and a heap of k are P exactly when the part has the value k. A move is known to lead to P when what the table
//! has of the parts after it says so; only where no move does, moves are searched, fewest open pairs first.

use super::kernel::{Hash, Kernel, Part, Step};
use super::shared::Shared;
use super::table::Known;

/// Why a search has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// It was asked to stop.
    Stopped,
    /// What the table says cannot be.
    Contradiction,
}

/// Positions from one question whether to stop to the next.
const WATCH_EVERY: u64 = 256;

/// Parts of fewer open pairs are done before another thread could wait for them.
const BUSY_PAIRS: u32 = 10;

/// A move that has to be searched.
#[derive(Clone, Copy)]
struct Candidate {
    /// Open pairs of the parts that are not known, and what orders equals.
    rank: (u32, u32, u32),
    first: u32,
    count: u32,
    value: u8,
}

/// A search by one thread.
pub struct Search<'a, K: Kernel> {
    kernel: &'a K,
    shared: &'a Shared,
    /// Parts after the moves of all positions on the way to this one.
    parts: Vec<Part<K::Position>>,
    steps: Vec<Step>,
    candidates: Vec<Candidate>,
    /// Decides which of equal moves is searched first.
    salt: u32,
    /// Positions whose moves were made.
    visits: u64,
    /// Those of them that `watch` has counted.
    reported: u64,
    /// Graphs asked about.
    questions: u64,
    /// Entries added to the table.
    filled: u64,
    watch: &'a mut dyn FnMut(u64, u64) -> bool,
}

/// What is known of a sum of parts.
enum Sum {
    /// Its value.
    Value(u32),
    /// One part is not known; beside a heap of `k` the sum is P if that part has the value `k ^ others`.
    One { part: usize, known: Known, others: u32 },
    /// Several are not known.
    Several,
}

impl<'a, K: Kernel> Search<'a, K> {
    /// A search that shares its table with others. `watch` counts positions searched and entries added since it was
    /// last asked, and says whether to stop.
    pub fn new(kernel: &'a K, shared: &'a Shared, salt: u32, watch: &'a mut dyn FnMut(u64, u64) -> bool) -> Self {
        Self {
            kernel,
            shared,
            parts: Vec::new(),
            steps: Vec::new(),
            candidates: Vec::new(),
            salt,
            visits: 0,
            reported: 0,
            questions: 0,
            filled: 0,
            watch,
        }
    }

    /// The game.
    pub fn kernel(&self) -> &'a K {
        self.kernel
    }

    /// What the table says of a part.
    pub fn reported(&self, part: &Part<K::Position>) -> Known {
        self.shared.table.find(part.hash)
    }

    /// The value of a graph that the rules allow.
    pub fn value_of(&mut self, graph: &K::Graph) -> Result<u32, Halt> {
        let mut parts = Vec::new();
        let mut value = u32::from(self.kernel.parts(graph, &mut parts));
        for part in &parts {
            value ^= self.value(part)?;
        }
        Ok(value)
    }

    /// Whether who is next loses on a graph that the rules allow.
    pub fn is_lost(&mut self, graph: &K::Graph) -> Result<bool, Halt> {
        self.is_worth(graph, 0)
    }

    /// Whether a graph that the rules allow has this value.
    pub fn is_worth(&mut self, graph: &K::Graph, value: u32) -> Result<bool, Halt> {
        let from = self.parts.len();
        let rest = self.kernel.parts(graph, &mut self.parts);
        let candidate = Candidate {
            rank: (0, 0, 0),
            first: from as u32,
            count: (self.parts.len() - from) as u32,
            value: rest,
        };
        let is_worth = self.is_sum(candidate, value);
        self.parts.truncate(from);
        // The table may answer for a long time without a search.
        self.questions += 1;
        match self.questions.is_multiple_of(WATCH_EVERY) && self.tell() {
            true => Err(Halt::Stopped),
            false => is_worth,
        }
    }

    /// The same, as far as the table knows.
    pub fn known(&mut self, graph: &K::Graph, value: u32) -> Option<bool> {
        let from = self.parts.len();
        let rest = self.kernel.parts(graph, &mut self.parts);
        let known = match self.sum(from, self.parts.len(), rest.into()) {
            Sum::Value(found) => Some(found == value),
            Sum::One { known, others, .. } if known.excludes(value ^ others) => Some(false),
            _ => None,
        };
        self.parts.truncate(from);
        known
    }

    /// Reports what is new to `watch`, and returns its wish to stop.
    pub fn tell(&mut self) -> bool {
        let searched = self.visits - std::mem::replace(&mut self.reported, self.visits);
        (self.watch)(searched, std::mem::take(&mut self.filled))
    }

    /// The value of a part.
    pub fn value(&mut self, part: &Part<K::Position>) -> Result<u32, Halt> {
        // It is at most the number of moves.
        for value in 0..=part.pairs {
            let known = self.shared.table.find(part.hash);
            if let Some(value) = known.value() {
                return Ok(value);
            }
            if !known.excludes(value) && self.has_value(part, value)? {
                return Ok(value);
            }
        }
        Err(Halt::Contradiction)
    }

    /// Whether a part has this value.
    pub fn has_value(&mut self, part: &Part<K::Position>, value: u32) -> Result<bool, Halt> {
        self.visits += 1;
        if self.visits - self.reported >= WATCH_EVERY && self.tell() {
            return Err(Halt::Stopped);
        }
        let (parts, candidates) = (self.parts.len(), self.candidates.len());
        let before = self.visits;
        let busy = self.shared.busy.as_ref().filter(|_| part.pairs >= BUSY_PAIRS);
        let mark = busy.map(|busy| (busy, busy.enter(asked(part.hash, value))));
        let found = self.tried(part, value);
        if let Some((busy, mark)) = mark {
            busy.leave(mark);
        }
        self.parts.truncate(parts);
        self.candidates.truncate(candidates);
        let (has, known) = found?;
        if self.shared.table.add(part.hash, known, self.visits - before + 1) {
            self.filled += 1;
        }
        Ok(has)
    }

    fn tried(&mut self, part: &Part<K::Position>, value: u32) -> Result<(bool, Known), Halt> {
        let first_step = self.steps.len();
        self.kernel.steps(part, &mut self.steps);
        let count = self.steps.len() - first_step;
        let first = self.candidates.len();
        // Values of moves, and whether all moves have a known one.
        let (mut seen, mut is_whole) = (0u32, true);
        let mut waiting = None;
        for index in 0..=count {
            let made = (index < count).then(|| {
                let step = self.steps[first_step + index];
                let from = self.parts.len();
                let value = self.kernel.after(part, step, &mut self.parts);
                for part in &self.parts[from..] {
                    self.shared.table.prefetch(part.hash);
                }
                (from, self.parts.len(), value)
            });
            if let Some((from, to, rest)) = std::mem::replace(&mut waiting, made) {
                match self.sum(from, to, rest.into()) {
                    Sum::Value(found) => {
                        seen |= 1 << found.min(31);
                        if found == value {
                            self.steps.truncate(first_step);
                            return Ok((false, Known::none_of(seen)));
                        }
                        continue;
                    }
                    Sum::One { known, others, .. } if known.excludes(value ^ others) => is_whole = false,
                    _ => {
                        is_whole = false;
                        let pairs = self.parts[from..to].iter().map(|part| part.pairs).sum();
                        let tie = (self.parts[from].hash[1] as u32 ^ self.salt).wrapping_mul(0x9E37_79B9);
                        self.candidates.push(Candidate {
                            rank: (pairs, 0, tie),
                            first: from as u32,
                            count: (to - from) as u32,
                            value: rest,
                        });
                    }
                }
            }
        }
        self.steps.truncate(first_step);
        if is_whole {
            let own = seen.trailing_ones();
            return Ok((own == value, Known::exactly(own).and(Known::none_of(seen))));
        }
        self.candidates[first..].sort_unstable_by_key(|candidate| candidate.rank);
        self.order_equals(first);
        // What another thread searches comes last: by then it may be known.
        let last = self.candidates.len();
        let mut waiting = first;
        for late in [false, true] {
            let end = if late { waiting } else { last };
            for index in first..end {
                let candidate = self.candidates[index];
                if !late && self.is_busy(candidate, value) {
                    self.candidates[waiting] = candidate;
                    waiting += 1;
                } else if self.is_sum(candidate, value)? {
                    return Ok((false, Known::none_of(seen | 1 << value.min(31))));
                }
            }
        }
        // No move has the value: the part has it unless it has a smaller one.
        for smaller in 0..value {
            if seen >> smaller & 1 == 1 {
                continue;
            }
            let known = self.shared.table.find(part.hash);
            if !known.excludes(smaller) && self.has_value(part, smaller)? {
                return Ok((false, Known::exactly(smaller)));
            }
        }
        Ok((true, Known::exactly(value)))
    }

    /// Sorts candidates from `first` on that leave equally many open pairs, and are sorted by these.
    fn order_equals(&mut self, first: usize) {
        for equals in self.candidates[first..].chunk_by_mut(|a, b| a.rank.0 == b.rank.0) {
            if equals.len() > 1 {
                for candidate in &mut *equals {
                    let parts = &self.parts[candidate.first as usize..][..candidate.count as usize];
                    candidate.rank.1 = parts.iter().map(|part| self.kernel.tie(part)).sum();
                }
                equals.sort_unstable_by_key(|candidate| candidate.rank);
            }
        }
    }

    /// Whether the sum after a move has this value.
    fn is_sum(&mut self, candidate: Candidate, value: u32) -> Result<bool, Halt> {
        let (from, to) = (candidate.first as usize, (candidate.first + candidate.count) as usize);
        let rest = u32::from(candidate.value);
        let (part, wanted, known) = match self.sum(from, to, rest) {
            Sum::Value(found) => return Ok(found == value),
            Sum::One { part, known, others } => (part, value ^ others, known),
            Sum::Several => {
                // All but the largest are worth their values.
                let largest = (from..to).max_by_key(|&part| self.parts[part].pairs);
                let largest = largest.expect("several parts");
                let mut wanted = value ^ rest;
                for part in (from..to).filter(|&part| part != largest) {
                    let part = self.parts[part];
                    wanted ^= self.value(&part)?;
                }
                (largest, wanted, self.shared.table.find(self.parts[largest].hash))
            }
        };
        let part = self.parts[part];
        match known.value() {
            Some(found) => Ok(found == wanted),
            None if known.excludes(wanted) => Ok(false),
            None => self.has_value(&part, wanted),
        }
    }

    /// Whether another thread is at work on what decides this candidate.
    fn is_busy(&self, candidate: Candidate, value: u32) -> bool {
        let Some(busy) = &self.shared.busy else {
            return false;
        };
        let (from, to) = (candidate.first as usize, (candidate.first + candidate.count) as usize);
        match self.sum(from, to, candidate.value.into()) {
            Sum::One { part, others, .. } => {
                let part = &self.parts[part];
                part.pairs >= BUSY_PAIRS && busy.is_searched(asked(part.hash, value ^ others))
            }
            _ => false,
        }
    }

    /// What the table says of the parts in a range and the value of the rest.
    #[inline(always)]
    fn sum(&self, from: usize, to: usize, rest: u32) -> Sum {
        let mut others = rest;
        let mut open = None;
        for at in from..to {
            let known = self.shared.table.find(self.parts[at].hash);
            match known.value() {
                Some(value) => others ^= value,
                None if open.is_some() => return Sum::Several,
                None => open = Some((at, known)),
            }
        }
        match open {
            None => Sum::Value(others),
            Some((part, known)) => Sum::One { part, known, others },
        }
    }
}

/// A number for the question whether a part has a value.
fn asked(hash: Hash, value: u32) -> u64 {
    hash[1] ^ u64::from(value).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
