//! A position: red and green edges on vertices without number, and moves taken back.

use graph::each;

/// Most vertices that a position can touch.
pub const ORDER_MOST: usize = 32;

/// Red, who moves first.
pub const RED: usize = 0;
/// Green.
pub const GREEN: usize = 1;

/// An edge; its ends in any order.
pub type Edge = (u8, u8);

/// Red and green edges. The vertices that an edge touches are 0 to `touched - 1`; all others are *fresh* and alike.
#[derive(Clone, Debug)]
pub struct Position {
    rows: [[u32; ORDER_MOST]; 2],
    touched: usize,
    counts: [usize; 2],
    /// All edges in the order of playing, with the colour and the vertices touched before.
    played: Vec<(Edge, u8, u8)>,
}

impl Position {
    /// Nothing is played.
    pub fn empty() -> Self {
        Self {
            rows: [[0; ORDER_MOST]; 2],
            touched: 0,
            counts: [0; 2],
            played: Vec::with_capacity(64),
        }
    }

    /// The position with these red and these green edges.
    pub fn of(red: &[Edge], green: &[Edge]) -> Self {
        let mut position = Self::empty();
        red.iter().for_each(|&edge| position.play(RED, edge));
        green.iter().for_each(|&edge| position.play(GREEN, edge));
        position
    }

    /// Colours a free edge. Fresh vertices of it become touched; they must be the next ones.
    #[inline]
    pub fn play(&mut self, colour: usize, edge: Edge) {
        let (u, v) = (edge.0 as usize, edge.1 as usize);
        debug_assert!(u != v && self.is_free(u, v));
        self.played.push((edge, colour as u8, self.touched as u8));
        self.rows[colour][u] |= 1 << v;
        self.rows[colour][v] |= 1 << u;
        self.counts[colour] += 1;
        self.touched = self.touched.max(u + 1).max(v + 1);
    }

    /// Number of edges.
    #[inline]
    pub fn mark(&self) -> usize {
        self.played.len()
    }

    /// The moves since a mark, in their order.
    pub fn since(&self, mark: usize) -> impl Iterator<Item = (usize, Edge)> + '_ {
        self.played[mark..]
            .iter()
            .map(|&(edge, colour, _)| (colour as usize, edge))
    }

    /// Takes back the moves since a mark.
    #[inline]
    pub fn back_to(&mut self, mark: usize) {
        while self.played.len() > mark {
            let ((u, v), colour, touched) = self.played.pop().expect("there is one");
            let rows = &mut self.rows[colour as usize];
            rows[u as usize] &= !(1 << v);
            rows[v as usize] &= !(1 << u);
            self.counts[colour as usize] -= 1;
            self.touched = touched as usize;
        }
    }

    /// Rows of the edges of a colour.
    #[inline]
    pub fn rows(&self, colour: usize) -> &[u32; ORDER_MOST] {
        &self.rows[colour]
    }

    /// Number of edges of a colour.
    #[inline]
    pub fn count(&self, colour: usize) -> usize {
        self.counts[colour]
    }

    /// Number of vertices touched.
    #[inline]
    pub fn touched(&self) -> usize {
        self.touched
    }

    /// The vertices that an edge of a vertex, of either colour, leads to.
    #[inline]
    pub fn taken(&self, vertex: usize) -> u32 {
        self.rows[RED][vertex] | self.rows[GREEN][vertex]
    }

    /// Whether no one has coloured the edge.
    #[inline]
    pub fn is_free(&self, u: usize, v: usize) -> bool {
        self.taken(u) >> v & 1 == 0
    }

    /// The edges of a colour, smaller end first, ordered by the larger.
    pub fn edges(&self, colour: usize) -> impl Iterator<Item = Edge> + '_ {
        let rows = &self.rows[colour];
        (0..self.touched).flat_map(move |v| each(rows[v] & ((1 << v) - 1)).map(move |u| (u as u8, v as u8)))
    }
}
