//! Claims that the winner wins, each after those that it needs, as lists of numbers: docs/verified.md.

use std::collections::HashMap;

use super::claim::Claim;
use super::moves::{OFFER, Turn, answered, coloured, subsets};
use crate::coloured::form::{Key, Places, form};
use crate::coloured::structure::{Pair, Structure};
use crate::ramsey::Player;

/// A position, and the edges that Green has offered where Red is to answer.
struct Position {
    at: Structure,
    turn: Turn,
    offered: Option<Vec<Pair>>,
}

struct Stream<'a> {
    claim: &'a Claim,
    /// What is written, by the turn: the number of a claim, and its vertices in the order of the form.
    written: HashMap<(Player, usize, Key), (u32, Places)>,
}

/// Gives the lists for claims, each of which needs none before it, and last how the start is reached. Returns false
/// where a claim does not follow.
pub fn write(claim: &Claim, claims: &[(Structure, Turn)], list: &mut dyn FnMut(&[u32])) -> bool {
    let mut stream = Stream {
        claim,
        written: HashMap::new(),
    };
    for &(at, turn) in claims.iter().rev() {
        let Some(moves) = stream.follow(&Position {
            at,
            turn,
            offered: None,
        }) else {
            return false;
        };
        let number = stream.written.len() as u32;
        let mut numbers = vec![1, number];
        numbers.extend(stream.numbers(&at, turn));
        numbers.extend(moves);
        list(&numbers);
        let (key, places) = form(&at);
        stream.written.insert((turn.by, turn.due, key), (number, places));
    }
    let start = stream.reach(&Position {
        at: claim.start,
        turn: claim.first_turn(),
        offered: None,
    });
    let is_reached = start.is_some();
    list(&[vec![0], start.unwrap_or_default()].concat());
    is_reached
}

impl Stream<'_> {
    /// A position: its turn, its red edges and those that are free.
    fn numbers(&self, at: &Structure, turn: Turn) -> [u32; 6] {
        let set = |is_in: &dyn Fn(usize, usize) -> bool| {
            let pairs = (0..self.claim.n).flat_map(|v| (0..v).map(move |u| (u, v))).enumerate();
            pairs.fold(0u64, |set, (bit, (u, v))| set | u64::from(is_in(u, v)) << bit)
        };
        let halves = |set: u64| [(set & ((1 << 30) - 1)) as u32, (set >> 30) as u32];
        let free = self.claim.free(at);
        let [red, more_red] = halves(set(&|u, v| at.open[v] & !at.edge[v] & 1 << u != 0));
        let [free, more_free] = halves(set(&|u, v| free[v] & 1 << u != 0));
        let (due, by) = match self.claim.has_offers() {
            true => (0, 0),
            false => (turn.due as u32, turn.by as u32),
        };
        [due, by, red, more_red, free, more_free]
    }

    /// How each move of the other player is reached, or the number of a move of the winner, and how that is.
    fn follow(&self, position: &Position) -> Option<Vec<u32>> {
        let moves = self.moves(position);
        let chooser = match position.offered {
            Some(_) => Player::Red,
            None => position.turn.by,
        };
        if chooser == self.claim.winner {
            return (0..).zip(&moves).find_map(|(number, after)| {
                let reached = self.reach(after)?;
                Some([vec![number], reached].concat())
            });
        }
        let all: Option<Vec<_>> = moves.iter().map(|after| self.reach(after)).collect();
        all.map(|all| all.concat())
    }

    /// That a position is settled, or the number of its claim, and where the vertices of that lie.
    fn reach(&self, position: &Position) -> Option<Vec<u32>> {
        let Position { at, turn, offered } = position;
        if offered.is_some() {
            return self.follow(position);
        }
        if let Some(winner) = self.claim.settled(at) {
            return (winner == self.claim.winner).then(|| vec![0]);
        }
        let (key, places) = form(at);
        let &(number, own) = self.written.get(&(turn.by, turn.due, key))?;
        let mut numbers = vec![1, number];
        numbers.extend(own.lie_at(places, at.used(), self.claim.n));
        Some(numbers)
    }

    /// All moves, those of twins too.
    fn moves(&self, position: &Position) -> Vec<Position> {
        let Position { at, turn, offered } = position;
        let (claim, mut moves) = (self.claim, Vec::new());
        let free = claim.free_pairs(at);
        let mut add = |at, turn, offered| moves.push(Position { at, turn, offered });
        let answers = |offer: &[Pair], kept: &[usize]| answered(at, offer, kept);
        match offered {
            Some(offer) => all_subsets(offer.len(), claim.bias[0], &mut |kept| {
                add(answers(offer, kept), OFFER, None);
            }),
            None if claim.has_offers() => {
                for size in claim.offer_sizes(free.len()) {
                    all_subsets(free.len(), size, &mut |offer| {
                        add(*at, OFFER, Some(offer.iter().map(|&at| free[at]).collect()));
                    });
                }
            }
            None => {
                for edge in free {
                    let after = coloured(at, turn.by, edge);
                    claim.turns_after(*turn).for_each(|turn| add(after, turn, None));
                }
            }
        }
        moves
    }
}

/// [`subsets`] where nothing can be wrong.
fn all_subsets(bound: usize, count: usize, visit: &mut dyn FnMut(&[usize])) {
    let all = subsets(bound, count, &mut |chosen| {
        visit(chosen);
        Ok(())
    });
    debug_assert!(all.is_ok());
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use crate::proof::claims;

    /// All claims, numbered from 0, and last that the start, of which the last one is, is reached.
    #[test]
    fn claims_are_written_one_by_one() {
        for (name, count) in [
            ("maker-breaker-connected-7-bias-2", 40_325),
            ("avoider-enforcer-k3-7", 2_273),
            ("avoider-enforcer-connected-6-monotone", 1_843),
            ("waiter-client-connected-7-bias-2", 56),
            ("client-waiter-k3-6-bias-2", 26),
        ] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets/proofs");
            let file = fs::read(folder.join(name).with_extension("proof")).unwrap();
            let mut written = 0;
            claims(&file, 1, &mut |list| {
                let start = match written == count {
                    true => [0, 1, count - 1],
                    false => [1, written, list[2]],
                };
                assert_eq!(list[..3], start, "{name}");
                written += 1;
            })
            .unwrap();
            assert_eq!(written, count + 1, "{name}");
        }
    }
}
