//! Records of positions' keys, with one label or two.

use base::record::{Record, Twofold, Wide};
use canon::Key;
use graph::Row;

/// A record that holds the key of a position in rows of type `R`.
pub trait KeyRecord<R: Row>: Record {
    /// Returns the record with this key, all labels zero.
    fn of_key(key: Key<R>) -> Self;

    /// Returns the key in a record of a sealed level.
    fn to_key(self) -> Key<R>;
}

impl KeyRecord<u16> for u128 {
    fn of_key(key: Key<u16>) -> Self {
        key.labelled(0)
    }

    fn to_key(self) -> Key<u16> {
        Key::from_sealed(self)
    }
}

impl KeyRecord<u32> for Wide {
    fn of_key(key: Key<u32>) -> Self {
        key.labelled(0)
    }

    fn to_key(self) -> Key<u32> {
        Key::from_sealed(self)
    }
}

/// A key of 15 bytes, on 16 vertices, has no room beside two labels.
impl KeyRecord<u16> for Twofold {
    fn of_key(key: Key<u16>) -> Self {
        Twofold(key.labelled(0))
    }

    fn to_key(self) -> Key<u16> {
        Key::from_sealed(self.key().0)
    }
}
