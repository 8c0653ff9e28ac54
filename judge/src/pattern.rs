//! Small graphs by name, and whether a graph contains one.

use crate::graph6;
use crate::graphs::{complete, complete_bipartite, copies, cycle, from_edges, hypercube, path, petersen};
use crate::number::number;
use crate::work::spent;

/// Returns the graph of this name: `P4` (path on 4 vertices), `C5`, `K4`, `K2,3`, `3K2` (3 disjoint edges), `B3` (3
/// triangles with a common edge), `W4` (a cycle of 4 vertices and one more that is joined to them), `Q3` (cube of 3
/// dimensions), a word, or else graph6. No name is also graph6: there `B`, `P`, `C`, `K`, `W` and `Q` take no digit,
/// and the words would begin graphs of more than 32 vertices.
///
/// Returns `None` when the text is neither, or has more than 32 vertices.
pub fn parse(name: &str) -> Option<Vec<u32>> {
    if let Some(graph) = word(name) {
        return Some(graph);
    }
    if let Some(pairs) = name.strip_suffix("K2").and_then(|pairs| up_to(pairs, 16)) {
        return Some(copies(&path(2), pairs));
    }
    if let Some((a, b)) = name.strip_prefix('K').and_then(|sizes| sizes.split_once(',')) {
        let (a, b) = (up_to(a, 31)?, up_to(b, 31)?);
        return (a + b <= 32).then(|| complete_bipartite(a, b));
    }
    let sized = |letter: char| name.strip_prefix(letter).and_then(|order| up_to(order, 32));
    if let Some(n) = sized('P') {
        return Some(path(n));
    }
    if let Some(n) = sized('C') {
        return (n >= 3).then(|| cycle(n));
    }
    if let Some(n) = sized('K') {
        return Some(complete(n));
    }
    if let Some(pages) = name.strip_prefix('B').and_then(|pages| up_to(pages, 30)) {
        let sides = (2..pages + 2).flat_map(|v| [(0, v), (1, v)]);
        return Some(from_edges(pages + 2, sides.chain([(0, 1)])));
    }
    if let Some(spokes) = name.strip_prefix('W').and_then(|spokes| up_to(spokes, 31)) {
        return (spokes >= 3).then(|| joined_to_all(cycle(spokes)));
    }
    if let Some(dimension) = name.strip_prefix('Q').and_then(|dimension| up_to(dimension, 5)) {
        return Some(hypercube(dimension));
    }
    graph6::decode(name)
}

/// Returns the graph that is called by a word.
fn word(name: &str) -> Option<Vec<u32>> {
    let with = |rows: Vec<u32>, more: &[(usize, usize)]| {
        let n = more.iter().map(|&(_, v)| v + 1).fold(rows.len(), usize::max);
        let own = (0..rows.len()).flat_map(|v| {
            (0..v)
                .filter(|&u| rows[v] >> u & 1 == 1)
                .map(|u| (u, v))
                .collect::<Vec<_>>()
        });
        from_edges(n, own.chain(more.iter().copied()).collect::<Vec<_>>())
    };
    let triangle = || complete(3);
    Some(match name {
        "claw" => complete_bipartite(1, 3),
        "fork" => with(complete_bipartite(1, 3), &[(3, 4)]),
        "paw" => with(triangle(), &[(2, 3)]),
        "bull" => with(triangle(), &[(1, 3), (2, 4)]),
        "cricket" => with(triangle(), &[(0, 3), (0, 4)]),
        "net" => with(triangle(), &[(0, 3), (1, 4), (2, 5)]),
        "diamond" => with(cycle(4), &[(1, 3)]),
        // An edge at a vertex of a diamond where three meet, and where two do.
        "dart" => with(cycle(4), &[(1, 3), (1, 4)]),
        "kite" => with(cycle(4), &[(1, 3), (0, 4)]),
        "banner" => with(cycle(4), &[(0, 4)]),
        "house" => with(cycle(5), &[(1, 3)]),
        "domino" => with(cycle(6), &[(0, 3)]),
        // Two triangles side by side, and one inside the other.
        "prism" => with(copies(&triangle(), 2), &[(0, 3), (1, 4), (2, 5)]),
        "octahedron" => with(
            copies(&triangle(), 2),
            &[(0, 3), (0, 4), (1, 4), (1, 5), (2, 5), (2, 3)],
        ),
        "bowtie" | "butterfly" => joined_to_all(copies(&path(2), 2)),
        "gem" => joined_to_all(path(4)),
        "petersen" => petersen(),
        _ => return None,
    })
}

/// Returns the graph with one more vertex, joined to all others.
fn joined_to_all(mut rows: Vec<u32>) -> Vec<u32> {
    let n = rows.len();
    rows.iter_mut().for_each(|row| *row |= 1 << n);
    rows.push((1 << n) - 1);
    rows
}

/// A number from 1 to `most`.
fn up_to(text: &str, most: usize) -> Option<usize> {
    number(text).filter(|number| (1..=most).contains(number))
}

/// Returns whether `rows` has a subgraph, not necessarily an induced one, isomorphic to `pattern`. Tries every
/// injection of the pattern's vertices, vertex by vertex, as long as its edges fall on edges. Of injections that differ
/// by a permutation of vertices with the same neighbours, only the ascending one is tried.
pub fn contains(rows: &[u32], pattern: &[u32]) -> bool {
    let all = (0..rows.len()).fold(0, |set, vertex| set | 1 << vertex);
    pattern.len() <= rows.len() && places(rows, pattern, &mut Vec::with_capacity(pattern.len()), all)
}

/// Returns whether the vertices of `pattern` after those with an image can also be placed, on the vertices in the set
/// `free`.
fn places(rows: &[u32], pattern: &[u32], images: &mut Vec<usize>, free: u32) -> bool {
    let vertex = images.len();
    if vertex == pattern.len() || spent(1 + vertex as u64) {
        return true;
    }
    let mut fitting = free;
    for u in 0..vertex {
        if pattern[vertex] >> u & 1 == 1 {
            fitting &= rows[images[u]];
        }
        // The neighbours of each vertex without the other.
        if pattern[u] & !(1 << vertex) == pattern[vertex] & !(1 << u) {
            fitting &= u32::MAX << images[u];
        }
    }
    (0..rows.len()).filter(|image| fitting >> image & 1 == 1).any(|image| {
        images.push(image);
        let placed = places(rows, pattern, images, free & !(1 << image));
        images.pop();
        placed
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graphs::edges;
    use retrograph_referee::named::{clebsch, heawood, padded};
    use retrograph_referee::nauty::canonical;
    use retrograph_referee::rng::SplitMix64;
    use retrograph_referee::triangle::relabel;

    #[test]
    fn names_say_the_graphs_of_their_degrees() {
        for (name, degrees) in [
            ("P1", vec![0]),
            ("P4", vec![1, 1, 2, 2]),
            ("C3", vec![2; 3]),
            ("C32", vec![2; 32]),
            ("K1", vec![0]),
            ("K4", vec![3; 4]),
            ("K32", vec![31; 32]),
            ("K1,3", vec![1, 1, 1, 3]),
            ("K2,3", vec![2, 2, 2, 3, 3]),
            ("1K2", vec![1, 1]),
            ("3K2", vec![1; 6]),
            ("B3", vec![2, 2, 2, 4, 4]),
            ("paw", vec![1, 2, 2, 3]),
            ("diamond", vec![2, 2, 3, 3]),
            ("bull", vec![1, 1, 2, 3, 3]),
            ("bowtie", vec![2, 2, 2, 2, 4]),
            ("W4", vec![3, 3, 3, 3, 4]),
            ("Q3", vec![3; 8]),
            ("Q5", vec![5; 32]),
            ("fork", vec![1, 1, 1, 2, 3]),
            ("cricket", vec![1, 1, 2, 2, 4]),
            ("net", vec![1, 1, 1, 3, 3, 3]),
            ("dart", vec![1, 2, 2, 3, 4]),
            ("kite", vec![1, 2, 3, 3, 3]),
            ("banner", vec![1, 2, 2, 2, 3]),
            ("house", vec![2, 2, 2, 3, 3]),
            ("gem", vec![2, 2, 3, 3, 4]),
            ("domino", vec![2, 2, 2, 2, 3, 3]),
            ("prism", vec![3; 6]),
            ("octahedron", vec![4; 6]),
            ("petersen", vec![3; 10]),
            ("DQc", vec![1, 1, 2, 2, 2]),
        ] {
            let mut found: Vec<u32> = parse(name).unwrap().iter().map(|row| row.count_ones()).collect();
            found.sort_unstable();
            assert_eq!(found, degrees, "{name}");
        }
        let same =
            |a: &str, b: &str| assert_eq!(canonical(&parse(a).unwrap()), canonical(&parse(b).unwrap()), "{a} {b}");
        // graph6 of K4, and of the example of nauty's formats.txt: a path on five vertices.
        same("K4", "C~");
        same("P5", "DQc");
        same("C4", "K2,2");
        same("K3", "C3");
        same("K2", "1K2");
        same("B1", "K3");
        same("B2", "diamond");
        same("P3", "K1,2");
        same("W3", "K4");
        same("Q2", "C4");
        same("claw", "K1,3");
        same("butterfly", "bowtie");
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "P",
            "P0",
            "P03",
            "P+3",
            "P33",
            "P-1",
            "C2",
            "K0",
            "K33",
            "K1,",
            "K,3",
            "K0,3",
            "K16,17",
            "K1,2,3",
            "0K2",
            "17K2",
            "2K3",
            "2K2 ",
            "Paw",
            "paws",
            "k3",
            "C\u{b3}",
            "W2",
            "W32",
            "Q0",
            "Q6",
            "House",
            "DQ",
            "odd-cycle",
            "K99999999999999999999",
        ] {
            assert_eq!(parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn subgraphs_are_found_exactly_where_they_are() {
        let has = |rows: &[u32], names: &str| -> Vec<bool> {
            names
                .split(' ')
                .map(|name| contains(rows, &parse(name).unwrap()))
                .collect()
        };
        // Girth 5 and 6; Petersen's graph has cycles of length 5, 6, 8 and 9, none of 7 or 10.
        let cycles = "C3 C4 C5 C6 C7 C8 C9 C10";
        assert_eq!(
            has(&petersen(), cycles),
            [false, false, true, true, false, true, true, false]
        );
        assert_eq!(
            has(&heawood(), "C3 C4 C5 C6 C7 C14"),
            [false, false, false, true, false, true]
        );
        assert_eq!(
            has(&clebsch(), "C3 C4 K2,3 K1,5 K1,6"),
            [false, true, false, true, false]
        );
        assert_eq!(has(&complete(4), "paw diamond K4 C4 K1,3 2K2 P4 P5 3K2 bull"), {
            [true, true, true, true, true, true, true, false, false, false]
        });
        let bull = parse("bull").unwrap();
        assert_eq!(has(&bull, "paw diamond 2K2 P5 P6 C4 bowtie bull"), {
            [true, false, true, true, false, false, false, true]
        });
        // Isolated vertices of a pattern need room.
        let edge_beside_a_vertex = graph6::decode("BG").unwrap();
        assert_eq!((edge_beside_a_vertex.len(), edges(&edge_beside_a_vertex)), (3, 1));
        assert!(!contains(&complete(2), &edge_beside_a_vertex));
        assert!(contains(&complete(3), &edge_beside_a_vertex));
    }

    #[test]
    fn subgraphs_are_those_of_all_permutations() {
        let names = "P4 C4 C5 K1,3 K1,4 K2,3 2K2 paw diamond bull bowtie K4 BG DQc";
        let patterns: Vec<Vec<u32>> = names.split(' ').map(|name| parse(name).unwrap()).collect();
        let mut rng = SplitMix64::new(5);
        let mut permutations = vec![vec![]];
        for _ in 0..5 {
            let longer = |order: Vec<usize>| {
                let rest: Vec<usize> = (0..5).filter(|vertex| !order.contains(vertex)).collect();
                rest.into_iter().map(move |vertex| [&order[..], &[vertex]].concat())
            };
            permutations = permutations.into_iter().flat_map(longer).collect();
        }
        assert_eq!(permutations.len(), 120);
        let mut found = 0;
        for _ in 0..200 {
            let few = 1 + rng.below(5);
            let pairs = (0..5).flat_map(|j| (0..j).map(move |i| (i, j)));
            let rows = from_edges(5, pairs.filter(|_| rng.below(6) < few));
            for pattern in &patterns {
                let padded = padded(pattern.clone(), 5);
                let inside = |order: &Vec<usize>| relabel(&padded, order).iter().zip(&rows).all(|(a, b)| a & !b == 0);
                let expected = permutations.iter().any(inside);
                assert_eq!(contains(&rows, pattern), expected, "{pattern:?} in {rows:?}");
                found += usize::from(expected);
            }
        }
        assert!((500..2500).contains(&found), "{found} of 2800");
    }
}
