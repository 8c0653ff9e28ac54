//! The body of a proof, read from its start.

use super::error::ProofError;

/// What is left of the body.
pub(crate) struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], ProofError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(ProofError::Body)?;
        self.0 = rest;
        Ok(taken)
    }

    /// A number of at most eight bytes, the lowest first.
    pub fn number(&mut self, width: usize) -> Result<u64, ProofError> {
        let bytes = self.take(width)?.iter().rev();
        Ok(bytes.fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }
}
