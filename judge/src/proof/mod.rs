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
pub(crate) use error::Wrong;
pub use trust::{Trust, trust};

use std::sync::Arc;

use crate::{avoidance, hypergraphs, maker_breaker, online_ramsey, positional, ramsey, strong_games, work};

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

type Check = fn(Lines, &[u8], usize) -> Result<Proved, ProofError>;
type Theorem = fn(Lines) -> Result<String, ProofError>;
/// Gives lines; `false` for a form that cannot be read as lines.
type Text = fn(Lines, &[u8], &mut dyn FnMut(String)) -> Result<bool, ProofError>;

/// Gives claims as lists of numbers.
type Claims = fn(Lines, &[u8], usize, &mut dyn FnMut(&[u32])) -> Result<(), ProofError>;

/// A family of games with one form of proofs.
struct Family {
    /// What the names of its games begin with.
    start: &'static str,
    /// Whether its heads have the line `form`.
    has_form: Option<bool>,
    check: Check,
    theorem: Theorem,
    text: Option<Text>,
    claims: Option<Claims>,
    /// Steps that a check may take for each byte of the file; docs/proofs.md says what proofs take.
    per_byte: u64,
}

impl Family {
    const fn new(start: &'static str, check: Check, theorem: Theorem, per_byte: u64) -> Self {
        Self {
            start,
            has_form: None,
            check,
            theorem,
            text: None,
            claims: None,
            per_byte,
        }
    }

    const fn with_form(self, has_form: bool) -> Self {
        Self {
            has_form: Some(has_form),
            ..self
        }
    }

    const fn with_text(self, text: Text) -> Self {
        Self {
            text: Some(text),
            ..self
        }
    }

    const fn with_claims(self, claims: Claims) -> Self {
        Self {
            claims: Some(claims),
            ..self
        }
    }

    const fn positional(start: &'static str) -> Self {
        Self::new(start, positional::check, positional::theorem, 1 << 20).with_claims(positional::claims)
    }

    const fn hypergraphs(start: &'static str) -> Self {
        Self::new(start, hypergraphs::check, hypergraphs::theorem, 1 << 20)
    }

    const fn avoidance(start: &'static str) -> Self {
        Self::new(start, avoidance::check, avoidance::theorem, 1 << 22)
            .with_text(avoidance::text)
            .with_claims(avoidance::choices::claims)
    }
}

/// All families; the first one that a name fits has it.
const FAMILIES: [Family; 13] = [
    Family::hypergraphs("maker-breaker:file="),
    Family::new("maker-breaker:", maker_breaker::check, maker_breaker::theorem, 1 << 14)
        .with_form(false)
        .with_text(maker_breaker::text),
    Family::new("online-ramsey:", online_ramsey::check, online_ramsey::theorem, 1 << 22),
    Family::new("ramsey-achieve:", strong_games::check, strong_games::theorem, 1 << 18).with_form(false),
    Family::new("ramsey-", ramsey::choices::check, ramsey::choices::theorem, 1 << 20)
        .with_claims(ramsey::choices::claims),
    Family::positional("maker-breaker:"),
    Family::positional("avoider-enforcer:"),
    Family::positional("waiter-client:"),
    Family::positional("client-waiter:"),
    Family::avoidance("triangle"),
    Family::avoidance("avoid:"),
    Family::avoidance("achieve:"),
    Family::hypergraphs("strong:file="),
];

/// Gives the lines of a proof for people to read, one after the other; `false` if proofs of its game have no such
/// lines. Whether it is right only [`check`] says.
///
/// # Errors
/// [`ProofError`] when it does not have the form of a proof.
pub fn text(file: &[u8], line: &mut dyn FnMut(String)) -> Result<bool, ProofError> {
    let (lines, body) = open(file)?;
    match family(&lines)?.text {
        Some(text) => text(lines, &body, line),
        None => Ok(false),
    }
}

/// Gives the claims of a right proof by choices as lists of numbers, each after those that it needs: what the checkers
/// take that Coq has proved right. Time and memory: those of [`check`] twice over.
///
/// # Errors
/// Those of [`check`], and [`ProofError::Head`] for a game whose proofs have no such lists.
pub fn claims(file: &[u8], threads: usize, list: &mut dyn FnMut(&[u32])) -> Result<(), ProofError> {
    let (lines, body) = open(file)?;
    match family(&lines)?.claims {
        Some(claims) => claims(lines, &body, threads.max(1), list),
        None => Err(ProofError::Head { line: "game" }),
    }
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
    let Family { check, per_byte, .. } = family(&lines)?;
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
    let Family { theorem, per_byte, .. } = family(&lines)?;
    let read = work::limited(steps(*per_byte, file), &Arc::default(), || theorem(lines));
    read.unwrap_or(Err(ProofError::Work))
}

fn family(lines: &Lines) -> Result<&'static Family, ProofError> {
    let game = lines.game().ok_or(ProofError::Head { line: "game" })?;
    let has_form = lines.has("form");
    let fits = |family: &&Family| game.starts_with(family.start) && family.has_form.is_none_or(|it| it == has_form);
    FAMILIES.iter().find(fits).ok_or(ProofError::Head { line: "game" })
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
            let found = family(&lines).unwrap();
            let number = FAMILIES.iter().position(|family| family.start == found.start).unwrap();
            let Family {
                check,
                theorem,
                per_byte,
                ..
            } = *found;
            let most = steps(per_byte, &file) / 8;
            let checked = work::limited(most, &Arc::default(), || check(lines.clone(), &body, 2));
            let Some(Ok(proved)) = checked else {
                panic!("{}", path.display())
            };
            assert_eq!(theorem(lines), Ok(proved.sentence), "{}", path.display());
            families[number] += 1;
        }
        assert!(families[1..4].iter().all(|&count| count > 3), "{families:?}");
    }
}
