//! Sets of vertices and maps of pairs, as bits.

use graph::each;

/// A set of vertices.
pub type Row = u64;

/// Vertices that have a row, new ones included.
pub const ORDER: usize = 40;

/// Most vertices that edges may touch: the bounds look at six new ones besides.
pub const USED_MOST: usize = ORDER - 6;

/// The vertices below `n`.
pub(crate) fn below(n: usize) -> Row {
    debug_assert!(n < ORDER);
    (1 << n) - 1
}

/// A set of moves on a position of `n` used vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pairs {
    /// Rows of pairs of used vertices.
    pub rows: [Row; ORDER],
    /// Used vertices whose pair with a new vertex is in the set.
    pub fresh: Row,
    /// Whether the pair of two new vertices is in the set.
    pub both: bool,
}

impl Pairs {
    pub const NONE: Self = Self {
        rows: [0; ORDER],
        fresh: 0,
        both: false,
    };

    /// The set of these rows, in which all vertices from `n` on are new ones.
    pub fn folded(n: usize, rows: &[Row; ORDER]) -> Self {
        let mut pairs = Self::NONE;
        pairs.join_folded(n, rows);
        pairs
    }

    /// Whether a move is in the set.
    #[inline]
    pub fn has(&self, n: usize, at: (usize, usize)) -> bool {
        let (u, v) = at;
        match v < n {
            true => self.rows[u] >> v & 1 == 1,
            false if u < n => self.fresh >> u & 1 == 1,
            false => self.both,
        }
    }

    pub fn is_empty(&self, n: usize) -> bool {
        !self.both && self.fresh == 0 && self.rows[..n].iter().all(|row| *row == 0)
    }

    pub fn meet(&mut self, n: usize, other: &Self) {
        for v in 0..n {
            self.rows[v] &= other.rows[v];
        }
        self.fresh &= other.fresh;
        self.both &= other.both;
    }

    pub fn join(&mut self, n: usize, other: &Self) {
        for v in 0..n {
            self.rows[v] |= other.rows[v];
        }
        self.fresh |= other.fresh;
        self.both |= other.both;
    }

    /// Adds the set of these rows, in which all vertices from `n` on are new ones.
    pub fn join_folded(&mut self, n: usize, rows: &[Row]) {
        let used = below(n);
        for v in 0..n {
            self.rows[v] |= rows[v] & used;
            self.fresh |= Row::from(rows[v] & !used != 0) << v;
        }
        self.both |= rows[n..].iter().any(|row| row & !used != 0);
    }

    /// The moves as pairs, the new vertices being `n` and `n + 1`.
    pub fn each(&self, n: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let used = (0..n).flat_map(move |v| each(self.rows[v] & below(v)).map(move |u| (u, v)));
        let fresh = each(self.fresh).map(move |u| (u, n));
        used.chain(fresh).chain(self.both.then_some((n, n + 1)))
    }
}
