//! Hashing of masks for maps: by mixing, which hostile keys may defeat and searches do not meet.

use std::hash::{BuildHasherDefault, Hasher};

use super::group::mixed;

/// For maps whose keys are masks.
pub(super) type ByMixing = BuildHasherDefault<Mixing>;

/// The state: a number.
#[derive(Default)]
pub(super) struct Mixing(u64);

impl Hasher for Mixing {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mixed(self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number).wrapping_add(1);
    }

    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
