//! The key of an isomorphism class: its canonical graph as bytes.

use retrograph_storage::Record;

use crate::graph::{Graph, Row};

/// Bytes of a key on `n` vertices: the upper triangle, one bit a pair, filled up with zeros.
pub const fn key_width(n: usize) -> usize {
    let bytes = (n * n.saturating_sub(1)).div_ceil(16);
    if bytes == 0 { 1 } else { bytes }
}

/// The upper triangle of a canonical graph, column by column as in graph6, left-aligned: byte order is key order.
///
/// Only this module's labellings and sealed levels make one, so that whatever is looked up by key is canonical.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key<R: Row>(R::Record);

impl<R: Row> Key<R> {
    /// The key of `graph` with vertex `order[i]` in place `i`. Rows are permuted by moving them; columns by shifting
    /// every row at once, one vector operation each, because the matrix is symmetric.
    #[inline(always)]
    pub(super) fn of_order<const W: usize>(graph: &Graph<R, W>, order: &[u8; W]) -> Self {
        let n = graph.order();
        let mut moved = [R::EMPTY; W];
        for i in 0..n {
            moved[i] = graph.rows()[usize::from(order[i]) % W];
        }
        // Place 0 at the most significant bit, as in the key.
        let mut rows = [R::EMPTY; W];
        for j in 0..n {
            let from = usize::from(order[j]) % W;
            for i in 0..W {
                rows[i] |= (moved[i] >> from & R::bit(0)) << (W - 1 - j);
            }
        }
        let mut record = R::zero();
        for v in 1..n {
            record = R::push_column(record, v, rows[v].to_u32() >> (W - v));
        }
        let bits = n * n.saturating_sub(1) / 2;
        Self(if bits == 0 {
            record
        } else {
            R::align(record, 8 * R::Record::BYTES - bits)
        })
    }

    /// The key held in a record of a sealed level; its label is left out.
    #[inline(always)]
    pub fn from_sealed(record: R::Record) -> Self {
        Self(record.key())
    }

    /// This key with a label, as levels store it.
    #[inline(always)]
    pub fn labelled(self, label: u8) -> R::Record {
        self.0.with_label(label)
    }

    /// The canonical graph on `n` vertices.
    #[inline(always)]
    pub fn graph<const W: usize>(self, n: usize) -> Graph<R, W> {
        let reversed = R::reversed(self.0);
        // Two loops, and columns apart from rows: a vector load right behind narrow stores to the same place stalls. All
        // columns that fit, not just `n`: those behind are zeros, and constant shifts are cheaper than an early end.
        let mut columns = [R::EMPTY; W];
        let mut skip = 0;
        for v in 1..W {
            if skip + v > 8 * (R::Record::BYTES - 1) {
                break;
            }
            columns[v] = R::from_u32(R::bits_at(reversed, skip) & ((1 << v) - 1));
            skip += v;
        }
        let mut rows = [R::EMPTY; W];
        for v in 0..W {
            let column = columns[v];
            for u in 0..W {
                rows[u] |= if column & R::bit(u) == R::EMPTY {
                    R::EMPTY
                } else {
                    R::bit(v)
                };
            }
        }
        for v in 0..W {
            rows[v] |= columns[v];
        }
        Graph::from_rows(n, rows)
    }
}
