//! Coloured graphs, and the pairs that complete a target.

use super::target::{Board, Target};

/// A set of vertices.
pub type Row = u64;

/// Most vertices of a position in a proof.
pub const ORDER_MOST: usize = 40;
/// With the new vertices that may be looked at.
pub const ROOM: usize = ORDER_MOST + 8;

/// Rows of a graph with room for new vertices.
pub type Rows = [Row; ROOM];

/// The vertices of a set, ascending.
pub fn each(mut set: Row) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let vertex = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(vertex)
    })
}

/// A graph whose edges have colours; every vertex below `n` has an edge.
#[derive(Clone)]
pub struct Position {
    pub n: usize,
    /// Rows of each colour.
    pub rows: Vec<Rows>,
}

/// Of each colour, the pairs that complete its target: all vertices from `n` on are new, and alike.
pub type Threats = Vec<Rows>;

pub fn join(rows: &mut Rows, u: usize, v: usize) {
    rows[u] |= 1 << v;
    rows[v] |= 1 << u;
}

impl Position {
    pub fn empty(colours: usize) -> Self {
        Self {
            n: 0,
            rows: vec![[0; ROOM]; colours],
        }
    }

    /// With an edge more.
    pub fn with(&self, (u, v): (usize, usize), colour: usize) -> Self {
        let mut child = self.clone();
        join(&mut child.rows[colour], u, v);
        child.n = self.n.max(u.max(v) + 1);
        child
    }

    /// The edges of a colour.
    pub fn edges(&self, colour: usize) -> impl Iterator<Item = (usize, usize)> {
        let rows = &self.rows[colour];
        (0..self.n).flat_map(|v| each(rows[v] & ((1 << v) - 1)).map(move |u| (u, v)))
    }

    /// The free pairs as rows, all those with new vertices among them.
    pub fn free(&self) -> Rows {
        std::array::from_fn(|v| self.rows.iter().fold(!(1 << v), |free, rows| free & !rows[v]))
    }

    pub fn is_free(&self, u: usize, v: usize) -> bool {
        u != v && self.rows.iter().all(|rows| rows[u] >> v & 1 == 0)
    }

    /// Every free pair, one for each way to use new vertices: `u` with a new one, and two new ones.
    pub fn free_pairs(&self) -> Vec<(usize, usize)> {
        let n = self.n;
        let used = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
        let mut pairs: Vec<_> = used.filter(|&(u, v)| self.is_free(u, v)).collect();
        pairs.extend((0..n).map(|u| (u, n)));
        pairs.push((n, n + 1));
        pairs
    }

    /// The pairs that complete the target of `colour` together with `at`, which may be an edge or free. New vertices
    /// are those from `n` on; beside those of `at` one stands for all.
    pub fn completed_with(&self, target: &Target, colour: usize, at: (usize, usize)) -> Rows {
        let mut found = [0; ROOM];
        let board = Board {
            n: self.n.max(at.0.max(at.1) + 1),
            own: &self.rows[colour],
            free: &self.free(),
            most: 1,
            wanted: None,
        };
        target.any_through(&board, at, &mut |missing| {
            missing.iter().for_each(|&(u, v)| join(&mut found, u, v));
            false
        });
        found
    }

    /// The pairs that complete a target; of new vertices those two that come first have them.
    pub fn threats(&self, targets: &[Target]) -> Threats {
        let of = |(colour, target): (usize, &Target)| {
            let mut threats = [0; ROOM];
            if target.edges() == 1 {
                let pairs = self.free_pairs();
                pairs.into_iter().for_each(|(u, v)| join(&mut threats, u, v));
            }
            for v in 0..self.n {
                for u in each(self.rows[colour][v]) {
                    let found = self.completed_with(target, colour, (u, v));
                    self.add(&mut threats, &found);
                }
            }
            threats
        };
        targets.iter().enumerate().map(of).collect()
    }

    /// Adds pairs to a set, with any new vertex as the first one.
    pub fn add(&self, set: &mut Rows, pairs: &Rows) {
        let n = self.n;
        let used = (1 << n) - 1;
        for v in 0..ROOM {
            let (old, new) = (pairs[v] & used, pairs[v] & !used);
            if v < n {
                set[v] |= old;
                if new != 0 {
                    join(set, v, n);
                }
            } else if new != 0 {
                join(set, n, n + 1);
            }
        }
    }
}
