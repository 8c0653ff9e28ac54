//! The head of a proof: lines of a word, a blank and a value, in an order that the game fixes.

use super::error::ProofError;
use crate::number::number;

/// The lines not read yet.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    lines: Vec<(String, String)>,
    read: usize,
}

impl Lines {
    pub(super) fn of(text: &[u8]) -> Result<Self, ProofError> {
        let wrong = || ProofError::Head { line: "game" };
        let text = str::from_utf8(text).map_err(|_| wrong())?;
        let mut lines = Vec::new();
        for line in text.strip_suffix('\n').ok_or_else(wrong)?.split('\n') {
            let (word, value) = line.split_once(' ').ok_or_else(wrong)?;
            lines.push((word.to_owned(), value.to_owned()));
        }
        Ok(Self { lines, read: 0 })
    }

    /// The name of the game, which is the first line.
    pub fn game(&self) -> Option<&str> {
        let (word, value) = self.lines.first()?;
        (word == "game").then_some(value)
    }

    /// The length of the body, which is the last line.
    pub(super) fn bytes(&self) -> Result<u64, ProofError> {
        let last = self.lines.last().filter(|(word, _)| word == "bytes");
        let bytes = last.and_then(|(_, value)| number(value));
        bytes.ok_or(ProofError::Head { line: "bytes" })
    }

    /// Whether there is such a line.
    pub fn has(&self, line: &str) -> bool {
        self.value(line).is_some()
    }

    /// The value of such a line, wherever it is.
    pub fn value(&self, line: &str) -> Option<&str> {
        let found = self.lines.iter().find(|(word, _)| word == line);
        found.map(|(_, value)| &value[..])
    }

    /// The value of the next line, which must be this one.
    pub fn next(&mut self, line: &'static str) -> Result<&str, ProofError> {
        let found = self.lines.get(self.read).filter(|(word, _)| word == line);
        let (_, value) = found.ok_or(ProofError::Head { line })?;
        self.read += 1;
        Ok(value)
    }

    /// The number in the next line.
    pub fn count(&mut self, line: &'static str) -> Result<u64, ProofError> {
        number(self.next(line)?).ok_or(ProofError::Head { line })
    }

    /// Checks that only the last line is left, and returns its number.
    pub fn end(mut self) -> Result<u64, ProofError> {
        let bytes = self.count("bytes")?;
        match self.read == self.lines.len() {
            true => Ok(bytes),
            false => Err(ProofError::Head { line: "bytes" }),
        }
    }
}
