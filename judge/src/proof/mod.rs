//! Checks proofs from the description in docs/proofs.md and the rules of the games.
//!
//! No search and no table of values: each entry of a proof is checked once. Every family of games has its own form of a
//! proof in a common envelope; what it has beside the envelope is in the family's own folder.

mod bytes;
mod envelope;
mod error;
mod lines;

pub(crate) use bytes::Bytes;
pub(crate) use lines::Lines;

pub use error::ProofError;

use crate::{avoidance, maker_breaker, online_ramsey, strong_games};

/// What a proof proves, when it is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// Name of the game.
    pub game: String,
    /// The theorem in one sentence, without its full stop.
    pub sentence: String,
    /// What else there is to say, such as the number of positions: a word and a number or a text.
    pub facts: Vec<(&'static str, Fact)>,
}

/// A number or a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
}

impl From<u64> for Fact {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Fact {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

/// The games, by what their names begin with, and who checks their proofs.
type Check = fn(Lines, &[u8], usize) -> Result<Proved, ProofError>;
const FAMILIES: [(&str, Check); 5] = [
    ("maker-breaker:", maker_breaker::check),
    ("online-ramsey:", online_ramsey::check),
    ("ramsey-achieve:", strong_games::check),
    ("triangle", avoidance::check),
    ("avoid:", avoidance::check),
];

/// Those whose proofs can be read as lines.
type Text = fn(Lines, &[u8], &mut dyn FnMut(String)) -> Result<(), ProofError>;
const TEXTS: [(&str, Text); 1] = [("maker-breaker:", maker_breaker::text)];

/// Gives the lines of a proof for people to read, one after the other; `false` if proofs of its game have no such lines.
/// Whether it is right only [`check`] says.
///
/// # Errors
/// [`ProofError`] when it does not have the form of a proof.
pub fn text(file: &[u8], line: &mut dyn FnMut(String)) -> Result<bool, ProofError> {
    let (lines, body) = envelope::open(file)?;
    let game = lines.game().ok_or(ProofError::Head { line: "game" })?;
    let Some((_, text)) = TEXTS.iter().find(|(start, _)| game.starts_with(start)) else {
        return Ok(false);
    };
    text(lines, &body, line).map(|()| true)
}

/// Checks the proof in a file with up to `threads` threads. Memory: at most 1 MiB and 100 bytes for each byte of the
/// file for its content, and what the checker of the game says.
///
/// # Errors
/// [`ProofError`] says what is wrong first.
pub fn check(file: &[u8], threads: usize) -> Result<Proved, ProofError> {
    let (lines, body) = envelope::open(file)?;
    let game = lines.game().ok_or(ProofError::Head { line: "game" })?;
    let family = FAMILIES.iter().find(|(start, _)| game.starts_with(start));
    let (_, check) = family.ok_or(ProofError::Head { line: "game" })?;
    check(lines, &body, threads.max(1))
}

/// The head's lines and the body of a file of any family.
pub(crate) fn open(file: &[u8]) -> Result<(Lines, Vec<u8>), ProofError> {
    envelope::open(file)
}
