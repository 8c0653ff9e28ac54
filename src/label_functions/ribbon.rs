//! Ribbon retrieval: where the label of a mixed hash is, and what the bits there say. `storage` solves for the bits.

/// Slots per row: the ribbon width.
pub const WIDTH: u64 = 128;
/// Minimum number of words in a shard: one window.
pub const WORDS_MIN: u64 = WIDTH / 64;

/// High half of the product: maps `x`, uniform in 64 bits, to `0..range`.
#[inline]
pub fn scale(x: u64, range: u64) -> u64 {
    ((u128::from(x) * u128::from(range)) >> 64) as u64
}

/// Bijection of 63-bit values to even 64-bit ones, so that a label fits beside the mixed hash.
#[inline]
pub fn mix(hash: u64) -> u64 {
    let mut x = hash >> 1;
    x ^= x >> 31;
    x = x.wrapping_mul(MULTIPLIERS[0]) & MASK;
    x ^= x >> 29;
    x = x.wrapping_mul(MULTIPLIERS[1]) & MASK;
    x ^= x >> 32;
    x << 1
}

/// Inverse of [`mix`]: the hash with its low bit zero.
pub fn unmix(mixed: u64) -> u64 {
    let mut x = mixed >> 1;
    x ^= x >> 32;
    x = x.wrapping_mul(inverse(MULTIPLIERS[1])) & MASK;
    x ^= x >> 29 ^ x >> 58;
    x = x.wrapping_mul(inverse(MULTIPLIERS[0])) & MASK;
    x ^= x >> 31 ^ x >> 62;
    x << 1
}

const MASK: u64 = u64::MAX >> 1;
/// Odd constants of the splitmix64 finaliser.
const MULTIPLIERS: [u64; 2] = [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb];

/// Inverse of an odd number modulo 2^64, hence modulo 2^63.
const fn inverse(odd: u64) -> u64 {
    // Newton: each step doubles the number of correct low bits, 3 to begin with.
    let mut inverse = odd;
    let mut step = 0;
    while step < 5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
        step += 1;
    }
    inverse
}

/// Returns the shard of a mixed hash, and the rest of the hash within the shard, uniform in 64 bits and in the same
/// order.
#[inline]
pub fn shard_of(mixed: u64, shards: u64) -> (u64, u64) {
    let product = u128::from(mixed) * u128::from(shards);
    ((product >> 64) as u64, product as u64)
}

/// Returns the first mixed hash of a shard: those of shard `s` are in `shard_start(s)..shard_start(s + 1)`.
pub fn shard_start(shard: u64, shards: u64) -> u128 {
    (u128::from(shard) << 64).div_ceil(u128::from(shards))
}

/// First slot of a key's window in its shard. Seed 0 keeps the order of the hashes, so that sorted keys are inserted
/// front to back; the multiplication of the others scatters them again.
#[inline]
pub fn window_start(within: u64, seed: u8, slots: u64) -> u64 {
    let multiplier = u64::from(seed).wrapping_mul(0x9e37_79b9_7f4a_7c16) | 1;
    scale(within.wrapping_mul(multiplier), slots.wrapping_sub(WIDTH - 1))
}

/// Returns a key's row: 128 bits, the lowest is one.
#[inline]
pub fn row(mixed: u64, seed: u8) -> u128 {
    let salt = u64::from(seed).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let low = fold(mixed ^ 0x2d35_8dcc_aa6c_78a5, salt ^ 0x8bb8_4b93_962e_acc9);
    let high = fold(mixed ^ 0x4b33_a62e_d433_d4a3, salt ^ 0x4d5a_2da5_1de1_aa47);
    u128::from(high) << 64 | u128::from(low | 1)
}

#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// The value that a window of the bit vector, given as words `a`, `b`, `c` and the bit where it starts in `a`, has for
/// a row.
#[inline]
pub fn value([a, b, c]: [u64; 3], bit: u64, row: u128) -> u8 {
    // Two shifts because one by 64 is not defined.
    let low = a >> bit | b << 1 << (63 - bit);
    let high = b >> bit | c << 1 << (63 - bit);
    ((low & row as u64 ^ high & (row >> 64) as u64).count_ones() & 1) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mix_is_a_bijection_that_drops_the_low_bit() {
        arbtest::arbtest(|u| {
            let hash: u64 = u.arbitrary()?;
            assert_eq!(unmix(mix(hash)), hash & !1);
            assert_eq!(mix(hash) & 1, 0);
            assert_eq!(mix(hash), mix(hash ^ 1));
            Ok(())
        })
        .budget_ms(100);
    }

    #[test]
    fn shard_starts_agree_with_shards() {
        for shards in [1, 2, 3, 1000, 1_160_000] {
            for shard in [0, 1, shards / 2, shards - 1]
                .into_iter()
                .filter(|&shard| shard < shards)
            {
                let first = u64::try_from(shard_start(shard, shards)).unwrap();
                assert_eq!(shard_of(first, shards).0, shard);
                assert!(first == 0 || shard_of(first - 1, shards).0 == shard - 1);
            }
            assert_eq!(shard_start(shards, shards), 1 << 64);
        }
    }
}
