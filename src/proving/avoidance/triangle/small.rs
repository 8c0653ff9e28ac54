//! Values of components of few pairs, from a table.
//!
//! Without three open pairs that form a triangle the forbidden sets are pairs of moves: the game is Node Kayles on the
//! graph whose vertices are the open pairs, joined where they forbid one another.

use canon::Lanes;

use super::structure::Structure;

/// Most pairs of a component in the table.
pub const PAIRS_MOST: usize = 6;

/// The values of Node Kayles on all graphs of at most `PAIRS_MOST` vertices; 34 KB.
pub struct Small {
    /// By the number of vertices, then by the adjacency bits.
    values: [Vec<u8>; PAIRS_MOST + 1],
}

/// The bit of a pair of vertices.
#[inline(always)]
fn bit(i: usize, j: usize) -> usize {
    let (low, high) = if i < j { (i, j) } else { (j, i) };
    high * (high - 1) / 2 + low
}

impl Small {
    /// Makes the table: some milliseconds.
    pub fn new() -> Self {
        let mut values: [Vec<u8>; PAIRS_MOST + 1] = Default::default();
        values[0] = vec![0];
        for n in 1..=PAIRS_MOST {
            values[n] = (0..1usize << (n * (n - 1) / 2))
                .map(|graph| mex((0..n).map(|v| after(&values, n, graph, v))))
                .collect();
        }
        Self { values }
    }

    /// The value of a component; `None` where it has more pairs, or three that form a triangle.
    #[inline(always)]
    pub fn value<R: Lanes<W>, const W: usize>(&self, part: &Structure<R, W>, pairs: u32) -> Option<u8> {
        match pairs as usize {
            0 => Some(0),
            1 | 2 => Some(1),
            3..=PAIRS_MOST => self.looked_up(part, pairs as usize),
            _ => None,
        }
    }

    fn looked_up<R: Lanes<W>, const W: usize>(&self, part: &Structure<R, W>, pairs: usize) -> Option<u8> {
        let mut ends = [(0, 0); PAIRS_MOST];
        let mut count = 0;
        for v in 1..W {
            for u in (part.open[v] & R::below(v)).vertices() {
                if !(part.open[u] & part.open[v]).is_empty() {
                    return None;
                }
                ends[count] = (u, v);
                count += 1;
            }
        }
        debug_assert_eq!(count, pairs);
        let mut graph = 0;
        for j in 1..pairs {
            let (a, b) = ends[j];
            for i in 0..j {
                let (c, d) = ends[i];
                let third = match () {
                    () if a == c => Some((b, d)),
                    () if a == d => Some((b, c)),
                    () if b == c => Some((a, d)),
                    () if b == d => Some((a, c)),
                    () => None,
                };
                if third.is_some_and(|(x, y)| part.edge[x].has(y)) {
                    graph |= 1 << bit(i, j);
                }
            }
        }
        Some(self.values[pairs][graph])
    }
}

impl Default for Small {
    fn default() -> Self {
        Self::new()
    }
}

/// The value after vertex `v` of a graph is taken, with all that are joined to it.
fn after(values: &[Vec<u8>; PAIRS_MOST + 1], n: usize, graph: usize, v: usize) -> u8 {
    let left: Vec<usize> = (0..n).filter(|&w| w != v && graph >> bit(v, w) & 1 == 0).collect();
    let mut rest = 0;
    for j in 1..left.len() {
        for i in 0..j {
            rest |= (graph >> bit(left[i], left[j]) & 1) << bit(i, j);
        }
    }
    values[left.len()][rest]
}

fn mex(options: impl Iterator<Item = u8>) -> u8 {
    options.fold(0u16, |seen, value| seen | 1 << value).trailing_ones() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_dawsons_kayles() {
        // Node Kayles on a path of n vertices: values of Dawson's Kayles (octal game 0.137).
        let small = Small::new();
        for (n, value) in [0, 1, 1, 2, 0, 3, 1].into_iter().enumerate() {
            let path = (1..n).fold(0, |graph, v| graph | 1 << bit(v - 1, v));
            assert_eq!(small.values[n][path], value, "{n}");
        }
    }
}
