//! Whether all claims follow from the choices.
//!
//! A claim says that a part has a value k: the least number that is not the value after one of its moves. For each move
//! either the value after it is seen, and is not k; or a reply to it has the value k, and then the move has not. The
//! values seen must hold all numbers below k. A value is seen where all parts are small, claimed before, or claimed
//! now. New claims have a smaller rank, so all claims are true by induction.

use std::ops::Range;

use super::claims::{Choice, Claims, SAME, Seen, Sum, Unknown};
use super::head::{Head, Replies};
use super::parts::{Parts, RANK_MOST};
use super::small::Small;
use crate::coloured::claims::{Claim, Level};
use crate::coloured::structure::{Pair, Structure};
use crate::proof::{Bytes, ProofError, made};
use crate::work;

/// Values are below this.
const VALUES: u8 = 64;
/// Claims that a thread takes at a time.
const PIECE: usize = 4;
/// Choices that are looked at together, or those of one claim more: all of a batch took 64 bytes and more for each.
const CHOICES: usize = 4096;

const COUNT: &str = "there are not as many claims as the head says";
const LEFT: &str = "choices are left over";
const NO_MOVE: &str = "there is no such move";
const OTHER: &str = "a reply leads to another value than is claimed";
const MISSING: &str = "no move is shown to lead to a smaller value";
const VALUE: &str = "a value is too large";
const RANK: &str = "a part after a move is not smaller";

/// Hears what is checked, in its order, with the claims made so far.
pub type Listener<'a> = &'a mut dyn FnMut(&Claims, Heard);

/// A step of a check.
pub enum Heard<'a> {
    /// A claim is checked.
    Checked(u64, &'a Structure, u8),
    /// After this move of it the value is known.
    Value(Pair, u8),
    /// Claims made before answer this move by the reply of this number.
    Answered(Pair, usize),
    /// A claim of this rank is made.
    Made(usize),
    /// This move of a part had a choice, the number of a reply or none, and made these claims.
    Chosen(&'a Structure, Pair, Option<usize>, Range<u64>),
}

pub struct Walk<'a, 'l> {
    head: &'a Head,
    codes: Bytes<'a>,
    values: Bytes<'a>,
    threads: usize,
    claims: Claims<'a>,
    /// Number of claims.
    count: u64,
    listener: Option<Listener<'l>>,
}

impl<'a, 'l> Walk<'a, 'l> {
    /// The body has as many bytes as the head says.
    pub fn new(game: &'a dyn Parts, head: &'a Head, body: &'a [u8], threads: usize) -> Self {
        let (codes, values) = body.split_at(head.codes);
        Self {
            head,
            codes: Bytes(codes),
            values: Bytes(values),
            threads,
            claims: Claims {
                game,
                replies: head.replies,
                small: Small::new(head.small),
                levels: (0..=RANK_MOST).map(|_| Level::default()).collect(),
            },
            count: 0,
            listener: None,
        }
    }

    /// The same with a listener.
    pub fn heard_by(self, listener: Listener<'l>) -> Self {
        Self {
            listener: Some(listener),
            ..self
        }
    }

    fn tell(&mut self, heard: Heard) {
        if let Some(listener) = &mut self.listener {
            listener(&self.claims, heard);
        }
    }

    /// Checks that a position has the value 0, and returns the number of moves that were checked, and the claims if
    /// there is a listener.
    pub fn check(mut self, position: Structure) -> Result<(u64, Claims<'a>), ProofError> {
        let mut parts = Vec::new();
        self.claims.game.parts(position, &mut parts);
        let start = self.claims.sum(&parts);
        self.reach(start, 0, RANK_MOST + 1)
            .map_err(|why| ProofError::Claim { why })?;
        let (mut checked, mut moves) = (0, 0);
        for rank in (0..self.claims.levels.len()).rev() {
            let level = std::mem::take(&mut self.claims.levels[rank]);
            for batch in level.claims.chunks(self.head.batch) {
                moves += self.batch(batch, rank, checked)?;
                checked += batch.len() as u64;
                work::checked(checked, self.head.claims);
            }
            if self.listener.is_some() {
                self.claims.levels[rank] = level;
            }
        }
        if self.count != self.head.claims {
            return Err(ProofError::Claim { why: COUNT });
        }
        match self.codes.0.is_empty() && self.values.0.is_empty() {
            true => Ok((moves, self.claims)),
            false => Err(ProofError::Claim { why: LEFT }),
        }
    }

    /// Checks claims of one rank, of which the first has this number, by claims made before all of them where the body
    /// has no choice. Returns the number of their moves.
    fn batch(&mut self, batch: &[Claim], rank: usize, first: u64) -> Result<u64, ProofError> {
        let wrong = |claim: usize, why| ProofError::Entry {
            entry: first + claim as u64,
            why,
        };
        let parts: Vec<Structure> = batch.iter().map(|claim| claim.key.structure(claim.places)).collect();
        let looked = made(
            batch.len(),
            self.threads,
            PIECE,
            || (),
            |(), at| self.claims.look(&parts[at], batch[at].value),
        );
        let looked = looked.map_err(|(claim, why)| wrong(claim, why))?;
        let moves = looked.iter().map(|seen| seen.len() as u64).sum();
        let mut at = 0;
        while at < batch.len() {
            let (from, mut choices) = (at, Vec::new());
            while at < batch.len() && choices.len() < CHOICES {
                self.read(at, batch[at].value, &looked[at], &mut choices)?;
                at += 1;
            }
            let sums = made(
                choices.len(),
                self.threads,
                PIECE,
                || (),
                |(), at| self.claims.chosen(&parts[choices[at].claim], &choices[at]),
            );
            let sums = sums.map_err(|(at, why)| wrong(choices[at].claim, why))?;
            let mut chosen = choices.iter().zip(sums).peekable();
            for claim in from..at {
                let own = std::iter::from_fn(|| chosen.next_if(|(choice, _)| choice.claim == claim));
                let number = first + claim as u64;
                self.follows(&batch[claim], number, &parts[claim], rank, &looked[claim], own)
                    .map_err(|why| wrong(claim, why))?;
            }
        }
        Ok(moves)
    }

    /// Whether a claim of this number follows from what is seen of its moves and from the choices for the others, of
    /// which each comes with its sum.
    fn follows<'c>(
        &mut self,
        claim: &Claim,
        number: u64,
        part: &Structure,
        rank: usize,
        looked: &[(Pair, Seen)],
        chosen: impl Iterator<Item = (&'c Choice, Sum)>,
    ) -> Result<(), &'static str> {
        let mut seen = 0u64;
        self.tell(Heard::Checked(number, part, claim.value));
        for &(pair, look) in looked {
            match look {
                Seen::Value(value) => {
                    seen |= 1 << value;
                    self.tell(Heard::Value(pair, value));
                }
                Seen::Answered(reply) => self.tell(Heard::Answered(pair, reply.into())),
                Seen::Open => {}
            }
        }
        for (choice, sum) in chosen {
            let before = self.count;
            let found = match choice.reply {
                Some(_) => self.reach(sum, claim.value, rank).map(|()| None),
                None => self.shown(sum, rank).map(Some),
            };
            self.tell(Heard::Chosen(part, choice.pair, choice.reply, before..self.count));
            match found? {
                Some(value) if value == claim.value => return Err(SAME),
                Some(value) => seen |= 1 << value,
                None => {}
            }
        }
        match u32::from(claim.value) > seen.trailing_ones() {
            true => Err(MISSING),
            false => Ok(()),
        }
    }

    /// Reads the choices for a claim. If not all moves have one, a claim of a value above 0 begins with the moves,
    /// counted from 0, after which a smaller value is to be seen.
    fn read(
        &mut self,
        claim: usize,
        k: u8,
        seen: &[(Pair, Seen)],
        choices: &mut Vec<Choice>,
    ) -> Result<(), ProofError> {
        let mut shown: &[u8] = &[];
        if self.head.replies == Replies::Needed && k > 0 {
            let count = self.codes.number(1)?;
            shown = self.codes.take(count as usize)?;
        }
        if shown.iter().any(|&at| usize::from(at) >= seen.len()) {
            return Err(ProofError::Claim { why: NO_MOVE });
        }
        for (at, &(pair, look)) in seen.iter().enumerate() {
            let reply = match look {
                _ if shown.contains(&(at as u8)) => None,
                Seen::Open => (self.codes.number(1)? as usize).checked_sub(1),
                Seen::Value(_) | Seen::Answered(_) => continue,
            };
            choices.push(Choice { claim, pair, reply });
        }
        Ok(())
    }

    /// The value of a sum, as the body says.
    fn shown(&mut self, sum: Sum, rank: usize) -> Result<u8, &'static str> {
        let Sum { mut value, unknown } = self.claims.now(sum);
        for part in unknown {
            value ^= self.claim(part, None, rank)?;
        }
        Ok(value)
    }

    /// Makes a sum have the value `k`.
    fn reach(&mut self, sum: Sum, k: u8, rank: usize) -> Result<(), &'static str> {
        let Sum { mut value, unknown } = self.claims.now(sum);
        let mut left = unknown.len();
        for part in unknown {
            left -= 1;
            let own = (left == 0).then_some(value ^ k);
            value ^= self.claim(part, own, rank)?;
        }
        match value == k {
            true => Ok(()),
            false => Err(OTHER),
        }
    }

    /// Claims that a part, which comes from one of this rank, has a value: this one, or the next of the body.
    fn claim(&mut self, part: Unknown, value: Option<u8>, from: usize) -> Result<u8, &'static str> {
        let value = match value {
            Some(value) => value,
            None => self.values.number(1).map_err(|_| VALUE)? as u8,
        };
        if value >= VALUES {
            return Err(VALUE);
        }
        if part.rank >= from {
            return Err(RANK);
        }
        self.count += 1;
        // A bound on memory.
        if self.count > self.head.claims {
            return Err(COUNT);
        }
        let Unknown { key, places, .. } = part;
        self.claims.levels[part.rank].add(part.mark, Claim { key, places, value });
        self.tell(Heard::Made(part.rank));
        Ok(value)
    }
}
