//! The bytes of a proof about a strong game: docs/hypergraphs.md says what they mean.

use super::strategy::Strategy;

/// Stands for no move.
const NONE: u8 = 255;

/// The entries and the opening, for a board of `n` elements.
pub fn body(strategy: &Strategy, n: usize) -> Vec<u8> {
    let width = n.div_ceil(8);
    let mut bytes = Vec::new();
    for entry in &strategy.entries {
        for set in entry.position {
            bytes.extend(&set.to_le_bytes()[..width]);
        }
        bytes.push(entry.sequences.len() as u8);
        for sequence in &entry.sequences {
            bytes.push(sequence.len() as u8);
            bytes.extend(sequence);
        }
        bytes.push(entry.answers.len() as u8);
        for answer in &entry.answers {
            bytes.extend([answer.reply, answer.step]);
            bytes.extend((answer.next as u32).to_le_bytes());
            bytes.extend((answer.map as u16).to_le_bytes());
        }
    }
    let (step, next, map) = strategy.opening;
    bytes.push(step.unwrap_or(NONE));
    bytes.extend((next as u32).to_le_bytes());
    bytes.extend((map as u16).to_le_bytes());
    bytes
}
