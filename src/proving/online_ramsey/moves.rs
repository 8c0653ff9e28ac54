//! Builder's moves worth trying, one of each kind.

use graph::each;

use super::form::Form;
use super::position::{Position, Threats};
use super::row::{ORDER, Row, below};
use super::rules::Rules;

/// A move of Builder.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    /// The pair, smaller end first.
    pub at: (usize, usize),
    /// A bit for each colour that completes its target.
    completes: u8,
    rank: u64,
}

impl Move {
    /// Whether this colour completes its target.
    pub fn completes(&self, colour: usize) -> bool {
        self.completes >> colour & 1 == 1
    }
}

/// Which of the vertices and components that a symmetry exchanges come first.
struct Classes {
    /// For each vertex its place among its twins, and the set of these.
    twins: [(u8, Row); ORDER],
    /// For each vertex its component and the place of that among isomorphic ones.
    component: [(u8, u8); ORDER],
    like: [u8; ORDER],
}

impl Classes {
    fn of<const C: usize>(position: &Position<C>, form: &Form) -> Self {
        let mut classes = Self {
            twins: [(0, 0); ORDER],
            component: [(0, 0); ORDER],
            like: [0; ORDER],
        };
        for v in 0..position.n {
            let is_twin = |&u: &usize| {
                let apart = !(1 << u | 1 << v);
                form.colours[u] == form.colours[v] && position.rows.iter().all(|rows| (rows[u] ^ rows[v]) & apart == 0)
            };
            classes.twins[v] = match (0..v).find(is_twin) {
                Some(first) => {
                    classes.twins[first].1 |= 1 << v;
                    (classes.twins[first].1.count_ones() as u8 - 1, 1 << first)
                }
                None => (0, 1 << v),
            };
        }
        let components = form.components();
        for (number, (vertices, key)) in components.iter().enumerate() {
            let earlier = components[..number].iter().filter(|(_, other)| other == key);
            let first = components.iter().position(|(_, other)| other == key);
            for v in each(*vertices) {
                classes.component[v] = (number as u8, earlier.clone().count() as u8);
                classes.like[v] = first.expect("itself") as u8;
            }
        }
        classes
    }

    /// Whether the vertex `v` comes first of those like it.
    fn is_first(&self, v: usize) -> bool {
        self.twins[v].0 == 0 && self.component[v].1 == 0
    }

    fn are_first(&self, u: usize, v: usize) -> bool {
        let first_of = |v: usize| match self.twins[v].0 {
            0 => v,
            _ => self.twins[v].1.trailing_zeros() as usize,
        };
        let twins = match first_of(u) == first_of(v) {
            true => self.twins[u].0 + self.twins[v].0 == 1,
            false => self.twins[u].0 == 0 && self.twins[v].0 == 0,
        };
        let (one, other) = (self.component[u], self.component[v]);
        let components = match one.0 == other.0 || self.like[u] != self.like[v] {
            true => one.1 == 0 && other.1 == 0,
            false => one.1 + other.1 == 1,
        };
        twins && components
    }
}

impl<const C: usize> Rules<C> {
    /// All moves up to symmetry, the most promising first; the order is the same for isomorphic positions.
    ///
    /// The ends of greatest degree come first, new vertices after used ones. So Builder draws a large star before
    /// anything else: that he wins K3, K4 within 17 moves takes some hundred positions. Orders with moves inside the
    /// graph first, or first those on which a colour loses, did not find it in minutes.
    ///
    /// With a long path or cycle, ends of equal degree come first, and of these such as have no edge of its colour yet:
    /// Builder draws disjoint edges and joins pieces. C4, P8 in 14 rounds on 9 vertices takes 0.05 s; with the order
    /// above it was not found in 25.
    pub fn moves(&self, position: &Position<C>, threats: &Threats<C>, form: &Form) -> Vec<Move> {
        let n = position.n;
        let mut moves = Vec::with_capacity(n * (n + 1) / 2 + 1);
        // A new vertex has no edge.
        let mut degrees = [0; ORDER];
        (0..n).for_each(|v| degrees[v] = position.joined(v).count_ones());
        self.kinds(position, form, |at, hash| {
            let completes = (0..C).fold(0, |set, c| set | u8::from(threats[c].has(n, at)) << c);
            let (one, other) = (degrees[at.0], degrees[at.1]);
            let rank = match self.is_long.contains(&true) {
                false => ((63 - one.max(other)) << 6) | (63 - one.min(other)),
                true => (one.abs_diff(other) << 6) | self.ends_of_paths(position, at),
            };
            let rank = u64::from(rank) << 52 | hash >> 12;
            moves.push(Move { at, completes, rank });
        });
        moves.sort_unstable_by_key(|found| (found.rank, found.at));
        moves
    }

    /// Shows one of each kind of pairs that a symmetry exchanges, with a number that it keeps.
    pub fn kinds(&self, position: &Position<C>, form: &Form, mut see: impl FnMut((usize, usize), u64)) {
        let n = position.n;
        let (one, both) = self.limits.new_ones(n);
        let symmetry = self.options.symmetry;
        let classes = Classes::of(position, form);
        for v in 0..n {
            for u in each(below(v) & !position.joined(v)) {
                if !symmetry || classes.are_first(u, v) {
                    let sum = form.colours[u].wrapping_add(form.colours[v]);
                    see((u, v), sum.wrapping_mul(0x9E37_79B9_7F4A_7C15));
                }
            }
            if one && (!symmetry || classes.is_first(v)) {
                see((v, n), form.colours[v]);
            }
        }
        if both {
            see((n, n + 1), 0);
        }
    }

    /// Ends of the pair with an edge of a long target's colour.
    fn ends_of_paths(&self, position: &Position<C>, at: (usize, usize)) -> u32 {
        let colours = (0..C).filter(|&c| self.is_long[c]);
        let ends = colours.flat_map(|c| [position.rows[c][at.0], position.rows[c][at.1]]);
        ends.map(|row| u32::from(row != 0)).sum()
    }
}
