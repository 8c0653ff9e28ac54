//! The way up and down: each position is made once, where the edge added or deleted is the canonical one of the position
//! made.
//!
//! Of the pairs that may be the one, that with the largest colour is canonical, then that of the lowest place. Where
//! either player may have moved, a red edge goes before a green one.

use retrograph_storage::Twofold;

use super::Ramsey;
use super::position::Position;
use crate::canon::{CanonicalPair, PairKey};
use crate::games::Game;
use crate::games::canonical_pair::firsts;
use crate::graph::Row;
use crate::values::Player;

impl Ramsey {
    /// Visits what deleting an edge of `above` leaves, where that edge is the canonical move up.
    pub(super) fn delete_edges(&self, above: Twofold, mut visit: impl FnMut(&Position)) -> u64 {
        let Some(played) = PairKey::from_sealed(above).graph(self.n) else {
            return 0;
        };
        let above = self.at(played);
        let places = self.canonical(&above).places();
        let mut labellings = 1;
        for &by in self.last_movers(&above) {
            for (u, v) in firsts(played.layer(by as usize).rows(), &places) {
                let left = played.toggled(by as usize, u, v);
                let has_red_move = || self.open(&left, Player::First).safe != [0; 16];
                if self.is_plus() && by == Player::Second && has_red_move() {
                    continue;
                }
                let below = self.at(left);
                let safe = self.open(&left, by).safe;
                if let Some(canonical) = self.chosen(&below, (u, v), &safe, &mut labellings) {
                    visit(&below.with_canonical(canonical).expanded_from((by, (u, v))));
                }
            }
        }
        labellings
    }

    /// Visits what adding an edge to `below` makes, where that edge is the canonical last move. Whether there is a move
    /// that completes nothing.
    pub(super) fn add_edges(&self, below: Twofold, mut visit: impl FnMut(Twofold)) -> bool {
        let below = self.position(below);
        let places = self.canonical(&below).places();
        let mut has_move = false;
        for &by in self.movers(&below) {
            for (u, v) in firsts(&self.open(below.played(), by).safe, &places) {
                has_move = true;
                let above = self.after(&below, by, (u, v));
                let has_red = || above.played().layer(Player::First as usize).size() > 0;
                if self.is_plus() && by == Player::Second && has_red() {
                    continue;
                }
                let own = above.played().layer(by as usize).rows();
                if let Some(canonical) = self.chosen(&above, (u, v), own, &mut 0) {
                    visit(canonical.key.record());
                }
            }
        }
        has_move
    }

    /// Who may have made the last move.
    fn last_movers(&self, position: &Position) -> &'static [Player] {
        match position.next() {
            _ if self.is_plus() => &Player::BOTH,
            Player::First => &[Player::Second],
            Player::Second => &[Player::First],
        }
    }

    /// The labelling of `position` when `own` is the canonical one of `pairs`, itself among them.
    fn chosen(
        &self,
        position: &Position,
        own: (usize, usize),
        pairs: &[u16; 16],
        labellings: &mut u64,
    ) -> Option<CanonicalPair<u16, 16>> {
        let refined = position.refined();
        let colour = refined.pair(own.0, own.1);
        let mut ties = Vec::new();
        for v in 1..self.n {
            for u in (pairs[v] & u16::below(v)).vertices() {
                let other = refined.pair(u, v);
                if other > colour {
                    return None;
                }
                if other == colour && (u, v) != own {
                    ties.push((u as u8, v as u8));
                }
            }
        }
        *labellings += 1;
        let canonical = self.canonical(position);
        canonical
            .is_lowest((own.0 as u8, own.1 as u8), &ties)
            .then_some(canonical)
    }
}
