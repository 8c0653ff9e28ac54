//! Whether two positions are the same but for the names of vertices.

use super::position::{GREEN, Position, RED};
use crate::work::spent;

/// Steps of one comparison; a proof whose positions need more is rejected.
const STEPS: u32 = 100_000;

/// A number that isomorphic positions share, and for each vertex one that isomorphisms keep.
pub fn fingerprint(position: &Position) -> (u64, Vec<u64>) {
    let n = position.touched;
    spent((n * n) as u64);
    let mut marks: Vec<u64> = vec![1; n];
    for _ in 0..4 {
        let sum = |colour: usize, v: usize| {
            let neighbours = (0..n).filter(|u| position.rows[colour][v] >> u & 1 == 1);
            neighbours.fold(0u64, |sum, u| sum.wrapping_add(stirred(marks[u])))
        };
        let next = |v| {
            let red = stirred(sum(RED, v)).rotate_left(1);
            let green = stirred(sum(GREEN, v)).rotate_left(2);
            stirred(marks[v]).wrapping_add(red).wrapping_add(green)
        };
        marks = (0..n).map(next).collect();
    }
    let whole = marks
        .iter()
        .fold(n as u64, |sum, &mark| sum.wrapping_add(stirred(mark)));
    (whole, marks)
}

/// The finalizer of MurmurHash3.
fn stirred(mut x: u64) -> u64 {
    x = (x ^ x >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    x = (x ^ x >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    x ^ x >> 33
}

/// Whether a bijection of the vertices takes the red edges to the red ones, and the green to the green.
pub fn are_isomorphic(a: &Position, of_a: &[u64], b: &Position, of_b: &[u64]) -> bool {
    if a.touched != b.touched || a.counts != b.counts {
        return false;
    }
    extend(a, of_a, b, of_b, &mut Vec::with_capacity(a.touched), &mut { STEPS })
}

fn extend(a: &Position, of_a: &[u64], b: &Position, of_b: &[u64], to: &mut Vec<usize>, steps: &mut u32) -> bool {
    let v = to.len();
    if v == a.touched {
        return true;
    }
    for image in 0..b.touched {
        *steps = steps.saturating_sub(1);
        if *steps == 0 || spent(2) {
            return false;
        }
        let same = |u: usize| {
            [RED, GREEN]
                .into_iter()
                .all(|c| a.rows[c][v] >> u & 1 == b.rows[c][image] >> to[u] & 1)
        };
        if of_a[v] == of_b[image] && !to.contains(&image) && (0..v).all(same) {
            to.push(image);
            if extend(a, of_a, b, of_b, to, steps) {
                return true;
            }
            to.pop();
        }
    }
    false
}
