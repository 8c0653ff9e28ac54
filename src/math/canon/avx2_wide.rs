//! The loops over all rows of a graph on at most 24 vertices that pay most, by hand for AVX2.
//!
//! The rows are three registers of eight 32-bit lanes, values of 16 bits a register and a half. Sums over neighbours
//! use the method of four Russians, as [`super::avx2`] does: a register with one byte a vertex has the same four bits
//! of all rows, and a byte shuffle looks up their sum. The portable twins are in [`super::portable`] and
//! [`super::layout`].

// The private functions consist of intrinsics only: a block around each would add nothing.
#![allow(unsafe_op_in_unsafe_fn)]

use std::arch::x86_64::*;

use super::avx2::{self, COUNT, products, products_of_sixteen, total};
use super::lanes::PairList;
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
pub(super) static GROUPS: [[[u8; 32]; 4]; 4] = [indices(0), indices(4), indices(8), indices(12)];
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
pub(super) unsafe fn words(rows: &[u32; 24]) -> [__m256i; 3] {
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
pub(super) unsafe fn stored_values(eights: [__m128i; 3]) -> [u16; 24] {
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
pub(super) unsafe fn split(plane: __m256i) -> [__m256i; 2] {
    let four = _mm256_set1_epi8(0x0F);
    [
        _mm256_and_si256(plane, four),
        _mm256_and_si256(_mm256_srli_epi16::<4>(plane), four),
    ]
}

/// The first bytes of all rows, the second ones, and the third ones; eight zeros follow.
#[inline(always)]
pub(super) unsafe fn bytes_of_all(rows: [__m256i; 3]) -> [__m256i; 3] {
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

/// Twin of [`super::portable::closing_first`].
#[inline(always)]
pub fn closing_first(_: Vector, rows: &[u32; 24], far: &[u32; 24], list: &mut PairList, count: usize) {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let [firsts, seconds] = avx2::ends(list);
        let (rows, far) = (bytes_of_all(words(rows)), bytes_of_all(words(far)));
        let mut closed = _mm256_setzero_si256();
        for j in 0..3 {
            let one = _mm256_and_si256(byte_of(rows[j], firsts), byte_of(far[j], seconds));
            let other = _mm256_and_si256(byte_of(rows[j], seconds), byte_of(far[j], firsts));
            closed = _mm256_add_epi8(closed, _mm256_add_epi8(avx2::bits(one), avx2::bits(other)));
        }
        avx2::most_first(list, count, [firsts, seconds], closed);
    }
}

/// The bytes of these vertices, of 24.
#[inline(always)]
unsafe fn byte_of(of_all: __m256i, vertices: __m256i) -> __m256i {
    // What is not in a half has the top bit: it is looked up as zero.
    let low = _mm256_adds_epu8(vertices, _mm256_set1_epi8(0x70));
    let high = _mm256_sub_epi8(vertices, _mm256_set1_epi8(16));
    _mm256_or_si256(
        _mm256_shuffle_epi8(_mm256_permute2x128_si256::<0x00>(of_all, of_all), low),
        _mm256_shuffle_epi8(_mm256_permute2x128_si256::<0x11>(of_all, of_all), high),
    )
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

/// Twin of [`super::portable::sums`], for rows and for far pairs.
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

/// Twin of [`super::portable::degrees`].
#[inline(always)]
pub fn degrees(_: Vector, rows: &[u32; 24], far: &[u32; 24]) -> [u16; 24] {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe { joined(counts(rows), counts(far)) }
}

#[inline(always)]
unsafe fn both_unpacked(a: __m128i, b: __m128i) -> __m256i {
    _mm256_set_m128i(_mm_unpackhi_epi16(a, b), _mm_unpacklo_epi16(a, b))
}

/// Twin of [`super::portable::sum_of_products`].
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

/// Twin of [`super::portable::equal`].
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

/// Twin of [`super::portable::larger`].
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

/// Twin of [`super::portable::filled`].
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

/// Twin of [`super::portable::pick`].
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

/// Twin of [`super::portable::transposed`].
#[inline(always)]
pub fn transposed(_: Vector, sets: &[u32; 24]) -> [u32; 24] {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe { turned(words(sets)) }
}

/// The unions of the lanes up to each one, and of all lanes of `before`.
#[inline(always)]
unsafe fn unions_up_to(lanes: __m256i, before: __m256i) -> __m256i {
    let twos = _mm256_or_si256(lanes, _mm256_slli_si256::<4>(lanes));
    let fours = _mm256_or_si256(twos, _mm256_slli_si256::<8>(twos));
    let last = _mm256_shuffle_epi32::<0xFF>(fours);
    let eight = _mm256_or_si256(fours, _mm256_permute2x128_si256::<0x08>(last, last));
    _mm256_or_si256(eight, before)
}

/// Twin of [`super::portable::by_value`].
#[inline(always)]
pub fn by_value(_: Vector, all: &[u16; 24]) -> ([u32; 24], [u32; 24]) {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let mut bits = widened(all);
        for eight in &mut bits {
            *eight = _mm256_sllv_epi32(_mm256_set1_epi32(1), *eight);
        }
        let [a, b, c] = bytes_of_all(bits);
        let of = [eight_turned(a), eight_turned(b), eight_turned(c)];
        // Who has no value up to this one has a larger one.
        let (mut beyond, mut before) = (of, _mm256_setzero_si256());
        for k in 0..3 {
            let up_to = unions_up_to(of[k], before);
            before = _mm256_permutevar8x32_epi32(up_to, _mm256_set1_epi32(7));
            beyond[k] = _mm256_andnot_si256(up_to, _mm256_set1_epi32(0xFF_FFFF));
        }
        (stored(of), stored(beyond))
    }
}

/// All ones in the lanes of eight after each one.
const AFTER: [[u32; 8]; 8] = {
    let mut after = [[0; 8]; 8];
    let mut w = 0;
    while w < 8 {
        let mut v = w + 1;
        while v < 8 {
            after[w][v] = u32::MAX;
            v += 1;
        }
        w += 1;
    }
    after
};

/// One row in all lanes.
#[inline(always)]
unsafe fn all(row: &u32) -> __m256i {
    _mm256_set1_epi32(*row as i32)
}

/// Twin of [`super::portable::settled`]. Every vertex is compared with those after it.
#[inline(always)]
pub fn settled(_: Vector, rows: &[u32; 24], colours: &[u16; 24]) -> (u32, bool) {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let (all_rows, all_colours) = (words(rows), widened(colours));
        let colours = stored(all_colours);
        let (mut twins, mut mixed) = ([_mm256_setzero_si256(); 3], _mm256_setzero_si256());
        for w in 0..8 {
            let after = _mm256_loadu_si256(AFTER[w].as_ptr().cast());
            // With the eight that a vertex belongs to only those after it count.
            for eight in 0..3 {
                let (row, colour) = (all(&rows[8 * eight + w]), all(&colours[8 * eight + w]));
                for other in eight..3 {
                    let same_row = _mm256_cmpeq_epi32(all_rows[other], row);
                    let same_colour = _mm256_cmpeq_epi32(all_colours[other], colour);
                    mixed = _mm256_or_si256(mixed, _mm256_andnot_si256(same_row, same_colour));
                    let later = match other == eight {
                        true => _mm256_and_si256(same_row, after),
                        false => same_row,
                    };
                    twins[other] = _mm256_or_si256(twins[other], later);
                }
            }
        }
        (!set_of_rows(twins) & 0xFF_FFFF, _mm256_testz_si256(mixed, mixed) == 1)
    }
}

/// Twin of [`super::portable::alike`].
#[inline(always)]
pub fn alike(vector: Vector, rows: &[u32; 24], colours: &[u16; 24]) -> (u32, u32) {
    let (firsts, _) = settled(vector, rows, colours);
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let (all_rows, all_colours) = (words(rows), widened(colours));
        let colours = stored(all_colours);
        let mut mixed = [_mm256_setzero_si256(); 3];
        for w in 0..24 {
            let (row, colour) = (all(&rows[w]), all(&colours[w]));
            for eight in 0..3 {
                let same_row = _mm256_cmpeq_epi32(all_rows[eight], row);
                let same_colour = _mm256_cmpeq_epi32(all_colours[eight], colour);
                mixed[eight] = _mm256_or_si256(mixed[eight], _mm256_andnot_si256(same_row, same_colour));
            }
        }
        (firsts, set_of_rows(mixed))
    }
}

/// Twin of [`super::partition::places`].
#[inline(always)]
pub fn places(_: Vector, rows: &[u32; 24], n: usize, colours: &[u16; 24]) -> [u16; 24] {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let counts = counts(rows);
        let degrees = [
            _mm256_cvtepu8_epi32(_mm256_castsi256_si128(counts)),
            _mm256_cvtepu8_epi32(_mm_srli_si128::<8>(_mm256_castsi256_si128(counts))),
            _mm256_cvtepu8_epi32(_mm256_extracti128_si256::<1>(counts)),
        ];
        let colours = widened(colours);
        let mut lanes = degrees;
        for k in 0..3 {
            let first = 8 * k as i32;
            let numbers = _mm256_add_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_epi32(first));
            let beyond = _mm256_cmpgt_epi32(numbers, _mm256_set1_epi32(n as i32 - 1));
            let rank = _mm256_or_si256(
                _mm256_sub_epi32(_mm256_set1_epi32(30), degrees[k]),
                _mm256_srli_epi32::<31>(beyond),
            );
            let word = _mm256_or_si256(_mm256_slli_epi32::<21>(rank), _mm256_slli_epi32::<5>(colours[k]));
            lanes[k] = _mm256_or_si256(word, numbers);
        }
        let words = stored(lanes);
        // Vertices that are none come last, by number; the last four nearly always are.
        let (asked, last) = if n > 20 { (24, 0) } else { (20, -1) };
        let last = _mm256_and_si256(_mm256_setr_epi32(0, 0, 0, 0, 0, 1, 2, 3), _mm256_set1_epi32(last));
        let mut before = [_mm256_setzero_si256(), _mm256_setzero_si256(), last];
        for word in &words[..asked] {
            let word = all(word);
            for k in 0..3 {
                before[k] = _mm256_sub_epi32(before[k], _mm256_cmpgt_epi32(lanes[k], word));
            }
        }
        let low = _mm256_packus_epi32(before[0], before[1]);
        let rest = _mm256_packus_epi32(before[2], before[2]);
        let (low, rest) = (
            _mm256_permute4x64_epi64::<0b11_01_10_00>(low),
            _mm256_permute4x64_epi64::<0b11_01_10_00>(rest),
        );
        stored_values([
            _mm256_castsi256_si128(low),
            _mm256_extracti128_si256::<1>(low),
            _mm256_castsi256_si128(rest),
        ])
    }
}

/// Twin of [`super::portable::reach`].
#[inline(always)]
pub fn reach(_: Vector, rows: &[u32; 24]) -> ([u32; 24], [u32; 24]) {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let (mut once, mut twice) = ([_mm256_setzero_si256(); 3], [_mm256_setzero_si256(); 3]);
        let mut bits = once;
        for k in 0..3 {
            let first = 8 * k as i32;
            let numbers = _mm256_add_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_epi32(first));
            bits[k] = _mm256_sllv_epi32(_mm256_set1_epi32(1), numbers);
        }
        // Empty rows change nothing, and the last four nearly always are.
        for row in &rows[..if rows[20..] == [0; 4] { 20 } else { 24 }] {
            let row = all(row);
            for k in 0..3 {
                let is_joined = _mm256_cmpeq_epi32(_mm256_and_si256(row, bits[k]), bits[k]);
                let through = _mm256_and_si256(row, is_joined);
                twice[k] = _mm256_or_si256(twice[k], _mm256_and_si256(once[k], through));
                once[k] = _mm256_or_si256(once[k], through);
            }
        }
        (stored(once), stored(twice))
    }
}

/// The first bit of the column of a vertex in a key.
const fn pairs_before(v: usize) -> usize {
    v * v.saturating_sub(1) / 2
}

/// Bytes of a key before the second of the two halves, of 16 bytes each, in which columns are looked for.
const SECOND_HALF: usize = 8;
/// Columns from this one on are in the second half.
const IN_SECOND: usize = 16;

/// For each column, the four bytes of a half of a key in which it begins; columns beyond those that a key has are
/// empty.
pub(super) const COLUMN_BYTES: [[u8; 32]; 3] = {
    let mut bytes = [[0x80; 32]; 3];
    let mut v = 0;
    while v < 20 {
        let from = pairs_before(v) / 8 - if v < IN_SECOND { 0 } else { SECOND_HALF };
        let mut i = 0;
        while i < 4 && from + i < 16 {
            bytes[v / 8][v % 8 * 4 + i] = (from + i) as u8;
            i += 1;
        }
        v += 1;
    }
    bytes
};

/// For each column, the bits before it in its first byte, and those that it has.
pub(super) const COLUMN_BITS: [[[u32; 8]; 3]; 2] = {
    let mut bits = [[[0; 8]; 3]; 2];
    let mut v = 0;
    while v < 20 {
        bits[0][v / 8][v % 8] = pairs_before(v) as u32 % 8;
        bits[1][v / 8][v % 8] = (1 << v) - 1;
        v += 1;
    }
    bits
};

/// Each value of four bits with its bits reversed.
const REVERSED: [u8; 16] = [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15];
/// Bytes in the other order.
const BACKWARDS: [u8; 16] = [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0];

/// The rows of the graph on at most 20 vertices with a key: its high half, then its low half.
#[inline(always)]
pub(super) unsafe fn registers_of_key([high, low]: [u128; 2]) -> [__m256i; 3] {
    let half = |half: u128| _mm_set_epi64x((half >> 64) as i64, half as i64);
    // Bytes in the key's order, and in each the first bit lowest.
    let key = _mm256_set_m128i(half(low), half(high));
    let twice = |bytes: &[u8; 16]| _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast()));
    let [lower, upper] = split(_mm256_shuffle_epi8(key, twice(&BACKWARDS)));
    let turned = twice(&REVERSED);
    let key = _mm256_or_si256(
        _mm256_slli_epi16::<4>(_mm256_shuffle_epi8(turned, lower)),
        _mm256_shuffle_epi8(turned, upper),
    );
    let first = _mm256_permute4x64_epi64::<0b01_00_01_00>(key);
    let second = _mm256_permute4x64_epi64::<0b10_01_10_01>(key);
    let mut columns = [first, first, second];
    for k in 0..3 {
        let bytes = _mm256_shuffle_epi8(columns[k], load(&COLUMN_BYTES[k]));
        let (shift, mask) = (&COLUMN_BITS[0][k], &COLUMN_BITS[1][k]);
        let shifted = _mm256_srlv_epi32(bytes, _mm256_loadu_si256(shift.as_ptr().cast()));
        columns[k] = _mm256_and_si256(shifted, _mm256_loadu_si256(mask.as_ptr().cast()));
    }
    let [a, b, c] = bytes_of_all(columns);
    let rows = [eight_turned(a), eight_turned(b), eight_turned(c)];
    [
        _mm256_or_si256(rows[0], columns[0]),
        _mm256_or_si256(rows[1], columns[1]),
        _mm256_or_si256(rows[2], columns[2]),
    ]
}

/// Twin of [`super::key::rows`], for at most 20 vertices.
#[inline(always)]
pub fn rows(_: Vector, key: [u128; 2]) -> [u32; 24] {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe { stored(registers_of_key(key)) }
}
