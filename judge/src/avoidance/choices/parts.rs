//! The parts of a position, and the moves between them: from the rules of the game.

use crate::coloured::structure::{Pair, Structure, WIDTH, vertices};
use crate::graphs::edges;
use crate::rules::Rules;
use crate::work::spent;

/// A game whose positions are sums of parts.
pub trait Parts: Sync {
    /// Gives the parts of a position, each with a move, and the vertex of the position at which each vertex lies.
    fn placed(&self, position: &Structure, part: &mut dyn FnMut(Structure, &Placed));

    /// Appends the parts of a position, each with a move.
    fn parts(&self, position: Structure, parts: &mut Vec<Structure>) {
        self.placed(&position, &mut |part, _| parts.push(part));
    }

    /// The position after a move of a part.
    fn after(&self, part: &Structure, pair: Pair) -> Structure;

    /// A number that each move makes smaller, at most [`RANK_MOST`].
    fn rank(&self, part: &Structure) -> usize;

    /// How many open pairs a move takes from a part, or 0 for all moves of a game that does not count them.
    fn loss(&self, part: &Structure, pair: Pair) -> u32;
}

/// Of each vertex of a part the vertex of the whole at which it lies.
pub type Placed = [u8; WIDTH];

/// The largest rank.
pub const RANK_MOST: usize = WIDTH * (WIDTH - 1) / 2;

/// The triangle game. Forbidden sets of open pairs: `uv` and `vw` with an edge `uw`; `uv`, `vw` and `uw`, all open.
/// Moves are legal until they hold one.
pub struct Components {
    /// Most vertices of a component with its copies.
    pub width: usize,
}

impl Parts for Components {
    fn placed(&self, position: &Structure, each: &mut dyn FnMut(Structure, &Placed)) {
        let nodes = nodes(position);
        // The node of a vertex that holds an open pair, by its other end.
        let mut node = [[0; WIDTH]; WIDTH];
        for (number, &(v, class)) in nodes.iter().enumerate() {
            for w in vertices(class) {
                node[v][w] = number;
            }
        }
        let mut component = vec![usize::MAX; nodes.len()];
        for root in 0..nodes.len() {
            if component[root] != usize::MAX {
                continue;
            }
            // Nodes that open pairs lead to from this one, in the order of their numbers.
            let mut found = vec![root];
            component[root] = root;
            let mut next = 0;
            while let Some(&from) = found.get(next) {
                next += 1;
                let (v, class) = nodes[from];
                for w in vertices(class) {
                    let to = node[w][v];
                    if component[to] == usize::MAX {
                        component[to] = root;
                        found.push(to);
                    }
                }
            }
            found.sort_unstable();
            let is_split = found.len() <= self.width;
            let mut name = vec![0; nodes.len()];
            let mut placed = [0; WIDTH];
            for (place, &number) in found.iter().enumerate() {
                name[number] = if is_split { place } else { nodes[number].0 };
                placed[name[number]] = nodes[number].0 as u8;
            }
            let mut part = Structure::EMPTY;
            for &number in &found {
                let (v, class) = nodes[number];
                for w in vertices(class) {
                    let other = name[node[w][v]];
                    part.open[name[number]] |= 1 << other;
                    for x in vertices(position.edge[w] & class) {
                        part.edge[other] |= 1 << name[node[x][v]];
                    }
                }
            }
            each(part, &placed);
        }
    }

    fn after(&self, part: &Structure, (u, v): Pair) -> Structure {
        let (u, v) = (u.into(), v.into());
        let mut next = *part;
        next.join(u, v);
        for w in vertices(next.open[u] & part.edge[v]) {
            next.close(u, w);
        }
        for w in vertices(next.open[v] & part.edge[u]) {
            next.close(v, w);
        }
        next
    }

    fn rank(&self, part: &Structure) -> usize {
        part.pairs() as usize
    }

    fn loss(&self, part: &Structure, (u, v): Pair) -> u32 {
        let (u, v) = (usize::from(u), usize::from(v));
        1 + (part.open[u] & part.edge[v]).count_ones() + (part.open[v] & part.edge[u]).count_ones()
    }
}

/// The copies of vertices: of each vertex one for each class of its open neighbours, which the open pairs and edges
/// among them connect.
fn nodes(position: &Structure) -> Vec<(usize, u32)> {
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

/// Any avoidance game: a position is one part, its graph.
pub struct Graphs<'a> {
    /// Number of vertices.
    pub n: usize,
    pub rules: &'a dyn Rules,
}

impl Parts for Graphs<'_> {
    fn placed(&self, position: &Structure, part: &mut dyn FnMut(Structure, &Placed)) {
        if position.pairs() > 0 {
            part(*position, &std::array::from_fn(|v| v as u8));
        }
    }

    fn after(&self, part: &Structure, (u, v): Pair) -> Structure {
        let mut rows = part.edge;
        rows[usize::from(u)] |= 1 << v;
        rows[usize::from(v)] |= 1 << u;
        self.graph(&rows[..self.n])
    }

    fn rank(&self, part: &Structure) -> usize {
        self.n * (self.n - 1) / 2 - edges(&part.edge)
    }

    fn loss(&self, _part: &Structure, _pair: Pair) -> u32 {
        0
    }
}

impl Graphs<'_> {
    /// The structure of a graph.
    fn graph(&self, rows: &[u32]) -> Structure {
        // Each pair is tried on all rows.
        spent((self.n * self.n * self.n * self.n) as u64 >> 3);
        let mut structure = Structure::EMPTY;
        structure.edge[..self.n].copy_from_slice(rows);
        for (u, v) in self.rules.moves(rows) {
            structure.open[u] |= 1 << v;
            structure.open[v] |= 1 << u;
        }
        structure
    }
}
