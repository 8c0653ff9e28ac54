//! What [`super::children`] has, on at most 20 vertices in rows of 32 bits.
//!
//! Each graph has one half of every register, so that nothing crosses from one half to the other. Values of 16 bits are
//! three registers: vertices 0 to 7 of the first graph and of the second, 8 to 15, and 16 to 23. Sets are planes of
//! bytes: byte `j` of the rows of vertices 0 to 15 of the first graph and of the second; and, for vertices 16 to 23, of
//! their neighbours and of their far vertices, each for both graphs.

use super::avx2::Avx2;
use super::children::{Graphs, colours, words};
use super::tables::{split, tables};
use super::wide::{Bytes, Rows, Values, bytes_of, decoded, three};
use super::{Matrix, Register, Sets, Short};
use crate::signature::{Word, finished, first};
use crate::vector::Vector;
use base::record::Wide;

/// The groups of four vertices there may be: 20 vertices are five.
const GROUPS_MOST: usize = 5;

/// Whether no vertex from 20 on is joined to another or far from it.
#[inline(always)]
pub fn fits(rows: &Rows, far: &Rows) -> bool {
    let mut all = 0;
    for v in 20..24 {
        all |= rows[v] | far[v];
    }
    all == 0
}

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

/// For planes of bytes of vertices 0 to 15 and 16 to 23, the unions of the bytes of the vertices of sets; the sets are
/// bits in fours.
#[inline(always)]
pub fn unions(main: Avx2<1>, rest: Avx2<1>, sets: &[Avx2<1>; 6]) -> Avx2<1> {
    let mut made = main.zero();
    for k in 0..GROUPS_MOST {
        let (bytes, group) = (if k < 4 { main } else { rest }, &GROUPS[k % 4]);
        let mut table = bytes.shuffle(bytes.same(&group[0]));
        for bit in 1..4 {
            table = table.or(bytes.shuffle(bytes.same(&group[bit])));
        }
        made = made.or(table.shuffle(sets[k]));
    }
    made
}

/// Byte `j` of each lane of 32 bits, in all bytes of the half.
const SPREAD: [[u8; 32]; 3] = [[0; 32], [1; 32], [2; 32]];

/// For bytes that stand for vertices 0 to 15: the byte of a set that the vertex is in, and its bit there.
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

/// The same for vertices 16 to 23 in the upper half of each half.
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

/// The number of the vertex that each byte of planes stands for, and of tails; none for the lower half of a tail.
const NUMBER: [[u8; 32]; 2] = {
    let mut number = [[0; 32], [0xFF; 32]];
    let mut at = 0;
    while at < 32 {
        number[0][at] = (at % 16) as u8;
        if at % 16 >= 8 {
            number[1][at] = (at % 16 + 8) as u8;
        }
        at += 1;
    }
    number
};

/// The number of the vertex of each value, in both halves of three registers.
const NUMBERS: [u16; 48] = {
    let mut numbers = [0; 48];
    let mut at = 0;
    while at < 48 {
        numbers[at] = (at / 16 * 8 + at % 8) as u16;
        at += 1;
    }
    numbers
};

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

/// Bytes four bits at a time, as indices of tables.
#[inline(always)]
pub fn fours(bytes: [Avx2<1>; 3]) -> [Avx2<1>; 6] {
    let ([k0, k1], [k2, k3], [k4, k5]) = (split(bytes[0]), split(bytes[1]), split(bytes[2]));
    [k0, k1, k2, k3, k4, k5]
}

/// The upper halves of planes, which are those of vertices 16 to 23: neighbours and far vertices of the first graph,
/// then of the second.
#[inline(always)]
fn tail_of(near: [Avx2<1>; 2], far: [Avx2<1>; 2]) -> Avx2<1> {
    near[0].low64(far[0]).crossed(near[1].low64(far[1]))[1]
}

/// The sum of look-ups of all bits in the fours; `tables` may be one.
#[inline(always)]
fn summed(tables: &[Avx2<3>; 2], of: &[Avx2<1>; 6]) -> Avx2<1> {
    let mut sums = tables[0].part(0).shuffle(of[0]);
    for k in 1..GROUPS_MOST {
        sums = sums.add8(tables[k % 2].part(k / 2).shuffle(of[k]));
    }
    sums
}

/// Neighbours and far vertices of two graphs, four bits at a time.
#[derive(Clone, Copy)]
struct Relations {
    near: [Avx2<1>; 6],
    far: [Avx2<1>; 6],
    tail: [Avx2<1>; 6],
}

impl Relations {
    #[inline(always)]
    fn new(near: [Avx2<1>; 3], far: [Avx2<1>; 3], tail: [Avx2<1>; 3]) -> Self {
        Self {
            near: fours(near),
            far: fours(far),
            tail: fours(tail),
        }
    }

    /// Of two graphs as planes.
    #[inline(always)]
    fn of(near: [Bytes; 2], far: [Bytes; 2]) -> Self {
        let zero = near[0].part(0).zero();
        let (mut main, mut main_far, mut tail) = ([zero; 3], [zero; 3], [zero; 3]);
        for j in 0..3 {
            let (near, far) = ([near[0].part(j), near[1].part(j)], [far[0].part(j), far[1].part(j)]);
            main[j] = near[0].crossed(near[1])[0];
            main_far[j] = far[0].crossed(far[1])[0];
            tail[j] = tail_of(near, far);
        }
        Self::new(main, main_far, tail)
    }
}

impl Graphs for Relations {
    type Values = Avx2<3>;

    #[inline(always)]
    fn degrees(&self) -> Avx2<3> {
        let counts = [three([self.near[0].counts(); 3]); 2];
        let (near, far) = (summed(&counts, &self.near), summed(&counts, &self.far));
        let tail = summed(&counts, &self.tail);
        three([near.low8(far), near.high8(far), tail.low8(tail.down_bytes::<8>())])
    }

    #[inline(always)]
    fn sums(&self, values: Avx2<3>) -> [Avx2<3>; 2] {
        let tables = tables::<false, _>(values);
        let (low, high) = (summed(&tables.low, &self.near), summed(&tables.high, &self.near));
        let (far_low, far_high) = (summed(&tables.low, &self.far), summed(&tables.high, &self.far));
        let (tail_low, tail_high) = (summed(&tables.low, &self.tail), summed(&tables.high, &self.tail));
        [
            three([low.low8(high), low.high8(high), tail_low.low8(tail_high)]),
            three([
                far_low.low8(far_high),
                far_low.high8(far_high),
                tail_low.high8(tail_high),
            ]),
        ]
    }
}

/// The two signatures from first colours and their sums.
#[inline(always)]
fn signed(own: Avx2<3>, sums: [Avx2<3>; 2]) -> [u64; 2] {
    let words = words(own, sums);
    let words = words.part(0).add64(words.part(1)).add64(words.part(2));
    let both = words.add64(words.down_bytes::<8>()).words64();
    [finished(both[0]), finished(both[2])]
}

/// A vertex of each graph.
#[derive(Clone, Copy)]
struct Ends {
    /// Its number, in all bytes of a half.
    number: Avx2<1>,
    /// Its bit, in all lanes of 32 bits of a half.
    bit: Avx2<1>,
    /// The vertices that are far from it no more.
    lost: Avx2<1>,
}

impl Ends {
    /// `x` of two edges `xy` that are added.
    #[inline(always)]
    fn new(vector: Vector, rows: &Rows, [x_a, y_a]: [usize; 2], [x_b, y_b]: [usize; 2]) -> Self {
        Self {
            number: Avx2::duo(vector, x_a as u32 * 0x0101_0101, x_b as u32 * 0x0101_0101),
            bit: Avx2::duo(vector, 1 << x_a, 1 << x_b),
            lost: Avx2::duo(vector, rows[y_a] | 1 << y_a, rows[y_b] | 1 << y_b),
        }
    }

    /// Ones in its lane, for each register of values.
    #[inline(always)]
    fn lanes(&self) -> Avx2<3> {
        let number = self.number.and(self.number.all(0xFF));
        let numbers = three([number; 3]);
        numbers.equal16(numbers.constant(&NUMBERS))
    }

    /// Its value in all lanes of a half.
    #[inline(always)]
    fn value(&self, lanes: Avx2<3>, values: Avx2<3>) -> Avx2<3> {
        let only = lanes.and(values);
        let only = only.part(0).or(only.part(1)).or(only.part(2));
        // Bytes 2i and 2i + 1 for the vertex i of eight.
        let twice = self.number.add8(self.number);
        let at = twice.and(twice.all(0x0E0E)).or(twice.all(0x100));
        three([only.shuffle(at); 3])
    }

    /// The bytes, in a plane or a tail, of the vertices that are far from it no more, and its own; see [`Ends::loses`].
    #[inline(always)]
    fn bytes(&self, of: &[[u8; 32]; 2], number: &[u8; 32]) -> [Avx2<1>; 2] {
        let own = self.number.equal8(self.number.same(number));
        [members(self.lost, of), own]
    }

    /// What far vertices lose, byte `j`.
    #[inline(always)]
    fn loses(&self, [members, own]: [Avx2<1>; 2], j: usize) -> Avx2<1> {
        let at = own.same(&SPREAD[j]);
        members.and(self.bit.shuffle(at)).or(own.and(self.lost.shuffle(at)))
    }
}

/// The bytes of vertices that are in a set: `of` says where.
#[inline(always)]
fn members(set: Avx2<1>, of: &[[u8; 32]; 2]) -> Avx2<1> {
    let bits = set.same(&of[1]);
    set.shuffle(set.same(&of[0])).and(bits).equal8(bits)
}

/// The signatures of a graph with one more edge, for each of two such edges between far vertices. The graph [`fits`].
#[inline(always)]
pub fn signatures(vector: Vector, rows: &Rows, far: &Rows, edges: [[u8; 2]; 2]) -> [u64; 2] {
    let [a, b] = edges.map(|[x, y]| [usize::from(x) % 24, usize::from(y) % 24]);
    let (x, y) = (
        Ends::new(vector, rows, a, b),
        Ends::new(vector, rows, [a[1], a[0]], [b[1], b[0]]),
    );
    let (near, far) = (bytes_of(Avx2::load(vector, rows)), bytes_of(Avx2::load(vector, far)));
    let (x_main, y_main) = (x.bytes(&OF_MAIN, &NUMBER[0]), y.bytes(&OF_MAIN, &NUMBER[0]));
    let (x_tail, y_tail) = (x.bytes(&OF_TAIL, &NUMBER[1]), y.bytes(&OF_TAIL, &NUMBER[1]));
    let zero = x.bit.zero();
    let (mut main, mut main_far, mut tail) = ([zero; 3], [zero; 3], [zero; 3]);
    for j in 0..3 {
        let (near, far) = (near.part(j), far.part(j));
        main[j] = near.doubled()[0];
        main_far[j] = far.doubled()[0].less(x.loses(x_main, j).or(y.loses(y_main, j)));
        tail[j] = tail_of([near; 2], [far; 2]).less(x.loses(x_tail, j).or(y.loses(y_tail, j)));
    }
    let relations = Relations::new(main, main_far, tail);
    let (is_x, is_y) = (x.lanes(), y.lanes());
    // One more neighbour for each end.
    let own = first(relations.degrees().minus16(is_x.or(is_y)));
    let [edge, away] = relations.sums(own);
    let others = is_x.and(y.value(is_y, own)).or(is_y.and(x.value(is_x, own)));
    signed(own, [edge.add8(others), away])
}

/// The signatures of two graphs that [`fits`].
#[inline(always)]
pub fn signatures_of(vector: Vector, rows: [&Rows; 2], far: [&Rows; 2]) -> [u64; 2] {
    let relations = relations_of(vector, rows, far);
    let own = first(relations.degrees());
    signed(own, relations.sums(own))
}

#[inline(always)]
fn relations_of(vector: Vector, rows: [&Rows; 2], far: [&Rows; 2]) -> Relations {
    let near = [
        bytes_of(Avx2::load(vector, rows[0])),
        bytes_of(Avx2::load(vector, rows[1])),
    ];
    let far = [
        bytes_of(Avx2::load(vector, far[0])),
        bytes_of(Avx2::load(vector, far[1])),
    ];
    Relations::of(near, far)
}

/// Returns the signatures of the graphs on `n` vertices, at most 20, with two keys.
#[inline(always)]
pub fn two_signatures(vector: Vector, n: usize, keys: [Wide; 2]) -> [u64; 2] {
    let (a, b) = (bytes_of(decoded(vector, keys[0])), bytes_of(decoded(vector, keys[1])));
    let zero = a.part(0).zero();
    let (mut main, mut rest) = ([zero; 3], [zero; 3]);
    for j in 0..3 {
        [main[j], rest[j]] = a.part(j).crossed(b.part(j));
    }
    let (near, near_rest) = (fours(main), fours(rest));
    let below = Avx2::duo(vector, (1 << n) - 1, (1 << n) - 1);
    let (in_main, in_tail) = (members(below, &OF_MAIN), members(below, &OF_TAIL));
    let in_tail = in_tail.or(zero.same(&[u32::MAX, u32::MAX, 0, 0, u32::MAX, u32::MAX, 0, 0]));
    let (mut main_far, mut tail) = (main, main);
    for j in 0..3 {
        // Byte `j` of rows.
        let (once, once_rest) = (unions(main[j], rest[j], &near), unions(main[j], rest[j], &near_rest));
        let below = below.shuffle(below.same(&SPREAD[j]));
        let reached = main[j].or(once).or(once.same(&OWN[j]));
        let reached_rest = rest[j].or(once_rest).or(once.same(&OWN_REST[j]));
        main_far[j] = below.less(reached).and(in_main);
        tail[j] = rest[j].low64(below.less(reached_rest)).and(in_tail);
    }
    let relations = Relations::new(main, main_far, tail);
    let own = first(relations.degrees());
    signed(own, relations.sums(own))
}

/// Twin of [`crate::portable::two_colours`], for graphs that [`fits`].
#[inline(always)]
pub fn two_colours(vector: Vector, rows: [&Rows; 2], far: [&Rows; 2]) -> [[Values; 2]; 2] {
    let [early, late] = colours(relations_of(vector, rows, far));
    let ([a, b], [late_a, late_b]) = (halves(early), halves(late));
    [[a, late_a], [b, late_b]]
}

/// The values of the first graph, and of the second.
#[inline(always)]
fn halves(values: Avx2<3>) -> [Values; 2] {
    let [first, second] = values.part(0).crossed(values.part(1));
    let [last, last_too] = values.part(2).doubled();
    [
        Avx2::<3>::store_values(Avx2([first.0[0], last.0[0]])),
        Avx2::<3>::store_values(Avx2([second.0[0], last_too.0[0]])),
    ]
}
