//! Properties of graphs from their definitions.

use crate::work::spent;

/// Returns whether the rows are symmetric, without loops, and lead to no vertex beyond their number.
pub fn is_simple(rows: &[u32]) -> bool {
    let n = rows.len();
    n <= 32
        && (0..n).all(|i| {
            let inside = n == 32 || rows[i] >> n == 0;
            inside && rows[i] >> i & 1 == 0 && (0..n).all(|j| rows[i] >> j & 1 == rows[j] >> i & 1)
        })
}

/// Returns the vertices that can be reached from vertex `from`, itself included, as a set of bits.
pub fn component(rows: &[u32], from: usize) -> u32 {
    let mut reached = 1 << from;
    loop {
        let further = bits(reached).fold(reached, |all, vertex| all | rows[vertex]);
        if further == reached {
            return reached;
        }
        reached = further;
    }
}

/// Returns whether every vertex can be reached from every other. Graphs without vertices or with a single vertex are
/// connected.
pub fn is_connected(rows: &[u32]) -> bool {
    (0..rows.len()).all(|vertex| component(rows, vertex).count_ones() as usize == rows.len())
}

/// Returns whether the graph has three vertices or more and stays connected without any one of them.
pub fn is_two_connected(rows: &[u32]) -> bool {
    let n = rows.len();
    n > 2
        && (0..n).all(|cut| {
            let without: Vec<u32> = (0..n)
                .map(|vertex| if vertex == cut { 0 } else { rows[vertex] & !(1 << cut) })
                .collect();
            (0..n).all(|vertex| vertex == cut || component(&without, vertex).count_ones() as usize == n - 1)
        })
}

/// Returns whether disjoint edges leave out at most one vertex. Tries all ways.
pub fn has_perfect_matching(rows: &[u32]) -> bool {
    fn covers(rows: &[u32], left: u32, may_stay: bool) -> bool {
        // A proof that asks for more is not right.
        if left == 0 || spent(1) {
            return left == 0;
        }
        let vertex = left.trailing_zeros() as usize;
        let rest = left & !(1 << vertex);
        bits(rows[vertex] & rest).any(|other| covers(rows, rest & !(1 << other), may_stay))
            || may_stay && covers(rows, rest, false)
    }
    let all = (1u64 << rows.len()) - 1;
    covers(rows, all as u32, rows.len() % 2 == 1)
}

/// Returns whether all edges lie in one component: all other vertices are isolated.
pub fn is_one_component(rows: &[u32]) -> bool {
    let touched: u32 = (0..rows.len())
        .filter(|&vertex| rows[vertex] != 0)
        .map(|vertex| 1 << vertex)
        .sum();
    bits(touched).all(|vertex| component(rows, vertex) == touched)
}

/// Returns whether the vertices fall into two sets without an edge inside either: no odd cycle.
pub fn is_bipartite(rows: &[u32]) -> bool {
    (0..rows.len()).all(|start| {
        // The vertices at the end of walks of even length from `start`, and of odd length.
        let (mut even, mut odd) = (1 << start, 0);
        loop {
            let next_odd = bits(even).fold(odd, |all, vertex| all | rows[vertex]);
            let next_even = bits(next_odd).fold(even, |all, vertex| all | rows[vertex]);
            if (next_even, next_odd) == (even, odd) {
                return even & odd == 0;
            }
            (even, odd) = (next_even, next_odd);
        }
    })
}

/// Largest number of vertices for [`has_hamilton_cycle`].
pub const MAX_HAMILTON: usize = 24;

/// Returns whether a cycle passes through every vertex; always false on fewer than 3. For each set of vertices with
/// vertex 0 in it, the ends of paths from 0 through exactly that set are found (Bellman; Held and Karp 1962): time
/// grows as `n 2^n`, memory is `2^(n+1)` bytes.
///
/// # Panics
/// Panics on more than [`MAX_HAMILTON`] vertices.
pub fn has_hamilton_cycle(rows: &[u32]) -> bool {
    let n = rows.len();
    assert!(n <= MAX_HAMILTON, "{n} vertices, at most {MAX_HAMILTON}");
    // Every vertex of a cycle has two neighbours.
    if n < 3 || rows.iter().any(|row| row.count_ones() < 2) {
        return false;
    }
    // A step is as long as some of these.
    if spent((n << n >> 4) as u64) {
        return true;
    }
    // ends[set / 2]: vertex 0 is in every set.
    let mut ends = vec![0u32; 1 << (n - 1)];
    ends[0] = 1;
    for half in 0..ends.len() {
        let set = 2 * half as u32 + 1;
        for next in bits(((1u32 << n) - 1) & !set) {
            if ends[half] & rows[next] != 0 {
                ends[half | 1 << (next - 1)] |= 1 << next;
            }
        }
    }
    ends[ends.len() - 1] & rows[0] != 0
}

/// Returns whether a path passes through every vertex. For each set of vertices, the ends of paths through exactly that
/// set are found: time grows as `n 2^n`, memory is `2^(n+2)` bytes.
///
/// # Panics
/// Panics on more than [`MAX_HAMILTON`] vertices.
pub fn has_hamilton_path(rows: &[u32]) -> bool {
    let n = rows.len();
    assert!(n <= MAX_HAMILTON, "{n} vertices, at most {MAX_HAMILTON}");
    if !is_connected(rows) {
        return false;
    }
    // A step is as long as some of these.
    if spent((n << n >> 4) as u64) {
        return true;
    }
    let mut ends = vec![0u32; 1 << n];
    (0..n).for_each(|vertex| ends[1 << vertex] = 1 << vertex);
    for set in 0..ends.len() {
        for next in (0..n).filter(|next| set >> next & 1 == 0) {
            if ends[set] & rows[next] != 0 {
                ends[set | 1 << next] |= 1 << next;
            }
        }
    }
    n == 0 || ends[ends.len() - 1] != 0
}

/// Returns whether the vertices can have so many colours, neighbours different ones. Tries all ways, but for the order
/// in which colours are first used.
pub fn is_colourable(rows: &[u32], colours: usize) -> bool {
    fn extend(rows: &[u32], classes: &mut Vec<u32>, colours: usize, vertex: usize) -> bool {
        // A proof that asks for more is not right.
        if vertex == rows.len() || spent(1 + classes.len() as u64) {
            return vertex == rows.len();
        }
        for class in 0..(classes.len() + 1).min(colours) {
            if class == classes.len() {
                classes.push(0);
            }
            if classes[class] & rows[vertex] == 0 {
                classes[class] |= 1 << vertex;
                if extend(rows, classes, colours, vertex + 1) {
                    return true;
                }
                classes[class] &= !(1 << vertex);
            }
            if classes[class] == 0 {
                classes.pop();
            }
        }
        false
    }
    extend(rows, &mut Vec::new(), colours, 0)
}

/// Returns the members of a set of bits.
fn bits(set: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |vertex| set >> vertex & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graphs::{complete, complete_bipartite, copies, cycle, from_edges, hypercube, path, petersen};
    use crate::pattern::contains;
    use retrograph_referee::named::{clebsch, crown, disjoint_union, empty, groetzsch, heawood, padded};
    use retrograph_referee::rng::SplitMix64;

    #[test]
    fn rows_of_no_simple_graph_are_reported() {
        assert!(is_simple(&[]) && is_simple(&complete(32)) && is_simple(&petersen()));
        assert!(!is_simple(&[0b001]), "loop");
        assert!(!is_simple(&[0b10, 0b00]), "one-way edge");
        assert!(!is_simple(&[0b110, 0b001]), "a vertex that is not there");
    }

    #[test]
    fn components_are_counted_with_and_without_isolated_vertices() {
        for rows in [vec![], vec![0], path(7), petersen(), complete_bipartite(1, 31)] {
            assert!(is_connected(&rows) && is_one_component(&rows), "{rows:?}");
        }
        for rows in [empty(2), padded(cycle(5), 6)] {
            assert!(!is_connected(&rows) && is_one_component(&rows), "{rows:?}");
        }
        for rows in [copies(&path(2), 2), padded(disjoint_union(&cycle(3), &path(3)), 9)] {
            assert!(!is_connected(&rows) && !is_one_component(&rows), "{rows:?}");
        }
        assert_eq!(component(&disjoint_union(&path(3), &path(2)), 4), 0b11000);
    }

    #[test]
    fn graphs_that_no_vertex_cuts_and_matchings_are_known() {
        for rows in [cycle(3), cycle(9), petersen(), complete_bipartite(2, 7), hypercube(4)] {
            assert!(is_two_connected(&rows), "{rows:?}");
        }
        let bowtie = from_edges(5, [(0, 1), (0, 2), (1, 2), (2, 3), (2, 4), (3, 4)]);
        for rows in [
            vec![],
            path(2),
            path(5),
            complete_bipartite(1, 6),
            bowtie.clone(),
            padded(cycle(4), 5),
        ] {
            assert!(!is_two_connected(&rows), "{rows:?}");
        }
        for rows in [
            vec![],
            vec![0],
            path(2),
            path(3),
            path(8),
            petersen(),
            hypercube(3),
            bowtie,
        ] {
            assert!(has_perfect_matching(&rows), "{rows:?}");
        }
        for rows in [
            empty(2),
            complete_bipartite(1, 3),
            complete_bipartite(3, 5),
            disjoint_union(&cycle(3), &cycle(3)),
        ] {
            assert!(!has_perfect_matching(&rows), "{rows:?}");
        }
    }

    #[test]
    fn two_parts_exist_where_there_is_no_odd_cycle() {
        for rows in [
            vec![],
            empty(3),
            path(9),
            cycle(8),
            hypercube(5),
            heawood(),
            complete_bipartite(7, 5),
        ] {
            assert!(is_bipartite(&rows), "{rows:?}");
        }
        for rows in [
            cycle(3),
            cycle(9),
            petersen(),
            clebsch(),
            disjoint_union(&cycle(4), &cycle(5)),
        ] {
            assert!(!is_bipartite(&rows), "{rows:?}");
        }
    }

    #[test]
    fn hamilton_paths_are_where_they_are_known() {
        for rows in [
            vec![0],
            path(7),
            cycle(5),
            petersen(),
            complete_bipartite(4, 5),
            hypercube(4),
        ] {
            assert!(has_hamilton_path(&rows), "{rows:?}");
        }
        for rows in [
            empty(2),
            complete_bipartite(1, 3),
            complete_bipartite(4, 6),
            padded(complete(8), 9),
        ] {
            assert!(!has_hamilton_path(&rows), "{rows:?}");
        }
        // A path through all vertices is a subgraph P_n.
        let mut rng = SplitMix64::new(4);
        let (mut with, mut without) = (0, 0);
        for n in 2..=8 {
            for _ in 0..100 {
                let pairs = (0..n).flat_map(|j| (0..j).map(move |i| (i, j)));
                let rows = from_edges(n, pairs.filter(|_| rng.below(2 + n) < 4));
                let found = has_hamilton_path(&rows);
                assert_eq!(found, contains(&rows, &path(n)), "{rows:?}");
                *if found { &mut with } else { &mut without } += 1;
            }
        }
        assert!(with > 100 && without > 100, "{with} {without}");
    }

    #[test]
    fn so_many_colours_suffice_as_are_known() {
        for (rows, least) in [
            (vec![], 0),
            (empty(3), 1),
            (path(4), 2),
            (hypercube(4), 2),
            (cycle(7), 3),
            (petersen(), 3),
            (groetzsch(), 4),
            (clebsch(), 4),
            (complete(9), 9),
        ] {
            for colours in 0..10 {
                assert_eq!(is_colourable(&rows, colours), colours >= least, "{colours}: {rows:?}");
            }
        }
    }

    #[test]
    fn hamilton_cycles_are_where_they_are_known() {
        for rows in [
            cycle(3),
            cycle(24),
            complete(9),
            hypercube(4),
            heawood(),
            clebsch(),
            crown(5),
        ] {
            assert!(has_hamilton_cycle(&rows), "{rows:?}");
        }
        let unbalanced = complete_bipartite(4, 5);
        for rows in [
            vec![],
            vec![0],
            path(2),
            path(5),
            petersen(),
            unbalanced,
            padded(complete(8), 9),
        ] {
            assert!(!has_hamilton_cycle(&rows), "{rows:?}");
        }
        // A cycle through all vertices is a subgraph C_n.
        let mut rng = SplitMix64::new(3);
        let (mut with, mut without) = (0, 0);
        for n in 3..=8 {
            for _ in 0..100 {
                let mut rows = vec![0; n];
                for (i, j) in (0..n).flat_map(|j| (0..j).map(move |i| (i, j))) {
                    if rng.below(2 + n) < 4 {
                        rows[i] |= 1 << j;
                        rows[j] |= 1 << i;
                    }
                }
                let found = has_hamilton_cycle(&rows);
                assert_eq!(found, contains(&rows, &cycle(n)), "{rows:?}");
                *if found { &mut with } else { &mut without } += 1;
            }
        }
        assert!(with > 100 && without > 100, "{with} {without}");
    }
}
