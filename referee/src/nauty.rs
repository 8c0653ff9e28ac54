//! Canonical form by nauty's `densenauty`, one machine word per row.
//!
//! nauty counts the bits of a set from the most significant, so a row is bit-reversed on the way in and out. The
//! crate's default feature `tls` gives each thread its own workspace inside nauty: any number of [`Nauty`] values may
//! work at the same time.

use nauty_Traces_sys as sys;
use std::os::raw::c_int;

/// Largest number of vertices: a row is a `u32`.
pub const MAX_VERTICES: usize = 32;

/// Returns the compiled nauty version, such as `2.9.3`.
pub fn version() -> String {
    // nauty.h: 10000 times the version, plus 1 for thread-local workspaces.
    let id = sys::NAUTYVERSIONID;
    format!("{}.{}.{}", id / 10_000, id / 1_000 % 10, id / 100 % 10)
}

/// Buffers for graphs of up to [`MAX_VERTICES`] vertices: only the first call on a thread allocates.
///
/// About 1.7 microseconds per graph of 16 vertices and 30 edges.
pub struct Nauty {
    graph: [sys::graph; MAX_VERTICES],
    canonical: [sys::graph; MAX_VERTICES],
    labelling: [c_int; MAX_VERTICES],
    cells: [c_int; MAX_VERTICES],
    orbits: [c_int; MAX_VERTICES],
    group_size: f64,
    vertices: usize,
}

impl Nauty {
    /// Creates empty buffers.
    pub fn new() -> Self {
        Nauty {
            graph: [0; MAX_VERTICES],
            canonical: [0; MAX_VERTICES],
            labelling: [0; MAX_VERTICES],
            cells: [0; MAX_VERTICES],
            orbits: [0; MAX_VERTICES],
            group_size: 1.0,
            vertices: 0,
        }
    }

    /// Writes the canonical graph of `rows` over `out`, which must be as long as `rows`.
    ///
    /// Two graphs get the same rows exactly when they are isomorphic.
    ///
    /// # Panics
    /// Panics when there are more than [`MAX_VERTICES`] rows, the lengths differ, or an edge leads out of the graph.
    pub fn canonical_into(&mut self, rows: &[u32], out: &mut [u32]) {
        assert_eq!(rows.len(), out.len(), "one output row per vertex");
        self.run(rows);
        for (row, &word) in out.iter_mut().zip(&self.canonical) {
            *row = word.reverse_bits() as u32;
        }
    }

    /// Like [`Nauty::canonical_into`] for vertices of several kinds: the first `sizes[0]` are of one kind, the next
    /// `sizes[1]` of another. Two graphs get the same rows exactly when an isomorphism preserves the kinds.
    ///
    /// # Panics
    /// Panics like [`Nauty::canonical_into`], and when the sizes do not add up to the number of vertices.
    pub fn canonical_of_kinds_into(&mut self, rows: &[u32], sizes: &[usize], out: &mut [u32]) {
        assert_eq!(rows.len(), out.len(), "one output row per vertex");
        assert_eq!(rows.len(), sizes.iter().sum(), "every vertex is of a kind");
        // A cell continues where its entry is not zero.
        self.cells = [1; MAX_VERTICES];
        let mut end = 0;
        for size in sizes.iter().filter(|&&size| size > 0) {
            end += size;
            self.cells[end - 1] = 0;
        }
        for (vertex, label) in self.labelling.iter_mut().enumerate() {
            *label = vertex as c_int;
        }
        self.run_from(rows, sys::FALSE);
        for (row, &word) in out.iter_mut().zip(&self.canonical) {
            *row = word.reverse_bits() as u32;
        }
    }

    /// The canonical rows of a graph whose pairs have codes, the bits of which are the edges of so many layers: the
    /// vertices occur once in each, and are joined to their copies.
    ///
    /// # Panics
    /// Panics like [`Nauty::canonical_into`], where each layer has vertices of its own.
    pub fn canonical_of_layers(&mut self, n: usize, layers: usize, code: impl Fn(usize, usize) -> u32) -> Vec<u32> {
        let mut layered = vec![0u32; layers * n];
        for (u, v) in (0..n).flat_map(|v| (0..n).map(move |u| (u, v))).filter(|(u, v)| u != v) {
            for layer in (0..layers).filter(|layer| code(u, v) >> layer & 1 == 1) {
                layered[layer * n + u] |= 1 << (layer * n + v);
            }
        }
        let pairs = (0..layers).flat_map(|a| (0..layers).map(move |b| (a, b)));
        for (a, b) in pairs.filter(|(a, b)| a != b) {
            (0..n).for_each(|v| layered[a * n + v] |= 1 << (b * n + v));
        }
        let mut form = vec![0; layered.len()];
        self.canonical_of_kinds_into(&layered, &vec![n; layers], &mut form);
        form
    }

    /// Runs `densenauty` with `getcanon` and leaves the results in the buffers; the bare call for benches.
    ///
    /// # Panics
    /// Panics like [`Nauty::canonical_into`].
    pub fn run(&mut self, rows: &[u32]) {
        self.run_from(rows, sys::TRUE);
    }

    /// Runs with all vertices of one kind, or with the cells in the buffers.
    fn run_from(&mut self, rows: &[u32], one_kind: c_int) {
        let n = rows.len();
        assert!(n <= MAX_VERTICES, "{n} vertices, at most {MAX_VERTICES}");
        self.vertices = n;
        if n == 0 {
            self.group_size = 1.0;
            return;
        }
        for (word, &row) in self.graph.iter_mut().zip(rows) {
            assert!(
                n == MAX_VERTICES || row >> n == 0,
                "an edge leads to a vertex beyond {n}"
            );
            *word = sys::setword::from(row).reverse_bits();
        }
        let mut options = sys::optionblk {
            getcanon: sys::TRUE,
            defaultptn: one_kind,
            ..Default::default()
        };
        let mut stats = sys::statsblk::default();
        // SAFETY: every buffer holds MAX_VERTICES >= n entries, m = 1 word covers n <= 32 < WORDSIZE vertices, the
        // options are nauty's own defaults for undirected graphs, and its workspace is thread-local.
        unsafe {
            sys::densenauty(
                self.graph.as_mut_ptr(),
                self.labelling.as_mut_ptr(),
                self.cells.as_mut_ptr(),
                self.orbits.as_mut_ptr(),
                &mut options,
                &mut stats,
                1,
                n as c_int,
                self.canonical.as_mut_ptr(),
            );
        }
        assert_eq!(stats.errstatus, 0, "nauty refused the graph");
        self.group_size = stats.grpsize1 * 10f64.powi(stats.grpsize2);
    }

    /// Returns the automorphism orbits of the last graph: `orbits()[v]` is the smallest vertex in the orbit of `v`.
    pub fn orbits(&self) -> &[c_int] {
        &self.orbits[..self.vertices]
    }

    /// Returns the number of automorphisms of the last graph, rounded to a double.
    pub fn group_size(&self) -> f64 {
        self.group_size
    }

    /// Returns the canonical labelling of the last graph: `labelling()[k]` is the vertex that became vertex `k`.
    pub fn labelling(&self) -> &[c_int] {
        &self.labelling[..self.vertices]
    }
}

impl Default for Nauty {
    fn default() -> Self {
        Nauty::new()
    }
}

/// Returns the canonical rows of a graph; see [`Nauty::canonical_into`] for the call without allocation.
///
/// ```
/// use retrograph_referee::nauty::canonical;
/// let path_by_its_middle = [0b110, 0b001, 0b001];
/// let path_by_its_end = [0b010, 0b101, 0b010];
/// assert_eq!(canonical(&path_by_its_middle), canonical(&path_by_its_end));
/// ```
///
/// # Panics
/// Panics like [`Nauty::canonical_into`].
pub fn canonical(rows: &[u32]) -> Vec<u32> {
    let mut out = vec![0; rows.len()];
    Nauty::new().canonical_into(rows, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::named;
    use crate::rng::SplitMix64;
    use crate::triangle::{edges, random_triangle_free, relabel};

    #[test]
    fn relabelling_keeps_the_canonical_form() {
        let mut rng = SplitMix64::new(0x6e61757479);
        for n in [1usize, 2, 5, 9, 16, 20, 32] {
            for _ in 0..100 {
                let graph = random_triangle_free(n, rng.below(n * n / 4 + 1), rng.next_u64());
                let shuffled = relabel(&graph, &rng.permutation(n));
                assert_eq!(canonical(&graph), canonical(&shuffled), "n = {n}, {graph:?}");
            }
        }
    }

    #[test]
    fn the_canonical_graph_is_the_relabelled_graph() {
        let mut nauty = Nauty::new();
        for seed in 0..50 {
            let graph = random_triangle_free(11, 17, seed);
            let mut out = vec![0; 11];
            nauty.canonical_into(&graph, &mut out);
            let mut place = vec![0; 11];
            for (k, &vertex) in nauty.labelling().iter().enumerate() {
                place[vertex as usize] = k;
            }
            assert_eq!(relabel(&graph, &place), out);
            assert_eq!(edges(&out), 17);
        }
    }

    #[test]
    fn graphs_with_equal_degrees_are_distinguished() {
        let hexagon = named::cycle(6);
        let two_squares = named::copies(&named::cycle(4), 2);
        assert_ne!(canonical(&named::cycle(8)), canonical(&two_squares));
        assert_ne!(
            canonical(&hexagon),
            canonical(&named::copies(&[0b110, 0b101, 0b011], 2))
        );
        let cubic: Vec<_> = [named::moebius_kantor(), named::copies(&named::hypercube(3), 2)]
            .map(|g| canonical(&g))
            .into();
        assert_ne!(cubic[0], cubic[1]);
    }

    #[test]
    fn group_sizes_and_orbits_are_the_known_ones() {
        let mut nauty = Nauty::new();
        for (graph, group_size, orbits) in [
            (named::petersen(), 120.0, 1),
            (named::clebsch(), 1920.0, 1),
            (named::moebius_kantor(), 96.0, 1),
            (named::hypercube(4), 384.0, 1),
            (named::groetzsch(), 10.0, 3),
            (named::complete_bipartite(2, 3), 12.0, 2),
            (named::empty(5), 120.0, 1),
        ] {
            nauty.run(&graph);
            assert_eq!(nauty.group_size(), group_size, "{graph:?}");
            let mut leaders = nauty.orbits().to_vec();
            leaders.sort_unstable();
            leaders.dedup();
            assert_eq!(leaders.len(), orbits, "{graph:?}");
        }
    }

    #[test]
    fn no_vertex_and_all_the_bits_of_a_row_work() {
        assert_eq!(canonical(&[]), Vec::<u32>::new());
        let wide = named::cycle(32);
        assert_eq!(canonical(&wide).len(), 32);
        assert_eq!(edges(&canonical(&wide)), 32);
    }
}
