//! The positions of a proof, by their number of edges.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::coloured::position::{ORDER_MOST, Position, join};
use crate::proof::{Bytes, ProofError, each_with};
use crate::work;

/// Positions with equally many edges, as the bytes say.
pub(super) struct Level<'a> {
    pub edges: usize,
    pub count: usize,
    width: usize,
    entries: &'a [u8],
}

/// Reads as many levels as there are rounds; each entry has `extra` bytes after its edges.
pub(super) fn levels<'a>(bytes: &mut Bytes<'a>, rounds: usize, extra: usize) -> Result<Vec<Level<'a>>, ProofError> {
    let level = |edges: usize| {
        let count = bytes.number(4)? as usize;
        // An entry without edges takes no bytes; there is but one such position.
        if edges == 0 && count != 1 {
            return Err(ProofError::Body);
        }
        let width = 2 * edges + extra;
        let entries = bytes.take(count.checked_mul(width).ok_or(ProofError::Body)?)?;
        Ok(Level {
            edges,
            count,
            width,
            entries,
        })
    };
    (0..rounds).map(level).collect()
}

/// Checks the entries of a level on all threads, and reports how far it has come; `before` of `all` entries precede it.
/// Each thread makes something for itself.
pub(super) fn each_entry<T>(
    level: &Level,
    (before, all): (u64, u64),
    threads: usize,
    make: impl Fn() -> T + Sync,
    check: impl Fn(&mut T, usize) -> Result<(), &'static str> + Sync,
) -> Result<(), ProofError> {
    let done = AtomicU64::new(before);
    let checked = each_with(level.count, threads, make, |own, entry| {
        work::checked(done.fetch_add(1, Relaxed), all);
        check(own, entry)
    });
    checked.map_err(|(entry, why)| ProofError::Entry {
        entry: before + entry as u64,
        why,
    })
}

/// The ends of the pair with a number: v (v - 1) / 2 + u for u < v.
fn pair(number: usize) -> Option<(usize, usize)> {
    let v = (1..ORDER_MOST).take_while(|v| v * (v - 1) / 2 <= number).last()?;
    let u = number - v * (v - 1) / 2;
    (u < v).then_some((u, v))
}

impl Level<'_> {
    /// The position of an entry: `None` unless it is a graph on an initial piece of the vertices, all of them touched.
    pub fn position(&self, entry: usize, colours: usize) -> Option<Position> {
        let mut position = Position::empty(colours);
        let bytes = &self.entries[entry * self.width..][..2 * self.edges];
        for code in bytes.chunks_exact(2) {
            let code = usize::from(u16::from_le_bytes([code[0], code[1]]));
            let (u, v) = pair(code / 4)?;
            if code % 4 >= colours || !position.is_free(u, v) {
                return None;
            }
            join(&mut position.rows[code % 4], u, v);
            position.n = position.n.max(v + 1);
        }
        let is_touched = |v: usize| position.rows.iter().any(|rows| rows[v] != 0);
        (position.n <= ORDER_MOST && (0..position.n).all(is_touched)).then_some(position)
    }

    /// The pair after the edges of an entry.
    pub fn extra_pair(&self, entry: usize) -> Option<(usize, usize)> {
        let bytes = &self.entries[entry * self.width..][2 * self.edges..self.width];
        pair(u16::from_le_bytes(bytes.try_into().ok()?).into())
    }
}
