//! Individualisation and refinement for the graphs that colours do not settle.
//!
//! A node of the search tree is a sequence of individualised vertices, and the colours that follow from setting these
//! apart. A leaf is a node whose vertices of equal colour are all twins; the canonical labelling is the leaf with the
//! largest adjacency matrix. Branches that an automorphism already found maps to an explored one are skipped, and on
//! finding an automorphism the search returns to where the two leaves parted. (The method: B. McKay, "Practical graph
//! isomorphism", Congressus Numerantium 30 (1981).) Nothing is pruned by comparing partial labellings, hence the
//! automorphisms found, together with the swaps of twins, generate the whole group.

use super::colours::Colours;
use super::lanes::Lanes;

/// The object to be labelled: vertices with relations between them.
pub(super) trait Structure<R: Lanes<W>, const W: usize> {
    /// All relations as labelled by a leaf; equal forms mean the same structure.
    type Form: Ord + Clone;

    /// Returns the number of vertices.
    fn order(&self) -> usize;

    /// Returns whether swapping the two vertices, which are not related to one another, changes nothing.
    fn are_twins(&self, u: usize, v: usize) -> bool;

    /// Computes the node of `path`, from the colours of the node before its last vertex.
    fn node(&self, colours: &Colours<W>, path: &[u8]) -> Node<R, W, Self::Form>;
}

/// The colours after individualising a sequence of vertices.
pub(super) struct Node<R, const W: usize, F> {
    /// The colours for further nodes.
    pub colours: Colours<W>,
    /// Vertices of equal colour, not all of them twins: the smallest such cell. Empty at a leaf.
    pub cell: R,
    /// At a leaf: the place of each vertex by degree and colour.
    pub places: [u16; W],
    /// At a leaf: the structure with this labelling.
    pub form: F,
}

/// A canonical labelling with generators of the automorphism group.
pub(super) struct Found<const W: usize> {
    /// The place of each vertex.
    pub places: [u16; W],
    pub generators: Vec<[u8; W]>,
}

/// Finds the canonical labelling of `structure`, starting from invariant `colours`; `firsts` are the vertices without
/// an earlier twin.
pub(super) fn search<R: Lanes<W>, const W: usize, S: Structure<R, W>>(
    structure: &S,
    colours: &Colours<W>,
    firsts: R,
) -> Found<W> {
    let mut tree = Tree {
        structure,
        path: [0; W],
        depth: 0,
        first: None,
        best: None,
        generators: swaps_of_twins(structure, firsts),
        rows: std::marker::PhantomData,
    };
    tree.descend(&structure.node(colours, &[]));
    let best = tree.best.or(tree.first).expect("every tree has a leaf");
    Found {
        places: best.places,
        generators: tree.generators,
    }
}

/// For every vertex with an earlier twin, the automorphism that swaps it with the nearest one.
fn swaps_of_twins<R: Lanes<W>, const W: usize, S: Structure<R, W>>(structure: &S, firsts: R) -> Vec<[u8; W]> {
    let others = R::below(structure.order()) & !firsts;
    let mut swaps = Vec::with_capacity(4 + others.count() as usize);
    for v in others.vertices() {
        let twin = (0..v).rev().find(|&u| structure.are_twins(u, v));
        let mut swap = identity();
        swap.swap(twin.expect("a vertex that is not first has a twin before it"), v);
        swaps.push(swap);
    }
    swaps
}

#[derive(Clone)]
struct Leaf<F, const W: usize> {
    form: F,
    places: [u16; W],
    path: [u8; W],
}

struct Tree<'a, R: Lanes<W>, const W: usize, S: Structure<R, W>> {
    structure: &'a S,
    /// The vertices individualised on the way to this node: the first `depth` entries.
    path: [u8; W],
    depth: usize,
    first: Option<Leaf<S::Form, W>>,
    /// The leaf with the largest matrix, when it is not the first.
    best: Option<Leaf<S::Form, W>>,
    generators: Vec<[u8; W]>,
    rows: std::marker::PhantomData<R>,
}

impl<R: Lanes<W>, const W: usize, S: Structure<R, W>> Tree<'_, R, W, S> {
    /// Explores the node. Returns the depth at which to continue: this node's own, or a smaller one when an
    /// automorphism has made the rest of this branch superfluous.
    fn descend(&mut self, node: &Node<R, W, S::Form>) -> usize {
        let depth = self.depth;
        if node.cell.is_empty() {
            return self.leaf(node);
        }
        let mut explored = R::EMPTY;
        for v in node.cell.vertices() {
            if !explored.is_empty() && self.is_equivalent(v, explored) {
                continue;
            }
            explored |= R::bit(v);
            self.path[depth] = v as u8;
            self.depth = depth + 1;
            let next = self.structure.node(&node.colours, &self.path[..self.depth]);
            let back = self.descend(&next);
            self.depth = depth;
            if back < depth {
                return back;
            }
        }
        depth
    }

    /// Returns whether an automorphism found so far that fixes the path maps `v` to a vertex of `explored`.
    fn is_equivalent(&self, v: usize, explored: R) -> bool {
        let fixes_path = |generator: &&[u8; W]| {
            let mut path = self.path[..self.depth].iter();
            path.all(|&fixed| generator[usize::from(fixed)] == fixed)
        };
        let mut orbit = R::bit(v);
        loop {
            let mut grown = orbit;
            for generator in self.generators.iter().filter(fixes_path) {
                for u in orbit.vertices() {
                    grown |= R::bit(generator[u].into());
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

    fn leaf(&mut self, node: &Node<R, W, S::Form>) -> usize {
        let known = [self.first.as_ref(), self.best.as_ref()]
            .into_iter()
            .flatten()
            .find(|leaf| leaf.form == node.form);
        if let Some(known) = known {
            // Vertices at the same place of equal matrices.
            let mut order = [0; W];
            for v in 0..W {
                order[usize::from(node.places[v]) % W] = v as u8;
            }
            let automorphism = std::array::from_fn(|v| order[usize::from(known.places[v]) % W]);
            let mut pairs = known.path.iter().zip(&self.path[..self.depth]);
            let common = pairs.position(|(a, b)| a != b).unwrap_or(self.depth);
            self.generators.push(automorphism);
            return common;
        }
        let leaf = Leaf {
            form: node.form.clone(),
            places: node.places,
            path: self.path,
        };
        match (&self.first, &self.best) {
            (None, _) => self.first = Some(leaf),
            (Some(first), None) if first.form > leaf.form => {}
            (_, Some(best)) if best.form > leaf.form => {}
            _ => self.best = Some(leaf),
        }
        self.depth
    }
}

fn identity<const W: usize>() -> [u8; W] {
    std::array::from_fn(|i| i as u8)
}
