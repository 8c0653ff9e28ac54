//! The moves of a two-colour game, as they are reported.

use std::collections::BTreeMap;

use super::Ramsey;
use super::ending::Offers;
use super::position::Position;
use crate::canonical_pair::pairs;
use crate::moves::move_classes;
use canon::{CanonicalPair, Frame, PairRefined};
use game::values::Player;
use game::{Keys, Move};
use graph::{Graph16, Row, TwoColoured};

type Edges = Vec<(usize, usize)>;

impl Ramsey {
    /// All moves: one a class under the automorphisms; where a move colours several edges, one for each position that
    /// moves lead to. Where moves are offers, the offers, and of a position with an offer the choices.
    pub(super) fn all_moves(&self, position: &Position) -> Vec<Move<Position>> {
        let by = position.next();
        match (self.terms.form.offers, position.offer()) {
            (Some(offers), None) => return self.offers_made(offers, position),
            (Some(_), Some(offer)) => return self.choices_made(position, offer),
            (None, _) if self.is_plus() => return self.moves_of_several_edges(position, by),
            _ => {}
        }
        let places = self.canonical(position).places();
        let open = self.open(position.played(), by);
        let child = |u, v| self.after(position, by, (u, v));
        let mut moves = move_classes(&open.safe, &places, child);
        if self.terms.form.completion.is_some() {
            let closing = move_classes(&open.closing, &places, child);
            moves.extend(closing.into_iter().map(|step| Move { ends: true, ..step }));
        }
        moves.sort_by_key(|step| step.edges.clone());
        moves.into_iter().map(|step| step.of(by)).collect()
    }

    /// Every set of pairs that `by` may colour, by the positions they lead to; of sets that complete something, which
    /// ends the game, those of as many edges as are due. Cost: a canonical form for each position and edge on the way.
    fn moves_of_several_edges(&self, position: &Position, by: Player) -> Vec<Move<Position>> {
        let before = position.played().size();
        let free = self.free(position.played());
        let due = before + free.min(self.terms.turns.bias[by as usize]);
        let may_end = self.terms.form.completion.is_some();
        let is_safe = |played: &TwoColoured<u16, 16>| {
            let own = self.own(played, by);
            let counts = !self.terms.form.red_alone || by == Player::First;
            !counts || self.terms.rules[by as usize].violation(&own).is_none()
        };
        let sets = Sets {
            open: &|played| match self.open(played, by) {
                open if may_end && played.size() < due => std::array::from_fn(|v| open.safe[v] | open.closing[v]),
                _ if !is_safe(played) => [0; 16],
                open => open.safe,
            },
            add: &|played, (u, v)| played.toggled(by as usize, u, v),
            key: &|played| self.record(&self.at(*played)),
        };
        let mut moves = Vec::new();
        sets.visit(*position.played(), free as usize, |played, edges, equivalent| {
            if played.size() >= due {
                moves.push(Move {
                    edges: edges.to_vec(),
                    by: Some(by),
                    equivalent,
                    alike: vec![],
                    child: Position::new(self.refined(played), *played, by.other()).stepped(by),
                    ends: !is_safe(played),
                });
            }
        });
        moves.sort_by(|a, b| (a.edges.len(), &a.edges).cmp(&(b.edges.len(), &b.edges)));
        moves
    }

    /// All offers up to automorphisms of the position. Cost: a canonical form for each and each edge on the way.
    fn offers_made(&self, offers: Offers, position: &Position) -> Vec<Move<Position>> {
        let free = self.open(position.played(), Player::Second).safe;
        let all = self.terms.turns.bias.iter().sum::<u32>() as usize;
        let (least, most) = match offers {
            Offers::All => (all, all),
            Offers::UpToAll => (1, all),
        };
        if (self.free(position.played()) as usize) < least {
            return vec![];
        }
        let full = u16::below(self.n);
        let layers = Player::BOTH.map(|player| self.own(position.played(), player));
        let [red, green] = layers.map(|layer| *layer.rows());
        let absent = std::array::from_fn(|v| {
            if v < self.n {
                full & !u16::bit(v) & !(free[v] | red[v] | green[v])
            } else {
                0
            }
        });
        let frame = Frame::new(self.n, [absent, red, green]);
        let sets = Sets {
            open: &|offer: &Graph16| std::array::from_fn(|v| free[v] & !offer.rows()[v]),
            add: &|offer, (u, v)| offer.toggled(u, v),
            key: &|offer| {
                let offer = TwoColoured::new(*offer, Graph16::empty(self.n)).expect("there is no green edge");
                let refined = PairRefined::new(self.vector, &offer, Some(&frame));
                CanonicalPair::of_pair(self.vector, &offer, Some(&frame), &refined)
                    .key
                    .record()
            },
        };
        let mut moves = Vec::new();
        sets.visit(Graph16::empty(self.n), most, |offer, edges, equivalent| {
            if edges.len() >= least {
                moves.push(Move {
                    edges: edges.to_vec(),
                    by: Some(position.next()),
                    equivalent,
                    alike: vec![],
                    child: position.clone().with_offer(*offer, Player::First),
                    ends: false,
                });
            }
        });
        moves.sort_by(|a, b| (a.edges.len(), &a.edges).cmp(&(b.edges.len(), &b.edges)));
        moves
    }

    /// All choices from an offer, by the positions that they lead to.
    fn choices_made(&self, position: &Position, offer: &Graph16) -> Vec<Move<Position>> {
        let mut offered: Edges = offer.edges().collect();
        offered.sort_unstable();
        let mut found = BTreeMap::new();
        super::offers::subsets(&offered, self.terms.turns.bias[0] as usize, &mut |kept| {
            let (played, is_safe) = self.chosen_of(position.played(), &offered, kept);
            let child = self.at(played).stepped(Player::First);
            let class = found.entry((self.record(&child), is_safe)).or_insert_with(|| Move {
                edges: kept.to_vec(),
                by: Some(Player::First),
                equivalent: 0,
                alike: vec![],
                child,
                ends: !is_safe,
            });
            class.equivalent += 1;
            if let &[edge] = kept {
                class.alike.push(edge);
            }
        });
        let mut moves: Vec<_> = found.into_values().collect();
        moves.sort_by_key(|step| step.edges.clone());
        moves
    }
}

/// Sets of edges, made an edge at a time, as what they make of a graph.
struct Sets<'a, S, K> {
    /// The edges that may be added.
    open: &'a dyn Fn(&S) -> [u16; 16],
    add: &'a dyn Fn(&S, (usize, usize)) -> S,
    /// The same for what is isomorphic.
    key: &'a dyn Fn(&S) -> K,
}

impl<S: Copy, K: Ord> Sets<'_, S, K> {
    /// Visits each class of sets of 1 to `most` edges, the smallest sets first, with the first of its sets and how many
    /// there are.
    fn visit(&self, start: S, most: usize, mut visit: impl FnMut(&S, &[(usize, usize)], u32)) {
        // Beside each class the ways to add its edges one after the other.
        let mut classes = vec![(start, Edges::new(), 1u128)];
        let mut orders = 1;
        for size in 1..=most {
            orders *= size as u128;
            let mut larger: BTreeMap<K, (S, Edges, u128)> = BTreeMap::new();
            for (state, edges, ways) in &classes {
                for edge in pairs(&(self.open)(state)) {
                    let made = (self.add)(state, edge);
                    let mut edges = edges.clone();
                    edges.insert(edges.partition_point(|other| *other < edge), edge);
                    let class = larger.entry((self.key)(&made));
                    let class = class.or_insert_with(|| (made, edges.clone(), 0));
                    class.2 += ways;
                    if edges < class.1 {
                        (class.0, class.1) = (made, edges);
                    }
                }
            }
            classes = larger.into_values().collect();
            for (state, edges, ways) in &classes {
                visit(state, edges, (ways / orders).try_into().unwrap_or(u32::MAX));
            }
        }
    }
}
