//! The layout of a canonical graph on at most 16 vertices, by hand for AVX2: the twin of [`super::layout`].

// The private functions consist of intrinsics only: a block around each would add nothing.
#![allow(unsafe_op_in_unsafe_fn)]

use std::arch::x86_64::*;

use super::avx2::{Lanes, OF_EIGHT, halves, lanes_of, load, nibbles, over_neighbours, planes, store, tables_of_bits};
use super::vector::Vector;

/// Bits counted from the top.
const FROM_TOP: [[u8; 16]; 2] = [
    [0, 0, 0, 0, 0, 0, 0, 0, 128, 64, 32, 16, 8, 4, 2, 1],
    [128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0],
];

/// The steps of a layout for which labels of 16 bits have room beside a place.
pub const STEPS: usize = 12;

/// Twin of [`super::layout::columns`] for at most [`STEPS`] vertices after the neighbours of the first.
#[inline(always)]
pub fn columns(_: Vector, rows: &Lanes, n: usize, first: usize, places: &Lanes) -> Lanes {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let mut vertex = [0u8; 16];
        for v in 0..16 {
            vertex[usize::from(places[v]) % 16] = v as u8;
        }
        let vertex = _mm_loadu_si128(vertex.as_ptr().cast());
        let (all_rows, all_places) = (load(rows), load(places));
        let [places] = laid_out([Layout::new(all_rows, n, (first, rows[first % 16]), all_places, vertex)]);
        let moved = store(over_neighbours::<true>(
            tables_of_bits(places, &FROM_TOP),
            nibbles(all_rows),
        ));
        let places = store(places);
        let mut columns = [0; 16];
        for v in 0..n {
            columns[usize::from(places[v % 16]) % 16] = moved[v % 16];
        }
        columns
    }
}

/// Returns the place of each vertex in some layouts; vertices beyond `n` get the place 0. The chains of several layouts are
/// independent, so that the processor works on all at a time.
#[inline(always)]
pub(super) unsafe fn laid_out<const N: usize>(mut layouts: [Layout; N]) -> [__m256i; N] {
    let (mut steps, mut near) = (0, 0);
    for layout in &layouts {
        steps = layout.steps.max(steps);
        near |= layout.near;
    }
    for _ in 0..steps {
        for layout in &mut layouts {
            layout.step();
        }
    }
    let mut places = [_mm256_setzero_si256(); N];
    let mut label = places;
    // A label that none exceeds stands after the others, for when a graph has no neighbours left.
    let mut labels = [[i16::MAX as u16; 17]; N];
    let (mut before, mut rest) = ([_mm256_set1_epi16(1); N], [0; N]);
    for at in 0..N {
        label[at] = layouts[at].label();
        *labels[at].first_chunk_mut().expect("sixteen lanes") = store(label[at]);
        rest[at] = layouts[at].near;
    }
    while near != 0 {
        near = 0;
        for at in 0..N {
            let next = (u32::from(rest[at]) | 1 << 16).trailing_zeros() as usize;
            before[at] = counted(before[at], label[at], labels[at][next]);
            rest[at] &= rest[at].wrapping_sub(1);
            near |= rest[at];
        }
    }
    for at in 0..N {
        places[at] = layouts[at].places(before[at]);
    }
    places
}

/// Adds one to the lanes of `before` whose label exceeds `other`.
#[inline(always)]
unsafe fn counted(before: __m256i, label: __m256i, other: u16) -> __m256i {
    _mm256_sub_epi16(before, _mm256_cmpgt_epi16(label, _mm256_set1_epi16(other as i16)))
}

/// A layout under way.
///
/// Labels are inverted here, and the smallest is the next one: the processor finds the least of eight words in one
/// instruction. Everything a step needs is in registers, its chain takes 12 cycles.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    /// The low and the high byte of the row of the vertex at each place.
    rows: [__m128i; 2],
    label: [__m128i; 2],
    /// The labels of the candidates; all other lanes are as large as possible. Halves, so as not to wait for their minimum.
    waiting: [__m128i; 2],
    /// Ones in the lanes of those that are not candidates.
    out: [__m128i; 2],
    laid: [__m128i; 2],
    /// The next place.
    at: __m128i,
    /// The bit of the next label, and the bits of all steps: further steps change nothing.
    bit: __m128i,
    bits: __m128i,
    /// The neighbours of the first vertex.
    near: u16,
    steps: usize,
}

impl Layout {
    /// Starts from the rows, the first vertex with its neighbours, each vertex's place by colours, and the vertex at each place.
    #[inline(always)]
    pub(super) unsafe fn new(
        all_rows: __m256i,
        n: usize,
        (first, near): (usize, u16),
        all_places: __m256i,
        vertex: __m128i,
    ) -> Self {
        let (low_bytes, high_bytes) = halves(planes(all_rows));
        let label = _mm256_or_si256(all_places, _mm256_set1_epi16(!0xF));
        let others = ((1u32 << n) - 1) as u16 & !near & !(1 << first);
        let out = lanes_of(_mm256_set1_epi16(!others as i16));
        let (out_low, out_high) = halves(out);
        let (low, high) = halves(_mm256_or_si256(label, out));
        let (label_low, label_high) = halves(label);
        let behind = near.count_ones() as usize + 1;
        let steps = n.saturating_sub(behind);
        let bits = _mm_set1_epi16(!(u16::MAX >> steps) as i16);
        Self {
            rows: [
                _mm_shuffle_epi8(low_bytes, vertex),
                _mm_shuffle_epi8(high_bytes, vertex),
            ],
            label: [label_low, label_high],
            waiting: [low, high],
            out: [out_low, out_high],
            laid: [_mm_setzero_si128(); 2],
            at: _mm_set1_epi16(behind as i16),
            bit: _mm_and_si128(_mm_set1_epi16(i16::MIN), bits),
            bits,
            near,
            steps,
        }
    }

    /// The vertices after the neighbours.
    #[inline(always)]
    pub(super) fn steps(&self) -> usize {
        self.steps
    }

    #[inline(always)]
    unsafe fn step(&mut self) {
        let of_eight = _mm_loadu_si128(OF_EIGHT.as_ptr().cast());
        let least = _mm_minpos_epu16(_mm_min_epu16(self.waiting[0], self.waiting[1]));
        let place = _mm_and_si128(_mm_shuffle_epi8(least, _mm_setzero_si128()), _mm_set1_epi8(0xF));
        let least = _mm_broadcastw_epi16(least);
        for half in 0..2 {
            let row = _mm_and_si128(_mm_shuffle_epi8(self.rows[half], place), of_eight);
            let joined = _mm_and_si128(_mm_cmpeq_epi16(row, of_eight), self.bit);
            // Only place 15 may have the label of those that are out.
            let this = _mm_andnot_si128(self.out[half], _mm_cmpeq_epi16(self.waiting[half], least));
            self.out[half] = _mm_or_si128(self.out[half], this);
            self.laid[half] = _mm_or_si128(self.laid[half], _mm_and_si128(this, self.at));
            self.waiting[half] = _mm_or_si128(_mm_andnot_si128(joined, self.waiting[half]), self.out[half]);
            self.label[half] = _mm_andnot_si128(joined, self.label[half]);
        }
        self.at = _mm_sub_epi16(self.at, _mm_set1_epi16(-1));
        self.bit = _mm_and_si128(_mm_srli_epi16::<1>(self.bit), self.bits);
    }

    /// The labels, turned so that signed comparisons order them. Those of the neighbours of the first vertex all differ.
    #[inline(always)]
    unsafe fn label(&self) -> __m256i {
        _mm256_xor_si256(
            _mm256_set_m128i(self.label[1], self.label[0]),
            _mm256_set1_epi16(i16::MIN),
        )
    }

    /// The places, given those of the neighbours of the first vertex.
    #[inline(always)]
    unsafe fn places(&self, of_near: __m256i) -> __m256i {
        let near = lanes_of(_mm256_set1_epi16(self.near as i16));
        _mm256_or_si256(
            _mm256_and_si256(of_near, near),
            _mm256_set_m128i(self.laid[1], self.laid[0]),
        )
    }
}
