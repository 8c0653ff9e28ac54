//! Claims that positions are lost one by one, each after those that it needs, as lists of numbers: docs/verified.md.

use std::collections::HashMap;

use super::form::{Key, Places, form};
use super::structure::{Pair, Rows, Structure};

/// A game in which edges are added. Open pairs of a structure stand for the winner's edges, or for all where there is
/// one colour, and its edges for those of the loser.
pub struct Losses<'a> {
    pub n: usize,
    /// All edges have one colour.
    pub is_one: bool,
    /// Whether the edges of the loser hold a copy, or those of the winner.
    pub has_copy: &'a dyn Fn(&Rows, Side) -> bool,
    /// Whether the loser, who is next, loses a position that no claim is about.
    pub is_lost: &'a dyn Fn(&Structure) -> bool,
}

/// A player.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Winner,
    Loser,
}

/// A reply, and the number of the claim to which it leads, with where the vertices of the claim lie.
type Answer = (Pair, u32, Vec<u32>);

struct Stream<'a, 'l> {
    game: &'a Losses<'a>,
    /// What is written: the number of a claim, and its vertices in the order of the form.
    written: HashMap<Key, (u32, Places)>,
    list: &'l mut dyn FnMut(&[u32]),
}

/// Gives the lists for claims, each of which needs none before it, and last how the winner comes to one from the start.
/// Returns false where a move of the loser has no reply that leads to a claim.
pub fn write<'a>(
    game: &Losses,
    claims: impl DoubleEndedIterator<Item = &'a Structure>,
    winner_begins: bool,
    list: &mut dyn FnMut(&[u32]),
) -> bool {
    let mut stream = Stream {
        game,
        written: HashMap::new(),
        list,
    };
    for claim in claims.rev() {
        if stream.claim(claim).is_none() {
            return false;
        }
    }
    let mut last = vec![0];
    let found = match winner_begins {
        true => stream.answer(&Structure::EMPTY).map(|((x, y), number, map)| {
            last.extend([x.into(), y.into(), number]);
            last.extend(map);
        }),
        false => stream.lost(&Structure::EMPTY).map(|(number, map)| {
            last.push(number);
            last.extend(map);
        }),
    };
    (stream.list)(&last);
    found.is_some()
}

impl Stream<'_, '_> {
    /// Writes a claim, if each move has an answer, and returns its number.
    fn claim(&mut self, position: &Structure) -> Option<u32> {
        let n = self.game.n;
        let mut list = vec![1, 0, n as u32];
        list.extend(&position.open[..n]);
        list.extend(&position.edge[..n]);
        for (u, v) in self.free(position) {
            let after = self.after(position, (u, v), Side::Loser);
            if self.has_copy(&after, Side::Loser) {
                list.push(0);
                continue;
            }
            let ((x, y), number, map) = self.answer(&after)?;
            list.extend([1, x.into(), y.into(), number]);
            list.extend(map);
        }
        let number = self.written.len() as u32;
        list[1] = number;
        (self.list)(&list);
        let (key, places) = form(position);
        self.written.insert(key, (number, places));
        Some(number)
    }

    /// A reply that leads to a claim.
    fn answer(&mut self, position: &Structure) -> Option<Answer> {
        let replies: Vec<(Pair, Structure)> = self
            .free(position)
            .map(|pair| (pair, self.after(position, pair, Side::Winner)))
            .filter(|(_, after)| !self.has_copy(after, Side::Winner))
            .collect();
        for (pair, after) in &replies {
            if let Some((number, map)) = self.known(after) {
                return Some((*pair, number, map));
            }
        }
        replies.iter().find_map(|(pair, after)| {
            let (number, map) = self.lost(after)?;
            Some((*pair, number, map))
        })
    }

    /// The number of a claim about a position, and where its vertices lie. It is written now if the rules say that the
    /// position is lost.
    fn lost(&mut self, position: &Structure) -> Option<(u32, Vec<u32>)> {
        if let known @ Some(_) = self.known(position) {
            return known;
        }
        (self.game.is_lost)(position).then(|| self.claim(position))??;
        self.known(position)
    }

    /// The number of the claim that is written about a position, and where its vertices lie.
    fn known(&self, position: &Structure) -> Option<(u32, Vec<u32>)> {
        let (key, places) = form(position);
        let &(number, own) = self.written.get(&key)?;
        Some((number, own.lie_at(places, position.used(), self.game.n)))
    }

    /// The free pairs, u < v, in the order of v, then u.
    fn free(&self, position: &Structure) -> impl Iterator<Item = Pair> + use<> {
        let taken: Rows = std::array::from_fn(|v| position.open[v] | position.edge[v]);
        let pairs = (0..self.game.n).flat_map(|v| (0..v).map(move |u| (u, v)));
        pairs
            .filter(move |&(u, v)| taken[v] >> u & 1 == 0)
            .map(|(u, v)| (u as u8, v as u8))
    }

    fn after(&self, position: &Structure, (u, v): Pair, side: Side) -> Structure {
        let mut after = *position;
        let rows = match side == Side::Loser && !self.game.is_one {
            true => &mut after.edge,
            false => &mut after.open,
        };
        rows[usize::from(u)] |= 1 << v;
        rows[usize::from(v)] |= 1 << u;
        after
    }

    fn has_copy(&self, position: &Structure, side: Side) -> bool {
        match side == Side::Loser && !self.game.is_one {
            true => (self.game.has_copy)(&position.edge, side),
            false => (self.game.has_copy)(&position.open, side),
        }
    }
}
