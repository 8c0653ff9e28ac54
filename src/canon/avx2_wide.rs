//! The loops over all rows of a graph on at most 24 vertices that pay most, by hand for AVX2.
//!
//! The rows are three registers of eight 32-bit lanes. Sums over neighbours use the method of four Russians, as
//! [`super::avx2`] does: a register with one byte a vertex has the same four bits of all rows, and a byte shuffle looks up
//! their sum. The portable twin is in [`super::lanes`].

// The private functions consist of intrinsics only: a block around each would add nothing.
#![allow(unsafe_op_in_unsafe_fn)]

use std::arch::x86_64::*;

use super::vector::Vector;

/// A byte shuffle that copies, for bit `i` of the table's index, byte `first + i` where the index has that bit.
const fn index_bytes(first: u8, bit: usize) -> [u8; 32] {
    let mut bytes = [0x80; 32];
    let mut at = 0;
    while at < 32 {
        if (at % 16) >> bit & 1 == 1 {
            bytes[at] = first + bit as u8;
        }
        at += 1;
    }
    bytes
}

const fn indices(first: u8) -> [[u8; 32]; 4] {
    [
        index_bytes(first, 0),
        index_bytes(first, 1),
        index_bytes(first, 2),
        index_bytes(first, 3),
    ]
}

/// For each group of four vertices among sixteen.
static GROUPS: [[[u8; 32]; 4]; 4] = [indices(0), indices(4), indices(8), indices(12)];
/// Brings the same bytes of four 32-bit lanes together.
static BYTES: [u8; 32] = {
    let mut bytes = [0; 32];
    let mut at = 0;
    while at < 32 {
        bytes[at] = (at % 4 * 4 + at % 16 / 4) as u8;
        at += 1;
    }
    bytes
};

#[inline(always)]
unsafe fn load(bytes: &[u8; 32]) -> __m256i {
    _mm256_loadu_si256(bytes.as_ptr().cast())
}

/// The first bytes of eight rows, then the second ones, and so on.
#[inline(always)]
unsafe fn bytes_of_eight(rows: &[u32; 24], at: usize) -> __m256i {
    let lanes = _mm256_loadu_si256(rows[at..][..8].as_ptr().cast());
    let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(lanes, load(&BYTES)), order)
}

/// The lower and the upper four bits of bytes.
#[inline(always)]
unsafe fn split(plane: __m256i) -> [__m256i; 2] {
    let four = _mm256_set1_epi8(0x0F);
    [
        _mm256_and_si256(plane, four),
        _mm256_and_si256(_mm256_srli_epi16::<4>(plane), four),
    ]
}

/// Bits `4k` to `4k + 3` of all rows, a byte for each, for every `k`.
#[inline(always)]
unsafe fn nibbles(rows: &[u32; 24]) -> [__m256i; 6] {
    let (a, b, c) = (
        bytes_of_eight(rows, 0),
        bytes_of_eight(rows, 8),
        bytes_of_eight(rows, 16),
    );
    let zero = _mm256_setzero_si256();
    let (even, even_rest) = (_mm256_unpacklo_epi64(a, b), _mm256_unpacklo_epi64(c, zero));
    let (odd, odd_rest) = (_mm256_unpackhi_epi64(a, b), _mm256_unpackhi_epi64(c, zero));
    let [k0, k1] = split(_mm256_permute2x128_si256::<0x20>(even, even_rest));
    let [k2, k3] = split(_mm256_permute2x128_si256::<0x20>(odd, odd_rest));
    let [k4, k5] = split(_mm256_permute2x128_si256::<0x31>(even, even_rest));
    [k0, k1, k2, k3, k4, k5]
}

/// The sums of the low bytes of sixteen lanes, for each value of four bits, in the lower half; of the high bytes in the
/// upper half. For the vertices of a group.
#[inline(always)]
unsafe fn table(planes: __m256i, group: &[[u8; 32]; 4]) -> __m256i {
    let (a, b) = (
        _mm256_shuffle_epi8(planes, load(&group[0])),
        _mm256_shuffle_epi8(planes, load(&group[1])),
    );
    let (c, d) = (
        _mm256_shuffle_epi8(planes, load(&group[2])),
        _mm256_shuffle_epi8(planes, load(&group[3])),
    );
    _mm256_add_epi8(_mm256_add_epi8(a, b), _mm256_add_epi8(c, d))
}

/// The low bytes of sixteen lanes, then the high bytes.
#[inline(always)]
unsafe fn planes(lanes: __m256i) -> __m256i {
    let low = _mm256_and_si256(lanes, _mm256_set1_epi16(0xFF));
    let packed = _mm256_packus_epi16(low, _mm256_srli_epi16::<8>(lanes));
    _mm256_permute4x64_epi64::<0b11_01_10_00>(packed)
}

/// Each half of a register twice.
#[inline(always)]
unsafe fn twice(table: __m256i) -> [__m256i; 2] {
    [
        _mm256_permute2x128_si256::<0x00>(table, table),
        _mm256_permute2x128_si256::<0x11>(table, table),
    ]
}

/// The tables of all groups, each twice in a register: for low bytes and for high ones.
#[inline(always)]
unsafe fn tables(colours: &[u16; 24]) -> [[__m256i; 2]; 6] {
    let first = planes(_mm256_loadu_si256(colours[..16].as_ptr().cast()));
    let rest = _mm_loadu_si128(colours[16..].as_ptr().cast());
    let rest = planes(_mm256_inserti128_si256::<0>(_mm256_setzero_si256(), rest));
    [
        twice(table(first, &GROUPS[0])),
        twice(table(first, &GROUPS[1])),
        twice(table(first, &GROUPS[2])),
        twice(table(first, &GROUPS[3])),
        twice(table(rest, &GROUPS[0])),
        twice(table(rest, &GROUPS[1])),
    ]
}

#[inline(always)]
unsafe fn over_neighbours(tables: &[[__m256i; 2]; 6], at: [__m256i; 6]) -> [u16; 24] {
    let mut sums = [_mm256_setzero_si256(); 2];
    for k in 0..6 {
        for byte in 0..2 {
            sums[byte] = _mm256_add_epi8(sums[byte], _mm256_shuffle_epi8(tables[k][byte], at[k]));
        }
    }
    let [low, high] = sums;
    let (outer, middle) = (_mm256_unpacklo_epi8(low, high), _mm256_unpackhi_epi8(low, high));
    let mut lanes = [0; 24];
    let halves = [
        _mm256_castsi256_si128(outer),
        _mm256_castsi256_si128(middle),
        _mm256_extracti128_si256::<1>(outer),
    ];
    for (eight, half) in lanes.chunks_exact_mut(8).zip(halves) {
        _mm_storeu_si128(eight.as_mut_ptr().cast(), half);
    }
    lanes
}

/// Twin of [`super::lanes::sums`], for rows and for far pairs.
#[inline(always)]
pub fn sums(_: Vector, rows: &[u32; 24], far: &[u32; 24], colours: &[u16; 24]) -> ([u16; 24], [u16; 24]) {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let tables = tables(colours);
        (
            over_neighbours(&tables, nibbles(rows)),
            over_neighbours(&tables, nibbles(far)),
        )
    }
}
