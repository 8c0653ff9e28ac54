//! Rows of 16 bits: a matrix is one register of 256 bits. Where there are registers of 512 bits, they do what they do
//! faster.

use super::avx2::{Avx2, twice};
use super::kernels::{self, Own};
use super::tables::{Relation, Tables, sum, tables};
use super::{Matrix, Register, Sets, Short, avx512, children, layout, moves, same};
use crate::lanes::PairList;
use crate::portable;
use crate::signature::Word;
use crate::vector::Vector;

type Rows = [u16; 16];

/// Lane `v` has the number `v`.
const NUMBERS: Rows = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// All ones in the lanes after each vertex.
const AFTER: [Rows; 16] = {
    let mut after = [[0; 16]; 16];
    let mut w = 0;
    while w < 16 {
        let mut v = w + 1;
        while v < 16 {
            after[w][v] = u16::MAX;
            v += 1;
        }
        w += 1;
    }
    after
};

/// The bytes for a shuffle that copies one of eight lanes to all lanes of a half register.
const SPREAD: [[u8; 32]; 8] = {
    let mut spread = [[0; 32]; 8];
    let mut at = 0;
    while at < 8 * 32 {
        spread[at / 32][at % 32] = (at / 32 * 2 + at % 2) as u8;
        at += 1;
    }
    spread
};

/// The low byte of the bit of each number, then the high byte.
const BIT_OF: [[u8; 16]; 2] = [
    [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128],
];
/// The low byte of the bits of all smaller numbers, then the high byte.
const BELOW: [[u8; 16]; 2] = [
    [0, 1, 3, 7, 15, 31, 63, 127, 255, 255, 255, 255, 255, 255, 255, 255],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 7, 15, 31, 63, 127],
];

/// For each lane, the bit of its number, below 16, as `bits` has low and high bytes.
#[inline(always)]
pub fn bits_by(numbers: Avx2<1>, bits: &[[u8; 16]; 2]) -> Avx2<1> {
    // The other byte of each lane gets zero from an index with its top bit.
    let low = numbers.same(&twice(bits[0])).shuffle(numbers.or(numbers.all(0x8000)));
    let high = numbers.up16::<8>().or(numbers.all(0x80));
    low.or(numbers.same(&twice(bits[1])).shuffle(high))
}

/// Every lane moved up by `R`, and the last ones to the front; `swapped` are the lanes with their halves swapped.
#[inline(always)]
fn rotated<const R: i32, const BYTES: i32>(lanes: Avx2<1>, swapped: Avx2<1>) -> Avx2<1> {
    match R {
        1..8 => lanes.moved::<BYTES>(swapped),
        8 => swapped,
        _ => swapped.moved::<BYTES>(lanes),
    }
}

impl Sets<u16, 16> for Avx2<1> {
    type Values = Self;
    type Every = [Self; 2];
    type Indices = Relation<Self>;
    type Unions = Tables<Self>;
    type Sums = Tables<Self>;

    same! {
        fn minus(other) = minus16;
        fn equal(other) = equal16;
        fn above(other) = above16;
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
    fn all_rows(self, row: u16) -> Self {
        self.all(row)
    }

    #[inline(always)]
    fn times_row(self, factor: u16) -> Self {
        self.times(factor)
    }

    #[inline(always)]
    fn set(self) -> u16 {
        self.mask16()
    }

    #[inline(always)]
    fn every(self) -> [Self; 2] {
        self.doubled()
    }

    #[inline(always)]
    fn nth(every: &[Self; 2], v: usize, _: Self) -> Self {
        every[v / 8].shuffle(every[0].same(&SPREAD[v % 8]))
    }

    #[inline(always)]
    fn own(self) -> Self {
        self.same(&children::BITS)
    }

    #[inline(always)]
    fn after(self, v: usize) -> Self {
        self.same(&AFTER[v])
    }

    #[inline(always)]
    fn turned(self) -> Self {
        Matrix::turned(self)
    }

    #[inline(always)]
    fn indices(self) -> Relation<Self> {
        Relation::new(self)
    }

    #[inline(always)]
    fn tables_of_unions(self) -> Tables<Self> {
        tables::<true, Self>(self)
    }

    #[inline(always)]
    fn unions(tables: &Tables<Self>, of: &Relation<Self>) -> Self {
        of.over::<true>(tables)
    }

    #[inline(always)]
    fn picked(self, places: Self) -> Self {
        let [low, high] = self.planes().doubled();
        // A shuffle yields zero for a byte from 128 up, which saturation and addition make of 16 and more.
        let packed = places.smaller16(places.all(0xFF)).pack16(places.zero());
        let at = packed.add8_most(packed.all(0x7070));
        low.shuffle(at).low8(high.shuffle(at))
    }

    #[inline(always)]
    fn bits_of(values: Self) -> Self {
        bits_by(values, &BIT_OF)
    }

    #[inline(always)]
    fn by_value(values: Self) -> [Self; 2] {
        // The low byte of every value in the first half, and again in the second: look-ups make planes.
        let twice = values.pack16(values.zero()).order64::<0b10_00_10_00>();
        let (bits, below) = (values.same(BIT_OF.as_flattened()), values.same(BELOW.as_flattened()));
        [
            bits.shuffle(twice).turned_planes(),
            below.shuffle(twice).turned_planes(),
        ]
    }

    #[inline(always)]
    fn load_values(vector: Vector, values: &Rows) -> Self {
        Self::load(vector, values)
    }

    #[inline(always)]
    fn store_values(values: Self) -> Rows {
        values.store()
    }

    #[inline(always)]
    fn set_of(values: Self) -> u16 {
        values.mask16()
    }

    #[inline(always)]
    fn narrowed(self) -> Self {
        self
    }

    #[inline(always)]
    fn widened(values: Self) -> Self {
        values
    }

    #[inline(always)]
    fn widened_signed(values: Self) -> Self {
        values
    }

    #[inline(always)]
    fn tables_of_sums(values: Self) -> Tables<Self> {
        tables::<false, Self>(values)
    }

    #[inline(always)]
    fn sums(tables: &Tables<Self>, of: &Relation<Self>) -> Self {
        of.over::<false>(tables)
    }

    #[inline(always)]
    fn degrees(near: &Relation<Self>, far: &Relation<Self>) -> Self {
        Matrix::degrees(near, far)
    }

    #[inline(always)]
    fn sum_of_products(low: Self, high: Self) -> u64 {
        sum(low, high).total64()
    }

    #[inline(always)]
    fn rows(vector: Vector, key: u128) -> Rows {
        children::decoded::<Self>(vector, &[key]).store()
    }

    #[inline(always)]
    fn component(vector: Vector, sets: &Rows, joined: &Rows, first: usize, from: u16) -> Rows {
        match vector.long() {
            Some(long) => avx512::component(long, sets, joined, first, from),
            None => kernels::component::<Self, Own, u16, 16>(vector, Own, sets, joined, first, from),
        }
    }

    #[inline(always)]
    fn settled(vector: Vector, rows: &Rows, colours: &Rows) -> (u16, bool) {
        match vector.long() {
            Some(long) => avx512::settled(long, rows, colours),
            None => settled(Self::load(vector, rows), Self::load(vector, colours)),
        }
    }

    // AVX2 even where there is AVX-512, whose comparison of each word with those before it takes long on an Intel of
    // 2023: the search of n = 13 takes 4 % less time so.
    #[inline(always)]
    fn is_settled(vector: Vector, rows: &Rows, colours: &Rows) -> bool {
        settled(Self::load(vector, rows), Self::load(vector, colours)).1
    }

    #[inline(always)]
    fn places(vector: Vector, rows: &Rows, n: usize, colours: &Rows) -> Rows {
        let (rows, colours) = (Self::load(vector, rows), Self::load(vector, colours));
        let (of, none) = (Relation::new(rows), Relation::new(rows.zero()));
        let numbers = rows.same(&NUMBERS);
        let beyond = numbers.above16(numbers.all(n as u16).minus16(numbers.all(1)));
        let degrees = Matrix::degrees(&of, &none);
        let rank = rows.all(30).minus16(degrees).or(beyond.down::<15>());
        // The 32 bits of a word in two lanes: degree from bit 21 up, colour from bit 5, vertex.
        let low = colours.up16::<5>().or(numbers);
        let high = rank.up16::<5>().or(colours.down::<11>());
        let words = [low.low16(high), low.high16(high)];
        let mut before = [rows.zero(); 2];
        for half in words {
            for four in half.doubled() {
                let ones = [
                    four.spread32::<0b00_00_00_00>(),
                    four.spread32::<0b01_01_01_01>(),
                    four.spread32::<0b10_10_10_10>(),
                    four.spread32::<0b11_11_11_11>(),
                ];
                for other in ones {
                    before[0] = before[0].minus32(words[0].above32(other));
                    before[1] = before[1].minus32(words[1].above32(other));
                }
            }
        }
        before[0].pack32_signed(before[1]).store()
    }

    #[inline(always)]
    fn pairs(vector: Vector, sets: &Rows, list: &mut PairList) -> usize {
        match vector.long() {
            Some(long) => avx512::pairs(long, sets, list),
            None => portable::pairs_by_words(sets, list),
        }
    }

    #[inline(always)]
    fn closing_first(vector: Vector, rows: &Rows, far: &Rows, list: &mut PairList, count: usize) {
        if let Some(long) = vector.long() {
            return avx512::closing_first(long, rows, far, list, count);
        }
        let [firsts, seconds] = moves::ends(vector, list);
        let (rows, far) = (Self::load(vector, rows).planes(), Self::load(vector, far).planes());
        let closed = common(rows, firsts, far, seconds).add8(common(rows, seconds, far, firsts));
        moves::most_first(vector, list, count, [firsts, seconds], closed);
    }

    #[inline(always)]
    fn signatures(vector: Vector, rows: &Rows, far: &Rows, edges: &[[u8; 2]; 2]) -> [u64; 2] {
        match vector.long() {
            Some(long) => avx512::signatures(long, rows, far, *edges),
            None => children::signatures::<Avx2<2>>(vector, rows, far, *edges),
        }
    }

    #[inline(always)]
    fn signatures_of(vector: Vector, rows: [&Rows; 2], far: [&Rows; 2]) -> [u64; 2] {
        match vector.long() {
            Some(long) => avx512::signatures_of(long, rows, far),
            None => children::signatures_of::<Avx2<2>>(vector, rows, far),
        }
    }

    #[inline(always)]
    fn two_colours(vector: Vector, rows: [&Rows; 2], far: [&Rows; 2]) -> [[Rows; 2]; 2] {
        children::two_colours::<Avx2<2>>(vector, rows, far)
    }

    #[inline(always)]
    fn two_signatures(vector: Vector, n: usize, keys: [u128; 2]) -> [u64; 2] {
        match vector.long() {
            Some(long) => avx512::two_signatures(long, n, keys),
            None => children::two_signatures::<Avx2<2>>(vector, n, keys),
        }
    }

    #[inline(always)]
    fn keys<const N: usize>(vector: Vector, rows: [&Rows; N], n: usize, places: [&Rows; N]) -> Option<[u128; N]> {
        match vector.long() {
            Some(long) => avx512::keys(long, rows, n, places),
            None => layout::keys(vector, rows, n, places),
        }
    }
}

/// For each byte, the number of vertices in both the set of vertex `a` in `sets_a` and that of `b` in `sets_b`.
#[inline(always)]
fn common(sets_a: Avx2<1>, a: Avx2<1>, sets_b: Avx2<1>, b: Avx2<1>) -> Avx2<1> {
    let ([low_a, high_a], [low_b, high_b]) = (sets_a.doubled(), sets_b.doubled());
    let low = low_a.shuffle(a).and(low_b.shuffle(b));
    let high = high_a.shuffle(a).and(high_b.shuffle(b));
    low.count8().add8(high.count8())
}

/// The vertices without an earlier twin, and whether vertices of equal colour are always twins.
#[inline(always)]
fn settled(rows: Avx2<1>, colours: Avx2<1>) -> (u16, bool) {
    let (swapped_rows, swapped_colours) = (rows.swapped(), colours.swapped());
    let (mut twins, mut mixed) = (rows.zero(), rows.zero());
    // Every pair of lanes is compared once by rotations by 1 to 8, and every lane with each one before it by those by 1
    // to 15.
    macro_rules! rotate {
        ($($r:literal: $bytes:literal),*) => {$(
            let same_row = rows.equal16(rotated::<$r, $bytes>(rows, swapped_rows));
            twins = twins.or(same_row.and(rows.same(&AFTER[$r - 1])));
            if $r <= 8 {
                let same_colour = colours.equal16(rotated::<$r, $bytes>(colours, swapped_colours));
                mixed = mixed.or(same_colour.less(same_row));
            }
        )*};
    }
    rotate!(1: 14, 2: 12, 3: 10, 4: 8, 5: 6, 6: 4, 7: 2, 8: 0, 9: 14, 10: 12, 11: 10, 12: 8, 13: 6, 14: 4, 15: 2);
    (!twins.mask16(), mixed.is_zero())
}
