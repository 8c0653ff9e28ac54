//! The vertices sorted by degree and colour.

use super::colours::Colours;
use crate::graph::{Graph, Row};

/// Bits of a sort word below the colour: the vertex.
const VERTEX_BITS: u32 = 5;
/// Bits of a sort word that hold the colour; above them is the degree and one, and all stay below the sign bit.
const COLOUR_BITS: u32 = 21;

/// The vertices sorted by what is known of them.
pub(super) struct Partition<const W: usize> {
    /// The vertex at each place.
    pub order: [u8; W],
    /// Degree, colour and vertex of the vertex at each place.
    words: [u32; W],
}

impl<const W: usize> Partition<W> {
    /// The vertices of `path` in its order, each alone in its cell, then the others by degree, then colour.
    #[inline(always)]
    pub fn new<R: Row>(graph: &Graph<R, W>, colours: &Colours<W>, path: &[u8]) -> Self {
        let n = graph.order();
        let mut words = [0; W];
        for v in 0..W {
            let degree = if v < n { 30 - graph.rows()[v].count() } else { 31 };
            words[v] =
                degree << (COLOUR_BITS + VERTEX_BITS) | colours.0[v] >> (32 - COLOUR_BITS) << VERTEX_BITS | v as u32;
        }
        for (depth, &v) in path.iter().enumerate() {
            words[usize::from(v) % W] = (depth as u32) << VERTEX_BITS | u32::from(v);
        }
        // Each vertex goes to the place that is the number of smaller words; all words differ.
        let mut place = [0i32; W];
        for w in 0..W {
            let word = words[w] as i32;
            for v in 0..W {
                place[v] += i32::from(word < words[v] as i32);
            }
        }
        let mut sorted = [0; W];
        for v in 0..W {
            sorted[place[v] as usize % W] = words[v];
        }
        let mut order = [0; W];
        for i in 0..W {
            order[i] = (sorted[i] & ((1 << VERTEX_BITS) - 1)) as u8;
        }
        Self { order, words: sorted }
    }

    /// Whether the vertices at two places have nothing known that tells them apart.
    #[inline(always)]
    pub fn is_same_cell(&self, a: usize, b: usize) -> bool {
        (self.words[a] ^ self.words[b]) >> VERTEX_BITS == 0
    }
}
