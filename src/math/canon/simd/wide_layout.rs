//! The layout of canonical graphs on at most 20 vertices in rows of 32 bits, and their keys, two at a time: the twin of
//! [`crate::layout`] and [`crate::key`].

use super::avx2::{Avx2, Eights};
use super::layout::OF_EIGHT;
use super::wide::{Rows, Values, bytes_of};
use super::wide_children::{fours, unions};
use super::{Matrix, Register, Sets};
use crate::signature::Word;
use crate::vector::Vector;
use base::record::Wide;

/// The steps of a layout for which labels of 16 bits have room beside a place of five.
const STEPS: usize = 11;
/// No vertex, or no place.
const NONE: u8 = 0xFF;

/// Ones in the lanes of vertices in a set.
#[inline(always)]
fn members(like: Eights<1>, set: u32) -> Eights<3> {
    let bits = like.same(&OF_EIGHT);
    Eights::of([
        like.all(u16::from(set as u8)).and(bits).equal(bits),
        like.all(u16::from((set >> 8) as u8)).and(bits).equal(bits),
        like.all(u16::from((set >> 16) as u8)).and(bits).equal(bits),
    ])
}

/// A layout under way. As in [`super::layout`], labels are inverted.
#[derive(Clone, Copy)]
struct Layout {
    /// The vertex at each place by colours. No place is beyond the 24th: a remainder by 32 costs less than one by 24.
    order: [u8; 32],
    label: Eights<3>,
    /// Ones in the lanes of those that are no candidates.
    out: Eights<3>,
    /// The bit of the next label, and the bits of all steps: further steps change no label.
    bit: Eights<1>,
    bits: Eights<1>,
    /// The neighbours of the first vertex.
    near: u32,
    /// The vertex at each place, and the next place. Steps that another layout needs come to places beyond.
    laid: [u8; 32],
    place: usize,
}

impl Layout {
    #[inline(always)]
    fn new(vector: Vector, rows: &Rows, n: usize, places: &Values) -> Self {
        let mut order = [0; 32];
        for v in 0..24 {
            order[usize::from(places[v]) % 32] = v as u8;
        }
        let first = usize::from(order[0]);
        let near = rows[first];
        let others = ((1u32 << n) - 1) & !near & !(1 << first);
        let places = Eights::<3>::load(vector, places);
        let ones = places.all(u16::MAX);
        let mut laid = [NONE; 32];
        laid[0] = first as u8;
        let place = near.count_ones() as usize + 1;
        let steps = n.saturating_sub(place).min(STEPS);
        let bits = ones.part(0).all(!(u16::MAX >> steps));
        Self {
            order,
            label: places.or(places.all(!0x1F)),
            out: members(bits, others).xor(ones),
            bit: bits.all(1 << 15).and(bits),
            bits,
            near,
            laid,
            place,
        }
    }

    #[inline(always)]
    fn step(&mut self, rows: &Rows) {
        // The lanes of those that are no candidates are as large as possible.
        let candidates = self.label.or(self.out);
        let least = candidates.least();
        let next = self.order[usize::from(least.word() & 0x1F)];
        self.laid[self.place % 32] = next;
        self.place += 1;
        self.out = self.out.or(candidates.equal(Eights::spread(least.first())));
        let joined = members(least, rows[usize::from(next)]).and(Eights::spread(self.bit));
        self.label = joined.without(self.label);
        self.bit = self.bit.down::<1>().and(self.bits);
    }

    /// The labels, turned so that signed comparisons order them. Those of the neighbours of the first vertex all
    /// differ.
    #[inline(always)]
    fn labels(&self) -> Eights<3> {
        self.label.xor(self.label.all(1 << 15))
    }
}

/// In two stores, as values are loaded.
#[inline(always)]
fn stored(eights: Eights<3>) -> Values {
    let (sixteen, eight) = (eights.part(0).then(eights.part(1)), eights.part(2).alone());
    Avx2::<3>::store_values(Avx2([sixteen.0[0], eight.0[0]]))
}

/// The vertices of graphs at their places, those of the neighbours of the first vertices by their labels.
#[inline(always)]
fn finished<const N: usize>(layouts: [Layout; N], n: usize) -> [[u8; 32]; N] {
    let mut label = [layouts[0].labels(); N];
    // A label that none exceeds stands after the others, for when a graph has no neighbours left.
    let mut labels = [[i16::MAX as u16; 25]; N];
    let (mut rest, mut near) = ([0; N], 0);
    for at in 0..N {
        label[at] = layouts[at].labels();
        *labels[at].first_chunk_mut().expect("24 lanes") = stored(label[at]);
        rest[at] = layouts[at].near;
        near |= rest[at];
    }
    let mut before = [label[0].all(1); N];
    while near != 0 {
        near = 0;
        for at in 0..N {
            let next = (rest[at] | 1 << 24).trailing_zeros() as usize;
            let other = label[at].all(labels[at][next]);
            before[at] = before[at].minus(label[at].above(other));
            rest[at] &= rest[at].wrapping_sub(1);
            near |= rest[at];
        }
    }
    let mut laid = [[NONE; 32]; N];
    for at in 0..N {
        laid[at][..n].copy_from_slice(&layouts[at].laid[..n]);
        let before = stored(before[at]);
        let mut rest = layouts[at].near;
        while rest != 0 {
            let v = rest.trailing_zeros() as usize;
            laid[at][usize::from(before[v]) % 32] = v as u8;
            rest &= rest - 1;
        }
    }
    laid
}

/// Byte `j` of the bits that places have, place 0 on top of 24.
#[inline(always)]
fn bits_of(places: Avx2<1>) -> [Avx2<1>; 3] {
    const FROM_TOP: [u8; 32] = {
        let mut bits = [0; 32];
        let mut at = 0;
        while at < 32 {
            bits[at] = 128 >> (at % 8);
            at += 1;
        }
        bits
    };
    // Places beyond 23 have no eighth among these.
    let eighth = places.down::<3>().and(places.all(0x1F1F));
    let bit = places.same(&FROM_TOP).shuffle(places.and(places.all(0x0707)));
    [
        bit.and(eighth.equal8(eighth.all(0x0202))),
        bit.and(eighth.equal8(eighth.all(0x0101))),
        bit.and(eighth.equal8(eighth.zero())),
    ]
}

/// The bytes at some places of those of vertices 0 to 15 and 16 to 23, from the vertices at these places.
#[inline(always)]
fn at_places(main: Avx2<1>, rest: Avx2<1>, vertices: Avx2<1>) -> Avx2<1> {
    // A shuffle yields zero for a byte from 128 up.
    let first = main.shuffle(vertices.add8_most(vertices.all(0x7070)));
    first.or(rest.shuffle(vertices.minus8(vertices.all(0x1010))))
}

/// Vertices 0 to 15 of two graphs, and 16 to 23: whatever is there of each.
#[inline(always)]
fn duo(vector: Vector, [a, b]: [[u8; 32]; 2]) -> [Avx2<1>; 2] {
    Avx2::<1>::load(vector, &a).crossed(Avx2::<1>::load(vector, &b))
}

/// Four columns of either graph, cut to `v` bits for place `v` and joined to twos.
#[inline(always)]
fn twos(columns: Avx2<1>, first: u32) -> Avx2<1> {
    let cut = [0, 1, 2, 3, 0, 1, 2, 3].map(|v: u32| 24 - first - v);
    let columns = columns.down32_by(columns.same(&cut));
    let up = [first + 1, 0, first + 3, 0, first + 1, 0, first + 3, 0];
    let even = columns.and(columns.same(&[u32::MAX, 0, u32::MAX, 0, u32::MAX, 0, u32::MAX, 0]));
    even.up64_by(columns.same(&up)).or(columns.down64::<32>())
}

/// The bits of a key from its columns by twos.
#[inline(always)]
fn key(twos: [u64; 10]) -> Wide {
    let four = |at: usize| u128::from(twos[at]) << (4 * at + 5) | u128::from(twos[at + 1]);
    // The bits up to the end of column 3 are 6, of column 7 are 28, 66, 120 and 190.
    let last = four(8);
    Wide(
        four(0) << 122 | four(2) << 100 | four(4) << 62 | four(6) << 8 | last >> 62,
        last << 66,
    )
}

/// The bits of the keys of one graph or two on `n` vertices, at most 20, laid out from these places; `None` when one
/// has more than [`STEPS`] vertices after the neighbours of the first. One graph is in both halves of the registers.
#[inline(always)]
pub fn keys<const N: usize>(vector: Vector, rows: [&Rows; N], n: usize, places: [&Values; N]) -> Option<[Wide; N]> {
    let mut layouts = [Layout::new(vector, rows[0], n, places[0]); N];
    let mut front = layouts[0].place;
    for at in 1..N {
        layouts[at] = Layout::new(vector, rows[at], n, places[at]);
        front = layouts[at].place.min(front);
    }
    if n > STEPS + front {
        return None;
    }
    // The chains of both in turn.
    for _ in front..n {
        for at in 0..N {
            layouts[at].step(rows[at]);
        }
    }
    let laid = finished(layouts, n);
    let (laid, rows) = ([laid[0], laid[N - 1]], [rows[0], rows[N - 1]]);
    let mut all_places = [[NONE; 32]; 2];
    for place in 0..n.min(32) {
        all_places[0][usize::from(laid[0][place]) % 32] = place as u8;
        all_places[1][usize::from(laid[1][place]) % 32] = place as u8;
    }
    let [places, places_rest] = duo(vector, all_places);
    let (bits, bits_rest) = (bits_of(places), bits_of(places_rest));
    let (rows_a, rows_b) = (
        bytes_of(Avx2::load(vector, rows[0])),
        bytes_of(Avx2::load(vector, rows[1])),
    );
    let zero = places.zero();
    let (mut main, mut rest) = ([zero; 3], [zero; 3]);
    for j in 0..3 {
        [main[j], rest[j]] = rows_a.part(j).crossed(rows_b.part(j));
    }
    let (near, near_rest) = (fours(main), fours(rest));
    let [vertices, vertices_rest] = duo(vector, laid);
    let (mut columns, mut columns_rest) = ([zero; 3], [zero; 3]);
    for j in 0..3 {
        let main = unions(bits[j], bits_rest[j], &near);
        let rest = unions(bits[j], bits_rest[j], &near_rest);
        columns[j] = at_places(main, rest, vertices);
        columns_rest[j] = at_places(main, rest, vertices_rest);
    }
    let (low, high) = (columns[0].low8(columns[1]), columns[2].low8(zero));
    let (later_low, later_high) = (columns[0].high8(columns[1]), columns[2].high8(zero));
    let (rest_low, rest_high) = (columns_rest[0].low8(columns_rest[1]), columns_rest[2].low8(zero));
    let joined = [
        twos(low.low16(high), 0).words64(),
        twos(low.high16(high), 4).words64(),
        twos(later_low.low16(later_high), 8).words64(),
        twos(later_low.high16(later_high), 12).words64(),
        twos(rest_low.low16(rest_high), 16).words64(),
    ];
    let (mut of_a, mut of_b) = ([0; 10], [0; 10]);
    for four in 0..5 {
        [of_a[2 * four], of_a[2 * four + 1], of_b[2 * four], of_b[2 * four + 1]] = joined[four];
    }
    let mut keys = [key(of_a); N];
    if N > 1 {
        keys[N - 1] = key(of_b);
    }
    Some(keys)
}
