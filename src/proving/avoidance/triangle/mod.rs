//! The triangle game as a sum of components.

mod components;
mod exact;
mod form;
mod small;
mod structure;

use std::marker::PhantomData;

use canon::Lanes;
use canon::vector::{Portable, Unit, Vector};
use graph::Graph;

use super::kernel::{Kernel, Part, Step, cancel, pairs};
use components::components;
use exact::{child, leaf, root};
pub use form::mixed;
pub use small::Small;
pub use structure::Structure;
use structure::forbidden_sets;

/// The value of a function of a unit, compiled for the vector unit where there is one, and for AVX-512 where that has
/// it, so that functions for AVX-512 are compiled in line: n = 13 takes 2 % less time, the first positions of n = 15
/// take 4 %.
macro_rules! on_a_unit {
    ($vector:expr, $body:ident($($value:expr; $name:ident: $type:ty),*) -> $output:ty) => {{
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn on_the_vector_unit<R: Lanes<W>, const W: usize>(unit: Vector, $($name: $type),*) -> $output {
                $body(unit, $($name),*)
            }
            canon::vector::compiled_for_long! {
                fn on_long_registers<R: Lanes<W>, const W: usize>(unit: Vector, $($name: $type),*) -> $output {
                    $body(unit, $($name),*)
                }
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

/// The triangle game on at most `W` vertices.
pub struct Triangle<R, const W: usize> {
    n: usize,
    small: Small,
    rows: PhantomData<R>,
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    vector: Option<Vector>,
}

impl<R: Lanes<W>, const W: usize> Triangle<R, W> {
    /// The game on `n` vertices, 1 to `W`.
    pub fn new(n: usize) -> Self {
        assert!((1..=W).contains(&n));
        Self {
            n,
            small: Small::new(),
            rows: PhantomData,
            vector: Vector::detect(),
        }
    }

    /// The canonical form of a structure: equal ones are isomorphic, and isomorphic ones equal. Cost: some 0.5 us.
    pub fn exact(&self, structure: &Structure<R, W>) -> [R; W] {
        let twins = structure.twins(Portable);
        let root = self.root(structure, &twins);
        self.least(structure, &twins, root, 1)
    }

    /// The least matrix below a node. A vertex that leads at once to the same matrix and colours as one before it is
    /// equivalent to that one under an automorphism that fixes what was chosen so far.
    fn least(&self, structure: &Structure<R, W>, twins: &[R; W], node: exact::Node<R, W>, depth: u16) -> [R; W] {
        if node.choices.is_empty() {
            return self.leaf(structure, &node).0;
        }
        let (mut seen, mut least) = (Vec::new(), None);
        for v in node.choices.vertices() {
            let next = self.child(structure, twins, &node, v, depth);
            let mut last = next;
            for depth in depth + 1.. {
                if last.choices.is_empty() {
                    break;
                }
                last = self.child(structure, twins, &last, last.choices.lowest(), depth);
            }
            let at_once = self.leaf(structure, &last);
            if !seen.contains(&at_once) {
                seen.push(at_once);
                let found = self.least(structure, twins, next, depth + 1);
                least = Some(least.map_or(found, |least: [R; W]| least.min(found)));
            }
        }
        least.expect("a choice has vertices")
    }

    fn root(&self, structure: &Structure<R, W>, twins: &[R; W]) -> exact::Node<R, W> {
        on_a_unit!(self.vector, root(
            structure; structure: &Structure<R, W>, twins; twins: &[R; W]
        ) -> exact::Node<R, W>)
    }

    fn child(
        &self,
        structure: &Structure<R, W>,
        twins: &[R; W],
        node: &exact::Node<R, W>,
        v: usize,
        depth: u16,
    ) -> exact::Node<R, W> {
        on_a_unit!(self.vector, child(
            structure; structure: &Structure<R, W>,
            twins; twins: &[R; W],
            node; node: &exact::Node<R, W>,
            v; v: usize,
            depth; depth: u16
        ) -> exact::Node<R, W>)
    }

    fn leaf(&self, structure: &Structure<R, W>, node: &exact::Node<R, W>) -> ([R; W], [u16; W]) {
        on_a_unit!(self.vector, leaf(
            structure; structure: &Structure<R, W>, node; node: &exact::Node<R, W>
        ) -> ([R; W], [u16; W]))
    }

    /// Appends the parts of a structure as the search has them, and returns the value of the rest.
    pub fn sum(&self, structure: &Structure<R, W>, parts: &mut Vec<Part<Structure<R, W>>>) -> u8 {
        on_a_unit!(self.vector, split(
            structure; structure: &Structure<R, W>,
            &self.small; small: &Small,
            parts; parts: &mut Vec<Part<Structure<R, W>>>
        ) -> u8)
    }
}

impl<R: Lanes<W>, const W: usize> Kernel for Triangle<R, W> {
    type Graph = Graph<R, W>;
    type Position = Structure<R, W>;

    fn order(&self) -> usize {
        self.n
    }

    fn moves(&self, graph: &Graph<R, W>) -> Vec<(usize, usize)> {
        pairs(&Structure::open_pairs(graph))
    }

    fn parts(&self, graph: &Graph<R, W>, parts: &mut Vec<Part<Structure<R, W>>>) -> u8 {
        split(Portable, &Structure::of_graph(graph), &self.small, parts)
    }

    fn steps(&self, part: &Part<Structure<R, W>>, steps: &mut Vec<Step>) {
        on_a_unit!(self.vector, all_steps(
            part; part: &Part<Structure<R, W>>, steps; steps: &mut Vec<Step>
        ) -> ());
    }

    fn after(&self, part: &Part<Structure<R, W>>, step: Step, parts: &mut Vec<Part<Structure<R, W>>>) -> u8 {
        on_a_unit!(self.vector, after(
            &part.position; structure: &Structure<R, W>,
            step; step: Step,
            &self.small; small: &Small,
            parts; parts: &mut Vec<Part<Structure<R, W>>>
        ) -> u8)
    }

    /// Few forbidden sets first: at n = 12 that searches 26 thousand positions, where ties by the hash search 38 to 88
    /// thousand, at n = 14 less than half; odd n do not care.
    fn tie(&self, part: &Part<Structure<R, W>>) -> u32 {
        on_a_unit!(self.vector, forbidden_sets(&part.position; structure: &Structure<R, W>) -> u32)
    }
}

#[inline(always)]
fn all_steps<U: Unit, R: Lanes<W>, const W: usize>(unit: U, part: &Part<Structure<R, W>>, steps: &mut Vec<Step>) {
    let structure = &part.position;
    let twins = structure.twins(unit);
    let from = steps.len();
    for v in 1..W {
        if structure.open[v].is_empty() {
            continue;
        }
        for u in (structure.open[v] & R::below(v)).vertices() {
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
fn is_first<R: Lanes<W>, const W: usize>(twins: &[R; W], u: usize, v: usize) -> bool {
    let before = twins[v] & R::below(v);
    // Two of one class: its first two.
    (twins[u] & R::below(u)).is_empty() && (before.is_empty() || before == R::bit(u))
}

#[inline(always)]
fn after<U: Unit, R: Lanes<W>, const W: usize>(
    unit: U,
    structure: &Structure<R, W>,
    step: Step,
    small: &Small,
    parts: &mut Vec<Part<Structure<R, W>>>,
) -> u8 {
    let next = structure.played(unit, step.u(), step.v());
    split(unit, &next, small, parts)
}

#[inline(always)]
fn split<U: Unit, R: Lanes<W>, const W: usize>(
    unit: U,
    structure: &Structure<R, W>,
    small: &Small,
    parts: &mut Vec<Part<Structure<R, W>>>,
) -> u8 {
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
    use super::super::kernel::Hash;
    use super::*;
    use base::random::SplitMix64;
    use retrograph_referee::triangle::{random_triangle_free, relabel};

    fn split_with<U: Unit, R: Lanes<W>, const W: usize>(
        unit: U,
        structure: &Structure<R, W>,
    ) -> (u8, Vec<(Hash, u32)>) {
        let mut parts = Vec::new();
        let value = split(unit, structure, &Small::new(), &mut parts);
        (value, parts.iter().map(|part| (part.hash, part.pairs)).collect())
    }

    fn compare<R: Lanes<W>, const W: usize>(n: usize, random: &mut SplitMix64) {
        for edges in 0..n * n / 4 {
            let rows = random_triangle_free(n, edges, random.next_u64());
            let other = relabel(&rows, &random.permutation(n));
            let structures = [&rows, &other].map(|rows| {
                let rows = std::array::from_fn(|v| R::from_u32(rows.get(v).copied().unwrap_or(0)));
                Structure::<R, W>::of_graph(&Graph::from_rows(n, rows))
            });
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

    #[test]
    fn relabelled_graphs_have_the_same_parts_on_any_unit() {
        let mut random = SplitMix64::new(1);
        for n in 4..=16 {
            compare::<u16, 16>(n, &mut random);
        }
        for n in 4..=20 {
            compare::<u32, 24>(n, &mut random);
        }
    }
}
