//! Keys of positions in plans.

use retrograph_storage::Record;

/// A key in a plan.
pub(super) fn key_to_hex<R: Record>(record: R) -> String {
    record
        .to_be()
        .as_ref()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// The inverse of [`key_to_hex`].
pub(super) fn key_from_hex<R: Record>(digits: &str) -> Option<R> {
    let digit = |digit: u8| char::from(digit).to_digit(16);
    let pairs = digits.as_bytes().chunks(2);
    let bytes: Option<Vec<u8>> = pairs
        .map(|pair| Some((digit(pair[0])? << 4 | digit(*pair.get(1)?)?) as u8))
        .collect();
    bytes
        .filter(|bytes| bytes.len() == R::BYTES)
        .map(|bytes| R::from_be(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_back() {
        for record in [0, 1, u128::MAX, 0xab << 120] {
            assert_eq!(key_from_hex(&key_to_hex(record)), Some(record));
        }
        for bad in ["", "0", "zz", "00"] {
            assert_eq!(key_from_hex::<u128>(bad), None);
        }
    }
}
