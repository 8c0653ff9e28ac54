//! Loops over all rows of a graph on at most 24 vertices, for AVX-512.
//!
//! Rows are a register of sixteen lanes of 32 bits and half a register; values of 16 bits are one register, whose last
//! eight lanes are zero. What a set of vertices says of lanes is a mask as it is. The twins in AVX2 are in
//! [`super::avx2_wide`].

// The private functions consist of intrinsics only: a block around each would add nothing.
#![allow(unsafe_op_in_unsafe_fn)]

use std::arch::x86_64::*;

use super::avx2_wide::{self, COLUMN_BITS, COLUMN_BYTES};
use super::avx512::{half, load};
use super::vector::Long;

/// `on_long_registers! { fn name(a: A) -> Output { body } }`: a function of a [`Long`] and `a`, compiled for it.
macro_rules! on_long_registers {
    ($(#[$doc:meta])* fn $name:ident($($argument:ident: $type:ty),*) -> $output:ty $body:block) => {
        $(#[$doc])*
        #[inline(always)]
        pub fn $name(_: Long, $($argument: $type),*) -> $output {
            #[inline]
            #[target_feature(
                enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512cd,gfni,avx2,bmi1,bmi2,lzcnt,popcnt"
            )]
            unsafe fn on_long_registers($($argument: $type),*) -> $output $body
            // SAFETY: a `Long` proves that the processor has these.
            unsafe { on_long_registers($($argument),*) }
        }
    };
}

/// Rows of 32 bits.
type Rows = [u32; 24];
/// Values of 16 bits.
type Values = [u16; 24];

/// The lanes there are.
const ALL: u32 = 0xFF_FFFF;

/// The first sixteen rows, and the last eight.
#[derive(Clone, Copy)]
struct Words(__m512i, __m256i);

/// Loads are no longer than stores of AVX2: a load across two stores waits for both to reach the cache.
#[inline(always)]
unsafe fn words(rows: &Rows) -> Words {
    let [first, second, third] = avx2_wide::words(rows);
    Words(joined(first, second), third)
}

#[inline(always)]
unsafe fn joined(first: __m256i, second: __m256i) -> __m512i {
    _mm512_inserti64x4::<1>(_mm512_castsi256_si512(first), second)
}

#[inline(always)]
unsafe fn upper(register: __m512i) -> __m256i {
    _mm512_extracti64x4_epi64::<1>(register)
}

#[inline(always)]
unsafe fn stored(Words(sixteen, eight): Words) -> Rows {
    let mut rows = [0; 24];
    _mm512_storeu_si512(rows[..16].as_mut_ptr().cast(), sixteen);
    _mm256_storeu_si256(rows[16..].as_mut_ptr().cast(), eight);
    rows
}

#[inline(always)]
unsafe fn values(all: &Values) -> __m512i {
    let sixteen = _mm256_loadu_si256(all[..16].as_ptr().cast());
    let eight = _mm_loadu_si128(all[16..].as_ptr().cast());
    joined(sixteen, _mm256_zextsi128_si256(eight))
}

/// Values as rows.
#[inline(always)]
unsafe fn widened(all: &Values) -> Words {
    Words(
        _mm512_cvtepu16_epi32(_mm256_loadu_si256(all[..16].as_ptr().cast())),
        _mm256_cvtepu16_epi32(_mm_loadu_si128(all[16..].as_ptr().cast())),
    )
}

/// The vertices whose row is not empty.
#[inline(always)]
unsafe fn some(Words(sixteen, eight): Words) -> u32 {
    u32::from(_mm512_test_epi32_mask(sixteen, sixteen)) | u32::from(_mm256_test_epi32_mask(eight, eight)) << 16
}

on_long_registers! {
    /// Twin of [`super::portable::filled`].
    fn filled(sets: &Rows) -> u32 {
        some(words(sets))
    }
}

on_long_registers! {
    /// Twin of [`super::portable::equal`].
    fn equal(all: &Values, value: u16) -> u32 {
        _mm512_cmpeq_epi16_mask(values(all), _mm512_set1_epi16(value as i16)) & ALL
    }
}

on_long_registers! {
    /// Twin of [`super::portable::larger`].
    fn larger(all: &Values, value: u16) -> u32 {
        _mm512_cmpgt_epu16_mask(values(all), _mm512_set1_epi16(value as i16)) & ALL
    }
}

on_long_registers! {
    /// Twin of [`super::portable::pick`].
    fn pick(table: &Rows, indices: &Values) -> Rows {
        let (Words(first, last), Words(sixteen, eight)) = (words(table), widened(indices));
        let (last, eight) = (_mm512_castsi256_si512(last), _mm512_castsi256_si512(eight));
        let beyond = _mm512_set1_epi32(24);
        let (there, there_too) = (
            _mm512_cmplt_epu32_mask(sixteen, beyond),
            _mm512_cmplt_epu32_mask(eight, beyond),
        );
        stored(Words(
            _mm512_maskz_permutex2var_epi32(there, first, sixteen, last),
            _mm512_castsi512_si256(_mm512_maskz_permutex2var_epi32(there_too, first, eight, last)),
        ))
    }
}

on_long_registers! {
    /// Twin of [`super::portable::degrees`].
    fn degrees(rows: &Rows, far: &Rows) -> Values {
        let (Words(near, near_rest), Words(far, far_rest)) = (words(rows), words(far));
        let sixteen = _mm512_add_epi32(
            _mm512_madd_epi16(_mm512_popcnt_epi16(near), _mm512_set1_epi16(1)),
            _mm512_madd_epi16(_mm512_popcnt_epi16(far), _mm512_set1_epi16(256)),
        );
        let eight = _mm256_add_epi32(
            _mm256_madd_epi16(_mm256_popcnt_epi16(near_rest), _mm256_set1_epi16(1)),
            _mm256_madd_epi16(_mm256_popcnt_epi16(far_rest), _mm256_set1_epi16(256)),
        );
        let sixteen = _mm512_cvtepi32_epi16(sixteen);
        avx2_wide::stored_values([
            _mm256_castsi256_si128(sixteen),
            _mm256_extracti128_si256::<1>(sixteen),
            _mm256_cvtepi32_epi16(eight),
        ])
    }
}

on_long_registers! {
    /// Twin of [`super::portable::reach`].
    fn reach(rows: &Rows) -> (Rows, Rows) {
        const BOTH_AND_ONE: i32 = 0xF8;
        let (zero, zero_rest) = (_mm512_setzero_si512(), _mm256_setzero_si256());
        let (mut once, mut twice) = (Words(zero, zero_rest), Words(zero, zero_rest));
        // Empty rows change nothing, and the last four nearly always are.
        for &row in &rows[..if rows[20..] == [0; 4] { 20 } else { 24 }] {
            let (near, near_rest) = (row as u16, (row >> 16) as u8);
            let (row, row_rest) = (_mm512_set1_epi32(row as i32), _mm256_set1_epi32(row as i32));
            twice.0 = _mm512_mask_ternarylogic_epi32::<BOTH_AND_ONE>(twice.0, near, once.0, row);
            twice.1 = _mm256_mask_ternarylogic_epi32::<BOTH_AND_ONE>(twice.1, near_rest, once.1, row_rest);
            once.0 = _mm512_mask_or_epi32(once.0, near, once.0, row);
            once.1 = _mm256_mask_or_epi32(once.1, near_rest, once.1, row_rest);
        }
        (stored(once), stored(twice))
    }
}

on_long_registers! {
    /// Twin of [`super::portable::last_met`].
    fn last_met(own: &Rows, sets: &Rows) -> Values {
        let numbers = 32 - some(words(sets)).leading_zeros();
        let Words(sixteen, eight) = words(own);
        let mut last = _mm512_setzero_si512();
        for number in 1..numbers as usize {
            let set = sets[number] as i32;
            let meets = u32::from(_mm512_test_epi32_mask(sixteen, _mm512_set1_epi32(set)))
                | u32::from(_mm256_test_epi32_mask(eight, _mm256_set1_epi32(set))) << 16;
            last = _mm512_mask_mov_epi16(last, meets, _mm512_set1_epi16(number as i16));
        }
        avx2_wide::stored_values([
            _mm512_castsi512_si128(last),
            _mm512_extracti32x4_epi32::<1>(last),
            _mm512_extracti32x4_epi32::<2>(last),
        ])
    }
}

/// For bytes of blocks of eight rows and eight columns, their places in the rows: the last row of a block first, as the
/// instruction wants it. The blocks of columns 0 to 7 come first, then those of 8 to 15, and two of 16 to 23.
const BLOCKS: [u8; 64] = {
    let mut bytes = [0; 64];
    let mut at = 0;
    while at < 64 {
        let (block, row) = (at / 8, 7 - at % 8);
        bytes[at] = (4 * (8 * (block % 3) + row) + block / 3) as u8;
        at += 1;
    }
    bytes
};

/// The last block, in the last eight rows.
const LAST_BLOCK: [u8; 32] = {
    let mut bytes = [0; 32];
    let mut at = 0;
    while at < 8 {
        bytes[at] = (4 * (7 - at) + 2) as u8;
        at += 1;
    }
    bytes
};

/// For each byte of the first sixteen rows and of the last eight, its place in the transposed blocks; the last block is
/// in a register of its own. The fourth byte of a row is none of them.
const OF_BLOCKS: [[u8; 64]; 2] = {
    let mut bytes = [[0; 64]; 2];
    let mut at = 0;
    while at < 64 {
        let (row, byte) = (at / 4, at % 4);
        bytes[0][at] = (24 * (row / 8) + 8 * (byte % 3) + row % 8) as u8;
        bytes[1][at] = if byte == 2 { 64 } else { 48 + 8 * (byte as u8 % 3) } + (row % 8) as u8;
        at += 1;
    }
    bytes
};
const THREE_OF_FOUR: u64 = 0x7777_7777_7777_7777;

/// Transposes a matrix: the products of the blocks with the unit vectors are their columns.
#[inline(always)]
unsafe fn turned(Words(sixteen, eight): Words) -> Words {
    let blocks = _mm512_permutex2var_epi8(sixteen, load(&BLOCKS), _mm512_castsi256_si512(eight));
    let last = _mm256_permutexvar_epi8(half(&LAST_BLOCK), eight);
    let units = 0x8040_2010_0804_0201_u64 as i64;
    let blocks = _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(units), blocks);
    let last = _mm256_gf2p8affine_epi64_epi8::<0>(_mm256_set1_epi64x(units), last);
    let [first, rest] = &OF_BLOCKS;
    Words(
        _mm512_maskz_permutexvar_epi8(THREE_OF_FOUR, load(first), blocks),
        _mm512_castsi512_si256(_mm512_maskz_permutex2var_epi8(
            THREE_OF_FOUR,
            blocks,
            load(rest),
            _mm512_castsi256_si512(last),
        )),
    )
}

on_long_registers! {
    /// Twin of [`super::portable::transposed`].
    fn transposed(sets: &Rows) -> Rows {
        // SAFETY: a `Long` proves that the processor has these.
        unsafe { stored(turned(words(sets))) }
    }
}

/// The unions of the lanes up to each one.
#[inline(always)]
unsafe fn unions_up_to(lanes: __m512i) -> __m512i {
    let zero = _mm512_setzero_si512();
    let lanes = _mm512_or_si512(lanes, _mm512_alignr_epi32::<15>(lanes, zero));
    let lanes = _mm512_or_si512(lanes, _mm512_alignr_epi32::<14>(lanes, zero));
    let lanes = _mm512_or_si512(lanes, _mm512_alignr_epi32::<12>(lanes, zero));
    _mm512_or_si512(lanes, _mm512_alignr_epi32::<8>(lanes, zero))
}

on_long_registers! {
    /// Twin of [`super::portable::by_value`].
    fn by_value(all: &Values) -> (Rows, Rows) {
        let Words(sixteen, eight) = widened(all);
        let of = turned(Words(
            _mm512_sllv_epi32(_mm512_set1_epi32(1), sixteen),
            _mm256_sllv_epi32(_mm256_set1_epi32(1), eight),
        ));
        // Who has no value up to this one has a larger one.
        let first = unions_up_to(of.0);
        let last = unions_up_to(_mm512_castsi256_si512(of.1));
        let last = _mm512_or_si512(last, _mm512_permutexvar_epi32(_mm512_set1_epi32(15), first));
        let all = _mm512_set1_epi32(ALL as i32);
        let beyond = Words(
            _mm512_andnot_si512(first, all),
            _mm512_castsi512_si256(_mm512_andnot_si512(last, all)),
        );
        (stored(of), stored(beyond))
    }
}

/// Lanes 0 to 7 twice; and two lanes, each eight times.
const TWICE: [u32; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7];
const fn two_of(first: u32) -> [u32; 16] {
    let mut lanes = [first; 16];
    let mut at = 8;
    while at < 16 {
        lanes[at] = first + 1;
        at += 1;
    }
    lanes
}
const TWO_OF: [[u32; 16]; 4] = [two_of(0), two_of(2), two_of(4), two_of(6)];

on_long_registers! {
    /// Twin of [`super::portable::settled`]: the processor compares each word with those before it, of vertices 0 to 15
    /// and of 8 to 23; 16 to 23 with 0 to 7 are left.
    fn settled(rows: &Rows, colours: &Values) -> (u32, bool) {
        let (Words(rows, rows_rest), Words(colours, colours_rest)) = (words(rows), widened(colours));
        let (twins, alike) = (_mm512_conflict_epi32(rows), _mm512_conflict_epi32(colours));
        let twins_later = _mm512_conflict_epi32(joined(upper(rows), rows_rest));
        let alike_later = _mm512_conflict_epi32(joined(upper(colours), colours_rest));
        let mut twin = u32::from(_mm512_test_epi32_mask(twins, twins))
            | u32::from(_mm512_test_epi32_mask(twins_later, twins_later)) << 8;
        let (mixed, mixed_later) = (
            _mm512_andnot_si512(twins, alike),
            _mm512_andnot_si512(twins_later, alike_later),
        );
        let mixed = _mm512_or_si512(mixed, mixed_later);
        let mut mixed = u32::from(_mm512_test_epi32_mask(mixed, mixed));
        let rows_rest = _mm512_permutexvar_epi32(load(&TWICE), _mm512_castsi256_si512(rows_rest));
        let colours_rest = _mm512_permutexvar_epi32(load(&TWICE), _mm512_castsi256_si512(colours_rest));
        for two in &TWO_OF {
            let same_row = _mm512_cmpeq_epi32_mask(_mm512_permutexvar_epi32(load(two), rows), rows_rest);
            let same_colour = _mm512_cmpeq_epi32_mask(_mm512_permutexvar_epi32(load(two), colours), colours_rest);
            twin |= u32::from(same_row | same_row >> 8) << 16 & ALL;
            mixed |= u32::from(same_colour & !same_row);
        }
        (!twin & ALL, mixed == 0)
    }
}

on_long_registers! {
    /// The rows of the graph on at most 20 vertices with a key: its high half, then its low half.
    fn rows(key: [u128; 2]) -> Rows {
        const BACKWARDS: [u8; 64] = {
            let mut bytes = [0; 64];
            let mut at = 0;
            while at < 64 {
                bytes[at] = 15 - at as u8 % 16;
                at += 1;
            }
            bytes
        };
        let [high, low] = key;
        // Bytes in the key's order, and in each the first bit lowest.
        let key = _mm256_setr_epi64x(high as i64, (high >> 64) as i64, low as i64, (low >> 64) as i64);
        let key = _mm256_shuffle_epi8(key, _mm512_castsi512_si256(load(&BACKWARDS)));
        let key = _mm256_gf2p8affine_epi64_epi8::<0>(key, _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64));
        let first = _mm512_broadcast_i32x4(_mm256_castsi256_si128(key));
        let second = _mm256_permute4x64_epi64::<0b10_01_10_01>(key);
        let sixteen = _mm512_shuffle_epi8(first, joined(half(&COLUMN_BYTES[0]), half(&COLUMN_BYTES[1])));
        let [bits, mask] = &COLUMN_BITS;
        let sixteen = _mm512_srlv_epi32(sixteen, joined(half(&bits[0]), half(&bits[1])));
        let eight = _mm256_srlv_epi32(
            _mm256_shuffle_epi8(second, half(&COLUMN_BYTES[2])),
            half(&bits[2]),
        );
        let columns = Words(
            _mm512_and_si512(sixteen, joined(half(&mask[0]), half(&mask[1]))),
            _mm256_and_si256(eight, half(&mask[2])),
        );
        let rows = turned(columns);
        stored(Words(
            _mm512_or_si512(rows.0, columns.0),
            _mm256_or_si256(rows.1, columns.1),
        ))
    }
}
