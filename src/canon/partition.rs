//! The vertices sorted by degree and colour.

use super::colours::Colours;
use crate::graph::{Graph, Row};

/// Bits of a sort word below the colour: the vertex.
const VERTEX_BITS: u32 = 5;
/// Bits of a sort word that hold the colour; above them is the degree and one, and all stay below the sign bit.
const COLOUR_BITS: u32 = 16;

/// For each vertex the number of those before it: by degree, largest first, then colour, then number.
#[inline(always)]
pub(super) fn places<R: Row, const W: usize>(graph: &Graph<R, W>, colours: &[u16; W]) -> [u16; W] {
    ranks(&words(graph, colours))
}

/// Degree, colour and number of each vertex.
#[inline(always)]
fn words<R: Row, const W: usize>(graph: &Graph<R, W>, colours: &[u16; W]) -> [u32; W] {
    let mut words = [0; W];
    for v in 0..W {
        let beyond = u32::from(v >= graph.order());
        let degree = (30 - graph.rows()[v].count()) | beyond;
        words[v] = degree << (COLOUR_BITS + VERTEX_BITS) | u32::from(colours[v]) << VERTEX_BITS | v as u32;
    }
    words
}

/// For each word the number of smaller ones.
#[inline(always)]
fn ranks<const W: usize>(words: &[u32; W]) -> [u16; W] {
    let mut before = [0i32; W];
    for w in 0..W {
        let word = words[w] as i32;
        for v in 0..W {
            before[v] += i32::from(word < words[v] as i32);
        }
    }
    let mut ranks = [0; W];
    for v in 0..W {
        ranks[v] = before[v] as u16;
    }
    ranks
}

/// The vertices sorted by what a search knows of them.
pub(super) struct Partition<const W: usize> {
    /// The vertex at each place.
    pub order: [u8; W],
    /// Degree, colour and number of the vertex at each place.
    words: [u32; W],
}

impl<const W: usize> Partition<W> {
    /// The vertices of `path` in its order, each alone in its cell, then the others by degree, then colour.
    #[inline(always)]
    pub fn new<R: Row>(graph: &Graph<R, W>, colours: &Colours<W>, path: &[u8]) -> Self {
        let mut words = words(graph, &colours.0);
        for (depth, &v) in path.iter().enumerate() {
            words[usize::from(v) % W] = (depth as u32) << VERTEX_BITS | u32::from(v);
        }
        let places = ranks(&words);
        let (mut order, mut sorted) = ([0; W], [0; W]);
        for v in 0..W {
            let place = usize::from(places[v]) % W;
            order[place] = v as u8;
            sorted[place] = words[v];
        }
        Self { order, words: sorted }
    }

    /// Whether the vertices at two places have nothing known that tells them apart.
    #[inline(always)]
    pub fn is_same_cell(&self, a: usize, b: usize) -> bool {
        (self.words[a] ^ self.words[b]) >> VERTEX_BITS == 0
    }
}
