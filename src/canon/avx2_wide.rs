//! The loops over all rows of a graph on at most 24 vertices that pay most, by hand for AVX2.
//!
//! The rows are three registers of eight 32-bit lanes, values of 16 bits a register and a half. Sums over neighbours use
//! the method of four Russians, as [`super::avx2`] does: a register with one byte a vertex has the same four bits of all
//! rows, and a byte shuffle looks up their sum. The portable twins are in [`super::lanes`] and [`super::layout`].

// The private functions consist of intrinsics only: a block around each would add nothing.
#![allow(unsafe_op_in_unsafe_fn)]

use std::arch::x86_64::*;

use super::avx2::{COUNT, OF_EIGHT, products, products_of_sixteen, total};
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

#[inline(always)]
unsafe fn words(rows: &[u32; 24]) -> [__m256i; 3] {
    [
        _mm256_loadu_si256(rows[..8].as_ptr().cast()),
        _mm256_loadu_si256(rows[8..16].as_ptr().cast()),
        _mm256_loadu_si256(rows[16..].as_ptr().cast()),
    ]
}

#[inline(always)]
unsafe fn stored(rows: [__m256i; 3]) -> [u32; 24] {
    let mut result = [0; 24];
    _mm256_storeu_si256(result[..8].as_mut_ptr().cast(), rows[0]);
    _mm256_storeu_si256(result[8..16].as_mut_ptr().cast(), rows[1]);
    _mm256_storeu_si256(result[16..].as_mut_ptr().cast(), rows[2]);
    result
}

/// Sixteen values, and eight.
#[inline(always)]
unsafe fn values(values: &[u16; 24]) -> (__m256i, __m128i) {
    (
        _mm256_loadu_si256(values[..16].as_ptr().cast()),
        _mm_loadu_si128(values[16..].as_ptr().cast()),
    )
}

/// In two stores as [`values`] loads them: a load across two stores waits for both to reach the cache.
#[inline(always)]
unsafe fn stored_values(eights: [__m128i; 3]) -> [u16; 24] {
    let mut values = [0; 24];
    let sixteen = _mm256_set_m128i(eights[1], eights[0]);
    _mm256_storeu_si256(values[..16].as_mut_ptr().cast(), sixteen);
    _mm_storeu_si128(values[16..].as_mut_ptr().cast(), eights[2]);
    values
}

/// Values as rows.
#[inline(always)]
unsafe fn widened(all: &[u16; 24]) -> [__m256i; 3] {
    let (sixteen, eight) = values(all);
    [
        _mm256_cvtepu16_epi32(_mm256_castsi256_si128(sixteen)),
        _mm256_cvtepu16_epi32(_mm256_extracti128_si256::<1>(sixteen)),
        _mm256_cvtepu16_epi32(eight),
    ]
}

/// The vertices whose values are all ones.
#[inline(always)]
unsafe fn set_of_values(sixteen: __m256i, eight: __m128i) -> u32 {
    let (low, high) = (_mm256_castsi256_si128(sixteen), _mm256_extracti128_si256::<1>(sixteen));
    let low = _mm_movemask_epi8(_mm_packs_epi16(low, high)) as u32;
    low | (_mm_movemask_epi8(_mm_packs_epi16(eight, _mm_setzero_si128())) as u32) << 16
}

/// The vertices whose rows are all ones.
#[inline(always)]
unsafe fn set_of_rows(rows: [__m256i; 3]) -> u32 {
    let mut set = 0;
    for k in 0..3 {
        set |= (_mm256_movemask_ps(_mm256_castsi256_ps(rows[k])) as u32) << (8 * k);
    }
    set
}

/// The first bytes of eight rows, then the second ones, and so on.
#[inline(always)]
unsafe fn bytes_of_eight(lanes: __m256i) -> __m256i {
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

/// The first bytes of all rows, the second ones, and the third ones; eight zeros follow.
#[inline(always)]
unsafe fn bytes_of_all(rows: [__m256i; 3]) -> [__m256i; 3] {
    let [a, b, c] = rows;
    let (a, b, c) = (bytes_of_eight(a), bytes_of_eight(b), bytes_of_eight(c));
    let zero = _mm256_setzero_si256();
    let (even, even_rest) = (_mm256_unpacklo_epi64(a, b), _mm256_unpacklo_epi64(c, zero));
    let (odd, odd_rest) = (_mm256_unpackhi_epi64(a, b), _mm256_unpackhi_epi64(c, zero));
    [
        _mm256_permute2x128_si256::<0x20>(even, even_rest),
        _mm256_permute2x128_si256::<0x20>(odd, odd_rest),
        _mm256_permute2x128_si256::<0x31>(even, even_rest),
    ]
}

/// Bits `4k` to `4k + 3` of all rows, a byte for each, for every `k`.
#[inline(always)]
unsafe fn nibbles(rows: &[u32; 24]) -> [__m256i; 6] {
    let [first, second, third] = bytes_of_all(words(rows));
    let ([k0, k1], [k2, k3], [k4, k5]) = (split(first), split(second), split(third));
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

/// Values from their low bytes and their high ones.
#[inline(always)]
unsafe fn joined(low: __m256i, high: __m256i) -> [u16; 24] {
    let (outer, middle) = (_mm256_unpacklo_epi8(low, high), _mm256_unpackhi_epi8(low, high));
    stored_values([
        _mm256_castsi256_si128(outer),
        _mm256_castsi256_si128(middle),
        _mm256_extracti128_si256::<1>(outer),
    ])
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
    joined(low, high)
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

#[inline(always)]
unsafe fn counts(rows: &[u32; 24]) -> __m256i {
    let count = _mm256_broadcastsi128_si256(_mm_loadu_si128(COUNT.as_ptr().cast()));
    let mut counts = _mm256_setzero_si256();
    for nibble in nibbles(rows) {
        counts = _mm256_add_epi8(counts, _mm256_shuffle_epi8(count, nibble));
    }
    counts
}

/// Twin of [`super::lanes::degrees`].
#[inline(always)]
pub fn degrees(_: Vector, rows: &[u32; 24], far: &[u32; 24]) -> [u16; 24] {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe { joined(counts(rows), counts(far)) }
}

#[inline(always)]
unsafe fn both_unpacked(a: __m128i, b: __m128i) -> __m256i {
    _mm256_set_m128i(_mm_unpackhi_epi16(a, b), _mm_unpacklo_epi16(a, b))
}

/// Twin of [`super::lanes::sum_of_products`].
#[inline(always)]
pub fn sum_of_products(_: Vector, low: &[u16; 24], high: &[u16; 24], add: u32, flip: u32) -> u64 {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let ((low, low_rest), (high, high_rest)) = (values(low), values(high));
        let rest = products(
            both_unpacked(low_rest, high_rest),
            both_unpacked(high_rest, low_rest),
            add,
            flip,
        );
        total(_mm256_add_epi64(products_of_sixteen(low, high, add, flip), rest))
    }
}

/// Twin of [`super::lanes::equal`].
#[inline(always)]
pub fn equal(_: Vector, all: &[u16; 24], value: u16) -> u32 {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let (sixteen, eight) = values(all);
        set_of_values(
            _mm256_cmpeq_epi16(sixteen, _mm256_set1_epi16(value as i16)),
            _mm_cmpeq_epi16(eight, _mm_set1_epi16(value as i16)),
        )
    }
}

/// Twin of [`super::lanes::larger`].
#[inline(always)]
pub fn larger(_: Vector, all: &[u16; 24], value: u16) -> u32 {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let (sixteen, eight) = values(all);
        let sixteen = _mm256_subs_epu16(sixteen, _mm256_set1_epi16(value as i16));
        let eight = _mm_subs_epu16(eight, _mm_set1_epi16(value as i16));
        let not_larger = set_of_values(
            _mm256_cmpeq_epi16(sixteen, _mm256_setzero_si256()),
            _mm_cmpeq_epi16(eight, _mm_setzero_si128()),
        );
        !not_larger & 0xFF_FFFF
    }
}

/// Twin of [`super::lanes::filled`].
#[inline(always)]
pub fn filled(_: Vector, sets: &[u32; 24]) -> u32 {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let mut rows = words(sets);
        for eight in &mut rows {
            *eight = _mm256_cmpeq_epi32(*eight, _mm256_setzero_si256());
        }
        !set_of_rows(rows) & 0xFF_FFFF
    }
}

/// Twin of [`super::lanes::pick`].
#[inline(always)]
pub fn pick(_: Vector, table: &[u32; 24], indices: &[u16; 24]) -> [u32; 24] {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let (table, indices) = (words(table), widened(indices));
        let mut picked = [_mm256_setzero_si256(); 3];
        for k in 0..3 {
            let eighth = _mm256_srli_epi32::<3>(indices[k]);
            for number in 0..3 {
                let is_there = _mm256_cmpeq_epi32(eighth, _mm256_set1_epi32(number as i32));
                let entries = _mm256_permutevar8x32_epi32(table[number], indices[k]);
                picked[k] = _mm256_or_si256(picked[k], _mm256_and_si256(entries, is_there));
            }
        }
        stored(picked)
    }
}

/// The eight rows whose bits are the top bits of all bytes, the next ones, and so on, in the other order.
#[inline(always)]
unsafe fn eight_turned(mut bytes: __m256i) -> __m256i {
    let mut rows = [0; 8];
    for row in &mut rows {
        *row = _mm256_movemask_epi8(bytes);
        bytes = _mm256_add_epi8(bytes, bytes);
    }
    let [a, b, c, d, e, f, g, h] = rows;
    _mm256_setr_epi32(h, g, f, e, d, c, b, a)
}

#[inline(always)]
unsafe fn turned(rows: [__m256i; 3]) -> [u32; 24] {
    let [a, b, c] = bytes_of_all(rows);
    stored([eight_turned(a), eight_turned(b), eight_turned(c)])
}

/// Twin of [`super::lanes::transposed`].
#[inline(always)]
pub fn transposed(_: Vector, sets: &[u32; 24]) -> [u32; 24] {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe { turned(words(sets)) }
}

/// Twin of [`super::lanes::by_value`].
#[inline(always)]
pub fn by_value(_: Vector, all: &[u16; 24]) -> ([u32; 24], [u32; 24]) {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let one = _mm256_set1_epi32(1);
        let (mut bits, mut below) = (widened(all), [one; 3]);
        for k in 0..3 {
            bits[k] = _mm256_sllv_epi32(one, bits[k]);
            below[k] = _mm256_sub_epi32(bits[k], one);
        }
        (turned(bits), turned(below))
    }
}

/// All ones in the rows after each vertex.
static AFTER: [[u32; 24]; 24] = {
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

/// Twin of [`super::lanes::settled`]. Every vertex is compared with those after it.
#[inline(always)]
pub fn settled(_: Vector, rows: &[u32; 24], colours: &[u16; 24]) -> (u32, bool) {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let (all_rows, all_colours) = (words(rows), widened(colours));
        let (mut twins, mut mixed) = ([_mm256_setzero_si256(); 3], _mm256_setzero_si256());
        for w in 0..24 {
            let row = _mm256_set1_epi32(rows[w] as i32);
            let colour = _mm256_set1_epi32(i32::from(colours[w]));
            for eight in w / 8..3 {
                let same_row = _mm256_cmpeq_epi32(all_rows[eight], row);
                let same_colour = _mm256_cmpeq_epi32(all_colours[eight], colour);
                mixed = _mm256_or_si256(mixed, _mm256_andnot_si256(same_row, same_colour));
                let later = match eight == w / 8 {
                    true => {
                        let after = _mm256_loadu_si256(AFTER[w][8 * eight..][..8].as_ptr().cast());
                        _mm256_and_si256(same_row, after)
                    }
                    false => same_row,
                };
                twins[eight] = _mm256_or_si256(twins[eight], later);
            }
        }
        (!set_of_rows(twins) & 0xFF_FFFF, _mm256_testz_si256(mixed, mixed) == 1)
    }
}

/// The steps of a layout for which labels of 16 bits have room beside a place of five.
pub const LAYOUT_STEPS: usize = 11;

/// The low bytes of lanes whose vertices are in a set of eight.
#[inline(always)]
unsafe fn members(eight: u32) -> __m128i {
    let bits = _mm_loadu_si128(OF_EIGHT.as_ptr().cast());
    _mm_cmpeq_epi16(_mm_and_si128(_mm_set1_epi16(eight as u8 as i16), bits), bits)
}

/// Twin of [`super::layout::layout`] for at most [`LAYOUT_STEPS`] vertices after the neighbours of the first. As in
/// [`super::avx2_layout::keys`], labels are inverted.
#[inline(always)]
pub fn layout(_: Vector, rows: &[u32; 24], n: usize, order: &[u8; 24], places: &[u16; 24]) -> [u8; 24] {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let first = usize::from(order[0]) % 24;
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
        let mut laid = [0; 24];
        laid[0] = first as u8;
        let mut bit = _mm_set1_epi16(i16::MIN);
        for place in near.count_ones() as usize + 1..n {
            let mut candidates = label;
            for k in 0..3 {
                candidates[k] = _mm_or_si128(label[k], out[k]);
            }
            let least = _mm_min_epu16(_mm_min_epu16(candidates[0], candidates[1]), candidates[2]);
            let least = _mm_minpos_epu16(least);
            let next = order[(_mm_cvtsi128_si32(least) & 0x1F) as usize % 24];
            laid[place % 24] = next;
            let (row, least) = (rows[usize::from(next) % 24], _mm_broadcastw_epi16(least));
            for k in 0..3 {
                out[k] = _mm_or_si128(out[k], _mm_cmpeq_epi16(candidates[k], least));
                label[k] = _mm_andnot_si128(_mm_and_si128(members(row >> (8 * k)), bit), label[k]);
            }
            bit = _mm_srli_epi16::<1>(bit);
        }
        // The neighbours of the first by their labels, which all differ.
        for eight in &mut label {
            *eight = _mm_xor_si128(*eight, _mm_set1_epi16(i16::MIN));
        }
        let labels = stored_values(label);
        let mut before = [_mm_set1_epi16(1); 3];
        let mut rest = near;
        while rest != 0 {
            let other = _mm_set1_epi16(labels[rest.trailing_zeros() as usize % 24] as i16);
            for k in 0..3 {
                before[k] = _mm_sub_epi16(before[k], _mm_cmpgt_epi16(label[k], other));
            }
            rest &= rest - 1;
        }
        let before = stored_values(before);
        let mut rest = near;
        while rest != 0 {
            let v = rest.trailing_zeros() as usize % 24;
            laid[usize::from(before[v]) % 24] = v as u8;
            rest &= rest - 1;
        }
        laid
    }
}
