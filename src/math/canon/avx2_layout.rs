//! The layout of a canonical graph on at most 16 vertices, by hand for AVX2: the twin of [`super::layout`].

// The private functions consist of intrinsics only: a block around each would add nothing.
#![allow(unsafe_op_in_unsafe_fn)]

use std::arch::x86_64::*;

use super::avx2::{
    BITS, Lanes, OF_EIGHT, halves, lanes_of, load, nibbles, over_neighbours, picked, planes, store, tables_of_bits,
};
use super::vector::Vector;

/// Bits counted from the top.
const FROM_TOP: [[u8; 16]; 2] = [
    [0, 0, 0, 0, 0, 0, 0, 0, 128, 64, 32, 16, 8, 4, 2, 1],
    [128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0],
];

/// The steps of a layout for which labels of 16 bits have room beside a place.
pub const STEPS: usize = 12;

/// The bits of the keys of graphs of the same order, laid out from these places, as [`super::key::of_columns`] makes
/// them of [`super::layout::columns`]; `None` when one has more than [`STEPS`] vertices after the neighbours of the
/// first.
#[inline(always)]
pub fn keys<const N: usize>(_: Vector, rows: [&Lanes; N], n: usize, places: [&Lanes; N]) -> Option<[u128; N]> {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        // Loops, not closures: those would be compiled without the vector unit.
        let mut vertices = [[0u8; 16]; N];
        for at in 0..N {
            vertices[at] = at_places(places[at], 16);
        }
        let mut layouts = [started(rows[0], n, places[0], &vertices[0]); N];
        for at in 1..N {
            layouts[at] = started(rows[at], n, places[at], &vertices[at]);
        }
        for layout in &layouts {
            if layout.steps > STEPS {
                return None;
            }
        }
        let laid = laid_out(layouts);
        let mut moved = laid;
        for at in 0..N {
            vertices[at] = at_places(&store(laid[at]), n);
            moved[at] = over_neighbours::<true>(tables_of_bits(laid[at], &FROM_TOP), nibbles(load(rows[at])));
        }
        let mut keys = [0; N];
        for at in 0..N {
            let vertex = _mm256_cvtepu8_epi16(_mm_loadu_si128(vertices[at].as_ptr().cast()));
            keys[at] = key(picked(moved[at], vertex));
        }
        Some(keys)
    }
}

/// The vertex at each place, of `n`; 255 where there is none.
#[inline(always)]
fn at_places(places: &Lanes, n: usize) -> [u8; 16] {
    let mut vertices = [u8::MAX; 16];
    for v in 0..n {
        vertices[usize::from(places[v % 16]) % 16] = v as u8;
    }
    vertices
}

/// By lane `v`, two to the power of `v`: the high half of a product has the first `v` bits.
const POWERS: Lanes = BITS;

/// The bits of a key from the columns of the canonical graph, place 0 on top: columns are joined to twos, twos to
/// fours.
#[inline(always)]
unsafe fn key(columns: __m256i) -> u128 {
    let columns = _mm256_mulhi_epu16(columns, load(&POWERS));
    let even = _mm256_and_si256(columns, _mm256_set1_epi32(0xFFFF));
    let odd = _mm256_srli_epi32::<16>(columns);
    let twos = _mm256_or_si256(
        _mm256_sllv_epi32(even, _mm256_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15)),
        odd,
    );
    let even = _mm256_and_si256(twos, _mm256_set1_epi64x(0xFFFF_FFFF));
    let odd = _mm256_srli_epi64::<32>(twos);
    let fours = _mm256_or_si256(_mm256_sllv_epi64(even, _mm256_setr_epi64x(5, 13, 21, 29)), odd);
    let (low, high) = halves(fours);
    let four = |word: i64| u128::from(word as u64);
    four(_mm_cvtsi128_si64(low)) << 122
        | four(_mm_extract_epi64::<1>(low)) << 100
        | four(_mm_cvtsi128_si64(high)) << 62
        | four(_mm_extract_epi64::<1>(high)) << 8
}

#[inline(always)]
unsafe fn started(rows: &Lanes, n: usize, places: &Lanes, vertices: &[u8; 16]) -> Layout {
    let first = usize::from(vertices[0]) % 16;
    let vertex = _mm_loadu_si128(vertices.as_ptr().cast());
    Layout::new(load(rows), n, (first, rows[first]), load(places), vertex)
}

/// Returns the place of each vertex in some layouts; vertices beyond `n` get the place 0. The chains of several layouts
/// are independent, so that the processor works on all at a time.
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
    /// The labels of the candidates; all other lanes are as large as possible. Halves, so as not to wait for their
    /// minimum.
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
    /// Starts from the rows, the first vertex with its neighbours, each vertex's place by colours, and the vertex at
    /// each place.
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

    /// The labels, turned so that signed comparisons order them. Those of the neighbours of the first vertex all
    /// differ.
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
