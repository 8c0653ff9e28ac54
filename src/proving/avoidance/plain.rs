//! Any avoidance game: a position is one part, its graph.

use std::marker::PhantomData;

use base::record::Record;
use canon::{Canonical, Lanes};
use games::Rules;
use graph::Graph;

use super::kernel::{Board, Hash, Kernel, Part, Step, pairs};
use super::triangle::mixed;

/// An avoidance game by its rules, on at most `W` vertices.
pub struct Plain<R, const W: usize> {
    n: usize,
    rules: Rules,
    rows: PhantomData<R>,
}

impl<R: Lanes<W>, const W: usize> Plain<R, W> {
    /// The game on `n` vertices, 1 to `W`.
    pub fn new(rules: Rules, n: usize) -> Self {
        assert!((1..=W).contains(&n));
        Self {
            n,
            rules,
            rows: PhantomData,
        }
    }

    /// The pairs that may be played.
    pub fn open(&self, graph: &Graph<R, W>) -> [R; W] {
        self.rules.open(graph)
    }

    /// Equal for isomorphic graphs.
    fn hash(graph: &Graph<R, W>) -> Hash {
        let key = graph.key().labelled(0).to_be();
        let words = key.as_ref().rchunks_exact(8);
        let words: Vec<u64> = words
            .map(|word| u64::from_be_bytes(word.try_into().expect("eight bytes")))
            .collect();
        mixed(&words)
    }
}

impl<R: Lanes<W>, const W: usize> Kernel for Plain<R, W> {
    type Graph = Graph<R, W>;
    type Position = Graph<R, W>;

    fn order(&self) -> usize {
        self.n
    }

    fn moves(&self, graph: &Graph<R, W>) -> Vec<(usize, usize)> {
        pairs(&self.open(graph))
    }

    fn parts(&self, graph: &Graph<R, W>, parts: &mut Vec<Part<Graph<R, W>>>) -> u8 {
        let pairs = self.open(graph).iter().map(|row| row.count()).sum::<u32>() / 2;
        if pairs > 0 {
            parts.push(Part {
                position: *graph,
                hash: Self::hash(graph),
                pairs,
            });
        }
        0
    }

    fn steps(&self, part: &Part<Graph<R, W>>, steps: &mut Vec<Step>) {
        let places = Canonical::of(&part.position).places();
        let mut seen = Vec::new();
        for (u, v) in self.moves(&part.position) {
            let place = places.of(u, v);
            if !seen.contains(&place) {
                seen.push(place);
                steps.push(Step::new(0, u, v));
            }
        }
    }

    fn after(&self, part: &Part<Graph<R, W>>, step: Step, parts: &mut Vec<Part<Graph<R, W>>>) -> u8 {
        self.parts(&part.position.toggled(step.u(), step.v()), parts)
    }

    fn tie(&self, _part: &Part<Graph<R, W>>) -> u32 {
        0
    }
}
