//! Highly symmetric triangle-free graphs: inputs on which colour refinement alone fails.

pub use retrograph_judge::graphs::{
    complete, complete_bipartite, copies, cycle, from_edges, hypercube, path, petersen,
};

/// Returns `n` isolated vertices.
pub fn empty(n: usize) -> Vec<u32> {
    vec![0; n]
}

/// `pairs` disjoint edges on `2 * pairs` vertices.
pub fn perfect_matching(pairs: usize) -> Vec<u32> {
    from_edges(2 * pairs, (0..pairs).map(|k| (2 * k, 2 * k + 1)))
}

/// `K_{k,k}` minus a perfect matching (the crown graph).
pub fn crown(k: usize) -> Vec<u32> {
    from_edges(
        2 * k,
        (0..k).flat_map(|i| (0..k).filter(move |&j| j != i).map(move |j| (i, k + j))),
    )
}

/// Vertices modulo `n`, joined when they differ by one of `steps`.
pub fn circulant(n: usize, steps: &[usize]) -> Vec<u32> {
    from_edges(
        n,
        (0..n).flat_map(|i| steps.iter().map(move |step| (i, (i + step) % n))),
    )
}

/// Andrasfai's graph on `3k - 1` vertices: `k`-regular, triangle-free, saturated.
pub fn andrasfai(k: usize) -> Vec<u32> {
    let steps: Vec<usize> = (0..k).map(|i| 3 * i + 1).collect();
    circulant(3 * k - 1, &steps)
}

/// Returns the generalised Petersen graph `GP(n, k)`: an `n`-cycle, spokes, and an inner star polygon of step `k`.
pub fn generalised_petersen(n: usize, k: usize) -> Vec<u32> {
    from_edges(
        2 * n,
        (0..n).flat_map(|i| [(i, (i + 1) % n), (i, n + i), (n + i, n + (i + k) % n)]),
    )
}

/// Returns the Moebius-Kantor graph: 16 vertices, cubic, girth 6.
pub fn moebius_kantor() -> Vec<u32> {
    generalised_petersen(8, 3)
}

/// Returns the Heawood graph: 14 vertices, cubic, girth 6, points and lines of the Fano plane.
pub fn heawood() -> Vec<u32> {
    from_edges(14, (0..7).flat_map(|i| [0, 1, 3].map(|d| (i, 7 + (i + d) % 7))))
}

/// Clebsch's graph: the 4-cube with opposite corners joined. 16 vertices, 5-regular, strongly regular (16,5,0,2),
/// saturated.
pub fn clebsch() -> Vec<u32> {
    let mut rows = hypercube(4);
    for (i, row) in rows.iter_mut().enumerate() {
        *row |= 1 << (15 - i);
    }
    rows
}

/// Groetzsch's graph, the Mycielskian of the pentagon: 11 vertices, chromatic number 4, saturated.
pub fn groetzsch() -> Vec<u32> {
    let pentagon = (0..5).map(|i| (i, (i + 1) % 5));
    from_edges(
        11,
        pentagon.flat_map(|(i, j)| [(i, j), (5 + i, j), (i, 5 + j), (5 + i, 10)]),
    )
}

/// Returns the graph in which vertex `i` of `rows` is replaced by `sizes[i]` twins (none when 0).
///
/// # Panics
/// Panics when `sizes` is shorter than `rows`, or the sizes add up to more than 32.
pub fn blow_up(rows: &[u32], sizes: &[usize]) -> Vec<u32> {
    let class: Vec<usize> = (0..rows.len()).flat_map(|i| vec![i; sizes[i]]).collect();
    assert!(class.len() <= 32, "{} vertices", class.len());
    class
        .iter()
        .map(|&a| {
            (0..class.len())
                .filter(|&j| rows[a] >> class[j] & 1 == 1)
                .map(|j| 1 << j)
                .sum()
        })
        .collect()
}

/// The blow-up of the pentagon with these class sizes; saturated when none is 0.
pub fn blown_up_pentagon(sizes: [usize; 5]) -> Vec<u32> {
    blow_up(&cycle(5), &sizes)
}

/// Returns the disjoint union of two graphs.
///
/// # Panics
/// Panics when they have more than 32 vertices together.
pub fn disjoint_union(left: &[u32], right: &[u32]) -> Vec<u32> {
    assert!(left.len() + right.len() <= 32);
    left.iter()
        .copied()
        .chain(right.iter().map(|row| row << left.len()))
        .collect()
}

/// Returns the graph with isolated vertices added until it has `n`.
pub fn padded(mut rows: Vec<u32>, n: usize) -> Vec<u32> {
    rows.resize(n.max(rows.len()), 0);
    rows
}

/// Returns every graph of this file that fits on exactly `n <= 32` vertices, with a name for messages. Smaller graphs
/// appear as disjoint copies padded with isolated vertices.
pub fn on_vertices(n: usize) -> Vec<(String, Vec<u32>)> {
    let mut found: Vec<(String, Vec<u32>)> = vec![(format!("empty {n}"), empty(n)), (format!("path {n}"), path(n))];
    let mut add = |name: String, rows: Vec<u32>| {
        if rows.len() == n {
            found.push((name, rows));
        }
    };
    for a in 1..=n / 2 {
        add(format!("K_{a},{}", n - a), complete_bipartite(a, n - a));
    }
    for k in 2..=16 {
        add(format!("crown {k}"), crown(k));
    }
    for k in 2..=11 {
        add(format!("Andrasfai {k}"), andrasfai(k));
    }
    let mut blocks: Vec<(String, Vec<u32>)> = vec![
        ("edge".into(), perfect_matching(1)),
        ("path 3".into(), path(3)),
        ("star 4".into(), complete_bipartite(1, 3)),
        ("K_3,3".into(), complete_bipartite(3, 3)),
        ("Petersen".into(), petersen()),
        ("Groetzsch".into(), groetzsch()),
        ("Heawood".into(), heawood()),
        ("Q3".into(), hypercube(3)),
        ("Q4".into(), hypercube(4)),
        ("Moebius-Kantor".into(), moebius_kantor()),
        ("Clebsch".into(), clebsch()),
        ("GP(7,2)".into(), generalised_petersen(7, 2)),
        ("GP(10,2), dodecahedron".into(), generalised_petersen(10, 2)),
        ("GP(10,3), Desargues".into(), generalised_petersen(10, 3)),
    ];
    blocks.extend((4..=n).map(|k| (format!("cycle {k}"), cycle(k))));
    for (name, block) in blocks {
        for k in 1..=n / block.len() {
            add(
                format!("{k} x {name}, {} isolated", n - k * block.len()),
                padded(copies(&block, k), n),
            );
        }
    }
    for sizes in spreads(n, 5) {
        let name = format!("pentagon blown up by {sizes:?}");
        add(name, blow_up(&cycle(5), &sizes));
    }
    for sizes in spreads(n, 10) {
        add(format!("Petersen blown up by {sizes:?}"), blow_up(&petersen(), &sizes));
    }
    found
}

/// Returns a few ways to write `n` as `parts` positive sizes: as equal as possible, one large class, and two large
/// classes.
fn spreads(n: usize, parts: usize) -> Vec<Vec<usize>> {
    if n < parts {
        return Vec::new();
    }
    let rest = n - parts;
    let even = (0..parts)
        .map(|i| 1 + rest / parts + usize::from(i < rest % parts))
        .collect();
    let one = (0..parts).map(|i| if i == 0 { 1 + rest } else { 1 }).collect();
    let adjacent = (0..parts)
        .map(|i| 1 + [rest / 2, rest - rest / 2].get(i).copied().unwrap_or(0))
        .collect();
    vec![even, one, adjacent]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nauty::canonical;
    use crate::triangle::{edges, is_triangle_free, moves};

    fn is_regular(rows: &[u32], degree: u32) -> bool {
        rows.iter().all(|row| row.count_ones() == degree)
    }

    #[test]
    fn all_are_triangle_free_and_have_the_vertices_asked_for() {
        for n in 1..=20 {
            let graphs = on_vertices(n);
            for (name, rows) in &graphs {
                assert_eq!(rows.len(), n, "{name}");
                assert!(is_triangle_free(rows), "{name}: {rows:?}");
            }
        }
        let names: Vec<String> = on_vertices(16).into_iter().map(|(name, _)| name).collect();
        for name in [
            "1 x Clebsch",
            "1 x Q4",
            "1 x Moebius-Kantor",
            "8 x edge",
            "4 x cycle 4",
            "Petersen blown",
            "K_8,8",
        ] {
            assert!(
                names.iter().any(|known| known.starts_with(name)),
                "{name} is missing in {names:?}"
            );
        }
    }

    #[test]
    fn clebsch_is_regular_of_degree_five_and_saturated() {
        let clebsch = clebsch();
        assert_eq!((clebsch.len(), edges(&clebsch)), (16, 40));
        assert!(is_regular(&clebsch, 5));
        assert!(is_triangle_free(&clebsch));
        assert_eq!(moves(&clebsch), []);
        // Strongly regular: any two non-adjacent vertices have exactly two common neighbours.
        for i in 0..16 {
            for j in (0..16).filter(|&j| j != i && clebsch[i] >> j & 1 == 0) {
                assert_eq!((clebsch[i] & clebsch[j]).count_ones(), 2);
            }
        }
    }

    #[test]
    fn the_saturated_ones_are_saturated_and_the_others_are_not() {
        for rows in [
            petersen(),
            groetzsch(),
            andrasfai(5),
            complete_bipartite(8, 8),
            blown_up_pentagon([3, 1, 4, 1, 5]),
        ] {
            assert_eq!(moves(&rows), [], "{rows:?}");
        }
        for rows in [
            moebius_kantor(),
            heawood(),
            hypercube(4),
            cycle(6),
            crown(4),
            perfect_matching(3),
        ] {
            assert_ne!(moves(&rows), [], "{rows:?}");
        }
    }

    #[test]
    fn known_coincidences_hold() {
        assert_eq!(canonical(&generalised_petersen(4, 1)), canonical(&hypercube(3)));
        assert_eq!(canonical(&crown(4)), canonical(&hypercube(3)));
        assert_eq!(canonical(&andrasfai(2)), canonical(&cycle(5)));
        assert_eq!(canonical(&complete_bipartite(2, 2)), canonical(&cycle(4)));
        assert_ne!(
            canonical(&generalised_petersen(10, 2)),
            canonical(&generalised_petersen(10, 3))
        );
    }

    #[test]
    fn regular_graphs_have_their_degree() {
        assert!(is_regular(&petersen(), 3) && is_regular(&moebius_kantor(), 3) && is_regular(&heawood(), 3));
        assert!(is_regular(&hypercube(4), 4) && is_regular(&andrasfai(5), 5) && is_regular(&crown(5), 4));
    }
}
