//! Signatures of two children, or of two graphs, at a time, and what else two graphs on 16 vertices do side by side.
//!
//! A signature is a long chain of instructions, each of which waits for the one before. Two of them, step by step in
//! turn or in one register, take little more time than one. With AVX2 a child takes 250 instructions, one of two in a
//! register of 512 bits 90. Four at a time made look-ups that were not needed: n = 13 took 2 % longer.

use super::tables::{Relation, sum, tables};
use super::{Matrix, Pair};
use crate::signature::{first, mixed, others};

/// Two graphs as sets of neighbours and of far vertices; or what else has colours and sums of colours.
pub trait Graphs: Copy {
    /// A value of 16 bits for each vertex of both.
    type Values: super::Register;

    fn degrees(&self) -> Self::Values;
    /// The sums of values over neighbours and over far vertices.
    fn sums(&self, values: Self::Values) -> [Self::Values; 2];
}

impl<M: Matrix> Graphs for [Relation<M>; 2] {
    type Values = M;

    #[inline(always)]
    fn degrees(&self) -> M {
        M::degrees(&self[0], &self[1])
    }

    #[inline(always)]
    fn sums(&self, values: M) -> [M; 2] {
        let tables = tables::<false, M>(values);
        [self[0].over::<false>(&tables), self[1].over::<false>(&tables)]
    }
}

/// Words of 64 bits whose sums make the signatures, from first colours and their sums.
#[inline(always)]
pub fn words<V: super::Register>(own: V, [edge, away]: [V; 2]) -> V {
    sum(mixed(own, edge, away), others(own, edge, away))
}

/// The early and the late colours of two graphs.
#[inline(always)]
pub fn colours<G: Graphs>(graphs: G) -> [G::Values; 2] {
    let own = first(graphs.degrees());
    let [edge, away] = graphs.sums(own);
    let early = mixed(own, edge, away);
    let [edge, away] = graphs.sums(early);
    [early, mixed(early, edge, away)]
}

#[inline(always)]
fn signed<M: Pair>(rows: M, far: M) -> [u64; 2] {
    let graphs = [Relation::new(rows), Relation::new(far)];
    let own = first(graphs.degrees());
    words(own, graphs.sums(own)).signatures()
}

/// The signatures of a graph with one more edge, for two such edges between far vertices.
#[inline(always)]
pub fn signatures<M: Pair>(proof: M::Proof, rows: &[u16; 16], far: &[u16; 16], edges: [[u8; 2]; 2]) -> [u64; 2] {
    let [[x, y], [z, w]] = edges.map(|[x, y]| [usize::from(x) % 16, usize::from(y) % 16]);
    let (old, old_far) = (M::of(proof, [rows, rows]), M::of(proof, [far, far]));
    // The ends; what each end is now joined to, or near.
    let [ends, others] = M::bits(proof, [[x, z], [y, w]]);
    let [near_ends, near_others] = M::words(proof, [[rows[y], rows[w]], [rows[x], rows[z]]]);
    let (joined_x, joined_y) = (others.only([x, z]), ends.only([y, w]));
    let rows = old.or_both(joined_x, joined_y);
    let near = near_ends
        .only([x, z])
        .or_both(old.where_met(others, ends), old.where_met(ends, others));
    let near = near.or_both(near_others.only([y, w]), joined_x);
    signed(rows, old_far.less(near.or(joined_y)))
}

/// The signatures of the graphs with these rows and far pairs.
#[inline(always)]
pub fn signatures_of<M: Pair>(proof: M::Proof, rows: [&[u16; 16]; 2], far: [&[u16; 16]; 2]) -> [u64; 2] {
    signed(M::of(proof, rows), M::of(proof, far))
}

/// Twin of [`crate::portable::two_colours`].
#[inline(always)]
pub fn two_colours<M: Pair>(proof: M::Proof, rows: [&[u16; 16]; 2], far: [&[u16; 16]; 2]) -> [[[u16; 16]; 2]; 2] {
    let [early, late] = colours([Relation::new(M::of(proof, rows)), Relation::new(M::of(proof, far))]);
    let ([a, b], [late_a, late_b]) = (early.lanes(), late.lanes());
    [[a, late_a], [b, late_b]]
}

/// The signatures of the graphs on `n` vertices with two keys.
#[inline(always)]
pub fn two_signatures<M: Pair>(proof: M::Proof, n: usize, keys: [u128; 2]) -> [u64; 2] {
    let rows = decoded::<M>(proof, &keys);
    let near = Relation::new(rows);
    let own = rows.same(&BITS);
    let below = rows.all(((1u32 << n) - 1) as u16);
    let reached = rows.or(near.over::<true>(&tables::<true, M>(rows))).or(own);
    signed(rows, own.where_met(below, below).less(reached))
}

/// Lane `v` has bit `v`.
pub const BITS: [u16; 16] = {
    let mut bits = [0; 16];
    let mut v = 0;
    while v < 16 {
        bits[v] = 1 << v;
        v += 1;
    }
    bits
};

/// Vertices of the words below, in the order in which two registers of words are packed into one of lanes.
const WORDS: [[usize; 8]; 2] = [[0, 1, 2, 3, 8, 9, 10, 11], [4, 5, 6, 7, 12, 13, 14, 15]];

/// For each word, the three bytes of a key, top first, in which a column begins.
const COLUMN_BYTES: [[u8; 32]; 2] = {
    let mut bytes = [[0x80; 32]; 2];
    let mut at = 0;
    while at < 16 {
        let (half, word) = (at / 8, at % 8);
        let mut i = 0;
        while i < 3 {
            let byte = super::pairs_before(WORDS[half][word]) / 8 + i;
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
const COLUMN_BITS: [[[u32; 8]; 2]; 2] = {
    let mut bits = [[[0; 8]; 2]; 2];
    let mut at = 0;
    while at < 16 {
        let v = WORDS[at / 8][at % 8];
        bits[0][at / 8][at % 8] = super::pairs_before(v) as u32 % 8;
        bits[1][at / 8][at % 8] = !(u32::MAX >> v);
        at += 1;
    }
    bits
};

/// Half of the columns of keys, in words.
#[inline(always)]
fn columns<M: Matrix>(keys: M, half: usize) -> M {
    let bytes = keys.shuffle(keys.same(&COLUMN_BYTES[half]));
    let shifted = bytes.up32_by(keys.same(&COLUMN_BITS[0][half]));
    shifted.and(keys.same(&COLUMN_BITS[1][half])).down32::<16>()
}

/// The rows of the graphs with these keys. Nothing is stored and loaded again: at the front of an expansion everything
/// waits for it.
#[inline(always)]
pub fn decoded<M: Matrix>(proof: M::Proof, keys: &[u128]) -> M {
    let keys = M::of_keys(proof, keys);
    // The bit of vertex 0 is on top.
    let below = columns(keys, 0).pack32(columns(keys, 1)).reversed();
    below.or(below.turned())
}
