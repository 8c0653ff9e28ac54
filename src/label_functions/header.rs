//! The file of a label function: its header, which describes the sections after it.
//!
//! All integers little-endian.
//!
//! | offset | bytes | content |
//! |---|---|---|
//! | 0 | 8 | magic `rgLabels` |
//! | 8 | 4 | format number |
//! | 12 | 4 | kind: 0 all labels equal, 1 ribbon |
//! | 16 | 4 | the label when all are equal, else 0 |
//! | 20 | 4 | key width of the exact table in bytes |
//! | 24 | 8 | items pushed |
//! | 32 | 8 | shards |
//! | 40 | 8 | words of the bit vector |
//! | 48 | 8 | ambiguous hashes |
//! | 56 | 8 | words of the filter, 0 or a power of two |
//! | 64 | 8 | entries of the exact table |
//! | 72 | 24 | zero |
//! | 96 | 16 | xxh3-128 of everything after the header |
//! | 112 | 16 | xxh3-128 of the 112 bytes before |
//!
//! Then, end to end: the words of the bit vector and one more, zero (8 bytes each); the directory, `shards + 1` entries
//! of 8 bytes (first word << 8 | seed); the ambiguous hashes, sorted, 8 bytes each; the filter; the exact table,
//! sorted, key and label byte. Without shards there is neither bit vector nor directory.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;

use crate::FORMAT;
use crate::ribbon::WORDS_MIN;

/// Bytes before the sections.
pub const HEADER_BYTES: usize = 128;
const MAGIC: [u8; 8] = *b"rgLabels";
const BODY_HASH_AT: usize = 96;
const HEADER_HASH_AT: usize = 112;

/// Why bytes are no header.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadHeader {
    /// They were never written.
    #[error("{0}")]
    Corrupt(String),
    /// They have another format number.
    #[error("it has format {0}")]
    Format(u32),
}

fn corrupt(what: impl Into<String>) -> BadHeader {
    BadHeader::Corrupt(what.into())
}

/// What the header says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The label when all are equal.
    pub constant: Option<u8>,
    /// Bytes of a key of the exact table.
    pub key_width: u32,
    /// Items pushed.
    pub keys: u64,
    /// 0 when all labels are equal.
    pub shards: u64,
    /// Without the zero word at the end.
    pub words: u64,
    /// Hashes that occur with more than one label.
    pub ambiguous: u64,
    /// 0 or a power of two.
    pub filter_words: u64,
    /// Entries of the exact table.
    pub exact: u64,
    /// Known only at the end.
    #[serde(skip)]
    pub body_hash: u128,
}

/// Where the sections start, in bytes from the front of the file.
#[derive(Clone, Copy, Debug)]
pub struct Sections<T> {
    /// The words of the bit vector.
    pub words: T,
    /// The first word and the seed of each shard.
    pub directory: T,
    /// The ambiguous hashes.
    pub ambiguous: T,
    /// The filter in front of them.
    pub filter: T,
    /// The exact table.
    pub exact: T,
    /// The end of the file.
    pub end: T,
}

impl Header {
    /// The header as files have it.
    pub fn to_bytes(self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        bytes[..8].copy_from_slice(&MAGIC);
        let (kind, label) = self.constant.map_or((1, 0), |label| (0, u32::from(label)));
        for (index, field) in [FORMAT, kind, label, self.key_width].into_iter().enumerate() {
            bytes[8 + 4 * index..][..4].copy_from_slice(&field.to_le_bytes());
        }
        let fields = [
            self.keys,
            self.shards,
            self.words,
            self.ambiguous,
            self.filter_words,
            self.exact,
        ];
        for (index, field) in fields.into_iter().enumerate() {
            bytes[24 + 8 * index..][..8].copy_from_slice(&field.to_le_bytes());
        }
        bytes[BODY_HASH_AT..HEADER_HASH_AT].copy_from_slice(&self.body_hash.to_le_bytes());
        let hash = xxh3_128(&bytes[..HEADER_HASH_AT]);
        bytes[HEADER_HASH_AT..].copy_from_slice(&hash.to_le_bytes());
        bytes
    }

    /// Reads the header at the front of `bytes`, of a file of `size` bytes, and checks it against itself and the size.
    ///
    /// # Errors
    /// [`BadHeader`].
    pub fn read(bytes: &[u8], size: u64) -> Result<(Self, Sections<u64>), BadHeader> {
        let header = bytes.first_chunk::<HEADER_BYTES>();
        let header = header.ok_or_else(|| corrupt("it is shorter than a label function's header"))?;
        if header[..8] != MAGIC {
            return Err(corrupt("it does not start like a label function"));
        }
        let word = |index: usize| u32::from_le_bytes(*header[8 + 4 * index..].first_chunk().expect("in the header"));
        let long = |index: usize| u64::from_le_bytes(*header[24 + 8 * index..].first_chunk().expect("in the header"));
        let hash = |at: usize| u128::from_le_bytes(*header[at..].first_chunk().expect("in the header"));
        if hash(HEADER_HASH_AT) != xxh3_128(&header[..HEADER_HASH_AT]) {
            return Err(corrupt("its header does not match its checksum"));
        }
        if word(0) != FORMAT {
            return Err(BadHeader::Format(word(0)));
        }
        let read = Header {
            constant: (word(1) == 0).then_some(word(2) as u8),
            key_width: word(3),
            keys: long(0),
            shards: long(1),
            words: long(2),
            ambiguous: long(3),
            filter_words: long(4),
            exact: long(5),
            body_hash: hash(BODY_HASH_AT),
        };
        // Every field must be in its place, and the others empty.
        if read.to_bytes() != *header {
            return Err(corrupt("its header has invalid fields"));
        }
        let sections = read.sections().filter(|_| {
            (read.shards > 0) == read.constant.is_none()
                && (read.shards > 0 || read.words == 0)
                // Look-ups read whole windows.
                && (read.shards == 0 || read.words >= WORDS_MIN)
                && (read.ambiguous > 0) == (read.filter_words > 0)
                && (read.filter_words == 0 || read.filter_words.is_power_of_two())
        });
        let sections = sections.ok_or_else(|| corrupt("its header has impossible counts"))?;
        if sections.end != size {
            let end = sections.end;
            return Err(corrupt(format!("it has {size} bytes, but its header gives {end}")));
        }
        Ok((read, sections))
    }

    /// Returns where the sections are; `None` when they do not fit a file.
    pub fn sections(&self) -> Option<Sections<u64>> {
        let after = |start: u64, count: u64, bytes: u64| count.checked_mul(bytes)?.checked_add(start);
        let words = HEADER_BYTES as u64;
        let beyond = u64::from(self.shards > 0);
        let directory = after(words, self.words.checked_add(beyond)?, 8)?;
        let ambiguous = after(directory, self.shards.checked_add(beyond)?, 8)?;
        let filter = after(ambiguous, self.ambiguous, 8)?;
        let exact = after(filter, self.filter_words, 8)?;
        let end = after(exact, self.exact, u64::from(self.key_width) + 1)?;
        Some(Sections {
            words,
            directory,
            ambiguous,
            filter,
            exact,
            end,
        })
    }
}

impl Sections<u64> {
    /// Where they are in memory; `None` when they do not fit the address space.
    pub fn in_memory(self) -> Option<Sections<usize>> {
        let Self {
            words,
            directory,
            ambiguous,
            filter,
            exact,
            end,
        } = self;
        let place = |at: u64| usize::try_from(at).ok();
        Some(Sections {
            words: place(words)?,
            directory: place(directory)?,
            ambiguous: place(ambiguous)?,
            filter: place(filter)?,
            exact: place(exact)?,
            end: place(end)?,
        })
    }
}

/// The filter in front of the list of ambiguous hashes: a hash sets 4 bits of one word; on average at most 4 hashes
/// share a word.
pub mod filter {
    /// Returns the number of words for a list of `count` hashes: at least 16 bits each.
    pub fn words(count: u64) -> u64 {
        if count == 0 {
            0
        } else {
            count.div_ceil(4).next_power_of_two()
        }
    }

    /// Returns word index (`words` is a power of two) and bits of a mixed hash. The lowest bit of a mixed hash is zero.
    #[inline]
    pub fn place(mixed: u64, words: u64) -> (u64, u64) {
        let scattered = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let bit = |shift: u32| 1 << (mixed >> shift & 63);
        (scattered >> 32 & (words - 1), bit(1) | bit(7) | bit(13) | bit(19))
    }
}
