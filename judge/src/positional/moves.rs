//! What a player may do in such a game.

use std::ops::RangeInclusive;

use super::claim::{Claim, Turns, other};
use crate::coloured::structure::{Pair, Structure, below, vertices};
use crate::proof::ProofError;
use crate::ramsey::Player;
use crate::work::spent;

/// Who is to colour edges, and how many before the turn ends; of an offer Green, and one.
#[derive(Clone, Copy)]
pub struct Turn {
    pub by: Player,
    pub due: usize,
}

/// The turn of an offer.
pub const OFFER: Turn = Turn {
    by: Player::Green,
    due: 1,
};

impl Claim {
    /// Whether Green offers edges.
    pub fn has_offers(&self) -> bool {
        matches!(self.turns, Turns::Offers | Turns::OffersUpTo)
    }

    /// The turn in which the game begins.
    pub fn first_turn(&self) -> Turn {
        match self.has_offers() {
            true => OFFER,
            false => self.whole(self.starter),
        }
    }

    /// The start of a turn.
    pub fn whole(&self, by: Player) -> Turn {
        let due = self.bias[by as usize];
        Turn { by, due }
    }

    /// What may come after an edge of this turn.
    pub fn turns_after(&self, turn: Turn) -> impl Iterator<Item = Turn> + use<> {
        let due = turn.due - 1;
        let (next, goes_on) = match due {
            0 => (self.whole(other(turn.by)), self.turns == Turns::AtLeast),
            _ => (Turn { due, ..turn }, false),
        };
        [next].into_iter().chain(goes_on.then_some(turn))
    }

    /// The pairs that can be coloured, in order.
    pub fn free_pairs(&self, at: &Structure) -> Vec<Pair> {
        let free = self.free(at);
        (1..self.n)
            .flat_map(|v| vertices(free[v] & below(v)).map(move |u| (u as u8, v as u8)))
            .collect()
    }

    /// How many edges Green may offer if so many are left.
    pub fn offer_sizes(&self, left: usize) -> RangeInclusive<usize> {
        let most = left.min(self.bias[0] + self.bias[1]);
        let least = if self.turns == Turns::Offers { most } else { 1 };
        least..=most
    }
}

/// The position with an edge more.
pub fn coloured(at: &Structure, by: Player, (u, v): Pair) -> Structure {
    let mut after = *at;
    let rows = match by {
        Player::Red => &mut after.open,
        Player::Green => &mut after.edge,
    };
    rows[usize::from(u)] |= 1 << v;
    rows[usize::from(v)] |= 1 << u;
    after
}

/// The position after Red has kept these edges of an offer.
pub fn answered(at: &Structure, offer: &[Pair], kept: &[usize]) -> Structure {
    let mut after = *at;
    for (number, &edge) in offer.iter().enumerate() {
        let by = if kept.contains(&number) {
            Player::Red
        } else {
            Player::Green
        };
        after = coloured(&after, by, edge);
    }
    after
}

/// Visits the ascending lists of so many numbers below a bound, in order.
pub fn subsets(
    bound: usize,
    count: usize,
    visit: &mut dyn FnMut(&[usize]) -> Result<(), ProofError>,
) -> Result<(), ProofError> {
    let mut chosen: Vec<usize> = (0..count).collect();
    while count <= bound && !spent(1) {
        visit(&chosen)?;
        let Some(at) = (0..count).rev().find(|&at| chosen[at] < bound - count + at) else {
            break;
        };
        chosen[at] += 1;
        (at + 1..count).for_each(|next| chosen[next] = chosen[next - 1] + 1);
    }
    Ok(())
}
