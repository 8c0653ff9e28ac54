//! Two relations on up to 20 vertices: what is left of a game, open pairs and the edges that matter to them; or red and
//! green edges.

/// Most vertices, copies among them.
pub const WIDTH: usize = 20;

/// Row `v` has the neighbours of `v`.
pub type Rows = [u32; WIDTH];

/// Pairs that may be played, and edges; or red and green edges. Both relations are symmetric. No pair is open and an
/// edge, but of red and green edges those that the board lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Structure {
    pub open: Rows,
    pub edge: Rows,
}

/// The vertices of a row, ascending.
pub fn vertices(mut row: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let vertex = (row != 0).then(|| row.trailing_zeros() as usize);
        row &= row.wrapping_sub(1);
        vertex
    })
}

/// The vertices before `v`.
pub fn below(v: usize) -> u32 {
    (1 << v) - 1
}

/// The ends of a pair.
pub type Pair = (u8, u8);

impl Structure {
    /// No vertex has a pair.
    pub const EMPTY: Self = Self {
        open: [0; WIDTH],
        edge: [0; WIDTH],
    };

    /// Number of open pairs.
    pub fn pairs(&self) -> u32 {
        self.open.iter().map(|row| row.count_ones()).sum::<u32>() / 2
    }

    /// The vertices with an open pair or an edge.
    pub fn used(&self) -> u32 {
        (0..WIDTH).fold(0, |used, v| used | u32::from(self.open[v] | self.edge[v] != 0) << v)
    }

    /// Whether the swap of two vertices changes nothing.
    pub fn are_twins(&self, u: usize, v: usize) -> bool {
        let others = !(1 << u | 1 << v);
        ((self.open[u] ^ self.open[v]) | (self.edge[u] ^ self.edge[v])) & others == 0
    }

    /// The moves `u < v` in the order of `v`, then `u`: of those that swaps of twins make of each other, the first.
    pub fn moves(&self) -> Vec<Pair> {
        self.first_of_twins(&self.open)
    }

    /// The pairs of a relation in this order: of those that swaps of twins make of each other, the first.
    pub fn first_of_twins(&self, pairs: &Rows) -> Vec<Pair> {
        let mut least = [0; WIDTH];
        for v in 0..WIDTH {
            least[v] = (0..v).find(|&u| pairs[v] != 0 && self.are_twins(u, v)).unwrap_or(v);
        }
        let mut seen = [0u32; WIDTH];
        let mut first = Vec::new();
        for v in 1..WIDTH {
            for u in vertices(pairs[v] & below(v)) {
                let (a, b) = (least[u].min(least[v]), least[u].max(least[v]));
                if seen[a] >> b & 1 == 0 {
                    seen[a] |= 1 << b;
                    first.push((u as u8, v as u8));
                }
            }
        }
        first
    }

    /// Makes an open pair an edge.
    pub fn join(&mut self, u: usize, v: usize) {
        self.close(u, v);
        self.edge[u] |= 1 << v;
        self.edge[v] |= 1 << u;
    }

    /// Takes a pair from the open ones.
    pub fn close(&mut self, u: usize, v: usize) {
        self.open[u] &= !(1 << v);
        self.open[v] &= !(1 << u);
    }
}
