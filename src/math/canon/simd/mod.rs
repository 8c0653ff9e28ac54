//! The loops over all rows, for vector units.
//!
//! Registers are values: [`avx2::Avx2`] is one or more of 256 bits, [`avx512::Avx512`] one of 512. Whoever has one has
//! proof that the processor knows its instructions, because only a [`Vector`] or a [`Long`] makes the first; so all
//! methods are safe, and what is unsafe is in these two files. Algorithms are written once: over [`Sets`], the rows of
//! 16 or 24 vertices, in `kernels`; over [`Matrix`], in whose halves of 256 bits a graph on 16 vertices fits, in
//! `tables` and `children`. Each has a plain twin in [`super::portable`], which judges it.
//!
//! All is `#[inline(always)]`, and in the end part of functions that are compiled for the unit ([`super::vector`]). No
//! closures: those would be compiled without.

pub(super) mod avx2;
mod avx512;
mod children;
pub(super) mod kernels;
mod layout;
mod moves;
pub(super) mod narrow;
mod tables;
pub(super) mod wide;
mod wide_children;
mod wide_layout;

use super::lanes::PairList;
use super::signature::Word;
use super::vector::Vector;
use avx2::Lane;
use graph::Row;

/// A register, or several as one. Nothing crosses from one 256 bits to the next, nor, but for sums, comparisons and
/// shifts, from one 128 bits.
pub(super) trait Register: Word {
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// The union of three: of lanes that are chosen, a chain of unions becomes one of choices.
    #[inline(always)]
    fn or_both(self, one: Self, other: Self) -> Self {
        self.or(one).or(other)
    }
    /// The bits that `other` does not have.
    fn less(self, other: Self) -> Self;
    fn add8(self, other: Self) -> Self;
    fn add32(self, other: Self) -> Self;
    fn add64(self, other: Self) -> Self;
    /// The products of every other word of 32 bits, from the first on.
    fn mul32(self, other: Self) -> Self;
    /// Interleaves the lower bytes, words or halves of each 128 bits; the upper ones.
    fn low8(self, other: Self) -> Self;
    fn high8(self, other: Self) -> Self;
    fn low16(self, other: Self) -> Self;
    fn high16(self, other: Self) -> Self;
    fn low64(self, other: Self) -> Self;
    fn high64(self, other: Self) -> Self;
    /// Words of 32 bits as words of 16, no larger than 65,535.
    fn pack32(self, other: Self) -> Self;
    /// The bytes at these places of each 128 bits; zero where the top bit is set.
    fn shuffle(self, places: Self) -> Self;
    /// Shifts each word of 32 bits up by its own number.
    fn up32_by(self, by: Self) -> Self;
    fn up16<const BY: i32>(self) -> Self;
    fn down32<const BY: i32>(self) -> Self;
    fn down64<const BY: i32>(self) -> Self;
    /// One word in all lanes.
    fn all32(self, word: u32) -> Self;
    /// These 32 bytes in each 256 bits.
    fn same<T: Lane>(self, lanes: &[T]) -> Self;
    /// The lanes of 16 bits of `then` whose set here has a vertex of that in `other`.
    fn where_met(self, other: Self, then: Self) -> Self;
}

/// What the shorter registers do besides.
pub(super) trait Short: Register {
    fn minus16(self, other: Self) -> Self;
    /// Differences, but zero where they would be negative.
    fn minus16_least(self, other: Self) -> Self;
    /// Ones in the lanes that are equal.
    fn equal16(self, other: Self) -> Self;
    /// Where bytes here have their top bit, those of `ones`, elsewhere those of `zeros`.
    fn choose8(self, ones: Self, zeros: Self) -> Self;
    /// Whether no bit is set.
    fn is_zero(self) -> bool;
    /// The number of bits of each byte.
    fn count8(self) -> Self;
    /// The sum of all bytes.
    fn total8(self) -> u32;
}

/// In each 256 bits, a set or a value of 16 bits for each of sixteen vertices.
pub(super) trait Matrix: Register {
    /// The right to make one.
    type Proof: Copy;

    /// The graphs with these keys before they are decoded: each key in both halves.
    fn of_keys(proof: Self::Proof, keys: &[u128]) -> Self;
    /// The low bytes of all lanes, then the high bytes.
    fn planes(self) -> Self;
    /// The first 128 bits here and there; the second ones.
    fn crossed(self, other: Self) -> [Self; 2];
    /// The transposed relation.
    fn turned(self) -> Self;
    /// The bits of each lane in the other order.
    fn reversed(self) -> Self;
    /// Numbers of vertices in these sets, plus 256 times those in `far`.
    fn degrees(near: &tables::Relation<Self>, far: &tables::Relation<Self>) -> Self;
}

/// The matrices of two graphs.
pub(super) trait Pair: Matrix {
    /// The lanes of two graphs.
    fn of(proof: Self::Proof, graphs: [&[u16; 16]; 2]) -> Self;
    /// The bits of two vertices, one in all lanes of each graph; those of two others.
    fn bits(proof: Self::Proof, vertices: [[usize; 2]; 2]) -> [Self; 2];
    /// One word in all lanes of each graph; two others.
    fn words(proof: Self::Proof, words: [[u16; 2]; 2]) -> [Self; 2];
    /// One lane of each graph, and zeros.
    fn only(self, lanes: [usize; 2]) -> Self;
    /// The sum of the words of 64 bits of each graph, as signatures.
    fn signatures(self) -> [u64; 2];
    fn lanes(self) -> [[u16; 16]; 2];
}

/// `same! { fn name(other) = method; }`: methods by other names.
macro_rules! same {
    ($(fn $name:ident($($other:ident),*) = $method:ident;)*) => {$(
        #[inline(always)]
        fn $name(self, $($other: Self),*) -> Self {
            self.$method($($other),*)
        }
    )*};
}

use same;

/// A set of vertices for each vertex: `W` rows `R`.
pub(super) trait Sets<R: Row, const W: usize>: Short {
    /// A value of 16 bits for each vertex.
    type Values: Short;
    /// One lane at a time, for all lanes.
    type Every: Copy;
    /// Sets as indices of tables.
    type Indices: Copy;
    /// Unions of sets of a few vertices.
    type Unions: Copy;
    /// Sums of values of a few vertices.
    type Sums: Copy;

    fn load(vector: Vector, rows: &[R; W]) -> Self;
    fn store(self) -> [R; W];
    /// One set in all lanes.
    fn all_rows(self, row: R) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times_row(self, factor: u16) -> Self;
    /// Ones in the lanes that are equal.
    fn equal(self, other: Self) -> Self;
    /// The lanes of `then` whose set here has a vertex of that in `other`.
    #[inline(always)]
    fn if_met(self, other: Self, then: Self) -> Self {
        then.less(self.and(other).equal(self.xor(self)))
    }
    /// Ones in the lanes that are larger, as signed numbers.
    fn above(self, other: Self) -> Self;
    /// The vertices whose lanes are ones.
    fn set(self) -> R;
    fn every(self) -> Self::Every;
    fn nth(every: &Self::Every, v: usize, like: Self) -> Self;
    /// The bit of each vertex.
    fn own(self) -> Self;
    /// Ones in the lanes after `v`.
    fn after(self, v: usize) -> Self;
    /// The transposed relation.
    fn turned(self) -> Self;
    fn indices(self) -> Self::Indices;
    fn tables_of_unions(self) -> Self::Unions;
    /// For each set, the union of those of its vertices.
    fn unions(tables: &Self::Unions, of: &Self::Indices) -> Self;
    /// The sets at these places.
    fn picked(self, places: Self::Values) -> Self;
    /// The bits with these numbers.
    fn bits_of(values: Self::Values) -> Self;
    /// The vertices with each value, and those with a larger one.
    fn by_value(values: Self::Values) -> [Self; 2];

    fn load_values(vector: Vector, values: &[u16; W]) -> Self::Values;
    fn store_values(values: Self::Values) -> [u16; W];
    /// The vertices whose values are ones.
    fn set_of(values: Self::Values) -> R;
    /// Numbers below the sign as values.
    fn narrowed(self) -> Self::Values;
    fn widened(values: Self::Values) -> Self;
    fn widened_signed(values: Self::Values) -> Self;
    fn tables_of_sums(values: Self::Values) -> Self::Sums;
    fn sums(tables: &Self::Sums, of: &Self::Indices) -> Self::Values;
    fn degrees(near: &Self::Indices, far: &Self::Indices) -> Self::Values;
    fn sum_of_products(low: Self::Values, high: Self::Values) -> u64;

    // What each width does in its own way.
    fn rows(vector: Vector, key: R::Record) -> [R; W];
    fn component(vector: Vector, sets: &[R; W], joined: &[R; W], first: usize, from: R) -> [R; W];
    fn settled(vector: Vector, rows: &[R; W], colours: &[u16; W]) -> (R, bool);
    fn is_settled(vector: Vector, rows: &[R; W], colours: &[u16; W]) -> bool;
    fn places(vector: Vector, rows: &[R; W], n: usize, colours: &[u16; W]) -> [u16; W];
    fn pairs(vector: Vector, sets: &[R; W], list: &mut PairList) -> usize;
    fn closing_first(vector: Vector, rows: &[R; W], far: &[R; W], list: &mut PairList, count: usize);
    fn signatures(vector: Vector, rows: &[R; W], far: &[R; W], edges: &[[u8; 2]; 2]) -> [u64; 2];
    fn signatures_of(vector: Vector, rows: [&[R; W]; 2], far: [&[R; W]; 2]) -> [u64; 2];
    fn two_colours(vector: Vector, rows: [&[R; W]; 2], far: [&[R; W]; 2]) -> [[[u16; W]; 2]; 2];
    fn two_signatures(vector: Vector, n: usize, keys: [R::Record; 2]) -> [u64; 2];
    /// `None` when the layout of one takes more steps than labels have room for.
    fn keys<const N: usize>(
        vector: Vector,
        rows: [&[R; W]; N],
        n: usize,
        places: [&[u16; W]; N],
    ) -> Option<[R::Record; N]>;
}

/// Pairs of the columns before that of a vertex.
const fn pairs_before(v: usize) -> usize {
    v * v.saturating_sub(1) / 2
}
