//! Hamilton paths: the pairs of vertices whose edge would close a Hamilton cycle.

use graph::{Graph, Row};

/// The Hamilton paths of a graph, as far as they have been requested.
pub(super) struct Paths<R, const W: usize> {
    rows: Vec<u32>,
    /// Whether degrees exclude all paths.
    none: bool,
    /// Vertices whose row is already known.
    known: R,
    /// Row `v`: the other ends of Hamilton paths from `v`.
    ends: [R; W],
    sets: Vec<u32>,
}

impl<R: Row, const W: usize> Paths<R, W> {
    /// Starts without any known path. Cost: little.
    pub fn new(graph: &Graph<R, W>) -> Self {
        let n = graph.order();
        let rows: Vec<u32> = graph.rows()[..n].iter().map(|row| row.to_u32()).collect();
        // An inner vertex of a path has two neighbours, an end has one.
        let degrees = rows.iter().map(|row| row.count_ones());
        let none =
            n < 3 || degrees.clone().any(|degree| degree == 0) || degrees.filter(|&degree| degree == 1).count() > 2;
        Self {
            rows,
            none,
            known: R::EMPTY,
            ends: [R::EMPTY; W],
            sets: vec![],
        }
    }

    /// Returns the vertices that a Hamilton path joins to `v`. Cost, the first time: about n 2^n / 4 steps where
    /// degrees do not exclude all paths.
    pub fn ends(&mut self, v: usize) -> R {
        if !self.none && !self.known.has(v) {
            self.known |= R::bit(v);
            self.sets.resize(1 << (self.rows.len() - 1), 0);
            self.ends[v] = R::from_u32(ends_of_paths(&self.rows, v, &mut self.sets));
        }
        self.ends[v]
    }
}

/// Returns the ends of the Hamilton paths that begin at `start`. `ends[set]` becomes the set of ends of paths through
/// `start` and exactly the vertices of `set`, a set of the others.
fn ends_of_paths(rows: &[u32], start: usize, ends: &mut [u32]) -> u32 {
    // The others are numbered without `start`.
    let squeezed = |set: u32| set & ((1 << start) - 1) | set >> (start + 1) << start;
    let mut others = [0; 31];
    for (v, &row) in rows.iter().enumerate().filter(|(v, _)| *v != start) {
        others[v - usize::from(v > start)] = squeezed(row);
    }
    let first = squeezed(rows[start]);
    for set in 1..ends.len() {
        let mut found = 0;
        let mut rest = set as u32;
        while rest != 0 {
            let v = rest.trailing_zeros();
            rest &= rest - 1;
            let before = ends[set & !(1 << v)];
            found |= u32::from(others[v as usize] & before != 0) << v;
        }
        // A single vertex is reached from `start`.
        ends[set] = if set.is_power_of_two() {
            set as u32 & first
        } else {
            found
        };
    }
    let last = ends[ends.len() - 1];
    last & ((1 << start) - 1) | last >> start << (start + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use graph::{Graph16, decode_graph6};

    fn pairs(graph: &Graph16) -> [u16; 16] {
        let mut paths = Paths::new(graph);
        std::array::from_fn(|v| if v < graph.order() { paths.ends(v) } else { 0 })
    }

    #[test]
    fn paths_and_cycles() {
        let path: Graph16 = decode_graph6("DhC").unwrap();
        assert_eq!(path.edges().collect::<Vec<_>>(), [(0, 1), (1, 2), (2, 3), (3, 4)]);
        assert_eq!(pairs(&path)[..5], [1 << 4, 0, 0, 0, 1]);
        // The pentagon: a path leaves out one edge, its ends are neighbours.
        let pentagon = path.toggled(0, 4);
        assert_eq!(pairs(&pentagon)[..5], pentagon.rows()[..5]);
        assert_eq!(pairs(&Graph16::empty(2).toggled(0, 1)), [0; 16]);
        // The Petersen graph has no Hamilton cycle, but a Hamilton path between any two vertices that are not joined.
        let petersen: Graph16 = decode_graph6("IheA@GUAo").unwrap();
        assert!(petersen.rows()[..10].iter().all(|row| row.count_ones() == 3));
        let pairs = pairs(&petersen);
        for v in 0..10 {
            assert_eq!(pairs[v], 0b11_1111_1111 & !(petersen.rows()[v] | 1 << v));
        }
    }
}
