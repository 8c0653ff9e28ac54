//! What a learner knows, as bytes.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `rglearn` and a newline |
//! | 4 | format number |
//! | 4, then so many | the words of the game |
//! | 8, 8 | seed, games learned from |
//! | 4, then 24 each | strengths: games, then played, won, asked and right |
//! | 4, then so many | positions, by their bytes: length of the text in one byte, text, value, visits (4 bytes each) |
//! | 32 | SHA-256 of all bytes before |
//!
//! Numbers are little-endian. The same learner gives the same bytes.

use sha2::{Digest, Sha256};

use super::measured::Measured;
use super::table::{Entry, LONGEST_KEY, MOST, ONE};
use super::{Learner, Rule};

/// Version of the form.
pub const FORMAT: u32 = 1;

/// The most bytes that a learner takes: its positions, and a sixteenth for all else.
pub const BYTES_MOST: u64 = (MOST * (1 + LONGEST_KEY + 8)) as u64 / 16 * 17;

/// The most games that a learner has learned from: a million a second for 285 years.
pub const GAMES_MOST: u64 = 1 << 53;

const MAGIC: &[u8] = b"rglearn\n";
const CHECKSUM: usize = 32;

/// Why bytes are no learner.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// They begin otherwise.
    #[error("it is not the file of a learner")]
    NotALearner,
    /// They are of another version.
    #[error("it is a learner of format {0}; this program reads format {FORMAT}")]
    Format(u32),
    /// They are not those that were written.
    #[error("its checksum differs: it is damaged")]
    Checksum,
    /// The checksum is right and the content is not possible.
    #[error("its parts do not fit together: {0}")]
    Content(&'static str),
}

impl Learner {
    /// Returns the learner as bytes. Cost: sorting its positions.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(FORMAT.to_le_bytes());
        bytes.extend((self.words.len() as u32).to_le_bytes());
        bytes.extend(self.words.as_bytes());
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(self.games.to_le_bytes());
        bytes.extend((self.history.len() as u32).to_le_bytes());
        for measured in &self.history {
            bytes.extend(measured.games.to_le_bytes());
            for count in [measured.played, measured.won, measured.asked, measured.right] {
                bytes.extend(count.to_le_bytes());
            }
        }
        bytes.extend((self.table.len() as u32).to_le_bytes());
        for (key, entry) in self.table.sorted() {
            bytes.push(key.len() as u8);
            bytes.extend(key.as_bytes());
            bytes.extend(entry.value.to_le_bytes());
            bytes.extend(entry.visits.to_le_bytes());
        }
        let sum = Sha256::digest(&bytes);
        bytes.extend(sum);
        bytes
    }
}

/// What is left to be read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], FileError> {
        let split = self.0.split_at_checked(length);
        let (taken, rest) = split.ok_or(FileError::Content("it ends too early"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn four(&mut self) -> Result<u32, FileError> {
        Ok(u32::from_le_bytes(self.take(4)?.try_into().expect("four bytes")))
    }

    fn eight(&mut self) -> Result<u64, FileError> {
        Ok(u64::from_le_bytes(self.take(8)?.try_into().expect("eight bytes")))
    }

    fn text(&mut self, length: usize) -> Result<&'a str, FileError> {
        let bytes = self.take(length)?;
        str::from_utf8(bytes).map_err(|_| FileError::Content("a text is not UTF-8"))
    }
}

/// Reads a learner. Memory: at most about ten times the bytes, as no count is believed before what it counts is there.
///
/// # Errors
/// [`FileError`].
pub fn from_bytes(bytes: &[u8]) -> Result<Learner, FileError> {
    use FileError::{Checksum, Content, Format, NotALearner};

    let mut rest = Rest(bytes.strip_prefix(MAGIC).ok_or(NotALearner)?);
    match rest.four().map_err(|_| Checksum)? {
        FORMAT => {}
        found => return Err(Format(found)),
    }
    let end = bytes.len().checked_sub(CHECKSUM).ok_or(Checksum)?;
    let (content, sum) = bytes.split_at(end);
    if Sha256::digest(content)[..] != *sum {
        return Err(Checksum);
    }
    rest = Rest(content.get(MAGIC.len() + 4..).ok_or(Checksum)?);
    let length = rest.four()? as usize;
    let words = rest.text(length)?;
    let mut learner = Learner::with_rule(words, rest.eight()?, Rule::default());
    learner.games = rest.eight()?;
    if learner.games > GAMES_MOST {
        return Err(Content("it has learned from too many games"));
    }
    for _ in 0..rest.four()? {
        let games = rest.eight()?;
        let mut count = || rest.four();
        let [played, won, asked, right] = [count()?, count()?, count()?, count()?];
        let is_after = learner.history.last().is_none_or(|last| last.games < games);
        if !is_after || games > learner.games || won > played || right > asked {
            return Err(Content("a strength is not possible"));
        }
        learner.history.push(Measured {
            games,
            played,
            won,
            asked,
            right,
        });
    }
    let count = rest.four()?;
    if count as usize > MOST {
        return Err(Content("it has too many positions"));
    }
    let mut last: Option<&str> = None;
    for _ in 0..count {
        let length = usize::from(rest.take(1)?[0]);
        let key = rest.text(length)?;
        let (value, visits) = (rest.four()? as i32, rest.four()?);
        if last.is_some_and(|last| last >= key) || !(-ONE..=ONE).contains(&value) || visits == 0 {
            return Err(Content("a position is not possible"));
        }
        learner.table.insert(key, Entry { value, visits });
        last = Some(key);
    }
    match rest.0 {
        [] => Ok(learner),
        _ => Err(Content("there are bytes after its end")),
    }
}

const _: () = assert!(LONGEST_KEY <= u8::MAX as usize);
