//! Random numbers that are the same on every machine.

/// Steele, Lea and Flood's SplitMix64 (OOPSLA 2014).
pub struct Random(u64);

impl Random {
    /// Starts sequence `number` of a seed.
    pub fn numbered(seed: u64, number: u64) -> Self {
        Self(mixed(mixed(seed ^ GAMMA).wrapping_add(number)))
    }

    /// Returns the next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        mixed(self.0)
    }

    /// Returns a number in `0..bound`, which must not be 0; the bias of at most `bound / 2^64` is far below what is
    /// estimated.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// Returns a number from 0 to less than 1.
    pub fn fraction(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }
}

const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// SplitMix64's finaliser: a permutation of the numbers that looks random.
pub fn mixed(number: u64) -> u64 {
    let z = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
