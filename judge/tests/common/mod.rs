//! Files with any content in a right envelope.

use sha2::{Digest, Sha256};

/// A proof with this head and body, and a checksum that fits.
pub fn sealed(head: &[(&str, String)], body: &[u8]) -> Vec<u8> {
    let bytes = ("bytes", body.len().to_string());
    let lines = head
        .iter()
        .chain([&bytes])
        .map(|(word, value)| format!("{word} {value}\n"));
    let lines: String = lines.collect();
    let packed = zstd::bulk::compress(body, 12).unwrap();
    let mut file = b"rgproof\n".to_vec();
    file.extend(1u32.to_le_bytes());
    file.extend((lines.len() as u32).to_le_bytes());
    file.extend(lines.as_bytes());
    file.extend((packed.len() as u64).to_le_bytes());
    file.extend(packed);
    let sum = Sha256::digest(&file);
    file.extend(sum);
    file
}
