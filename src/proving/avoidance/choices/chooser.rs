//! The winner's choices, from the table of a finished search.
//!
//! A reply that leads to what is claimed already comes first; else the one with the fewest open pairs to be claimed, of
//! those that the table knows. Only where it knows none, replies are searched: 0 to 0.05 % of the choices of the
//! triangle game. Taking the first reply that the table knows, claimed or not, makes half as many claims again.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::super::kernel::{Hash, Part, cancel};
use super::super::search::{Halt, Search};
use super::hash::Mixed;
use super::parts::Parts;
use super::walk::{Move, Of, Reply, Seen, Source, Walk, claim_bytes};

/// Why there are no choices.
#[derive(Debug)]
pub enum Without {
    /// The search has no answer.
    Halt(Halt),
    /// The claims take so many bytes, which are more than allowed.
    Memory(u64),
    /// The system grants no thread.
    Threads(std::io::Error),
}

impl From<Halt> for Without {
    fn from(halt: Halt) -> Self {
        Self::Halt(halt)
    }
}

/// A sum as the search has it: its parts, and the value of the rest.
type Sum<P> = (Vec<Part<P>>, u8);

/// Chooses, and writes the choices down.
pub struct Chooser<'a, 'b, K: Parts> {
    search: &'a mut Search<'b, K>,
    /// Bytes for claims and choices.
    memory: u64,
    /// Values of claims, by the hashes of the search.
    claimed: HashMap<Hash, u8, BuildHasherDefault<Mixed>>,
    /// The choices.
    pub codes: Vec<u8>,
    /// The values that do not follow.
    pub values: Vec<u8>,
    /// Hears how many claims there are, and how many of them are checked.
    watch: &'a mut dyn FnMut(u64, u64),
}

/// What is known of the value of a sum.
enum Known {
    /// It is claimed, or small.
    Claimed(u8),
    /// The table knows it; claims about so many open pairs would be new.
    Given(u8, u32),
    Unknown,
}

impl<'a, 'b, K: Parts> Chooser<'a, 'b, K> {
    /// By the table of a search, with so many bytes.
    pub fn new(search: &'a mut Search<'b, K>, memory: u64, watch: &'a mut dyn FnMut(u64, u64)) -> Self {
        Self {
            search,
            memory,
            claimed: HashMap::default(),
            codes: Vec::new(),
            values: Vec::new(),
            watch,
        }
    }

    fn sum_of(&self, parts: &[Of<K>]) -> Sum<K::Position> {
        let (mut all, mut value) = (Vec::new(), 0);
        for part in parts {
            value ^= self.search.kernel().sum(part, &mut all);
        }
        cancel(&mut all, 0);
        (all, value)
    }

    fn known(&mut self, walk: &Walk<K>, (parts, rest): &Sum<K::Position>) -> Result<Known, Halt> {
        let (mut value, mut new) = (*rest, 0);
        for part in parts {
            value ^= match self.claimed.get(&part.hash) {
                Some(&value) => value,
                None if part.pairs <= walk.known.small => self.search.value(part)? as u8,
                None => match self.search.reported(part).value() {
                    Some(value) => {
                        new += part.pairs;
                        value as u8
                    }
                    None => return Ok(Known::Unknown),
                },
            };
        }
        Ok(match new {
            0 => Known::Claimed(value),
            new => Known::Given(value, new),
        })
    }

    /// Whether a sum has the value `k`, by search if need be.
    fn is_worth(&mut self, (parts, rest): &Sum<K::Position>, k: u8) -> Result<bool, Halt> {
        let mut parts = parts.clone();
        parts.sort_by_key(|part| part.pairs);
        let mut value = *rest;
        let Some(largest) = parts.pop() else {
            return Ok(value == k);
        };
        for part in &parts {
            value ^= self.search.value(part)? as u8;
        }
        let (wanted, reported) = (u32::from(value ^ k), self.search.reported(&largest));
        match reported.value() {
            Some(value) => Ok(value == wanted),
            None => Ok(!reported.excludes(wanted) && self.search.has_value(&largest, wanted)?),
        }
    }

    /// The number of the best reply that makes a sum have the value `k`; `None` if none does, or if the sum itself has
    /// a value that takes claims about fewer open pairs: `shown`.
    fn reply(&mut self, walk: &Walk<K>, parts: &[Of<K>], k: u8, shown: u32) -> Result<Option<usize>, Halt> {
        let replies = walk.replies(parts);
        let others: Vec<Sum<K::Position>> = (0..parts.len())
            .map(|part| {
                let mut rest = parts.to_vec();
                rest.remove(part);
                self.sum_of(&rest)
            })
            .collect();
        let mut best: Option<(u32, usize)> = None;
        let mut unknown = Vec::new();
        for (number, reply) in replies.iter().enumerate() {
            let sum = self.after(parts, reply, &others);
            match self.known(walk, &sum)? {
                Known::Claimed(value) if value == k => return Ok(Some(number)),
                Known::Given(value, new) if value == k => {
                    if best.is_none_or(|(least, _)| new < least) {
                        best = Some((new, number));
                    }
                }
                Known::Claimed(_) | Known::Given(..) => {}
                Known::Unknown => unknown.push(number),
            }
        }
        match best {
            Some((new, number)) if new <= shown => return Ok(Some(number)),
            _ if shown < u32::MAX => return Ok(None),
            _ => {}
        }
        for number in unknown {
            let sum = self.after(parts, &replies[number], &others);
            if self.is_worth(&sum, k)? {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    fn after(&self, parts: &[Of<K>], reply: &Reply, others: &[Sum<K::Position>]) -> Sum<K::Position> {
        let (rest, value) = &others[reply.part];
        let kernel = self.search.kernel();
        let mut all = rest.clone();
        let own = kernel.sum(&kernel.played(&parts[reply.part], reply.pair), &mut all);
        cancel(&mut all, 0);
        (all, value ^ own)
    }

    /// Bytes that claims and choices take.
    fn bytes(&self, walk: &Walk<K>) -> u64 {
        walk.claims * (claim_bytes::<K>() + 50) + 3 * (self.codes.len() + self.values.len()) as u64
    }
}

impl<K: Parts> Source<K> for Chooser<'_, '_, K> {
    type Error = Without;

    /// For each smaller value that is not seen anyway a move: the one with the fewest open pairs to be claimed that the
    /// table knows, else the first by search.
    fn shown(&mut self, walk: &Walk<K>, moves: &[Move<Of<K>>], k: u8) -> Result<Vec<u8>, Without> {
        let mut shown = Vec::new();
        let mut sums: Option<Vec<Sum<K::Position>>> = None;
        for wanted in 0..k {
            if moves.iter().any(|a_move| a_move.seen == Seen::Value(wanted)) {
                continue;
            }
            let sums = sums.get_or_insert_with(|| moves.iter().map(|a_move| self.sum_of(&a_move.parts)).collect());
            let mut best: Option<(u32, usize)> = None;
            for (number, sum) in sums.iter().enumerate() {
                let new = match self.known(walk, sum)? {
                    Known::Claimed(value) if value == wanted => 0,
                    Known::Given(value, new) if value == wanted => new,
                    _ => continue,
                };
                if best.is_none_or(|(least, _)| new < least) {
                    best = Some((new, number));
                }
            }
            let number = match best {
                Some((_, number)) => number,
                None => {
                    let mut order: Vec<usize> = (0..sums.len()).collect();
                    order.sort_by_key(|&number| sums[number].0.iter().map(|part| part.pairs).sum::<u32>());
                    let mut found = None;
                    for number in order {
                        if self.is_worth(&sums[number], wanted)? {
                            found = Some(number);
                            break;
                        }
                    }
                    found.ok_or(Halt::Contradiction)?
                }
            };
            shown.push(number as u8);
        }
        self.codes.push(shown.len() as u8);
        self.codes.extend(&shown);
        Ok(shown)
    }

    fn code(&mut self, walk: &Walk<K>, parts: &[Of<K>], k: u8) -> Result<u8, Without> {
        let sum = self.sum_of(parts);
        let known = self.known(walk, &sum)?;
        let code = match known {
            Known::Claimed(value) | Known::Given(value, _) if value == k => return Err(Halt::Contradiction.into()),
            Known::Claimed(_) => 0,
            Known::Given(_, shown) => self.reply(walk, parts, k, shown)?.map_or(0, |number| number as u8 + 1),
            Known::Unknown => match self.reply(walk, parts, k, u32::MAX)? {
                Some(number) => number as u8 + 1,
                // Then its value is below k.
                None if k > 0 => 0,
                None => return Err(Halt::Contradiction.into()),
            },
        };
        self.codes.push(code);
        Ok(code)
    }

    fn value(&mut self, _walk: &Walk<K>, part: &Of<K>) -> Result<u8, Without> {
        let (parts, mut value) = self.sum_of(std::slice::from_ref(part));
        for part in &parts {
            value ^= self.search.value(part)? as u8;
        }
        self.values.push(value);
        Ok(value)
    }

    fn claimed(&mut self, _walk: &Walk<K>, part: &Of<K>, value: u8) {
        let (parts, rest) = self.sum_of(std::slice::from_ref(part));
        if let [part] = &parts[..] {
            self.claimed.insert(part.hash, value ^ rest);
        }
    }

    fn checked(&mut self, walk: &Walk<K>, checked: u64) -> Result<(), Without> {
        (self.watch)(walk.claims, checked);
        if self.search.tell() {
            return Err(Halt::Stopped.into());
        }
        match self.bytes(walk) {
            bytes if bytes > self.memory => Err(Without::Memory(bytes)),
            _ => Ok(()),
        }
    }

    fn wrong(&self) -> Without {
        Halt::Contradiction.into()
    }

    fn no_thread(&self, error: std::io::Error) -> Without {
        Without::Threads(error)
    }
}
