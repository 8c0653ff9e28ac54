//! Positions as sums of parts in the way that a proof speaks of them: by labels that a reader can follow.

use canon::Lanes;
use canon::vector::Portable;
use graph::Graph;

use super::super::game::ORDER_MOST;
use super::super::kernel::{Board, Kernel, Part};
use super::super::plain::Plain;
use super::super::triangle::{Structure, Triangle};
use super::relations::{Pair, Relations};

/// A game whose positions are sums of parts.
pub trait Parts: Kernel {
    /// What a proof calls the parts.
    const NAME: &str;
    /// Most open pairs of a part that readers solve themselves.
    const SMALL: u32;
    /// A position as a proof has it, and a part of one.
    type Structure: Relations;

    /// Appends the parts of a position, each with a move: their labels, and their order, are those of docs/proofs.md.
    fn split(&self, position: &Self::Structure, parts: &mut Vec<Self::Structure>);

    /// The position after a move of a part.
    fn played(&self, part: &Self::Structure, pair: Pair) -> Self::Structure;

    /// The structure of a graph.
    fn structure(&self, graph: &Self::Graph) -> Self::Structure;

    /// A number below [`RANKS`] that each move makes smaller.
    fn rank(&self, part: &Self::Structure) -> usize;

    /// By how much a move reduces the number of open pairs, or 0 for all moves.
    fn loss(&self, part: &Self::Structure, pair: Pair) -> u32;

    /// Equal for isomorphic parts, and for no others.
    fn exact(&self, part: &Self::Structure) -> <Self::Structure as Relations>::Matrix;

    /// Appends the parts of a structure as the search has them, and returns the value of the rest.
    fn sum(&self, part: &Self::Structure, parts: &mut Vec<Part<Self::Position>>) -> u8;
}

/// Ranks are below this.
pub const RANKS: usize = ORDER_MOST * (ORDER_MOST - 1) / 2 + 1;

/// Vertices of a component of the triangle game with its copies, where the board has no more.
const COPIES: usize = 16;

impl<R: Lanes<W>, const W: usize> Parts for Triangle<R, W> {
    type Structure = Structure<R, W>;
    const NAME: &str = "components";
    const SMALL: u32 = 10;

    fn split(&self, position: &Structure<R, W>, parts: &mut Vec<Structure<R, W>>) {
        let nodes = nodes(position);
        let mut number = [[0u16; W]; W];
        for (at, &(v, class)) in nodes.iter().enumerate() {
            for w in class.vertices() {
                number[v][w] = at as u16;
            }
        }
        let mut is_done = vec![false; nodes.len()];
        for root in 0..nodes.len() {
            if is_done[root] {
                continue;
            }
            is_done[root] = true;
            let (mut found, mut next) = (vec![root], 0);
            while let Some(&from) = found.get(next) {
                next += 1;
                let (v, class) = nodes[from];
                for w in class.vertices() {
                    let to = usize::from(number[w][v]);
                    if !is_done[to] {
                        is_done[to] = true;
                        found.push(to);
                    }
                }
            }
            found.sort_unstable();
            let has_copies = found.len() <= self.order().max(COPIES);
            let mut name = vec![0; nodes.len()];
            for (place, &at) in found.iter().enumerate() {
                name[at] = if has_copies { place } else { nodes[at].0 };
            }
            let mut part = Structure::NONE;
            for &at in &found {
                let (v, class) = nodes[at];
                for w in class.vertices() {
                    let other = name[usize::from(number[w][v])];
                    part.open[name[at]] |= R::bit(other);
                    for x in (position.edge[w] & class).vertices() {
                        part.edge[other] |= R::bit(name[usize::from(number[x][v])]);
                    }
                }
            }
            parts.push(part);
        }
    }

    fn played(&self, part: &Structure<R, W>, (u, v): Pair) -> Structure<R, W> {
        part.played(Portable, u.into(), v.into())
    }

    fn structure(&self, graph: &Graph<R, W>) -> Structure<R, W> {
        Structure::of_graph(graph)
    }

    fn rank(&self, part: &Structure<R, W>) -> usize {
        part.pairs(Portable) as usize
    }

    fn loss(&self, part: &Structure<R, W>, (u, v): Pair) -> u32 {
        let pairs = part.pairs(Portable);
        pairs - part.pairs_after(pairs, u.into(), v.into())
    }

    fn exact(&self, part: &Structure<R, W>) -> [R; W] {
        Triangle::exact(self, part)
    }

    fn sum(&self, part: &Structure<R, W>, parts: &mut Vec<Part<Structure<R, W>>>) -> u8 {
        Triangle::sum(self, part, parts)
    }
}

/// The copies of vertices: of each vertex one for each class of its open neighbours, which the open pairs and edges
/// among them connect. At most two for each pair.
fn nodes<R: Lanes<W>, const W: usize>(position: &Structure<R, W>) -> Vec<(usize, R)> {
    let mut nodes = Vec::with_capacity(W);
    for v in 0..W {
        let mut rest = position.open[v];
        while !rest.is_empty() {
            let mut class = R::bit(rest.lowest());
            let mut new = class;
            while !new.is_empty() {
                let w = new.lowest();
                let next = (position.open[w] | position.edge[w]) & position.open[v] & !class;
                new = new ^ R::bit(w) | next;
                class |= next;
            }
            rest &= !class;
            nodes.push((v, class));
        }
    }
    nodes
}

impl<R: Lanes<W>, const W: usize> Parts for Plain<R, W> {
    type Structure = Structure<R, W>;
    const NAME: &str = "graphs";
    const SMALL: u32 = 4;

    fn split(&self, position: &Structure<R, W>, parts: &mut Vec<Structure<R, W>>) {
        if position.pairs(Portable) > 0 {
            parts.push(*position);
        }
    }

    fn played(&self, part: &Structure<R, W>, (u, v): Pair) -> Structure<R, W> {
        self.structure(&self.graph(part).toggled(u.into(), v.into()))
    }

    fn structure(&self, graph: &Graph<R, W>) -> Structure<R, W> {
        Structure {
            open: self.open(graph),
            edge: *graph.rows(),
        }
    }

    fn rank(&self, part: &Structure<R, W>) -> usize {
        let edges = part.edge.iter().map(|row| row.count() as usize).sum::<usize>() / 2;
        self.order() * (self.order() - 1) / 2 - edges
    }

    fn loss(&self, _part: &Structure<R, W>, _pair: Pair) -> u32 {
        0
    }

    fn exact(&self, part: &Structure<R, W>) -> [R; W] {
        *Graph::of_key(self.graph(part).key(), self.order()).rows()
    }

    fn sum(&self, part: &Structure<R, W>, parts: &mut Vec<Part<Graph<R, W>>>) -> u8 {
        self.parts(&self.graph(part), parts)
    }
}

impl<R: Lanes<W>, const W: usize> Plain<R, W> {
    /// The graph that a part is.
    pub fn graph(&self, part: &Structure<R, W>) -> Graph<R, W> {
        Graph::from_rows(self.order(), part.edge)
    }
}
