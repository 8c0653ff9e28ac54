//! The layout of a canonical graph on at most 16 vertices: the twin of [`crate::layout`].

use super::avx2::{Avx2, Eights};
use super::narrow::bits_by;
use super::tables::{Relation, tables};
use super::{Matrix, Register, Sets, Short, children};
use crate::signature::Word;
use crate::vector::Vector;

type Rows = [u16; 16];

/// Bits counted from the top.
const FROM_TOP: [[u8; 16]; 2] = [
    [0, 0, 0, 0, 0, 0, 0, 0, 128, 64, 32, 16, 8, 4, 2, 1],
    [128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0],
];

/// The steps of a layout for which labels of 16 bits have room beside a place.
pub const STEPS: usize = 12;

/// The bits of the keys of graphs of the same order, laid out from these places, as [`crate::key::of_columns`] makes
/// them of [`crate::layout::columns`]; `None` when one has more than [`STEPS`] vertices after the neighbours of the
/// first.
#[inline(always)]
pub fn keys<const N: usize>(vector: Vector, rows: [&Rows; N], n: usize, places: [&Rows; N]) -> Option<[u128; N]> {
    let mut vertices = [[0u8; 16]; N];
    for at in 0..N {
        vertices[at] = at_places(places[at], 16);
    }
    let mut layouts = [started(vector, rows[0], n, places[0], &vertices[0]); N];
    for at in 1..N {
        layouts[at] = started(vector, rows[at], n, places[at], &vertices[at]);
    }
    for layout in &layouts {
        if layout.steps > STEPS {
            return None;
        }
    }
    let laid = laid_out(layouts);
    let mut moved = laid;
    for at in 0..N {
        vertices[at] = at_places(&laid[at].store(), n);
        let tables = tables::<true, _>(bits_by(laid[at], &FROM_TOP));
        moved[at] = Relation::new(Avx2::<1>::load(vector, rows[at])).over::<true>(&tables);
    }
    let mut keys = [0; N];
    for at in 0..N {
        keys[at] = key(moved[at].picked(Eights::<1>::load(vector, &vertices[at]).widened8()));
    }
    Some(keys)
}

/// The vertex at each place, of `n`; 255 where there is none.
#[inline(always)]
fn at_places(places: &Rows, n: usize) -> [u8; 16] {
    let mut vertices = [u8::MAX; 16];
    for v in 0..n {
        vertices[usize::from(places[v % 16]) % 16] = v as u8;
    }
    vertices
}

/// The bits of a key from the columns of the canonical graph, place 0 on top: columns are joined to twos, twos to
/// fours.
#[inline(always)]
fn key(columns: Avx2<1>) -> u128 {
    // By lane `v`, two to the power of `v`: the high half of a product has the first `v` bits.
    let columns = columns.times16_high(columns.same(&children::BITS));
    let cut = columns.same(&[1u32, 3, 5, 7, 9, 11, 13, 15]);
    let twos = columns
        .and(columns.all32(0xFFFF))
        .up32_by(cut)
        .or(columns.down32::<16>());
    let cut = columns.same(&[5u32, 0, 13, 0, 21, 0, 29, 0]);
    let low = twos.same(&[u32::MAX, 0, u32::MAX, 0, u32::MAX, 0, u32::MAX, 0]);
    let fours = twos.and(low).up64_by(cut).or(twos.down64::<32>());
    let [a, b, c, d] = fours.words64();
    u128::from(a) << 122 | u128::from(b) << 100 | u128::from(c) << 62 | u128::from(d) << 8
}

#[inline(always)]
fn started(vector: Vector, rows: &Rows, n: usize, places: &Rows, vertices: &[u8; 16]) -> Layout {
    let first = usize::from(vertices[0]) % 16;
    let vertex = Eights::load(vector, vertices);
    let (all_rows, places) = (Avx2::load(vector, rows), Avx2::load(vector, places));
    Layout::new(all_rows, n, (first, rows[first]), places, vertex)
}

/// Returns the place of each vertex in some layouts; vertices beyond `n` get the place 0. The chains of several layouts
/// are independent, so that the processor works on all at a time.
#[inline(always)]
pub fn laid_out<const N: usize>(mut layouts: [Layout; N]) -> [Avx2<1>; N] {
    let (mut steps, mut near) = (0, 0);
    for layout in &layouts {
        steps = layout.steps.max(steps);
        near |= layout.near;
    }
    for _ in 0..steps {
        for layout in &mut layouts {
            layout.step();
        }
    }
    let mut label = [layouts[0].label(); N];
    // A label that none exceeds stands after the others, for when a graph has no neighbours left.
    let mut labels = [[i16::MAX as u16; 17]; N];
    let (mut before, mut rest) = ([label[0].all(1); N], [0; N]);
    for at in 0..N {
        label[at] = layouts[at].label();
        *labels[at].first_chunk_mut().expect("sixteen lanes") = label[at].store::<u16, 16>();
        rest[at] = layouts[at].near;
    }
    while near != 0 {
        near = 0;
        for at in 0..N {
            let next = (u32::from(rest[at]) | 1 << 16).trailing_zeros() as usize;
            // One more for whose label exceeds this.
            let above = label[at].above16(label[at].all(labels[at][next]));
            before[at] = before[at].minus16(above);
            rest[at] &= rest[at].wrapping_sub(1);
            near |= rest[at];
        }
    }
    let mut places = label;
    for at in 0..N {
        places[at] = layouts[at].places(before[at]);
    }
    places
}

/// A layout under way.
///
/// Labels are inverted here, and the smallest is the next one: the processor finds the least of eight words in one
/// instruction. Everything a step needs is in registers, its chain takes 12 cycles.
#[derive(Clone, Copy)]
pub struct Layout {
    /// The low and the high byte of the row of the vertex at each place.
    rows: Eights<2>,
    label: Eights<2>,
    /// The labels of the candidates; all other lanes are as large as possible. Halves, so as not to wait for their
    /// minimum.
    waiting: Eights<2>,
    /// Ones in the lanes of those that are not candidates.
    out: Eights<2>,
    laid: Eights<2>,
    /// The next place.
    at: Eights<1>,
    /// The bit of the next label, and the bits of all steps: further steps change nothing.
    bit: Eights<1>,
    bits: Eights<1>,
    /// The neighbours of the first vertex.
    near: u16,
    steps: usize,
}

/// Ones in the lanes of the vertices of a set.
#[inline(always)]
fn lanes_of(all: Avx2<1>, set: u16) -> Avx2<1> {
    let bits = all.own();
    all.all(set).and(bits).equal16(bits)
}

impl Layout {
    /// Starts from the rows, the first vertex with its neighbours, each vertex's place by colours, and the vertex at
    /// each place.
    #[inline(always)]
    pub fn new(
        all_rows: Avx2<1>,
        n: usize,
        (first, near): (usize, u16),
        all_places: Avx2<1>,
        vertex: Eights<1>,
    ) -> Self {
        let rows = all_rows.planes().eights().shuffle(Eights::spread(vertex));
        let label = all_places.or(all_places.all(!0xF));
        let others = ((1u32 << n) - 1) as u16 & !near & !(1 << first);
        let out = lanes_of(label, !others);
        let behind = near.count_ones() as usize + 1;
        let steps = n.saturating_sub(behind);
        let bits = vertex.all(!(u16::MAX >> steps));
        Self {
            rows,
            label: label.eights(),
            waiting: label.or(out).eights(),
            out: out.eights(),
            laid: rows.all(0),
            at: vertex.all(behind as u16),
            bit: vertex.all(1 << 15).and(bits),
            bits,
            near,
            steps,
        }
    }

    /// The vertices after the neighbours.
    #[inline(always)]
    pub fn steps(&self) -> usize {
        self.steps
    }

    #[inline(always)]
    fn step(&mut self) {
        let least = self.waiting.least();
        let place = Eights::spread(least.shuffle(least.all(0)).and(least.all(0x0F0F)));
        let (least, bit, at) = (
            Eights::spread(least.first()),
            Eights::spread(self.bit),
            Eights::spread(self.at),
        );
        let of_eight = self.rows.same(&OF_EIGHT);
        let row = self.rows.shuffle(place).and(of_eight);
        let joined = row.equal(of_eight).and(bit);
        // Only place 15 may have the label of those that are out.
        let this = self.out.without(self.waiting.equal(least));
        self.out = self.out.or(this);
        self.laid = self.laid.or(this.and(at));
        self.waiting = joined.without(self.waiting).or(self.out);
        self.label = joined.without(self.label);
        self.at = self.at.minus(self.at.all(u16::MAX));
        self.bit = self.bit.down::<1>().and(self.bits);
    }

    /// The labels, turned so that signed comparisons order them. Those of the neighbours of the first vertex all
    /// differ.
    #[inline(always)]
    fn label(&self) -> Avx2<1> {
        let label = self.label.part(0).then(self.label.part(1));
        label.xor(label.all(1 << 15))
    }

    /// The places, given those of the neighbours of the first vertex.
    #[inline(always)]
    fn places(&self, of_near: Avx2<1>) -> Avx2<1> {
        let near = of_near.and(lanes_of(of_near, self.near));
        near.or(self.laid.part(0).then(self.laid.part(1)))
    }
}

/// The low byte of lane `v` has the bit of vertex `v` of eight.
pub const OF_EIGHT: [u16; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
