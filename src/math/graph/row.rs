//! One row of an adjacency matrix as a machine word: a set of vertices.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use base::record::{Record, Wide};

/// A set of at most [`Row::BITS`] vertices; bit `i` is vertex `i`.
///
/// `u16` holds the flagship sizes (a whole matrix of 16 vertices is one 256-bit register), `u32` the larger ones.
pub trait Row:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
    + 'static
{
    /// Number of bits.
    const BITS: usize;
    /// The set with no vertex.
    const EMPTY: Self;
    /// The integer that holds a canonical upper triangle of such rows and a label.
    type Record: Record;

    /// Returns the set with the single vertex `i`.
    fn bit(i: usize) -> Self;
    /// Returns the number of vertices in the set.
    fn count(self) -> u32;
    /// Smallest vertex of a set that is not empty.
    fn lowest(self) -> usize;
    /// Returns the low 32 bits, zero-extended.
    fn to_u32(self) -> u32;
    /// Converts 32 bits, of which those beyond [`Row::BITS`] must be zero.
    fn from_u32(bits: u32) -> Self;
    /// Returns the record of `bits` moved up by `shift`; they must fit.
    fn record(bits: u32, shift: usize) -> Self::Record;
    /// Returns the union of two records.
    fn joined(a: Self::Record, b: Self::Record) -> Self::Record;
    /// Reverses the bits: the highest becomes the lowest.
    fn reversed(record: Self::Record) -> Self::Record;
    /// Returns 32 bits of `record` from bit `at` up.
    fn bits_at(record: Self::Record, at: usize) -> u32;
    /// Returns the record whose bits are all zero.
    fn zero() -> Self::Record;

    /// Returns whether vertex `i` is in the set.
    #[inline(always)]
    fn has(self, i: usize) -> bool {
        self & Self::bit(i) != Self::EMPTY
    }

    /// Returns whether the set is empty.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Returns the vertices of the set, smallest first.
    #[inline(always)]
    fn vertices(self) -> Vertices<Self> {
        Vertices(self)
    }

    /// Returns the set of all vertices below `i`; `i` may be [`Row::BITS`].
    #[inline(always)]
    fn below(i: usize) -> Self {
        if i == Self::BITS {
            !Self::EMPTY
        } else {
            !(!Self::EMPTY << i)
        }
    }
}

/// Iterator over the vertices of a set, smallest first.
#[derive(Clone, Copy, Debug)]
pub struct Vertices<R>(R);

impl<R: Row> Iterator for Vertices<R> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let lowest = self.0.lowest();
        self.0 ^= R::bit(lowest);
        Some(lowest)
    }
}

/// Returns the members of a set, smallest first; sets of pairs of vertices are such words too.
#[inline(always)]
pub fn each(set: impl Into<u64>) -> impl Iterator<Item = usize> + Clone {
    let mut rest: u64 = set.into();
    std::iter::from_fn(move || {
        let lowest = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(lowest)
    })
}

macro_rules! word {
    () => {
        const BITS: usize = Self::BITS as usize;
        const EMPTY: Self = 0;

        #[inline(always)]
        fn bit(i: usize) -> Self {
            1 << i
        }

        #[inline(always)]
        fn count(self) -> u32 {
            self.count_ones()
        }

        #[inline(always)]
        fn lowest(self) -> usize {
            self.trailing_zeros() as usize
        }

        #[inline(always)]
        fn to_u32(self) -> u32 {
            u32::from(self)
        }

        #[inline(always)]
        fn from_u32(bits: u32) -> Self {
            bits as Self
        }
    };
}

impl Row for u16 {
    type Record = u128;
    word!();

    #[inline(always)]
    fn record(bits: u32, shift: usize) -> u128 {
        u128::from(bits) << shift
    }

    #[inline(always)]
    fn joined(a: u128, b: u128) -> u128 {
        a | b
    }

    #[inline(always)]
    fn reversed(record: u128) -> u128 {
        record.reverse_bits()
    }

    #[inline(always)]
    fn bits_at(record: u128, at: usize) -> u32 {
        (record >> at) as u32
    }

    fn zero() -> u128 {
        0
    }
}

impl Row for u32 {
    type Record = Wide;
    word!();

    fn record(bits: u32, shift: usize) -> Wide {
        let bits = u128::from(bits);
        match shift {
            0 => Wide(0, bits),
            1..128 => Wide(bits >> (128 - shift), bits << shift),
            _ => Wide(bits << (shift - 128), 0),
        }
    }

    fn joined(a: Wide, b: Wide) -> Wide {
        Wide(a.0 | b.0, a.1 | b.1)
    }

    fn reversed(record: Wide) -> Wide {
        Wide(record.1.reverse_bits(), record.0.reverse_bits())
    }

    fn bits_at(record: Wide, at: usize) -> u32 {
        match at {
            0 => record.1 as u32,
            1..128 => (record.1 >> at | record.0 << (128 - at)) as u32,
            _ => (record.0 >> (at - 128)) as u32,
        }
    }

    fn zero() -> Wide {
        Wide(0, 0)
    }
}
