//! Checks proofs from the description in docs/proofs.md and the rules of the games.
//!
//! No search and no table of values: each entry of a proof is checked once. Every family of games has its own form of a
//! proof in a common envelope; what it has beside the envelope is in the family's own folder.

mod bytes;
mod envelope;
mod error;
mod lines;
mod threads;
mod trust;

pub(crate) use bytes::Bytes;
pub(crate) use envelope::open;
pub(crate) use lines::Lines;
pub(crate) use threads::{each, each_with, made};

pub use crate::work::Progress;
pub use error::ProofError;
pub use trust::{Trust, trust};

use std::sync::Arc;

use crate::{avoidance, hypergraphs, maker_breaker, online_ramsey, ramsey, strong_games, work};

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

/// The games, by what their names begin with, who checks their proofs, who reads their theorems, and the steps that
/// this may take for each byte of the file; docs/proofs.md says what proofs take.
type Check = fn(Lines, &[u8], usize) -> Result<Proved, ProofError>;
type Theorem = fn(Lines) -> Result<String, ProofError>;
const FAMILIES: [(&str, Check, Theorem, u64); 9] = [
    ("maker-breaker:file=", hypergraphs::check, hypergraphs::theorem, 1 << 20),
    ("maker-breaker:", maker_breaker::check, maker_breaker::theorem, 1 << 14),
    ("online-ramsey:", online_ramsey::check, online_ramsey::theorem, 1 << 22),
    ("ramsey-achieve:", achieve, achieved, 1 << 18),
    ("ramsey-", ramsey::choices::check, ramsey::choices::theorem, 1 << 20),
    ("triangle", avoidance::check, avoidance::theorem, 1 << 22),
    ("avoid:", avoidance::check, avoidance::theorem, 1 << 22),
    ("achieve:", avoidance::check, avoidance::theorem, 1 << 22),
    ("strong:file=", hypergraphs::check, hypergraphs::theorem, 1 << 20),
];

/// By the winner's choices, or as a strong game.
fn achieve(lines: Lines, body: &[u8], threads: usize) -> Result<Proved, ProofError> {
    match lines.has("form") {
        true => ramsey::choices::check(lines, body, threads),
        false => strong_games::check(lines, body, threads),
    }
}

fn achieved(lines: Lines) -> Result<String, ProofError> {
    match lines.has("form") {
        true => ramsey::choices::theorem(lines),
        false => strong_games::theorem(lines),
    }
}

/// Those whose proofs can be read as lines; `false` for a form that cannot.
type Text = fn(Lines, &[u8], &mut dyn FnMut(String)) -> Result<bool, ProofError>;
const TEXTS: [(&str, Text); 4] = [
    ("maker-breaker:", maker_breaker::text),
    ("triangle", avoidance::text),
    ("avoid:", avoidance::text),
    ("achieve:", avoidance::text),
];

/// Gives the lines of a proof for people to read, one after the other; `false` if proofs of its game have no such
/// lines. Whether it is right only [`check`] says.
///
/// # Errors
/// [`ProofError`] when it does not have the form of a proof.
pub fn text(file: &[u8], line: &mut dyn FnMut(String)) -> Result<bool, ProofError> {
    let (lines, body) = open(file)?;
    let game = lines.game().ok_or(ProofError::Head { line: "game" })?;
    let Some((_, text)) = TEXTS.iter().find(|(start, _)| game.starts_with(start)) else {
        return Ok(false);
    };
    text(lines, &body, line)
}

/// Steps that a check may take, whatever the file's size.
const STEPS: u64 = 1 << 28;

/// Checks the proof in a file with up to `threads` threads. Time: at worst in proportion to the file's size. Memory: at
/// most 1 MiB and 100 bytes for each byte of the file for its content, and what the checker of the game says.
///
/// # Errors
/// [`ProofError`] says what is wrong first.
pub fn check(file: &[u8], threads: usize) -> Result<Proved, ProofError> {
    check_watched(file, threads, &Arc::default())
}

/// [`check`], which says on the way how far it has come, if the game's proofs have claims.
///
/// # Errors
/// Those of [`check`].
pub fn check_watched(file: &[u8], threads: usize, progress: &Arc<Progress>) -> Result<Proved, ProofError> {
    let (lines, body) = open(file)?;
    let (_, check, _, per_byte) = family(&lines)?;
    let checked = work::limited(steps(*per_byte, file), progress, || check(lines, &body, threads.max(1)));
    checked.unwrap_or(Err(ProofError::Work))
}

/// What a proof claims, in one sentence without its full stop: the text that [`check`] gives as the theorem. Whether it
/// is right only [`check`] says. Cost: the checksum.
///
/// # Errors
/// [`ProofError`] when it does not have the head of a proof.
pub fn theorem(file: &[u8]) -> Result<String, ProofError> {
    let (lines, _) = envelope::head(file)?;
    let (_, _, theorem, per_byte) = family(&lines)?;
    let read = work::limited(steps(*per_byte, file), &Arc::default(), || theorem(lines));
    read.unwrap_or(Err(ProofError::Work))
}

fn family(lines: &Lines) -> Result<&'static (&'static str, Check, Theorem, u64), ProofError> {
    let game = lines.game().ok_or(ProofError::Head { line: "game" })?;
    let family = FAMILIES.iter().find(|(start, ..)| game.starts_with(start));
    family.ok_or(ProofError::Head { line: "game" })
}

fn steps(per_byte: u64, file: &[u8]) -> u64 {
    STEPS.saturating_add(per_byte.saturating_mul(file.len() as u64))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// The proofs that are kept here are checked with an eighth of the steps.
    #[test]
    fn sound_proofs_take_few_steps() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets/proofs");
        let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut families = [0; FAMILIES.len()];
        for path in files.filter(|path| path.extension().is_some_and(|extension| extension == "proof")) {
            let file = fs::read(&path).unwrap();
            let (lines, body) = envelope::open(&file).unwrap();
            let game = lines.game().unwrap().to_owned();
            let family = FAMILIES.iter().position(|(start, ..)| game.starts_with(start)).unwrap();
            let (_, check, theorem, per_byte) = FAMILIES[family];
            let most = steps(per_byte, &file) / 8;
            let checked = work::limited(most, &Arc::default(), || check(lines.clone(), &body, 2));
            let Some(Ok(proved)) = checked else {
                panic!("{}", path.display())
            };
            assert_eq!(theorem(lines), Ok(proved.sentence), "{}", path.display());
            families[family] += 1;
        }
        assert!(families[1..4].iter().all(|&count| count > 3), "{families:?}");
    }
}
