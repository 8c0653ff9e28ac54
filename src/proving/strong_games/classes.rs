//! Classes of positions: equal for isomorphic positions, with the same colours, and different for others.
//!
//! A class is 128 bits of a canonical form. If two classes ever had the same bits, a proof would be rejected by its
//! checker, and no wrong one written.

use graph::each;

use super::lines::next;
use super::position::{Edge, GREEN, ORDER_MOST, Position, RED};

/// A class of positions.
pub type Class = u128;

/// The numbers that stand for coloured edges.
pub struct Classes {
    codes: Box<[u128; 2 * ORDER_MOST * ORDER_MOST]>,
}

/// Colours of vertices, the same in isomorphic positions. Two vertices that differ may have the same one.
type Colours = [i32; ORDER_MOST];

/// A colour from a sum of such.
#[inline]
fn mixed(x: i32) -> i32 {
    let x = x as u32;
    let x = (x ^ (x >> 15)).wrapping_mul(0xd35a_2d97);
    (x ^ (x >> 16)) as i32
}

impl Default for Classes {
    fn default() -> Self {
        let mut state = 2;
        let mut code = || u128::from(next(&mut state)) << 64 | u128::from(next(&mut state));
        Self {
            codes: Box::new(std::array::from_fn(|_| code())),
        }
    }
}

impl Classes {
    /// The class of a position, whoever is to move.
    pub fn of(&self, position: &Position) -> Class {
        let mut colours = [0x5a17; ORDER_MOST];
        // Degrees, and those of the neighbours, hardly ever distinguish all vertices.
        finer(position, &mut colours);
        finer(position, &mut colours);
        let mut least = Class::MAX;
        self.refined(position, &mut colours, 0, &mut least);
        least
    }

    fn refined(&self, position: &Position, colours: &mut Colours, mut classes: u32, least: &mut Class) {
        let n = position.touched();
        let mut rank;
        loop {
            finer(position, colours);
            rank = ranks(colours, n);
            let found = rank[..n].iter().fold(0u32, |set, rank| set | 1 << rank).count_ones();
            let is_done = found <= classes || found as usize == n;
            classes = found;
            if is_done {
                break;
            }
        }
        if classes as usize == n {
            *least = (*least).min(self.coded(position, &rank));
            return;
        }
        let mut cells = [0u32; ORDER_MOST];
        (0..n).for_each(|v| cells[rank[v] as usize] |= 1 << v);
        // Vertices that a symmetry exchanges while it keeps all others: their order does not matter.
        let are_twins = |&cell: &u32| {
            let first = cell.trailing_zeros() as usize;
            cell == 0 || each(cell & (cell - 1)).all(|v| is_twin(position, first, v))
        };
        if cells[..n].iter().all(are_twins) {
            for cell in &cells[..n] {
                each(*cell).enumerate().for_each(|(at, v)| rank[v] += at as i32);
            }
            *least = (*least).min(self.coded(position, &rank));
            return;
        }
        // The first of the smallest cells with several members.
        let several = cells[..n].iter().filter(|cell| cell.count_ones() > 1);
        let members = *several.min_by_key(|cell| cell.count_ones()).expect("not all are apart");
        for v in each(members) {
            if each(members & ((1 << v) - 1)).any(|u| is_twin(position, u, v)) {
                continue;
            }
            let mut chosen = *colours;
            chosen[v] = mixed(chosen[v] ^ 0x0f0f_3c3c);
            self.refined(position, &mut chosen, classes, least);
        }
    }

    fn coded(&self, position: &Position, rank: &[i32; ORDER_MOST]) -> Class {
        let code = |(colour, (u, v)): (usize, Edge)| {
            let (a, b) = (rank[u as usize % ORDER_MOST], rank[v as usize % ORDER_MOST]);
            self.codes[(colour << 10 | (a.min(b) << 5 | a.max(b)) as usize) % (2 * ORDER_MOST * ORDER_MOST)]
        };
        position.since(0).map(code).fold(0, |sum, code| sum ^ code)
    }
}

/// Colours that also say what the neighbours' were.
#[inline]
fn finer(position: &Position, colours: &mut Colours) {
    let mut sums = [[0i32; ORDER_MOST]; 2];
    for (colour, (u, v)) in position.since(0) {
        let (u, v) = (u as usize % ORDER_MOST, v as usize % ORDER_MOST);
        let sums = &mut sums[colour & 1];
        sums[u] = sums[u].wrapping_add(colours[v]);
        sums[v] = sums[v].wrapping_add(colours[u]);
    }
    for v in 0..position.touched() {
        let of_red = sums[RED][v].rotate_left(7);
        let of_green = sums[GREEN][v].rotate_left(19);
        colours[v] = mixed(colours[v].wrapping_add(of_red).wrapping_sub(of_green));
    }
}

/// For each vertex, how many have smaller colours.
#[inline]
fn ranks(colours: &Colours, n: usize) -> [i32; ORDER_MOST] {
    let mut rank = [0; ORDER_MOST];
    // So many at once, without branches; what is beyond n is not read.
    let (some, all) = rank.split_at_mut(16);
    for &other in &colours[..n] {
        (0..16).for_each(|v| some[v] += i32::from(other < colours[v]));
    }
    if n > 16 {
        for &other in &colours[..n] {
            (0..16).for_each(|v| all[v] += i32::from(other < colours[16 + v]));
        }
    }
    rank
}

#[inline]
fn is_twin(position: &Position, u: usize, v: usize) -> bool {
    let both = 1 << u | 1 << v;
    [RED, GREEN]
        .iter()
        .all(|&colour| (position.rows(colour)[u] ^ position.rows(colour)[v]) & !both == 0)
}
