//! How a proof of a Maker-Breaker game goes on, and whether the board is what a place says.

use proof::play::BadMoves;

use super::super::maker_breaker::{BOUND, Position, Reply, Then, potential};
use super::super::set::{Set, all, each, one, size, union};
use super::book::Book;
use super::{Place, Run, Stones};

impl Book {
    pub(super) fn position(&self, stones: Stones, time: usize) -> Position {
        Position {
            maker: stones[0],
            free: all(self.hypergraph.len()) & !(stones[0] | stones[1]),
            time,
        }
    }

    /// What the proof does at a place after the loser's move.
    pub(super) fn makers_runs(&self, place: &Place, stones: Stones) -> Result<Vec<Run>, BadMoves> {
        let free = self.position(stones, 0).free;
        let identity: Vec<u8> = (0..self.hypergraph.len() as u8).collect();
        match place {
            Place::Opening => Ok(vec![self.run(&self.opening()?, &identity, free)?]),
            Place::Entry(node, map) => {
                let node = self.node(*node)?;
                node.replies.iter().map(|reply| self.run(reply, map, free)).collect()
            }
            place => Ok(vec![(Vec::new(), place.clone())]),
        }
    }

    /// A reply in the elements of the board, which the map takes to those of the node.
    fn run(&self, reply: &Reply, map: &[u8], free: Set) -> Result<Run, BadMoves> {
        let on_board = |element: usize| map.iter().position(|&to| usize::from(to) == element);
        let steps = reply.moves.iter().filter_map(|step| step.and_then(on_board));
        let place = self.after(&reply.then, map)?;
        Ok((steps.filter(|&element| free >> element & 1 == 1).collect(), place))
    }

    /// Where a reply ends, in the elements of the board, which the map takes to those of its entry.
    pub(super) fn after(&self, then: &Then, map: &[u8]) -> Result<Place, BadMoves> {
        Ok(match then {
            Then::Decided => Place::Decided,
            Then::Potential => Place::Potential,
            Then::Pairs(pairs) => Place::Pairs(pairs.iter().map(|&pair| pulled(map, pair)).collect()),
            Then::Node { next, map: number } => {
                let then = self.map(*number)?;
                Place::Entry(*next, map.iter().map(|&to| then[usize::from(to)]).collect())
            }
        })
    }

    /// Whether the winner wins the position for the reason of a place, with the loser to move.
    pub(super) fn makers_holds(&self, place: &Place, stones: Stones, time: usize) -> Result<bool, BadMoves> {
        let living = self.rules.living(&self.position(stones, time)).sets;
        match (living.first(), self.first_wins) {
            (Some(0), maker_wins) => return Ok(maker_wins),
            (None, maker_wins) => return Ok(!maker_wins),
            _ => {}
        }
        let schedule = &self.rules.schedule;
        let by_rule = !self.first_wins && schedule.alternates(time);
        Ok(match place {
            Place::Entry(node, map) => {
                let node = self.node(*node)?;
                let claimed = self.rules.claimed(self.first_wins, node.won, node.free, node.time);
                let count = size(union(&claimed));
                let claimed: Vec<Set> = claimed.iter().map(|&set| pulled(map, set)).collect();
                schedule.next(time, count) == schedule.next(node.time, count) && self.is_no_worse(&living, &claimed)
            }
            Place::Potential => by_rule && self.keeps_potential(stones, &living, time),
            Place::Pairs(pairs) => by_rule && self.is_no_worse(&living, pairs),
            Place::Opening | Place::Decided | Place::Sequence(_) | Place::Line(..) => false,
        })
    }

    /// Whether after each move of Maker the potential is small enough for Breaker, who moves then.
    fn keeps_potential(&self, stones: Stones, living: &[Set], time: usize) -> bool {
        each(union(living)).all(|element| {
            let position = self.position([stones[0] | one(element), stones[1]], time + 1);
            potential(self.rules.living(&position).sets.into_iter()) < BOUND
        })
    }

    /// Whether living sets are no worse for the winner than a family that he wins.
    fn is_no_worse(&self, living: &[Set], won: &[Set]) -> bool {
        let lies_in = |part: Set, whole: Set| part & !whole == 0;
        match self.first_wins {
            true => won.iter().all(|&wanted| living.iter().any(|&set| lies_in(set, wanted))),
            false => living.iter().all(|&set| won.iter().any(|&part| lies_in(part, set))),
        }
    }
}

/// The set that a map takes to this one.
pub(super) fn pulled(map: &[u8], image: Set) -> Set {
    map.iter()
        .enumerate()
        .fold(0, |set, (from, &to)| set | (image >> to & 1) << from)
}
