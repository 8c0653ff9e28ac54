//! One node of the search tree: what setting a sequence of vertices apart makes of the colours.

use super::colours::Colours;
use super::lanes::Lanes;
use super::vector::{Unit, twinned};
use crate::graph::Graph;

/// The colours after individualising a sequence of vertices.
pub(super) struct Node<R, const W: usize> {
    /// The colours that go on to further nodes.
    pub colours: Colours<W>,
    /// Vertices of equal colour, some of them no twins: the smallest such cell. Empty at a leaf.
    pub cell: R,
    /// At a leaf: the place of each vertex by degree and colour.
    pub places: [u16; W],
    /// At a leaf: the rows of the graph so labelled.
    pub columns: [R; W],
}

impl<R: Lanes, const W: usize> Node<R, W> {
    /// The node of `path`, from the colours of the node before its last vertex. Cost: about 0.1 us.
    pub fn new(vector: bool, graph: &Graph<R, W>, far: &[R; W], colours: &Colours<W>, path: &[u8]) -> Self {
        fn twins<R: Lanes, const W: usize>(
            vector: bool,
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
        twins(vector, graph, far, colours, path)
    }
}

#[inline(always)]
fn node<U: Unit, R: Lanes, const W: usize>(
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
    // The vertices of the path have the first colours, one each, so that the tree ends whatever the hashes are.
    let mut marked = colours.0;
    for v in 0..W {
        marked[v] = marked[v].max(W as u16);
    }
    for (depth, &v) in path.iter().enumerate() {
        marked[usize::from(v) % W] = depth as u16;
    }
    let mixed = R::alike(unit, graph.rows(), &marked).1 & R::below(graph.order());
    let cell = smallest_cell(unit, &marked, mixed);
    let (mut places, mut columns) = ([0; W], [R::EMPTY; W]);
    if cell.is_empty() {
        places = R::places(unit, graph, &marked);
        let mut bits = [R::EMPTY; W];
        for v in 0..W {
            bits[v] = R::bit(usize::from(places[v]) % W);
        }
        let moved = R::unions(unit, graph.rows(), &bits);
        for v in 0..W {
            columns[usize::from(places[v]) % W] = moved[v];
        }
    }
    Node {
        colours,
        cell,
        places,
        columns,
    }
}

/// The smallest cell of vertices in `mixed`, the one of least colour if there are several.
#[inline(always)]
fn smallest_cell<U: Unit, R: Lanes, const W: usize>(unit: U, colours: &[u16; W], mixed: R) -> R {
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
