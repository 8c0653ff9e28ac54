//! Whether a strategy wins.
//!
//! A node claims: with the loser to move, the winner wins when the edges of its first set are his and those of the
//! second free, whatever the rest. Having more never hurts: an edge of his instead of a free one, a free one instead of
//! the loser's, or a move besides. So he wins a position that has, under some map of the vertices, all that a node asks
//! for. A node follows from earlier ones when for each of its free edges that the loser may take there is a reply after
//! which an earlier node is whole; any other move of the loser takes nothing from the node.

use super::WinningSets;
use super::claim::{Claim, Player};
use crate::proof::{Bytes, ProofError, Wrong};
use crate::work::spent;

/// A set of pairs: bit `v (v - 1) / 2 + u` says whether `uv` with `u < v` is in it.
type Set = u64;

/// Why a node does not follow.
type Why = &'static str;
const SETS: Why = "its edges are not two disjoint sets of pairs";
const NOT_DECIDED: Why = "it says that the game is decided there, which it is not";
const REPLY: Why = "the winner takes an edge that is not free";
const ORDER: Why = "a reply leads to an entry that does not come before it";
const MAP: Why = "a map of vertices is not a bijection that the game allows";
const LACKING: Why = "after a reply the winner lacks edges of the next entry";
/// Steps of a node, and of a reply.
const NODE_STEPS: u64 = 64;
const REPLY_STEPS: u64 = 128;
const UNANSWERED: Why = "a move of the loser has no reply";

/// Checks every node, then the start.
pub(super) fn check(claim: &Claim, body: &[u8]) -> Result<(), ProofError> {
    let checker = Checker {
        claim,
        sets: claim.winning_sets().ok_or(ProofError::Head { line: "game" })?,
        pairs: (1..claim.n).flat_map(|v| (0..v).map(move |u| (u, v))).collect(),
    };
    let mut bytes = Bytes(body);
    let mut nodes: Vec<(Set, Set)> = Vec::new();
    let mut replies = 0;
    for entry in 0..claim.nodes {
        if spent(NODE_STEPS) {
            return Err(ProofError::Work);
        }
        let (set, count) = checker
            .node(&mut bytes, &nodes)
            .map_err(|wrong| wrong.in_entry(entry))?;
        nodes.push(set);
        replies += count;
    }
    checker.opening(&mut bytes, &nodes).map_err(Wrong::in_claim)?;
    match bytes.0.is_empty() && replies == claim.replies {
        true => Ok(()),
        false => Err(ProofError::Body),
    }
}

struct Checker<'a> {
    claim: &'a Claim,
    sets: WinningSets,
    pairs: Vec<(usize, usize)>,
}

impl Checker<'_> {
    /// The sets of the next node, which follows from those before, and its number of replies.
    fn node(&self, bytes: &mut Bytes, nodes: &[(Set, Set)]) -> Result<((Set, Set), u64), Wrong> {
        let width = self.pairs.len().div_ceil(8);
        let (won, free) = (bytes.number(width)?, bytes.number(width)?);
        let all = (1 << self.pairs.len()) - 1;
        if (won | free) & !all != 0 || won & free != 0 {
            return Err(SETS.into());
        }
        let count = bytes.number(1)?;
        if count == 0 {
            return match self.is_decided(won) {
                true => Ok(((won, free), 0)),
                false => Err(NOT_DECIDED.into()),
            };
        }
        let mut unanswered = free;
        for _ in 0..count {
            unanswered &= self.reply(bytes, nodes, won, free, true)?;
        }
        match unanswered {
            0 => Ok(((won, free), count)),
            _ => Err(UNANSWERED.into()),
        }
    }

    /// The start: the winner moves when he begins, and what he has then must hold a node.
    fn opening(&self, bytes: &mut Bytes, nodes: &[(Set, Set)]) -> Result<(), Wrong> {
        let claim = self.claim;
        let set = |rows: &[u32]| self.set(|u, v| rows[u] >> v & 1 == 1);
        let (board, maker, breaker) = (set(&claim.board), set(&claim.maker), set(&claim.breaker));
        let won = match claim.winner {
            Player::Maker => maker,
            Player::Breaker => self.set(|_, _| true) & !board | breaker,
        };
        self.reply(
            bytes,
            nodes,
            won,
            board & !(maker | breaker),
            claim.starter == claim.winner,
        )?;
        Ok(())
    }

    /// The edges that the loser must not have taken for the next reply to win: the edge replied with, and what the next
    /// node asks for.
    fn reply(
        &self,
        bytes: &mut Bytes,
        nodes: &[(Set, Set)],
        won: Set,
        free: Set,
        may_move: bool,
    ) -> Result<Set, Wrong> {
        let edge = match bytes.number(1)? {
            255 => 0,
            pair if may_move && pair < 64 && free >> pair & 1 == 1 => 1 << pair,
            _ => return Err(REPLY.into()),
        };
        spent(REPLY_STEPS);
        let next = bytes.number(4)?;
        let (next_won, next_free) = *nodes.get(next as usize).ok_or(ORDER)?;
        let map = bytes.take(self.claim.n)?;
        self.check_map(map)?;
        let image = |u: usize, v: usize| number_of_pair(map[u].into(), map[v].into());
        let asked_won = self.set(|u, v| next_won >> image(u, v) & 1 == 1);
        let asked_free = self.set(|u, v| next_free >> image(u, v) & 1 == 1);
        if asked_won & !(won | edge) != 0 || asked_free & !(won | free) != 0 {
            return Err(LACKING.into());
        }
        Ok(asked_won | asked_free | edge)
    }

    fn check_map(&self, map: &[u8]) -> Result<(), Wrong> {
        let images = map.iter().filter(|v| usize::from(**v) < self.claim.n);
        let images = images.fold(0u32, |set, v| set | 1 << v);
        let all = (1u32 << self.claim.n) - 1;
        let stay = self.sets.ends.is_none_or(|[u, v]| {
            let (to_u, to_v) = (usize::from(map[u]), usize::from(map[v]));
            [to_u, to_v] == [u, v] || [to_u, to_v] == [v, u]
        });
        match images == all && stay {
            true => Ok(()),
            false => Err(MAP.into()),
        }
    }

    /// Whether the winner has won with these edges: as Maker's they hold a winning set, or as Breaker's they leave
    /// none.
    fn is_decided(&self, won: Set) -> bool {
        let maker_has_all = |set: Set| {
            let mut rows = vec![0; self.claim.n];
            for (at, &(u, v)) in self.pairs.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1) {
                debug_assert_eq!(at, number_of_pair(u, v));
                rows[u] |= 1 << v;
                rows[v] |= 1 << u;
            }
            (self.sets.is_won)(&rows)
        };
        match self.claim.winner {
            Player::Maker => maker_has_all(won),
            Player::Breaker => !maker_has_all(self.set(|_, _| true) & !won),
        }
    }

    /// The pairs that fulfil a condition.
    fn set(&self, condition: impl Fn(usize, usize) -> bool) -> Set {
        let pairs = self.pairs.iter().enumerate();
        pairs.fold(0, |set, (at, &(u, v))| set | u64::from(condition(u, v)) << at)
    }
}

fn number_of_pair(u: usize, v: usize) -> usize {
    let (low, high) = (u.min(v), u.max(v));
    high * (high - 1) / 2 + low
}
