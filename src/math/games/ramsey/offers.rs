//! Games in which Green offers edges and Red chooses: a level is an offer more, and a step between levels a chain of
//! steps of one edge.
//!
//! An offer of all that the bias says is `a` red and `b` green edges. Way up of a position: the canonical red edge that
//! `a - 1` others can follow, and so on, then `b` canonical green ones. Where an offer may be of one edge: a canonical
//! red one. Way down: see [`Ramsey::add_offer`]. Either chain is determined by the position up to isomorphism, so each
//! position is made once.

use super::Ramsey;
use super::ending::Offers;
use super::position::Position;
use crate::canonical_pair::pairs;
use canon::Places;
use game::values::Player;
use graph::{Row, TwoColoured};

type Played = TwoColoured<u16, 16>;

impl Ramsey {
    /// Visits what deleting an offer of `above` leaves, where its way up is that offer.
    pub(super) fn delete_offer(
        &self,
        offers: Offers,
        above: &Position,
        labellings: &mut u64,
        visit: &mut dyn FnMut(Position),
    ) {
        match offers {
            Offers::All => self.delete_chain(above, self.terms.turns.bias, 0, labellings, visit),
            Offers::UpToAll => self.delete_chain(above, [1, 0], 0, labellings, &mut |below| {
                if self.wrong_numbers(below.played()).is_none() {
                    visit(below);
                }
            }),
        }
    }

    /// Deletes green edges, then red ones, after the first of which `after` others came.
    fn delete_chain(
        &self,
        above: &Position,
        [red, green]: [u32; 2],
        after: u32,
        labellings: &mut u64,
        visit: &mut dyn FnMut(Position),
    ) {
        let (by, rest) = match (red, green) {
            (0, 0) => return visit(above.clone()),
            (_, 0) => (Player::First, [red - 1, 0]),
            _ => (Player::Second, [red, green - 1]),
        };
        let open = |left: &Played| match by {
            Player::First => self.extensible(left, after),
            Player::Second => self.open(left, by).safe,
        };
        let after = if by == Player::First { after + 1 } else { 0 };
        let mut below = Vec::new();
        self.delete_edge(above, by, &open, labellings, &mut |position, _| below.push(position));
        for position in below {
            self.delete_chain(&position, rest, after, labellings, visit);
        }
    }

    /// Visits what adding an offer to `below` makes, where deleting it is the way down: of an offer of all, the
    /// canonical green edges, then the canonical red ones; of an offer of one to all, the canonical red edge, then as
    /// many canonical green ones as are too many for an offer less. Whether there is an offer with a choice that
    /// completes nothing.
    pub(super) fn add_offer(&self, offers: Offers, below: &Position, visit: &mut dyn FnMut(Position)) -> bool {
        let [red, green] = self.terms.turns.bias;
        match offers {
            Offers::All => {
                let is_enough = self.free(below.played()) >= red + green;
                let has_choice = is_enough && self.extensible(below.played(), red - 1) != [0; 16];
                if has_choice {
                    self.add_chain(below, &[(Player::First, red), (Player::Second, green)], visit);
                }
                has_choice
            }
            Offers::UpToAll => {
                let rounds = below.played().layer(0).size();
                let is_full = below.played().layer(1).size() == green * rounds;
                for more in 0..=(if is_full { green } else { 0 }) {
                    self.add_chain(below, &[(Player::Second, more), (Player::First, 1)], visit);
                }
                self.open(below.played(), Player::First).safe != [0; 16]
            }
        }
    }

    /// Adds so many edges of each player, each the canonical last one of its colour.
    fn add_chain(&self, below: &Position, steps: &[(Player, u32)], visit: &mut dyn FnMut(Position)) {
        match steps {
            [] => visit(below.clone()),
            [(_, 0), rest @ ..] => self.add_chain(below, rest, visit),
            [(by, more), rest @ ..] => {
                let mut steps = vec![(*by, more - 1)];
                steps.extend(rest);
                let mut made = Vec::new();
                self.add_edge(below, *by, &mut |position| made.push(position));
                for position in made {
                    self.add_chain(&position, &steps, visit);
                }
            }
        }
    }

    /// The pairs that Red may colour so that `more` others can follow without completing anything.
    fn extensible(&self, played: &Played, more: u32) -> [u16; 16] {
        let mut open = self.open(played, Player::First).safe;
        if more > 0 {
            let all = open;
            for (u, v) in pairs(&all) {
                if self.extensible(&played.toggled(0, u, v), more - 1) == [0; 16] {
                    open[u] &= !u16::bit(v);
                    open[v] &= !u16::bit(u);
                }
            }
        }
        open
    }

    /// Number of pairs that are not coloured.
    pub(super) fn free(&self, played: &Played) -> u32 {
        self.free_edges() - played.size()
    }

    /// Number of offers that have led to a position.
    pub(super) fn rounds(&self, played: &Played) -> u32 {
        played.layer(0).size() / self.terms.turns.bias[0]
    }

    /// Whether Green can make an offer each choice from which completes something; where completing is what Red wants,
    /// one choice from which does.
    pub(super) fn can_offer_end(&self, offers: Offers, played: &Played) -> bool {
        let open = self.open(played, Player::First);
        match offers {
            Offers::UpToAll => open.closing != [0; 16],
            Offers::All => {
                let [red, green] = self.terms.turns.bias;
                let all: Vec<_> = (0..self.n).map(|v| open.safe[v] | open.closing[v]).collect();
                let rows: [u16; 16] = std::array::from_fn(|v| all.get(v).copied().unwrap_or(0));
                let free: Vec<_> = pairs(&rows).collect();
                if red == 1 {
                    return pairs(&open.closing).count() as u32 >= red + green;
                }
                let mut found = false;
                subsets(&free, (red + green) as usize, &mut |offer| {
                    found |= self.choices(played, offer).is_empty();
                });
                found
            }
        }
    }

    /// Visits every offer up to automorphisms that are seen at once, but those that [`Ramsey::can_offer_end`] counts,
    /// as the positions that its choices lead to.
    pub(super) fn offers(
        &self,
        offers: Offers,
        played: &Played,
        places: &Places<16>,
        mut visit: impl FnMut(Vec<Played>) -> bool,
    ) -> bool {
        let open = self.open(played, Player::First);
        let [red, green] = self.terms.turns.bias;
        let rows: [u16; 16] = match offers {
            Offers::All => std::array::from_fn(|v| open.safe[v] | open.closing[v]),
            Offers::UpToAll => open.safe,
        };
        let mut free: Vec<_> = pairs(&rows).map(|(u, v)| (places.of(u, v), (u, v))).collect();
        free.sort_unstable();
        let least = match offers {
            Offers::All => red + green,
            Offers::UpToAll => 1,
        };
        for size in least..=red + green {
            let mut before = None;
            for first in 0..free.len() {
                // Of the edges that automorphisms exchange, the first stands for all as the first of an offer.
                let place = free[first].0;
                if before.replace(place) == Some(place) {
                    continue;
                }
                let rest: Vec<_> = free[first + 1..].iter().map(|&(_, pair)| pair).collect();
                let mut stop = false;
                subsets(&rest, size as usize - 1, &mut |others| {
                    if stop {
                        return;
                    }
                    let mut offer = vec![free[first].1];
                    offer.extend(others);
                    let choices = self.choices(played, &offer);
                    stop = !choices.is_empty() && visit(choices);
                });
                if stop {
                    return true;
                }
            }
        }
        false
    }

    /// The positions that choices from an offer lead to which complete nothing.
    fn choices(&self, played: &Played, offer: &[(usize, usize)]) -> Vec<Played> {
        let mut found = Vec::new();
        subsets(offer, self.terms.turns.bias[0] as usize, &mut |kept| {
            let (made, is_safe) = self.chosen_of(played, offer, kept);
            if is_safe {
                found.push(made);
            }
        });
        found
    }

    /// What becomes of an offer of which Red has `kept` edges, and whether they complete nothing.
    pub(super) fn chosen_of(
        &self,
        played: &Played,
        offer: &[(usize, usize)],
        kept: &[(usize, usize)],
    ) -> (Played, bool) {
        let mut made = *played;
        let mut is_safe = true;
        for &(u, v) in kept {
            is_safe &= self.open(&made, Player::First).safe[u].has(v);
            made = made.toggled(0, u, v);
        }
        for &(u, v) in offer.iter().filter(|pair| !kept.contains(pair)) {
            made = made.toggled(1, u, v);
        }
        (made, is_safe)
    }
}

/// Visits all subsets of `size` elements, in order.
pub(super) fn subsets<T: Copy>(of: &[T], size: usize, visit: &mut dyn FnMut(&[T])) {
    fn go<T: Copy>(of: &[T], size: usize, taken: &mut Vec<T>, visit: &mut dyn FnMut(&[T])) {
        if size == 0 {
            return visit(taken);
        }
        for at in 0..(of.len() + 1).saturating_sub(size) {
            taken.push(of[at]);
            go(&of[at + 1..], size - 1, taken, visit);
            taken.pop();
        }
    }
    go(of, size, &mut Vec::with_capacity(size), visit);
}
