//! Canonical labelling: by colours alone where they tell all but twins apart, by search otherwise.

use super::colours::{Colours, Reach};
use super::key::Key;
use super::layout::layout;
use super::partition::Partition;
use super::places::Places;
use super::search;
use super::vector::{self, twinned};
use crate::graph::{Graph, Row};

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
            key: Key::of_order(graph, &layout(graph, &order)),
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

fn laid_out_key<R: Row, const W: usize>(graph: &Graph<R, W>, order: &[u8; W]) -> Key<R> {
    #[inline(always)]
    fn body<R: Row, const W: usize>(graph: &Graph<R, W>, order: &[u8; W]) -> Key<R> {
        Key::of_order(graph, &layout(graph, order))
    }
    twinned!(vector::available(), body, [], (graph: &Graph<R, W>, order: &[u8; W]), Key<R>)
}
