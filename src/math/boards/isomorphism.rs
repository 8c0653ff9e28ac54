//! Maps of vertices that take the edges of a graph to those of another, colour by colour.

use graph::{Graph16, each};

use super::order::MOST;

/// Shows the maps of the vertices below `n` that take edges to edges and no others, all colours apart, until `found`
/// returns true; returns whether it did. A vertex has a row of each colour; `alike` says which vertices may be mapped
/// to which.
pub fn isomorphisms<const C: usize>(
    n: usize,
    from: impl Fn(usize) -> [u64; C],
    to: impl Fn(usize) -> [u64; C],
    alike: impl Fn(usize, usize) -> bool,
    mut found: impl FnMut(&[usize]) -> bool,
) -> bool {
    let rows = |of: &dyn Fn(usize) -> [u64; C]| (0..n).map(of).collect::<Vec<_>>();
    let (from, to) = (rows(&from), rows(&to));
    // Vertices with an edge to earlier ones first: their images are few.
    let mut order: Vec<usize> = Vec::new();
    let mut placed = 0u64;
    for _ in 0..n {
        let joined = |v: usize| from[v].iter().fold(0, |set, row| set | row);
        let left = (0..n).filter(|v| placed >> v & 1 == 0);
        let next = left.max_by_key(|&v| (joined(v) & placed).count_ones());
        let next = next.expect("one is left");
        placed |= 1 << next;
        order.push(next);
    }
    let degrees = |rows: &[u64; C]| rows.map(u64::count_ones);
    let matching = Matching {
        from: &from,
        to: &to,
        order: &order,
        alike: &|v, image| degrees(&from[v]) == degrees(&to[image]) && alike(v, image),
    };
    matching.extend(0, placed, &mut vec![0; n], &mut found)
}

struct Matching<'a, const C: usize> {
    from: &'a [[u64; C]],
    to: &'a [[u64; C]],
    order: &'a [usize],
    alike: &'a dyn Fn(usize, usize) -> bool,
}

impl<const C: usize> Matching<'_, C> {
    fn extend(&self, at: usize, left: u64, map: &mut [usize], found: &mut dyn FnMut(&[usize]) -> bool) -> bool {
        let Some(&v) = self.order.get(at) else {
            return found(map);
        };
        let mut fitting = left;
        for &u in &self.order[..at] {
            for (row, image) in self.from[v].iter().zip(&self.to[map[u]]) {
                fitting &= if row >> u & 1 == 1 { *image } else { !image };
            }
        }
        each(fitting).any(|image| {
            map[v] = image;
            (self.alike)(v, image) && self.extend(at + 1, left & !(1 << image), map, found)
        })
    }
}

fn rows(graph: &Graph16) -> impl Fn(usize) -> [u64; 1] + '_ {
    |v| [graph.neighbours(v).into()]
}

/// Up to `most` automorphisms of a graph: the image of each vertex.
pub fn automorphisms(graph: &Graph16, most: usize) -> Vec<Vec<usize>> {
    let mut maps = Vec::new();
    isomorphisms(
        graph.order(),
        rows(graph),
        rows(graph),
        |_, _| true,
        |map| {
            maps.push(map.to_vec());
            maps.len() == most
        },
    );
    maps
}

/// Whether two graphs are isomorphic.
pub fn are_isomorphic(one: &Graph16, other: &Graph16) -> bool {
    let n = one.order();
    let are_alike = n == other.order() && one.size() == other.size();
    are_alike && isomorphisms(n, rows(one), rows(other), |_, _| true, |_| true)
}

/// Whether an automorphism of a graph takes `from.0` to `to.0` and `from.1` to `to.1`.
pub(crate) fn takes(graph: &Graph16, from: (usize, usize), to: (usize, usize)) -> bool {
    let alike = |v: usize, image: usize| (v == from.0) == (image == to.0) && (v == from.1) == (image == to.1);
    debug_assert!(graph.order() <= MOST);
    isomorphisms(graph.order(), rows(graph), rows(graph), alike, |_| true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use graph::named_graph;

    #[test]
    fn graphs_have_their_automorphisms() {
        for (name, count) in [
            ("K4", 24),
            ("C5", 10),
            ("K1,3", 6),
            ("paw", 2),
            ("B3", 12),
            ("petersen", 120),
            ("dart", 2),
        ] {
            let (_, graph) = named_graph(name).unwrap();
            let maps = automorphisms(&graph, usize::MAX);
            assert_eq!(maps.len(), count, "{name}");
            for map in maps {
                assert!(
                    graph.edges().all(|(u, v)| graph.has_edge(map[u], map[v])),
                    "{name} {map:?}"
                );
            }
        }
    }

    #[test]
    fn only_other_drawings_of_a_graph_are_isomorphic_to_it() {
        let graph = |name| named_graph(name).unwrap().1;
        assert!(are_isomorphic(
            &graph("bowtie"),
            &graph("bowtie").relabelled(&[3, 1, 4, 0, 2])
        ));
        // As many edges, and the same degrees.
        assert!(!are_isomorphic(&graph("K3,3"), &graph("prism")));
        assert!(!are_isomorphic(&graph("C4"), &graph("paw")));
    }

    #[test]
    fn colours_are_kept_apart() {
        // A path of two edges, the first red and the second green.
        let path = |v: usize| [[2, 0], [1, 4], [0, 2]][v];
        let back = |v: usize| path(2 - v).map(|row: u64| row.reverse_bits() >> 61);
        let count = |to: &dyn Fn(usize) -> [u64; 2]| {
            let mut maps = 0;
            isomorphisms(
                3,
                path,
                to,
                |_, _| true,
                |_| {
                    maps += 1;
                    false
                },
            );
            maps
        };
        assert_eq!((count(&path), count(&back)), (1, 1));
        assert_eq!(count(&|v| [path(v)[1], path(v)[0]]), 1);
        assert_eq!(count(&|v| [path(v)[0] | path(v)[1], 0]), 0);
    }
}
