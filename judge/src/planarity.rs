//! Planarity by Wagner's theorem: a graph is planar exactly if neither K5 nor K3,3 is a minor of it.

use std::collections::HashSet;

use crate::work::spent;

/// Most contractions that are remembered, some megabytes; then they are forgotten.
const SEEN_MOST: usize = 1 << 16;

/// Steps of one contraction.
const PLANARITY_STEPS: u64 = 64;

/// Whether the graph with these rows can be drawn in the plane. Takes time exponential in the number of vertices.
pub(crate) fn is_planar(rows: &[u32]) -> bool {
    let mut left = (0..rows.len()).fold(0u32, |all, v| all | 1 << v);
    while left != 0 {
        let mut part = left & left.wrapping_neg();
        loop {
            let near = (0..rows.len())
                .filter(|v| part >> v & 1 == 1)
                .fold(part, |all, v| all | rows[v]);
            if near == part {
                break;
            }
            part = near;
        }
        left &= !part;
        let kept: Vec<usize> = (0..rows.len()).filter(|v| part >> v & 1 == 1).collect();
        let own = kept.iter().map(|&v| {
            let row = kept.iter().enumerate().filter(|&(_, &u)| rows[v] >> u & 1 == 1);
            row.fold(0, |row, (at, _)| row | 1 << at)
        });
        if has_minor(own.collect(), &mut HashSet::new()) {
            return false;
        }
    }
    true
}

/// Whether a connected graph has one of the two minors. In a connected graph a minor that is connected is a subgraph of
/// what contractions of edges alone lead to, with as many vertices as the minor.
fn has_minor(rows: Vec<u32>, seen: &mut HashSet<Vec<u32>>) -> bool {
    let n = rows.len();
    let edges = rows.iter().map(|row| row.count_ones() as usize).sum::<usize>() / 2;
    if n < 5 || edges < 9 {
        return false;
    }
    if spent(PLANARITY_STEPS) {
        return true;
    }
    // Euler: no planar graph has more.
    if edges > 3 * n - 6 || n == 6 && has_k33(&rows) {
        return true;
    }
    if seen.len() == SEEN_MOST {
        seen.clear();
    }
    if n == 5 || !seen.insert(rows.clone()) {
        return false;
    }
    // All vertices of the two minors have degree 3 or more: one of degree 2 or less lies with a neighbour of it.
    let few = (0..n).find(|&v| rows[v].count_ones() < 3);
    let own = few.map_or(0..n, |v| v..v + 1);
    for u in own {
        for v in (0..n).filter(|&v| rows[u] >> v & 1 == 1 && (few.is_some() || u < v)) {
            if has_minor(contracted(&rows, u.min(v), u.max(v)), seen) {
                return true;
            }
            if few.is_some() {
                return false;
            }
        }
    }
    false
}

/// Whether three of six vertices are all joined to the other three.
fn has_k33(rows: &[u32]) -> bool {
    (0..64u32).filter(|side| side.count_ones() == 3).any(|side| {
        let mut own = (0..6).filter(|v| side >> v & 1 == 1);
        own.all(|v| rows[v] & !side == 63 & !side)
    })
}

/// The rows with `u < v` made one vertex.
fn contracted(rows: &[u32], u: usize, v: usize) -> Vec<u32> {
    let low = (1u32 << v) - 1;
    let mut merged = rows.to_vec();
    merged[u] = (rows[u] | rows[v]) & !(1 << u | 1 << v);
    for (w, row) in merged.iter_mut().enumerate() {
        if w != u && *row >> v & 1 == 1 {
            *row |= 1 << u;
        }
    }
    merged.remove(v);
    merged.iter().map(|row| row & low | row >> 1 & !low).collect()
}
