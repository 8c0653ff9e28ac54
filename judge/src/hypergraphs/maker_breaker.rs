//! Whether a strategy wins a Maker-Breaker game.
//!
//! What matters of a position is the family of what Maker lacks of his winning sets, of those that Breaker has not
//! touched, and the turns to come; a set that lacks more than Maker has turns is none of them. Maker wins no less when
//! he gets a set more, or when a set loses elements; so Breaker wins a family if each of its sets contains one of a
//! family that he wins, and Maker wins it if each set of a family that he wins contains one of its. A turn outside of
//! the family is no better than one within. So only as many turns matter as the family has elements.
//!
//! A node claims, with the loser to move, that the winner wins when the elements of its first set are his, those of its
//! second one free or his, and all others the loser's. It follows from earlier ones when for each element that the
//! loser may take in its family a reply leads to a family that the winner wins: by an earlier node, under a map of
//! elements, or by a rule for Breaker where players alternate.
//!
//! * Pairs: disjoint pairs, one in each set. Breaker answers one element with the other.
//! * Potential: the sum of 2^-|S| over the sets is less than 1/2 with Maker to move, or less than 1 with Breaker (P.
//!   Erdős, J. L. Selfridge, J. Combin. Theory A 14, 1973). A move of Breaker takes the element with the greatest
//!   share,
//!   so that Maker's next one adds no more than that took away.

use super::claim::Claim;
use super::families::{Set, all, lies_in, minimal, read, size, union};
use super::leaves::{ONE, pairs, potential};
use super::maps::Maps;
use crate::proof::{Bytes, ProofError, Wrong};
use crate::work::spent;

/// Why a node does not follow.
type Why = &'static str;
const SETS: Why = "its elements are not two disjoint sets of the board";
const TURN: Why = "it is not the loser's turn";
const DECIDED: Why = "it says that the game is decided there, which it is not";
const MOVE: Why = "the winner takes an element that is not free";
const ORDER: Why = "a reply leads to an entry that does not come before it";
const MAP: Why = "a reply names no map";
const TURNS: Why = "the turns after a reply are not those of the next entry";
const LACKING: Why = "after a reply the winner has no such win";
const RULE: Why = "a rule for Breaker is used where it says nothing";
const UNANSWERED: Why = "a move of the loser has no reply";

/// Checks every node, then the start.
pub(super) fn check(claim: &Claim, body: &[u8]) -> Result<(), ProofError> {
    let mut bytes = Bytes(body);
    let board = claim.board(&mut bytes)?;
    let n = board.names.len();
    let checker = Checker {
        n,
        sets: &board.wins[0],
        turns: claim.turns.bytes().map(|letter| letter == b'M').collect(),
        maker_wins: claim.first_wins,
        maps: Maps::read(&mut bytes, claim.maps, n)?,
    };
    let mut nodes = Vec::new();
    let mut replies = 0;
    for entry in 0..claim.nodes {
        let (node, count) = checker
            .node(&mut bytes, &nodes)
            .map_err(|wrong| wrong.in_entry(entry))?;
        nodes.push(node);
        replies += count;
    }
    let [black, white] = board.stones;
    let start = Node {
        won: if claim.first_wins { black } else { white },
        free: all(n) & !(black | white),
        time: 0,
    };
    checker.reply(&mut bytes, &nodes, &start, 0).map_err(Wrong::in_claim)?;
    match bytes.0.is_empty() && replies == claim.replies {
        true => Ok(()),
        false => Err(ProofError::Body),
    }
}

struct Node {
    won: Set,
    free: Set,
    /// Turns made before.
    time: usize,
}

struct Checker<'a> {
    n: usize,
    sets: &'a [Set],
    /// Whether a turn is Maker's.
    turns: Vec<bool>,
    maker_wins: bool,
    maps: Maps<'a>,
}

impl Checker<'_> {
    /// The turns from a time on.
    fn rest(&self, time: usize) -> &[bool] {
        &self.turns[time.min(self.turns.len())..]
    }

    /// Maker's turns from a time on.
    fn makers(&self, time: usize) -> u64 {
        self.rest(time).iter().filter(|maker| **maker).count() as u64
    }

    /// The family that a node leaves.
    fn family(&self, node: &Node) -> Vec<Set> {
        let makers = self.makers(node.time);
        let is_open = |set: &&Set| match self.maker_wins {
            true => lies_in(**set, node.won | node.free),
            false => *set & node.won == 0,
        };
        let lacks = self.sets.iter().filter(is_open).map(|set| set & node.free);
        if spent(self.sets.len() as u64) {
            return Vec::new();
        }
        minimal(lacks.filter(|&set| size(set) <= makers))
    }

    /// The next node, which follows from those before, and its number of replies.
    fn node(&self, bytes: &mut Bytes, nodes: &[Node]) -> Result<(Node, u64), Wrong> {
        let won = self.set(bytes)?;
        let free = self.set(bytes)?;
        let time = bytes.number(1)? as usize;
        let node = Node { won, free, time };
        if won & free != 0 {
            return Err(SETS.into());
        }
        if self.turns.get(time).is_none_or(|&maker| maker == self.maker_wins) {
            return Err(TURN.into());
        }
        let family = self.family(&node);
        let mut unanswered = union(&family);
        let is_decided = match self.maker_wins {
            true => family.contains(&0),
            false => family.is_empty(),
        };
        let count = bytes.number(1)?;
        if unanswered == 0 && !is_decided {
            return Err(DECIDED.into());
        }
        for _ in 0..count {
            unanswered &= self.reply(bytes, nodes, &node, 1)?;
        }
        match unanswered {
            0 => Ok((node, count)),
            _ => Err(UNANSWERED.into()),
        }
    }

    fn set(&self, bytes: &mut Bytes) -> Result<Set, Wrong> {
        let set = read(bytes, self.n)?;
        match lies_in(set, all(self.n)) {
            true => Ok(set),
            false => Err(SETS.into()),
        }
    }

    /// The elements that the loser must not have taken with the `lost` turns before the reply for it to win.
    fn reply(&self, bytes: &mut Bytes, nodes: &[Node], node: &Node, lost: usize) -> Result<Set, Wrong> {
        let begin = node.time + lost;
        let kind = bytes.number(1)?;
        let run = self
            .rest(begin)
            .iter()
            .take_while(|maker| **maker == self.maker_wins)
            .count();
        let end = begin + run;
        let mut moves: Set = 0;
        let mut unused = 0;
        for _ in 0..run {
            match bytes.number(1)? {
                255 => unused += 1,
                element if element < self.n as u64 && (node.free & !moves) >> element & 1 == 1 => moves |= 1 << element,
                _ => return Err(MOVE.into()),
            }
        }
        let mut family = self.family(node);
        match self.maker_wins {
            true => family.iter_mut().for_each(|set| *set &= !moves),
            false => family.retain(|set| set & moves == 0),
        }
        let alternate = self.rest(node.time).windows(2).all(|pair| pair[0] != pair[1]);
        let may_rule = !self.maker_wins && alternate;
        let next = match kind {
            0 => self.next(bytes, nodes, end)?,
            1 if self.maker_wins && family.contains(&0) => return Ok(moves),
            1 if !self.maker_wins => Vec::new(),
            1 => return Err(DECIDED.into()),
            2 if may_rule => {
                let bound = if (run, unused) == (1, 1) { ONE } else { ONE / 2 };
                return self.potential(&family, bound, lost, end).map(|open| open | moves);
            }
            3 if may_rule => pairs(bytes)?,
            _ => return Err(RULE.into()),
        };
        self.follows(&family, &next, lost, end).map(|open| open | moves)
    }

    /// The family of the node that a reply leads to, in the elements of the place where it comes from.
    fn next(&self, bytes: &mut Bytes, nodes: &[Node], end: usize) -> Result<Vec<Set>, Wrong> {
        let node = nodes.get(bytes.number(4)? as usize).ok_or(ORDER)?;
        let map = bytes.number(2)?;
        let mut family = self.family(node);
        let count = size(union(&family)) as usize;
        let first = |time: usize| self.rest(time).iter().take(count);
        if !first(end).eq(first(node.time)) {
            return Err(TURNS.into());
        }
        for set in &mut family {
            *set = self.maps.preimage(map, *set).ok_or(MAP)?;
        }
        Ok(family)
    }

    /// The elements with which the loser could leave the family that the winner wins.
    fn follows(&self, family: &[Set], next: &[Set], lost: usize, end: usize) -> Result<Set, Wrong> {
        if spent((family.len() * next.len()) as u64) {
            return Err(LACKING.into());
        }
        let makers = self.makers(end);
        let mut open = union(next);
        if self.maker_wins {
            let has = |wanted: &Set| family.iter().any(|&set| lies_in(set, *wanted) && size(set) <= makers);
            return if next.iter().all(has) {
                Ok(open)
            } else {
                Err(LACKING.into())
            };
        }
        for &set in family
            .iter()
            .filter(|set| !next.iter().any(|&part| lies_in(part, **set)))
        {
            match size(set).checked_sub(makers) {
                // Maker has the turns for it.
                None | Some(0) => return Err(LACKING.into()),
                // Only if he took one of its elements before.
                Some(1) if lost == 1 => open |= set,
                Some(_) => {}
            }
        }
        Ok(open)
    }

    /// The elements with which Maker could reach a potential that is too great.
    fn potential(&self, family: &[Set], bound: u128, lost: usize, end: usize) -> Result<Set, Wrong> {
        let makers = self.makers(end);
        let is_small = |taken: Set| {
            let left = minimal(family.iter().map(|set| set & !taken).filter(|&set| size(set) <= makers));
            potential(&left) < bound
        };
        if lost == 0 {
            return if is_small(0) { Ok(0) } else { Err(LACKING.into()) };
        }
        let elements = (0..self.n).map(|element| 1 << element);
        Ok(elements
            .filter(|&taken| !is_small(taken))
            .fold(0, |open, taken| open | taken))
    }
}
