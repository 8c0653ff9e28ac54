//! Writes a label function: its solved shards in order, then the exact answers.

use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

use crate::Record;
use crate::files::append::{AppendFile, words_to_bytes};
use crate::files::error::{Error, Result};
use crate::files::syncs::Syncs;
use crate::labels::file::{HEADER_BYTES, Header, LabelFunctionSummary, filter, summary};
use crate::labels::ribbon::mix;
use crate::labels::shard_part::{ShardCut, ShardPart, SolvedShards, shards_of};

/// Bytes collected before they are written.
const BUFFER_BYTES: usize = 1 << 20;
/// Words of a shard of a function to measure with, as in n = 14.
const SYNTHETIC_WORDS: u64 = 1080;

/// Takes the solved shards of a function.
///
/// Memory: 8 bytes per shard (65,536 items) and per ambiguous hash. Disk: a file `labels`, which is removed unless it
/// is sealed.
pub struct LabelFunctionWriter {
    folder: PathBuf,
    out: Output,
    header: Header,
    directory: Vec<u64>,
    ambiguous: Vec<u64>,
    /// Whether what is taken comes from files: then a contradiction is damage, and not a mistake of the caller.
    of_parts: bool,
}

impl LabelFunctionWriter {
    /// Begins the function of `keys` items, `count` of which were announced, in `folder`; `constant` is the label of
    /// all if they have but one.
    pub(crate) fn create(folder: &Path, keys: u64, count: u64, constant: Option<u8>) -> Result<LabelFunctionWriter> {
        Ok(LabelFunctionWriter {
            folder: folder.to_path_buf(),
            out: Output::create(folder)?,
            header: Header {
                constant,
                keys,
                shards: if constant.is_none() { shards_of(count) } else { 0 },
                ..Header::default()
            },
            directory: Vec::new(),
            ambiguous: Vec::new(),
            of_parts: false,
        })
    }

    /// Begins the function of a level of `positions` whose shards are in parts.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub fn of_parts(folder: &Path, positions: u64, constant: Option<u8>) -> Result<LabelFunctionWriter> {
        let writer = LabelFunctionWriter::create(folder, positions, positions, constant)?;
        Ok(LabelFunctionWriter {
            of_parts: true,
            ..writer
        })
    }

    /// Takes the shards of range `range` of `cut`, which is the next one, from the file of part `number`; returns false
    /// when it is missing or damaged.
    ///
    /// # Errors
    /// Fails when the system does not permit reading it now, or the function cannot be written.
    pub fn take_part(&mut self, (cut, range): (&ShardCut, u64), number: u64, part: &ShardPart) -> Result<bool> {
        match part.read(&self.folder, &cut.range(range), number)? {
            Some(solved) => self.add(solved).map(|()| true),
            None => Ok(false),
        }
    }

    /// Adds the next shards.
    pub(crate) fn add(&mut self, solved: SolvedShards) -> Result<()> {
        let before = self.header.words << 8;
        self.directory
            .extend(solved.directory.iter().map(|entry| before + entry));
        self.header.words += solved.words.len() as u64;
        self.out.write_words(&solved.words)?;
        self.ambiguous.extend(solved.ambiguous);
        Ok(())
    }

    /// Completes the bit vector, with one extra word so that three can always be read, and the directory; sorts the
    /// ambiguous hashes and writes them and their filter.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn finish(self) -> Result<PendingLabelFunction> {
        let Self {
            folder,
            mut out,
            mut header,
            mut directory,
            mut ambiguous,
            of_parts,
        } = self;
        if header.constant.is_none() {
            directory.push(header.words << 8);
            out.write_words(&[0])?;
            out.write_words(&directory)?;
        }
        ambiguous.sort_unstable();
        let filter = build_filter(&ambiguous);
        header.ambiguous = ambiguous.len() as u64;
        header.filter_words = filter.len() as u64;
        out.write_words(&ambiguous)?;
        out.write_words(&filter)?;
        Ok(PendingLabelFunction {
            folder,
            out,
            header,
            ambiguous,
            last_exact: vec![],
            of_parts,
        })
    }
}

fn strange(folder: &Path) -> Error {
    Error::corrupt(folder, "its parts contradict one another")
}

/// A function that still lacks the exact answers for the ambiguous hashes.
///
/// Memory: 8 bytes for every ambiguous hash.
pub struct PendingLabelFunction {
    folder: PathBuf,
    out: Output,
    header: Header,
    /// Sorted.
    ambiguous: Vec<u64>,
    /// Bytes of the last exact key; empty before the first.
    last_exact: Vec<u8>,
    /// As in the writer.
    of_parts: bool,
}

impl PendingLabelFunction {
    /// Writes a function, to measure with, that is as large as one of so many hashes. Its labels are as good as random,
    /// one in `one_in`, at least 3, is 1.
    ///
    /// # Errors
    /// Fails when it cannot be written.
    pub fn synthetic(folder: &Path, keys: u64, one_in: u32) -> Result<PendingLabelFunction> {
        let shards = shards_of(keys);
        let header = Header {
            keys,
            shards,
            words: shards * SYNTHETIC_WORDS,
            ..Header::default()
        };
        // A label is the parity of 64 bits of its window, the mean of random rows: with b bits set in a word it is 1
        // with probability (1 - exp(-2 b)) / 2.
        let share = -(1.0 - 2.0 / f64::from(one_in)).ln() / 2.0;
        let limit = (share * 2f64.powi(32)) as u64;
        let word = |index: u64| {
            let random = mix(index.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            u64::from((random >> 8) & u64::from(u32::MAX) < limit) << (random >> 58)
        };
        let mut out = Output::create(folder)?;
        for shard in 0..shards {
            let words: Vec<u64> = (shard * SYNTHETIC_WORDS..(shard + 1) * SYNTHETIC_WORDS)
                .map(word)
                .collect();
            out.write_words(&words)?;
        }
        out.write_words(&[0])?;
        for shard in 0..=shards {
            out.write_words(&[(shard * SYNTHETIC_WORDS) << 8])?;
        }
        Ok(PendingLabelFunction {
            folder: folder.to_path_buf(),
            out,
            header,
            ambiguous: vec![],
            last_exact: vec![],
            of_parts: false,
        })
    }

    /// Returns the hashes that were pushed with both labels: sorted, lowest bit zero, each once.
    pub fn ambiguous(&self) -> &[u64] {
        &self.ambiguous
    }

    /// Takes key and label of the next positions with an ambiguous hash, in key order; keys have `width` bytes, the
    /// same in every call.
    ///
    /// # Panics
    /// Panics when keys do not increase, within a call and from call to call.
    pub fn push_exact<R: Record>(&mut self, width: usize, records: &[R]) -> Result<()> {
        for record in records {
            let bytes = record.to_be();
            let key = &bytes.as_ref()[..width];
            let is_next = self.last_exact.as_slice() < key;
            if self.of_parts && !is_next {
                return Err(strange(&self.folder));
            }
            assert!(is_next, "exact keys must come in order");
            self.last_exact.clear();
            self.last_exact.extend_from_slice(key);
            self.out.write(key)?;
            self.out.write(&[record.label()])?;
        }
        self.header.exact += records.len() as u64;
        Ok(())
    }

    /// Completes the function, for a level with keys of `width` bytes, and moves it to `path`, complete and, unless
    /// `syncs` defers that, durable. `path` must be on the file system of the folder.
    ///
    /// # Panics
    /// Panics when fewer exact records than two for every ambiguous hash were pushed.
    pub fn seal(mut self, path: &Path, width: usize, syncs: Syncs) -> Result<LabelFunctionSummary> {
        let is_complete = self.header.exact >= 2 * self.header.ambiguous;
        if self.of_parts && !is_complete {
            return Err(strange(&self.folder));
        }
        assert!(is_complete, "an ambiguous hash has positions with both labels");
        self.header.key_width = width as u32;
        self.header.body_hash = self.out.hash.digest128();
        self.out.flush()?;
        let mut file = self.out.file;
        file.overwrite(&self.header.to_bytes(), 0)?;
        let bytes = match syncs {
            Syncs::Now => file.keep()?,
            Syncs::Later => file.bytes(),
        };
        file.rename(path, syncs)?;
        Ok(summary(&self.header, bytes))
    }
}

/// The file of the function: space for the header, then the sections in order, hashed.
struct Output {
    file: AppendFile,
    buffer: Vec<u8>,
    hash: Xxh3,
}

fn output_path(folder: &Path) -> PathBuf {
    folder.join("labels")
}

impl Output {
    fn create(folder: &Path) -> Result<Output> {
        let mut file = AppendFile::create(output_path(folder))?;
        // Reserves the space only; the header is known at the end and not part of the hash.
        file.append(&[0; HEADER_BYTES])?;
        Ok(Output {
            file,
            buffer: vec![],
            hash: Xxh3::new(),
        })
    }

    fn write_words(&mut self, words: &[u64]) -> Result<()> {
        words
            .chunks(1 << 13)
            .try_for_each(|words| self.write(&words_to_bytes(words)))
    }

    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.hash.update(bytes);
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= BUFFER_BYTES {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        self.file.append(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

fn build_filter(ambiguous: &[u64]) -> Vec<u64> {
    let words = filter::words(ambiguous.len() as u64);
    let mut filter = vec![0; words as usize];
    for &hash in ambiguous {
        let (word, bits) = filter::place(mix(hash), words);
        filter[word as usize] |= bits;
    }
    filter
}
