//! Sums and unions over neighbours by the method of four Russians: for each group of four vertices a table of the
//! sixteen possible results fits 128 bits, and a byte shuffle looks up all rows at once.

use super::{Matrix, Register};
use crate::signature::{ADDED, FLIPPED};

/// Adds bytes, or forms their union.
#[inline(always)]
pub fn combine<const UNITE: bool, M: Register>(a: M, b: M) -> M {
    if UNITE { a.or(b) } else { a.add8(b) }
}

/// For four vertices, of which bytes 0 to 7 have the values and bytes 8 to 15 the results of the first two and, four
/// bytes on, of the last two: the byte, low or high by `plane`, of the first two (`pair` 0) or the last two, by the
/// index of a table.
const fn of_pair(plane: usize, pair: usize) -> [u8; 32] {
    let mut bytes = [0x80; 32];
    let mut at = 0;
    while at < 32 {
        match (at % 16) >> (2 * pair) & 3 {
            0 => {}
            3 => bytes[at] = (8 + 4 * pair + plane) as u8,
            one => bytes[at] = (2 * (2 * pair + one - 1) + plane) as u8,
        }
        at += 1;
    }
    bytes
}

/// By plane, low bytes first: the first two and the last two.
const OF_PAIRS: [[[u8; 32]; 2]; 2] = [[of_pair(0, 0), of_pair(0, 1)], [of_pair(1, 0), of_pair(1, 1)]];

#[inline(always)]
fn table<const UNITE: bool, M: Register>(values: M, [first, last]: &[[u8; 32]; 2]) -> M {
    let (first, last) = (values.same(first), values.same(last));
    combine::<UNITE, M>(values.shuffle(first), values.shuffle(last))
}

/// Tables for the low and the high bytes of one lane per vertex: of the first four of each eight, and the last four.
#[derive(Clone, Copy)]
pub struct Tables<M> {
    pub low: [M; 2],
    pub high: [M; 2],
}

/// Two look-ups make an entry, not four: results of two vertices are among what is looked up.
#[inline(always)]
pub fn tables<const UNITE: bool, M: Register>(lanes: M) -> Tables<M> {
    let [low, high] = &OF_PAIRS;
    let twos = combine::<UNITE, M>(lanes, lanes.down32::<16>());
    let (even, odd) = (lanes.low64(twos), lanes.high64(twos));
    Tables {
        low: [table::<UNITE, M>(even, low), table::<UNITE, M>(odd, low)],
        high: [table::<UNITE, M>(even, high), table::<UNITE, M>(odd, high)],
    }
}

/// The lower and the upper four bits of bytes.
#[inline(always)]
pub fn split<M: Register>(bytes: M) -> [M; 2] {
    let four = bytes.all(0x0F0F);
    [bytes.and(four), bytes.down::<4>().and(four)]
}

/// Sets, also as indices of tables: nibbles 0 and 2, and 1 and 3.
#[derive(Clone, Copy)]
pub struct Relation<M> {
    pub rows: M,
    nibbles: [M; 2],
}

impl<M: Matrix> Relation<M> {
    #[inline(always)]
    pub fn new(rows: M) -> Self {
        let nibbles = split(rows.planes());
        Self { rows, nibbles }
    }

    /// For each byte, low or high as planes have them, the sum of its look-ups: to be joined.
    #[inline(always)]
    pub fn looked_up<const UNITE: bool>(&self, [even, odd]: [M; 2]) -> M {
        combine::<UNITE, M>(even.shuffle(self.nibbles[0]), odd.shuffle(self.nibbles[1]))
    }

    /// For each set, the sum or the union of the values of its vertices.
    #[inline(always)]
    pub fn over<const UNITE: bool>(&self, tables: &Tables<M>) -> M {
        join::<UNITE, M>(
            self.looked_up::<UNITE>(tables.low),
            self.looked_up::<UNITE>(tables.high),
        )
    }
}

/// Lanes from partial results for their low and high bytes: those of nibbles 0 and 1, then those of 2 and 3.
#[inline(always)]
pub fn join<const UNITE: bool, M: Matrix>(low: M, high: M) -> M {
    let [first, second] = low.low8(high).crossed(low.high8(high));
    combine::<UNITE, M>(first, second)
}

#[inline(always)]
fn products<M: Register>(word: M, turned: M) -> M {
    let (a, b) = (word.add32(word.all32(ADDED)), turned.xor(turned.all32(FLIPPED)));
    a.mul32(b).add64(a.down64::<32>().mul32(b.down64::<32>()))
}

/// The products of [`crate::signature::product`], to be added.
#[inline(always)]
pub fn sum<M: Register>(colours: M, others: M) -> M {
    let low = products(colours.low16(others), others.low16(colours));
    low.add64(products(colours.high16(others), others.high16(colours)))
}
