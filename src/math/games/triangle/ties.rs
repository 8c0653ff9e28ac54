//! The open pairs that, by the criteria so far, rank with the deleted edge.

use canon::vector::Unit;
use canon::{Colours, Lanes};

/// A set of pairs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ties<R, const W: usize> {
    /// Row `x`: the partners of `x`. Symmetric.
    rows: [R; W],
    /// Whether there are any.
    pub any: bool,
}

impl<R: Lanes<W>, const W: usize> Ties<R, W> {
    /// No pair.
    pub const NONE: Self = Self {
        rows: [R::EMPTY; W],
        any: false,
    };

    /// The pairs of the symmetric matrix `elsewhere`, and those of two more vertices with their partners, which are
    /// empty rows of the matrix.
    #[inline(always)]
    pub fn new<U: Unit>(unit: U, elsewhere: [R; W], more: [(usize, R); 2]) -> Self {
        let mut rows = elsewhere;
        for (u, partners) in more {
            for x in 0..W {
                let lane = R::bit(x);
                let own = if lane == R::bit(u) { partners } else { R::EMPTY };
                let other = if partners & lane == R::EMPTY {
                    R::EMPTY
                } else {
                    R::bit(u)
                };
                rows[x] |= own | other;
            }
        }
        let any = !R::filled(unit, &rows).is_empty();
        Self { rows, any }
    }

    /// Keeps the pairs whose colour equals that of `uv`; returns false when one has a larger colour. The colour of a
    /// pair is the larger colour of its ends, then the smaller one.
    #[inline(always)]
    pub fn keep<U: Unit>(&mut self, unit: U, colours: &Colours<W>, (u, v): (u8, u8)) -> bool {
        let (u, v) = (usize::from(u), usize::from(v));
        let (a, b) = (colours.0[u % W], colours.0[v % W]);
        let (large, small) = (a.max(b), a.min(b));
        let larger = R::larger(unit, &colours.0, large);
        let between = R::larger(unit, &colours.0, small) & !larger;
        let (as_large, as_small) = (R::equal(unit, &colours.0, large), R::equal(unit, &colours.0, small));
        let mut worse = [R::EMPTY; W];
        for x in 0..W {
            let if_in = |set: R, then: R| if set & R::bit(x) == R::EMPTY { R::EMPTY } else { then };
            worse[x] = self.rows[x] & (if_in(larger, !R::EMPTY) | if_in(as_large, between));
            self.rows[x] &= if_in(as_large, as_small) | if_in(as_small, as_large);
        }
        self.any = !R::filled(unit, &self.rows).is_empty();
        R::filled(unit, &worse).is_empty()
    }

    /// Lists the pairs in `pairs`, each once.
    pub fn pairs<'a, U: Unit>(&self, unit: U, pairs: &'a mut Vec<(u8, u8)>) -> &'a [(u8, u8)] {
        pairs.clear();
        for x in R::filled(unit, &self.rows).vertices() {
            pairs.extend((self.rows[x % W] & R::below(x)).vertices().map(|y| (x as u8, y as u8)));
        }
        pairs
    }
}
