//! The key of an isomorphism class: its canonical graph as bytes.

use base::record::Record;

use super::lanes::Lanes;
use super::vector::{Portable, Unit};
use graph::{Graph, Row};

/// Returns the width in bytes of a key on `n` vertices: the upper triangle, one bit per pair, padded with zeros.
pub const fn key_width(n: usize) -> usize {
    let bytes = (n * n.saturating_sub(1)).div_ceil(16);
    if bytes == 0 { 1 } else { bytes }
}

/// The upper triangle of a canonical graph, column by column as in graph6, left-aligned: byte order is key order.
///
/// Only this module's labellings and sealed levels create keys, so that every key looked up is canonical.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key<R: Row>(R::Record);

impl<R: Row> Key<R> {
    /// The keys of canonical graphs of the same order, from the places that their vertices have before the layout.
    #[inline(always)]
    pub(super) fn of_places<U: Unit, const W: usize, const N: usize>(
        unit: U,
        graphs: [&Graph<R, W>; N],
        places: [&[u16; W]; N],
    ) -> [Self; N]
    where
        R: Lanes<W>,
    {
        let keys = R::keys(unit, graphs, places);
        let mut made = [Self(R::zero()); N];
        for at in 0..N {
            made[at] = Self(keys[at]);
        }
        made
    }

    /// Returns the key held in a record of a sealed level, without its label.
    #[inline(always)]
    pub fn from_sealed(record: R::Record) -> Self {
        Self(record.key())
    }

    /// Returns this key with a label, as levels store it.
    #[inline(always)]
    pub fn labelled(self, label: u8) -> R::Record {
        self.0.with_label(label)
    }

    /// Returns whether the key has no bit after the last pair of `n` vertices. A key from a damaged level may have such
    /// bits, up to the end of its last byte.
    pub fn fits(self, n: usize) -> bool {
        R::bits_at(R::reversed(self.0), n * n.saturating_sub(1) / 2) & 0xff == 0
    }

    /// Returns the signatures of the graphs on `n` vertices with two keys, that are those of
    /// [`crate::Early::signature`].
    #[inline(always)]
    pub fn two_signatures<U: Unit, const W: usize>(unit: U, n: usize, [a, b]: [Self; 2]) -> [u64; 2]
    where
        R: Lanes<W>,
    {
        R::two_signatures(unit, n, [a.0, b.0])
    }

    /// Returns a hash of the key's bytes.
    pub fn hash(self) -> u64 {
        self.0.key_hash()
    }

    /// Returns the canonical graph on `n` vertices.
    pub fn graph<const W: usize>(self, n: usize) -> Graph<R, W>
    where
        R: Lanes<W>,
    {
        self.decoded(Portable, n)
    }

    /// Returns the canonical graph on `n` vertices, for callers that have a unit.
    #[inline(always)]
    pub fn decoded<U: Unit, const W: usize>(self, unit: U, n: usize) -> Graph<R, W>
    where
        R: Lanes<W>,
    {
        let rows = R::rows(unit, self.0);
        Graph::from_rows(n, rows)
    }
}

/// The bits of the key of the canonical graph with these rows, place 0 on top.
#[inline(always)]
pub(super) fn of_columns<R: Row, const W: usize>(columns: &[R; W]) -> R::Record {
    let mut record = R::zero();
    let mut bits = 0;
    for v in 1..W {
        bits += v;
        if bits > 8 * (R::Record::BYTES - 1) {
            break;
        }
        let column = columns[v].to_u32() >> (W - v);
        record = R::joined(record, R::record(column, 8 * R::Record::BYTES - bits));
    }
    record
}

/// The adjacency rows of the graph with a key.
#[inline(always)]
pub(super) fn rows<R: Row, const W: usize>(key: R::Record) -> [R; W] {
    let reversed = R::reversed(key);
    // Two loops, with columns separate from rows: a vector load right after narrow stores to the same place stalls.
    // The loop covers all columns, not just `n`: those after are zeros, and constant shifts are cheaper than an
    // early end.
    let mut columns = [R::EMPTY; W];
    let mut skip = 0;
    for v in 1..W {
        if skip + v > 8 * (R::Record::BYTES - 1) {
            break;
        }
        columns[v] = R::from_u32(R::bits_at(reversed, skip) & ((1 << v) - 1));
        skip += v;
    }
    let mut rows = super::portable::transposed(&columns);
    for v in 0..W {
        rows[v] |= columns[v];
    }
    rows
}
