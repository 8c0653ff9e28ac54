//! Signatures of two children, or of two graphs, at a time, for AVX2.
//!
//! A signature is a long chain of instructions, each of which waits for the one before. Two of them, step by step in
//! turn, take little more time than one. What the children share is made once: the rows as indices of tables.

// The private functions consist of intrinsics only: a block around each would add nothing.
#![allow(unsafe_op_in_unsafe_fn)]

use std::arch::x86_64::*;

use super::avx2::{
    BITS, Lanes, Nibbles, counts, join, load, nibbles, over_neighbours, products_of_sixteen, rows, store, tables, total,
};
use super::signature::{self, finished};
use super::vector::Vector;

/// All ones in the lane of one vertex.
const LANE: [Lanes; 16] = {
    let mut lanes = [[0; 16]; 16];
    let mut v = 0;
    while v < 16 {
        lanes[v][v] = !0;
        v += 1;
    }
    lanes
};

#[inline(always)]
unsafe fn all(value: u16) -> __m256i {
    _mm256_set1_epi16(value as i16)
}

#[inline(always)]
unsafe fn times(lanes: __m256i, factor: u16) -> __m256i {
    _mm256_mullo_epi16(lanes, all(factor))
}

/// Twin of [`super::signature::stir`].
#[inline(always)]
unsafe fn stir(x: __m256i) -> __m256i {
    let x = times(_mm256_xor_si256(x, _mm256_srli_epi16::<7>(x)), signature::STIR[0]);
    let x = times(_mm256_xor_si256(x, _mm256_srli_epi16::<9>(x)), signature::STIR[1]);
    _mm256_xor_si256(x, _mm256_srli_epi16::<8>(x))
}

/// The far vertices when `x` and `y`, which were far, are joined.
#[inline(always)]
unsafe fn far_after(rows: &Lanes, far: &Lanes, [x, y]: [usize; 2]) -> __m256i {
    let (bits, bit_x, bit_y) = (load(&BITS), all(BITS[x]), all(BITS[y]));
    let (of_x, of_y) = (all(rows[x]), all(rows[y]));
    let joined_x = _mm256_cmpeq_epi16(_mm256_and_si256(of_x, bits), bits);
    let joined_y = _mm256_cmpeq_epi16(_mm256_and_si256(of_y, bits), bits);
    let through = _mm256_or_si256(_mm256_and_si256(joined_x, bit_y), _mm256_and_si256(joined_y, bit_x));
    let ends = _mm256_or_si256(
        _mm256_and_si256(load(&LANE[x]), _mm256_or_si256(of_y, bit_y)),
        _mm256_and_si256(load(&LANE[y]), _mm256_or_si256(of_x, bit_x)),
    );
    _mm256_andnot_si256(_mm256_or_si256(through, ends), load(far))
}

/// Twin of [`super::colours::with_edge`].
#[inline(always)]
pub fn with_edge(_: Vector, rows: &Lanes, far: &Lanes, edge: [usize; 2]) -> (Lanes, Lanes) {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let [x, y] = edge.map(|end| end % 16);
        let ends = _mm256_or_si256(
            _mm256_and_si256(load(&LANE[x]), all(BITS[y])),
            _mm256_and_si256(load(&LANE[y]), all(BITS[x])),
        );
        let next = _mm256_or_si256(load(rows), ends);
        (store(next), store(far_after(rows, far, [x, y])))
    }
}

/// The first colours, from degrees and numbers of far vertices.
#[inline(always)]
pub(super) unsafe fn first(counts: __m256i) -> __m256i {
    stir(times(counts, signature::DEGREES))
}

/// What `edge` lacks when `x` and `y` are joined: each other's colours.
#[inline(always)]
unsafe fn with_each_other(edge: __m256i, first: __m256i, [x, y]: [usize; 2]) -> __m256i {
    let colours = store(first);
    let of_x = _mm256_and_si256(all(colours[y]), load(&LANE[x]));
    let of_y = _mm256_and_si256(all(colours[x]), load(&LANE[y]));
    _mm256_add_epi8(edge, _mm256_or_si256(of_x, of_y))
}

/// Twins of [`super::colours::Early::of_first`]: the colours and the other hashes.
#[inline(always)]
pub(super) unsafe fn refined(first: __m256i, edge: __m256i, away: __m256i) -> [__m256i; 2] {
    let turned = _mm256_or_si256(_mm256_slli_epi16::<5>(first), _mm256_srli_epi16::<11>(first));
    let sums = _mm256_add_epi16(times(edge, signature::EDGE), times(away, signature::AWAY));
    let others = _mm256_add_epi16(times(edge, signature::OTHER_EDGE), times(away, signature::OTHER_AWAY));
    [
        stir(_mm256_add_epi16(sums, turned)),
        _mm256_add_epi16(_mm256_xor_si256(first, all(signature::OTHER_OWN)), others),
    ]
}

#[inline(always)]
pub(super) unsafe fn sum([colours, others]: [__m256i; 2]) -> __m256i {
    products_of_sixteen(colours, others, signature::ADDED, signature::FLIPPED)
}

/// One more neighbour for `x` and for `y`.
#[inline(always)]
unsafe fn joined(counts: __m256i, [x, y]: [usize; 2]) -> __m256i {
    let ends = _mm256_or_si256(load(&LANE[x]), load(&LANE[y]));
    _mm256_sub_epi16(counts, ends)
}

/// Returns the signatures of a graph with one more edge, for each of two such edges between far vertices.
#[inline(always)]
pub fn signatures(_: Vector, rows: &Lanes, far: &Lanes, edges: [[u8; 2]; 2]) -> [u64; 2] {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let [a, b] = edges.map(|[x, y]| [usize::from(x) % 16, usize::from(y) % 16]);
        let near = nibbles(load(rows));
        let degrees = counts(near);
        let far_a = nibbles(far_after(rows, far, a));
        let far_b = nibbles(far_after(rows, far, b));
        let first_a = first(joined(join::<false>(degrees, counts(far_a)), a));
        let first_b = first(joined(join::<false>(degrees, counts(far_b)), b));
        let tables_a = tables::<false>(first_a);
        let edge_a = with_each_other(over_neighbours::<false>(tables_a, near), first_a, a);
        let away_a = over_neighbours::<false>(tables_a, far_a);
        let tables_b = tables::<false>(first_b);
        let edge_b = with_each_other(over_neighbours::<false>(tables_b, near), first_b, b);
        let away_b = over_neighbours::<false>(tables_b, far_b);
        let (a, b) = (refined(first_a, edge_a, away_a), refined(first_b, edge_b, away_b));
        [finished(total(sum(a))), finished(total(sum(b)))]
    }
}

/// Returns the signatures of the graphs on `n` vertices with two keys.
#[inline(always)]
pub fn two_signatures(vector: Vector, n: usize, [a, b]: [u128; 2]) -> [u64; 2] {
    let (rows_a, rows_b) = (rows(vector, a), rows(vector, b));
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let (rows_a, rows_b) = (load(&rows_a), load(&rows_b));
        let (near_a, near_b) = (nibbles(rows_a), nibbles(rows_b));
        let far_a = nibbles(far(rows_a, near_a, n));
        let far_b = nibbles(far(rows_b, near_b, n));
        signatures_from([near_a, near_b], [far_a, far_b])
    }
}

/// Returns the signatures of the graphs with these rows and far pairs.
#[inline(always)]
pub fn signatures_of(_: Vector, [rows_a, rows_b]: [&Lanes; 2], [far_a, far_b]: [&Lanes; 2]) -> [u64; 2] {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let near = [nibbles(load(rows_a)), nibbles(load(rows_b))];
        signatures_from(near, [nibbles(load(far_a)), nibbles(load(far_b))])
    }
}

/// The signatures of two graphs.
#[inline(always)]
unsafe fn signatures_from([near_a, near_b]: [Nibbles; 2], [far_a, far_b]: [Nibbles; 2]) -> [u64; 2] {
    let first_a = first(join::<false>(counts(near_a), counts(far_a)));
    let first_b = first(join::<false>(counts(near_b), counts(far_b)));
    let tables_a = tables::<false>(first_a);
    let (edge_a, away_a) = (
        over_neighbours::<false>(tables_a, near_a),
        over_neighbours::<false>(tables_a, far_a),
    );
    let tables_b = tables::<false>(first_b);
    let (edge_b, away_b) = (
        over_neighbours::<false>(tables_b, near_b),
        over_neighbours::<false>(tables_b, far_b),
    );
    let (a, b) = (refined(first_a, edge_a, away_a), refined(first_b, edge_b, away_b));
    [finished(total(sum(a))), finished(total(sum(b)))]
}

/// Twin of [`super::lanes::Lanes::two_colours`].
#[inline(always)]
pub fn two_colours(_: Vector, rows: [&Lanes; 2], far: [&Lanes; 2]) -> [[Lanes; 2]; 2] {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let near = [nibbles(load(rows[0])), nibbles(load(rows[1]))];
        let far = [nibbles(load(far[0])), nibbles(load(far[1]))];
        let mut colours = [[_mm256_setzero_si256(); 3]; 2];
        for at in 0..2 {
            colours[at][0] = first(join::<false>(counts(near[at]), counts(far[at])));
        }
        for round in 0..2 {
            for at in 0..2 {
                let before = colours[at][round];
                let tables = tables::<false>(before);
                let edge = over_neighbours::<false>(tables, near[at]);
                let away = over_neighbours::<false>(tables, far[at]);
                colours[at][round + 1] = refined(before, edge, away)[0];
            }
        }
        let [a, b] = colours;
        [[store(a[1]), store(a[2])], [store(b[1]), store(b[2])]]
    }
}

/// The far pairs of a graph on `n` vertices.
#[inline(always)]
unsafe fn far(rows: __m256i, near: Nibbles, n: usize) -> __m256i {
    let once = over_neighbours::<true>(tables::<true>(rows), near);
    let below = all(((1u32 << n) - 1) as u16);
    let bits = load(&BITS);
    let there = _mm256_cmpeq_epi16(_mm256_and_si256(below, bits), bits);
    let near = _mm256_or_si256(_mm256_or_si256(rows, once), bits);
    _mm256_andnot_si256(near, _mm256_and_si256(below, there))
}
