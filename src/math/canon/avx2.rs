//! The loops over all rows of a graph on at most 16 vertices, by hand for AVX2.
//!
//! The matrix is one register of sixteen 16-bit lanes. Sums and unions over neighbours use the method of four Russians:
//! for each group of four vertices a table of the sixteen possible results fits half a register, and a byte shuffle
//! looks up all rows at once. Every function here has a portable twin in [`super::portable`] that gives the same.
//!
//! The functions for other modules take a [`Vector`], which proves that the processor has AVX2; the private ones are
//! unsafe because they need that proof too. All are inlined into functions compiled for AVX2.

// The private functions consist of intrinsics only: a block around each would add nothing.
#![allow(unsafe_op_in_unsafe_fn)]

use std::arch::x86_64::*;

use super::lanes::PairList;
use super::portable::{AT_FRONT, to_front};
use super::vector::Vector;

/// Sixteen lanes of 16 bits.
pub(super) type Lanes = [u16; 16];

/// Number of bits of each nibble.
pub(super) const COUNT: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

#[inline(always)]
pub(super) unsafe fn load(lanes: &Lanes) -> __m256i {
    _mm256_loadu_si256(lanes.as_ptr().cast())
}

#[inline(always)]
pub(super) unsafe fn store(lanes: __m256i) -> Lanes {
    let mut result = [0; 16];
    _mm256_storeu_si256(result.as_mut_ptr().cast(), lanes);
    result
}

#[inline(always)]
pub(super) unsafe fn bytes(bytes: &[u8; 32]) -> __m256i {
    _mm256_loadu_si256(bytes.as_ptr().cast())
}

/// Returns the low bytes of all lanes, then the high bytes.
#[inline(always)]
pub(super) unsafe fn planes(lanes: __m256i) -> __m256i {
    let low = _mm256_and_si256(lanes, _mm256_set1_epi16(0xFF));
    let packed = _mm256_packus_epi16(low, _mm256_srli_epi16::<8>(lanes));
    _mm256_permute4x64_epi64::<0b11_01_10_00>(packed)
}

/// Rows as indices of the tables: nibbles 0 and 2, and 1 and 3.
#[derive(Clone, Copy)]
pub(super) struct Nibbles {
    even: __m256i,
    odd: __m256i,
}

#[inline(always)]
pub(super) unsafe fn nibbles(rows: __m256i) -> Nibbles {
    let planes = planes(rows);
    let four = _mm256_set1_epi8(0x0F);
    Nibbles {
        even: _mm256_and_si256(planes, four),
        odd: _mm256_and_si256(_mm256_srli_epi16::<4>(planes), four),
    }
}

/// Adds bytes, or forms their union.
#[inline(always)]
unsafe fn combine<const UNITE: bool>(a: __m256i, b: __m256i) -> __m256i {
    if UNITE {
        _mm256_or_si256(a, b)
    } else {
        _mm256_add_epi8(a, b)
    }
}

/// For four vertices, of which bytes 0 to 7 have the values and bytes 8 to 15 the results of the first two and, four
/// bytes on, of the last two: the byte, low or high by `plane`, of the first two (`pair` 0) or the last two, by the
/// index of a table.
const fn of_pair(plane: usize, pair: usize) -> [u8; 32] {
    let mut bytes = [0x80; 32];
    let mut at = 0;
    while at < 32 {
        match (at % 16) >> (2 * pair) & 3 {
            0 => {}
            3 => bytes[at] = (8 + 4 * pair + plane) as u8,
            one => bytes[at] = (2 * (2 * pair + one - 1) + plane) as u8,
        }
        at += 1;
    }
    bytes
}

/// By plane, low bytes first: the first two and the last two.
pub(super) const OF_PAIRS: [[[u8; 32]; 2]; 2] = [[of_pair(0, 0), of_pair(0, 1)], [of_pair(1, 0), of_pair(1, 1)]];

/// Returns the result of each value of a nibble for one byte of its vertices, from what [`OF_PAIRS`] reads.
#[inline(always)]
pub(super) unsafe fn half_table<const UNITE: bool>(values: __m256i, of: &[[u8; 32]; 2]) -> __m256i {
    combine::<UNITE>(
        _mm256_shuffle_epi8(values, bytes(&of[0])),
        _mm256_shuffle_epi8(values, bytes(&of[1])),
    )
}

/// Tables for the low and the high bytes of one lane per vertex.
#[derive(Clone, Copy)]
pub(super) struct Tables {
    pub low: [__m256i; 2],
    pub high: [__m256i; 2],
}

/// Two lookups make an entry, not four: results of two vertices are among what is looked up.
#[inline(always)]
pub(super) unsafe fn tables<const UNITE: bool>(lanes: __m256i) -> Tables {
    let [low, high] = &OF_PAIRS;
    let twos = combine::<UNITE>(lanes, _mm256_srli_epi32::<16>(lanes));
    let (even, odd) = (_mm256_unpacklo_epi64(lanes, twos), _mm256_unpackhi_epi64(lanes, twos));
    Tables {
        low: [half_table::<UNITE>(even, low), half_table::<UNITE>(odd, low)],
        high: [half_table::<UNITE>(even, high), half_table::<UNITE>(odd, high)],
    }
}

#[inline(always)]
unsafe fn look_up<const UNITE: bool>(table: [__m256i; 2], at: Nibbles) -> __m256i {
    combine::<UNITE>(
        _mm256_shuffle_epi8(table[0], at.even),
        _mm256_shuffle_epi8(table[1], at.odd),
    )
}

/// Twin of [`super::portable::closing_first`].
#[inline(always)]
pub fn closing_first(_: Vector, rows: &Lanes, far: &Lanes, list: &mut PairList, count: usize) {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let [firsts, seconds] = ends(list);
        let (rows, far) = (planes(load(rows)), planes(load(far)));
        let closed = _mm256_add_epi8(common(rows, firsts, far, seconds), common(rows, seconds, far, firsts));
        most_first(list, count, [firsts, seconds], closed);
    }
}

/// The first vertices of the first pairs of a list, a byte for each pair, and the second ones.
#[inline(always)]
pub(super) unsafe fn ends(list: &PairList) -> [__m256i; 2] {
    let pairs: *const __m256i = list.as_ptr().cast();
    let front = planes(_mm256_loadu_si256(pairs));
    let back = planes(_mm256_loadu_si256(pairs.add(1)));
    [
        _mm256_permute2x128_si256::<0x20>(front, back),
        _mm256_permute2x128_si256::<0x31>(front, back),
    ]
}

/// Moves to the front of a list those of its first pairs, with these ends, whose byte of `closed` is at least half of
/// the largest.
#[inline(always)]
pub(super) unsafe fn most_first(list: &mut PairList, count: usize, [firsts, seconds]: [__m256i; 2], closed: __m256i) {
    let there = _mm256_cmpgt_epi8(_mm256_set1_epi8(count.min(AT_FRONT) as i8), bytes(&BYTES));
    let closed = _mm256_and_si256(closed, there);
    let half = _mm_max_epu8(_mm256_castsi256_si128(closed), _mm256_extracti128_si256::<1>(closed));
    let missing = _mm_xor_si128(half, _mm_set1_epi8(-1));
    let missing = _mm_minpos_epu16(_mm_min_epu8(missing, _mm_srli_epi16::<8>(missing)));
    let most = _mm256_xor_si256(_mm256_broadcastb_epi8(missing), _mm256_set1_epi8(-1));
    let doubled = _mm256_add_epi8(closed, closed);
    let many = _mm256_cmpeq_epi8(_mm256_max_epu8(doubled, most), doubled);
    let many = _mm256_movemask_epi8(_mm256_and_si256(many, there)) as u32;
    if count > AT_FRONT {
        return to_front(list, many);
    }
    // Each stretch overwrites what the one before has behind its last pair.
    let mut at = 0;
    for chosen in [many, !many] {
        at = put(
            _mm256_castsi256_si128(firsts),
            _mm256_castsi256_si128(seconds),
            chosen as u16,
            list,
            at,
        );
        at = put(
            _mm256_extracti128_si256::<1>(firsts),
            _mm256_extracti128_si256::<1>(seconds),
            (chosen >> 16) as u16,
            list,
            at,
        );
    }
}

/// Puts those of sixteen pairs that are chosen in a list, from place `at` on; returns the place behind them. A nibble
/// of a word has the number of a pair.
#[inline(always)]
unsafe fn put(firsts: __m128i, seconds: __m128i, chosen: u16, list: &mut PairList, at: usize) -> usize {
    const LOW: u64 = 0x0F0F_0F0F_0F0F_0F0F;
    let nibbles = _pdep_u64(chosen.into(), 0x1111_1111_1111_1111) * 0xF;
    let numbers = _pext_u64(0xFEDC_BA98_7654_3210, nibbles);
    let numbers = _mm_set_epi64x(_pdep_u64(numbers >> 32, LOW) as i64, _pdep_u64(numbers, LOW) as i64);
    let (firsts, seconds) = (_mm_shuffle_epi8(firsts, numbers), _mm_shuffle_epi8(seconds, numbers));
    let place: &mut [[u8; 2]; 16] = list[at..].first_chunk_mut().expect("room for a register");
    let place: *mut __m128i = place.as_mut_ptr().cast();
    _mm_storeu_si128(place, _mm_unpacklo_epi8(firsts, seconds));
    _mm_storeu_si128(place.add(1), _mm_unpackhi_epi8(firsts, seconds));
    at + chosen.count_ones() as usize
}

/// Byte `i` is `i`.
const BYTES: [u8; 32] = {
    let mut bytes = [0; 32];
    let mut at = 0;
    while at < 32 {
        bytes[at] = at as u8;
        at += 1;
    }
    bytes
};

/// For each byte, the number of vertices in both the set of vertex `a` in `sets_a` and that of `b` in `sets_b`.
#[inline(always)]
unsafe fn common(sets_a: __m256i, a: __m256i, sets_b: __m256i, b: __m256i) -> __m256i {
    let low = _mm256_and_si256(
        _mm256_shuffle_epi8(_mm256_permute2x128_si256::<0x00>(sets_a, sets_a), a),
        _mm256_shuffle_epi8(_mm256_permute2x128_si256::<0x00>(sets_b, sets_b), b),
    );
    let high = _mm256_and_si256(
        _mm256_shuffle_epi8(_mm256_permute2x128_si256::<0x11>(sets_a, sets_a), a),
        _mm256_shuffle_epi8(_mm256_permute2x128_si256::<0x11>(sets_b, sets_b), b),
    );
    _mm256_add_epi8(bits(low), bits(high))
}

/// For each byte, its number of bits.
#[inline(always)]
pub(super) unsafe fn bits(of: __m256i) -> __m256i {
    let count = _mm256_broadcastsi128_si256(_mm_loadu_si128(COUNT.as_ptr().cast()));
    let four = _mm256_set1_epi8(0x0F);
    _mm256_add_epi8(
        _mm256_shuffle_epi8(count, _mm256_and_si256(of, four)),
        _mm256_shuffle_epi8(count, _mm256_and_si256(_mm256_srli_epi16::<4>(of), four)),
    )
}

/// Lanes from partial results for their low and high bytes: those of nibbles 0 and 1, then those of 2 and 3.
#[inline(always)]
pub(super) unsafe fn join<const UNITE: bool>(low: __m256i, high: __m256i) -> __m256i {
    let (first, second) = (_mm256_unpacklo_epi8(low, high), _mm256_unpackhi_epi8(low, high));
    combine::<UNITE>(
        _mm256_permute2x128_si256::<0x20>(first, second),
        _mm256_permute2x128_si256::<0x31>(first, second),
    )
}

#[inline(always)]
pub(super) unsafe fn over_neighbours<const UNITE: bool>(tables: Tables, at: Nibbles) -> __m256i {
    join::<UNITE>(look_up::<UNITE>(tables.low, at), look_up::<UNITE>(tables.high, at))
}

/// Twin of [`super::portable::unions`].
#[inline(always)]
pub fn unions(_: Vector, rows: &Lanes, sets: &Lanes) -> Lanes {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe { store(over_neighbours::<true>(tables::<true>(load(sets)), nibbles(load(rows)))) }
}

/// Twin of [`super::portable::sums`].
#[inline(always)]
pub fn sums(_: Vector, rows: &Lanes, far: &Lanes, colours: &Lanes) -> (Lanes, Lanes) {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let tables = tables::<false>(load(colours));
        (
            store(over_neighbours::<false>(tables, nibbles(load(rows)))),
            store(over_neighbours::<false>(tables, nibbles(load(far)))),
        )
    }
}

/// Numbers of vertices in sets, to be joined.
#[inline(always)]
pub(super) unsafe fn counts(sets: Nibbles) -> __m256i {
    let count = twice(&COUNT);
    look_up::<false>([count, count], sets)
}

/// Twin of [`super::portable::degrees`].
#[inline(always)]
pub fn degrees(_: Vector, rows: &Lanes, far: &Lanes) -> Lanes {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe { store(join::<false>(counts(nibbles(load(rows))), counts(nibbles(load(far))))) }
}

/// Returns the sum of `(word + add) * (turned ^ flip)` over the eight halves.
#[inline(always)]
pub(super) unsafe fn products(word: __m256i, turned: __m256i, add: u32, flip: u32) -> __m256i {
    let a = _mm256_add_epi32(word, _mm256_set1_epi32(add as i32));
    let b = _mm256_xor_si256(turned, _mm256_set1_epi32(flip as i32));
    _mm256_add_epi64(
        _mm256_mul_epu32(a, b),
        _mm256_mul_epu32(_mm256_srli_epi64::<32>(a), _mm256_srli_epi64::<32>(b)),
    )
}

/// The products of sixteen lanes, to be added.
#[inline(always)]
pub(super) unsafe fn products_of_sixteen(low: __m256i, high: __m256i, add: u32, flip: u32) -> __m256i {
    _mm256_add_epi64(
        products(
            _mm256_unpacklo_epi16(low, high),
            _mm256_unpacklo_epi16(high, low),
            add,
            flip,
        ),
        products(
            _mm256_unpackhi_epi16(low, high),
            _mm256_unpackhi_epi16(high, low),
            add,
            flip,
        ),
    )
}

/// The sum of four words.
#[inline(always)]
pub(super) unsafe fn total(words: __m256i) -> u64 {
    let sum = _mm_add_epi64(_mm256_castsi256_si128(words), _mm256_extracti128_si256::<1>(words));
    (_mm_cvtsi128_si64(sum) as u64).wrapping_add(_mm_extract_epi64::<1>(sum) as u64)
}

/// Twin of [`super::portable::sum_of_products`].
#[inline(always)]
pub fn sum_of_products(_: Vector, low: &Lanes, high: &Lanes, add: u32, flip: u32) -> u64 {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe { total(products_of_sixteen(load(low), load(high), add, flip)) }
}

/// Lane `v` has the number `v`.
const NUMBERS: Lanes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// Lane `v` has bit `v`.
pub(super) const BITS: Lanes = {
    let mut bits = [0; 16];
    let mut v = 0;
    while v < 16 {
        bits[v] = 1 << v;
        v += 1;
    }
    bits
};

/// All ones in the lanes after each vertex.
const AFTER: [Lanes; 16] = {
    let mut after = [[0; 16]; 16];
    let mut w = 0;
    while w < 16 {
        let mut v = w + 1;
        while v < 16 {
            after[w][v] = u16::MAX;
            v += 1;
        }
        w += 1;
    }
    after
};

/// The bytes for a shuffle that copies one of eight lanes to all lanes of a half register.
const SPREAD: [[u8; 32]; 8] = {
    let mut spread = [[0; 32]; 8];
    let mut at = 0;
    while at < 8 * 32 {
        spread[at / 32][at % 32] = (at / 32 * 2 + at % 2) as u8;
        at += 1;
    }
    spread
};

#[inline(always)]
pub(super) unsafe fn halves(lanes: __m256i) -> (__m128i, __m128i) {
    (_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes))
}

/// Returns each half of `lanes` twice.
#[inline(always)]
pub(super) unsafe fn doubled(lanes: __m256i) -> [__m256i; 2] {
    [
        _mm256_permute2x128_si256::<0x00>(lanes, lanes),
        _mm256_permute2x128_si256::<0x11>(lanes, lanes),
    ]
}

/// Copies lane `v` of the [`doubled`] lanes to all lanes.
#[inline(always)]
pub(super) unsafe fn spread(doubled: [__m256i; 2], v: usize) -> __m256i {
    _mm256_shuffle_epi8(doubled[v / 8], bytes(&SPREAD[v % 8]))
}

/// Sets all ones in the lanes of the vertices of a set, which is in every lane of `set`.
#[inline(always)]
pub(super) unsafe fn lanes_of(set: __m256i) -> __m256i {
    let bits = load(&BITS);
    _mm256_cmpeq_epi16(_mm256_and_si256(set, bits), bits)
}

/// Returns the vertices whose lanes are ones.
#[inline(always)]
unsafe fn set_of(lanes: __m256i) -> u16 {
    let (low, high) = halves(lanes);
    _mm_movemask_epi8(_mm_packs_epi16(low, high)) as u16
}

/// Returns the rows whose bits are the top bits of all bytes, then the next ones, and so on: those of the low bytes in
/// the low half of each word.
#[inline(always)]
unsafe fn top_bits(mut planes: __m256i) -> [i32; 8] {
    let mut rows = [0; 8];
    for row in &mut rows {
        *row = _mm256_movemask_epi8(planes);
        planes = _mm256_add_epi8(planes, planes);
    }
    rows
}

/// Transposes a matrix, whose low bytes come first.
#[inline(always)]
unsafe fn transposed_planes(planes: __m256i) -> __m256i {
    let [a, b, c, d, e, f, g, h] = top_bits(planes);
    let pairs = _mm256_setr_epi32(h, g, f, e, d, c, b, a);
    let low = _mm256_and_si256(pairs, _mm256_set1_epi32(0xFFFF));
    let packed = _mm256_packus_epi32(low, _mm256_srli_epi32::<16>(pairs));
    _mm256_permute4x64_epi64::<0b11_01_10_00>(packed)
}

/// The transposed relation.
#[inline(always)]
pub(super) unsafe fn turned(sets: __m256i) -> __m256i {
    transposed_planes(planes(sets))
}

/// Twin of [`super::portable::transposed`]. The compiler turns the portable one into sixteen reductions: 45 ns, this 5.
#[inline(always)]
pub fn transposed(_: Vector, sets: &Lanes) -> Lanes {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe { store(turned(load(sets))) }
}

/// The low byte of the bit of each number, then the high byte.
const BIT_OF: [[u8; 16]; 2] = [
    [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128],
];
/// The low byte of the bits of all smaller numbers, then the high byte.
const BELOW: [[u8; 16]; 2] = [
    [0, 1, 3, 7, 15, 31, 63, 127, 255, 255, 255, 255, 255, 255, 255, 255],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 7, 15, 31, 63, 127],
];

/// Twin of [`super::portable::by_value`].
#[inline(always)]
pub fn by_value(_: Vector, values: &Lanes) -> (Lanes, Lanes) {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let packed = _mm256_packus_epi16(load(values), _mm256_setzero_si256());
        let twice = _mm256_permute4x64_epi64::<0b10_00_10_00>(packed);
        let of = |table: &[[u8; 16]; 2]| _mm256_shuffle_epi8(_mm256_loadu_si256(table.as_ptr().cast()), twice);
        (
            store(transposed_planes(of(&BIT_OF))),
            store(transposed_planes(of(&BELOW))),
        )
    }
}

/// Vertices of the words below, in the order in which two registers of words are packed into one of lanes.
const WORDS: [[usize; 8]; 2] = [[0, 1, 2, 3, 8, 9, 10, 11], [4, 5, 6, 7, 12, 13, 14, 15]];

/// Pairs of the columns before that of a vertex.
const fn pairs_before(v: usize) -> usize {
    v * v.saturating_sub(1) / 2
}

/// For each word, the three bytes of a key, top first, in which a column begins.
pub(super) const COLUMN_BYTES: [[u8; 32]; 2] = {
    let mut bytes = [[0x80; 32]; 2];
    let mut at = 0;
    while at < 16 {
        let (half, word) = (at / 8, at % 8);
        let mut i = 0;
        while i < 3 {
            let byte = pairs_before(WORDS[half][word]) / 8 + i;
            if byte < 16 {
                // Words have one lane of 128 bits each half, and the key is in both.
                bytes[half][4 * word + 3 - i] = 15 - byte as u8;
            }
            i += 1;
        }
        at += 1;
    }
    bytes
};

/// For each word, the bits before a column in its first byte, and the column's bits on top.
pub(super) const COLUMN_BITS: [[[u32; 8]; 2]; 2] = {
    let mut bits = [[[0; 8]; 2]; 2];
    let mut at = 0;
    while at < 16 {
        let v = WORDS[at / 8][at % 8];
        bits[0][at / 8][at % 8] = pairs_before(v) as u32 % 8;
        bits[1][at / 8][at % 8] = !(u32::MAX >> v);
        at += 1;
    }
    bits
};

/// Each nibble with its bits reversed, in the low and in the high half of a byte.
const REVERSED: [[u8; 16]; 2] = [
    [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
    [0, 128, 64, 192, 32, 160, 96, 224, 16, 144, 80, 208, 48, 176, 112, 240],
];

/// The bytes of each lane in the other order.
pub(super) const SWAPPED: [u8; 16] = [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14];

#[inline(always)]
unsafe fn twice(bytes: &[u8; 16]) -> __m256i {
    _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast()))
}

/// Twin of [`super::key::rows`]. Nothing is stored and loaded again: at the front of an expansion everything waits for
/// it.
#[inline(always)]
pub fn rows(_: Vector, key: u128) -> Lanes {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let key = _mm256_broadcastsi128_si256(_mm_set_epi64x((key >> 64) as i64, key as i64));
        let words = |half: usize| {
            let bytes = _mm256_shuffle_epi8(key, bytes(&COLUMN_BYTES[half]));
            let [shift, mask] = [0, 1].map(|kind| _mm256_loadu_si256(COLUMN_BITS[kind][half].as_ptr().cast()));
            _mm256_srli_epi32::<16>(_mm256_and_si256(_mm256_sllv_epi32(bytes, shift), mask))
        };
        // The bit of vertex 0 is on top.
        let columns = _mm256_packus_epi32(words(0), words(1));
        let [a, b, c, d, e, f, g, h] = top_bits(planes(columns));
        let pairs = _mm256_setr_epi32(a, b, c, d, e, f, g, h);
        let low = _mm256_and_si256(pairs, _mm256_set1_epi32(0xFFFF));
        let packed = _mm256_packus_epi32(_mm256_srli_epi32::<16>(pairs), low);
        let across = _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
        let nibble = _mm256_set1_epi8(0x0F);
        let high = _mm256_and_si256(_mm256_srli_epi16::<4>(columns), nibble);
        let turned = _mm256_or_si256(
            _mm256_shuffle_epi8(twice(&REVERSED[1]), _mm256_and_si256(columns, nibble)),
            _mm256_shuffle_epi8(twice(&REVERSED[0]), high),
        );
        store(_mm256_or_si256(across, _mm256_shuffle_epi8(turned, twice(&SWAPPED))))
    }
}

/// Twin of [`super::portable::reach`].
#[inline(always)]
pub fn reach(_: Vector, rows: &Lanes) -> (Lanes, Lanes) {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let every_row = doubled(load(rows));
        let (mut once, mut twice) = (_mm256_setzero_si256(), _mm256_setzero_si256());
        for w in 0..16 {
            let row = spread(every_row, w);
            let through = _mm256_and_si256(row, lanes_of(row));
            twice = _mm256_or_si256(twice, _mm256_and_si256(once, through));
            once = _mm256_or_si256(once, through);
        }
        (store(once), store(twice))
    }
}

/// Twin of [`super::portable::equal`].
#[inline(always)]
pub fn equal(_: Vector, values: &Lanes, value: u16) -> u16 {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe { set_of(_mm256_cmpeq_epi16(load(values), _mm256_set1_epi16(value as i16))) }
}

/// Twin of [`super::portable::larger`].
#[inline(always)]
pub fn larger(_: Vector, values: &Lanes, value: u16) -> u16 {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let beyond = _mm256_subs_epu16(load(values), _mm256_set1_epi16(value as i16));
        !set_of(_mm256_cmpeq_epi16(beyond, _mm256_setzero_si256()))
    }
}

/// Twin of [`super::portable::pick`].
#[inline(always)]
pub fn pick(_: Vector, table: &Lanes, indices: &Lanes) -> Lanes {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe { store(picked(load(table), load(indices))) }
}

/// For each lane, the lane of `table` at its index; zero when there is no such index.
#[inline(always)]
pub(super) unsafe fn picked(table: __m256i, indices: __m256i) -> __m256i {
    let [low, high] = doubled(planes(table));
    // A shuffle yields zero for a byte from 128 up, which saturation and addition make of 16 and more.
    let packed = _mm256_packus_epi16(
        _mm256_min_epu16(indices, _mm256_set1_epi16(0xFF)),
        _mm256_setzero_si256(),
    );
    let at = _mm256_adds_epu8(packed, _mm256_set1_epi8(0x70));
    _mm256_unpacklo_epi8(_mm256_shuffle_epi8(low, at), _mm256_shuffle_epi8(high, at))
}

/// Twin of [`super::portable::last_met`]. Of this loop and the next two the compiler made halves of registers, which
/// were then loaded as one: the processor waits for that.
#[inline(always)]
pub fn last_met(_: Vector, own: &Lanes, sets: &Lanes) -> Lanes {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let own = load(own);
        let mut last = _mm256_setzero_si256();
        for (number, &set) in sets.iter().enumerate().skip(1) {
            let met = _mm256_and_si256(own, _mm256_set1_epi16(set as i16));
            let none = _mm256_cmpeq_epi16(met, _mm256_setzero_si256());
            last = _mm256_blendv_epi8(_mm256_set1_epi16(number as i16), last, none);
        }
        store(last)
    }
}

/// Twin of [`super::portable::rests`].
#[inline(always)]
pub fn rests(_: Vector, sum: u16, values: &Lanes) -> Lanes {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe { store(_mm256_sub_epi16(_mm256_set1_epi16(sum as i16), load(values))) }
}

/// For each vertex, those before it.
const EARLIER: Lanes = {
    let mut earlier = [0; 16];
    let mut v = 0;
    while v < 16 {
        earlier[v] = (1 << v) - 1;
        v += 1;
    }
    earlier
};

/// Twin of [`super::portable::before`].
#[inline(always)]
pub fn before(_: Vector, rows: &Lanes, chosen: u16) -> Lanes {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let chosen = _mm256_set1_epi16(chosen as i16);
        let others = _mm256_and_si256(_mm256_and_si256(chosen, lanes_of(chosen)), load(&EARLIER));
        store(_mm256_and_si256(load(rows), others))
    }
}

/// Twin of [`super::portable::alike`].
#[inline(always)]
pub fn alike(_: Vector, rows: &Lanes, colours: &Lanes) -> (u16, u16) {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let (rows, colours) = (load(rows), load(colours));
        let (every_row, every_colour) = (doubled(rows), doubled(colours));
        let (mut twins, mut mixed) = (_mm256_setzero_si256(), _mm256_setzero_si256());
        for w in 0..16 {
            let same_row = _mm256_cmpeq_epi16(rows, spread(every_row, w));
            let same_colour = _mm256_cmpeq_epi16(colours, spread(every_colour, w));
            twins = _mm256_or_si256(twins, _mm256_and_si256(same_row, load(&AFTER[w])));
            mixed = _mm256_or_si256(mixed, _mm256_andnot_si256(same_row, same_colour));
        }
        (!set_of(twins), set_of(mixed))
    }
}

/// Moves every lane up by `R`, and the last ones to the front; `swapped` are the lanes with their halves swapped.
#[inline(always)]
unsafe fn rotated<const R: i32, const BYTES: i32>(lanes: __m256i, swapped: __m256i) -> __m256i {
    match R {
        1..8 => _mm256_alignr_epi8::<BYTES>(lanes, swapped),
        8 => swapped,
        _ => _mm256_alignr_epi8::<BYTES>(swapped, lanes),
    }
}

/// Twin of [`super::portable::sorted`].
#[inline(always)]
pub fn sorted(_: Vector, values: &Lanes) -> Lanes {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let values = load(values);
        let swapped = _mm256_permute2x128_si256::<0x01>(values, values);
        let mut places = _mm256_setzero_si256();
        // The value `R` lanes before, wrapping around: an equal one counts where it does not wrap.
        macro_rules! rotate {
            ($($r:literal: $bytes:literal),*) => {$(
                let other = rotated::<$r, $bytes>(values, swapped);
                let larger = _mm256_cmpgt_epi16(values, other);
                let equal = _mm256_and_si256(_mm256_cmpeq_epi16(values, other), load(&AFTER[$r - 1]));
                places = _mm256_sub_epi16(places, _mm256_or_si256(larger, equal));
            )*};
        }
        rotate!(1: 14, 2: 12, 3: 10, 4: 8, 5: 6, 6: 4, 7: 2, 8: 0, 9: 14, 10: 12, 11: 10, 12: 8, 13: 6, 14: 4, 15: 2);
        store(places)
    }
}

/// Twin of [`super::portable::settled`].
#[inline(always)]
pub fn settled(_: Vector, rows: &Lanes, colours: &Lanes) -> (u16, bool) {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let (rows, colours) = (load(rows), load(colours));
        let swapped_rows = _mm256_permute2x128_si256::<0x01>(rows, rows);
        let swapped_colours = _mm256_permute2x128_si256::<0x01>(colours, colours);
        let (mut twins, mut mixed) = (_mm256_setzero_si256(), _mm256_setzero_si256());
        // Every pair of lanes is compared once by rotations by 1 to 8, and every lane with each one before it by those
        // by 1 to 15.
        macro_rules! rotate {
            ($($r:literal: $bytes:literal),*) => {$(
                let same_row = _mm256_cmpeq_epi16(rows, rotated::<$r, $bytes>(rows, swapped_rows));
                twins = _mm256_or_si256(twins, _mm256_and_si256(same_row, load(&AFTER[$r - 1])));
                if $r <= 8 {
                    let same_colour = _mm256_cmpeq_epi16(colours, rotated::<$r, $bytes>(colours, swapped_colours));
                    mixed = _mm256_or_si256(mixed, _mm256_andnot_si256(same_row, same_colour));
                }
            )*};
        }
        rotate!(1: 14, 2: 12, 3: 10, 4: 8, 5: 6, 6: 4, 7: 2, 8: 0, 9: 14, 10: 12, 11: 10, 12: 8, 13: 6, 14: 4, 15: 2);
        (!set_of(twins), _mm256_testz_si256(mixed, mixed) == 1)
    }
}

/// Adds one to the lanes of `before` whose word in `words` is larger than `other`, which has one word in all lanes.
#[inline(always)]
unsafe fn count_before(before: &mut [__m256i; 2], words: [__m256i; 2], other: __m256i) {
    before[0] = _mm256_sub_epi32(before[0], _mm256_cmpgt_epi32(words[0], other));
    before[1] = _mm256_sub_epi32(before[1], _mm256_cmpgt_epi32(words[1], other));
}

/// Twin of [`super::partition::places`].
#[inline(always)]
pub fn places(_: Vector, rows: &Lanes, n: usize, colours: &Lanes) -> Lanes {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let degrees = join::<false>(counts(nibbles(load(rows))), _mm256_setzero_si256());
        let (colours, numbers) = (load(colours), load(&NUMBERS));
        let beyond = _mm256_cmpgt_epi16(numbers, _mm256_set1_epi16(n as i16 - 1));
        let rank = _mm256_or_si256(
            _mm256_sub_epi16(_mm256_set1_epi16(30), degrees),
            _mm256_srli_epi16::<15>(beyond),
        );
        // The 32 bits of a word in two lanes: degree from bit 21 up, colour from bit 5, vertex.
        let low = _mm256_or_si256(_mm256_slli_epi16::<5>(colours), numbers);
        let high = _mm256_or_si256(_mm256_slli_epi16::<5>(rank), _mm256_srli_epi16::<11>(colours));
        let words = [_mm256_unpacklo_epi16(low, high), _mm256_unpackhi_epi16(low, high)];
        let mut before = [_mm256_setzero_si256(); 2];
        for half in words {
            for four in doubled(half) {
                count_before(&mut before, words, _mm256_shuffle_epi32::<0b00_00_00_00>(four));
                count_before(&mut before, words, _mm256_shuffle_epi32::<0b01_01_01_01>(four));
                count_before(&mut before, words, _mm256_shuffle_epi32::<0b10_10_10_10>(four));
                count_before(&mut before, words, _mm256_shuffle_epi32::<0b11_11_11_11>(four));
            }
        }
        store(_mm256_packs_epi32(before[0], before[1]))
    }
}

/// Returns tables for the bit that corresponds to each vertex's place; `bits` has the low byte of the bit of each
/// place, then the high byte.
#[inline(always)]
pub(super) unsafe fn tables_of_bits(places: __m256i, bits: &[[u8; 16]; 2]) -> Tables {
    // The other byte of each lane gets zero from an index with its top bit.
    let low = _mm256_or_si256(places, _mm256_set1_epi16(0x8000_u16 as i16));
    let high = _mm256_or_si256(_mm256_slli_epi16::<8>(places), _mm256_set1_epi16(0x80));
    tables::<true>(_mm256_or_si256(
        _mm256_shuffle_epi8(twice(&bits[0]), low),
        _mm256_shuffle_epi8(twice(&bits[1]), high),
    ))
}

/// Twin of [`super::portable::renamed`].
#[inline(always)]
pub fn renamed(_: Vector, rows: &Lanes, places: &Lanes) -> Lanes {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let tables = tables_of_bits(load(places), &BIT_OF);
        store(over_neighbours::<true>(tables, nibbles(load(rows))))
    }
}

/// The low byte of lane `v` has the bit of vertex `v` of eight.
pub(super) const OF_EIGHT: [u8; 16] = [1, 0, 2, 0, 4, 0, 8, 0, 16, 0, 32, 0, 64, 0, 128, 0];
