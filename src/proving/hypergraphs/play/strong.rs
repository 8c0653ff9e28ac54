//! How a proof of a strong game goes on, and whether the board is what a place says.

use proof::play::BadMoves;

use super::super::set::{Set, all, least, size};
use super::book::Book;
use super::{Candidate, Place, Stones};

pub(super) const BLACK: usize = 0;
pub(super) const WHITE: usize = 1;

impl Book {
    /// What the proof does at a place after White's move.
    pub(super) fn strong_candidates(
        &self,
        place: &Place,
        stones: Stones,
        last: Option<usize>,
    ) -> Result<Vec<Candidate>, BadMoves> {
        let threats = self.threats(BLACK, stones);
        // In an opening it may be White's turn.
        if threats != 0 && !matches!(place, Place::Opening) {
            return Ok(vec![(Some(least(threats)), Place::Decided)]);
        }
        match place {
            Place::Opening => {
                let (step, next, map) = self.strong_opening()?;
                Ok(vec![(step, Place::Entry(next, self.map(map)?.to_vec()))])
            }
            Place::Entry(entry, map) => {
                let entry = self.entry(*entry)?;
                let on_board = |element: usize| map.iter().position(|&to| usize::from(to) == element);
                let mut found = Vec::new();
                for [reply, step, next, then] in entry.answers {
                    if on_board(reply) == last {
                        let then = self.map(then)?;
                        let map = map.iter().map(|&to| then[usize::from(to)]).collect();
                        found.push((on_board(step), Place::Entry(next, map)));
                    }
                }
                for sequence in entry.sequences {
                    let moves = sequence
                        .iter()
                        .map(|&element| on_board(element.into()).map(|element| element as u8));
                    let Some(moves) = moves.collect::<Option<Vec<u8>>>() else {
                        continue;
                    };
                    if let Some((&first, rest)) = moves.split_first().filter(|_| self.wins_by(stones, &moves)) {
                        found.push((Some(first.into()), Place::Sequence(rest.to_vec())));
                    }
                }
                Ok(found)
            }
            Place::Sequence(moves) => {
                let (&first, rest) = moves.split_first().ok_or(BadMoves::Lacking)?;
                Ok(vec![(Some(first.into()), Place::Sequence(rest.to_vec()))])
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Whether Black wins the position for the reason of a place, with White to move.
    pub(super) fn strong_holds(&self, place: &Place, stones: Stones) -> Result<bool, BadMoves> {
        if self.hypergraph.wins[BLACK].iter().any(|set| set & !stones[BLACK] == 0) {
            return Ok(true);
        }
        Ok(match place {
            Place::Entry(entry, map) => {
                let wanted = self.entry(*entry)?.stones;
                let image = |set: Set| {
                    let elements = super::super::set::each(set);
                    elements.fold(0, |image: Set, element| image | 1 << map[element])
                };
                stones.map(image) == wanted
            }
            Place::Sequence(rest) => {
                let threats = self.threats(BLACK, stones);
                let after = [stones[BLACK], stones[WHITE] | threats];
                let goes_on = || self.wins_by(after, rest);
                self.threats(WHITE, stones) == 0 && (size(threats) > 1 || size(threats) == 1 && goes_on())
            }
            _ => false,
        })
    }

    /// The elements with which a side would complete a set.
    pub(super) fn threats(&self, side: usize, stones: Stones) -> Set {
        let missing = self.hypergraph.wins[side].iter().map(|set| set & !stones[side]);
        let missing = missing.filter(|&set| size(set) == 1 && set & stones[1 - side] == 0);
        missing.fold(0, |threats, set| threats | set)
    }

    /// Whether Black, who is to move, wins by a sequence.
    fn wins_by(&self, mut stones: Stones, sequence: &[u8]) -> bool {
        for &element in sequence {
            let must = self.threats(WHITE, stones);
            let step: Set = 1 << element;
            let free = all(self.hypergraph.len()) & !(stones[BLACK] | stones[WHITE]);
            if step & free == 0 || must & !step != 0 {
                return false;
            }
            stones[BLACK] |= step;
            let threats = self.threats(BLACK, stones);
            match size(threats) {
                0 => return false,
                1 => stones[WHITE] |= threats,
                _ => return true,
            }
        }
        false
    }
}
