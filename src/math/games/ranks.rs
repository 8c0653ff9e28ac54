//! Vertices by degree, and how pairs of them compare by degrees: by sum first, then by difference.

use canon::Lanes;
use canon::vector::Unit;
use graph::Graph;

/// The vertices of a graph by degree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranks<R, const W: usize> {
    degree: [u16; W],
    /// Entry `d`: the vertices of degree `d`.
    of_degree: [R; W],
    /// Entry `d`: the vertices of larger degree.
    above_degree: [R; W],
}

/// How pairs compare with one of them, as rows.
pub(super) struct Compared<R, const W: usize> {
    pub better: [R; W],
    /// The pair itself is among these.
    pub equal: [R; W],
}

impl<R: Lanes<W>, const W: usize> Ranks<R, W> {
    #[inline(always)]
    pub fn new<U: Unit>(unit: U, graph: &Graph<R, W>) -> Self {
        let degree = R::degrees(unit, graph.rows(), &[R::EMPTY; W]);
        let mut of_degree = [R::EMPTY; W];
        for d in 0..W {
            of_degree[d] = R::equal(unit, &degree, d as u16) & R::below(graph.order());
        }
        let mut above_degree = [R::EMPTY; W];
        for d in (0..W - 1).rev() {
            above_degree[d] = above_degree[d + 1] | of_degree[d + 1];
        }
        Self {
            degree,
            of_degree,
            above_degree,
        }
    }

    /// Returns the same for the graph without the edge `uv`.
    #[inline(always)]
    #[must_use]
    pub fn without(mut self, u: usize, v: usize) -> Self {
        for x in [u, v] {
            let (d, bit) = (usize::from(self.degree[x]), R::bit(x));
            self.degree[x] -= 1;
            self.of_degree[d % W] &= !bit;
            self.of_degree[(d - 1) % W] |= bit;
            self.above_degree[(d - 1) % W] &= !bit;
        }
        self
    }

    /// Returns the same for the graph with the edge `uv` as well.
    #[inline(always)]
    #[must_use]
    pub fn with(mut self, u: usize, v: usize) -> Self {
        for x in [u, v] {
            let (d, bit) = (usize::from(self.degree[x]), R::bit(x));
            self.degree[x] += 1;
            self.of_degree[d % W] &= !bit;
            self.of_degree[(d + 1) % W] |= bit;
            self.above_degree[d % W] |= bit;
        }
        self
    }

    /// Returns the degree sum of the pair.
    #[inline(always)]
    pub fn sum(&self, u: usize, v: usize) -> u16 {
        self.degree[u] + self.degree[v]
    }

    /// Returns the largest degree sum among the pairs in `rows`; 0 when there is none.
    #[inline(always)]
    pub fn largest_sum(&self, rows: &[R; W]) -> u16 {
        let mut partner = [0u16; W];
        for d in 0..W {
            for v in 0..W {
                let some = rows[v] & self.of_degree[d] != R::EMPTY;
                partner[v] = if some { d as u16 } else { partner[v] };
            }
        }
        let mut largest = 0;
        for v in 0..W {
            let own = if rows[v] == R::EMPTY {
                0
            } else {
                self.degree[v] + partner[v]
            };
            largest = own.max(largest);
        }
        largest
    }

    /// Compares all pairs with `uv`.
    #[inline(always)]
    pub fn compared<U: Unit>(&self, unit: U, u: usize, v: usize) -> Compared<R, W> {
        let (a, b) = (self.degree[u], self.degree[v]);
        let (sum, difference) = (a + b, a.abs_diff(b));
        let mut even = [0u16; W];
        for x in 0..W {
            // Wraps below zero.
            even[x] = sum.wrapping_sub(self.degree[x]);
        }
        let more = R::pick(unit, &self.above_degree, &even);
        let same = R::pick(unit, &self.of_degree, &even);
        let (mut better, mut equal) = ([R::EMPTY; W], [R::EMPTY; W]);
        for x in 0..W {
            let apart = (self.degree[x].wrapping_sub(even[x]) as i16).unsigned_abs();
            let always = if self.degree[x] > sum { !R::EMPTY } else { R::EMPTY };
            let wider = if apart > difference { same[x] } else { R::EMPTY };
            better[x] = more[x] | always | wider;
            equal[x] = if apart == difference { same[x] } else { R::EMPTY };
        }
        Compared { better, equal }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use canon::vector::Portable;
    use graph::Graph16;

    #[test]
    fn pairs_compare_as_their_degrees_do() {
        let mut state = 3u64;
        let mut random = |below: usize| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) as usize % below
        };
        for trial in 0..200 {
            let n = 3 + trial % 14;
            let mut graph = Graph16::empty(n);
            for _ in 0..random(n * n / 2 + 1) {
                let (u, v) = (random(n), random(n));
                if u != v {
                    graph.toggle(u, v);
                }
            }
            let (u, v) = (random(n - 1), n - 1);
            let changed = graph.toggled(u, v);
            let ranks = Ranks::new(Portable, &graph);
            let ranks = match graph.has_edge(u, v) {
                true => ranks.without(u, v),
                false => ranks.with(u, v),
            };
            let rank = |x: usize, y: usize| {
                let (a, b) = (changed.neighbours(x).count_ones(), changed.neighbours(y).count_ones());
                (a + b, a.abs_diff(b))
            };
            let Compared { better, equal } = ranks.compared(Portable, u, v);
            let pairs: Vec<(usize, usize)> = (0..n).flat_map(|y| (0..y).map(move |x| (x, y))).collect();
            for &(x, y) in &pairs {
                assert_eq!(
                    better[x] >> y & 1 == 1,
                    rank(x, y) > rank(u, v),
                    "{changed:?} {u} {v} {x} {y}"
                );
                assert_eq!(
                    equal[x] >> y & 1 == 1,
                    rank(x, y) == rank(u, v),
                    "{changed:?} {u} {v} {x} {y}"
                );
            }
            let largest = pairs
                .iter()
                .filter(|&&(x, y)| changed.has_edge(x, y))
                .map(|&(x, y)| rank(x, y).0);
            assert_eq!(u32::from(ranks.largest_sum(changed.rows())), largest.max().unwrap_or(0));
        }
    }
}
