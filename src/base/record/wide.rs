//! The 32-byte record, for keys that do not fit in 15 bytes.

use super::{Record, low_mask};

/// A record of 32 bytes: the high half, then the low half whose last byte is the label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wide(pub u128, pub u128);

impl Record for Wide {
    const BYTES: usize = 32;
    const ZERO: Wide = Wide(0, 0);

    #[inline]
    fn to_be(self) -> impl AsRef<[u8]> {
        let mut bytes = [0; 32];
        bytes[..16].copy_from_slice(&self.0.to_be_bytes());
        bytes[16..].copy_from_slice(&self.1.to_be_bytes());
        bytes
    }

    #[inline]
    fn from_be(bytes: &[u8]) -> Wide {
        let cut = bytes.len().min(16);
        Wide(Record::from_be(&bytes[..cut]), Record::from_be(&bytes[cut..]))
    }

    #[inline]
    fn label(self) -> u8 {
        self.1 as u8
    }

    #[inline]
    fn key(self) -> Wide {
        Wide(self.0, self.1.key())
    }

    #[inline]
    fn with_label(self, label: u8) -> Wide {
        Wide(self.0, self.1.with_label(label))
    }

    #[inline]
    fn wrapping_sub(self, other: Wide) -> Wide {
        let (low, borrow) = self.1.overflowing_sub(other.1);
        Wide(self.0.wrapping_sub(other.0).wrapping_sub(u128::from(borrow)), low)
    }

    #[inline]
    fn wrapping_add(self, other: Wide) -> Wide {
        let (low, carry) = self.1.overflowing_add(other.1);
        Wide(self.0.wrapping_add(other.0).wrapping_add(u128::from(carry)), low)
    }

    #[inline]
    fn shr_bytes(self, bytes: usize) -> Wide {
        match bytes {
            0 => self,
            1..16 => Wide(
                self.0 >> (8 * bytes),
                self.1 >> (8 * bytes) | self.0 << (128 - 8 * bytes),
            ),
            _ => Wide(0, self.0 >> (8 * (bytes - 16))),
        }
    }

    #[inline]
    fn shl_bytes(self, bytes: usize) -> Wide {
        match bytes {
            0 => self,
            1..16 => Wide(
                self.0 << (8 * bytes) | self.1 >> (128 - 8 * bytes),
                self.1 << (8 * bytes),
            ),
            _ => Wide(self.1 << (8 * (bytes - 16)), 0),
        }
    }

    #[inline]
    fn significant_bytes(self) -> usize {
        if self.0 == 0 {
            self.1.significant_bytes()
        } else {
            16 + self.0.significant_bytes()
        }
    }

    #[inline]
    fn store_le(self, out: &mut [u8]) {
        out[..16].copy_from_slice(&self.1.to_le_bytes());
        out[16..32].copy_from_slice(&self.0.to_le_bytes());
    }

    #[inline]
    fn load_le(window: &[u8], len: usize) -> Wide {
        let low = u128::load_le(window, 16);
        let high = u128::load_le(&window[16..], 16);
        Wide(high & low_mask(len.saturating_sub(16)), low & low_mask(len))
    }
}
