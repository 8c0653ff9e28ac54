//! A register of 512 bits, and what it is used for: the signatures of two children at a time, lists of moves, and keys.
//! In a key, what went through memory stays in registers: which vertex is at a place, rows and columns in their order,
//! and the bits of the triangle.

use std::arch::x86_64::*;

use super::avx2::{Avx2, Eights, Lane};
use super::kernels::{self, Turns};
use super::layout::{self, Layout};
use super::tables::Relation;
use super::{Matrix, Pair, Register, Short, children};
use crate::lanes::PairList;
use crate::signature::{Word, finished};
use crate::vector::{Long, compiled_for_long};

type Rows = [u16; 16];

/// The lanes of two graphs on sixteen vertices.
#[derive(Clone, Copy)]
pub struct Avx512(__m512i);

/// An expression of intrinsics, where a register or a `Long` is at hand.
macro_rules! proved {
    ($body:expr) => {
        // SAFETY: an `Avx512`, or a `Long`, proves that the processor has AVX-512 with all of these.
        unsafe { $body }
    };
}

/// `each! { fn name(other) = intrinsic; }`: what an instruction does to a register.
macro_rules! each {
    ($(fn $name:ident($($other:ident),*) = $intrinsic:ident;)*) => {$(
        #[inline(always)]
        fn $name(self, $($other: Self),*) -> Self {
            Self(proved!($intrinsic(self.0, $($other.0),*)))
        }
    )*};
}

/// The same for instructions with a constant, and its type.
macro_rules! each_by {
    ($(fn $name:ident = $intrinsic:ident;)*) => {$(
        #[inline(always)]
        fn $name<const BY: i32>(self) -> Self {
            const { assert!(BY >= 0) };
            Self(proved!($intrinsic(self.0, _mm_cvtsi32_si128(BY))))
        }
    )*};
}

impl Word for Avx512 {
    each! {
        fn plus(other) = _mm512_add_epi16;
        fn xor(other) = _mm512_xor_si512;
    }
    each_by! {
        fn down = _mm512_srl_epi16;
    }

    #[inline(always)]
    fn all(self, value: u16) -> Self {
        Self(proved!(_mm512_set1_epi16(value as i16)))
    }

    #[inline(always)]
    fn times(self, factor: u16) -> Self {
        Self(proved!(_mm512_mullo_epi16(self.0, _mm512_set1_epi16(factor as i16))))
    }

    #[inline(always)]
    fn rotated(self) -> Self {
        Self(proved!(_mm512_shldi_epi16::<5>(self.0, self.0)))
    }
}

impl Register for Avx512 {
    each! {
        fn and(other) = _mm512_and_si512;
        fn or(other) = _mm512_or_si512;
        fn add8(other) = _mm512_add_epi8;
        fn add32(other) = _mm512_add_epi32;
        fn add64(other) = _mm512_add_epi64;
        fn mul32(other) = _mm512_mul_epu32;
        fn low8(other) = _mm512_unpacklo_epi8;
        fn high8(other) = _mm512_unpackhi_epi8;
        fn low16(other) = _mm512_unpacklo_epi16;
        fn high16(other) = _mm512_unpackhi_epi16;
        fn low64(other) = _mm512_unpacklo_epi64;
        fn high64(other) = _mm512_unpackhi_epi64;
        fn pack32(other) = _mm512_packus_epi32;
        fn shuffle(places) = _mm512_shuffle_epi8;
        fn up32_by(by) = _mm512_sllv_epi32;
    }
    each_by! {
        fn up16 = _mm512_sll_epi16;
        fn down32 = _mm512_srl_epi32;
        fn down64 = _mm512_srl_epi64;
    }

    #[inline(always)]
    fn or_both(self, one: Self, other: Self) -> Self {
        Self(proved!(_mm512_ternarylogic_epi64::<0xFE>(self.0, one.0, other.0)))
    }

    #[inline(always)]
    fn less(self, other: Self) -> Self {
        Self(proved!(_mm512_andnot_si512(other.0, self.0)))
    }

    #[inline(always)]
    fn all32(self, word: u32) -> Self {
        Self(proved!(_mm512_set1_epi32(word as i32)))
    }

    #[inline(always)]
    fn same<T: Lane>(self, lanes: &[T]) -> Self {
        assert!(size_of_val(lanes) == 32);
        // SAFETY: the register is there; so many bytes are too.
        Self(unsafe { _mm512_broadcast_i64x4(_mm256_loadu_si256(lanes.as_ptr().cast())) })
    }

    #[inline(always)]
    fn where_met(self, other: Self, then: Self) -> Self {
        Self(proved!(_mm512_maskz_mov_epi16(
            _mm512_test_epi16_mask(self.0, other.0),
            then.0
        )))
    }
}

/// The low bytes of the first child's lanes, then the high bytes, then those of the second.
const PLANES: [u8; 64] = {
    let mut bytes = [0; 64];
    let mut at = 0;
    while at < 64 {
        bytes[at] = (at / 32 * 32 + at % 16 * 2 + at / 16 % 2) as u8;
        at += 1;
    }
    bytes
};

/// For each byte of the four blocks of eight rows and eight columns, its place in the matrix: the last row of a block
/// first, as the instruction below wants it.
const BLOCKS: [u8; 64] = {
    let mut bytes = [0; 64];
    let mut at = 0;
    while at < 64 {
        let (block, row) = (at % 32 / 8, 7 - at % 8);
        bytes[at] = (at / 32 * 32 + 2 * (8 * (block % 2) + row) + block / 2) as u8;
        at += 1;
    }
    bytes
};

/// For each byte of the transposed matrix, its place in the transposed blocks.
const OF_BLOCKS: [u8; 64] = {
    let mut bytes = [0; 64];
    let mut at = 0;
    while at < 64 {
        let row = at % 32 / 2;
        bytes[at] = (at / 32 * 32 + 16 * (row / 8) + 8 * (at % 2) + row % 8) as u8;
        at += 1;
    }
    bytes
};

/// Bit `i` in byte `7 - i`: a product with these reverses bytes, a product of blocks with these transposes them.
const UNITS: i64 = 0x8040_2010_0804_0201_u64 as i64;
/// The bytes of each lane in the other order.
const SWAPPED: [u8; 32] = super::avx2::twice([1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14]);

/// The words of four that the lanes of the first child and of the second take: the first two, or the last two.
const CHOICES: [[u16; 32]; 2] = {
    let mut words = [[0; 32]; 2];
    let mut at = 0;
    while at < 64 {
        words[at / 32][at % 32] = (at / 32 * 2 + at % 32 / 16) as u16;
        at += 1;
    }
    words
};

/// The lanes of each child have its word of two: one register for the first two of four, one for the last two.
#[inline(always)]
fn chosen(long: Long, words: u64) -> [Avx512; 2] {
    let (first, last) = (loaded(long, &CHOICES[0]).0, loaded(long, &CHOICES[1]).0);
    proved!({
        let words = _mm512_castsi128_si512(_mm_cvtsi64_si128(words as i64));
        [
            Avx512(_mm512_permutexvar_epi16(first, words)),
            Avx512(_mm512_permutexvar_epi16(last, words)),
        ]
    })
}

#[inline(always)]
fn loaded<T: Lane>(_: Long, lanes: &[T]) -> Avx512 {
    assert!(size_of_val(lanes) >= 64);
    // SAFETY: a `Long` proves that the processor has AVX-512; so many bytes are there.
    Avx512(unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) })
}

impl Avx512 {
    #[inline(always)]
    fn store<T: Lane, const N: usize>(self) -> [T; N] {
        const { assert!(size_of::<[T; N]>() == 64) };
        let mut lanes = [T::default(); N];
        // SAFETY: the register is there, and so many bytes.
        unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), self.0) };
        lanes
    }

    /// The bytes at these places.
    #[inline(always)]
    fn bytes_at(self, places: &[u8; 64]) -> Self {
        // SAFETY: the register is there; an array has its bytes.
        Self(unsafe { _mm512_permutexvar_epi8(_mm512_loadu_si512(places.as_ptr().cast()), self.0) })
    }
}

impl Matrix for Avx512 {
    type Proof = Long;

    #[inline(always)]
    fn of_keys(_: Long, keys: &[u128]) -> Self {
        let [a, b, c, d] = [keys[0], keys[0] >> 64, keys[1], keys[1] >> 64].map(|word| word as i64);
        Self(proved!(_mm512_setr_epi64(a, b, a, b, c, d, c, d)))
    }

    #[inline(always)]
    fn planes(self) -> Self {
        self.bytes_at(&PLANES)
    }

    #[inline(always)]
    fn crossed(self, other: Self) -> [Self; 2] {
        proved!([
            Self(_mm512_permutex2var_epi64(
                self.0,
                _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13),
                other.0
            )),
            Self(_mm512_permutex2var_epi64(
                self.0,
                _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15),
                other.0
            )),
        ])
    }

    #[inline(always)]
    fn turned(self) -> Self {
        let blocks = self.bytes_at(&BLOCKS);
        let turned = proved!(_mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(UNITS), blocks.0));
        Self(turned).bytes_at(&OF_BLOCKS)
    }

    #[inline(always)]
    fn reversed(self) -> Self {
        let bits = proved!(_mm512_gf2p8affine_epi64_epi8::<0>(self.0, _mm512_set1_epi64(UNITS)));
        Self(bits).shuffle(self.same(&SWAPPED))
    }

    #[inline(always)]
    fn degrees(near: &Relation<Self>, far: &Relation<Self>) -> Self {
        let (near, far) = proved!((_mm512_popcnt_epi16(near.rows.0), _mm512_popcnt_epi16(far.rows.0)));
        Self(near).or(Self(far).up16::<8>())
    }
}

impl Pair for Avx512 {
    #[inline(always)]
    fn of(_: Long, [a, b]: [&Rows; 2]) -> Self {
        // SAFETY: a `Long` proves that the processor has AVX-512; an array has the bytes of half a register.
        unsafe {
            let first = _mm512_castsi256_si512(_mm256_loadu_si256(a.as_ptr().cast()));
            Self(_mm512_inserti64x4::<1>(first, _mm256_loadu_si256(b.as_ptr().cast())))
        }
    }

    #[inline(always)]
    fn bits(long: Long, [[a, b], [c, d]]: [[usize; 2]; 2]) -> [Self; 2] {
        // As words of 16 bits the compiler would shift them in a vector and take that apart.
        chosen(
            long,
            1 << (a % 16) | 1 << (b % 16 + 16) | 1 << (c % 16 + 32) | 1 << (d % 16 + 48),
        )
    }

    #[inline(always)]
    fn words(long: Long, [[a, b], [c, d]]: [[u16; 2]; 2]) -> [Self; 2] {
        let words = u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48;
        chosen(long, words)
    }

    #[inline(always)]
    fn only(self, [a, b]: [usize; 2]) -> Self {
        Self(proved!(_mm512_maskz_mov_epi16(1 << a | 1 << (16 + b), self.0)))
    }

    #[inline(always)]
    fn signatures(self) -> [u64; 2] {
        // Stored one by one they would be loaded together, for which the processor waits.
        let mut signatures = [0; 2];
        let sum = self.0;
        // SAFETY: the register is there, and so many bytes.
        unsafe {
            let sum = _mm512_add_epi64(sum, _mm512_shuffle_i64x2::<0b10_11_00_01>(sum, sum));
            let sum = _mm512_add_epi64(sum, _mm512_permutex_epi64::<0b10_11_00_01>(sum));
            let one = _mm_cvtsi128_si64(_mm512_castsi512_si128(sum));
            let two = _mm_cvtsi128_si64(_mm512_extracti32x4_epi32::<2>(sum));
            let both = _mm_set_epi64x(finished(two as u64) as i64, finished(one as u64) as i64);
            _mm_storeu_si128(signatures.as_mut_ptr().cast(), both);
        }
        signatures
    }

    #[inline(always)]
    fn lanes(self) -> [Rows; 2] {
        let lanes: [u16; 32] = self.store();
        [
            *lanes.first_chunk().expect("two graphs"),
            *lanes.last_chunk().expect("two graphs"),
        ]
    }
}

/// `on_long_registers! { fn name(long, a: A) -> Output { body } }`: a function of a [`Long`] and `a`, compiled for it.
macro_rules! on_long_registers {
    ($($(#[$doc:meta])*
    fn $name:ident$(<const $n:ident: usize>)?($long:ident, $($argument:ident: $type:ty),*) $(-> $output:ty)? $body:block)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub fn $name$(<const $n: usize>)?(long: Long, $($argument: $type),*) $(-> $output)? {
            compiled_for_long! {
                #[inline]
                fn on_long_registers$(<const $n: usize>)?($long: Long, $($argument: $type),*) $(-> $output)? $body
            }
            proved!(on_long_registers(long, $($argument),*))
        }
    )*};
}

on_long_registers! {
    fn signatures(long, rows: &Rows, far: &Rows, edges: [[u8; 2]; 2]) -> [u64; 2] {
        children::signatures::<Avx512>(long, rows, far, edges)
    }

    fn signatures_of(long, rows: [&Rows; 2], far: [&Rows; 2]) -> [u64; 2] {
        children::signatures_of::<Avx512>(long, rows, far)
    }

    fn two_signatures(long, n: usize, keys: [u128; 2]) -> [u64; 2] {
        children::two_signatures::<Avx512>(long, n, keys)
    }

    fn component(long, sets: &Rows, joined: &Rows, first: usize, from: u16) -> Rows {
        kernels::component::<Avx2<1>, Long, u16, 16>(long.vector(), long, sets, joined, first, from)
    }

    /// Without a branch.
    fn pairs(long, sets: &Rows, list: &mut PairList) -> usize {
        let mut count = 0;
        for (two, pairs) in PAIRS.iter().enumerate() {
            let set = u32::from(sets[2 * two]) | u32::from(sets[2 * two + 1]) << 16;
            let found = _mm512_maskz_compress_epi16(set, loaded(long, pairs).0);
            let place: &mut [[u8; 2]; 32] = list[count..].first_chunk_mut().expect("room for a register");
            *place = Avx512(found).store();
            count += set.count_ones() as usize;
        }
        count
    }

    fn closing_first(long, rows: &Rows, far: &Rows, list: &mut PairList, count: usize) {
        let first: &mut [[u8; 2]; 32] = list.first_chunk_mut().expect("room for a register");
        let there = !0u32 >> (32 - count.clamp(1, 32));
        let (rows, far) = (Avx512::of(long, [rows, rows]).0, Avx512::of(long, [far, far]).0);
        let pairs = loaded(long, first.as_slice()).0;
        let seconds = _mm512_srli_epi16::<8>(pairs);
        let closed = _mm512_maskz_add_epi16(there, met(pairs, rows, seconds, far), met(seconds, rows, pairs, far));
        let most = _mm256_max_epu16(_mm512_castsi512_si256(closed), _mm512_extracti64x4_epi64::<1>(closed));
        let most = _mm_max_epu16(_mm256_castsi256_si128(most), _mm256_extracti128_si256::<1>(most));
        let most = !_mm_cvtsi128_si32(_mm_minpos_epu16(_mm_xor_si128(most, _mm_set1_epi16(-1))));
        let many = _mm512_mask_cmpge_epu16_mask(there, _mm512_add_epi16(closed, closed), _mm512_set1_epi16(most as i16));
        let few = _mm512_maskz_compress_epi16(!many, pairs);
        let behind = u32::MAX.checked_shl(many.count_ones()).unwrap_or(0);
        *first = Avx512(_mm512_mask_expand_epi16(_mm512_maskz_compress_epi16(many, pairs), behind, few)).store();
    }

    /// The processor compares each word with those before it.
    fn settled(long, rows: &Rows, colours: &Rows) -> (u16, bool) {
        let [rows, colours] = [Avx2::<1>::load(long.vector(), rows), Avx2::<1>::load(long.vector(), colours)];
        let twins = _mm512_conflict_epi32(_mm512_cvtepu16_epi32(rows.0[0]));
        let alike = _mm512_conflict_epi32(_mm512_cvtepu16_epi32(colours.0[0]));
        let mixed = _mm512_andnot_si512(twins, alike);
        (
            _mm512_testn_epi32_mask(twins, twins),
            _mm512_test_epi32_mask(mixed, mixed) == 0,
        )
    }

    /// Twin of [`layout::keys`].
    fn keys<const N: usize>(long, rows: [&Rows; N], n: usize, places: [&Rows; N]) -> Option<[u128; N]> {
        let mut layouts = [started(long, rows[0], n, places[0]); N];
        for at in 0..N {
            layouts[at] = started(long, rows[at], n, places[at]);
            if layouts[at].steps() > layout::STEPS {
                return None;
            }
        }
        let laid = layout::laid_out(layouts);
        let mut keys = [0; N];
        for at in 0..N {
            keys[at] = laid_key(long, rows[at], laid[at]);
        }
        Some(keys)
    }
}

/// Entry `v` has the bits of the pairs `[v, 0]` to `[v, 15]` and `[v + 1, 0]` to `[v + 1, 15]`, for every other `v`.
const PAIRS: [[[u8; 2]; 32]; 8] = {
    let mut pairs = [[[0; 2]; 32]; 8];
    let mut at = 0;
    while at < 8 * 32 {
        pairs[at / 32][at % 32] = [(at / 16) as u8, (at % 16) as u8];
        at += 1;
    }
    pairs
};

compiled_for_long! {
    /// For each word, the number of vertices that are in both sets, of the vertices that its lowest four bits name.
    #[inline]
    fn met(a: __m512i, sets_a: __m512i, b: __m512i, sets_b: __m512i) -> __m512i {
        let (a, b) = (_mm512_permutexvar_epi16(a, sets_a), _mm512_permutexvar_epi16(b, sets_b));
        _mm512_popcnt_epi16(_mm512_and_si512(a, b))
    }
}

/// A matrix transposed: the products of the blocks with the unit vectors are their columns.
#[inline(always)]
fn transposed(long: Long, rows: Avx2<1>) -> Avx2<1> {
    let (blocks, of_blocks) = (half(long, &BLOCKS), half(long, &OF_BLOCKS));
    Avx2(proved!({
        let blocks = _mm256_permutexvar_epi8(blocks.0[0], rows.0[0]);
        let turned = _mm256_gf2p8affine_epi64_epi8::<0>(_mm256_set1_epi64x(UNITS), blocks);
        [_mm256_permutexvar_epi8(of_blocks.0[0], turned)]
    }))
}

/// The first half of what is for two graphs.
#[inline(always)]
fn half(long: Long, bytes: &[u8; 64]) -> Avx2<1> {
    Avx2::load(long.vector(), &bytes[..32])
}

impl Turns<Avx2<1>, u16, 16> for Long {
    #[inline(always)]
    fn turned(self, sets: Avx2<1>) -> Avx2<1> {
        transposed(self, sets)
    }
}

/// Returns the vertex at each place, the first one of several; 15 where there is none.
#[inline(always)]
fn at_places(long: Long, places: Avx2<1>) -> Avx2<1> {
    let one = places.all(1);
    let bits = Avx2(proved!([_mm256_sllv_epi16(one.0[0], places.0[0])]));
    let vertices = transposed(long, bits);
    let before = vertices.minus16(one).less(vertices);
    Avx2(proved!([_mm256_popcnt_epi16(before.0[0])])).smaller16(places.all(15))
}

/// The lanes at these places.
#[inline(always)]
fn lanes_at(_: Long, places: Avx2<1>, lanes: Avx2<1>) -> Avx2<1> {
    Avx2(proved!([_mm256_permutexvar_epi16(places.0[0], lanes.0[0])]))
}

#[inline(always)]
fn started(long: Long, rows: &Rows, n: usize, places: &Rows) -> Layout {
    let places = Avx2::load(long.vector(), places);
    let vertex = at_places(long, places);
    let first = usize::from(vertex.eights().part(0).word()) & 0xF;
    let bytes = Eights(proved!([_mm256_cvtepi16_epi8(vertex.0[0])]));
    Layout::new(Avx2::load(long.vector(), rows), n, (first, rows[first]), places, bytes)
}

/// For four lanes, the bits of a matrix that belong to a key when place `p` is lane and bit `15 - p`.
const TRIANGLE: [u64; 4] = {
    let mut masks = [0; 4];
    let mut lane = 0;
    while lane < 15 {
        masks[lane / 4] |= ((0xFFFF << (lane + 1)) & 0xFFFF) << (16 * (lane % 4));
        lane += 1;
    }
    masks
};

/// Lane `v` has the number `15 - v`.
const DOWN: Rows = [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0];

/// The bits of the key of a graph from the places of its layout.
#[inline(always)]
fn laid_key(long: Long, rows: &Rows, laid: Avx2<1>) -> u128 {
    let rows = Avx2::load(long.vector(), rows);
    // Rows by place, then columns: a row of a symmetric matrix is a column too. Place 0 is on top.
    let vertex = lanes_at(long, rows.same(&DOWN), at_places(long, laid));
    let moved = lanes_at(long, vertex, transposed(long, lanes_at(long, vertex, rows)));
    let words = moved.words64();
    let mut bits = [0; 4];
    for at in 0..4 {
        bits[at] = u128::from(proved!(_pext_u64(words[at], TRIANGLE[at])));
    }
    bits[3] << 122 | bits[2] << 100 | bits[1] << 62 | bits[0] << 8
}
