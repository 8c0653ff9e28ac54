//! Whether a strategy of White's keeps Black from winning a strong game.
//!
//! An entry has White's stones W, and F, elements that are free or White's; all others may be Black's. It claims that
//! with Black to move White keeps him from completing a set first. More stones of White's and fewer of Black's are no
//! worse for White, and a move of Black outside of F is none. So an entry follows from earlier ones when Black owns no
//! set there and for each element of F that Black takes there is a reply.
//!
//! A reply is a line of White's moves. Each but the last must threaten: it leaves White a set with one element missing,
//! and Black none, so that Black takes that element. The line may end when White completes a set, or threatens to
//! complete two; or else in an earlier entry under a symmetry, or by a rule of Breaker in Black's sets that White's
//! stones miss: none is left, pairs, or the potential, as in Maker-Breaker games.

use super::claim::Claim;
use super::families::{Set, all, lies_in, minimal, read, size};
use super::leaves::{ONE, pairs, potential};
use super::maps::Maps;
use crate::proof::{Bytes, ProofError, Wrong};
use crate::work::spent;

/// Why an entry does not follow.
type Why = &'static str;
const SETS: Why = "its elements are not two disjoint sets of the board";
const OVER: Why = "Black may own a winning set there";
const KIND: Why = "a reply is of no kind";
const ORDER: Why = "a reply leads to an entry that does not come before it";
const UNANSWERED: Why = "a move of Black has no reply";

/// White's stones, and what is free or White's beside them.
#[derive(Clone, Copy)]
struct Place {
    white: Set,
    free: Set,
}

/// How a line of White's ends.
enum Then {
    Entry(usize, u64),
    Decided,
    Potential,
    Pairs(Vec<Set>),
}

struct Reply<'a> {
    moves: &'a [u8],
    then: Then,
}

struct Checker<'a> {
    n: usize,
    wins: &'a [Vec<Set>; 2],
    maps: Maps<'a>,
}

/// Checks every entry, then the opening.
pub(super) fn check(claim: &Claim, body: &[u8]) -> Result<(), ProofError> {
    let mut bytes = Bytes(body);
    let board = claim.board(&mut bytes)?;
    let n = board.names.len();
    let checker = Checker {
        n,
        wins: &board.wins,
        maps: Maps::of_symmetries(&mut bytes, claim.maps, n, &board.wins)?,
    };
    let mut places: Vec<Place> = Vec::new();
    let [mut replies, mut sequences] = [0, 0];
    for entry in 0..claim.nodes {
        let (place, read) = checker.entry(&mut bytes).map_err(|wrong| wrong.in_entry(entry))?;
        let follows = checker.follows(place, &read, &places);
        follows.map_err(|why| ProofError::Entry { entry, why })?;
        places.push(place);
        replies += read.len() as u64;
        sequences += read.iter().filter(|reply| reply.moves.len() > 1).count() as u64;
    }
    if (replies, sequences) != (claim.replies, claim.sequences) {
        return Err(ProofError::Head { line: "replies" });
    }
    let opening = checker.reply(&mut bytes).map_err(Wrong::in_claim)?;
    let [black, white] = board.stones;
    let start = Place {
        white,
        free: all(n) & !(black | white),
    };
    // With Black to move first White makes no move.
    let is_right = claim.turns.starts_with('B') == opening.moves.is_empty() || start.free == 0;
    let holds = is_right && !checker.owned(start) && checker.holds(start, &opening, &places);
    match holds {
        true if bytes.0.is_empty() => Ok(()),
        true => Err(ProofError::Body),
        false => {
            let why = "the opening does not lead to an entry";
            Err(ProofError::Claim { why })
        }
    }
}

impl Checker<'_> {
    fn entry<'b>(&self, bytes: &mut Bytes<'b>) -> Result<(Place, Vec<Reply<'b>>), Wrong> {
        let place = Place {
            white: read(bytes, self.n)?,
            free: read(bytes, self.n)?,
        };
        if place.white & place.free != 0 || !lies_in(place.white | place.free, all(self.n)) {
            return Err(SETS.into());
        }
        let count = bytes.number(1)?;
        let replies = (0..count).map(|_| self.reply(bytes)).collect::<Result<_, Wrong>>()?;
        Ok((place, replies))
    }

    fn reply<'b>(&self, bytes: &mut Bytes<'b>) -> Result<Reply<'b>, Wrong> {
        let kind = bytes.number(1)?;
        let count = bytes.number(1)? as usize;
        let moves = bytes.take(count)?;
        let then = match kind {
            0 => Then::Entry(bytes.number(4)? as usize, bytes.number(2)?),
            1 => Then::Decided,
            2 => Then::Potential,
            3 => Then::Pairs(pairs(bytes)?),
            _ => return Err(KIND.into()),
        };
        Ok(Reply { moves, then })
    }

    /// Whether an entry follows from those before it.
    fn follows(&self, place: Place, replies: &[Reply], before: &[Place]) -> Result<(), Why> {
        let is_early = |reply: &Reply| !matches!(reply.then, Then::Entry(next, _) if next >= before.len());
        if !replies.iter().all(is_early) {
            return Err(ORDER);
        }
        if self.owned(place) {
            return Err(OVER);
        }
        for element in (0..self.n).filter(|element| place.free >> element & 1 == 1) {
            let after = Place {
                free: place.free & !(1 << element),
                ..place
            };
            if self.owned(after) || !replies.iter().any(|reply| self.holds(after, reply, before)) {
                return Err(UNANSWERED);
            }
        }
        Ok(())
    }

    /// What Black lacks of his sets that White's stones miss.
    fn family(&self, place: Place) -> impl Iterator<Item = Set> + Clone {
        let sets: &[Set] = match spent(self.wins[0].len() as u64) {
            true => &[],
            false => &self.wins[0],
        };
        let missed = sets.iter().filter(move |set| **set & place.white == 0);
        missed.map(move |set| set & place.free)
    }

    /// Whether Black may own a set.
    fn owned(&self, place: Place) -> bool {
        self.family(place).any(|set| set == 0)
    }

    /// Whether White, who is to move, keeps Black from winning by a reply.
    fn holds(&self, mut place: Place, reply: &Reply, before: &[Place]) -> bool {
        for (made, &element) in reply.moves.iter().enumerate() {
            let step: Set = if usize::from(element) < self.n { 1 << element } else { 0 };
            if step & place.free == 0 || spent(self.wins[1].len() as u64) {
                return false;
            }
            place.white |= step;
            place.free &= !step;
            let missing = self.wins[1].iter().map(|set| set & !place.white);
            let missing = missing.filter(|&set| size(set) < 2 && lies_in(set, place.free));
            let threats = missing.clone().fold(0, |threats, set| threats | set);
            if missing.clone().any(|set| set == 0) {
                return true;
            }
            let is_last = made + 1 == reply.moves.len();
            let black_waits = || self.family(place).all(|set| size(set) > 1);
            if size(threats) > 1 && black_waits() {
                return true;
            }
            if !is_last {
                if size(threats) != 1 || !black_waits() {
                    return false;
                }
                place.free &= !threats;
            }
        }
        match &reply.then {
            Then::Entry(next, map) => before.get(*next).is_some_and(|wanted| {
                let image = |set: Set| self.maps.image(*map, set);
                let holds = |white: Set, rest: Set| lies_in(wanted.white, white) && lies_in(wanted.free, white | rest);
                image(place.white)
                    .zip(image(place.free))
                    .is_some_and(|(white, rest)| holds(white, rest))
            }),
            Then::Decided => self.family(place).next().is_none(),
            Then::Potential => potential(&minimal(self.family(place))) < ONE / 2,
            Then::Pairs(pairs) => self
                .family(place)
                .all(|set| pairs.iter().any(|&pair| lies_in(pair, set))),
        }
    }
}
