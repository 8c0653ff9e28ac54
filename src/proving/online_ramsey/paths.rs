//! Positions in which the edges of one colour are disjoint paths, of which a long one is to be made.

use graph::each;

use super::position::{Limits, Position};
use super::row::{ORDER, Pairs, Row, USED_MOST};
use super::target::Target;

/// A colour whose target is a path, and how many vertices there are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paths {
    pub colour: usize,
    order: usize,
    vertices: usize,
}

/// The paths of a position, *pieces*: a vertex without an edge of the colour is one too.
pub(crate) struct Pieces {
    /// Used vertices, and others that there are.
    n: usize,
    fresh: usize,
    /// Vertices of the path to make.
    order: usize,
    /// Used vertices that end pieces.
    ends: Row,
    /// For each end of a piece its other end, the same one if it has but one vertex; of use for ends and new vertices.
    other: [u8; ORDER],
    /// For each of these the vertices of its piece.
    size: [u8; ORDER],
    /// How many pieces have so many vertices.
    counts: [u8; ORDER],
}

impl Paths {
    /// For the longest path with more than four vertices among the targets, if there is one.
    pub fn of<const C: usize>(targets: &[Target; C], limits: &Limits) -> Option<Self> {
        let is_path = |target: &Target| {
            let rows = target.rows();
            target.order() > 4
                && target.size() as usize == target.order() - 1
                && target.is_connected()
                && rows.iter().all(|row| row.count_ones() <= 2)
        };
        let long = (0..C).filter(|&c| is_path(&targets[c]));
        let colour = long.min_by_key(|&c| std::cmp::Reverse(targets[c].order()))?;
        Some(Self {
            colour,
            order: targets[colour].order(),
            vertices: limits.vertices.min(USED_MOST),
        })
    }

    /// The pieces of a position; all edges of the colour are in disjoint paths.
    pub fn pieces<const C: usize>(&self, position: &Position<C>) -> Pieces {
        let n = position.n;
        let rows = &position.rows[self.colour];
        let fresh = self.vertices.saturating_sub(n);
        let mut pieces = Pieces {
            n,
            fresh,
            order: self.order,
            ends: 0,
            other: std::array::from_fn(|v| v as u8),
            size: [1; ORDER],
            counts: [0; ORDER],
        };
        pieces.counts[1] = fresh as u8;
        for (v, &row) in rows[..n].iter().enumerate() {
            if row & row.wrapping_sub(1) != 0 {
                continue;
            }
            pieces.ends |= 1 << v;
            let (mut at, mut next, mut size) = (v, row, 1);
            while next != 0 {
                let before = at;
                at = next.trailing_zeros() as usize;
                next = rows[at] & !(1 << before);
                size += 1;
            }
            pieces.other[v] = at as u8;
            pieces.size[v] = size;
            pieces.counts[usize::from(size)] += u8::from(at >= v);
        }
        pieces
    }
}

/// The least number of edges with which pieces make a path of `order` vertices: the largest ones are joined.
fn lacking(counts: &[u8; ORDER], order: usize) -> usize {
    let (mut left, mut joined) = (order, 0);
    for (size, &count) in counts.iter().enumerate().rev() {
        let count = usize::from(count);
        if count * size >= left {
            return joined + left.div_ceil(size) - 1;
        }
        left -= count * size;
        joined += count;
    }
    usize::MAX
}

impl Pieces {
    /// The least number of edges that make the path, beside those there are.
    pub fn lacking(&self) -> usize {
        lacking(&self.counts, self.order)
    }

    /// That number once this pair joins two pieces.
    pub fn lacking_with(&self, (u, v): (usize, usize)) -> usize {
        let (one, other) = (usize::from(self.size[u]), usize::from(self.size[v]));
        let mut counts = self.counts;
        counts[one] -= 1;
        counts[other] -= 1;
        counts[one + other] += 1;
        lacking(&counts, self.order)
    }

    /// Whether a pair joins two pieces by their ends.
    pub fn joins(&self, (u, v): (usize, usize)) -> bool {
        let is_end = |v: usize| match v < self.n {
            true => self.ends >> v & 1 == 1,
            false => v < self.n + self.fresh,
        };
        is_end(u) && is_end(v) && usize::from(self.other[u]) != v
    }

    /// The number of a pair's ends that lie in pieces of several vertices, and the size of the two pieces together.
    pub fn ends_and_size(&self, (u, v): (usize, usize)) -> (u8, u8) {
        let (one, other) = (self.size[u], self.size[v]);
        (u8::from(one > 1) + u8::from(other > 1), one + other)
    }

    /// The first of at most `most` of these pairs that together make the path, if there are such.
    pub fn completed(&self, pairs: &Pairs, most: usize) -> Option<(usize, usize)> {
        let mut walk = Walk {
            pieces: self,
            pairs,
            partners: [0; ORDER],
            spare: (self.n + self.fresh).checked_sub(self.order)?,
            first: None,
        };
        for v in each(self.ends) {
            walk.partners[v] = pairs.rows[v] & self.ends & !(1 << self.other[v]);
        }
        if walk.is_idle(0, self.ends, self.fresh, 2) {
            return None;
        }
        let starts = each(self.ends).chain((self.fresh > 0).then_some(self.n));
        for v in starts {
            let other = usize::from(self.other[v]);
            let left = self.ends & !(1 << v | 1 << other);
            let fresh = self.fresh - usize::from(v >= self.n);
            if walk.completes(other, left, fresh, self.size[v].into(), most) {
                return walk.first;
            }
        }
        None
    }
}

/// A search for a path that goes from piece to piece.
struct Walk<'a> {
    pieces: &'a Pieces,
    pairs: &'a Pairs,
    /// For each used end the other used ones it has a pair with, but not that of its piece.
    partners: [Row; ORDER],
    /// Vertices that the path can do without.
    spare: usize,
    first: Option<(usize, usize)>,
}

impl Walk<'_> {
    /// From the end `at` of a path of `size` vertices, through whole pieces with ends in `left` and `fresh` new
    /// vertices.
    fn completes(&mut self, at: usize, left: Row, fresh: usize, size: usize, most: usize) -> bool {
        let pieces = self.pieces;
        if size >= pieces.order {
            return true;
        }
        if most == 0 || self.is_idle(1 << at, left, fresh, 1) || self.is_apart(at, left, size) {
            return false;
        }
        let (used, has_new) = match at < pieces.n {
            true => (self.partners[at], self.pairs.fresh >> at & 1 == 1),
            false => (self.pairs.fresh, self.pairs.both),
        };
        let new = (has_new && fresh > 0).then_some(pieces.n + pieces.fresh - fresh);
        for v in each(used & left).chain(new) {
            let other = usize::from(pieces.other[v]);
            let left = left & !(1 << v | 1 << other);
            let fresh = fresh - usize::from(v >= pieces.n);
            if self.completes(other, left, fresh, size + usize::from(pieces.size[v]), most - 1) {
                self.first = Some((at.min(v), at.max(v)));
                return true;
            }
        }
        false
    }

    fn has_new_pairs(&self) -> bool {
        self.pairs.fresh != 0 || self.pairs.both
    }

    /// Whether more ends of the pieces left are on no pair than `most`, however the vertices to spare are chosen; these
    /// have two ends each, and the vertices in `at` may be on pairs too.
    fn is_idle(&self, at: Row, left: Row, fresh: usize, most: usize) -> bool {
        let most = most + 2 * self.spare;
        let mut idle = if self.has_new_pairs() { 0 } else { 2 * fresh };
        for v in each(left) {
            if self.pairs.fresh >> v & 1 == 1 {
                continue;
            }
            let wanted = if usize::from(self.pieces.other[v]) == v { 2 } else { 1 };
            let count = (self.partners[v] & (left | at)).count_ones();
            idle += (wanted - count.min(wanted)) as usize;
        }
        idle > most
    }

    /// Whether the pieces that can be reached are too small.
    fn is_apart(&self, at: usize, left: Row, size: usize) -> bool {
        if self.has_new_pairs() {
            return false;
        }
        let (mut size, mut reached) = (size, 0);
        let mut border = self.partners[at] & left;
        while border != 0 {
            let v = border.trailing_zeros() as usize;
            let other = usize::from(self.pieces.other[v]);
            reached |= 1 << v | 1 << other;
            size += usize::from(self.pieces.size[v]);
            border = (border | (self.partners[v] | self.partners[other]) & left) & !reached;
        }
        size < self.pieces.order
    }
}
