//! Pairs of which swaps of twins make no earlier one.

use graph::Row;

/// Rows of a symmetric relation.
pub type Rows = [u16; 16];

/// The pairs `u < v` of `pairs` in the order of `v`, then `u`: of those that swaps of twins make of each other, the
/// first. Twins are vertices whose swap changes none of these relations on `n` vertices.
pub fn first_of_twins(n: usize, relations: &[Rows], pairs: &Rows) -> Vec<(usize, usize)> {
    let are_twins = |u: usize, v: usize| {
        let differ = relations.iter().fold(0, |all, rows| all | (rows[u] ^ rows[v]));
        differ & !(u16::bit(u) | u16::bit(v)) == 0
    };
    let least: Vec<usize> = (0..n).map(|v| (0..v).find(|&u| are_twins(u, v)).unwrap_or(v)).collect();
    let (mut seen, mut first) = ([0u16; 16], Vec::new());
    for v in 1..n {
        for u in (0..v).filter(|&u| pairs[v].has(u)) {
            let (a, b) = (least[u].min(least[v]), least[u].max(least[v]));
            if !seen[a].has(b) {
                seen[a] |= u16::bit(b);
                first.push((u, v));
            }
        }
    }
    first
}
