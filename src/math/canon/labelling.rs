//! Canonical labelling: by colours alone where they distinguish all vertices but twins, otherwise by search.

use super::colours::{Colours, Early, far};
use super::key::Key;
use super::lanes::Lanes;
use super::layout::by_place;
use super::node::Plain;
use super::places::Places;
use super::search::{Found, search};
use super::vector::{Unit, Vector, twinned};
use graph::Graph;

/// A canonical labelling and its information on the automorphisms.
#[derive(Clone, Debug)]
pub struct Canonical<R: Lanes<W>, const W: usize, K = Key<R>> {
    /// The key of the isomorphism class.
    pub key: K,
    /// The first vertex of each class of twins.
    pub firsts: R,
    pub(super) n: usize,
    /// The place of each vertex before the layout; unique up to automorphisms.
    pub(super) places: [u16; W],
    pub(super) symmetry: Symmetry<W>,
}

#[derive(Clone, Debug)]
pub(super) enum Symmetry<const W: usize> {
    /// Every automorphism permutes twins.
    Twins,
    /// Generators of the automorphism group.
    Group(Vec<[u8; W]>),
}

/// The vertices of a graph sorted by their colours.
#[derive(Clone, Copy, Debug)]
pub struct Sorted<R, const W: usize> {
    firsts: R,
    /// Whether vertices of equal colour are twins, so that the places are canonical.
    settled: bool,
    places: [u16; W],
}

impl<R: Lanes<W>, const W: usize> Sorted<R, W> {
    /// The vertices of no graph.
    pub const NONE: Self = Self {
        firsts: R::EMPTY,
        settled: false,
        places: [0; W],
    };

    /// Sorts the vertices of a graph with these late colours.
    #[inline(always)]
    pub fn new<U: Unit>(unit: U, graph: &Graph<R, W>, colours: &Colours<W>) -> Self {
        let (firsts, settled) = R::settled(unit, graph.rows(), &colours.0);
        Self {
            firsts: firsts & R::below(graph.order()),
            settled,
            places: R::places(unit, graph.rows(), graph.order(), &colours.0),
        }
    }

    /// Returns the key of a graph, as [`Sorted::keys`] does.
    #[inline(always)]
    pub fn key<U: Unit>(&self, unit: U, graph: &Graph<R, W>) -> Key<R> {
        let [key] = Key::of_places(unit, [graph], [&self.places]);
        key
    }

    /// Returns the keys of two graphs of the same order; they mean nothing for graphs whose colours do not settle them.
    #[inline(always)]
    pub fn keys<U: Unit>(unit: U, graphs: [&Graph<R, W>; 2], sorted: [&Self; 2]) -> [Key<R>; 2] {
        Key::of_places(unit, graphs, [&sorted[0].places, &sorted[1].places])
    }
}

impl<R: Lanes<W>, const W: usize> Canonical<R, W> {
    /// Labels any graph.
    pub fn of(graph: &Graph<R, W>) -> Self {
        #[inline(always)]
        fn body<U: Unit, R: Lanes<W>, const W: usize>(unit: U, graph: &Graph<R, W>) -> Canonical<R, W> {
            let far = far(unit, graph);
            let early = Early::new(unit, graph.rows(), &far);
            let colours = early.colours.late(unit, graph.rows(), &far);
            Canonical::new(unit, graph, &far, &colours)
        }
        fn twins<R: Lanes<W>, const W: usize>(graph: &Graph<R, W>) -> Canonical<R, W> {
            twinned!(Vector::detect(), body, [], (graph: &Graph<R, W>), Canonical<R, W>)
        }
        twins(graph)
    }

    /// Labels `graph` when its far pairs and late colours are already known.
    #[inline(always)]
    pub fn new<U: Unit>(unit: U, graph: &Graph<R, W>, far: &[R; W], colours: &Colours<W>) -> Self {
        let sorted = Sorted::new(unit, graph, colours);
        if !sorted.settled {
            return Self::searched(unit.vector(), graph, far, colours, sorted.firsts);
        }
        Self::settled(graph, &sorted, sorted.key(unit, graph))
    }

    /// [`Canonical::new`] when the vertices are sorted and [`Sorted::keys`] has made the key.
    #[inline(always)]
    pub fn of_sorted<U: Unit>(
        unit: U,
        graph: &Graph<R, W>,
        far: &[R; W],
        colours: &Colours<W>,
        sorted: &Sorted<R, W>,
        key: Key<R>,
    ) -> Self {
        if !sorted.settled {
            return Self::searched(unit.vector(), graph, far, colours, sorted.firsts);
        }
        Self::settled(graph, sorted, key)
    }

    #[inline(always)]
    fn settled(graph: &Graph<R, W>, sorted: &Sorted<R, W>, key: Key<R>) -> Self {
        Self {
            key,
            firsts: sorted.firsts,
            n: graph.order(),
            places: sorted.places,
            symmetry: Symmetry::Twins,
        }
    }

    #[cold]
    #[inline(never)]
    fn searched(vector: Option<Vector>, graph: &Graph<R, W>, far: &[R; W], colours: &Colours<W>, firsts: R) -> Self {
        let plain = Plain { vector, graph, far };
        let Found { places, generators } = search(&plain, colours, firsts);
        Self {
            key: laid_out_key(vector, graph, &places),
            firsts,
            n: graph.order(),
            places,
            symmetry: Symmetry::Group(generators),
        }
    }
}

impl<R: Lanes<W>, const W: usize, K> Canonical<R, W, K> {
    /// Returns whether, up to an automorphism, the pair `own` has the lowest place among itself and `others`, which
    /// must be all other pairs that some invariant does not distinguish from it. Cost: some steps per pair.
    #[inline(always)]
    pub fn is_lowest(&self, own: (u8, u8), others: &[(u8, u8)]) -> bool {
        match &self.symmetry {
            Symmetry::Twins => {
                let places = self.places();
                let place = |pair: (u8, u8)| places.of(pair.0.into(), pair.1.into());
                let own = place(own);
                others.iter().all(|&other| place(other) >= own)
            }
            Symmetry::Group(generators) => self.leads_to_lowest(own, others, generators),
        }
    }

    /// Follows `own` under the automorphisms, which map `own` and `others` to themselves, to the pair of lowest place.
    #[cold]
    #[inline(never)]
    fn leads_to_lowest(&self, own: (u8, u8), others: &[(u8, u8)], generators: &[[u8; W]]) -> bool {
        let sorted = |(u, v): (u8, u8)| if u < v { (u, v) } else { (v, u) };
        let place = |pair: (u8, u8)| {
            let (a, b) = (self.places[usize::from(pair.0)], self.places[usize::from(pair.1)]);
            (a.max(b), a.min(b))
        };
        let lowest = others
            .iter()
            .copied()
            .fold(own, |low, pair| if place(pair) < place(low) { pair } else { low });
        let (lowest, mut orbit) = (sorted(lowest), vec![sorted(own)]);
        let mut seen = 0;
        while seen < orbit.len() {
            let (u, v) = orbit[seen];
            if (u, v) == lowest {
                return true;
            }
            for generator in generators {
                let image = sorted((generator[usize::from(u)], generator[usize::from(v)]));
                if !orbit.contains(&image) {
                    orbit.push(image);
                }
            }
            seen += 1;
        }
        false
    }

    /// Returns automorphisms that, with the swaps of twins, generate all: each as the image of every vertex. Without a
    /// search there are none.
    #[inline(always)]
    pub fn generators(&self) -> &[[u8; W]] {
        match &self.symmetry {
            Symmetry::Twins => &[],
            Symmetry::Group(generators) => generators,
        }
    }

    /// Returns the places of all pairs of vertices. Cost: little without a search; otherwise a union-find over all
    /// pairs.
    #[inline(always)]
    pub fn places(&self) -> Places<W> {
        match &self.symmetry {
            Symmetry::Twins => {
                let (mut class, order) = ([0; W], by_place(&self.places));
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
            Symmetry::Group(generators) => Places::orbits(self.n, &by_place(&self.places), generators),
        }
    }

    /// Returns whether the labelling needed a search.
    pub fn needed_search(&self) -> bool {
        matches!(self.symmetry, Symmetry::Group(_))
    }
}

fn laid_out_key<R: Lanes<W>, const W: usize>(vector: Option<Vector>, graph: &Graph<R, W>, places: &[u16; W]) -> Key<R> {
    #[inline(always)]
    fn body<U: Unit, R: Lanes<W>, const W: usize>(unit: U, graph: &Graph<R, W>, places: &[u16; W]) -> Key<R> {
        let [key] = Key::of_places(unit, [graph], [places]);
        key
    }
    twinned!(vector, body, [], (graph: &Graph<R, W>, places: &[u16; W]), Key<R>)
}
