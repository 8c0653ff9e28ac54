//! Canonical labelling: by colours alone where they tell all but twins apart, by search otherwise.

use super::colours::{Colours, Early, far};
use super::key::Key;
use super::lanes::Lanes;
use super::places::Places;
use super::search;
use super::vector::{self, Unit, twinned};
use crate::graph::Graph;

/// A canonical labelling and what it knows of the automorphisms.
#[derive(Clone, Debug)]
pub struct Canonical<R: Lanes, const W: usize> {
    /// The key of the isomorphism class.
    pub key: Key<R>,
    /// The first vertex of each class of twins.
    pub firsts: R,
    n: usize,
    /// The place of each vertex before the layout; unique up to automorphisms.
    places: [u16; W],
    symmetry: Symmetry<W>,
}

#[derive(Clone, Debug)]
enum Symmetry<const W: usize> {
    /// Every automorphism permutes twins.
    Twins,
    /// Generators of the automorphism group.
    Group(Vec<[u8; W]>),
}

impl<R: Lanes, const W: usize> Canonical<R, W> {
    /// The labelling of any graph.
    pub fn of(graph: &Graph<R, W>) -> Self {
        #[inline(always)]
        fn body<U: Unit, R: Lanes, const W: usize>(unit: U, graph: &Graph<R, W>) -> Canonical<R, W> {
            let far = far(unit, graph);
            let early = Early::new(unit, graph.rows(), &far);
            let colours = early.colours.late(unit, graph.rows(), &far);
            Canonical::new(unit, graph, &far, &colours)
        }
        fn twins<R: Lanes, const W: usize>(graph: &Graph<R, W>) -> Canonical<R, W> {
            twinned!(vector::available(), body, [], (graph: &Graph<R, W>), Canonical<R, W>)
        }
        twins(graph)
    }

    /// The labelling of `graph` when its far pairs and late colours are known already.
    #[inline(always)]
    pub fn new<U: Unit>(unit: U, graph: &Graph<R, W>, far: &[R; W], colours: &Colours<W>) -> Self {
        let (firsts, settled) = R::alike(unit, graph.rows(), &colours.0);
        if !settled {
            return Self::searched(graph, far, colours);
        }
        let places = R::places(unit, graph, &colours.0);
        Self {
            key: Key::of_columns(&R::columns(unit, graph, &places)),
            firsts: firsts & R::below(graph.order()),
            n: graph.order(),
            places,
            symmetry: Symmetry::Twins,
        }
    }

    #[cold]
    #[inline(never)]
    fn searched(graph: &Graph<R, W>, far: &[R; W], colours: &Colours<W>) -> Self {
        let n = graph.order();
        let found = search::search(graph, far, colours);
        let mut places = [0; W];
        for i in 0..W {
            places[usize::from(found.order[i]) % W] = i as u16;
        }
        Self {
            key: laid_out_key(graph, &places),
            firsts: graph.first_twins(),
            n,
            places,
            symmetry: Symmetry::Group(found.generators),
        }
    }

    /// The places of all pairs of vertices. Cost: little without a search; with one, a union-find over all pairs.
    #[inline(always)]
    pub fn places(&self) -> Places<W> {
        match &self.symmetry {
            Symmetry::Twins => {
                let (mut class, order) = ([0; W], self.order());
                let mut start = 0;
                for place in 0..self.n {
                    let v = usize::from(order[place]) % W;
                    if self.firsts.has(v) {
                        start = place as u8;
                    }
                    class[v] = start;
                }
                Places::Twins(class)
            }
            Symmetry::Group(generators) => Places::orbits(self.n, &self.order(), generators),
        }
    }

    /// The vertex at each place.
    #[inline(always)]
    fn order(&self) -> [u8; W] {
        let mut order = [0; W];
        for v in 0..W {
            order[usize::from(self.places[v]) % W] = v as u8;
        }
        order
    }

    /// Whether the labelling needed a search.
    pub fn needed_search(&self) -> bool {
        matches!(self.symmetry, Symmetry::Group(_))
    }
}

fn laid_out_key<R: Lanes, const W: usize>(graph: &Graph<R, W>, places: &[u16; W]) -> Key<R> {
    #[inline(always)]
    fn body<U: Unit, R: Lanes, const W: usize>(unit: U, graph: &Graph<R, W>, places: &[u16; W]) -> Key<R> {
        Key::of_columns(&R::columns(unit, graph, places))
    }
    twinned!(vector::available(), body, [], (graph: &Graph<R, W>, places: &[u16; W]), Key<R>)
}
