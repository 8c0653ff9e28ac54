//! Sets of pairs of vertices as machine words, and maps of vertices.

pub use graph::each;

/// Most vertices of a board: its 55 pairs and a mover fit 64 bits.
pub const ORDER_MOST: usize = 11;

/// A set of pairs: bit `v (v - 1) / 2 + u` is the pair `uv` with `u < v`, the order of graph6.
pub type Pairs = u64;

const PAIRS_MOST: usize = ORDER_MOST * (ORDER_MOST - 1) / 2;

/// The vertices of each pair, the smaller first.
const ENDS: [(u8, u8); PAIRS_MOST] = {
    let mut ends = [(0, 0); PAIRS_MOST];
    let (mut at, mut v) = (0, 1);
    while v < ORDER_MOST {
        let mut u = 0;
        while u < v {
            ends[at] = (u as u8, v as u8);
            (at, u) = (at + 1, u + 1);
        }
        v += 1;
    }
    ends
};

/// Number of the pair `uv`, `u != v`.
#[inline(always)]
pub fn pair(u: usize, v: usize) -> usize {
    let (u, v) = if u < v { (u, v) } else { (v, u) };
    v * (v - 1) / 2 + u
}

/// The vertices of a pair, the smaller first.
#[inline(always)]
pub fn ends(pair: usize) -> (usize, usize) {
    let (u, v) = ENDS[pair];
    (u.into(), v.into())
}

/// All pairs of `n` vertices.
pub fn all_pairs(n: usize) -> Pairs {
    (1 << (n * n.saturating_sub(1) / 2)) - 1
}

/// The stars of `n` vertices: all pairs at each.
pub fn stars(n: usize) -> [Pairs; ORDER_MOST] {
    let mut stars = [0; ORDER_MOST];
    for at in each(all_pairs(n)) {
        let (u, v) = ends(at);
        stars[u] |= 1 << at;
        stars[v] |= 1 << at;
    }
    stars
}

/// Adjacency rows of a set of pairs.
#[inline(always)]
pub fn rows(set: Pairs) -> [u16; 16] {
    let mut rows = [0; 16];
    for at in each(set) {
        let (u, v) = ends(at);
        rows[u] |= 1 << v;
        rows[v] |= 1 << u;
    }
    rows
}

/// A bijection of vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Map(pub [u8; ORDER_MOST]);

impl Map {
    /// Every vertex to itself.
    pub const IDENTITY: Self = {
        let mut map = [0; ORDER_MOST];
        let mut v = 0;
        while v < ORDER_MOST {
            map[v] = v as u8;
            v += 1;
        }
        Self(map)
    };

    /// The pair that a pair goes to.
    #[inline(always)]
    pub fn pair(&self, at: usize) -> usize {
        let (u, v) = ends(at);
        pair(self.0[u].into(), self.0[v].into())
    }

    /// The set that a set goes to.
    #[inline(always)]
    pub fn image(&self, set: Pairs) -> Pairs {
        each(set).fold(0, |image, at| image | 1 << self.pair(at))
    }

    /// The map back.
    #[inline(always)]
    pub fn inverse(&self) -> Self {
        let mut inverse = [0; ORDER_MOST];
        for v in 0..ORDER_MOST {
            inverse[usize::from(self.0[v])] = v as u8;
        }
        Self(inverse)
    }

    /// First this map, then `next`.
    pub fn then(&self, next: &Self) -> Self {
        Self(self.0.map(|v| next.0[usize::from(v)]))
    }
}
