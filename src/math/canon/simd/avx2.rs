//! Registers of 256 bits, and of 128.

use std::arch::x86_64::*;

use super::tables::{Relation, join, split};
use super::{Matrix, Pair, Register, Short};
use crate::signature::{Word, finished};
use crate::vector::Vector;

/// Integers of which arrays are loaded and stored.
pub trait Lane: Copy + Default + sealed::Sealed {}
impl<T: Copy + Default + sealed::Sealed> Lane for T {}

mod sealed {
    /// Types of which every bit belongs to their value.
    pub trait Sealed {}
    impl Sealed for u8 {}
    impl Sealed for u16 {}
    impl Sealed for u32 {}
    impl Sealed for [u8; 2] {}
}

/// `K` registers of 256 bits.
#[derive(Clone, Copy)]
pub struct Avx2<const K: usize>(pub(super) [__m256i; K]);

/// `K` registers of 128 bits: eight words of 16 bits each.
#[derive(Clone, Copy)]
pub struct Eights<const K: usize>(pub(super) [__m128i; K]);

/// An expression of intrinsics, where a register or a `Vector` is at hand.
macro_rules! proved {
    ($body:expr) => {
        // SAFETY: a value of a register type, or of `Vector`, proves that the processor has AVX2.
        unsafe { $body }
    };
}

/// `each! { fn name(other) = intrinsic; }`: what an instruction does to each register.
macro_rules! each {
    ($($(#[$doc:meta])* $vis:vis fn $name:ident($($other:ident),*) = $intrinsic:ident;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        $vis fn $name(self, $($other: Self),*) -> Self {
            let mut made = self;
            for k in 0..K {
                made.0[k] = proved!($intrinsic(self.0[k], $($other.0[k]),*));
            }
            made
        }
    )*};
}

/// The same for instructions with a constant.
macro_rules! each_by {
    ($($(#[$doc:meta])* $vis:vis fn $name:ident = $intrinsic:ident;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        $vis fn $name<const BY: i32>(self) -> Self {
            let mut made = self;
            for k in 0..K {
                made.0[k] = proved!($intrinsic::<BY>(self.0[k]));
            }
            made
        }
    )*};
}

impl<const K: usize> Word for Avx2<K> {
    each! {
        fn plus(other) = _mm256_add_epi16;
        fn xor(other) = _mm256_xor_si256;
    }
    each_by! {
        fn down = _mm256_srli_epi16;
    }

    #[inline(always)]
    fn all(self, value: u16) -> Self {
        Self(proved!([_mm256_set1_epi16(value as i16); K]))
    }

    #[inline(always)]
    fn times(self, factor: u16) -> Self {
        self.times16(self.all(factor))
    }

    #[inline(always)]
    fn rotated(self) -> Self {
        self.up16::<5>().or(self.down::<11>())
    }
}

impl<const K: usize> Register for Avx2<K> {
    each! {
        fn and(other) = _mm256_and_si256;
        fn or(other) = _mm256_or_si256;
        fn add8(other) = _mm256_add_epi8;
        fn add32(other) = _mm256_add_epi32;
        fn add64(other) = _mm256_add_epi64;
        fn mul32(other) = _mm256_mul_epu32;
        fn low8(other) = _mm256_unpacklo_epi8;
        fn high8(other) = _mm256_unpackhi_epi8;
        fn low16(other) = _mm256_unpacklo_epi16;
        fn high16(other) = _mm256_unpackhi_epi16;
        fn low64(other) = _mm256_unpacklo_epi64;
        fn high64(other) = _mm256_unpackhi_epi64;
        fn pack32(other) = _mm256_packus_epi32;
        fn shuffle(places) = _mm256_shuffle_epi8;
        fn up32_by(by) = _mm256_sllv_epi32;
    }
    each_by! {
        fn up16 = _mm256_slli_epi16;
        fn down32 = _mm256_srli_epi32;
        fn down64 = _mm256_srli_epi64;
    }

    #[inline(always)]
    fn less(self, other: Self) -> Self {
        other.without(self)
    }

    #[inline(always)]
    fn all32(self, word: u32) -> Self {
        Self(proved!([_mm256_set1_epi32(word as i32); K]))
    }

    #[inline(always)]
    fn same<T: Lane>(self, lanes: &[T]) -> Self {
        assert!(size_of_val(lanes) == 32);
        // SAFETY: the registers are there; so many bytes are too.
        Self(unsafe { [_mm256_loadu_si256(lanes.as_ptr().cast()); K] })
    }

    #[inline(always)]
    fn where_met(self, other: Self, then: Self) -> Self {
        self.and(other).equal16(self.zero()).without(then)
    }
}

impl<const K: usize> Short for Avx2<K> {
    each! {
        fn minus16(other) = _mm256_sub_epi16;
        fn minus16_least(other) = _mm256_subs_epu16;
        fn equal16(other) = _mm256_cmpeq_epi16;
    }

    #[inline(always)]
    fn choose8(self, ones: Self, zeros: Self) -> Self {
        let mut made = self;
        for k in 0..K {
            made.0[k] = proved!(_mm256_blendv_epi8(zeros.0[k], ones.0[k], self.0[k]));
        }
        made
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        let mut all = self.0[0];
        for k in 1..K {
            all = proved!(_mm256_or_si256(all, self.0[k]));
        }
        proved!(_mm256_testz_si256(all, all)) == 1
    }

    #[inline(always)]
    fn count8(self) -> Self {
        let [low, high] = split(self);
        let counts = self.counts();
        counts.shuffle(low).add8(counts.shuffle(high))
    }

    #[inline(always)]
    fn total8(self) -> u32 {
        let mut sums = self;
        for k in 0..K {
            sums.0[k] = proved!(_mm256_sad_epu8(self.0[k], _mm256_setzero_si256()));
        }
        sums.total64() as u32
    }
}

impl<const K: usize> Avx2<K> {
    each! {
        /// The bits of `other` that are not here.
        fn without(other) = _mm256_andnot_si256;
        fn times16(other) = _mm256_mullo_epi16;
        /// The upper halves of products.
        pub fn times16_high(other) = _mm256_mulhi_epu16;
        pub fn times32(other) = _mm256_mullo_epi32;
        pub fn minus8(other) = _mm256_sub_epi8;
        pub fn minus32(other) = _mm256_sub_epi32;
        /// Sums no larger than there are.
        pub fn add8_most(other) = _mm256_adds_epu8;
        pub fn smaller16(other) = _mm256_min_epu16;
        pub fn larger8(other) = _mm256_max_epu8;
        pub fn equal8(other) = _mm256_cmpeq_epi8;
        pub fn equal32(other) = _mm256_cmpeq_epi32;
        /// Ones in lanes that are larger as signed numbers.
        pub fn above8(other) = _mm256_cmpgt_epi8;
        pub fn above16(other) = _mm256_cmpgt_epi16;
        pub fn above32(other) = _mm256_cmpgt_epi32;
        pub fn pack16(other) = _mm256_packus_epi16;
        pub fn pack32_signed(other) = _mm256_packs_epi32;
        pub fn down32_by(by) = _mm256_srlv_epi32;
        pub fn up64_by(by) = _mm256_sllv_epi64;
        /// The words of 32 bits at these places of all eight.
        pub fn words_at(places) = _mm256_permutevar8x32_epi32;
    }
    each_by! {
        pub fn up32 = _mm256_slli_epi32;
        /// Shifts each 128 bits by whole bytes.
        pub fn down_bytes = _mm256_srli_si256;
        pub fn up_bytes = _mm256_slli_si256;
        pub fn spread32 = _mm256_shuffle_epi32;
        /// The words of 64 bits at these places.
        pub fn order64 = _mm256_permute4x64_epi64;
    }

    #[inline(always)]
    pub fn load<T: Lane>(_: Vector, lanes: &[T]) -> Self {
        assert!(size_of_val(lanes) >= 32 * K);
        // SAFETY: a `Vector` proves that the processor has AVX2; so many bytes are there.
        unsafe {
            let mut made = [_mm256_setzero_si256(); K];
            for k in 0..K {
                made[k] = _mm256_loadu_si256(lanes.as_ptr().cast::<__m256i>().add(k));
            }
            Self(made)
        }
    }

    /// The same where a register is at hand.
    #[inline(always)]
    pub fn constant<T: Lane>(mut self, lanes: &[T]) -> Self {
        assert!(size_of_val(lanes) == 32 * K);
        for k in 0..K {
            // SAFETY: the registers are there; so many bytes are too.
            self.0[k] = unsafe { _mm256_loadu_si256(lanes.as_ptr().cast::<__m256i>().add(k)) };
        }
        self
    }

    #[inline(always)]
    pub fn store<T: Lane, const N: usize>(self) -> [T; N] {
        const { assert!(size_of::<[T; N]>() == 32 * K) };
        let mut lanes = [T::default(); N];
        for k in 0..K {
            // SAFETY: the registers are there, and so many bytes.
            unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast::<__m256i>().add(k), self.0[k]) };
        }
        lanes
    }

    #[inline(always)]
    pub fn zero(self) -> Self {
        Self(proved!([_mm256_setzero_si256(); K]))
    }

    #[inline(always)]
    pub fn part(self, k: usize) -> Avx2<1> {
        Avx2([self.0[k]])
    }

    /// Each half twice.
    #[inline(always)]
    pub fn doubled(self) -> [Self; 2] {
        self.crossed(self)
    }

    /// The halves of each 256 bits, exchanged.
    #[inline(always)]
    pub fn swapped(self) -> Self {
        self.order64::<0b01_00_11_10>()
    }

    /// The number of bits of each nibble, as a table.
    #[inline(always)]
    pub fn counts(self) -> Self {
        self.same(&COUNT)
    }

    /// The sum of all words of 64 bits.
    #[inline(always)]
    pub fn total64(self) -> u64 {
        let mut sum = self.part(0);
        for k in 1..K {
            sum = sum.add64(self.part(k));
        }
        let Eights([low, high]) = sum.eights();
        let sum = proved!(_mm_add_epi64(low, high));
        proved!((_mm_cvtsi128_si64(sum) as u64).wrapping_add(_mm_extract_epi64::<1>(sum) as u64))
    }

    /// The bits of all bytes, bit 0 in the first word of 32 bits, bit 7 in the last.
    #[inline(always)]
    pub fn gathered(self) -> Self {
        let mut made = self;
        for k in 0..K {
            let (mut rows, mut bytes) = ([0; 8], self.0[k]);
            for row in &mut rows {
                *row = proved!(_mm256_movemask_epi8(bytes));
                bytes = proved!(_mm256_add_epi8(bytes, bytes));
            }
            let [a, b, c, d, e, f, g, h] = rows;
            made.0[k] = proved!(_mm256_setr_epi32(h, g, f, e, d, c, b, a));
        }
        made
    }

    /// The matrices whose low bytes come first, transposed.
    #[inline(always)]
    pub fn turned_planes(self) -> Self {
        let pairs = self.gathered();
        let packed = pairs.and(pairs.all32(0xFFFF)).pack32(pairs.down32::<16>());
        packed.order64::<0b11_01_10_00>()
    }
}

impl Avx2<1> {
    /// The top bits of all bytes.
    #[inline(always)]
    pub fn mask8(self) -> u32 {
        proved!(_mm256_movemask_epi8(self.0[0])) as u32
    }

    /// The top bits of all words of 16 bits.
    #[inline(always)]
    pub fn mask16(self) -> u16 {
        let Eights([low, high]) = self.eights();
        proved!(_mm_movemask_epi8(_mm_packs_epi16(low, high))) as u16
    }

    /// The top bits of all words of 32 bits.
    #[inline(always)]
    pub fn mask32(self) -> u32 {
        proved!(_mm256_movemask_ps(_mm256_castsi256_ps(self.0[0]))) as u32
    }

    #[inline(always)]
    pub fn words64(self) -> [u64; 4] {
        let Eights([low, high]) = self.eights();
        proved!([
            _mm_cvtsi128_si64(low) as u64,
            _mm_extract_epi64::<1>(low) as u64,
            _mm_cvtsi128_si64(high) as u64,
            _mm_extract_epi64::<1>(high) as u64,
        ])
    }

    #[inline(always)]
    pub fn of_words64(_: Vector, [a, b, c, d]: [u64; 4]) -> Self {
        Self(proved!([_mm256_setr_epi64x(a as i64, b as i64, c as i64, d as i64)]))
    }

    /// One word of 32 bits in all lanes of each half.
    #[inline(always)]
    pub fn duo(_: Vector, a: u32, b: u32) -> Self {
        Self(proved!([_mm256_set_m128i(
            _mm_set1_epi32(b as i32),
            _mm_set1_epi32(a as i32)
        )]))
    }

    #[inline(always)]
    pub fn eights(self) -> Eights<2> {
        Eights(proved!([
            _mm256_castsi256_si128(self.0[0]),
            _mm256_extracti128_si256::<1>(self.0[0])
        ]))
    }

    /// Each 128 bits moved up, by 16 bytes less these, behind what is in `before`.
    #[inline(always)]
    pub fn moved<const BYTES: i32>(self, before: Self) -> Self {
        Self(proved!([_mm256_alignr_epi8::<BYTES>(self.0[0], before.0[0])]))
    }

    /// The largest byte, in all bytes.
    #[inline(always)]
    pub fn most8(self) -> Self {
        let Eights([low, high]) = self.eights();
        Self(proved!({
            let missing = _mm_xor_si128(_mm_max_epu8(low, high), _mm_set1_epi8(-1));
            let missing = _mm_minpos_epu16(_mm_min_epu8(missing, _mm_srli_epi16::<8>(missing)));
            [_mm256_xor_si256(_mm256_broadcastb_epi8(missing), _mm256_set1_epi8(-1))]
        }))
    }

    /// Bytes in pairs.
    #[inline(always)]
    pub fn of_pairs(firsts: Eights<1>, seconds: Eights<1>) -> Self {
        let (a, b) = (firsts.0[0], seconds.0[0]);
        Self(proved!([_mm256_set_m128i(
            _mm_unpackhi_epi8(a, b),
            _mm_unpacklo_epi8(a, b)
        )]))
    }
}

/// Number of bits of each nibble.
const COUNT: [u8; 32] = twice([0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]);
/// Each nibble with its bits reversed.
const REVERSED: [u8; 32] = twice([0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15]);
/// The bytes of each lane in the other order.
const SWAPPED: [u8; 32] = twice([1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14]);

/// For each half.
pub const fn twice(bytes: [u8; 16]) -> [u8; 32] {
    let mut both = [0; 32];
    let mut at = 0;
    while at < 32 {
        both[at] = bytes[at % 16];
        at += 1;
    }
    both
}

impl<const K: usize> Avx2<K> {
    /// The bits of each byte in the other order.
    #[inline(always)]
    pub fn reversed8(self) -> Self {
        let ([low, high], turned) = (split(self), self.same(&REVERSED));
        turned.shuffle(low).up16::<4>().or(turned.shuffle(high))
    }
}

impl<const K: usize> Matrix for Avx2<K> {
    type Proof = Vector;

    #[inline(always)]
    fn of_keys(_: Vector, keys: &[u128]) -> Self {
        let mut made = proved!([_mm256_setzero_si256(); K]);
        for k in 0..K {
            let key = keys[k];
            made[k] = proved!(_mm256_broadcastsi128_si256(_mm_set_epi64x(
                (key >> 64) as i64,
                key as i64
            )));
        }
        Self(made)
    }

    #[inline(always)]
    fn planes(self) -> Self {
        let packed = self.and(self.all(0xFF)).pack16(self.down::<8>());
        packed.order64::<0b11_01_10_00>()
    }

    #[inline(always)]
    fn crossed(self, other: Self) -> [Self; 2] {
        let mut both = [self; 2];
        for k in 0..K {
            both[0].0[k] = proved!(_mm256_permute2x128_si256::<0x20>(self.0[k], other.0[k]));
            both[1].0[k] = proved!(_mm256_permute2x128_si256::<0x31>(self.0[k], other.0[k]));
        }
        both
    }

    #[inline(always)]
    fn turned(self) -> Self {
        self.planes().turned_planes()
    }

    #[inline(always)]
    fn reversed(self) -> Self {
        self.reversed8().shuffle(self.same(&SWAPPED))
    }

    #[inline(always)]
    fn degrees(near: &Relation<Self>, far: &Relation<Self>) -> Self {
        let counts = near.rows.counts();
        join::<false, Self>(
            near.looked_up::<false>([counts; 2]),
            far.looked_up::<false>([counts; 2]),
        )
    }
}

/// Bits, by vertex, as [`super::children::BITS`]; and all ones in the lane of one vertex.
const LANE: [[u16; 16]; 16] = {
    let mut lanes = [[0; 16]; 16];
    let mut v = 0;
    while v < 16 {
        lanes[v][v] = !0;
        v += 1;
    }
    lanes
};

impl Pair for Avx2<2> {
    #[inline(always)]
    fn of(vector: Vector, [a, b]: [&[u16; 16]; 2]) -> Self {
        let (a, b) = (Avx2::<1>::load(vector, a), Avx2::<1>::load(vector, b));
        Self([a.0[0], b.0[0]])
    }

    #[inline(always)]
    fn bits(vector: Vector, vertices: [[usize; 2]; 2]) -> [Self; 2] {
        let bit = |v: usize| super::children::BITS[v % 16];
        let [[a, b], [c, d]] = vertices;
        Self::words(vector, [[bit(a), bit(b)], [bit(c), bit(d)]])
    }

    #[inline(always)]
    fn words(_: Vector, [[a, b], [c, d]]: [[u16; 2]; 2]) -> [Self; 2] {
        proved!([
            Self([_mm256_set1_epi16(a as i16), _mm256_set1_epi16(b as i16)]),
            Self([_mm256_set1_epi16(c as i16), _mm256_set1_epi16(d as i16)]),
        ])
    }

    #[inline(always)]
    fn only(self, [a, b]: [usize; 2]) -> Self {
        let (a, b) = (self.part(0).same(&LANE[a % 16]), self.part(1).same(&LANE[b % 16]));
        self.and(Self([a.0[0], b.0[0]]))
    }

    #[inline(always)]
    fn signatures(self) -> [u64; 2] {
        [finished(self.part(0).total64()), finished(self.part(1).total64())]
    }

    #[inline(always)]
    fn lanes(self) -> [[u16; 16]; 2] {
        [self.part(0).store(), self.part(1).store()]
    }
}

impl<const K: usize> Eights<K> {
    each! {
        pub fn and(other) = _mm_and_si128;
        pub fn or(other) = _mm_or_si128;
        pub fn xor(other) = _mm_xor_si128;
        /// The bits of `other` that are not here.
        pub fn without(other) = _mm_andnot_si128;
        pub fn minus(other) = _mm_sub_epi16;
        pub fn smaller(other) = _mm_min_epu16;
        pub fn equal(other) = _mm_cmpeq_epi16;
        pub fn above(other) = _mm_cmpgt_epi16;
        pub fn shuffle(places) = _mm_shuffle_epi8;
    }
    each_by! {
        pub fn down = _mm_srli_epi16;
    }

    #[inline(always)]
    pub fn load<T: Lane>(_: Vector, lanes: &[T]) -> Self {
        assert!(size_of_val(lanes) >= 16 * K);
        // SAFETY: a `Vector` proves that the processor has AVX2; so many bytes are there.
        unsafe {
            let mut made = [_mm_setzero_si128(); K];
            for k in 0..K {
                made[k] = _mm_loadu_si128(lanes.as_ptr().cast::<__m128i>().add(k));
            }
            Self(made)
        }
    }

    #[inline(always)]
    pub fn all(self, word: u16) -> Self {
        Self(proved!([_mm_set1_epi16(word as i16); K]))
    }

    /// These words in each part.
    #[inline(always)]
    pub fn same(self, words: &[u16; 8]) -> Self {
        // SAFETY: the registers are there; an array has the bytes of one.
        Self(unsafe { [_mm_loadu_si128(words.as_ptr().cast()); K] })
    }

    #[inline(always)]
    pub fn part(self, k: usize) -> Eights<1> {
        Eights([self.0[k]])
    }

    #[inline(always)]
    pub fn of(parts: [Eights<1>; K]) -> Self {
        let mut made = [parts[0].0[0]; K];
        for k in 1..K {
            made[k] = parts[k].0[0];
        }
        Self(made)
    }

    /// Each part has these eight.
    #[inline(always)]
    pub fn spread(eight: Eights<1>) -> Self {
        Self([eight.0[0]; K])
    }

    /// The least of all words, and zeros.
    #[inline(always)]
    pub fn least(self) -> Eights<1> {
        let mut least = self.part(0);
        for k in 1..K {
            least = least.smaller(self.part(k));
        }
        Eights(proved!([_mm_minpos_epu16(least.0[0])]))
    }
}

impl Eights<1> {
    /// The first word.
    #[inline(always)]
    pub fn word(self) -> u16 {
        proved!(_mm_cvtsi128_si32(self.0[0])) as u16
    }

    /// The first word in all lanes.
    #[inline(always)]
    pub fn first(self) -> Self {
        Self(proved!([_mm_broadcastw_epi16(self.0[0])]))
    }

    /// Bytes as words.
    #[inline(always)]
    pub fn widened8(self) -> Avx2<1> {
        Avx2(proved!([_mm256_cvtepu8_epi16(self.0[0])]))
    }

    /// Words of 16 bits as words of 32.
    #[inline(always)]
    pub fn widened16(self) -> Avx2<1> {
        Avx2(proved!([_mm256_cvtepu16_epi32(self.0[0])]))
    }

    /// Eight bytes as words of 32 bits.
    #[inline(always)]
    pub fn widened8_to_32(self) -> Avx2<1> {
        Avx2(proved!([_mm256_cvtepu8_epi32(self.0[0])]))
    }

    /// The upper eight bytes, then zeros.
    #[inline(always)]
    pub fn upper(self) -> Self {
        Self(proved!([_mm_srli_si128::<8>(self.0[0])]))
    }

    /// These eight, then others.
    #[inline(always)]
    pub fn then(self, other: Self) -> Avx2<1> {
        Avx2(proved!([_mm256_set_m128i(other.0[0], self.0[0])]))
    }

    /// These eight and zeros.
    #[inline(always)]
    pub fn alone(self) -> Avx2<1> {
        Avx2(proved!([_mm256_zextsi128_si256(self.0[0])]))
    }

    #[inline(always)]
    pub fn store(self) -> [u16; 8] {
        let mut words = [0; 8];
        // SAFETY: the register is there, and so many bytes.
        unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), self.0[0]) };
        words
    }
}

/// The places of those of sixteen that are chosen, in order: a nibble of a word has the number of each.
#[inline(always)]
pub fn numbers_of(_: Vector, chosen: u16) -> Eights<1> {
    const LOW: u64 = 0x0F0F_0F0F_0F0F_0F0F;
    proved!({
        let nibbles = _pdep_u64(chosen.into(), 0x1111_1111_1111_1111) * 0xF;
        let numbers = _pext_u64(0xFEDC_BA98_7654_3210, nibbles);
        Eights([_mm_set_epi64x(
            _pdep_u64(numbers >> 32, LOW) as i64,
            _pdep_u64(numbers, LOW) as i64,
        )])
    })
}
