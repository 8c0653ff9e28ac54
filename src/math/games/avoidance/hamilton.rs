//! Hamilton paths: the pairs of vertices whose edge would close a Hamilton cycle.

use graph::{Graph, Row};

/// Vertices by which the sets of one word differ.
const LOW: usize = 6;
/// Bit `set` of entry `v`: whether the vertices of the number `set` include `v`.
const HAS: [u64; LOW] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

/// Returns those of the pairs in the rows `wanted` that a Hamilton path of `graph` joins; on fewer than three vertices
/// none, because no edge closes a cycle there. Cost where degrees do not exclude all paths: about n² 2^n / 64 steps
/// and as many bits of memory.
pub(super) fn joined<R: Row, const W: usize>(graph: &Graph<R, W>, wanted: &[R; W]) -> [R; W] {
    let n = graph.order();
    let mut joined = [R::EMPTY; W];
    let Some(wanted) = possible(graph, wanted) else {
        return joined;
    };
    let paths = Paths::new(graph);
    for v in 1..n {
        for u in (wanted[v] & R::below(v)).vertices() {
            if paths.join(u, v) {
                joined[u] |= R::bit(v);
                joined[v] |= R::bit(u);
            }
        }
    }
    joined
}

/// The wanted pairs that degrees do not exclude; `None` when there is none.
fn possible<R: Row, const W: usize>(graph: &Graph<R, W>, wanted: &[R; W]) -> Option<[R; W]> {
    let n = graph.order();
    if n < 3 {
        return None;
    }
    // An inner vertex of a path has two neighbours, an end has one.
    let mut leaves = R::EMPTY;
    for v in 0..n {
        match graph.neighbours(v).count() {
            0 => return None,
            1 => leaves |= R::bit(v),
            _ => {}
        }
    }
    let mut possible = *wanted;
    if !leaves.is_empty() {
        for v in 0..n {
            let others = leaves & !R::bit(v);
            possible[v] &= match others.count() {
                0 => R::below(n),
                1 => others,
                _ => R::EMPTY,
            };
        }
    }
    possible.iter().any(|row| !row.is_empty()).then_some(possible)
}

/// For every set of vertices other than the last one, the root: where paths from the root through exactly this set end.
/// A Hamilton path passes through the root, which cuts it into two such paths with complementary sets.
struct Paths {
    /// Vertices but for the root.
    others: usize,
    /// For each number of the vertices from `LOW` on, and each vertex: bit `set` says whether a path through these
    /// vertices and those of `set` ends there.
    ends: Vec<u64>,
}

impl Paths {
    fn new<R: Row, const W: usize>(graph: &Graph<R, W>) -> Self {
        let others = graph.order() - 1;
        let low = others.min(LOW);
        let from_root = graph.neighbours(others);
        let mut ends = vec![0u64; others << (others - low)];
        for high in 0..1usize << (others - low) {
            let (before, here) = ends.split_at_mut(high * others);
            let here = &mut here[..others];
            // An end among the high vertices: the path up to it is in an earlier word.
            for v in (low..others).filter(|v| high >> (v - low) & 1 == 1) {
                let without = high ^ 1 << (v - low);
                let before = &before[without * others..][..others];
                let alone = u64::from(without == 0 && from_root.has(v));
                let near = graph.neighbours(v) & R::below(others);
                here[v] = near.vertices().fold(alone, |ends, u| ends | before[u]);
            }
            // An end among the low vertices: the path up to it is in this word, so repeat until nothing changes.
            let mut base = [0u64; LOW];
            for v in 0..low {
                let alone = u64::from(high == 0 && from_root.has(v));
                let near = graph.neighbours(v) & R::below(others) & !R::below(low);
                base[v] = near.vertices().fold(alone, |ends, u| ends | here[u]);
            }
            loop {
                let mut has_changed = false;
                for v in 0..low {
                    let near = graph.neighbours(v) & R::below(low);
                    let up_to = near.vertices().fold(base[v], |ends, u| ends | here[u]);
                    let now = (up_to & !HAS[v]) << (1 << v);
                    has_changed |= now != here[v];
                    here[v] = now;
                }
                if !has_changed {
                    break;
                }
            }
        }
        Self { others, ends }
    }

    /// Whether a Hamilton path joins `u` and `v`, `u` before `v`.
    fn join(&self, u: usize, v: usize) -> bool {
        let others = self.others;
        let bits = 1 << others.min(LOW);
        let mut words = self.ends.chunks_exact(others);
        if v == others {
            return words.next_back().is_some_and(|all| all[u] >> (bits - 1) & 1 == 1);
        }
        let complements = self.ends.chunks_exact(others).rev();
        words
            .zip(complements)
            .any(|(set, complement)| set[u] & complement[v].reverse_bits() >> (64 - bits) != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use graph::{Graph16, decode_graph6};

    fn pairs(graph: &Graph16) -> [u16; 16] {
        joined(graph, &all(graph.order()))
    }

    fn all(n: usize) -> [u16; 16] {
        std::array::from_fn(|v| if v < n { ((1 << n) - 1) & !(1 << v) } else { 0 })
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

    /// Adds the ends of paths that go on from `path`.
    fn extend(graph: &Graph16, path: &mut Vec<usize>, found: &mut [u16; 16]) {
        if path.len() == graph.order() {
            found[path[0]] |= 1 << path[path.len() - 1];
            return;
        }
        for v in graph.neighbours(path[path.len() - 1]).vertices() {
            if !path.contains(&v) {
                path.push(v);
                extend(graph, path, found);
                path.pop();
            }
        }
    }

    #[test]
    fn ends_are_those_of_all_paths_one_by_one() {
        let mut state = 7u64;
        let mut random = |below: usize| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) as usize % below
        };
        let (mut with, mut without) = (0, 0);
        for trial in 0..300 {
            let n = 3 + trial % 7;
            let mut graph = Graph16::empty(n);
            for _ in 0..n + random(n) {
                let (u, v) = (random(n), random(n));
                if u != v && !graph.has_edge(u, v) {
                    graph.toggle(u, v);
                }
            }
            let mut found = [0; 16];
            for v in 0..n {
                extend(&graph, &mut vec![v], &mut found);
            }
            assert_eq!(pairs(&graph), found, "{graph:?}");
            let some = std::array::from_fn(|v| {
                if v < n && n > 3 {
                    all(n)[v] & !(1 << (n - 1 - v))
                } else {
                    0
                }
            });
            assert_eq!(joined(&graph, &some), std::array::from_fn(|v| found[v] & some[v]));
            (with, without) = match found {
                _ if found == [0; 16] => (with, without + 1),
                _ => (with + 1, without),
            };
        }
        assert!(with > 50 && without > 50, "{with} {without}");
    }
}
