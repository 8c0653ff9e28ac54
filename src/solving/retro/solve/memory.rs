//! How a memory limit is divided.

const MIB: u64 = 1 << 20;

/// Program, libraries, RocksDB's own tables, stacks and allocator slack; a whole run at n = 12, buffers included, peaks
/// at 27 MiB.
const FIXED: u64 = 48 * MIB;
/// Batches under way, in and out, of one thread.
const A_THREAD: u64 = 4 * MIB;
/// Below this a sort buffer makes more runs than it is worth.
const LEAST_SHARE: u64 = 16 * MIB;

/// Shares of a memory limit, in bytes. Sorting and expanding go on together, with marks in the shares of the writer and
/// the builder; then merging, writing and hashing do. The last eighth is for what reads levels, 20 MB at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Sort buffers, later merge buffers.
    pub sort: u64,
    /// The writer of a sealed level.
    pub writer: u64,
    /// The builder of a label function.
    pub builder: u64,
}

/// The smallest limit that `threads` threads can keep to, in bytes.
pub fn least_memory(threads: usize) -> u64 {
    Memory::fixed(threads).saturating_add(2 * LEAST_SHARE)
}

impl Memory {
    /// What a run takes before anything is shared, in bytes.
    pub fn fixed(threads: usize) -> u64 {
        (threads as u64).saturating_mul(A_THREAD).saturating_add(FIXED)
    }

    /// All that is shared, for a step that does nothing beside.
    pub fn unshared(&self) -> u64 {
        self.sort + self.writer + self.builder
    }

    /// The shares of what writes and signs levels, which begins when positions are expanded.
    pub fn later(&self) -> u64 {
        self.writer + self.builder
    }

    /// Shares of `limit` bytes for `threads` threads; `None` below `least_memory`.
    pub fn divide(limit: u64, threads: usize) -> Option<Self> {
        let rest = limit.checked_sub(Self::fixed(threads))?;
        (rest >= 2 * LEAST_SHARE).then_some(Self {
            sort: rest / 2,
            writer: rest / 8,
            builder: rest / 4,
        })
    }
}
