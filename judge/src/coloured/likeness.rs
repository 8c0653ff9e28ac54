//! Positions that are the same up to the names of vertices.
//!
//! A number that isomorphic positions share finds the candidates; a map of the vertices decides. A candidate that is
//! not isomorphic costs time, never the truth.

use std::collections::HashMap;

use super::position::{Position, ROOM, each};
use crate::work::spent;

/// Classes of colours that keep their names.
pub const KEPT: [usize; 3] = [0, 1, 2];

fn stir(x: u64) -> u64 {
    let x = (x ^ x >> 33).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    (x ^ x >> 33).wrapping_mul(0xC4CE_B9FE_1A85_EC53)
}

/// A number for each vertex, made from the edges around it. Colours of one class may change their names.
pub fn marks(position: &Position, classes: &[usize]) -> [u64; ROOM] {
    spent((position.n * position.n) as u64);
    let mut marks = [1u64; ROOM];
    for _ in 0..3 {
        let mut stirred = [0; ROOM];
        (0..position.n).for_each(|u| stirred[u] = stir(marks[u]));
        for v in 0..position.n {
            let mut sum = marks[v].wrapping_mul(3);
            for (rows, &class) in position.rows.iter().zip(classes) {
                let own = each(rows[v]).fold(class as u64 + 1, |sum, u| sum.wrapping_add(stirred[u]));
                sum = sum.wrapping_add(stir(own));
            }
            marks[v] = stir(sum);
        }
    }
    marks
}

/// A number that isomorphic positions share.
pub fn number(position: &Position, marks: &[u64; ROOM]) -> u64 {
    marks[..position.n]
        .iter()
        .fold(0, |sum, mark| sum.wrapping_add(stir(*mark)))
}

/// What is known of positions that share a number.
pub struct Known<T> {
    of: Vec<(Position, T)>,
}

impl<T> Default for Known<T> {
    fn default() -> Self {
        Self { of: Vec::new() }
    }
}

impl<T: Copy> Known<T> {
    /// The number of a position, and what is known of those isomorphic to it, colours kept.
    pub fn find(all: &HashMap<u64, Self>, position: &Position) -> (u64, Option<T>) {
        let marks = marks(position, &KEPT);
        let number = number(position, &marks);
        let like = all.get(&number).and_then(|known| {
            let mut candidates = known.of.iter();
            candidates.find(|(other, _)| are_isomorphic(position, &marks, other, &KEPT))
        });
        (number, like.map(|(_, known)| *known))
    }

    pub fn add(&mut self, position: &Position, known: T) {
        self.of.push((position.clone(), known));
    }
}

/// True if a map of the vertices takes the edges of each colour to those of the other position.
pub fn are_isomorphic(one: &Position, marks_of_one: &[u64; ROOM], other: &Position, classes: &[usize]) -> bool {
    let marks_of_other = marks(other, classes);
    if one.n != other.n {
        return false;
    }
    // Vertices next to earlier ones first, so that a wrong image is seen soon.
    let mut order: Vec<usize> = Vec::new();
    let mut placed = 0;
    while order.len() < one.n {
        let left = (0..one.n).filter(|v| placed >> v & 1 == 0);
        let next = left.max_by_key(|&v| one.rows.iter().map(|rows| (rows[v] & placed).count_ones()).sum::<u32>());
        let next = next.expect("one is left");
        placed |= 1 << next;
        order.push(next);
    }
    let mut images = [0; ROOM];
    matched(one, marks_of_one, other, &marks_of_other, &order, 0, &mut images, 0)
}

#[expect(clippy::too_many_arguments, reason = "the state of a recursion")]
fn matched(
    one: &Position,
    marks_of_one: &[u64; ROOM],
    other: &Position,
    marks_of_other: &[u64; ROOM],
    order: &[usize],
    at: usize,
    images: &mut [usize; ROOM],
    taken: u64,
) -> bool {
    let Some(&v) = order.get(at) else {
        return true;
    };
    if spent(other.n as u64) {
        return false;
    }
    (0..other.n).any(|image| {
        let fits = taken >> image & 1 == 0
            && marks_of_one[v] == marks_of_other[image]
            && order[..at].iter().all(|&u| {
                let mut colours = one.rows.iter().zip(&other.rows);
                colours.all(|(a, b)| a[v] >> u & 1 == b[image] >> images[u] & 1)
            });
        images[v] = image;
        fits && matched(
            one,
            marks_of_one,
            other,
            marks_of_other,
            order,
            at + 1,
            images,
            taken | 1 << image,
        )
    })
}
