//! xxh3 checksums as 32 hexadecimal digits.

use std::io::{ErrorKind, Read};
use std::path::Path;

use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::files::error::{At, Error, Result};
use crate::files::open::{open_file, open_sized};

/// xxh3-128 of `bytes` as 32 lower-case hexadecimal digits.
pub fn hash_bytes(bytes: &[u8]) -> String {
    format!("{:032x}", xxh3_128(bytes))
}

/// Returns the size and xxh3-128 of the file at `path`, as 32 lower-case hexadecimal digits. Reads it once, 1 MiB at a
/// time.
pub fn hash_file(path: &Path) -> Result<(u64, String)> {
    hash(path, &mut open_file(path)?)
}

/// Compares the file at `path` with the size and xxh3-128 that `said_by` gives, the size before anything is read. Cost:
/// reads the file once.
///
/// # Errors
/// [`Error::Corrupt`] when the file is missing, is not a regular file, or differs.
pub fn check_file(path: &Path, bytes: u64, xxh3: &str, said_by: &str) -> Result<()> {
    // The file may grow meanwhile.
    let mut file = open_sized(path, bytes, said_by)?.take(bytes.saturating_add(1));
    if hash(path, &mut file)? != (bytes, xxh3.to_string()) {
        return Err(Error::corrupt(path, "its content does not match its checksum"));
    }
    Ok(())
}

fn hash(path: &Path, file: &mut impl Read) -> Result<(u64, String)> {
    let mut hasher = Hasher::new();
    let mut buffer = vec![0; 1 << 20];
    let mut bytes = 0;
    loop {
        let read = match file.read(&mut buffer) {
            Ok(0) => return Ok((bytes, hasher.hex())),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            read => read.at(path, "read")?,
        };
        hasher.update(&buffer[..read]);
        bytes += read as u64;
    }
}

/// xxh3-128 of bytes that arrive in pieces; the division into pieces does not matter.
#[derive(Clone, Default)]
pub struct Hasher(Xxh3);

impl Hasher {
    /// Creates a hasher without input.
    pub fn new() -> Hasher {
        Hasher::default()
    }

    /// Adds the next bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Returns the hash of all bytes so far, 32 hexadecimal digits.
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
