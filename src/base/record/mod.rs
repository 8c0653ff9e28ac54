//! A key and its label in one integer, so that sorting is comparing integers.

mod twofold;
mod wide;

use std::fmt::Debug;

pub use twofold::Twofold;
pub use wide::Wide;

/// A key and its label in one integer: the key's bytes big-endian and left-aligned, the last byte is the label.
///
/// Integer order is key order. A level has a fixed key width in bytes, at most [`Record::BYTES`]` - 1`; the bytes
/// between the key and the label are zero. Some kinds of records have a second label in the byte before the first.
pub trait Record: Copy + Ord + Send + Sync + Debug + 'static {
    /// Size in bytes, label byte included.
    const BYTES: usize;
    /// Key zero, label zero.
    const ZERO: Self;
    /// 2 when there is a second label.
    const LABEL_BYTES: usize = 1;

    /// Returns the `BYTES` bytes, most significant first; the last one is the label.
    fn to_be(self) -> impl AsRef<[u8]>;
    /// Returns the record with these leading bytes, followed by zeros.
    ///
    /// # Panics
    /// Panics when `bytes` is longer than `BYTES`.
    fn from_be(bytes: &[u8]) -> Self;
    /// Returns the label: the last byte.
    fn label(self) -> u8;
    /// Returns the second label; 0 when records have none.
    fn second(self) -> u8 {
        0
    }
    /// Returns the same key and label with this second label; 0 when records have none.
    fn with_second(self, second: u8) -> Self {
        debug_assert_eq!(second, 0, "records of one label");
        self
    }
    /// Returns the same record with all labels zero.
    fn key(self) -> Self;
    /// Returns the same record with this label.
    fn with_label(self, label: u8) -> Self;
    /// Returns a hash of the key.
    fn key_hash(self) -> u64 {
        let key = self.key().to_be();
        let mut hash = 0u64;
        for word in key.as_ref().chunks_exact(8) {
            hash ^= u64::from_be_bytes(word.try_into().expect("eight bytes"));
            for factor in [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93] {
                hash = (hash ^ hash >> 32).wrapping_mul(factor);
            }
            hash ^= hash >> 29;
        }
        hash
    }
    /// Difference modulo `2^(8 * BYTES)`.
    fn wrapping_sub(self, other: Self) -> Self;
    /// Sum modulo `2^(8 * BYTES)`.
    fn wrapping_add(self, other: Self) -> Self;
    /// Shifts down by `bytes` bytes, fewer than `BYTES`.
    fn shr_bytes(self, bytes: usize) -> Self;
    /// Shifts up by `bytes` bytes, fewer than `BYTES`; the overflow is lost.
    fn shl_bytes(self, bytes: usize) -> Self;
    /// Returns the number of bytes below the leading zero bytes: 0 for zero, at most `BYTES`.
    fn significant_bytes(self) -> usize;
    /// Writes `BYTES` bytes, least significant first, to the front of `out`.
    fn store_le(self, out: &mut [u8]);
    /// Returns the integer in the first `len <= BYTES` bytes of `window`, least significant first. `window` holds at
    /// least `BYTES` bytes; those from `len` on are ignored.
    fn load_le(window: &[u8], len: usize) -> Self;
}

impl Record for u128 {
    const BYTES: usize = 16;
    const ZERO: u128 = 0;

    #[inline]
    fn to_be(self) -> impl AsRef<[u8]> {
        self.to_be_bytes()
    }

    #[inline]
    fn from_be(bytes: &[u8]) -> u128 {
        let mut padded = [0; 16];
        padded[..bytes.len()].copy_from_slice(bytes);
        u128::from_be_bytes(padded)
    }

    #[inline]
    fn label(self) -> u8 {
        self as u8
    }

    #[inline]
    fn key(self) -> u128 {
        self & !0xff
    }

    #[inline]
    fn with_label(self, label: u8) -> u128 {
        self & !0xff | u128::from(label)
    }

    #[inline]
    fn wrapping_sub(self, other: u128) -> u128 {
        self.wrapping_sub(other)
    }

    #[inline]
    fn wrapping_add(self, other: u128) -> u128 {
        self.wrapping_add(other)
    }

    #[inline]
    fn shr_bytes(self, bytes: usize) -> u128 {
        self >> (8 * bytes)
    }

    #[inline]
    fn shl_bytes(self, bytes: usize) -> u128 {
        self << (8 * bytes)
    }

    #[inline]
    fn significant_bytes(self) -> usize {
        16 - self.leading_zeros() as usize / 8
    }

    #[inline]
    fn store_le(self, out: &mut [u8]) {
        out[..16].copy_from_slice(&self.to_le_bytes());
    }

    #[inline]
    fn load_le(window: &[u8], len: usize) -> u128 {
        let whole = u128::from_le_bytes(window[..16].try_into().expect("sixteen bytes"));
        whole & low_mask(len)
    }
}

/// Returns a mask of the low `bytes` bytes; from 16 on, of all bytes.
#[inline]
pub(crate) fn low_mask(bytes: usize) -> u128 {
    const MASKS: [u128; 17] = {
        let mut masks = [u128::MAX; 17];
        let mut bytes = 0;
        while bytes < 16 {
            masks[bytes] = (1 << (8 * bytes)) - 1;
            bytes += 1;
        }
        masks
    };
    MASKS[bytes.min(16)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laws<R: Record>(bytes: &[u8]) {
        let record = R::from_be(bytes);
        assert_eq!(&record.to_be().as_ref()[..bytes.len()], bytes);
        assert!(record.to_be().as_ref()[bytes.len()..].iter().all(|&byte| byte == 0));
        assert_eq!(record.to_be().as_ref().len(), R::BYTES);
        assert_eq!(record.label(), record.to_be().as_ref()[R::BYTES - 1]);
        assert_eq!(record.with_label(7).label(), 7);
        assert_eq!(record.with_label(7).key(), record.key());
        assert_eq!((record.key().label(), record.key().second()), (0, 0));
        if R::LABEL_BYTES == 2 {
            let twice = record.with_label(7).with_second(9);
            assert_eq!((twice.label(), twice.second(), twice.key()), (7, 9, record.key()));
            assert_eq!(record.second(), record.to_be().as_ref()[R::BYTES - 2]);
        }
        let leading = record.to_be().as_ref().iter().take_while(|&&byte| byte == 0).count();
        assert_eq!(record.significant_bytes(), R::BYTES - leading);
        let mut window = vec![0xff; R::BYTES + 3];
        record.store_le(&mut window);
        assert_eq!(R::load_le(&window, R::BYTES), record);
        for len in 0..R::BYTES {
            let low = R::load_le(&window, len);
            assert!(low.significant_bytes() <= len);
            assert_eq!(
                low,
                record
                    .shl_bytes(R::BYTES - 1 - len)
                    .shl_bytes(1)
                    .shr_bytes(1)
                    .shr_bytes(R::BYTES - 1 - len)
            );
            assert_eq!(record.shr_bytes(len).shl_bytes(len).wrapping_add(low), record);
            assert_eq!(record.wrapping_sub(low), record.shr_bytes(len).shl_bytes(len));
        }
    }

    #[test]
    fn both_widths_obey_the_same_laws() {
        arbtest::arbtest(|u| {
            let len = u.int_in_range(0..=16)?;
            laws::<u128>(u.bytes(len)?);
            laws::<Twofold>(u.bytes(len)?);
            let len = u.int_in_range(0..=32)?;
            laws::<Wide>(u.bytes(len)?);
            Ok(())
        })
        .budget_ms(200);
    }
}
