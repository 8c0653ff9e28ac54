//! The way up and down: each position is made once, where the edge added or deleted is the canonical one of the
//! position made.
//!
//! Of the pairs that may be the one, that with the largest degree sum is canonical, then that with the largest colour,
//! then that of the lowest place. Where either player may have moved, a red edge goes before a green one.

use base::record::Twofold;

use super::Ramsey;
use super::position::Position;
use crate::canonical_pair::firsts;
use canon::{CanonicalPair, PairKey};
use game::Keys;
use game::values::Player;
use graph::{Row, TwoColoured};

impl Ramsey {
    /// Visits what deleting an edge of `above` leaves, or an offer, where that is the canonical move up.
    pub(super) fn delete_edges(&self, above: Twofold, mut visit: impl FnMut(Position)) -> u64 {
        let Some(played) = PairKey::from_sealed(above).graph(self.n) else {
            return 0;
        };
        let above = self.at(played);
        let mut labellings = 1;
        match self.terms.form.offers {
            None => {
                for &by in self.last_movers(&above) {
                    let open = |left: &TwoColoured<u16, 16>| self.open(left, by).safe;
                    self.delete_edge(&above, by, &open, &mut labellings, &mut |below, uv| {
                        visit(below.expanded_from((by, uv)));
                    });
                }
            }
            Some(offers) => self.delete_offer(offers, &above, &mut labellings, &mut visit),
        }
        labellings
    }

    /// Visits what deleting an edge of `by` leaves of `above`, where that edge is the canonical one of those that are
    /// `open` then.
    pub(super) fn delete_edge(
        &self,
        above: &Position,
        by: Player,
        open: &dyn Fn(&TwoColoured<u16, 16>) -> [u16; 16],
        labellings: &mut u64,
        visit: &mut dyn FnMut(Position, (usize, usize)),
    ) {
        let places = match above.canonical() {
            Some(canonical) => canonical.places(),
            None => self.canonical(above).places(),
        };
        let played = above.played();
        for (u, v) in firsts(played.layer(by as usize).rows(), &places) {
            let left = played.toggled(by as usize, u, v);
            let has_red_move = || self.open(&left, Player::First).safe != [0; 16];
            if self.is_plus() && by == Player::Second && has_red_move() {
                continue;
            }
            let Some(ties) = ties(&left, (u, v), &open(&left)) else {
                continue;
            };
            let below = self.at(left);
            if let Some(canonical) = self.chosen(&below, (u, v), ties, labellings) {
                visit(below.with_canonical(canonical), (u, v));
            }
        }
    }

    /// Visits what adding an edge to `below` makes, or an offer, where that is the canonical last move. Whether there
    /// is a move that completes nothing.
    pub(super) fn add_edges(&self, below: Twofold, mut visit: impl FnMut(Twofold)) -> bool {
        let below = self.position(below);
        let mut visit = |made: Position| visit(made.canonical().expect("it was made so").key.record());
        match self.terms.form.offers {
            None => {
                let mut has_move = false;
                for &by in self.movers(&below) {
                    has_move |= self.add_edge(&below, by, &mut visit);
                }
                has_move
            }
            Some(offers) => self.add_offer(offers, &below, &mut visit),
        }
    }

    /// Visits what adding an edge of `by` to `below` makes, where that edge is the canonical one of that colour, and
    /// completes nothing. Whether there is such an edge.
    pub(super) fn add_edge(&self, below: &Position, by: Player, visit: &mut dyn FnMut(Position)) -> bool {
        let places = match below.canonical() {
            Some(canonical) => canonical.places(),
            None => self.canonical(below).places(),
        };
        let mut has_move = false;
        for (u, v) in firsts(&self.open(below.played(), by).safe, &places) {
            has_move = true;
            let made = below.played().toggled(by as usize, u, v);
            let has_red = || made.layer(Player::First as usize).size() > 0;
            if self.is_plus() && by == Player::Second && has_red() {
                continue;
            }
            let Some(ties) = ties(&made, (u, v), made.layer(by as usize).rows()) else {
                continue;
            };
            let made = self.at(made);
            if let Some(canonical) = self.chosen(&made, (u, v), ties, &mut 0) {
                visit(made.with_canonical(canonical));
            }
        }
        has_move
    }

    /// Who may have made the last move.
    fn last_movers(&self, position: &Position) -> &'static [Player] {
        let edges = position.played().size();
        match edges.checked_sub(1).map(|before| self.next_at(before)) {
            _ if self.is_plus() => &Player::BOTH,
            None => &[],
            Some(Player::First) => &[Player::First],
            Some(Player::Second) => &[Player::Second],
        }
    }

    /// The labelling of `position` when `own` is the canonical one of itself and `ties`, which have its degree sum.
    fn chosen(
        &self,
        position: &Position,
        own: (usize, usize),
        mut ties: Ties,
        labellings: &mut u64,
    ) -> Option<CanonicalPair<u16, 16>> {
        let refined = position.refined();
        let colour = refined.pair(own.0, own.1);
        let mut refuted = false;
        ties.retain(|&(u, v)| {
            let other = refined.pair(u.into(), v.into());
            refuted |= other > colour;
            other == colour
        });
        if refuted {
            return None;
        }
        *labellings += 1;
        let canonical = self.canonical(position);
        let is_lowest = ties.is_empty() || canonical.is_lowest((own.0 as u8, own.1 as u8), &ties);
        is_lowest.then_some(canonical)
    }
}

/// Pairs of vertices.
type Ties = Vec<(u8, u8)>;

/// Those of `pairs` beside `own` that have its degree sum in `played`; `None` when some pair has a larger one.
fn ties(played: &TwoColoured<u16, 16>, own: (usize, usize), pairs: &[u16; 16]) -> Option<Ties> {
    let n = played.order().min(16);
    let union = played.union();
    // The degrees, and the vertices of at least each degree.
    let degrees: [usize; 16] = std::array::from_fn(|v| union.rows()[v].count() as usize);
    let mut at_least = [0u16; 18];
    for v in 0..n {
        at_least[degrees[v]] |= u16::bit(v);
    }
    for degree in (0..n).rev() {
        at_least[degree] |= at_least[degree + 1];
    }
    let sum = degrees[own.0] + degrees[own.1];
    let mut ties = Ties::new();
    for v in 1..n {
        let others = pairs[v] & u16::below(v);
        let least = sum.saturating_sub(degrees[v]);
        let enough = others & at_least[least.min(17)];
        if enough == 0 {
            continue;
        }
        let more = if sum < degrees[v] {
            enough
        } else {
            others & at_least[(least + 1).min(17)]
        };
        if more != 0 {
            return None;
        }
        ties.extend(
            enough
                .vertices()
                .map(|u| (u as u8, v as u8))
                .filter(|&(u, v)| (u.into(), v.into()) != own),
        );
    }
    Some(ties)
}
