//! Hashes cut to 24 or 32 bits: those of a level's positions, in key order, locate given hashes without recomputing all
//! of them.

/// Largest level whose hashes are cut to 24 bits. There is one ambiguous hash for every 6,000 to 8,000 positions (m,
/// n = 13, largest levels): here one position in fifty is a false candidate, and a quarter would be with ten times as
/// many. Cut to 32 bits, one in fifty is false at 10^12 positions.
const NARROW_POSITIONS: u64 = 1 << 31;
/// Bits of a sieve for every hash in it, as long as the sieve has at most [`SMALL_SIEVE_BITS`].
const BITS_PER_HASH: usize = 1 << 10;
const SMALL_SIEVE_BITS: usize = 1 << 24;
/// Bits of a larger sieve for every hash in it.
const FEWER_BITS_PER_HASH: usize = 1 << 6;

/// Bytes kept of each hash of a level.
pub(crate) fn kept_bytes(positions: u64) -> usize {
    if positions <= NARROW_POSITIONS { 3 } else { 4 }
}

/// A set of hashes, cut; it never misses a member.
pub struct HashSieve {
    bits: Vec<u64>,
}

impl HashSieve {
    /// The sieve of 64-bit `hashes`, whose lowest bit is ignored. Memory: at most 2 MiB, or at most `memory_bytes` if
    /// that is more.
    pub(crate) fn new(hashes: &[u64], kept_bytes: usize, memory_bytes: u64) -> HashSieve {
        let small = hashes.len().saturating_mul(BITS_PER_HASH).min(SMALL_SIEVE_BITS);
        let large = hashes.len().saturating_mul(FEWER_BITS_PER_HASH);
        let allowed = usize::try_from(memory_bytes.saturating_mul(8)).unwrap_or(usize::MAX);
        let wanted = large.min(allowed).max(small).clamp(64, 1 << (8 * kept_bytes));
        // The power of two above, unless memory does not allow it.
        let places = match wanted.next_power_of_two() {
            more if more <= allowed.max(SMALL_SIEVE_BITS) => more,
            more => more / 2,
        };
        let mut sieve = HashSieve {
            bits: vec![0; places / 64],
        };
        for &hash in hashes {
            let place = sieve.place(kept(hash));
            sieve.bits[place / 64] |= 1 << (place % 64);
        }
        sieve
    }

    /// Whether each of these cut hashes may be in the set.
    pub(crate) fn candidates(&self, cut: &[u8], kept_bytes: usize) -> Vec<bool> {
        match kept_bytes {
            3 => self.held::<3>(cut),
            _ => self.held::<4>(cut),
        }
    }

    fn held<const BYTES: usize>(&self, log: &[u8]) -> Vec<bool> {
        let may_hold = |place: usize| self.bits[place / 64] >> (place % 64) & 1 == 1;
        let kept = log.chunks_exact(BYTES).map(|kept| {
            let mut word = [0; 4];
            word[..BYTES].copy_from_slice(kept);
            u32::from_le_bytes(word)
        });
        kept.map(|kept| may_hold(self.place(kept))).collect()
    }

    fn place(&self, kept: u32) -> usize {
        kept as usize & (self.bits.len() * 64 - 1)
    }
}

/// Appends what is kept of each hash.
pub(crate) fn cut(hashes: &[u64], kept_bytes: usize, out: &mut Vec<u8>) {
    // A length known to the compiler makes this twice as fast.
    match kept_bytes {
        3 => keep::<3>(hashes, out),
        _ => keep::<4>(hashes, out),
    }
}

fn keep<const BYTES: usize>(hashes: &[u64], out: &mut Vec<u8>) {
    let start = out.len();
    out.resize(start + hashes.len() * BYTES, 0);
    for (place, &hash) in out[start..].chunks_exact_mut(BYTES).zip(hashes) {
        place.copy_from_slice(&kept(hash).to_le_bytes()[..BYTES]);
    }
}

/// Bits 8 to 39: not the lowest, where an item has its label. What is cut has the lowest of them.
fn kept(hash: u64) -> u32 {
    (hash >> 8) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of 10^6 positions are candidates for `wanted` hashes, every so many of which are those of positions.
    fn candidates(kept_bytes: usize, wanted: usize, memory_bytes: u64) -> usize {
        let hash = |i: usize| {
            let mixed = (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
        };
        let hashes: Vec<u64> = (0..1_000_000).map(hash).collect();
        let mut log = Vec::new();
        for batch in hashes.chunks(70_001) {
            cut(
                &batch.iter().map(|hash| hash ^ 1).collect::<Vec<_>>(),
                kept_bytes,
                &mut log,
            );
        }
        let members = (0..1_000_000).step_by(10_000).map(hash);
        let others = (1_000_000..1_000_000 + wanted).map(hash);
        let sieve = HashSieve::new(&members.chain(others).collect::<Vec<_>>(), kept_bytes, memory_bytes);
        let found = sieve.candidates(&log, kept_bytes);
        assert_eq!(found.len(), hashes.len());
        assert!(found.iter().step_by(10_000).all(|&found| found));
        let nothing = HashSieve::new(&[], kept_bytes, 0).candidates(&log[..10 * kept_bytes], kept_bytes);
        assert_eq!(nothing, [false; 10]);
        found.iter().filter(|&&found| found).count()
    }

    #[test]
    fn members_are_candidates_and_few_others() {
        for kept_bytes in [3, 4] {
            assert!(candidates(kept_bytes, 0, 0) < 100 + 2_000);
        }
    }

    #[test]
    fn of_large_levels_few_are_candidates() {
        // A tenth as many ambiguous hashes as at 10^11 positions: 24 bits let 9 % through.
        let wanted = 1_500_000;
        assert!((50_000..120_000).contains(&candidates(3, wanted, 1 << 30)));
        assert!(candidates(4, wanted, 1 << 30) < 25_000);
        // Without memory it is a sieve of 2 MiB.
        assert!(candidates(4, wanted, 0) < 120_000);
    }

    #[test]
    fn few_positions_take_three_bytes() {
        assert_eq!([0, NARROW_POSITIONS, NARROW_POSITIONS + 1].map(kept_bytes), [3, 3, 4]);
    }
}
