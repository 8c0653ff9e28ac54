//! Classes of positions: equal for isomorphic positions, with the same colours, and different for others.
//!
//! A class is 128 bits of a canonical form. If two classes ever had the same bits, a proof would be rejected by its
//! checker, and no wrong one written.

use super::lines::next;
use super::position::{BLUE, ORDER_MOST, Position, RED, each};

/// A class of positions.
pub type Class = u128;

/// The numbers that stand for coloured edges.
pub struct Classes {
    codes: Vec<u128>,
}

type Colours = [u64; ORDER_MOST];

#[inline]
fn mixed(x: u64) -> u64 {
    let z = x.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    z ^ (z >> 29)
}

impl Default for Classes {
    fn default() -> Self {
        let mut state = 2;
        let codes =
            (0..2 * ORDER_MOST * ORDER_MOST).map(|_| u128::from(next(&mut state)) << 64 | u128::from(next(&mut state)));
        Self { codes: codes.collect() }
    }
}

impl Classes {
    /// The class of a position, whoever is to move.
    pub fn of(&self, position: &Position) -> Class {
        let n = position.touched();
        let mut colours = [0; ORDER_MOST];
        for v in 0..n {
            let degrees = [RED, BLUE].map(|colour| u64::from(position.rows(colour)[v].count_ones()));
            colours[v] = mixed(degrees[0] << 8 | degrees[1]);
        }
        let mut least = Class::MAX;
        self.refined(position, &mut colours, 0, &mut least);
        least
    }

    fn refined(&self, position: &Position, colours: &mut Colours, mut classes: usize, least: &mut Class) {
        let n = position.touched();
        let (red, blue) = (position.rows(RED), position.rows(BLUE));
        let mut order = [(0u64, 0u8); ORDER_MOST];
        loop {
            let mut finer = [0; ORDER_MOST];
            for v in 0..n {
                let of_red = each(red[v]).fold(0u64, |sum, u| sum.wrapping_add(colours[u]));
                let of_blue = each(blue[v]).fold(0u64, |sum, u| sum.wrapping_add(colours[u]));
                finer[v] = mixed(
                    colours[v]
                        .wrapping_add(mixed(of_red ^ 0x1234_5678_9abc_def1))
                        .wrapping_add(mixed(of_blue).rotate_left(17)),
                );
            }
            *colours = finer;
            for v in 0..n {
                order[v] = (colours[v], v as u8);
            }
            order[..n].sort_unstable();
            let found = 1 + (1..n).filter(|&at| order[at].0 != order[at - 1].0).count();
            if found == n || n == 0 {
                let mut rank = [0u8; ORDER_MOST];
                for at in 0..n {
                    rank[order[at].1 as usize] = at as u8;
                }
                *least = (*least).min(self.coded(position, &rank));
                return;
            }
            if found <= classes {
                break;
            }
            classes = found;
        }
        // The first of the smallest classes with several members.
        let mut best = (usize::MAX, 0);
        let mut at = 0;
        while at < n {
            let end = (at..n).find(|&next| order[next].0 != order[at].0).unwrap_or(n);
            if end - at > 1 {
                best = best.min((end - at, at));
            }
            at = end;
        }
        let members = &order[best.1..best.1 + best.0];
        for (number, &(_, v)) in members.iter().enumerate() {
            let v = v as usize;
            let is_twin = |&(_, u): &(u64, u8)| {
                let both = 1 << u | 1 << v;
                red[v] & !both == red[u as usize] & !both && blue[v] & !both == blue[u as usize] & !both
            };
            if members[..number].iter().any(is_twin) {
                continue;
            }
            let mut chosen = *colours;
            chosen[v] = mixed(chosen[v] ^ 0x5bd1_e995_0f0f_3c3c);
            self.refined(position, &mut chosen, classes, least);
        }
    }

    fn coded(&self, position: &Position, rank: &[u8; ORDER_MOST]) -> Class {
        let mut sum = 0;
        for colour in [RED, BLUE] {
            let rows = position.rows(colour);
            for v in 0..position.touched() {
                for u in each(rows[v] & ((1 << v) - 1)) {
                    let (a, b) = (rank[u].min(rank[v]) as usize, rank[u].max(rank[v]) as usize);
                    sum ^= self.codes[colour << 10 | a << 5 | b];
                }
            }
        }
        sum
    }
}
