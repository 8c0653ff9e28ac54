//! Whether a position is among others, up to the names of vertices and of colours with the same target.
//!
//! A number that isomorphic positions share finds the candidates; a map of the vertices decides. A candidate that is
//! not isomorphic costs time, never the truth.

use std::collections::HashMap;

use super::level::Level;
use super::position::{Position, ROOM, each};
use super::target::Target;
use crate::proof::ProofError;
use crate::work::spent;

/// The positions of a level, by their number.
pub(super) struct Index<'a> {
    level: &'a Level<'a>,
    /// Sorted.
    numbers: Vec<(u64, u32)>,
    /// For each start of a number, of `bits` bits: how many numbers have a lesser one.
    starts: Vec<u32>,
    bits: u32,
    renamings: Vec<Vec<usize>>,
}

fn stir(x: u64) -> u64 {
    let x = (x ^ x >> 33).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    (x ^ x >> 33).wrapping_mul(0xC4CE_B9FE_1A85_EC53)
}

/// A number for each vertex, made from the edges around it.
fn marks(position: &Position) -> [u64; ROOM] {
    spent((position.n * position.n) as u64);
    let mut marks = [1u64; ROOM];
    for _ in 0..3 {
        let mut sums = [0u64; ROOM];
        for (colour, rows) in position.rows.iter().enumerate() {
            let mut stirred = [0; ROOM];
            (0..position.n).for_each(|u| stirred[u] = stir(marks[u].wrapping_add(colour as u64 + 1)));
            for v in 0..position.n {
                each(rows[v]).for_each(|u| sums[v] = sums[v].wrapping_add(stirred[u]));
            }
        }
        for v in 0..position.n {
            marks[v] = stir(marks[v].wrapping_mul(3).wrapping_add(sums[v]));
        }
    }
    marks
}

fn number(position: &Position, marks: &[u64; ROOM]) -> u64 {
    marks[..position.n]
        .iter()
        .fold(0, |sum, mark| sum.wrapping_add(stir(*mark)))
}

/// What is known of positions that share a number.
pub(super) struct Known<T> {
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
        let marks = marks(position);
        let number = number(position, &marks);
        let like = all.get(&number).and_then(|known| {
            let mut candidates = known.of.iter();
            candidates.find(|(other, _)| are_isomorphic(position, &marks, other))
        });
        (number, like.map(|(_, known)| *known))
    }

    pub fn add(&mut self, position: &Position, known: T) {
        self.of.push((position.clone(), known));
    }
}

/// All ways to rename the colours that keep the targets.
fn renamings(targets: &[Target]) -> Vec<Vec<usize>> {
    let same = |a: usize, b: usize| targets[a].is_like(&targets[b]);
    let mut found = vec![Vec::new()];
    for colour in 0..targets.len() {
        let mut longer = Vec::new();
        for map in found {
            let images = (0..targets.len()).filter(|&image| !map.contains(&image) && same(colour, image));
            longer.extend(images.map(|image| [&map[..], &[image]].concat()));
        }
        found = longer;
    }
    found
}

impl<'a> Index<'a> {
    /// # Errors
    /// [`ProofError::Entry`] for the first entry that is not a position; `before` entries precede the level.
    pub fn new(level: &'a Level, targets: &[Target], before: u64) -> Result<Self, ProofError> {
        let number = |entry: usize| {
            let position = level.position(entry, targets.len()).ok_or(ProofError::Entry {
                entry: before + entry as u64,
                why: "it is not a coloured graph",
            })?;
            Ok((number(&position, &marks(&position)), entry as u32))
        };
        let mut numbers = (0..level.count).map(number).collect::<Result<Vec<_>, _>>()?;
        numbers.sort_unstable();
        let bits = level.count.max(2).ilog2();
        let mut starts = vec![0; (1 << bits) + 1];
        numbers
            .iter()
            .for_each(|(number, _)| starts[(number >> (64 - bits)) as usize + 1] += 1);
        (1..starts.len()).for_each(|start| starts[start] += starts[start - 1]);
        Ok(Self {
            level,
            numbers,
            starts,
            bits,
            renamings: renamings(targets),
        })
    }

    /// Whether an isomorphic position is there.
    pub fn has(&self, position: &Position) -> bool {
        self.renamings.iter().any(|map| {
            let rows = map.iter().map(|&colour| position.rows[colour]).collect();
            let renamed = Position { n: position.n, rows };
            let marks_here = marks(&renamed);
            let wanted = number(&renamed, &marks_here);
            let start = (wanted >> (64 - self.bits)) as usize;
            let around = &self.numbers[self.starts[start] as usize..self.starts[start + 1] as usize];
            let mut candidates = around.iter().filter(|(number, _)| *number == wanted);
            candidates.any(|&(_, entry)| {
                let other = self.level.position(entry as usize, position.rows.len());
                other.is_some_and(|other| are_isomorphic(&renamed, &marks_here, &other))
            })
        })
    }
}

fn are_isomorphic(one: &Position, marks_of_one: &[u64; ROOM], other: &Position) -> bool {
    let marks_of_other = marks(other);
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
