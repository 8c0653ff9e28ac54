//! Individualisation and refinement for the graphs that colours do not settle.
//!
//! A node of the search tree is a sequence of individualised vertices, and the colours that follow from setting these
//! apart. A leaf is a node whose vertices of equal colour are all twins; the canonical labelling is the leaf with the
//! largest key. Branches that an automorphism already found maps to an explored one are skipped, and on finding an
//! automorphism the search returns to where the two leaves parted. (The method: B. McKay, "Practical graph
//! isomorphism", Congressus Numerantium 30 (1981).) Nothing is pruned by comparing partial labellings, hence the
//! automorphisms found, together with the swaps of twins, generate the whole group.

use super::colours::Colours;
use super::key::Key;
use super::lanes::Lanes;
use super::layout::ordered_columns;
use super::partition::Partition;
use super::vector::{self, Unit, twinned};
use crate::graph::Graph;

/// A canonical labelling with generators of the automorphism group.
pub(super) struct Found<const W: usize> {
    pub order: [u8; W],
    pub generators: Vec<[u8; W]>,
}

/// The canonical labelling of `graph`, starting from invariant `colours`.
pub(super) fn search<R: Lanes, const W: usize>(graph: &Graph<R, W>, far: &[R; W], colours: &Colours<W>) -> Found<W> {
    let n = graph.order();
    let mut generators = Vec::new();
    for v in 1..n {
        if let Some(u) = (0..v).rev().find(|&u| graph.neighbours(u) == graph.neighbours(v)) {
            let mut swap = identity();
            swap.swap(u, v);
            generators.push(swap);
        }
    }
    let path = Vec::with_capacity(n);
    let mut tree = Tree {
        graph,
        far,
        n,
        vector: vector::available(),
        path,
        first: None,
        best: None,
        generators,
    };
    tree.descend(&Partition::new(graph, colours, &[]), colours);
    let best = tree.best.or(tree.first).expect("every tree has a leaf");
    Found {
        order: best.order,
        generators: tree.generators,
    }
}

#[derive(Clone)]
struct Leaf<R: Lanes, const W: usize> {
    key: Key<R>,
    order: [u8; W],
    path: Vec<u8>,
}

struct Tree<'a, R: Lanes, const W: usize> {
    graph: &'a Graph<R, W>,
    far: &'a [R; W],
    n: usize,
    vector: bool,
    /// The vertices individualised on the way to this node.
    path: Vec<u8>,
    first: Option<Leaf<R, W>>,
    /// The leaf with the largest key, when that is not the first.
    best: Option<Leaf<R, W>>,
    generators: Vec<[u8; W]>,
}

impl<R: Lanes, const W: usize> Tree<'_, R, W> {
    /// Explores the node. Returns the depth to go on from: this node's own, or a smaller one when an automorphism has
    /// made the rest of this branch superfluous.
    fn descend(&mut self, partition: &Partition<W>, colours: &Colours<W>) -> usize {
        let depth = self.path.len();
        let Some((start, end)) = self.target(partition) else {
            return self.leaf(partition);
        };
        let mut explored = R::EMPTY;
        for &v in &partition.order[start..end] {
            if !explored.is_empty() && self.is_equivalent(v.into(), explored) {
                continue;
            }
            explored |= R::bit(v.into());
            self.path.push(v);
            let (split, colours) = individualised(self.vector, self.graph, self.far, colours, &self.path);
            let back = self.descend(&split, &colours);
            self.path.truncate(depth);
            if back < depth {
                return back;
            }
        }
        depth
    }

    /// Whether an automorphism found so far that fixes the path maps `v` to a vertex of `explored`.
    fn is_equivalent(&self, v: usize, explored: R) -> bool {
        let mut orbit = R::bit(v);
        loop {
            let mut grown = orbit;
            for generator in &self.generators {
                if self.path.iter().all(|&fixed| generator[usize::from(fixed)] == fixed) {
                    for u in orbit.vertices() {
                        grown |= R::bit(generator[u].into());
                    }
                }
            }
            if !(grown & explored).is_empty() {
                return true;
            }
            if grown == orbit {
                return false;
            }
            orbit = grown;
        }
    }

    fn leaf(&mut self, partition: &Partition<W>) -> usize {
        let order = partition.order;
        let key = key_with(self.vector, self.graph, &order);
        let known = [self.first.as_ref(), self.best.as_ref()]
            .into_iter()
            .flatten()
            .find(|leaf| leaf.key == key);
        if let Some(known) = known {
            let mut automorphism = identity();
            for i in 0..self.n {
                automorphism[usize::from(known.order[i])] = order[i];
            }
            let common = known.path.iter().zip(&self.path).take_while(|(a, b)| a == b).count();
            self.generators.push(automorphism);
            return common;
        }
        let leaf = Leaf {
            key,
            order,
            path: self.path.clone(),
        };
        match (&self.first, &self.best) {
            (None, _) => self.first = Some(leaf),
            (Some(first), None) if first.key > key => {}
            (_, Some(best)) if best.key > key => {}
            _ => self.best = Some(leaf),
        }
        self.path.len()
    }

    /// The places of the smallest cell, the first of them, that holds vertices other than twins of one another.
    fn target(&self, partition: &Partition<W>) -> Option<(usize, usize)> {
        let row = |place: usize| self.graph.neighbours(partition.order[place].into());
        let mut target: Option<(usize, usize)> = None;
        let mut start = 0;
        while start < self.n {
            let mut end = start + 1;
            while end < self.n && partition.is_same_cell(end - 1, end) {
                end += 1;
            }
            let is_smaller = target.is_none_or(|(a, b)| end - start < b - a);
            if is_smaller && (start + 1..end).any(|place| row(place) != row(start)) {
                target = Some((start, end));
            }
            start = end;
        }
        target
    }
}

/// The partition and colours after individualising the last vertex of `path`.
fn individualised<R: Lanes, const W: usize>(
    vector: bool,
    graph: &Graph<R, W>,
    far: &[R; W],
    colours: &Colours<W>,
    path: &[u8],
) -> (Partition<W>, Colours<W>) {
    #[inline(always)]
    fn body<U: Unit, R: Lanes, const W: usize>(
        unit: U,
        graph: &Graph<R, W>,
        far: &[R; W],
        colours: &Colours<W>,
        path: &[u8],
    ) -> (Partition<W>, Colours<W>) {
        let vertex = path[path.len() - 1];
        let colours = colours
            .individualised(vertex.into(), path.len())
            .late(unit, graph.rows(), far);
        (Partition::new(graph, &colours, path), colours)
    }
    twinned!(
        vector,
        body,
        [],
        (graph: &Graph<R, W>, far: &[R; W], colours: &Colours<W>, path: &[u8]),
        (Partition<W>, Colours<W>)
    )
}

/// The key of `graph` with its vertices in this order.
fn key_with<R: Lanes, const W: usize>(vector: bool, graph: &Graph<R, W>, order: &[u8; W]) -> Key<R> {
    #[inline(always)]
    fn body<U: Unit, R: Lanes, const W: usize>(_unit: U, graph: &Graph<R, W>, order: &[u8; W]) -> Key<R> {
        Key::of_columns(&ordered_columns(graph, order))
    }
    twinned!(vector, body, [], (graph: &Graph<R, W>, order: &[u8; W]), Key<R>)
}

fn identity<const W: usize>() -> [u8; W] {
    std::array::from_fn(|i| i as u8)
}
