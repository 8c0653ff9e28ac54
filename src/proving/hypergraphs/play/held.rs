//! How a proof that White does not lose a strong game goes on, and whether the board is what a place says.

use proof::play::BadMoves;

use super::super::maker_breaker::{BOUND, potential};
use super::super::set::{Set, all, least, minimal, one, size};
use super::super::strong::HeldReply;
use super::book::Book;
use super::maker_breaker::pulled;
use super::strong::{BLACK, WHITE};
use super::{Candidate, Place, Stones};

impl Book {
    /// What the proof does at a place after Black's move.
    pub(super) fn held_candidates(&self, place: &Place) -> Result<Vec<Candidate>, BadMoves> {
        let identity: Vec<u8> = (0..self.hypergraph.len() as u8).collect();
        match place {
            Place::Opening => Ok(vec![self.line(&self.held_opening()?, &identity)?]),
            Place::Entry(entry, map) => {
                let entry = self.held(*entry)?;
                entry.replies.iter().map(|reply| self.line(reply, map)).collect()
            }
            Place::Line(moves, then) => Ok(vec![begun(moves, then)]),
            place => Ok(vec![(None, place.clone())]),
        }
    }

    /// A reply in the elements of the board, which the map takes to those of the entry.
    fn line(&self, reply: &HeldReply, map: &[u8]) -> Result<Candidate, BadMoves> {
        let on_board = |&element: &u8| map.iter().position(|&to| to == element).map(|element| element as u8);
        let moves: Option<Vec<u8>> = reply.moves.iter().map(on_board).collect();
        let then = self.after(&reply.then, map)?;
        Ok(begun(&moves.ok_or(BadMoves::Lacking)?, &then))
    }

    /// Whether White keeps Black, who is to move, from winning for the reason of a place.
    pub(super) fn held_holds(&self, place: &Place, mut stones: Stones) -> Result<bool, BadMoves> {
        let owns = |side: usize| self.hypergraph.wins[side].iter().any(|set| set & !stones[side] == 0);
        if owns(BLACK) || owns(WHITE) {
            return Ok(!owns(BLACK));
        }
        let threats = self.threats(WHITE, stones);
        let black_waits = self.threats(BLACK, stones) == 0;
        if black_waits && size(threats) > 1 {
            return Ok(true);
        }
        if let Place::Line(moves, then) = place {
            if !black_waits || threats == 0 {
                return Ok(false);
            }
            stones[BLACK] |= one(least(threats));
            let (step, next) = begun(moves, then);
            let step = step.map_or(0, one);
            if step & !self.left(stones) != 0 {
                return Ok(false);
            }
            stones[WHITE] |= step;
            return self.held_holds(&next, stones);
        }
        let free = self.left(stones);
        let missed = self.hypergraph.wins[BLACK]
            .iter()
            .filter(|set| *set & stones[WHITE] == 0);
        let family = minimal(missed.map(|set| set & free).collect());
        Ok(match place {
            Place::Entry(entry, map) => {
                let entry = self.held(*entry)?;
                let (white, free) = (pulled(map, entry.white), pulled(map, entry.free));
                white & !stones[WHITE] == 0 && free & stones[BLACK] == 0
            }
            Place::Potential => potential(family.into_iter()) < BOUND / 2,
            Place::Pairs(pairs) => family.iter().all(|set| pairs.iter().any(|pair| pair & !set == 0)),
            Place::Decided => family.is_empty(),
            _ => false,
        })
    }

    fn left(&self, stones: Stones) -> Set {
        all(self.hypergraph.len()) & !(stones[BLACK] | stones[WHITE])
    }
}

/// White's next move of a line, and the place after it.
fn begun(moves: &[u8], then: &Place) -> Candidate {
    match moves.split_first() {
        None => (None, then.clone()),
        Some((&step, [])) => (Some(step.into()), then.clone()),
        Some((&step, rest)) => (Some(step.into()), Place::Line(rest.to_vec(), Box::new(then.clone()))),
    }
}
