//! The canonical form of graphs with red and green edges, possibly on a board that is not complete.
//!
//! The refinement and the search are those of one colour, with red and green edges as the two relations. The part of a
//! board that never changes (pairs that may not be joined, edges that were coloured before the game) is its *frame*:
//! further relations, which colour the vertices in advance and which a labelling must map back to their place on the
//! board, so that a key need not hold them.

use base::record::{Record, Twofold};

use super::colours::{Colours, Early};
use super::labelling::{Canonical, Symmetry};
use super::lanes::Lanes;
use super::node::{marked, moved, smallest_cell};
use super::search::{Found, Node, Structure, search};
use super::signature::{AWAY, DEGREES, EDGE, OTHER_AWAY, OTHER_EDGE, OTHER_OWN, stir};
use super::vector::{Unit, Vector, twinned};
use graph::{Graph, TwoColoured};

/// Returns the width in bytes of a key on `n` vertices: two upper triangles, one bit per pair each, padded with zeros.
pub const fn pair_key_width(n: usize) -> usize {
    let bytes = (n * n.saturating_sub(1)).div_ceil(8);
    if bytes == 0 { 1 } else { bytes }
}

/// Relations that a board has in addition to its edges.
const RELATIONS: usize = 3;

/// The part of a board that never changes.
#[derive(Clone, Debug)]
pub struct Frame<R, const W: usize> {
    relations: [[R; W]; RELATIONS],
    /// Colours derived from these relations alone.
    colours: [u16; W],
    /// The vertex of the board at each place of its canonical labelling.
    home: [u8; W],
}

impl<R: Lanes<W>, const W: usize> Frame<R, W> {
    /// Creates the frame of these symmetric relations on `n` vertices.
    pub fn new(n: usize, relations: [[R; W]; RELATIONS]) -> Self {
        let mut frame = Self::unlabelled(relations);
        let places = frame.labelled(n);
        for v in 0..W {
            frame.home[usize::from(places[v])] = v as u8;
        }
        frame
    }

    fn unlabelled(relations: [[R; W]; RELATIONS]) -> Self {
        let mut colours = [0u16; W];
        for _ in 0..2 {
            let mut next = colours;
            for v in 0..W {
                for (kind, relation) in relations.iter().enumerate() {
                    let sum = relation[v]
                        .vertices()
                        .fold(0u16, |sum, u| sum.wrapping_add(colours[u] ^ AWAY));
                    next[v] = stir(next[v].rotate_left(3) ^ sum.wrapping_mul(EDGE + 2 * kind as u16));
                }
            }
            colours = next;
        }
        Self {
            relations,
            colours,
            home: [0; W],
        }
    }

    /// Returns the canonical places of the vertices of the board itself.
    fn labelled(&self, n: usize) -> [u16; W] {
        let empty = TwoColoured::empty(n);
        let refined = PairRefined::new(None, &empty, Some(self));
        label(super::vector::Portable, &empty, Some(self), &refined).0
    }

    /// Returns the vertex of the board for each vertex of the graph that `places` labels: the map takes the graph's
    /// relations, moved there, back to the board.
    #[cold]
    #[inline(never)]
    fn back(&self, n: usize, places: &[u16; W]) -> [u16; W] {
        let relations = self
            .relations
            .each_ref()
            .map(|rows| moved(super::vector::Portable, rows, places));
        // Isomorphic to the board, hence the same form at its canonical places.
        let again = Self::unlabelled(relations).labelled(n);
        std::array::from_fn(|v| self.home[usize::from(again[usize::from(places[v])])].into())
    }
}

/// The red and the green triangle of a canonical graph, column by column, red before green in each, left-aligned: byte
/// order is key order. Records of two labels hold keys of up to 11 vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PairKey(Twofold);

/// Maximum number of vertices of a [`PairKey`].
pub const PAIR_KEY_ORDER_MOST: usize = 11;

impl PairKey {
    /// The key of the canonical graph with these rows of each colour.
    #[inline(always)]
    fn of_rows<R: Lanes<W>, const W: usize>(n: usize, layers: &[[R; W]; 2]) -> Self {
        // Starts at the end: the lowest bit is the first of the key.
        let (mut reversed, mut bits) = (0u128, 0);
        for v in 1..n {
            for rows in layers {
                reversed |= u128::from((rows[v % W] & R::below(v)).to_u32()) << bits;
                bits += v;
            }
        }
        Self(Twofold(reversed.reverse_bits()))
    }

    /// Returns the key held in a record of a sealed level, without its labels.
    pub fn from_sealed(record: Twofold) -> Self {
        Self(record.key())
    }

    /// Returns the key as levels store it, with labels 0.
    pub fn record(self) -> Twofold {
        self.0
    }

    /// Returns the canonical graph on `n` vertices; `None` when a pair has both colours or there are bits after the
    /// last pair, which happens only in a damaged level.
    pub fn graph<R: Lanes<W>, const W: usize>(self, n: usize) -> Option<TwoColoured<R, W>> {
        let mut rest = self.0.0.reverse_bits();
        let mut layers = [[R::EMPTY; W]; 2];
        for v in 1..n {
            for rows in &mut layers {
                let column = R::from_u32(rest as u32 & ((1 << v) - 1));
                rest >>= v;
                rows[v] |= column;
                for u in column.vertices() {
                    rows[u] |= R::bit(v);
                }
            }
        }
        let [red, green] = layers.map(|rows| Graph::from_rows(n, rows));
        TwoColoured::new(red, green).filter(|_| rest == 0)
    }
}

/// Colours of the vertices of a graph with red and green edges.
#[derive(Clone, Copy, Debug)]
pub struct PairRefined<const W: usize> {
    colours: Colours<W>,
    signature: u64,
}

impl<const W: usize> PairRefined<W> {
    /// Uses degrees in both colours and two rounds of refinement. Cost: some 0.1 us.
    pub fn new<R: Lanes<W>>(vector: Option<Vector>, graph: &TwoColoured<R, W>, frame: Option<&Frame<R, W>>) -> Self {
        fn twins<R: Lanes<W>, const W: usize>(
            vector: Option<Vector>,
            graph: &TwoColoured<R, W>,
            frame: Option<&Frame<R, W>>,
        ) -> PairRefined<W> {
            twinned!(
                vector,
                refined,
                [],
                (graph: &TwoColoured<R, W>, frame: Option<&Frame<R, W>>),
                PairRefined<W>
            )
        }
        twins(vector, graph, frame)
    }

    /// Returns the colour of the pair `uv`, independent of its order.
    #[inline(always)]
    pub fn pair(&self, u: usize, v: usize) -> u32 {
        self.colours.pair(u, v)
    }

    /// Returns a number that isomorphic graphs share, and other graphs seldom.
    #[inline(always)]
    pub fn signature(&self) -> u64 {
        self.signature
    }
}

#[inline(always)]
fn refined<U: Unit, R: Lanes<W>, const W: usize>(
    unit: U,
    graph: &TwoColoured<R, W>,
    frame: Option<&Frame<R, W>>,
) -> PairRefined<W> {
    let (red, green) = (graph.layer(0).rows(), graph.layer(1).rows());
    let mut first = R::degrees(unit, red, green);
    for v in 0..W {
        first[v] = stir(first[v].wrapping_mul(DEGREES) ^ frame.map_or(0, |frame| frame.colours[v]));
    }
    let early = Early::of_first(unit, red, green, &first);
    let colours = round(unit, graph, frame, &early.colours);
    let others = early.others;
    let signature = Early { colours, others }.signature::<U, R>(unit);
    PairRefined { colours, signature }
}

/// Makes one round of refinement, using also the frame's relations.
#[inline(always)]
fn round<U: Unit, R: Lanes<W>, const W: usize>(
    unit: U,
    graph: &TwoColoured<R, W>,
    frame: Option<&Frame<R, W>>,
    colours: &Colours<W>,
) -> Colours<W> {
    let next = colours.refined(unit, graph.layer(0).rows(), graph.layer(1).rows());
    match frame {
        None => next,
        Some(frame) => {
            let [absent, red, green] = &frame.relations;
            let (absent, red) = R::sums(unit, absent, red, &colours.0);
            let (green, _) = R::sums(unit, green, green, &colours.0);
            let mut next = next.0;
            for v in 0..W {
                let sum = absent[v].wrapping_mul(OTHER_EDGE)
                    ^ red[v].wrapping_mul(OTHER_AWAY)
                    ^ green[v].wrapping_mul(OTHER_OWN);
                next[v] = stir(next[v].wrapping_add(sum));
            }
            Colours(next)
        }
    }
}

/// A canonical labelling of a graph with red and green edges.
pub type CanonicalPair<R, const W: usize> = Canonical<R, W, PairKey>;

impl<R: Lanes<W>, const W: usize> CanonicalPair<R, W> {
    /// Labels a graph of at most [`PAIR_KEY_ORDER_MOST`] vertices whose colours are known.
    pub fn of_pair(
        vector: Option<Vector>,
        graph: &TwoColoured<R, W>,
        frame: Option<&Frame<R, W>>,
        refined: &PairRefined<W>,
    ) -> Self {
        fn twins<R: Lanes<W>, const W: usize>(
            vector: Option<Vector>,
            graph: &TwoColoured<R, W>,
            frame: Option<&Frame<R, W>>,
            refined: &PairRefined<W>,
        ) -> CanonicalPair<R, W> {
            twinned!(
                vector,
                canonical,
                [],
                (graph: &TwoColoured<R, W>, frame: Option<&Frame<R, W>>, refined: &PairRefined<W>),
                CanonicalPair<R, W>
            )
        }
        twins(vector, graph, frame, refined)
    }
}

#[inline(always)]
fn canonical<U: Unit, R: Lanes<W>, const W: usize>(
    unit: U,
    graph: &TwoColoured<R, W>,
    frame: Option<&Frame<R, W>>,
    refined: &PairRefined<W>,
) -> CanonicalPair<R, W> {
    let n = graph.order();
    let (places, firsts, symmetry) = label(unit, graph, frame, refined);
    let at = frame.map_or(places, |frame| frame.back(n, &places));
    // No closure: that would be compiled without the vector unit.
    let red = moved(unit, graph.layer(0).rows(), &at);
    let green = moved(unit, graph.layer(1).rows(), &at);
    Canonical {
        key: PairKey::of_rows(n, &[red, green]),
        firsts,
        n,
        places,
        symmetry,
    }
}

/// The canonical place of each vertex of a graph with red and green edges: moved there, isomorphic graphs on isomorphic
/// frames are the same graph on the same frame. Unlike a key, the frame is not brought back to the board, which saves a
/// second labelling.
pub fn pair_places<R: Lanes<W>, const W: usize>(
    vector: Option<Vector>,
    graph: &TwoColoured<R, W>,
    frame: Option<&Frame<R, W>>,
) -> [u16; W] {
    #[inline(always)]
    fn body<U: Unit, R: Lanes<W>, const W: usize>(
        unit: U,
        graph: &TwoColoured<R, W>,
        frame: Option<&Frame<R, W>>,
    ) -> [u16; W] {
        label(unit, graph, frame, &refined(unit, graph, frame)).0
    }
    twinned!(vector, body, [], (graph: &TwoColoured<R, W>, frame: Option<&Frame<R, W>>), [u16; W])
}

/// Computes canonical places, the first vertex of each class of twins, and the automorphisms.
#[inline(always)]
fn label<U: Unit, R: Lanes<W>, const W: usize>(
    unit: U,
    graph: &TwoColoured<R, W>,
    frame: Option<&Frame<R, W>>,
    refined: &PairRefined<W>,
) -> ([u16; W], R, Symmetry<W>) {
    let structure = Framed {
        vector: unit.vector(),
        graph,
        frame,
    };
    let colours = &refined.colours;
    let all = R::below(graph.order());
    let (red, green) = (graph.layer(0).rows(), graph.layer(1).rows());
    let mut mixed = R::alike(unit, red, &colours.0).1 | R::alike(unit, green, &colours.0).1;
    for rows in frame.iter().flat_map(|frame| &frame.relations) {
        mixed |= R::alike(unit, rows, &colours.0).1;
    }
    if !(mixed & all).is_empty() {
        let firsts = firsts(&structure);
        let Found { places, generators } = search(&structure, colours, firsts);
        return (places, firsts, Symmetry::Group(generators));
    }
    // Vertices of one colour are twins.
    let mut firsts = all;
    for v in 1..graph.order() {
        let alike = R::equal(unit, &colours.0, colours.0[v]) & R::below(v);
        if !alike.is_empty() {
            firsts &= !R::bit(v);
        }
    }
    let places = R::places(unit, graph.union().rows(), graph.order(), &colours.0);
    (places, firsts, Symmetry::Twins)
}

/// Returns the vertices without an earlier twin.
fn firsts<R: Lanes<W>, const W: usize>(structure: &Framed<R, W>) -> R {
    let mut firsts = R::below(structure.order());
    for v in 1..structure.order() {
        if (0..v).any(|u| structure.are_twins(u, v)) {
            firsts &= !R::bit(v);
        }
    }
    firsts
}

/// A graph with red and green edges on its board.
struct Framed<'a, R, const W: usize> {
    vector: Option<Vector>,
    graph: &'a TwoColoured<R, W>,
    frame: Option<&'a Frame<R, W>>,
}

impl<R: Lanes<W>, const W: usize> Structure<R, W> for Framed<'_, R, W> {
    /// Red, green and the frame's relations.
    type Form = [[R; W]; 2 + RELATIONS];

    fn order(&self) -> usize {
        self.graph.order()
    }

    #[inline(always)]
    fn are_twins(&self, u: usize, v: usize) -> bool {
        let (red, green) = (self.graph.layer(0).rows(), self.graph.layer(1).rows());
        let relations = self.frame.iter().flat_map(|frame| &frame.relations);
        red[u] == red[v] && green[u] == green[v] && relations.into_iter().all(|rows| rows[u] == rows[v])
    }

    fn node(&self, colours: &Colours<W>, path: &[u8]) -> Node<R, W, Self::Form> {
        fn twins<R: Lanes<W>, const W: usize>(
            framed: &Framed<R, W>,
            colours: &Colours<W>,
            path: &[u8],
        ) -> Node<R, W, [[R; W]; 2 + RELATIONS]> {
            twinned!(
                framed.vector,
                node,
                [],
                (framed: &Framed<R, W>, colours: &Colours<W>, path: &[u8]),
                Node<R, W, [[R; W]; 2 + RELATIONS]>
            )
        }
        twins(self, colours, path)
    }
}

#[inline(always)]
fn node<U: Unit, R: Lanes<W>, const W: usize>(
    unit: U,
    framed: &Framed<R, W>,
    colours: &Colours<W>,
    path: &[u8],
) -> Node<R, W, [[R; W]; 2 + RELATIONS]> {
    let Framed { graph, frame, .. } = *framed;
    let mut colours = *colours;
    if let Some(&last) = path.last() {
        colours = colours.individualised(last.into(), path.len());
        for _ in 0..2 {
            colours = round(unit, graph, frame, &colours);
        }
    }
    let marked = marked(&colours, path);
    let layers = [graph.layer(0).rows(), graph.layer(1).rows()];
    let mut mixed = R::EMPTY;
    for rows in layers
        .into_iter()
        .chain(frame.iter().flat_map(|frame| &frame.relations))
    {
        mixed |= R::alike(unit, rows, &marked).1;
    }
    let cell = smallest_cell(unit, &marked, mixed & R::below(graph.order()));
    let (mut places, mut form) = ([0; W], [[R::EMPTY; W]; 2 + RELATIONS]);
    if cell.is_empty() {
        places = R::places(unit, graph.union().rows(), graph.order(), &marked);
        for (form, rows) in form.iter_mut().zip(layers) {
            *form = moved(unit, rows, &places);
        }
        if let Some(frame) = frame {
            for (form, rows) in form[2..].iter_mut().zip(&frame.relations) {
                *form = moved(unit, rows, &places);
            }
        }
    }
    Node {
        colours,
        cell,
        places,
        form,
    }
}
