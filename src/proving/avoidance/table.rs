//! What is known of values, in a table of bounded size that threads share.
//!
//! An entry is one word: 48 bits of the hash, which values are excluded, and how much work that was. So it is read and
//! written as a whole, without locks. Each entry is true by itself, whatever becomes of others. When a bucket is full,
//! the entry of least work is replaced; a value counts for 256 times its work.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use memmap2::{MmapMut, MmapRaw};

use super::kernel::Hash;

/// Entries of a bucket, which is a cache line.
const WAYS: usize = 8;
/// Values that are distinguished: 0 to 10, and all larger ones together.
const VALUES: u32 = 12;
const LARGE: u32 = VALUES - 1;
const ALL: u16 = (1 << VALUES) - 1;
const WORK_BITS: u32 = 4;
/// What a value counts for beside its work, as a power of four. A value of 0 decides every position before it, an
/// exclusion none alone. With room for a quarter of the entries n = 13 searches 7.1 million positions, without this
/// 8.1; for an eighth 9.9 and 18.1.
const VALUE_BONUS: u32 = 4;
/// Bits of an entry that hold the hash.
const FINGERPRINT: u64 = !0 << (VALUES + WORK_BITS);

/// What is known of the Sprague-Grundy value of a part: the set of values that it does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known(u16);

impl Known {
    /// Nothing.
    pub const NOTHING: Self = Self(0);

    /// The value itself; nothing for values that the table cannot hold.
    #[inline(always)]
    pub fn exactly(value: u32) -> Self {
        match value < LARGE {
            true => Self(ALL & !(1 << value)),
            false => Self(0),
        }
    }

    /// That it is none of a set of values.
    #[inline(always)]
    pub fn none_of(values: u32) -> Self {
        Self(values as u16 & (ALL >> 1))
    }

    /// The value, if it is known.
    #[inline(always)]
    pub fn value(self) -> Option<u32> {
        let left = !self.0 & ALL;
        (left.is_power_of_two() && left != 1 << LARGE).then(|| left.trailing_zeros())
    }

    /// Whether the value is known not to be this one.
    #[inline(always)]
    pub fn excludes(self, value: u32) -> bool {
        self.0 >> value.min(LARGE) & 1 == 1
    }

    /// Whether a table can say so: with the large values a value excludes all others.
    fn can_be(self) -> bool {
        let is_value = self.value().is_some();
        self != Self::NOTHING && (is_value || self.0 & 1 << LARGE == 0)
    }

    /// Both together.
    #[inline(always)]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Values by the hash of the part.
pub struct Table {
    memory: MmapRaw,
    count: usize,
    /// By how many bits the second word of a hash is turned: two parts that one fingerprint stands for have others
    /// then.
    turn: u32,
}

/// One cache line.
#[repr(align(64))]
struct Bucket([AtomicU64; WAYS]);

impl Table {
    /// A table of at most `memory` bytes, at least one bucket. Pages are taken from the system as they are filled.
    ///
    /// # Errors
    /// The system has no room for it.
    pub fn new(memory: u64) -> io::Result<Self> {
        Self::of_buckets(memory / size_of::<Bucket>() as u64)
    }

    /// With other fingerprints than a table of before, which was found to be wrong.
    #[must_use]
    pub fn turned(self) -> Self {
        Self { turn: 16, ..self }
    }

    #[inline(always)]
    fn fingerprint(&self, hash: Hash) -> u64 {
        hash[1].rotate_left(self.turn) & FINGERPRINT
    }

    fn of_buckets(count: u64) -> io::Result<Self> {
        let count = usize::try_from(count.max(1)).map_err(io::Error::other)?;
        let bytes = count.checked_mul(size_of::<Bucket>());
        let memory = MmapMut::map_anon(bytes.ok_or_else(|| io::Error::other("too large"))?)?;
        // Large pages: look-ups miss the processor's table of pages less often.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        Ok(Self {
            memory: memory.into(),
            count,
            turn: 0,
        })
    }

    #[inline(always)]
    fn buckets(&self) -> &[Bucket] {
        // SAFETY: the mapping lives as long as `self`, is aligned to pages, has `count` buckets, and was zeros at
        // first, which are valid buckets; it is accessed in this way alone.
        unsafe { std::slice::from_raw_parts(self.memory.as_ptr().cast(), self.count) }
    }

    /// Entries that it can hold.
    pub fn most(&self) -> u64 {
        (self.count * WAYS) as u64
    }

    #[inline(always)]
    fn bucket(&self, hash: Hash) -> &Bucket {
        let index = (u128::from(hash[0]) * self.count as u128) >> 64;
        &self.buckets()[index as usize]
    }

    /// Brings what is known of a part near.
    #[inline(always)]
    pub fn prefetch(&self, hash: Hash) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(hash);
            // SAFETY: the processor has SSE, as all of x86-64, and a prefetch reads nothing.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = hash;
    }

    /// What is known.
    #[inline(always)]
    pub fn find(&self, hash: Hash) -> Known {
        let fingerprint = self.fingerprint(hash);
        for slot in &self.bucket(hash).0 {
            let entry = slot.load(Relaxed);
            if entry & FINGERPRINT == fingerprint {
                return Known((entry >> WORK_BITS) as u16 & ALL);
            }
        }
        Known::NOTHING
    }

    /// Adds what became known with `work` positions searched. Returns whether an empty place was filled.
    pub fn add(&self, hash: Hash, known: Known, work: u64) -> bool {
        if known == Known::NOTHING {
            return false;
        }
        let bucket = self.bucket(hash);
        let fingerprint = self.fingerprint(hash);
        let bonus = if known.value().is_some() { VALUE_BONUS } else { 0 };
        let work = u64::from((work.max(1).ilog2().div_ceil(2) + bonus).min((1 << WORK_BITS) - 1));
        let reported = u64::from(known.0) << WORK_BITS;
        let (mut cheapest, mut least) = (0, u64::MAX);
        for (way, slot) in bucket.0.iter().enumerate() {
            let entry = slot.load(Relaxed);
            if entry & FINGERPRINT == fingerprint && entry != 0 {
                let next = fingerprint | (entry | reported) & (u64::from(ALL) << WORK_BITS);
                let work = work.max(entry & ((1 << WORK_BITS) - 1));
                // Should another thread have changed it meanwhile, its entry stands: nothing wrong is written.
                let _ = slot.compare_exchange(entry, next | work, Relaxed, Relaxed);
                return false;
            }
            if entry == 0 {
                (cheapest, least) = (way, 0);
                break;
            }
            let rank = 1 + (entry & ((1 << WORK_BITS) - 1));
            // Of equals, one that depends on the part.
            let rank = (rank << 3) | (((hash[1] >> 20) as usize + way) % WAYS) as u64;
            if rank < least {
                (cheapest, least) = (way, rank);
            }
        }
        bucket.0[cheapest].store(fingerprint | reported | work, Relaxed);
        least == 0
    }

    /// Writes all entries, while others may be added.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&(self.count as u64).to_le_bytes())?;
        let mut piece = Vec::with_capacity(PIECE * size_of::<Bucket>());
        for buckets in self.buckets().chunks(PIECE) {
            piece.clear();
            for slot in buckets.iter().flat_map(|bucket| &bucket.0) {
                piece.extend(slot.load(Relaxed).to_le_bytes());
            }
            out.write_all(&piece)?;
        }
        Ok(())
    }

    /// Bytes of the table that [`Table::write`] wrote, when its first eight bytes are these.
    pub fn bytes(first: [u8; 8]) -> u64 {
        u64::from_le_bytes(first).saturating_mul(size_of::<Bucket>() as u64)
    }

    /// Reads what [`Table::write`] wrote after its first eight bytes; returns the number of entries too.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidData`] for an entry that no search makes.
    pub fn read(first: [u8; 8], from: &mut dyn Read) -> io::Result<(Self, u64)> {
        let table = Self::of_buckets(u64::from_le_bytes(first))?;
        let mut piece = vec![0; PIECE * size_of::<Bucket>()];
        let mut filled = 0;
        for buckets in table.buckets().chunks(PIECE) {
            let piece = &mut piece[..size_of_val(buckets)];
            from.read_exact(piece)?;
            let words = piece.as_chunks::<8>().0;
            for (slot, word) in buckets.iter().flat_map(|bucket| &bucket.0).zip(words) {
                let entry = u64::from_le_bytes(*word);
                // Untouched pages stay the system's.
                if entry != 0 {
                    if !Known((entry >> WORK_BITS) as u16 & ALL).can_be() {
                        return Err(io::ErrorKind::InvalidData.into());
                    }
                    filled += 1;
                    slot.store(entry, Relaxed);
                }
            }
        }
        Ok((table, filled))
    }
}

/// Buckets written at a time.
const PIECE: usize = 1 << 12;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_bucket_keeps_a_value_and_forgets_exclusions() {
        let table = Table::of_buckets(1).unwrap();
        let hash = |part: u64| [0, (part + 1) << 32];
        assert!(table.add(hash(0), Known::exactly(0), 1));
        for part in 1..100 {
            table.add(hash(part), Known::none_of(1), 16);
        }
        assert_eq!(table.find(hash(0)).value(), Some(0));
        let kept = (1..100).filter(|&part| table.find(hash(part)).excludes(0));
        assert_eq!(kept.count(), WAYS - 1);
    }
}
