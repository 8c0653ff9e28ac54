//! Any avoidance game: a position is one part, its graph.

use canon::Canonical;
use games::Rules;
use graph::Graph16;

use super::kernel::{Kernel, Part, Step};
use super::key::Key;
use super::triangle::{Rows, WIDTH, mix, vertices};

/// An avoidance game by its rules.
pub struct Plain {
    n: usize,
    rules: Rules,
}

impl Plain {
    /// The game on `n` vertices, 1 to 16.
    pub fn new(rules: Rules, n: usize) -> Self {
        assert!((1..=WIDTH).contains(&n));
        Self { n, rules }
    }
}

impl Kernel for Plain {
    type Position = Graph16;

    fn order(&self) -> usize {
        self.n
    }

    fn open(&self, graph: &Graph16) -> Rows {
        self.rules.open(graph)
    }

    fn parts(&self, graph: &Graph16, parts: &mut Vec<Part<Graph16>>) -> u8 {
        let pairs = self.open(graph).iter().map(|row| row.count_ones()).sum::<u32>() / 2;
        if pairs > 0 {
            let key = Key::of(graph).0.to_le_bytes();
            let mut rows = [0; WIDTH];
            for (row, bytes) in rows.iter_mut().zip(key.as_chunks::<2>().0) {
                *row = u16::from_le_bytes(*bytes);
            }
            parts.push(Part {
                position: *graph,
                hash: mix(&rows),
                pairs,
            });
        }
        0
    }

    fn steps(&self, part: &Part<Graph16>, steps: &mut Vec<Step>) {
        let open = self.open(&part.position);
        let places = Canonical::of(&part.position).places();
        let mut seen = Vec::new();
        for v in 1..self.n {
            for u in vertices(open[v] & ((1 << v) - 1)) {
                let place = places.of(u, v);
                if !seen.contains(&place) {
                    seen.push(place);
                    steps.push(Step::new(0, u, v));
                }
            }
        }
    }

    fn after(&self, part: &Part<Graph16>, step: Step, parts: &mut Vec<Part<Graph16>>) -> u8 {
        self.parts(&part.position.toggled(step.u(), step.v()), parts)
    }

    fn tie(&self, _part: &Part<Graph16>) -> u32 {
        0
    }
}
