//! Signatures of two children at a time, lists of moves, and keys, for AVX-512.
//!
//! Signatures are made as in [`super::avx2`], a whole child in half a register. There a child takes 250 instructions,
//! here one of two takes 90. Four at a time made look-ups that were not needed: n = 13 took 2 % longer. In a key, what
//! went through memory stays in registers: which vertex is at a place, rows and columns in their order, and the bits of
//! the triangle.

// The private functions consist of intrinsics only: a block around each would add nothing.
#![allow(unsafe_op_in_unsafe_fn)]

use std::arch::x86_64::*;

use super::avx2;
use super::avx2_layout::{self, Layout};
use super::lanes::PairList;
use super::signature::{self, finished};
use super::vector::Long;

/// The lanes of sixteen vertices.
type Lanes = [u16; 16];

/// The shuffles of [`avx2::OF_PAIRS`], by plane, for two children.
const OF_PAIRS: [[[u8; 64]; 2]; 2] = {
    let [[low_first, low_last], [high_first, high_last]] = &avx2::OF_PAIRS;
    [
        [twice(low_first), twice(low_last)],
        [twice(high_first), twice(high_last)],
    ]
};

const fn twice(bytes: &[u8; 32]) -> [u8; 64] {
    let mut both = [0; 64];
    let mut at = 0;
    while at < 64 {
        both[at] = bytes[at % 32];
        at += 1;
    }
    both
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

#[inline(always)]
pub(super) unsafe fn load<T>(bytes: &T) -> __m512i {
    const { assert!(size_of::<T>() == 64) };
    _mm512_loadu_si512(std::ptr::from_ref(bytes).cast())
}

/// Sixteen lanes, twice.
#[inline(always)]
unsafe fn doubled(lanes: &Lanes) -> __m512i {
    _mm512_broadcast_i64x4(_mm256_loadu_si256(lanes.as_ptr().cast()))
}

/// The lanes of each child have its word of two: one vector for the first two of `words`, one for the last two.
#[inline(always)]
unsafe fn chosen(words: [u16; 4]) -> [__m512i; 2] {
    let [a, b, c, d] = words;
    let words = u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48;
    let words = _mm512_castsi128_si512(_mm_cvtsi64_si128(words as i64));
    [
        _mm512_permutexvar_epi16(load(&CHOICES[0]), words),
        _mm512_permutexvar_epi16(load(&CHOICES[1]), words),
    ]
}

#[inline(always)]
unsafe fn times(lanes: __m512i, by: u16) -> __m512i {
    _mm512_mullo_epi16(lanes, _mm512_set1_epi16(by as i16))
}

#[inline(always)]
unsafe fn united(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi64::<0xFE>(a, b, c)
}

/// Twin of the `stir` of [`super::colours`].
#[inline(always)]
unsafe fn stir(x: __m512i) -> __m512i {
    let x = _mm512_xor_si512(x, _mm512_srli_epi16::<7>(x));
    let x = times(x, signature::STIR[0]);
    let x = _mm512_xor_si512(x, _mm512_srli_epi16::<9>(x));
    let x = times(x, signature::STIR[1]);
    _mm512_xor_si512(x, _mm512_srli_epi16::<8>(x))
}

/// Adds bytes, or forms their union.
#[inline(always)]
unsafe fn combine<const UNITE: bool>(a: __m512i, b: __m512i) -> __m512i {
    if UNITE {
        _mm512_or_si512(a, b)
    } else {
        _mm512_add_epi8(a, b)
    }
}

#[inline(always)]
unsafe fn table<const UNITE: bool>(values: __m512i, [first, last]: &[[u8; 64]; 2]) -> __m512i {
    combine::<UNITE>(
        _mm512_shuffle_epi8(values, load(first)),
        _mm512_shuffle_epi8(values, load(last)),
    )
}

/// The tables of values by plane and by parity of the nibbles, made as in [`avx2::tables`].
#[inline(always)]
unsafe fn tables<const UNITE: bool>(values: __m512i) -> [[__m512i; 2]; 2] {
    let next = _mm512_srli_epi32::<16>(values);
    let twos = combine::<UNITE>(values, next);
    let even = _mm512_unpacklo_epi64(values, twos);
    let odd = _mm512_unpackhi_epi64(values, twos);
    let [low, high] = &OF_PAIRS;
    [
        [table::<UNITE>(even, low), table::<UNITE>(odd, low)],
        [table::<UNITE>(even, high), table::<UNITE>(odd, high)],
    ]
}

/// For each lane, the sum or the union of the values over the set `rows`.
#[inline(always)]
unsafe fn over_neighbours<const UNITE: bool>(tables: &[[__m512i; 2]; 2], rows: __m512i) -> __m512i {
    let planes = _mm512_permutexvar_epi8(load(&PLANES), rows);
    let nibble = _mm512_set1_epi8(0x0F);
    let even = _mm512_and_si512(planes, nibble);
    let odd = _mm512_and_si512(_mm512_srli_epi16::<4>(planes), nibble);
    let [low, high] = tables;
    let low = combine::<UNITE>(_mm512_shuffle_epi8(low[0], even), _mm512_shuffle_epi8(low[1], odd));
    let high = combine::<UNITE>(_mm512_shuffle_epi8(high[0], even), _mm512_shuffle_epi8(high[1], odd));
    // Partial results: of the even half registers, then of the odd ones; of lanes 0 to 7, then 8 to 15.
    let (front, back) = (_mm512_unpacklo_epi8(low, high), _mm512_unpackhi_epi8(low, high));
    combine::<UNITE>(
        _mm512_permutex2var_epi64(front, _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13), back),
        _mm512_permutex2var_epi64(front, _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15), back),
    )
}

#[inline(always)]
unsafe fn products(word: __m512i, turned: __m512i, add: u32, flip: u32) -> __m512i {
    let a = _mm512_add_epi32(word, _mm512_set1_epi32(add as i32));
    let b = _mm512_xor_si512(turned, _mm512_set1_epi32(flip as i32));
    _mm512_add_epi64(
        _mm512_mul_epu32(a, b),
        _mm512_mul_epu32(_mm512_srli_epi64::<32>(a), _mm512_srli_epi64::<32>(b)),
    )
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

/// Twin of [`super::portable::pairs`], without a branch.
#[inline(always)]
pub fn pairs(_: Long, sets: &Lanes, list: &mut PairList) -> usize {
    // SAFETY: a `Long` proves that the processor has these.
    unsafe { pairs_of(sets, list) }
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512cd,gfni,avx2,bmi1,bmi2,lzcnt,popcnt"
)]
unsafe fn pairs_of(sets: &Lanes, list: &mut PairList) -> usize {
    let mut count = 0;
    for (two, pairs) in PAIRS.iter().enumerate() {
        let set = u32::from(sets[2 * two]) | u32::from(sets[2 * two + 1]) << 16;
        let found = _mm512_maskz_compress_epi16(set, load(pairs));
        let place: &mut [[u8; 2]; 32] = list[count..].first_chunk_mut().expect("room for a register");
        _mm512_storeu_si512(place.as_mut_ptr().cast(), found);
        count += set.count_ones() as usize;
    }
    count
}

/// Twin of [`super::portable::closing_first`].
#[inline(always)]
pub fn closing_first(_: Long, rows: &Lanes, far: &Lanes, list: &mut PairList, count: usize) {
    // SAFETY: a `Long` proves that the processor has these.
    unsafe { closing_first_of(rows, far, list, count) }
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512cd,gfni,avx2,bmi1,bmi2,lzcnt,popcnt"
)]
unsafe fn closing_first_of(rows: &Lanes, far: &Lanes, list: &mut PairList, count: usize) {
    let first: &mut [[u8; 2]; 32] = list.first_chunk_mut().expect("room for a register");
    let there = !0u32 >> (32 - count.clamp(1, 32));
    let (rows, far) = (doubled(rows), doubled(far));
    let pairs = load(first);
    let seconds = _mm512_srli_epi16::<8>(pairs);
    let closed = _mm512_maskz_add_epi16(there, met(pairs, rows, seconds, far), met(seconds, rows, pairs, far));
    let most = _mm256_max_epu16(_mm512_castsi512_si256(closed), _mm512_extracti64x4_epi64::<1>(closed));
    let most = _mm_max_epu16(_mm256_castsi256_si128(most), _mm256_extracti128_si256::<1>(most));
    let most = !_mm_cvtsi128_si32(_mm_minpos_epu16(_mm_xor_si128(most, _mm_set1_epi16(-1))));
    let many = _mm512_mask_cmpge_epu16_mask(there, _mm512_add_epi16(closed, closed), _mm512_set1_epi16(most as i16));
    let few = _mm512_maskz_compress_epi16(!many, pairs);
    let behind = u32::MAX.checked_shl(many.count_ones()).unwrap_or(0);
    let ordered = _mm512_mask_expand_epi16(_mm512_maskz_compress_epi16(many, pairs), behind, few);
    _mm512_storeu_si512(first.as_mut_ptr().cast(), ordered);
}

/// For each word, the number of vertices that are in both sets, of the vertices that its lowest four bits name.
#[inline(always)]
unsafe fn met(a: __m512i, sets_a: __m512i, b: __m512i, sets_b: __m512i) -> __m512i {
    let (a, b) = (_mm512_permutexvar_epi16(a, sets_a), _mm512_permutexvar_epi16(b, sets_b));
    _mm512_popcnt_epi16(_mm512_and_si512(a, b))
}

/// Returns the signatures of a graph with one more edge, for two such edges between far vertices.
#[inline(always)]
pub fn signatures(_: Long, rows: &Lanes, far: &Lanes, edges: [[u8; 2]; 2]) -> [u64; 2] {
    // SAFETY: a `Long` proves that the processor has these.
    unsafe { signatures_of_two(rows, far, edges) }
}

#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512cd,gfni,avx2,bmi1,bmi2,lzcnt,popcnt"
)]
unsafe fn signatures_of_two(rows: &Lanes, far: &Lanes, edges: [[u8; 2]; 2]) -> [u64; 2] {
    let [[x, y], [z, w]] = edges.map(|[x, y]| [usize::from(x) % 16, usize::from(y) % 16]);
    let (old, old_far) = (doubled(rows), doubled(far));
    // The ends; what each end is now joined to, or near.
    let [ends, others] = chosen([1 << x, 1 << z, 1 << y, 1 << w]);
    let [near_ends, near_others] = chosen([rows[y] | 1 << y, rows[w] | 1 << w, rows[x] | 1 << x, rows[z] | 1 << z]);
    let (at_end, at_other) = (1 << x | 1 << (16 + z), 1 << y | 1 << (16 + w));
    let rows = united(
        old,
        _mm512_maskz_mov_epi16(at_end, others),
        _mm512_maskz_mov_epi16(at_other, ends),
    );
    let near = united(
        _mm512_maskz_mov_epi16(_mm512_test_epi16_mask(old, others), ends),
        _mm512_maskz_mov_epi16(_mm512_test_epi16_mask(old, ends), others),
        _mm512_maskz_mov_epi16(at_end, near_ends),
    );
    let near = _mm512_or_si512(near, _mm512_maskz_mov_epi16(at_other, near_others));
    let far = _mm512_andnot_si512(near, old_far);

    signatures_from(rows, far)
}

/// The first colours: degrees and numbers of far vertices.
#[inline(always)]
unsafe fn first(rows: __m512i, far: __m512i) -> __m512i {
    let counts = _mm512_or_si512(
        _mm512_popcnt_epi16(rows),
        _mm512_slli_epi16::<8>(_mm512_popcnt_epi16(far)),
    );
    stir(times(counts, signature::DEGREES))
}

/// The sums of colours over neighbours and over far vertices.
#[inline(always)]
unsafe fn sums(rows: __m512i, far: __m512i, colours: __m512i) -> [__m512i; 2] {
    let tables = tables::<false>(colours);
    [
        over_neighbours::<false>(&tables, rows),
        over_neighbours::<false>(&tables, far),
    ]
}

#[inline(always)]
unsafe fn mixed(own: __m512i, [edge, away]: [__m512i; 2]) -> __m512i {
    stir(_mm512_add_epi16(
        _mm512_add_epi16(times(edge, signature::EDGE), times(away, signature::AWAY)),
        _mm512_shldi_epi16::<5>(own, own),
    ))
}

/// The signatures of two graphs.
#[inline(always)]
unsafe fn signatures_from(rows: __m512i, far: __m512i) -> [u64; 2] {
    let first = first(rows, far);
    let [edge, away] = sums(rows, far, first);
    let colours = mixed(first, [edge, away]);
    let others = _mm512_add_epi16(
        _mm512_add_epi16(times(edge, signature::OTHER_EDGE), times(away, signature::OTHER_AWAY)),
        _mm512_xor_si512(first, _mm512_set1_epi16(signature::OTHER_OWN as i16)),
    );
    let (add, flip) = (signature::ADDED, signature::FLIPPED);
    let sum = _mm512_add_epi64(
        products(
            _mm512_unpacklo_epi16(colours, others),
            _mm512_unpacklo_epi16(others, colours),
            add,
            flip,
        ),
        products(
            _mm512_unpackhi_epi16(colours, others),
            _mm512_unpackhi_epi16(others, colours),
            add,
            flip,
        ),
    );
    let sum = _mm512_add_epi64(sum, _mm512_shuffle_i64x2::<0b10_11_00_01>(sum, sum));
    let sum = _mm512_add_epi64(sum, _mm512_permutex_epi64::<0b10_11_00_01>(sum));
    let one = _mm_cvtsi128_si64(_mm512_castsi512_si128(sum));
    let two = _mm_cvtsi128_si64(_mm512_extracti32x4_epi32::<2>(sum));
    // Stored one by one they would be loaded together, for which the processor waits.
    let both = _mm_set_epi64x(finished(two as u64) as i64, finished(one as u64) as i64);
    let mut signatures = [0; 2];
    _mm_storeu_si128(signatures.as_mut_ptr().cast(), both);
    signatures
}

/// The signatures of the graphs with these rows and far pairs.
#[inline(always)]
pub fn signatures_of(_: Long, rows: [&Lanes; 2], far: [&Lanes; 2]) -> [u64; 2] {
    // SAFETY: a `Long` proves that the processor has these.
    unsafe { signatures_of_graphs(rows, far) }
}

#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512cd,gfni,avx2,bmi1,bmi2,lzcnt,popcnt"
)]
unsafe fn signatures_of_graphs(rows: [&Lanes; 2], far: [&Lanes; 2]) -> [u64; 2] {
    signatures_from(both(rows), both(far))
}

/// The lanes of two graphs.
#[inline(always)]
unsafe fn both([a, b]: [&Lanes; 2]) -> __m512i {
    _mm512_inserti64x4::<1>(_mm512_castsi256_si512(half(a)), half(b))
}

/// The signatures of the graphs with two keys.
#[inline(always)]
pub fn two_signatures(_: Long, n: usize, keys: [u128; 2]) -> [u64; 2] {
    // SAFETY: a `Long` proves that the processor has these.
    unsafe { two_signatures_of(n, keys) }
}

#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512cd,gfni,avx2,bmi1,bmi2,lzcnt,popcnt"
)]
unsafe fn two_signatures_of(n: usize, keys: [u128; 2]) -> [u64; 2] {
    let rows = two_rows(keys);
    let once = over_neighbours::<true>(&tables::<true>(rows), rows);
    let lanes = _mm512_maskz_set1_epi16(((1u32 << n) - 1) * 0x1_0001, ((1u32 << n) - 1) as i16);
    let near = united(rows, once, doubled(&avx2::BITS));
    signatures_from(rows, _mm512_andnot_si512(near, lanes))
}

/// The rows of the graphs with two keys.
#[inline(always)]
unsafe fn two_rows([a, b]: [u128; 2]) -> __m512i {
    let words = |key: u128| [key as i64, (key >> 64) as i64];
    let ([a0, a1], [b0, b1]) = (words(a), words(b));
    let keys = _mm512_setr_epi64(a0, a1, a0, a1, b0, b1, b0, b1);
    // The bit of vertex 0 is on top.
    let columns = _mm512_packus_epi32(columns_of(keys, 0), columns_of(keys, 1));
    let units = _mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64);
    let reversed = _mm512_gf2p8affine_epi64_epi8::<0>(columns, units);
    let swap = _mm512_broadcast_i32x4(_mm_loadu_si128(avx2::SWAPPED.as_ptr().cast()));
    let below = _mm512_shuffle_epi8(reversed, swap);
    let blocks = _mm512_permutexvar_epi8(load(&TWO_BLOCKS), below);
    let turned = _mm512_gf2p8affine_epi64_epi8::<0>(units, blocks);
    _mm512_or_si512(below, _mm512_permutexvar_epi8(load(&OF_TWO_BLOCKS), turned))
}

/// Half of the columns of the graphs with two keys, in words.
#[inline(always)]
unsafe fn columns_of(keys: __m512i, part: usize) -> __m512i {
    let twice = |bytes: __m256i| _mm512_broadcast_i64x4(bytes);
    let bytes = _mm512_shuffle_epi8(keys, twice(half(&avx2::COLUMN_BYTES[part])));
    let shift = twice(half(&avx2::COLUMN_BITS[0][part]));
    let mask = twice(half(&avx2::COLUMN_BITS[1][part]));
    _mm512_srli_epi32::<16>(_mm512_and_si512(_mm512_sllv_epi32(bytes, shift), mask))
}

const fn for_two(bytes: &[u8; 32]) -> [u8; 64] {
    let mut both = [0; 64];
    let mut at = 0;
    while at < 64 {
        both[at] = bytes[at % 32] + (at / 32 * 32) as u8;
        at += 1;
    }
    both
}

const TWO_BLOCKS: [u8; 64] = for_two(&BLOCKS);
const OF_TWO_BLOCKS: [u8; 64] = for_two(&OF_BLOCKS);

/// For each byte of the four blocks of eight rows and eight columns, its place in the matrix: the last row of a block
/// first, as the instruction below wants it.
const BLOCKS: [u8; 32] = {
    let mut bytes = [0; 32];
    let mut at = 0;
    while at < 32 {
        let (block, row) = (at / 8, 7 - at % 8);
        bytes[at] = (2 * (8 * (block % 2) + row) + block / 2) as u8;
        at += 1;
    }
    bytes
};

/// For each byte of the transposed matrix, its place in the transposed blocks.
const OF_BLOCKS: [u8; 32] = {
    let mut bytes = [0; 32];
    let mut at = 0;
    while at < 32 {
        let row = at / 2;
        bytes[at] = (16 * (row / 8) + 8 * (at % 2) + row % 8) as u8;
        at += 1;
    }
    bytes
};

#[inline(always)]
pub(super) unsafe fn half<T>(bytes: &T) -> __m256i {
    const { assert!(size_of::<T>() == 32) };
    _mm256_loadu_si256(std::ptr::from_ref(bytes).cast())
}

/// Transposes a matrix: the products of the blocks with the unit vectors are their columns.
#[inline(always)]
unsafe fn transposed(rows: __m256i) -> __m256i {
    let blocks = _mm256_permutexvar_epi8(half(&BLOCKS), rows);
    let units = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
    let turned = _mm256_gf2p8affine_epi64_epi8::<0>(units, blocks);
    _mm256_permutexvar_epi8(half(&OF_BLOCKS), turned)
}

/// Returns the vertex at each place, the first one of several; 15 where there is none.
#[inline(always)]
unsafe fn at_places(places: __m256i) -> __m256i {
    let one = _mm256_set1_epi16(1);
    let vertices = transposed(_mm256_sllv_epi16(one, places));
    let before = _mm256_andnot_si256(vertices, _mm256_sub_epi16(vertices, one));
    _mm256_min_epu16(_mm256_popcnt_epi16(before), _mm256_set1_epi16(15))
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
const DOWN: Lanes = [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0];

/// The bits of the keys of graphs laid out from these places, as [`super::key::of_columns`] makes them of
/// [`super::layout::columns`]; `None` when one has more than [`avx2_layout::STEPS`] vertices after the neighbours of
/// the first.
#[inline(always)]
pub fn keys<const N: usize>(_: Long, rows: [&Lanes; N], n: usize, places: [&Lanes; N]) -> Option<[u128; N]> {
    // SAFETY: a `Long` proves that the processor has these.
    unsafe { keys_of(rows, n, places) }
}

#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512cd,gfni,avx2,bmi1,bmi2,lzcnt,popcnt"
)]
unsafe fn keys_of<const N: usize>(rows: [&Lanes; N], n: usize, places: [&Lanes; N]) -> Option<[u128; N]> {
    // Loops, not closures: those would be compiled without the vector unit.
    let mut layouts = [started(rows[0], n, places[0]); N];
    for at in 0..N {
        layouts[at] = started(rows[at], n, places[at]);
        if layouts[at].steps() > avx2_layout::STEPS {
            return None;
        }
    }
    let laid = avx2_layout::laid_out(layouts);
    let mut keys = [0; N];
    for at in 0..N {
        keys[at] = laid_key(half(rows[at]), laid[at]);
    }
    Some(keys)
}

#[inline(always)]
unsafe fn started(rows: &Lanes, n: usize, places: &Lanes) -> Layout {
    let vertex = at_places(half(places));
    let first = _mm256_cvtsi256_si32(vertex) as usize & 0xF;
    let start = (first, rows[first]);
    Layout::new(half(rows), n, start, half(places), _mm256_cvtepi16_epi8(vertex))
}

/// The bits of the key of a graph from the places of its layout.
#[inline(always)]
unsafe fn laid_key(rows: __m256i, laid: __m256i) -> u128 {
    // Rows by place, then columns: a row of a symmetric matrix is a column too. Place 0 is on top.
    let vertex = _mm256_permutexvar_epi16(half(&DOWN), at_places(laid));
    let moved = _mm256_permutexvar_epi16(vertex, transposed(_mm256_permutexvar_epi16(vertex, rows)));
    let low = _mm256_castsi256_si128(moved);
    let high = _mm256_extracti128_si256::<1>(moved);
    let bits = |word: i64, at: usize| u128::from(_pext_u64(word as u64, TRIANGLE[at]));
    bits(_mm_extract_epi64::<1>(high), 3) << 122
        | bits(_mm_cvtsi128_si64(high), 2) << 100
        | bits(_mm_extract_epi64::<1>(low), 1) << 62
        | bits(_mm_cvtsi128_si64(low), 0) << 8
}

/// Twin of [`super::portable::component`].
#[inline(always)]
pub fn component(_: Long, sets: &Lanes, joined: &Lanes, first: usize, from: u16) -> Lanes {
    // SAFETY: a `Long` proves that the processor has these.
    unsafe { component_of(sets, joined, first, from) }
}

#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512cd,gfni,avx2,bmi1,bmi2,lzcnt,popcnt"
)]
unsafe fn component_of(sets: &Lanes, joined: &Lanes, first: usize, from: u16) -> Lanes {
    let (sets, tables) = (half(sets), avx2::tables::<true>(half(joined)));
    let mut part = _mm256_maskz_set1_epi16(1 << (first % 16), from as i16);
    loop {
        let reached = _mm256_and_si256(avx2::over_neighbours::<true>(tables, avx2::nibbles(part)), sets);
        let grown = _mm256_or_si256(part, reached);
        let grown = _mm256_or_si256(grown, transposed(grown));
        if _mm256_cmpneq_epi64_mask(grown, part) == 0 {
            return avx2::store(grown);
        }
        part = grown;
    }
}

/// Twin of [`super::portable::settled`]: the processor compares each word with those before it.
#[inline(always)]
pub fn settled(_: Long, rows: &Lanes, colours: &Lanes) -> (u16, bool) {
    // SAFETY: a `Long` proves that the processor has these.
    unsafe { settled_of(rows, colours) }
}

#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512cd,gfni,avx2,bmi1,bmi2,lzcnt,popcnt"
)]
unsafe fn settled_of(rows: &Lanes, colours: &Lanes) -> (u16, bool) {
    let twins = _mm512_conflict_epi32(_mm512_cvtepu16_epi32(half(rows)));
    let alike = _mm512_conflict_epi32(_mm512_cvtepu16_epi32(half(colours)));
    let mixed = _mm512_andnot_si512(twins, alike);
    (
        _mm512_testn_epi32_mask(twins, twins),
        _mm512_test_epi32_mask(mixed, mixed) == 0,
    )
}
