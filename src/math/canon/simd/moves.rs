//! Lists of moves, for AVX2.

use super::avx2::{Avx2, Eights, numbers_of};
use super::{Matrix, Register};
use crate::lanes::PairList;
use crate::portable::{AT_FRONT, to_front};
use crate::signature::Word;
use crate::vector::Vector;

/// The first vertices of the first pairs of a list, a byte for each pair, and the second ones.
#[inline(always)]
pub fn ends(vector: Vector, list: &PairList) -> [Avx2<1>; 2] {
    let front = Avx2::<1>::load(vector, &list[..16]).planes();
    front.crossed(Avx2::<1>::load(vector, &list[16..32]).planes())
}

/// Moves to the front of a list those of its first pairs, with these ends, whose byte of `closed` is at least half of
/// the largest.
#[inline(always)]
pub fn most_first(vector: Vector, list: &mut PairList, count: usize, [firsts, seconds]: [Avx2<1>; 2], closed: Avx2<1>) {
    let there = closed
        .all(count.min(AT_FRONT) as u16 * 0x101)
        .above8(closed.same(&BYTES));
    let closed = closed.and(there);
    let doubled = closed.add8(closed);
    let many = doubled.larger8(closed.most8()).equal8(doubled).and(there).mask8();
    if count > AT_FRONT {
        return to_front(list, many);
    }
    // Each stretch overwrites what the one before has behind its last pair.
    let (firsts, seconds) = (firsts.eights(), seconds.eights());
    let mut at = 0;
    for chosen in [many, !many] {
        for half in 0..2 {
            let chosen = (chosen >> (16 * half)) as u16;
            at = put(vector, firsts.part(half), seconds.part(half), chosen, list, at);
        }
    }
}

/// Puts those of sixteen pairs that are chosen in a list, from place `at` on; returns the place behind them.
#[inline(always)]
fn put(vector: Vector, firsts: Eights<1>, seconds: Eights<1>, chosen: u16, list: &mut PairList, at: usize) -> usize {
    let numbers = numbers_of(vector, chosen);
    let place: &mut [[u8; 2]; 16] = list[at..].first_chunk_mut().expect("room for a register");
    *place = Avx2::of_pairs(firsts.shuffle(numbers), seconds.shuffle(numbers)).store();
    at + chosen.count_ones() as usize
}

/// Byte `i` is `i`.
const BYTES: [u8; 32] = {
    let mut bytes = [0; 32];
    let mut at = 0;
    while at < 32 {
        bytes[at] = at as u8;
        at += 1;
    }
    bytes
};
