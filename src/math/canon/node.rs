//! One node of the search tree: the colours that result from individualising a sequence of vertices.

use super::colours::Colours;
use super::lanes::Lanes;
use super::search::{self, Structure};
use super::vector::{Unit, Vector, twinned};
use graph::Graph;

/// A graph with its far pairs.
pub(super) struct Plain<'a, R, const W: usize> {
    pub vector: Option<Vector>,
    pub graph: &'a Graph<R, W>,
    pub far: &'a [R; W],
}

type Node<R, const W: usize> = search::Node<R, W, [R; W]>;

impl<R: Lanes<W>, const W: usize> Structure<R, W> for Plain<'_, R, W> {
    type Form = [R; W];

    fn order(&self) -> usize {
        self.graph.order()
    }

    fn are_twins(&self, u: usize, v: usize) -> bool {
        self.graph.neighbours(u) == self.graph.neighbours(v)
    }

    /// Cost: about 0.1 us.
    fn node(&self, colours: &Colours<W>, path: &[u8]) -> Node<R, W> {
        fn twins<R: Lanes<W>, const W: usize>(
            vector: Option<Vector>,
            graph: &Graph<R, W>,
            far: &[R; W],
            colours: &Colours<W>,
            path: &[u8],
        ) -> Node<R, W> {
            twinned!(
                vector,
                node,
                [],
                (graph: &Graph<R, W>, far: &[R; W], colours: &Colours<W>, path: &[u8]),
                Node<R, W>
            )
        }
        twins(self.vector, self.graph, self.far, colours, path)
    }
}

#[inline(always)]
fn node<U: Unit, R: Lanes<W>, const W: usize>(
    unit: U,
    graph: &Graph<R, W>,
    far: &[R; W],
    colours: &Colours<W>,
    path: &[u8],
) -> Node<R, W> {
    let mut colours = *colours;
    if let Some(&last) = path.last() {
        // Two rounds: one reaches the neighbours and the far vertices, the second all others.
        colours = colours.individualised(last.into(), path.len());
        colours = colours.late(unit, graph.rows(), far).late(unit, graph.rows(), far);
    }
    let marked = marked(&colours, path);
    let mixed = R::alike(unit, graph.rows(), &marked).1 & R::below(graph.order());
    let cell = smallest_cell(unit, &marked, mixed);
    let (mut places, mut form) = ([0; W], [R::EMPTY; W]);
    if cell.is_empty() {
        places = R::places(unit, graph.rows(), graph.order(), &marked);
        form = moved(unit, graph.rows(), &places);
    }
    Node {
        colours,
        cell,
        places,
        form,
    }
}

/// Returns the colours that distinguish vertices: those of the path get the first ones, one each, so that the tree ends
/// whatever the hashes are.
#[inline(always)]
pub(super) fn marked<const W: usize>(colours: &Colours<W>, path: &[u8]) -> [u16; W] {
    let mut marked = colours.0;
    for v in 0..W {
        marked[v] = marked[v].max(W as u16);
    }
    for (depth, &v) in path.iter().enumerate() {
        marked[usize::from(v) % W] = depth as u16;
    }
    marked
}

/// Returns the relation `rows` with every vertex at its place.
#[inline(always)]
pub(super) fn moved<U: Unit, R: Lanes<W>, const W: usize>(unit: U, rows: &[R; W], places: &[u16; W]) -> [R; W] {
    let renamed = R::renamed(unit, rows, places);
    let mut moved = [R::EMPTY; W];
    for v in 0..W {
        moved[usize::from(places[v]) % W] = renamed[v];
    }
    moved
}

/// Returns the smallest cell of vertices in `mixed`, the one of least colour if there are several.
#[inline(always)]
pub(super) fn smallest_cell<U: Unit, R: Lanes<W>, const W: usize>(unit: U, colours: &[u16; W], mixed: R) -> R {
    let (mut smallest, mut least) = (R::EMPTY, (u32::MAX, u16::MAX));
    let mut rest = mixed;
    while !rest.is_empty() {
        let colour = colours[rest.lowest() % W];
        let cell = R::equal(unit, colours, colour) & mixed;
        rest &= !cell;
        if (cell.count(), colour) < least {
            (smallest, least) = (cell, (cell.count(), colour));
        }
    }
    smallest
}
