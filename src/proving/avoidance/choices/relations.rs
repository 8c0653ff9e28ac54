//! Parts as a proof has them: two relations.

use std::fmt::Debug;
use std::hash::Hash;

use canon::Lanes;
use canon::vector::Portable;

use super::super::triangle::Structure;

/// A move.
pub type Pair = (u8, u8);

/// Open pairs, and edges.
pub trait Relations: Copy + Debug + Send + Sync + 'static {
    /// Both in one matrix, which is smaller: open pairs below the diagonal, edges above it.
    type Matrix: Copy + Eq + Hash + Send + Sync;

    /// The number of open pairs.
    fn pairs(&self) -> u32;

    /// The moves `u < v` in the order of `v`, then `u`: of those that swaps of twins make of each other, the first.
    fn moves(&self) -> Vec<Pair>;

    /// In one matrix.
    fn matrix(&self) -> Self::Matrix;

    /// From this matrix.
    fn of(matrix: &Self::Matrix) -> Self;
}

impl<R: Lanes<W>, const W: usize> Relations for Structure<R, W> {
    type Matrix = [R; W];

    fn pairs(&self) -> u32 {
        self.pairs(Portable)
    }

    fn moves(&self) -> Vec<Pair> {
        let twins = self.twins(Portable);
        let least = |v: usize| twins[v].lowest();
        let mut seen = [R::EMPTY; W];
        let mut moves = Vec::with_capacity(32);
        for v in 1..W {
            for u in (self.open[v] & R::below(v)).vertices() {
                let (a, b) = (least(u).min(least(v)), least(u).max(least(v)));
                if !seen[a].has(b) {
                    seen[a] |= R::bit(b);
                    moves.push((u as u8, v as u8));
                }
            }
        }
        moves
    }

    fn matrix(&self) -> [R; W] {
        std::array::from_fn(|v| self.open[v] & R::below(v) | self.edge[v] & !R::below(v))
    }

    fn of(matrix: &[R; W]) -> Self {
        let mut part = Self::NONE;
        for v in 0..W {
            for u in 0..v {
                if matrix[v].has(u) {
                    part.open[u] |= R::bit(v);
                    part.open[v] |= R::bit(u);
                }
                if matrix[u].has(v) {
                    part.edge[u] |= R::bit(v);
                    part.edge[v] |= R::bit(u);
                }
            }
        }
        part
    }
}
