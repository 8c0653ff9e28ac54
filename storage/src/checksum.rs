//! xxh3 checksums as 32 hexadecimal digits.

use xxhash_rust::xxh3::{Xxh3, xxh3_128};

/// xxh3-128 of `bytes` as 32 lower-case hexadecimal digits.
pub fn hash_bytes(bytes: &[u8]) -> String {
    format!("{:032x}", xxh3_128(bytes))
}

/// xxh3-128 of bytes that arrive in pieces; how they are cut does not matter.
#[derive(Clone, Default)]
pub struct Hasher(Xxh3);

impl Hasher {
    /// A hasher that has seen nothing.
    pub fn new() -> Hasher {
        Hasher::default()
    }

    /// Takes the next bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The hash of all bytes so far, 32 hexadecimal digits.
    pub fn hex(&self) -> String {
        format!("{:032x}", self.value())
    }

    pub(crate) fn value(&self) -> u128 {
        self.0.digest128()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_do_not_matter() {
        let bytes: Vec<u8> = (0..10_000u32).map(|i| ((i * i) >> 3) as u8).collect();
        let mut hasher = Hasher::new();
        for piece in bytes.chunks(77) {
            hasher.update(piece);
        }
        assert_eq!(hasher.hex(), hash_bytes(&bytes));
        // Published value of XXH3-128 for the empty input.
        assert_eq!(hash_bytes(b""), "99aa06d3014798d86001c324468d497f");
    }
}
