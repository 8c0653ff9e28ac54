//! What a list of a site says of the files that a page fetches whole, with which it compares them.

use serde::Serialize;
use sha2::{Digest, Sha256};

/// A file: its size, and its SHA-256 in hexadecimal.
#[derive(Serialize)]
pub(super) struct Fetched {
    bytes: usize,
    sha256: String,
}

impl Fetched {
    pub fn of(content: &[u8]) -> Self {
        let digest = Sha256::digest(content);
        Self {
            bytes: content.len(),
            sha256: digest.iter().map(|byte| format!("{byte:02x}")).collect(),
        }
    }
}
