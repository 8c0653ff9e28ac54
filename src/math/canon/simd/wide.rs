//! Rows of 32 bits, of at most 24 vertices: three registers of eight. Values of 16 bits are a register and a half; the
//! second half of the last is zero. Bytes of sets, and their bits in fours, are a register for all rows.

use super::avx2::{Avx2, Eights};
use super::kernels::{self, Own};
use super::tables::{combine, split, sum, tables};
use super::{Matrix, Register, Sets, Short, moves, pairs_before, same, wide_children, wide_layout};
use crate::lanes::PairList;
use crate::portable;
use crate::signature::{Word, product};
use crate::vector::Vector;
use base::record::Wide;

pub type Rows = [u32; 24];
pub type Values = [u16; 24];
/// Sets by bytes, one register for the first bytes of all rows, and so on; eight zeros follow in each.
pub type Bytes = Avx2<3>;

/// Brings the same bytes of four 32-bit lanes together.
const BYTES: [u8; 32] = {
    let mut bytes = [0; 32];
    let mut at = 0;
    while at < 32 {
        bytes[at] = (at % 4 * 4 + at % 16 / 4) as u8;
        at += 1;
    }
    bytes
};

const BITS: Rows = {
    let mut bits = [0; 24];
    let mut v = 0;
    while v < 24 {
        bits[v] = 1 << v;
        v += 1;
    }
    bits
};

/// All ones in the lanes after each vertex.
const AFTER: [Rows; 24] = {
    let mut after = [[0; 24]; 24];
    let mut w = 0;
    while w < 24 {
        let mut v = w + 1;
        while v < 24 {
            after[w][v] = u32::MAX;
            v += 1;
        }
        w += 1;
    }
    after
};

const NUMBERS: Rows = {
    let mut numbers = [0; 24];
    let mut v = 0;
    while v < 24 {
        numbers[v] = v as u32;
        v += 1;
    }
    numbers
};

#[inline(always)]
pub fn three([a, b, c]: [Avx2<1>; 3]) -> Avx2<3> {
    Avx2([a.0[0], b.0[0], c.0[0]])
}

/// Sixteen values, and eight.
#[inline(always)]
fn values(sixteen: Avx2<1>, eight: Eights<1>) -> Avx2<2> {
    Avx2([sixteen.0[0], eight.alone().0[0]])
}

#[inline(always)]
pub fn bytes_of(rows: Avx2<3>) -> Bytes {
    let order = rows.same(&[0u32, 4, 1, 5, 2, 6, 3, 7]);
    let eights = rows.shuffle(rows.same(&BYTES)).words_at(order);
    let [a, b, c] = [eights.part(0), eights.part(1), eights.part(2)];
    let [first, third] = a.low64(b).crossed(c.low64(c.zero()));
    let [second, _] = a.high64(b).crossed(c.high64(c.zero()));
    three([first, second, third])
}

#[inline(always)]
fn rows_of(bytes: Bytes) -> Avx2<3> {
    let (first, second, third) = (bytes.part(0), bytes.part(1), bytes.part(2));
    // Of rows 0 to 7 and 16 to 23, then of 8 to 15.
    let (low, high) = (first.low8(second), third.low8(third.zero()));
    let [front, back] = low.low16(high).crossed(low.high16(high));
    let (low, high) = (first.high8(second), third.high8(third.zero()));
    let [middle, _] = low.low16(high).crossed(low.high16(high));
    three([front, middle, back])
}

/// Values from their low bytes and their high ones.
#[inline(always)]
fn joined(low: Avx2<1>, high: Avx2<1>) -> Avx2<2> {
    let outer = low.low8(high);
    let [sixteen, _] = outer.crossed(low.high8(high));
    values(sixteen, outer.eights().part(1))
}

/// The tables of six groups of four vertices, each twice in a register.
#[inline(always)]
fn spread([even, odd]: [Avx2<2>; 2]) -> [Avx2<1>; 6] {
    let ([even, later_even], [odd, later_odd]) = (even.doubled(), odd.doubled());
    [
        even.part(0),
        odd.part(0),
        later_even.part(0),
        later_odd.part(0),
        even.part(1),
        odd.part(1),
    ]
}

/// For each row, the sum or the union of the look-ups of its bits in fours.
#[inline(always)]
fn looked_up<const UNITE: bool>(tables: &[Avx2<1>; 6], at: &[Avx2<1>; 6]) -> Avx2<1> {
    let mut made = tables[0].shuffle(at[0]);
    for k in 1..6 {
        made = combine::<UNITE, _>(made, tables[k].shuffle(at[k]));
    }
    made
}

impl Sets<u32, 24> for Avx2<3> {
    type Values = Avx2<2>;
    type Every = Rows;
    /// Bits `4k` to `4k + 3` of all rows, a byte for each, for every `k`.
    type Indices = [Avx2<1>; 6];
    /// By byte.
    type Unions = [[Avx2<1>; 6]; 3];
    type Sums = [[Avx2<1>; 6]; 2];

    same! {
        fn minus(other) = minus32;
        fn equal(other) = equal32;
        fn above(other) = above32;
    }

    #[inline(always)]
    fn load(vector: Vector, rows: &Rows) -> Self {
        Self::load(vector, rows)
    }

    #[inline(always)]
    fn store(self) -> Rows {
        self.store()
    }

    #[inline(always)]
    fn all_rows(self, row: u32) -> Self {
        self.all32(row)
    }

    #[inline(always)]
    fn times_row(self, factor: u16) -> Self {
        self.times32(self.all32(factor.into()))
    }

    #[inline(always)]
    fn set(self) -> u32 {
        self.part(0).mask32() | self.part(1).mask32() << 8 | self.part(2).mask32() << 16
    }

    #[inline(always)]
    fn every(self) -> Rows {
        self.store()
    }

    #[inline(always)]
    fn nth(every: &Rows, v: usize, like: Self) -> Self {
        like.all32(every[v])
    }

    #[inline(always)]
    fn own(self) -> Self {
        self.constant(&BITS)
    }

    #[inline(always)]
    fn after(self, v: usize) -> Self {
        self.constant(&AFTER[v])
    }

    #[inline(always)]
    fn turned(self) -> Self {
        bytes_of(self).gathered()
    }

    #[inline(always)]
    fn indices(self) -> [Avx2<1>; 6] {
        let bytes = bytes_of(self);
        let ([k0, k1], [k2, k3], [k4, k5]) = (split(bytes.part(0)), split(bytes.part(1)), split(bytes.part(2)));
        [k0, k1, k2, k3, k4, k5]
    }

    #[inline(always)]
    fn tables_of_unions(self) -> [[Avx2<1>; 6]; 3] {
        let low = tables::<true, _>(self.and(self.all32(0xFFFF)).narrowed());
        let high = tables::<true, _>(self.down32::<16>().narrowed());
        [spread(low.low), spread(low.high), spread(high.low)]
    }

    #[inline(always)]
    fn unions([first, second, third]: &[[Avx2<1>; 6]; 3], of: &[Avx2<1>; 6]) -> Self {
        rows_of(three([
            looked_up::<true>(first, of),
            looked_up::<true>(second, of),
            looked_up::<true>(third, of),
        ]))
    }

    #[inline(always)]
    fn picked(self, places: Avx2<2>) -> Self {
        let places = Self::widened(places);
        let mut picked = self.zero();
        for number in 0..3 {
            let eight = self.part(number);
            let is_there = places.down32::<3>().equal32(self.all32(number as u32));
            let entries = three([eight; 3]).words_at(places);
            picked = picked.or(entries.and(is_there));
        }
        picked
    }

    #[inline(always)]
    fn bits_of(values: Avx2<2>) -> Self {
        let values = Self::widened(values);
        values.all32(1).up32_by(values)
    }

    #[inline(always)]
    fn by_value(values: Avx2<2>) -> [Self; 2] {
        let of = Sets::turned(Self::bits_of(values));
        // Who has no value up to this one has a larger one.
        let (mut beyond, mut before) = ([of.part(0).zero(); 3], of.part(0).zero());
        for k in 0..3 {
            let eight = of.part(k);
            let twos = eight.or(eight.up_bytes::<4>());
            let fours = twos.or(twos.up_bytes::<8>());
            let last = fours.spread32::<0xFF>();
            let up_to = fours.or(last.zero().crossed(last)[0]).or(before);
            before = up_to.words_at(up_to.all32(7));
            beyond[k] = up_to.all32(0xFF_FFFF).less(up_to);
        }
        [of, three(beyond)]
    }

    /// In two loads, as they are stored: a load across two stores waits for both to reach the cache.
    #[inline(always)]
    fn load_values(vector: Vector, all: &Values) -> Avx2<2> {
        values(Avx2::load(vector, &all[..16]), Eights::load(vector, &all[16..]))
    }

    #[inline(always)]
    fn store_values(values: Avx2<2>) -> Values {
        let mut all = [0; 24];
        all[..16].copy_from_slice(&values.part(0).store::<u16, 16>());
        all[16..].copy_from_slice(&values.part(1).eights().part(0).store());
        all
    }

    #[inline(always)]
    fn set_of(values: Avx2<2>) -> u32 {
        u32::from(values.part(0).mask16()) | u32::from(values.part(1).mask16()) << 16
    }

    #[inline(always)]
    fn narrowed(self) -> Avx2<2> {
        let sixteen = self.part(0).pack32(self.part(1)).order64::<0b11_01_10_00>();
        let eight = self.part(2).pack32(self.part(2).zero()).order64::<0b11_01_10_00>();
        Avx2([sixteen.0[0], eight.0[0]])
    }

    #[inline(always)]
    fn widened(values: Avx2<2>) -> Self {
        let (sixteen, eight) = (values.part(0).eights(), values.part(1).eights());
        three([
            sixteen.part(0).widened16(),
            sixteen.part(1).widened16(),
            eight.part(0).widened16(),
        ])
    }

    #[inline(always)]
    fn widened_signed(values: Avx2<2>) -> Self {
        Self::widened(values).up32::<16>()
    }

    #[inline(always)]
    fn tables_of_sums(values: Avx2<2>) -> [[Avx2<1>; 6]; 2] {
        let tables = tables::<false, _>(values);
        [spread(tables.low), spread(tables.high)]
    }

    #[inline(always)]
    fn sums([low, high]: &[[Avx2<1>; 6]; 2], of: &[Avx2<1>; 6]) -> Avx2<2> {
        joined(looked_up::<false>(low, of), looked_up::<false>(high, of))
    }

    #[inline(always)]
    fn degrees(near: &[Avx2<1>; 6], far: &[Avx2<1>; 6]) -> Avx2<2> {
        let counts = [near[0].counts(); 6];
        joined(looked_up::<false>(&counts, near), looked_up::<false>(&counts, far))
    }

    #[inline(always)]
    fn sum_of_products(low: Avx2<2>, high: Avx2<2>) -> u64 {
        // Eight lanes stand for no vertex.
        sum(low, high).total64().wrapping_sub(8u64.wrapping_mul(product(0, 0)))
    }

    #[inline(always)]
    fn rows(vector: Vector, key: Wide) -> Rows {
        decoded(vector, key).store()
    }

    #[inline(always)]
    fn component(vector: Vector, sets: &Rows, joined: &Rows, first: usize, from: u32) -> Rows {
        kernels::component::<Self, Own, u32, 24>(vector, Own, sets, joined, first, from)
    }

    /// Every vertex is compared with those after it.
    #[inline(always)]
    fn settled(vector: Vector, rows: &Rows, colours: &Values) -> (u32, bool) {
        let (all_rows, all_colours) = (
            Self::load(vector, rows),
            Self::widened(Self::load_values(vector, colours)),
        );
        let colours: Rows = all_colours.store();
        let none = all_rows.part(0).zero();
        let (mut twins, mut mixed) = ([none; 3], none);
        for w in 0..8 {
            let after = none.same(&AFTER[w][..8]);
            // With the eight that a vertex belongs to only those after it count.
            for eight in 0..3 {
                let (row, colour) = (none.all32(rows[8 * eight + w]), none.all32(colours[8 * eight + w]));
                for other in eight..3 {
                    let same_row = all_rows.part(other).equal32(row);
                    let same_colour = all_colours.part(other).equal32(colour);
                    mixed = mixed.or(same_colour.less(same_row));
                    let later = if other == eight { same_row.and(after) } else { same_row };
                    twins[other] = twins[other].or(later);
                }
            }
        }
        (!three(twins).set() & 0xFF_FFFF, mixed.is_zero())
    }

    #[inline(always)]
    fn is_settled(vector: Vector, rows: &Rows, colours: &Values) -> bool {
        Self::settled(vector, rows, colours).1
    }

    #[inline(always)]
    fn places(vector: Vector, rows: &Rows, n: usize, colours: &Values) -> Values {
        let of = Self::load(vector, rows).indices();
        let counts = looked_up::<false>(&[of[0].counts(); 6], &of).eights();
        let degrees = three([
            counts.part(0).widened8_to_32(),
            counts.part(0).upper().widened8_to_32(),
            counts.part(1).widened8_to_32(),
        ]);
        let colours = Self::widened(Self::load_values(vector, colours));
        let numbers = degrees.constant(&NUMBERS);
        let beyond = numbers.above32(numbers.all32(n as u32).minus32(numbers.all32(1)));
        let rank = degrees.all32(30).minus32(degrees).or(beyond.down32::<31>());
        let lanes = rank.up32::<21>().or(colours.up32::<5>()).or(numbers);
        let words: Rows = lanes.store();
        // Vertices that are none come last, by number; the last four nearly always are.
        let (asked, last) = if n > 20 { (24, 0) } else { (20, u32::MAX) };
        let last = lanes
            .part(0)
            .same(&[0u32, 0, 0, 0, 0, 1, 2, 3])
            .and(lanes.part(0).all32(last));
        let none = last.zero();
        let mut before = three([none, none, last]);
        for &word in &words[..asked] {
            before = before.minus32(lanes.above32(lanes.all32(word)));
        }
        Self::store_values(before.narrowed())
    }

    #[inline(always)]
    fn pairs(_: Vector, sets: &Rows, list: &mut PairList) -> usize {
        portable::pairs::<u32, 24>(sets, list)
    }

    #[inline(always)]
    fn closing_first(vector: Vector, rows: &Rows, far: &Rows, list: &mut PairList, count: usize) {
        let [firsts, seconds] = moves::ends(vector, list);
        let (rows, far) = (bytes_of(Self::load(vector, rows)), bytes_of(Self::load(vector, far)));
        let mut closed = firsts.zero();
        for j in 0..3 {
            let one = byte_of(rows.part(j), firsts).and(byte_of(far.part(j), seconds));
            let other = byte_of(rows.part(j), seconds).and(byte_of(far.part(j), firsts));
            closed = closed.add8(one.count8().add8(other.count8()));
        }
        moves::most_first(vector, list, count, [firsts, seconds], closed);
    }

    #[inline(always)]
    fn signatures(vector: Vector, rows: &Rows, far: &Rows, edges: &[[u8; 2]; 2]) -> [u64; 2] {
        match wide_children::fits(rows, far) {
            true => wide_children::signatures(vector, rows, far, *edges),
            false => portable::signatures_by(vector, rows, far, edges),
        }
    }

    #[inline(always)]
    fn signatures_of(vector: Vector, rows: [&Rows; 2], far: [&Rows; 2]) -> [u64; 2] {
        match wide_children::fits(rows[0], far[0]) && wide_children::fits(rows[1], far[1]) {
            true => wide_children::signatures_of(vector, rows, far),
            false => portable::signatures_of_by(vector, rows, far),
        }
    }

    #[inline(always)]
    fn two_colours(vector: Vector, rows: [&Rows; 2], far: [&Rows; 2]) -> [[Values; 2]; 2] {
        match wide_children::fits(rows[0], far[0]) && wide_children::fits(rows[1], far[1]) {
            true => wide_children::two_colours(vector, rows, far),
            false => portable::two_colours_by(vector, rows, far),
        }
    }

    #[inline(always)]
    fn two_signatures(vector: Vector, n: usize, keys: [Wide; 2]) -> [u64; 2] {
        wide_children::two_signatures(vector, n, keys)
    }

    #[inline(always)]
    fn keys<const N: usize>(vector: Vector, rows: [&Rows; N], n: usize, places: [&Values; N]) -> Option<[Wide; N]> {
        wide_layout::keys(vector, rows, n, places)
    }
}

/// The bytes of these vertices, of 24.
#[inline(always)]
fn byte_of(of_all: Avx2<1>, vertices: Avx2<1>) -> Avx2<1> {
    // What is not in a half has the top bit: it is looked up as zero.
    let [low, high] = of_all.doubled();
    let first = low.shuffle(vertices.add8_most(vertices.all(0x7070)));
    first.or(high.shuffle(vertices.minus8(vertices.all(0x1010))))
}

/// Bytes of a key before the second of the two halves, of 16 bytes each, in which columns are looked for.
const SECOND_HALF: usize = 8;
/// Columns from this one on are in the second half.
const IN_SECOND: usize = 16;

/// For each column, the four bytes of a half of a key in which it begins; columns beyond those that a key has are
/// empty.
const COLUMN_BYTES: [u8; 96] = {
    let mut bytes = [0x80; 96];
    let mut v = 0;
    while v < 20 {
        let from = pairs_before(v) / 8 - if v < IN_SECOND { 0 } else { SECOND_HALF };
        let mut i = 0;
        while i < 4 && from + i < 16 {
            bytes[4 * v + i] = (from + i) as u8;
            i += 1;
        }
        v += 1;
    }
    bytes
};

/// For each column, the bits before it in its first byte, and those that it has.
const COLUMN_BITS: [Rows; 2] = {
    let mut bits = [[0; 24]; 2];
    let mut v = 0;
    while v < 20 {
        bits[0][v] = pairs_before(v) as u32 % 8;
        bits[1][v] = (1 << v) - 1;
        v += 1;
    }
    bits
};

/// Bytes in the other order.
const BACKWARDS: [u8; 32] = super::avx2::twice([15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);

/// The rows of the graph on at most 20 vertices with a key.
#[inline(always)]
pub fn decoded(vector: Vector, Wide(high, low): Wide) -> Avx2<3> {
    // Bytes in the key's order, and in each the first bit lowest.
    let key = Avx2::of_words64(
        vector,
        [high as u64, (high >> 64) as u64, low as u64, (low >> 64) as u64],
    );
    let key = key.shuffle(key.same(&BACKWARDS)).reversed8();
    let first = key.order64::<0b01_00_01_00>();
    let second = key.order64::<0b10_01_10_01>();
    let columns = three([first, first, second]);
    let bytes = columns.shuffle(columns.constant(&COLUMN_BYTES));
    let shifted = bytes.down32_by(bytes.constant(&COLUMN_BITS[0]));
    let columns = shifted.and(bytes.constant(&COLUMN_BITS[1]));
    columns.or(Sets::turned(columns))
}
