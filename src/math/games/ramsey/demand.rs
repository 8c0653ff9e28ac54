//! What the next move of a two-colour game must be, and whether it ends the game.

use super::Ramsey;
use super::ending::Offers;
use super::position::Position;
use super::turns::Turns;
use game::values::Player;
use game::{Deed, Demand, Step};

impl Ramsey {
    /// What the next move must be; an edge where too few are left for any.
    pub(super) fn demanded(&self, position: &Position) -> Demand {
        let free = self.free(position.played());
        let bias = self.terms.turns.bias;
        let all = bias.iter().sum::<u32>();
        if let Some(offer) = position.offer() {
            let mut offer: Vec<_> = offer.edges().collect();
            offer.sort_unstable();
            return Demand {
                deed: Deed::Choose,
                least: bias[0],
                most: bias[0],
                due: bias[0],
                offer,
            };
        }
        let (deed, least, most) = match self.terms.form.offers {
            _ if free == 0 => return Demand::EDGE,
            Some(Offers::All) if free < all => return Demand::EDGE,
            Some(Offers::All) => (Deed::Offer, all, all),
            Some(Offers::UpToAll) => (Deed::Offer, 1, all.min(free)),
            None if self.is_plus() => (Deed::Add, bias[position.next() as usize].min(free), free),
            None => return Demand::edge(self.terms.turns.due(position.played().size()).min(free)),
        };
        Demand {
            deed,
            least,
            most,
            due: least,
            offer: vec![],
        }
    }

    /// How turns follow each other, for readers of rules.
    pub(super) fn turns_as_data(&self) -> game::Turns {
        let Turns { bias, starter } = self.terms.turns;
        let (starter, step) = match self.terms.form.offers {
            None if self.is_plus() => (starter, Step::Edges),
            None => (starter, Step::Edge),
            // Green offers.
            Some(Offers::All) => (Player::Second, Step::Offer),
            Some(Offers::UpToAll) => (Player::Second, Step::OfferUpTo),
        };
        game::Turns { bias, starter, step }
    }

    /// The position after a move, if it completes something and that ends the game. The caller has seen that the edges
    /// are as many as are demanded, and free.
    pub(super) fn ended_by(&self, position: &Position, edges: &[(usize, usize)]) -> Option<Position> {
        self.terms.form.completion?;
        let by = position.next();
        let made = match position.offer() {
            Some(offer) => {
                self.chosen_of(position.played(), &offer.edges().collect::<Vec<_>>(), edges)
                    .0
            }
            None if self.terms.form.offers.is_some() => return None,
            None => (edges.iter()).fold(*position.played(), |played, &(u, v)| played.toggled(by as usize, u, v)),
        };
        let counts = !self.terms.form.red_alone || by == Player::First;
        let is_over = counts && self.terms.rules[by as usize].violation(&self.own(&made, by)).is_some();
        is_over.then(|| match self.is_plus() {
            true => self.at(made).with_next(by.other()),
            false => self.at(made),
        })
    }
}
