//! Positions as sums of parts in the way that a proof speaks of them: by labels that a reader can follow.

use graph::Graph16;

use super::super::kernel::{Kernel, Part};
use super::super::key::Key;
use super::super::plain::Plain;
use super::super::triangle::{Matrix, Structure, Triangle, WIDTH, vertices};

/// A move.
pub type Pair = (u8, u8);

/// A game whose positions are sums of parts.
pub trait Parts: Kernel {
    /// What a proof calls the parts.
    const NAME: &str;
    /// Most open pairs of a part that readers solve themselves.
    const SMALL: u32;

    /// Appends the parts of a position, each with a move: their labels, and their order, are those of docs/proofs.md.
    fn split(&self, position: &Structure, parts: &mut Vec<Structure>);

    /// The position after a move of a part.
    fn played(&self, part: &Structure, pair: Pair) -> Structure;

    /// The structure of a graph.
    fn structure(&self, graph: &Graph16) -> Structure;

    /// A number below [`RANKS`] that each move makes smaller.
    fn rank(&self, part: &Structure) -> usize;

    /// By how much a move reduces the number of open pairs, or 0 for all moves.
    fn loss(&self, part: &Structure, pair: Pair) -> u32;

    /// Equal for isomorphic parts, and for no others.
    fn exact(&self, part: &Structure) -> Matrix;

    /// Appends the parts of a structure as the search has them, and returns the value of the rest.
    fn sum(&self, part: &Structure, parts: &mut Vec<Part<Self::Position>>) -> u8;
}

/// Ranks are below this.
pub const RANKS: usize = WIDTH * (WIDTH - 1) / 2 + 1;

/// The number of open pairs.
pub fn pairs(part: &Structure) -> u32 {
    part.pairs(canon::vector::Portable)
}

fn below(v: usize) -> u16 {
    (1 << v) - 1
}

/// The moves `u < v` in the order of `v`, then `u`: of those that swaps of twins make of each other, the first.
pub fn moves(part: &Structure) -> Vec<Pair> {
    let twins = part.twins(canon::vector::Portable);
    let least = |v: usize| twins[v].trailing_zeros() as usize;
    let mut seen = [0u16; WIDTH];
    let mut moves = Vec::with_capacity(32);
    for v in 1..WIDTH {
        for u in vertices(part.open[v] & below(v)) {
            let (a, b) = (least(u).min(least(v)), least(u).max(least(v)));
            if seen[a] >> b & 1 == 0 {
                seen[a] |= 1 << b;
                moves.push((u as u8, v as u8));
            }
        }
    }
    moves
}

impl Parts for Triangle {
    const NAME: &str = "components";
    const SMALL: u32 = 10;

    fn split(&self, position: &Structure, parts: &mut Vec<Structure>) {
        let nodes = nodes(position);
        let mut number = [[0u8; WIDTH]; WIDTH];
        for (at, &(v, class)) in nodes.iter().enumerate() {
            for w in vertices(class) {
                number[v][w] = at as u8;
            }
        }
        let mut is_done = [false; 256];
        for root in 0..nodes.len() {
            if is_done[root] {
                continue;
            }
            is_done[root] = true;
            let (mut found, mut next) = (vec![root], 0);
            while let Some(&from) = found.get(next) {
                next += 1;
                let (v, class) = nodes[from];
                for w in vertices(class) {
                    let to = usize::from(number[w][v]);
                    if !is_done[to] {
                        is_done[to] = true;
                        found.push(to);
                    }
                }
            }
            found.sort_unstable();
            let has_copies = found.len() <= WIDTH;
            let mut name = [0u8; 256];
            for (place, &at) in found.iter().enumerate() {
                name[at] = if has_copies { place as u8 } else { nodes[at].0 as u8 };
            }
            let mut part = Structure {
                open: [0; WIDTH],
                edge: [0; WIDTH],
            };
            for &at in &found {
                let (v, class) = nodes[at];
                for w in vertices(class) {
                    let other = name[usize::from(number[w][v])];
                    part.open[usize::from(name[at])] |= 1 << other;
                    for x in vertices(position.edge[w] & class) {
                        part.edge[usize::from(other)] |= 1 << name[usize::from(number[x][v])];
                    }
                }
            }
            parts.push(part);
        }
    }

    fn played(&self, part: &Structure, (u, v): Pair) -> Structure {
        part.played(canon::vector::Portable, u.into(), v.into())
    }

    fn structure(&self, graph: &Graph16) -> Structure {
        Structure::of_graph(graph)
    }

    fn rank(&self, part: &Structure) -> usize {
        pairs(part) as usize
    }

    fn loss(&self, part: &Structure, (u, v): Pair) -> u32 {
        let pairs = pairs(part);
        pairs - part.pairs_after(pairs, u.into(), v.into())
    }

    fn exact(&self, part: &Structure) -> Matrix {
        Triangle::exact(self, part)
    }

    fn sum(&self, part: &Structure, parts: &mut Vec<Part<Structure>>) -> u8 {
        Triangle::sum(self, part, parts)
    }
}

/// The copies of vertices: of each vertex one for each class of its open neighbours, which the open pairs and edges
/// among them connect. At most two for each of 120 pairs.
fn nodes(position: &Structure) -> Vec<(usize, u16)> {
    let mut nodes = Vec::with_capacity(WIDTH);
    for v in 0..WIDTH {
        let mut rest = position.open[v];
        while rest != 0 {
            let mut class = rest & rest.wrapping_neg();
            let mut new = class;
            while new != 0 {
                let w = new.trailing_zeros() as usize;
                let next = (position.open[w] | position.edge[w]) & position.open[v] & !class;
                new = new & (new - 1) | next;
                class |= next;
            }
            rest &= !class;
            nodes.push((v, class));
        }
    }
    nodes
}

impl Parts for Plain {
    const NAME: &str = "graphs";
    const SMALL: u32 = 4;

    fn split(&self, position: &Structure, parts: &mut Vec<Structure>) {
        if pairs(position) > 0 {
            parts.push(*position);
        }
    }

    fn played(&self, part: &Structure, (u, v): Pair) -> Structure {
        self.structure(&self.graph(part).toggled(u.into(), v.into()))
    }

    fn structure(&self, graph: &Graph16) -> Structure {
        Structure {
            open: self.open(graph),
            edge: *graph.rows(),
        }
    }

    fn rank(&self, part: &Structure) -> usize {
        let edges = part.edge.iter().map(|row| row.count_ones() as usize).sum::<usize>() / 2;
        self.order() * (self.order() - 1) / 2 - edges
    }

    fn loss(&self, _part: &Structure, _pair: Pair) -> u32 {
        0
    }

    fn exact(&self, part: &Structure) -> Matrix {
        let key = Key::of(&self.graph(part)).0.to_le_bytes();
        let mut matrix = [0; WIDTH];
        for (row, bytes) in matrix.iter_mut().zip(key.as_chunks::<2>().0) {
            *row = u16::from_le_bytes(*bytes);
        }
        matrix
    }

    fn sum(&self, part: &Structure, parts: &mut Vec<Part<Graph16>>) -> u8 {
        self.parts(&self.graph(part), parts)
    }
}

impl Plain {
    fn graph(&self, part: &Structure) -> Graph16 {
        Graph16::from_rows(self.order(), part.edge)
    }
}
