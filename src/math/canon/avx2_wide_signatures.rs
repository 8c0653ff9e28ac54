//! Signatures of two children, or of two graphs, at a time, on at most 20 vertices in rows of 32 bits, for AVX2.
//!
//! As in [`super::avx2_signatures`], two chains go step by step in turn; here each has one half of every register, so
//! that nothing crosses from one half to the other. Values of 16 bits are three registers: vertices 0 to 7 of the first
//! graph and of the second, 8 to 15, and 16 to 23. Sets are planes of bytes: byte `j` of the rows of vertices 0 to 15
//! of the first graph and of the second; and, for vertices 16 to 23, of their neighbours and of their far vertices,
//! each for both graphs.

// The private functions consist of intrinsics only: a block around each would add nothing.
#![allow(unsafe_op_in_unsafe_fn)]

use std::arch::x86_64::*;

use super::avx2::{self, COUNT, bytes};
use super::avx2_signatures::{first, refined, sum};
use super::avx2_wide::{GROUPS, bytes_of_all, registers_of_key, split, stored_values, words};
use super::signature::finished;
use super::vector::Vector;

/// The groups of four vertices there may be: 20 vertices are five.
const GROUPS_MOST: usize = 5;

/// Whether no vertex from 20 on is joined to another or far from it.
#[inline(always)]
pub fn fits(rows: &[u32; 24], far: &[u32; 24]) -> bool {
    let mut all = 0;
    for v in 20..24 {
        all |= rows[v] | far[v];
    }
    all == 0
}

/// Byte `j` of each lane of 32 bits, in all bytes of the half.
const SPREAD: [[u8; 32]; 3] = [[0; 32], [1; 32], [2; 32]];
/// For bytes that stand for vertices 0 to 15, and for 16 to 23 in the upper half of each half: the byte of a set that
/// the vertex is in, and its bit there.
const OF_MAIN: [[u8; 32]; 2] = {
    let mut of = [[0; 32]; 2];
    let mut at = 0;
    while at < 32 {
        of[0][at] = (at % 16 / 8) as u8;
        of[1][at] = 1 << (at % 8);
        at += 1;
    }
    of
};
const OF_TAIL: [[u8; 32]; 2] = {
    let mut of = [[0x80; 32], OF_MAIN[1]];
    let mut at = 0;
    while at < 32 {
        if at % 16 >= 8 {
            of[0][at] = 2;
        }
        at += 1;
    }
    of
};
/// The number of the vertex that each byte stands for; none for the lower half of a tail.
const NUMBER_IN_MAIN: [u8; 32] = {
    let mut number = [0; 32];
    let mut at = 0;
    while at < 32 {
        number[at] = (at % 16) as u8;
        at += 1;
    }
    number
};
const NUMBER_IN_TAIL: [u8; 32] = {
    let mut number = [0xFF; 32];
    let mut at = 0;
    while at < 32 {
        if at % 16 >= 8 {
            number[at] = (at % 16 + 8) as u8;
        }
        at += 1;
    }
    number
};
/// The number of the vertex of each value, 0 to 7 in both halves.
const NUMBERS: [u16; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7];

/// A value for the first graph, and one for the second.
#[inline(always)]
unsafe fn duo(a: u32, b: u32) -> __m256i {
    _mm256_set_m128i(_mm_set1_epi32(b as i32), _mm_set1_epi32(a as i32))
}

/// Sets of two graphs as planes of bytes, and their bits in fours.
#[derive(Clone, Copy)]
struct Planes {
    main: [__m256i; 3],
    tail: [__m256i; 3],
}

/// The same sets four bits at a time, as indices of tables.
#[derive(Clone, Copy)]
struct Fours([__m256i; 6]);

#[inline(always)]
unsafe fn fours(planes: [__m256i; 3]) -> Fours {
    let ([k0, k1], [k2, k3], [k4, k5]) = (split(planes[0]), split(planes[1]), split(planes[2]));
    Fours([k0, k1, k2, k3, k4, k5])
}

/// The rows of two graphs as planes of vertices 0 to 15; and of the vertices 16 to 23, `second`s behind `first`s.
#[inline(always)]
unsafe fn main_of(a: __m256i, b: __m256i) -> __m256i {
    _mm256_permute2x128_si256::<0x20>(a, b)
}

/// The upper halves of planes, which are those of vertices 16 to 23: neighbours and far vertices of the first graph,
/// then of the second.
#[inline(always)]
unsafe fn tail_of(near: [__m256i; 2], far: [__m256i; 2]) -> __m256i {
    _mm256_permute2x128_si256::<0x31>(
        _mm256_unpacklo_epi64(near[0], far[0]),
        _mm256_unpacklo_epi64(near[1], far[1]),
    )
}

/// The bytes of all bits in the fours, to be added.
#[inline(always)]
unsafe fn counts(of: Fours) -> __m256i {
    let count = _mm256_broadcastsi128_si256(_mm_loadu_si128(COUNT.as_ptr().cast()));
    let mut counts = _mm256_shuffle_epi8(count, of.0[0]);
    for k in 1..GROUPS_MOST {
        counts = _mm256_add_epi8(counts, _mm256_shuffle_epi8(count, of.0[k]));
    }
    counts
}

/// Tables of the sums of the low bytes of values, and of the high ones, by groups of four vertices.
#[inline(always)]
unsafe fn tables(values: [__m256i; 3]) -> [[__m256i; 2]; GROUPS_MOST] {
    let mut tables = [[_mm256_setzero_si256(); 2]; GROUPS_MOST];
    for k in 0..GROUPS_MOST {
        let of = avx2::tables::<false>(values[k / 2]);
        tables[k] = [of.low[k % 2], of.high[k % 2]];
    }
    tables
}

/// The sums, low bytes and high bytes, over sets.
#[inline(always)]
unsafe fn summed(tables: &[[__m256i; 2]; GROUPS_MOST], of: Fours) -> [__m256i; 2] {
    let mut low = _mm256_shuffle_epi8(tables[0][0], of.0[0]);
    let mut high = _mm256_shuffle_epi8(tables[0][1], of.0[0]);
    for k in 1..GROUPS_MOST {
        low = _mm256_add_epi8(low, _mm256_shuffle_epi8(tables[k][0], of.0[k]));
        high = _mm256_add_epi8(high, _mm256_shuffle_epi8(tables[k][1], of.0[k]));
    }
    [low, high]
}

/// Neighbours and far vertices of two graphs, four bits at a time.
#[derive(Clone, Copy)]
struct Relations {
    near: Fours,
    far: Fours,
    tail: Fours,
}

impl Relations {
    #[inline(always)]
    unsafe fn new(near: [__m256i; 3], far: Planes) -> Self {
        Self {
            near: fours(near),
            far: fours(far.main),
            tail: fours(far.tail),
        }
    }

    /// Numbers of neighbours, and of far vertices in the high bytes.
    #[inline(always)]
    unsafe fn degrees(&self) -> [__m256i; 3] {
        let (near, far, tail) = (counts(self.near), counts(self.far), counts(self.tail));
        [
            _mm256_unpacklo_epi8(near, far),
            _mm256_unpackhi_epi8(near, far),
            _mm256_unpacklo_epi8(tail, _mm256_srli_si256::<8>(tail)),
        ]
    }

    /// The sums of values over neighbours and over far vertices.
    #[inline(always)]
    unsafe fn sums(&self, values: [__m256i; 3]) -> [[__m256i; 3]; 2] {
        let tables = tables(values);
        let [low, high] = summed(&tables, self.near);
        let [far_low, far_high] = summed(&tables, self.far);
        let [tail_low, tail_high] = summed(&tables, self.tail);
        [
            [
                _mm256_unpacklo_epi8(low, high),
                _mm256_unpackhi_epi8(low, high),
                _mm256_unpacklo_epi8(tail_low, tail_high),
            ],
            [
                _mm256_unpacklo_epi8(far_low, far_high),
                _mm256_unpackhi_epi8(far_low, far_high),
                _mm256_unpackhi_epi8(tail_low, tail_high),
            ],
        ]
    }
}

/// The two signatures from first colours and their sums.
#[inline(always)]
unsafe fn finished_both(first: [__m256i; 3], edge: [__m256i; 3], away: [__m256i; 3]) -> [u64; 2] {
    let mut words = sum(refined(first[0], edge[0], away[0]));
    for k in 1..3 {
        words = _mm256_add_epi64(words, sum(refined(first[k], edge[k], away[k])));
    }
    let both = _mm256_add_epi64(words, _mm256_srli_si256::<8>(words));
    [
        finished(_mm256_extract_epi64::<0>(both) as u64),
        finished(_mm256_extract_epi64::<2>(both) as u64),
    ]
}

/// A vertex of each graph.
#[derive(Clone, Copy)]
struct Ends {
    /// Its number, in all bytes of a half.
    number: __m256i,
    /// Its bit, in all lanes of 32 bits of a half.
    bit: __m256i,
    /// The vertices that are far from it no more.
    lost: __m256i,
}

impl Ends {
    /// `x` of two edges `xy` that are added.
    #[inline(always)]
    unsafe fn new(rows: &[u32; 24], [x_a, y_a]: [usize; 2], [x_b, y_b]: [usize; 2]) -> Self {
        Self {
            number: _mm256_set_m128i(_mm_set1_epi8(x_b as i8), _mm_set1_epi8(x_a as i8)),
            bit: duo(1 << x_a, 1 << x_b),
            lost: duo(rows[y_a] | 1 << y_a, rows[y_b] | 1 << y_b),
        }
    }

    /// Ones in its lane, for each register of values.
    #[inline(always)]
    unsafe fn lanes(&self) -> [__m256i; 3] {
        let number = _mm256_and_si256(self.number, _mm256_set1_epi16(0xFF));
        let numbers = _mm256_loadu_si256(NUMBERS.as_ptr().cast());
        [
            _mm256_cmpeq_epi16(number, numbers),
            _mm256_cmpeq_epi16(_mm256_sub_epi16(number, _mm256_set1_epi16(8)), numbers),
            _mm256_cmpeq_epi16(_mm256_sub_epi16(number, _mm256_set1_epi16(16)), numbers),
        ]
    }

    /// Its value in all lanes of a half.
    #[inline(always)]
    unsafe fn value(&self, lanes: [__m256i; 3], values: [__m256i; 3]) -> __m256i {
        let mut only = _mm256_and_si256(lanes[0], values[0]);
        for k in 1..3 {
            only = _mm256_or_si256(only, _mm256_and_si256(lanes[k], values[k]));
        }
        // Bytes 2i and 2i + 1 for the vertex i of eight.
        let twice = _mm256_add_epi8(self.number, self.number);
        let at = _mm256_and_si256(twice, _mm256_set1_epi8(0xE));
        _mm256_shuffle_epi8(only, _mm256_or_si256(at, _mm256_set1_epi16(0x100)))
    }
}

/// The bytes of vertices that are in a set: `of` says where.
#[inline(always)]
unsafe fn members(set: __m256i, of: &[[u8; 32]; 2]) -> __m256i {
    let bits = bytes(&of[1]);
    let set = _mm256_shuffle_epi8(set, bytes(&of[0]));
    _mm256_cmpeq_epi8(_mm256_and_si256(set, bits), bits)
}

/// What far vertices lose, byte `j`, when edges between `ends` are added: `members` and `own` are bytes in a main plane
/// or a tail.
#[inline(always)]
unsafe fn lost(ends: &[Ends; 2], members: [__m256i; 2], own: [__m256i; 2], j: usize) -> __m256i {
    let mut lost = _mm256_setzero_si256();
    for at in 0..2 {
        let bit = _mm256_shuffle_epi8(ends[at].bit, bytes(&SPREAD[j]));
        let set = _mm256_shuffle_epi8(ends[at].lost, bytes(&SPREAD[j]));
        let both = _mm256_or_si256(_mm256_and_si256(members[at], bit), _mm256_and_si256(own[at], set));
        lost = _mm256_or_si256(lost, both);
    }
    lost
}

/// Returns the signatures of a graph with one more edge, for each of two such edges between far vertices. The graph
/// [`fits`].
#[inline(always)]
pub fn signatures(_: Vector, rows: &[u32; 24], far: &[u32; 24], edges: [[u8; 2]; 2]) -> [u64; 2] {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let [a, b] = edges.map(|[x, y]| [usize::from(x) % 24, usize::from(y) % 24]);
        let ends = [Ends::new(rows, a, b), Ends::new(rows, [a[1], a[0]], [b[1], b[0]])];
        let (near, far) = (bytes_of_all(words(rows)), bytes_of_all(words(far)));
        let (main_number, tail_number) = (bytes(&NUMBER_IN_MAIN), bytes(&NUMBER_IN_TAIL));
        let in_main = [members(ends[0].lost, &OF_MAIN), members(ends[1].lost, &OF_MAIN)];
        let in_tail = [members(ends[0].lost, &OF_TAIL), members(ends[1].lost, &OF_TAIL)];
        let own_main = [
            _mm256_cmpeq_epi8(ends[0].number, main_number),
            _mm256_cmpeq_epi8(ends[1].number, main_number),
        ];
        let own_tail = [
            _mm256_cmpeq_epi8(ends[0].number, tail_number),
            _mm256_cmpeq_epi8(ends[1].number, tail_number),
        ];
        let mut planes = Planes { main: near, tail: near };
        let mut near_main = near;
        for j in 0..3 {
            near_main[j] = main_of(near[j], near[j]);
            let lost_main = lost(&ends, in_main, own_main, j);
            let lost_tail = lost(&ends, in_tail, own_tail, j);
            planes.main[j] = _mm256_andnot_si256(lost_main, main_of(far[j], far[j]));
            planes.tail[j] = _mm256_andnot_si256(lost_tail, tail_of([near[j]; 2], [far[j]; 2]));
        }
        let relations = Relations::new(near_main, planes);
        let (of_x, of_y) = (ends[0].lanes(), ends[1].lanes());
        let mut colours = relations.degrees();
        for k in 0..3 {
            // One more neighbour for each end.
            colours[k] = _mm256_sub_epi16(colours[k], _mm256_or_si256(of_x[k], of_y[k]));
            colours[k] = first(colours[k]);
        }
        let [mut edge, away] = relations.sums(colours);
        let (x, y) = (ends[0].value(of_x, colours), ends[1].value(of_y, colours));
        for k in 0..3 {
            let others = _mm256_or_si256(_mm256_and_si256(of_x[k], y), _mm256_and_si256(of_y[k], x));
            edge[k] = _mm256_add_epi8(edge[k], others);
        }
        finished_both(colours, edge, away)
    }
}

/// Returns the signatures of the graphs on `n` vertices, at most 20, with two keys.
#[inline(always)]
pub fn two_signatures(_: Vector, n: usize, keys: [[u128; 2]; 2]) -> [u64; 2] {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let (a, b) = (
            bytes_of_all(registers_of_key(keys[0])),
            bytes_of_all(registers_of_key(keys[1])),
        );
        let (mut main, mut rest) = (a, a);
        for j in 0..3 {
            main[j] = main_of(a[j], b[j]);
            rest[j] = _mm256_permute2x128_si256::<0x31>(a[j], b[j]);
        }
        let (near, near_rest) = (fours(main), fours(rest));
        let below = duo((1 << n) - 1, (1 << n) - 1);
        let mut planes = Planes { main, tail: main };
        for j in 0..3 {
            // The tables of unions of byte `j` of rows.
            let (mut once, mut once_rest) = (_mm256_setzero_si256(), _mm256_setzero_si256());
            for k in 0..GROUPS_MOST {
                let table = union_table(if k < 4 { main[j] } else { rest[j] }, &GROUPS[k % 4]);
                once = _mm256_or_si256(once, _mm256_shuffle_epi8(table, near.0[k]));
                once_rest = _mm256_or_si256(once_rest, _mm256_shuffle_epi8(table, near_rest.0[k]));
            }
            let below_j = _mm256_shuffle_epi8(below, bytes(&SPREAD[j]));
            let far = _mm256_andnot_si256(_mm256_or_si256(_mm256_or_si256(main[j], once), bytes(&OWN[j])), below_j);
            let far = _mm256_and_si256(far, members(below, &OF_MAIN));
            let own = bytes(&OWN_REST[j]);
            let far_rest = _mm256_andnot_si256(_mm256_or_si256(_mm256_or_si256(rest[j], once_rest), own), below_j);
            planes.main[j] = far;
            planes.tail[j] = _mm256_unpacklo_epi64(rest[j], far_rest);
        }
        let in_tail = members(below, &OF_TAIL);
        let lower = _mm256_set_epi64x(0, -1, 0, -1);
        for j in 0..3 {
            planes.tail[j] = _mm256_and_si256(planes.tail[j], _mm256_or_si256(in_tail, lower));
        }
        let relations = Relations::new(main, planes);
        let mut colours = relations.degrees();
        for k in 0..3 {
            colours[k] = first(colours[k]);
        }
        let [edge, away] = relations.sums(colours);
        finished_both(colours, edge, away)
    }
}

/// Twin of [`super::lanes::Lanes::two_colours`], for graphs that [`fits`].
#[inline(always)]
pub fn two_colours(_: Vector, rows: [&[u32; 24]; 2], far: [&[u32; 24]; 2]) -> [[[u16; 24]; 2]; 2] {
    // SAFETY: a `Vector` proves that the processor has AVX2.
    unsafe {
        let near = [bytes_of_all(words(rows[0])), bytes_of_all(words(rows[1]))];
        let far = [bytes_of_all(words(far[0])), bytes_of_all(words(far[1]))];
        let mut main = near[0];
        let mut planes = Planes { main, tail: main };
        for j in 0..3 {
            main[j] = main_of(near[0][j], near[1][j]);
            planes.main[j] = main_of(far[0][j], far[1][j]);
            planes.tail[j] = tail_of([near[0][j], near[1][j]], [far[0][j], far[1][j]]);
        }
        let relations = Relations::new(main, planes);
        let mut colours = [relations.degrees(); 3];
        for k in 0..3 {
            colours[0][k] = first(colours[0][k]);
        }
        for round in 0..2 {
            let before = colours[round];
            let [edge, away] = relations.sums(before);
            for k in 0..3 {
                colours[round + 1][k] = refined(before[k], edge[k], away[k])[0];
            }
        }
        [
            [lower_halves(colours[1]), lower_halves(colours[2])],
            [upper_halves(colours[1]), upper_halves(colours[2])],
        ]
    }
}

#[inline(always)]
unsafe fn lower_halves([a, b, c]: [__m256i; 3]) -> [u16; 24] {
    stored_values([
        _mm256_castsi256_si128(a),
        _mm256_castsi256_si128(b),
        _mm256_castsi256_si128(c),
    ])
}

#[inline(always)]
unsafe fn upper_halves([a, b, c]: [__m256i; 3]) -> [u16; 24] {
    stored_values([
        _mm256_extracti128_si256::<1>(a),
        _mm256_extracti128_si256::<1>(b),
        _mm256_extracti128_si256::<1>(c),
    ])
}

/// Unions of bytes of four vertices.
#[inline(always)]
pub(super) unsafe fn union_table(bytes: __m256i, group: &[[u8; 32]; 4]) -> __m256i {
    let of = |bit: usize| _mm256_shuffle_epi8(bytes, avx2::bytes(&group[bit]));
    _mm256_or_si256(_mm256_or_si256(of(0), of(1)), _mm256_or_si256(of(2), of(3)))
}

/// Byte `j` of the bit of each vertex, for vertices 0 to 15.
const OWN: [[u8; 32]; 3] = own(0);
/// The same for vertices 16 to 23.
const OWN_REST: [[u8; 32]; 3] = own(16);

const fn own(first: usize) -> [[u8; 32]; 3] {
    let mut own = [[0; 32]; 3];
    let mut at = 0;
    while at < 32 {
        let v = first + at % 16;
        if v < 24 {
            own[v / 8][at] = 1 << (v % 8);
        }
        at += 1;
    }
    own
}
