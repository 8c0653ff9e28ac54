//! The 16-byte record with two labels, for keys of at most 14 bytes.

use super::Record;

/// A record of 16 bytes whose last byte is the label and whose last but one is the second label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Twofold(pub u128);

impl Record for Twofold {
    const BYTES: usize = 16;
    const ZERO: Twofold = Twofold(0);
    const LABEL_BYTES: usize = 2;

    #[inline]
    fn to_be(self) -> impl AsRef<[u8]> {
        self.0.to_be_bytes()
    }

    #[inline]
    fn from_be(bytes: &[u8]) -> Twofold {
        Twofold(Record::from_be(bytes))
    }

    #[inline]
    fn label(self) -> u8 {
        self.0 as u8
    }

    #[inline]
    fn second(self) -> u8 {
        (self.0 >> 8) as u8
    }

    #[inline]
    fn with_second(self, second: u8) -> Twofold {
        Twofold(self.0 & !0xff00 | u128::from(second) << 8)
    }

    #[inline]
    fn key(self) -> Twofold {
        Twofold(self.0 & !0xffff)
    }

    #[inline]
    fn with_label(self, label: u8) -> Twofold {
        Twofold(self.0.with_label(label))
    }

    #[inline]
    fn wrapping_sub(self, other: Twofold) -> Twofold {
        Twofold(self.0.wrapping_sub(other.0))
    }

    #[inline]
    fn wrapping_add(self, other: Twofold) -> Twofold {
        Twofold(self.0.wrapping_add(other.0))
    }

    #[inline]
    fn shr_bytes(self, bytes: usize) -> Twofold {
        Twofold(self.0.shr_bytes(bytes))
    }

    #[inline]
    fn shl_bytes(self, bytes: usize) -> Twofold {
        Twofold(self.0.shl_bytes(bytes))
    }

    #[inline]
    fn significant_bytes(self) -> usize {
        self.0.significant_bytes()
    }

    #[inline]
    fn store_le(self, out: &mut [u8]) {
        self.0.store_le(out);
    }

    #[inline]
    fn load_le(window: &[u8], len: usize) -> Twofold {
        Twofold(u128::load_le(window, len))
    }
}
