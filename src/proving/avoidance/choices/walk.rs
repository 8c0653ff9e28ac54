//! The claims that choices lead to, made in the order in which a reader makes them.
//!
//! A claim says that a part has a value k: the least number that is not the value after one of its moves. For each move
//! either the value after it is seen, and is not k, or a reply to it has the value k. Claims are made from large ranks
//! down, in batches; within a batch choices are asked for only where claims made before it do not settle a move.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, RwLock};

use proof::{STACK, together};

use super::hash::Mixed;
use super::parts::{Parts, RANKS};
use super::relations::{Pair, Relations};

/// A part, or a position, of a game.
pub type Of<K> = <K as Parts>::Structure;
/// It in one matrix.
type Matrix<S> = <S as Relations>::Matrix;

/// By exact forms.
type ByForm<S> = HashMap<Matrix<S>, u8, BuildHasherDefault<Mixed>>;

/// Values that are remembered of small parts.
const SMALL_MOST: usize = 1 << 20;

/// Which choices there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replies {
    /// One for each move.
    All,
    /// One for each move that claims made before do not settle.
    Needed,
}

/// Where choices come from.
pub trait Source<K: Parts> {
    /// Why there is none.
    type Error;

    /// The moves after which a value below `k` has to be seen, by their numbers.
    fn shown(&mut self, walk: &Walk<K>, seen: &[Move<Of<K>>], k: u8) -> Result<Vec<u8>, Self::Error>;

    /// The choice for a move after which there are these parts: 0 to see the value, or the number of a reply and one.
    fn code(&mut self, walk: &Walk<K>, parts: &[Of<K>], k: u8) -> Result<u8, Self::Error>;

    /// The value of a part that is not claimed.
    fn value(&mut self, walk: &Walk<K>, part: &Of<K>) -> Result<u8, Self::Error>;

    /// Hears of a claim.
    fn claimed(&mut self, walk: &Walk<K>, part: &Of<K>, value: u8);

    /// Hears that so many of the claims made are checked; ends the walk with an error.
    fn checked(&mut self, walk: &Walk<K>, checked: u64) -> Result<(), Self::Error>;

    /// The claims do not follow from the choices.
    fn wrong(&self) -> Self::Error;

    /// The system grants no thread.
    fn no_thread(&self, error: std::io::Error) -> Self::Error;
}

/// A move, and what is known of it before its batch.
#[derive(Clone, Debug)]
pub struct Move<S> {
    /// The parts after it.
    pub parts: Vec<S>,
    /// What is known.
    pub seen: Seen,
}

/// What is known of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// The value after it.
    Value(u8),
    /// A reply has the value.
    Answered,
    /// Nothing: it takes a choice.
    Open,
}

/// A move of a sum.
#[derive(Clone, Copy, Debug)]
pub struct Reply {
    loss: u32,
    /// The part.
    pub part: usize,
    /// The move.
    pub pair: Pair,
}

/// A part that is claimed, under the labels that play produced: open pairs below the diagonal, edges above it.
struct Claim<S: Relations> {
    part: S::Matrix,
    value: u8,
}

/// The values of parts that are claimed, and of small ones.
pub struct Known<S: Relations> {
    /// Most open pairs of a small part.
    pub small: u32,
    /// By rank.
    claimed: Vec<ByForm<S>>,
    solved: RwLock<ByForm<S>>,
}

/// All claims made so far.
pub struct Walk<'a, K: Parts> {
    /// The game.
    pub kernel: &'a K,
    /// Which choices there are.
    pub replies: Replies,
    /// The values known.
    pub known: Known<Of<K>>,
    /// Claims in a batch.
    pub batch: usize,
    /// Number of claims.
    pub claims: u64,
    threads: usize,
    /// Whether the values of ranks that are done are still wanted.
    keeps: bool,
    /// The claims by rank, in the order in which they were made.
    levels: Vec<Vec<Claim<Of<K>>>>,
}

/// Bytes that a claim takes in all: itself, its place in a hash table, and the room of both to grow.
pub const fn claim_bytes<K: Parts>() -> u64 {
    22 + 4 * size_of::<Matrix<Of<K>>>() as u64
}

impl<'a, K: Parts> Walk<'a, K> {
    /// No claim yet. `keeps` all values after the walk.
    pub fn new(kernel: &'a K, replies: Replies, small: u32, batch: usize, threads: usize, keeps: bool) -> Self {
        Self {
            kernel,
            replies,
            known: Known {
                small,
                claimed: (0..RANKS).map(|_| HashMap::default()).collect(),
                solved: RwLock::default(),
            },
            batch,
            claims: 0,
            threads,
            keeps,
            levels: (0..RANKS).map(|_| Vec::new()).collect(),
        }
    }

    /// Makes all claims that a claim takes: that a graph has the value 0.
    ///
    /// # Errors
    /// Those of the source.
    pub fn walk<S: Source<K>>(&mut self, start: &K::Graph, source: &mut S) -> Result<(), S::Error> {
        let mut parts = Vec::new();
        self.kernel.split(&self.kernel.structure(start), &mut parts);
        self.reach(&parts, 0, RANKS, source)?;
        let mut checked = 0;
        for rank in (0..RANKS).rev() {
            let claims = std::mem::take(&mut self.levels[rank]);
            if !self.keeps {
                self.known.claimed[rank] = HashMap::default();
            }
            for batch in claims.chunks(self.batch) {
                let looked = self.looked(batch).map_err(|error| source.no_thread(error))?;
                for (claim, moves) in batch.iter().zip(looked) {
                    self.settle(claim.value, rank, &moves, source)?;
                }
                checked += batch.len() as u64;
                source.checked(self, checked)?;
            }
        }
        Ok(())
    }

    /// What is known of the moves of each claim.
    fn looked(&self, batch: &[Claim<Of<K>>]) -> std::io::Result<Vec<Vec<Move<Of<K>>>>> {
        let (next, all) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(batch.len())));
        let work = || {
            loop {
                let at = next.fetch_add(1, Relaxed);
                let Some(claim) = batch.get(at) else { return };
                let moves = self.look(&Relations::of(&claim.part), claim.value);
                all.lock().expect("no thread panics").push((at, moves));
            }
        };
        let helpers = self.threads.min(batch.len().div_ceil(4)) - 1;
        together(
            helpers,
            STACK,
            |_| work(),
            &|| next.store(usize::MAX / 2, Relaxed),
            work,
        )?;
        let mut all = all.into_inner().expect("no thread panics");
        all.sort_unstable_by_key(|(at, _)| *at);
        Ok(all.into_iter().map(|(_, moves)| moves).collect())
    }

    fn look(&self, part: &Of<K>, k: u8) -> Vec<Move<Of<K>>> {
        let moves = part.moves().into_iter().map(|pair| {
            let mut parts = Vec::new();
            self.kernel.split(&self.kernel.played(part, pair), &mut parts);
            let seen = match self.replies {
                Replies::All => Seen::Open,
                Replies::Needed => match self.known.sum(self.kernel, &parts) {
                    Some(value) => Seen::Value(value),
                    None if self.is_answered(&parts, k) => Seen::Answered,
                    None => Seen::Open,
                },
            };
            Move { parts, seen }
        });
        moves.collect()
    }

    /// Makes the claims that the choices for the moves of a claim lead to.
    fn settle<S: Source<K>>(
        &mut self,
        k: u8,
        rank: usize,
        moves: &[Move<Of<K>>],
        source: &mut S,
    ) -> Result<(), S::Error> {
        let mut shown = Vec::new();
        if self.replies == Replies::Needed && k > 0 {
            shown = source.shown(self, moves, k)?;
            if shown.iter().any(|&at| usize::from(at) >= moves.len()) {
                return Err(source.wrong());
            }
        }
        let mut values = 0u64;
        for (at, Move { parts, seen }) in moves.iter().enumerate() {
            let code = match *seen {
                _ if shown.contains(&(at as u8)) => 0,
                Seen::Value(value) => {
                    if value == k {
                        return Err(source.wrong());
                    }
                    values |= 1 << value;
                    continue;
                }
                Seen::Answered => continue,
                Seen::Open => source.code(self, parts, k)?,
            };
            let Some(number) = usize::from(code).checked_sub(1) else {
                let value = self.show(parts, rank, source)?;
                if value == k {
                    return Err(source.wrong());
                }
                values |= 1 << value;
                continue;
            };
            let reply = self.replies(parts).get(number).copied().ok_or_else(|| source.wrong())?;
            self.reach(&self.after(parts, reply), k, rank, source)?;
        }
        match u32::from(k) <= values.trailing_ones() {
            true => Ok(()),
            false => Err(source.wrong()),
        }
    }

    /// The parts after a reply: the others in their order, then those of the one that was played in.
    pub fn after(&self, parts: &[Of<K>], reply: Reply) -> Vec<Of<K>> {
        let mut after = parts.to_vec();
        let part = after.remove(reply.part);
        self.kernel.split(&self.kernel.played(&part, reply.pair), &mut after);
        after
    }

    /// The moves of a sum: those that take most pairs first, then part by part in the order of moves.
    pub fn replies(&self, parts: &[Of<K>]) -> Vec<Reply> {
        let mut replies = Vec::with_capacity(64);
        for (number, part) in parts.iter().enumerate() {
            replies.extend(part.moves().into_iter().map(|pair| Reply {
                loss: self.kernel.loss(part, pair),
                part: number,
                pair,
            }));
        }
        replies.sort_by_key(|reply| std::cmp::Reverse(reply.loss));
        replies
    }

    /// Claims values of all parts that have none, and returns the value of the sum.
    fn show<S: Source<K>>(&mut self, parts: &[Of<K>], rank: usize, source: &mut S) -> Result<u8, S::Error> {
        let (mut value, unknown) = self.known.split(self.kernel, parts);
        for (form, part) in unknown {
            let own = source.value(self, &part)?;
            self.claim(form, part, own, rank, source)?;
            value ^= own;
        }
        Ok(value)
    }

    /// The same so that the sum has the value `k`.
    fn reach<S: Source<K>>(&mut self, parts: &[Of<K>], k: u8, rank: usize, source: &mut S) -> Result<(), S::Error> {
        let (mut value, unknown) = self.known.split(self.kernel, parts);
        let mut left = unknown.len();
        for (form, part) in unknown {
            left -= 1;
            let own = if left == 0 {
                value ^ k
            } else {
                source.value(self, &part)?
            };
            self.claim(form, part, own, rank, source)?;
            value ^= own;
        }
        match value == k {
            true => Ok(()),
            false => Err(source.wrong()),
        }
    }

    fn claim<S: Source<K>>(
        &mut self,
        form: Matrix<Of<K>>,
        part: Of<K>,
        value: u8,
        from: usize,
        source: &mut S,
    ) -> Result<(), S::Error> {
        let rank = self.kernel.rank(&part);
        if value >= 64 || rank >= from {
            return Err(source.wrong());
        }
        self.known.claimed[rank].insert(form, value);
        self.levels[rank].push(Claim {
            part: part.matrix(),
            value,
        });
        self.claims += 1;
        source.claimed(self, &part, value);
        Ok(())
    }

    /// Whether a reply to a sum leads to a known value `k`.
    fn is_answered(&self, parts: &[Of<K>], k: u8) -> bool {
        let values: Vec<Option<u8>> = parts
            .iter()
            .map(|part| self.known.value(self.kernel, part).ok())
            .collect();
        let mut after = Vec::with_capacity(8);
        self.replies(parts).into_iter().any(|reply| {
            after.clear();
            self.kernel
                .split(&self.kernel.played(&parts[reply.part], reply.pair), &mut after);
            let mut others = 0;
            for (at, value) in values.iter().enumerate().filter(|(at, _)| *at != reply.part) {
                match value {
                    Some(value) => others ^= value,
                    None => after.push(parts[at]),
                }
            }
            self.known.sum(self.kernel, &after) == Some(k ^ others)
        })
    }
}

impl<S: Relations> Known<S> {
    /// What is known of a part: its value, or the form by which it is not known.
    fn value<K: Parts<Structure = S>>(&self, kernel: &K, part: &S) -> Result<u8, S::Matrix> {
        if part.pairs() <= self.small {
            return Ok(self.solved(kernel, part));
        }
        let form = kernel.exact(part);
        self.claimed[kernel.rank(part)].get(&form).copied().ok_or(form)
    }

    /// The value of the known parts of a sum, and the others without pairs of equal ones.
    fn split<K: Parts<Structure = S>>(&self, kernel: &K, parts: &[S]) -> (u8, Vec<(S::Matrix, S)>) {
        let (mut value, mut unknown) = (0, Vec::<(S::Matrix, S)>::new());
        for part in parts {
            match self.value(kernel, part) {
                Ok(known) => value ^= known,
                Err(form) => match unknown.iter().position(|(other, _)| *other == form) {
                    Some(at) => drop(unknown.remove(at)),
                    None => unknown.push((form, *part)),
                },
            }
        }
        (value, unknown)
    }

    /// The value of a sum of which all parts are known, or equal in pairs.
    pub fn sum<K: Parts<Structure = S>>(&self, kernel: &K, parts: &[S]) -> Option<u8> {
        let (value, unknown) = self.split(kernel, parts);
        unknown.is_empty().then_some(value)
    }

    /// The value of a small part.
    fn solved<K: Parts<Structure = S>>(&self, kernel: &K, part: &S) -> u8 {
        let form = kernel.exact(part);
        if let Some(&value) = self.solved.read().expect("no thread panics").get(&form) {
            return value;
        }
        let (mut seen, mut parts) = (0u64, Vec::new());
        for pair in part.moves() {
            parts.clear();
            kernel.split(&kernel.played(part, pair), &mut parts);
            seen |= 1 << parts.iter().fold(0, |sum, part| sum ^ self.solved(kernel, part));
        }
        let value = seen.trailing_ones() as u8;
        let mut solved = self.solved.write().expect("no thread panics");
        if solved.len() >= SMALL_MOST {
            solved.clear();
        }
        solved.insert(form, value);
        value
    }
}
