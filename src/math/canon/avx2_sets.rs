//! Sets of vertices, one in each lane: unions, differences, twins and what two of them share, for AVX2.

use std::arch::x86_64::*;

use super::avx2::{BITS, Lanes, bits, doubled, load, nibbles, over_neighbours, spread, store, tables, total, turned};
use super::vector::Vector;

/// Twin of [`super::portable::near`].
#[inline(always)]
pub fn near(_: Vector, sets: &Lanes, joined: &Lanes) -> Lanes {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let (sets, tables) = (load(sets), tables::<true>(load(joined)));
        let mut near = _mm256_and_si256(sets, _mm256_sub_epi16(_mm256_setzero_si256(), sets));
        loop {
            let reached = _mm256_and_si256(over_neighbours::<true>(tables, nibbles(near)), sets);
            let grown = _mm256_or_si256(near, reached);
            let (all, same) = (_mm256_xor_si256(grown, sets), _mm256_xor_si256(grown, near));
            if _mm256_testz_si256(all, all) == 1 || _mm256_testz_si256(same, same) == 1 {
                return store(grown);
            }
            near = grown;
        }
    }
}

/// Twin of [`super::portable::component`].
#[inline(always)]
pub fn component(_: Vector, sets: &Lanes, joined: &Lanes, first: usize, from: u16) -> Lanes {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let (sets, tables) = (load(sets), tables::<true>(load(joined)));
        let mut part = [0; 16];
        part[first % 16] = from;
        let mut part = load(&part);
        loop {
            let reached = _mm256_and_si256(over_neighbours::<true>(tables, nibbles(part)), sets);
            let grown = _mm256_or_si256(part, reached);
            let grown = _mm256_or_si256(grown, turned(grown));
            let same = _mm256_xor_si256(grown, part);
            if _mm256_testz_si256(same, same) == 1 {
                return store(grown);
            }
            part = grown;
        }
    }
}

/// Twin of [`super::portable::shared`].
#[inline(always)]
pub fn shared(_: Vector, sets: &Lanes, rows: &Lanes) -> u32 {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let (sets, rows) = (load(sets), load(rows));
        let every_set = doubled(sets);
        // At most sixteen times eight in a byte.
        let mut counts = _mm256_setzero_si256();
        for w in 0..16 {
            let bit = _mm256_set1_epi16(BITS[w] as i16);
            let there = _mm256_cmpeq_epi16(_mm256_and_si256(rows, bit), bit);
            let common = bits(_mm256_and_si256(sets, spread(every_set, w)));
            counts = _mm256_add_epi8(counts, _mm256_and_si256(common, there));
        }
        total(_mm256_sad_epu8(counts, _mm256_setzero_si256())) as u32
    }
}

/// Twin of [`super::portable::size`].
#[inline(always)]
pub fn size(_: Vector, sets: &Lanes) -> u32 {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let sets = load(sets);
        let [a, b] = [_mm256_castsi256_si128(sets), _mm256_extracti128_si256::<1>(sets)];
        _mm_cvtsi128_si64(a).count_ones()
            + _mm_extract_epi64::<1>(a).count_ones()
            + _mm_cvtsi128_si64(b).count_ones()
            + _mm_extract_epi64::<1>(b).count_ones()
    }
}

/// Twin of [`super::portable::united`].
#[inline(always)]
pub fn united(_: Vector, sets: &Lanes, others: &Lanes) -> Lanes {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe { store(_mm256_or_si256(load(sets), load(others))) }
}

/// Twin of [`super::portable::without`].
#[inline(always)]
pub fn without(_: Vector, sets: &Lanes, others: &Lanes) -> Lanes {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe { store(_mm256_andnot_si256(load(others), load(sets))) }
}

/// Twin of [`super::portable::blended`].
#[inline(always)]
pub fn blended(_: Vector, first: &Lanes, second: &Lanes, from_first: &Lanes) -> Lanes {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let from = load(from_first);
        store(_mm256_or_si256(
            _mm256_and_si256(load(first), from),
            _mm256_andnot_si256(from, load(second)),
        ))
    }
}

/// For each vertex `w`, in the lane of `v`, all vertices but these two.
const OTHERS: [Lanes; 16] = {
    let mut others = [[0; 16]; 16];
    let mut at = 0;
    while at < 256 {
        let (w, v) = (at / 16, at % 16);
        others[w][v] = !(1 << w | 1 << v);
        at += 1;
    }
    others
};

/// Twin of [`super::portable::swapped`].
#[inline(always)]
pub fn swapped(_: Vector, rows: &Lanes, others: &Lanes) -> Lanes {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let (rows, others) = (load(rows), load(others));
        let (every_row, every_other) = (doubled(rows), doubled(others));
        let mut swapped = _mm256_setzero_si256();
        for w in 0..16 {
            let differ = _mm256_or_si256(
                _mm256_xor_si256(rows, spread(every_row, w)),
                _mm256_xor_si256(others, spread(every_other, w)),
            );
            let elsewhere = _mm256_and_si256(differ, load(&OTHERS[w]));
            let same = _mm256_cmpeq_epi16(elsewhere, _mm256_setzero_si256());
            swapped = _mm256_or_si256(swapped, _mm256_and_si256(same, _mm256_set1_epi16(BITS[w] as i16)));
        }
        store(swapped)
    }
}

/// Twin of [`super::portable::both`].
#[inline(always)]
pub fn both(_: Vector, rows: &Lanes, others: &Lanes) -> Lanes {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let others = _mm256_mullo_epi16(load(others), _mm256_set1_epi16(0x9E37_u16 as i16));
        store(_mm256_xor_si256(load(rows), others))
    }
}
