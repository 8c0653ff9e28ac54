//! The triangle game as a sum of components.

mod components;
mod exact;
mod form;
mod small;
mod structure;

use canon::vector::{Portable, Unit, Vector};

use super::kernel::{Kernel, Part, Step, cancel};
use components::components;
pub use exact::Matrix;
use exact::{child, leaf, root};
pub use form::mix;
use graph::Graph16;
pub use small::Small;
use structure::forbidden_sets;
pub use structure::{Rows, Structure, WIDTH, vertices};

/// The value of a function of a unit, compiled for the vector unit where there is one, and for AVX-512 where that has
/// it, so that functions for AVX-512 are compiled in line: n = 13 takes 2 % less time, the first positions of n = 15
/// take 4 %.
macro_rules! on_a_unit {
    ($vector:expr, $body:ident($($value:expr; $name:ident: $type:ty),*) -> $output:ty) => {{
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn on_the_vector_unit(unit: Vector, $($name: $type),*) -> $output {
                $body(unit, $($name),*)
            }
            #[target_feature(
                enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512cd,gfni,avx2,bmi1,bmi2,lzcnt,popcnt"
            )]
            fn on_long_registers(unit: Vector, $($name: $type),*) -> $output {
                $body(unit, $($name),*)
            }
            if let Some(unit) = $vector
                && unit.long().is_some()
            {
                // SAFETY: a `Long` proves that the processor has these features.
                return unsafe { on_long_registers(unit, $($value),*) };
            }
            if let Some(unit) = $vector {
                // SAFETY: a `Vector` proves that the processor has these features.
                return unsafe { on_the_vector_unit(unit, $($value),*) };
            }
        }
        $body(Portable, $($value),*)
    }};
}

/// The triangle game on at most 16 vertices.
pub struct Triangle {
    n: usize,
    small: Small,
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    vector: Option<Vector>,
}

impl Triangle {
    /// The game on `n` vertices, 1 to 16.
    pub fn new(n: usize) -> Self {
        assert!((1..=WIDTH).contains(&n));
        Self {
            n,
            small: Small::new(),
            vector: Vector::detect(),
        }
    }
}

impl Triangle {
    /// The canonical form of a structure: equal ones are isomorphic, and isomorphic ones equal. Cost: some 0.5 us.
    pub fn exact(&self, structure: &Structure) -> Matrix {
        let twins = structure.twins(Portable);
        let root = self.root(structure, &twins);
        self.least(structure, &twins, root, 1)
    }

    /// The least matrix below a node. A vertex that leads at once to the same matrix and colours as one before it is
    /// equivalent to that one under an automorphism that fixes what was chosen so far.
    fn least(&self, structure: &Structure, twins: &Rows, node: exact::Node, depth: u16) -> Matrix {
        if node.choices == 0 {
            return self.leaf(structure, &node).0;
        }
        let (mut seen, mut least) = (Vec::new(), None);
        for v in vertices(node.choices) {
            let next = self.child(structure, twins, &node, v, depth);
            let mut last = next;
            for depth in depth + 1.. {
                if last.choices == 0 {
                    break;
                }
                last = self.child(structure, twins, &last, last.choices.trailing_zeros() as usize, depth);
            }
            let at_once = self.leaf(structure, &last);
            if !seen.contains(&at_once) {
                seen.push(at_once);
                let found = self.least(structure, twins, next, depth + 1);
                least = Some(least.map_or(found, |least: Matrix| least.min(found)));
            }
        }
        least.expect("a choice has vertices")
    }

    fn root(&self, structure: &Structure, twins: &Rows) -> exact::Node {
        on_a_unit!(self.vector, root(structure; structure: &Structure, twins; twins: &Rows) -> exact::Node)
    }

    fn child(&self, structure: &Structure, twins: &Rows, node: &exact::Node, v: usize, depth: u16) -> exact::Node {
        on_a_unit!(self.vector, child(
            structure; structure: &Structure,
            twins; twins: &Rows,
            node; node: &exact::Node,
            v; v: usize,
            depth; depth: u16
        ) -> exact::Node)
    }

    fn leaf(&self, structure: &Structure, node: &exact::Node) -> (Matrix, Rows) {
        on_a_unit!(self.vector, leaf(structure; structure: &Structure, node; node: &exact::Node) -> (Matrix, Rows))
    }

    /// Appends the parts of a structure as the search has them, and returns the value of the rest.
    pub fn sum(&self, structure: &Structure, parts: &mut Vec<Part<Structure>>) -> u8 {
        on_a_unit!(self.vector, split(
            structure; structure: &Structure,
            &self.small; small: &Small,
            parts; parts: &mut Vec<Part<Structure>>
        ) -> u8)
    }
}

impl Kernel for Triangle {
    type Position = Structure;

    fn order(&self) -> usize {
        self.n
    }

    fn open(&self, graph: &Graph16) -> Rows {
        Structure::open_pairs(graph)
    }

    fn parts(&self, graph: &Graph16, parts: &mut Vec<Part<Structure>>) -> u8 {
        split(Portable, &Structure::of_graph(graph), &self.small, parts)
    }

    fn steps(&self, part: &Part<Structure>, steps: &mut Vec<Step>) {
        on_a_unit!(self.vector, all_steps(part; part: &Part<Structure>, steps; steps: &mut Vec<Step>) -> ());
    }

    fn after(&self, part: &Part<Structure>, step: Step, parts: &mut Vec<Part<Structure>>) -> u8 {
        on_a_unit!(self.vector, after(
            &part.position; structure: &Structure,
            step; step: Step,
            &self.small; small: &Small,
            parts; parts: &mut Vec<Part<Structure>>
        ) -> u8)
    }

    /// Few forbidden sets first: at n = 12 that searches 26 thousand positions, where ties by the hash search 38 to 88
    /// thousand, at n = 14 less than half; odd n do not care.
    fn tie(&self, part: &Part<Structure>) -> u32 {
        on_a_unit!(self.vector, forbidden_sets(&part.position; structure: &Structure) -> u32)
    }
}

#[inline(always)]
fn all_steps<U: Unit>(unit: U, part: &Part<Structure>, steps: &mut Vec<Step>) {
    let structure = &part.position;
    let twins = structure.twins(unit);
    let from = steps.len();
    for v in 1..WIDTH {
        if structure.open[v] == 0 {
            continue;
        }
        for u in vertices(structure.open[v] & ((1 << v) - 1)) {
            if is_first(&twins, u, v) {
                let left = structure.pairs_after(part.pairs, u, v);
                steps.push(Step::new(left, u, v));
            }
        }
    }
    steps[from..].sort_unstable();
}

/// Whether the pair `u < v` is the first of those that swaps of twins make of it.
#[inline(always)]
fn is_first(twins: &Rows, u: usize, v: usize) -> bool {
    let before = twins[v] & ((1 << v) - 1);
    // Two of one class: its first two.
    twins[u] & ((1 << u) - 1) == 0 && (before == 0 || before == 1 << u)
}

#[inline(always)]
fn after<U: Unit>(unit: U, structure: &Structure, step: Step, small: &Small, parts: &mut Vec<Part<Structure>>) -> u8 {
    let next = structure.played(unit, step.u(), step.v());
    split(unit, &next, small, parts)
}

#[inline(always)]
fn split<U: Unit>(unit: U, structure: &Structure, small: &Small, parts: &mut Vec<Part<Structure>>) -> u8 {
    let from = parts.len();
    let value = components(unit, structure, small, parts);
    for part in &mut parts[from..] {
        part.hash = form::hash(unit, &part.position);
    }
    cancel(parts, from);
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::random::SplitMix64;
    use retrograph_judge::triangle::{random_triangle_free, relabel};

    fn graph(rows: &[u32]) -> Graph16 {
        let mut all = [0; WIDTH];
        for (to, from) in all.iter_mut().zip(rows) {
            *to = *from as u16;
        }
        Graph16::from_rows(rows.len(), all)
    }

    fn split_with<U: Unit>(unit: U, structure: &Structure) -> (u8, Vec<(crate::kernel::Hash, u32)>) {
        let mut parts = Vec::new();
        let value = split(unit, structure, &Small::new(), &mut parts);
        (value, parts.iter().map(|part| (part.hash, part.pairs)).collect())
    }

    #[test]
    fn relabelled_graphs_have_the_same_parts_on_any_unit() {
        let mut random = SplitMix64::new(1);
        for n in 4..=16 {
            for edges in 0..n * n / 4 {
                let rows = random_triangle_free(n, edges, random.next_u64());
                let other = relabel(&rows, &random.permutation(n));
                let structures = [&rows, &other].map(|rows| Structure::of_graph(&graph(rows)));
                let mut found = structures.map(|structure| split_with(Portable, &structure));
                if let Some(vector) = Vector::detect() {
                    for (structure, found) in structures.iter().zip(&found) {
                        assert_eq!(split_with(vector, structure), *found, "{n} {rows:?}");
                    }
                }
                found.iter_mut().for_each(|(_, parts)| parts.sort_unstable());
                assert_eq!(found[0], found[1], "{n} {rows:?}");
            }
        }
    }
}
