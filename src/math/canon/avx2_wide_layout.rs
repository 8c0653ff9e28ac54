//! The layout of canonical graphs on at most 20 vertices in rows of 32 bits, and their keys, two at a time, for AVX2:
//! the twin of [`super::layout`] and [`super::key`].

// The private functions consist of intrinsics only: a block around each would add nothing.
#![allow(unsafe_op_in_unsafe_fn)]

use std::arch::x86_64::*;

use super::avx2::{OF_EIGHT, bytes};
use super::avx2_wide::{GROUPS, bytes_of_all, split, stored_values, words};
use super::avx2_wide_signatures::union_table;
use super::vector::Vector;

/// The steps of a layout for which labels of 16 bits have room beside a place of five.
const STEPS: usize = 11;
/// No vertex, or no place.
const NONE: u8 = 0xFF;

/// The low bytes of lanes whose vertices are in a set of eight.
#[inline(always)]
unsafe fn members(eight: u32) -> __m128i {
    let bits = _mm_loadu_si128(OF_EIGHT.as_ptr().cast());
    _mm_cmpeq_epi16(_mm_and_si128(_mm_set1_epi16(eight as u8 as i16), bits), bits)
}

/// A layout under way. As in [`super::avx2_layout`], labels are inverted.
#[derive(Clone, Copy)]
struct Layout {
    /// The vertex at each place by colours. No place is beyond the 24th: a remainder by 32 costs less than one by 24.
    order: [u8; 32],
    label: [__m128i; 3],
    /// Ones in the lanes of those that are no candidates.
    out: [__m128i; 3],
    /// The bit of the next label, and the bits of all steps: further steps change no label.
    bit: __m128i,
    bits: __m128i,
    /// The neighbours of the first vertex.
    near: u32,
    /// The vertex at each place, and the next place. Steps that another layout needs come to places beyond.
    laid: [u8; 32],
    place: usize,
}

impl Layout {
    #[inline(always)]
    unsafe fn new(rows: &[u32; 24], n: usize, places: &[u16; 24]) -> Self {
        let mut order = [0; 32];
        for v in 0..24 {
            order[usize::from(places[v]) % 32] = v as u8;
        }
        let first = usize::from(order[0]);
        let near = rows[first];
        let others = ((1u32 << n) - 1) & !near & !(1 << first);
        let ones = _mm_set1_epi16(-1);
        // The lanes of those that are no candidates are as large as possible.
        let (mut label, mut out) = ([ones; 3], [ones; 3]);
        for k in 0..3 {
            let place = _mm_loadu_si128(places[8 * k..][..8].as_ptr().cast());
            label[k] = _mm_or_si128(place, _mm_set1_epi16(!0x1F));
            out[k] = _mm_xor_si128(members(others >> (8 * k)), ones);
        }
        let mut laid = [NONE; 32];
        laid[0] = first as u8;
        let place = near.count_ones() as usize + 1;
        let steps = n.saturating_sub(place).min(STEPS);
        let bits = _mm_set1_epi16(!(u16::MAX >> steps) as i16);
        Self {
            order,
            label,
            out,
            bit: _mm_and_si128(_mm_set1_epi16(i16::MIN), bits),
            bits,
            near,
            laid,
            place,
        }
    }

    #[inline(always)]
    unsafe fn step(&mut self, rows: &[u32; 24]) {
        let mut candidates = self.label;
        for k in 0..3 {
            candidates[k] = _mm_or_si128(self.label[k], self.out[k]);
        }
        let least = _mm_min_epu16(_mm_min_epu16(candidates[0], candidates[1]), candidates[2]);
        let least = _mm_minpos_epu16(least);
        let next = self.order[(_mm_cvtsi128_si32(least) & 0x1F) as usize];
        self.laid[self.place % 32] = next;
        self.place += 1;
        let (row, least) = (rows[usize::from(next)], _mm_broadcastw_epi16(least));
        for k in 0..3 {
            self.out[k] = _mm_or_si128(self.out[k], _mm_cmpeq_epi16(candidates[k], least));
            self.label[k] = _mm_andnot_si128(_mm_and_si128(members(row >> (8 * k)), self.bit), self.label[k]);
        }
        self.bit = _mm_and_si128(_mm_srli_epi16::<1>(self.bit), self.bits);
    }

    /// The labels, turned so that signed comparisons order them. Those of the neighbours of the first vertex all
    /// differ.
    #[inline(always)]
    unsafe fn labels(&self) -> [__m128i; 3] {
        let mut labels = self.label;
        for eight in &mut labels {
            *eight = _mm_xor_si128(*eight, _mm_set1_epi16(i16::MIN));
        }
        labels
    }
}

/// The vertices of graphs at their places, those of the neighbours of the first vertices by their labels.
#[inline(always)]
unsafe fn finished<const N: usize>(layouts: [Layout; N], n: usize) -> [[u8; 32]; N] {
    let mut label = [layouts[0].labels(); N];
    // A label that none exceeds stands after the others, for when a graph has no neighbours left.
    let mut labels = [[i16::MAX as u16; 25]; N];
    let (mut rest, mut near) = ([0; N], 0);
    for at in 0..N {
        label[at] = layouts[at].labels();
        *labels[at].first_chunk_mut().expect("24 lanes") = stored_values(label[at]);
        rest[at] = layouts[at].near;
        near |= rest[at];
    }
    let mut before = [[_mm_set1_epi16(1); 3]; N];
    while near != 0 {
        near = 0;
        for at in 0..N {
            let next = (rest[at] | 1 << 24).trailing_zeros() as usize;
            let other = _mm_set1_epi16(labels[at][next] as i16);
            for k in 0..3 {
                before[at][k] = _mm_sub_epi16(before[at][k], _mm_cmpgt_epi16(label[at][k], other));
            }
            rest[at] &= rest[at].wrapping_sub(1);
            near |= rest[at];
        }
    }
    let mut laid = [[NONE; 32]; N];
    for at in 0..N {
        laid[at][..n].copy_from_slice(&layouts[at].laid[..n]);
        let before = stored_values(before[at]);
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
unsafe fn bits_of(places: __m256i) -> [__m256i; 3] {
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
    let eighth = _mm256_and_si256(_mm256_srli_epi16::<3>(places), _mm256_set1_epi8(0x1F));
    let bit = _mm256_shuffle_epi8(bytes(&FROM_TOP), _mm256_and_si256(places, _mm256_set1_epi8(7)));
    [
        _mm256_and_si256(bit, _mm256_cmpeq_epi8(eighth, _mm256_set1_epi8(2))),
        _mm256_and_si256(bit, _mm256_cmpeq_epi8(eighth, _mm256_set1_epi8(1))),
        _mm256_and_si256(bit, _mm256_cmpeq_epi8(eighth, _mm256_setzero_si256())),
    ]
}

/// The bytes at some places of those of vertices 0 to 15 and 16 to 23, from the vertices at these places.
#[inline(always)]
unsafe fn at_places(main: __m256i, rest: __m256i, vertices: __m256i) -> __m256i {
    // A shuffle yields zero for a byte from 128 up.
    _mm256_or_si256(
        _mm256_shuffle_epi8(main, _mm256_adds_epu8(vertices, _mm256_set1_epi8(0x70))),
        _mm256_shuffle_epi8(rest, _mm256_sub_epi8(vertices, _mm256_set1_epi8(16))),
    )
}

/// Vertices 0 to 15 of two graphs, and 16 to 23: whatever is told of each.
#[inline(always)]
unsafe fn duo(all: [[u8; 32]; 2]) -> [__m256i; 2] {
    let main = |all: &[u8; 32]| _mm_loadu_si128(all[..16].as_ptr().cast());
    let rest = |all: &[u8; 32]| _mm_loadl_epi64(all[16..].as_ptr().cast());
    [
        _mm256_set_m128i(main(&all[1]), main(&all[0])),
        _mm256_set_m128i(rest(&all[1]), rest(&all[0])),
    ]
}

/// Four columns of either graph, cut to `v` bits for place `v` and joined to twos.
#[inline(always)]
unsafe fn twos(columns: __m256i, first: i32) -> __m256i {
    let cut = |v: i32| 24 - first - v;
    let cut = _mm256_setr_epi32(cut(0), cut(1), cut(2), cut(3), cut(0), cut(1), cut(2), cut(3));
    let columns = _mm256_srlv_epi32(columns, cut);
    let even = _mm256_and_si256(columns, _mm256_set1_epi64x(0xFFFF_FFFF));
    let (a, b) = (i64::from(first + 1), i64::from(first + 3));
    _mm256_or_si256(
        _mm256_sllv_epi64(even, _mm256_setr_epi64x(a, b, a, b)),
        _mm256_srli_epi64::<32>(columns),
    )
}

/// The bits of a key, high half first, from its columns by twos.
#[inline(always)]
fn key(twos: [u64; 10]) -> [u128; 2] {
    let four = |at: usize| u128::from(twos[at]) << (4 * at + 5) | u128::from(twos[at + 1]);
    // The bits up to the end of column 3 are 6, of column 7 are 28, 66, 120 and 190.
    let last = four(8);
    [
        four(0) << 122 | four(2) << 100 | four(4) << 62 | four(6) << 8 | last >> 62,
        last << 66,
    ]
}

/// The bits of the keys of one graph or two on `n` vertices, at most 20, laid out from these places; `None` when one
/// has more than [`STEPS`] vertices after the neighbours of the first. One graph is in both halves of the registers.
#[inline(always)]
pub fn keys<const N: usize>(
    _: Vector,
    rows: [&[u32; 24]; N],
    n: usize,
    places: [&[u16; 24]; N],
) -> Option<[[u128; 2]; N]> {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let mut layouts = [Layout::new(rows[0], n, places[0]); N];
        let mut front = layouts[0].place;
        for at in 1..N {
            layouts[at] = Layout::new(rows[at], n, places[at]);
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
        let [places, places_rest] = duo(all_places);
        let (bits, bits_rest) = (bits_of(places), bits_of(places_rest));
        let (rows_a, rows_b) = (bytes_of_all(words(rows[0])), bytes_of_all(words(rows[1])));
        let zero = _mm256_setzero_si256();
        let (mut near, mut near_rest) = ([zero; 6], [zero; 6]);
        for j in 0..3 {
            let main = split(_mm256_permute2x128_si256::<0x20>(rows_a[j], rows_b[j]));
            let rest = split(_mm256_permute2x128_si256::<0x31>(rows_a[j], rows_b[j]));
            (near[2 * j], near[2 * j + 1]) = (main[0], main[1]);
            (near_rest[2 * j], near_rest[2 * j + 1]) = (rest[0], rest[1]);
        }
        let [vertices, vertices_rest] = duo(laid);
        let (mut columns, mut columns_rest) = ([zero; 3], [zero; 3]);
        for j in 0..3 {
            let (mut main, mut rest) = (zero, zero);
            for k in 0..5 {
                let table = union_table(if k < 4 { bits[j] } else { bits_rest[j] }, &GROUPS[k % 4]);
                main = _mm256_or_si256(main, _mm256_shuffle_epi8(table, near[k]));
                rest = _mm256_or_si256(rest, _mm256_shuffle_epi8(table, near_rest[k]));
            }
            columns[j] = at_places(main, rest, vertices);
            columns_rest[j] = at_places(main, rest, vertices_rest);
        }
        let (low, high) = (
            _mm256_unpacklo_epi8(columns[0], columns[1]),
            _mm256_unpacklo_epi8(columns[2], zero),
        );
        let (later_low, later_high) = (
            _mm256_unpackhi_epi8(columns[0], columns[1]),
            _mm256_unpackhi_epi8(columns[2], zero),
        );
        let (rest_low, rest_high) = (
            _mm256_unpacklo_epi8(columns_rest[0], columns_rest[1]),
            _mm256_unpacklo_epi8(columns_rest[2], zero),
        );
        let joined = [
            twos(_mm256_unpacklo_epi16(low, high), 0),
            twos(_mm256_unpackhi_epi16(low, high), 4),
            twos(_mm256_unpacklo_epi16(later_low, later_high), 8),
            twos(_mm256_unpackhi_epi16(later_low, later_high), 12),
            twos(_mm256_unpacklo_epi16(rest_low, rest_high), 16),
        ];
        let (mut of_a, mut of_b) = ([0; 10], [0; 10]);
        for four in 0..5 {
            of_a[2 * four] = _mm256_extract_epi64::<0>(joined[four]) as u64;
            of_a[2 * four + 1] = _mm256_extract_epi64::<1>(joined[four]) as u64;
            of_b[2 * four] = _mm256_extract_epi64::<2>(joined[four]) as u64;
            of_b[2 * four + 1] = _mm256_extract_epi64::<3>(joined[four]) as u64;
        }
        let mut keys = [key(of_a); N];
        if N > 1 {
            keys[N - 1] = key(of_b);
        }
        Some(keys)
    }
}
