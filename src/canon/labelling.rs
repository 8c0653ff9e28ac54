//! Canonical labelling: by colours alone where they tell all but twins apart, by search otherwise.

use super::colours::{Colours, Reach};
use super::key::Key;
use super::layout::{layout, permuted};
use super::places::Places;
use super::search;
use super::vector::{self, twinned};
use crate::graph::{Graph, Row};

/// Bits of a sort word below the colour: the vertex.
const VERTEX_BITS: u32 = 5;
/// Bits of a sort word that hold the colour; above them is the degree and one, and all stay below the sign bit.
const COLOUR_BITS: u32 = 21;

/// A canonical labelling and what it knows of the automorphisms.
#[derive(Clone, Debug)]
pub struct Canonical<R: Row, const W: usize> {
    /// The key of the isomorphism class.
    pub key: Key<R>,
    /// The first vertex of each class of twins.
    pub firsts: R,
    n: usize,
    /// The vertex at each canonical place; unique up to automorphisms.
    order: [u8; W],
    symmetry: Symmetry<W>,
}

#[derive(Clone, Debug)]
enum Symmetry<const W: usize> {
    /// Every automorphism permutes twins; the first canonical place of each vertex's class.
    Twins([u8; W]),
    /// Generators of the automorphism group.
    Group(Vec<[u8; W]>),
}

impl<R: Row, const W: usize> Canonical<R, W> {
    /// The labelling of any graph.
    pub fn of(graph: &Graph<R, W>) -> Self {
        let far = Reach::new(graph).far(graph);
        let colours = Colours::early(graph.rows(), &far).late(graph.rows(), &far);
        Self::new(graph, &far, &colours)
    }

    /// The labelling of `graph` when its far pairs and late colours are known already.
    #[inline(always)]
    pub fn new(graph: &Graph<R, W>, far: &[R; W], colours: &Colours<W>) -> Self {
        let n = graph.order();
        let partition = Partition::new(graph, colours, &[]);
        let order = partition.order;
        let mut class = [0u8; W];
        let mut firsts = R::EMPTY;
        let mut start = 0;
        for i in 0..n {
            let v = usize::from(order[i]) % W;
            if i == 0 || !partition.is_same_cell(i - 1, i) {
                start = i;
                firsts |= R::bit(v);
            } else if graph.neighbours(v) != graph.neighbours(usize::from(order[i - 1]) % W) {
                return Self::searched(graph, far, colours);
            }
            class[v] = start as u8;
        }
        Self {
            key: key_of(graph, &layout(graph, &order)),
            firsts,
            n,
            order,
            symmetry: Symmetry::Twins(class),
        }
    }

    #[cold]
    #[inline(never)]
    fn searched(graph: &Graph<R, W>, far: &[R; W], colours: &Colours<W>) -> Self {
        let n = graph.order();
        let found = search::search(graph, far, colours);
        Self {
            key: laid_out_key(graph, &found.order),
            firsts: graph.first_twins(),
            n,
            order: found.order,
            symmetry: Symmetry::Group(found.generators),
        }
    }

    /// The places of all pairs of vertices. Cost: nothing without a search; with one, a union-find over all pairs.
    #[inline(always)]
    pub fn places(&self) -> Places<'_, W> {
        match &self.symmetry {
            Symmetry::Twins(class) => Places::Twins(class),
            Symmetry::Group(generators) => Places::orbits(self.n, &self.order, generators),
        }
    }

    /// Whether the labelling needed a search.
    pub fn needed_search(&self) -> bool {
        matches!(self.symmetry, Symmetry::Group(_))
    }
}

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

/// The key of `graph` with vertex `order[i]` in place `i`.
#[inline(always)]
pub(super) fn key_of<R: Row, const W: usize>(graph: &Graph<R, W>, order: &[u8; W]) -> Key<R> {
    Key::from_reversed_rows(graph.order(), &permuted(graph, order, |place| W - 1 - place))
}

fn laid_out_key<R: Row, const W: usize>(graph: &Graph<R, W>, order: &[u8; W]) -> Key<R> {
    #[inline(always)]
    fn body<R: Row, const W: usize>(graph: &Graph<R, W>, order: &[u8; W]) -> Key<R> {
        key_of(graph, &layout(graph, order))
    }
    twinned!(vector::available(), body, [], (graph: &Graph<R, W>, order: &[u8; W]), Key<R>)
}
