//! What the search must know of a game: positions as sums of parts, and the moves of a part.

use canon::{Canonical, Key, Lanes};
use graph::Graph;

/// A hash of 128 bits of a part: the first word says where in a table, the second is compared.
pub type Hash = [u64; 2];

/// One summand of a position, with a move.
#[derive(Clone, Copy, Debug)]
pub struct Part<P> {
    /// The part.
    pub position: P,
    /// Equal for isomorphic parts.
    pub hash: Hash,
    /// Number of moves, which bounds the moves to the end where moves only vanish.
    pub pairs: u32,
}

/// Takes pairs of equal parts out, from number `from` on: their sum has the value 0.
#[inline(always)]
pub fn cancel<P>(parts: &mut Vec<Part<P>>, from: usize) {
    let mut at = from;
    while at + 1 < parts.len() {
        match (at + 1..parts.len()).find(|&other| parts[other].hash == parts[at].hash) {
            Some(other) => {
                parts.swap_remove(other);
                parts.swap_remove(at);
            }
            None => at += 1,
        }
    }
}

/// A move of a part: the moves left after it, where that is known before it is made, and its ends, in one word to sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step(u32);

impl Step {
    /// The move `uv`, which leaves so many moves; 0 where that is not known.
    #[inline(always)]
    pub fn new(left: u32, u: usize, v: usize) -> Self {
        Self(left << 16 | (v as u32) << 8 | u as u32)
    }

    /// The first end.
    #[inline(always)]
    pub fn u(self) -> usize {
        (self.0 & 0xFF) as usize
    }

    /// The second end.
    #[inline(always)]
    pub fn v(self) -> usize {
        (self.0 >> 8 & 0xFF) as usize
    }
}

/// The pairs of a symmetric relation in the order of their numbers, as in graph6.
pub fn pairs<R: Lanes<W>, const W: usize>(rows: &[R; W]) -> Vec<(usize, usize)> {
    let ends = |v: usize| (rows[v] & R::below(v)).vertices().map(move |u| (u, v));
    (1..W).flat_map(ends).collect()
}

/// A graph that a game is played on.
pub trait Board: Copy + Send + Sync {
    /// Equal for isomorphic graphs, and for no others.
    type Key: Copy + Ord;

    /// The graph without an edge.
    fn empty(n: usize) -> Self;

    /// With an edge more.
    fn with_edge(&self, ends: (usize, usize)) -> Self;

    /// Its class. Cost: a canonical form, some 0.3 us.
    fn key(&self) -> Self::Key;

    /// The graph on `n` vertices that stands for a class.
    fn of_key(key: Self::Key, n: usize) -> Self;
}

impl<R: Lanes<W>, const W: usize> Board for Graph<R, W> {
    type Key = Key<R>;

    fn empty(n: usize) -> Self {
        Self::empty(n)
    }

    fn with_edge(&self, (u, v): (usize, usize)) -> Self {
        self.toggled(u, v)
    }

    fn key(&self) -> Key<R> {
        Canonical::of(self).key
    }

    fn of_key(key: Key<R>, n: usize) -> Self {
        key.graph(n)
    }
}

/// A game in normal play as the search sees it.
pub trait Kernel: Sync {
    /// What it is played on.
    type Graph: Board;
    /// A part of a position.
    type Position: Copy + Send;

    /// Number of vertices.
    fn order(&self) -> usize;

    /// The legal moves from a graph that the rules allow, in the order of the pairs.
    fn moves(&self, graph: &Self::Graph) -> Vec<(usize, usize)>;

    /// The graph with one edge, if there is a move.
    fn one_edge(&self) -> Option<Self::Graph> {
        let empty = Self::Graph::empty(self.order());
        Some(empty.with_edge(*self.moves(&empty).first()?))
    }

    /// Appends the parts of such a graph, and returns the value of the rest of it.
    fn parts(&self, graph: &Self::Graph, parts: &mut Vec<Part<Self::Position>>) -> u8;

    /// Appends the moves of a part, at least one of each class under automorphisms, in the order in which to try them.
    fn steps(&self, part: &Part<Self::Position>, steps: &mut Vec<Step>);

    /// Appends the parts after a move, and returns the value of the rest.
    fn after(&self, part: &Part<Self::Position>, step: Step, parts: &mut Vec<Part<Self::Position>>) -> u8;

    /// Orders parts of as many moves: the smaller is searched first. Equal for isomorphic parts.
    fn tie(&self, part: &Part<Self::Position>) -> u32;
}
