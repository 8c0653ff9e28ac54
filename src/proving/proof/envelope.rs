//! The envelope of every proof: magic, format number, head, compressed body, checksum. docs/proofs.md has the bytes.

use std::io;

use sha2::{Digest, Sha256};

/// Version of the form of proofs.
pub const FORMAT: u32 = 1;

/// The bytes that a proof begins with.
pub const MAGIC: &[u8] = b"rgproof\n";
const CHECKSUM: usize = 32;
/// Level of zstd for bodies of any size: higher ones take minutes on megabytes for some percent.
const LEVEL: i32 = 12;
/// Level for bodies that took hours to find, where a tenth counts: 2 s a megabyte.
const SLOW_LEVEL: i32 = 19;
/// A body has at most this many bytes, and [`RATIO`] for each byte of the file: a small file cannot ask for much
/// memory.
const ALLOWANCE: u64 = 1 << 20;
const RATIO: u64 = 100;

/// Writes a proof. `head` has a word and a value for each line, `game` first; the line `bytes` is added. Cost: zstd at
/// level 12.
///
/// # Errors
/// Fails when the compressor gets no memory, or a body compresses further than readers accept.
///
/// # Panics
/// When a word or a value has a line break.
pub fn seal(head: &[(&str, String)], body: &[u8]) -> io::Result<Vec<u8>> {
    sealed(head, body, LEVEL)
}

/// The same at zstd's level 19.
///
/// # Errors
/// As [`seal`].
///
/// # Panics
/// As [`seal`].
pub fn seal_slowly(head: &[(&str, String)], body: &[u8]) -> io::Result<Vec<u8>> {
    sealed(head, body, SLOW_LEVEL)
}

/// The same with a head that is sealed as it stands, right or wrong, so that readers can be tried.
///
/// # Errors
/// As [`seal`].
pub fn seal_as_it_is(head: &str, body: &[u8]) -> io::Result<Vec<u8>> {
    sealed_text(head, body, LEVEL)
}

fn sealed(head: &[(&str, String)], body: &[u8], level: i32) -> io::Result<Vec<u8>> {
    let mut lines = String::new();
    for (word, value) in head {
        assert!(!word.contains([' ', '\n']) && !value.contains('\n'), "{word} {value}");
        lines += &format!("{word} {value}\n");
    }
    lines += &format!("bytes {}\n", body.len());
    let file = sealed_text(&lines, body, level)?;
    match body.len() as u64 <= ALLOWANCE + RATIO * file.len() as u64 {
        true => Ok(file),
        false => Err(io::Error::other("it becomes smaller than readers accept")),
    }
}

fn sealed_text(lines: &str, body: &[u8], level: i32) -> io::Result<Vec<u8>> {
    let packed = zstd::bulk::compress(body, level)?;
    let mut file = MAGIC.to_vec();
    file.extend(FORMAT.to_le_bytes());
    file.extend((lines.len() as u32).to_le_bytes());
    file.extend(lines.as_bytes());
    file.extend((packed.len() as u64).to_le_bytes());
    file.extend(packed);
    let sum = Sha256::digest(&file);
    file.extend(sum);
    Ok(file)
}

/// A proof whose checksum is right. Whether it proves anything only the judge says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// Words and values of the head's lines, without the last one.
    pub head: Vec<(String, String)>,
    /// The content.
    pub body: Vec<u8>,
    /// What it claims, in the judge's words; empty where the judge was not asked.
    pub theorem: String,
}

impl Opened {
    /// The value of a line.
    pub fn value(&self, word: &str) -> Option<&str> {
        let line = self.head.iter().find(|(found, _)| found == word);
        line.map(|(_, value)| &value[..])
    }
}

/// Why a file is not a proof that can be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EnvelopeError {
    /// It begins otherwise.
    #[error("it is not a proof")]
    NotAProof,
    /// It is of another version.
    #[error("it is a proof of format {0}; this program reads format {FORMAT}")]
    Format(u32),
    /// Its bytes are not those that were sealed.
    #[error("its checksum differs: it is damaged")]
    Checksum,
    /// Its parts do not fit together.
    #[error("its parts are not as long as it says")]
    Length,
}

/// Reads a proof. Memory: at most 1 MiB and 100 bytes for each byte of the file.
///
/// # Errors
/// [`EnvelopeError`].
pub fn open(file: &[u8]) -> Result<Opened, EnvelopeError> {
    use EnvelopeError::{Checksum, Format, Length, NotAProof};

    let rest = file.strip_prefix(MAGIC).ok_or(NotAProof)?;
    let (format, _) = rest.split_first_chunk().ok_or(Length)?;
    match u32::from_le_bytes(*format) {
        FORMAT => {}
        found => return Err(Format(found)),
    }
    let end = file.len().checked_sub(CHECKSUM).ok_or(Length)?;
    let (content, sum) = file.split_at(end);
    if Sha256::digest(content)[..] != *sum {
        return Err(Checksum);
    }
    let rest = content.get(MAGIC.len() + 4..).ok_or(Length)?;
    let (length, rest) = rest.split_first_chunk().ok_or(Length)?;
    let (lines, rest) = rest
        .split_at_checked(u32::from_le_bytes(*length) as usize)
        .ok_or(Length)?;
    let (length, packed) = rest.split_first_chunk().ok_or(Length)?;
    if u64::from_le_bytes(*length) != packed.len() as u64 {
        return Err(Length);
    }
    let lines = str::from_utf8(lines).map_err(|_| Length)?;
    let mut head = Vec::new();
    for line in lines.split_terminator('\n') {
        let (word, value) = line.split_once(' ').ok_or(Length)?;
        head.push((word.to_owned(), value.to_owned()));
    }
    let bytes = head.pop().filter(|(word, _)| word == "bytes").ok_or(Length)?.1;
    let bytes: u64 = bytes.parse().map_err(|_| Length)?;
    if bytes > ALLOWANCE + RATIO * file.len() as u64 {
        return Err(Length);
    }
    let body = zstd::bulk::decompress(packed, bytes as usize).map_err(|_| Length)?;
    match body.len() as u64 == bytes {
        true => Ok(Opened {
            head,
            body,
            theorem: String::new(),
        }),
        false => Err(Length),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_is_read_again_and_nothing_else() {
        let head = [("game", "triangle".to_owned()), ("n", "7".to_owned())];
        let body = b"a body".repeat(100);
        let file = seal(&head, &body).unwrap();
        let opened = open(&file).unwrap();
        assert_eq!(opened.body, body);
        assert_eq!(opened.value("n"), Some("7"));
        assert_eq!(opened.value("bytes"), None);
        for at in 0..file.len() {
            let mut other = file.clone();
            other[at] ^= 1;
            assert!(open(&other).is_err(), "byte {at}");
            assert!(open(&file[..at]).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn a_small_file_cannot_ask_for_much_memory() {
        let head = "game triangle\nbytes 1099511627776\n";
        let packed = zstd::bulk::compress(&vec![0; 1 << 24], 1).unwrap();
        let mut file = MAGIC.to_vec();
        file.extend(FORMAT.to_le_bytes());
        file.extend((head.len() as u32).to_le_bytes());
        file.extend(head.as_bytes());
        file.extend((packed.len() as u64).to_le_bytes());
        file.extend(packed);
        let sum = Sha256::digest(&file);
        file.extend(sum);
        assert_eq!(open(&file), Err(EnvelopeError::Length));
    }
}
