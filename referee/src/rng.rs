//! SplitMix64: a seeded generator of a few lines, so that test data never change with a dependency.

/// Steele, Lea and Flood's SplitMix64 (OOPSLA 2014): 64 bits of state, period 2^64.
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Starts the sequence of this seed.
    pub fn new(seed: u64) -> Self {
        SplitMix64(seed)
    }

    /// Returns the next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number in `0..bound`; the bias of at most `bound / 2^64` does not matter to tests. `bound` must not be
    /// 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// Puts the items in random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// Returns a random permutation of `0..n`.
    pub fn permutation(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        self.shuffle(&mut order);
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        let mut rng = SplitMix64::new(1234567);
        let drawn: Vec<u64> = (0..3).map(|_| rng.next_u64()).collect();
        assert_eq!(drawn, [6457827717110365317, 3203168211198807973, 9817491932198370423]);
    }

    #[test]
    fn a_permutation_has_every_number_once() {
        let mut order = SplitMix64::new(5).permutation(32);
        order.sort_unstable();
        assert_eq!(order, (0..32).collect::<Vec<_>>());
    }
}
