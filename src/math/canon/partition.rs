//! The vertices sorted by degree and colour.

use graph::Row;

/// Bits of a sort word below the colour: the vertex.
const VERTEX_BITS: u32 = 5;
/// Bits of a sort word that hold the colour; above them is the degree plus one, and all stay below the sign bit.
const COLOUR_BITS: u32 = 16;

/// For each vertex, the number of vertices before it: by degree, largest first, then colour, then number.
#[inline(always)]
pub(super) fn places<R: Row, const W: usize>(rows: &[R; W], n: usize, colours: &[u16; W]) -> [u16; W] {
    ranks(&words(rows, n, colours))
}

/// Degree, colour and number of each vertex.
#[inline(always)]
fn words<R: Row, const W: usize>(rows: &[R; W], n: usize, colours: &[u16; W]) -> [u32; W] {
    let mut words = [0; W];
    for v in 0..W {
        let beyond = u32::from(v >= n);
        let degree = (30 - rows[v].count()) | beyond;
        words[v] = degree << (COLOUR_BITS + VERTEX_BITS) | u32::from(colours[v]) << VERTEX_BITS | v as u32;
    }
    words
}

/// For each word, the number of smaller ones.
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
