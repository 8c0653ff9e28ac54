//! The envelope: magic, version, head, compressed body, checksum.

use sha2::{Digest, Sha256};

use super::error::ProofError;
use super::lines::Lines;

const MAGIC: &[u8] = b"rgproof\n";
const FORMAT: u32 = 1;
const CHECKSUM: usize = 32;
/// Bytes that a body may have for each byte of the file, beside the allowance: proofs compress to a fifth or so, and a
/// file that says otherwise shall not take all memory.
const RATIO: u64 = 100;
const ALLOWANCE: u64 = 1 << 20;

/// The head of a file whose checksum is right, and its body, still compressed.
pub(super) fn head(file: &[u8]) -> Result<(Lines, &[u8]), ProofError> {
    let rest = file.strip_prefix(MAGIC).ok_or(ProofError::NotAProof)?;
    let (format, rest) = rest.split_first_chunk().ok_or(ProofError::Length)?;
    match u32::from_le_bytes(*format) {
        FORMAT => {}
        found => return Err(ProofError::Format { found }),
    }
    let content = file.len().checked_sub(CHECKSUM).ok_or(ProofError::Length)?;
    let (content, sum) = file.split_at(content);
    let rest = rest.strip_suffix(sum).ok_or(ProofError::Length)?;
    if Sha256::digest(content)[..] != *sum {
        return Err(ProofError::Checksum);
    }
    let (length, rest) = rest.split_first_chunk().ok_or(ProofError::Length)?;
    let length = u32::from_le_bytes(*length) as usize;
    let (head, rest) = rest.split_at_checked(length).ok_or(ProofError::Length)?;
    let (length, packed) = rest.split_first_chunk().ok_or(ProofError::Length)?;
    if u64::from_le_bytes(*length) != packed.len() as u64 {
        return Err(ProofError::Length);
    }
    Ok((Lines::of(head)?, packed))
}

/// The head and the body of a file whose checksum is right.
pub(crate) fn open(file: &[u8]) -> Result<(Lines, Vec<u8>), ProofError> {
    let (lines, packed) = head(file)?;
    let bytes = lines.bytes()?;
    if bytes > ALLOWANCE + RATIO * file.len() as u64 {
        return Err(ProofError::Body);
    }
    let body = zstd::bulk::decompress(packed, bytes as usize).map_err(|_| ProofError::Body)?;
    match body.len() as u64 == bytes {
        true => Ok((lines, body)),
        false => Err(ProofError::Body),
    }
}
