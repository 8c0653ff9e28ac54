//! A sealed label function: maps hashes to labels, in memory or mapped from disk.

use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};

use memmap2::{Mmap, MmapMut};
use xxhash_rust::xxh3::xxh3_128;

use crate::Record;
use crate::error::{At, Error, Result};
use crate::label_file::{HEADER_BYTES, Header, LabelFunctionSummary, Sections, filter};
use crate::open::{open_file, open_sized};
use crate::ribbon::{mix, row, shard_of, value, window_start};

/// The largest file that is read into memory. The functions of all levels of n = 14 together take 59 MiB.
const IN_MEMORY_MOST: u64 = 64 << 20;

/// The answer of a label function for a hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The label of every position of the level with this hash. For a hash of no position, an arbitrary label.
    Label(u8),
    /// Positions with both labels have this hash: call [`LabelFunction::exact`] with the key.
    Ask,
}

/// Where a label is in a label function.
#[derive(Clone, Copy, Debug, Default)]
pub struct Window {
    /// Byte offset of the first of three words.
    at: usize,
    /// First bit of the window in that word.
    bit: u64,
    row: u128,
}

/// A static function from the 64-bit hashes of a level's positions to their labels. It stores no hashes: for a hash
/// that was never pushed, the answer is arbitrary.
pub struct LabelFunction {
    pub(crate) bytes: Mmap,
    path: PathBuf,
    pub(crate) header: Header,
    pub(crate) sections: Sections,
}

impl LabelFunction {
    /// Opens the file at `path` and compares every byte with `expected`, its size before anything is read. Up to 64 MiB
    /// are kept in memory, so that later changes of the file change no answer; a larger file is mapped. Cost: reads the
    /// file once.
    ///
    /// # Errors
    /// [`Error::Corrupt`] when the file is missing or differs; [`Error::Io`] when there is not enough memory.
    pub fn open(path: &Path, expected: &LabelFunctionSummary) -> Result<LabelFunction> {
        let file = open_sized(path, expected.bytes, SAID_BY)?;
        let bytes = match expected.bytes <= IN_MEMORY_MOST {
            true => read(path, file, expected.bytes)?,
            false => map(path, &file)?,
        };
        let function = LabelFunction::new(path, bytes)?.expect(expected)?;
        function.verify_checksum()?;
        Ok(function)
    }

    /// Maps the file at `path`; it takes no memory beyond the system's cache. Compares its size and its header, which
    /// contains the hash of its content, with `expected`, but not the content; see [`LabelFunction::verify_checksum`].
    ///
    /// # Errors
    /// [`Error::Corrupt`] when the file is missing or differs.
    pub fn map(path: &Path, expected: &LabelFunctionSummary) -> Result<LabelFunction> {
        let file = open_sized(path, expected.bytes, SAID_BY)?;
        LabelFunction::new(path, map(path, &file)?)?.expect(expected)
    }

    /// Maps any label function at `path`, for callers that have no summary of it and check its content in another way.
    ///
    /// # Errors
    /// [`Error::Corrupt`] when the file is not a label function.
    pub fn map_any(path: &Path) -> Result<LabelFunction> {
        LabelFunction::new(path, map(path, &open_file(path)?)?)
    }

    fn expect(self, expected: &LabelFunctionSummary) -> Result<LabelFunction> {
        match self.summary() == *expected {
            true => Ok(self),
            false => Err(Error::corrupt(
                &self.path,
                "it is not the file that its level's manifest names",
            )),
        }
    }

    fn new(path: &Path, bytes: Mmap) -> Result<LabelFunction> {
        let (header, sections) = Header::read(path, &bytes)?;
        Ok(LabelFunction {
            bytes,
            path: path.to_path_buf(),
            header,
            sections,
        })
    }

    /// Returns the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the size of the file.
    #[inline]
    pub fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Reads the whole file and compares it with its checksum.
    pub fn verify_checksum(&self) -> Result<()> {
        self.expect_body(xxh3_128(&self.bytes[HEADER_BYTES..]))
    }

    /// Compares the hash of everything after the header with that in the header.
    pub(crate) fn expect_body(&self, hash: u128) -> Result<()> {
        match hash == self.header.body_hash {
            true => Ok(()),
            false => Err(Error::corrupt(&self.path, "its content does not match its checksum")),
        }
    }

    /// Tells the system how the file will be read; that it may refuse costs only time.
    pub(crate) fn advise(&self, advice: memmap2::Advice) {
        let _ = self.bytes.advise(advice);
    }

    /// The first word of a shard; within the bit vector even in a damaged file.
    pub(crate) fn first_word(&self, shard: u64) -> u64 {
        match self.header.shards {
            0 => 0,
            _ => (self.word(self.sections.directory, shard) >> 8).min(self.header.words),
        }
    }

    /// The key of an entry of the exact table, if there are so many.
    pub(crate) fn exact_key(&self, entry: u64) -> Option<&[u8]> {
        let width = self.header.key_width as usize;
        (entry < self.header.exact).then(|| &self.bytes[self.sections.exact + entry as usize * (width + 1)..][..width])
    }

    /// Returns a summary of the file, as sealing it returned.
    pub fn summary(&self) -> LabelFunctionSummary {
        self.header.summary(self.bytes.len() as u64)
    }

    /// Returns the label for a hash (whose lowest bit is ignored). Two to four cache misses for a large function.
    #[inline]
    pub fn get(&self, hash: u64) -> Answer {
        self.locate(hash)
            .map_or(Answer::Ask, |window| Answer::Label(self.read(&window)))
    }

    /// Returns where the label for a hash is, and starts to load it into the cache; `None` when the answer is
    /// [`Answer::Ask`]. With other work before [`LabelFunction::read`], waiting for memory costs little.
    #[inline]
    pub fn locate(&self, hash: u64) -> Option<Window> {
        let mixed = mix(hash);
        (!self.asks(hash, mixed)).then(|| self.locate_mixed(mixed))
    }

    /// Whether the answer for a hash, also given mixed, is [`Answer::Ask`].
    #[inline]
    pub(crate) fn asks(&self, hash: u64, mixed: u64) -> bool {
        if self.header.filter_words == 0 {
            return false;
        }
        let (word, bits) = filter::place(mixed, self.header.filter_words);
        self.word(self.sections.filter, word) & bits == bits && self.is_ambiguous(hash & !1)
    }

    /// Bytes of the directory of shards.
    pub(crate) fn directory_bytes(&self) -> u64 {
        self.header.shards.saturating_mul(8)
    }

    /// Starts to load what [`LabelFunction::locate_mixed`] reads.
    #[inline]
    pub(crate) fn prefetch_shard(&self, mixed: u64) {
        if self.header.constant.is_none() {
            let (shard, _) = shard_of(mixed, self.header.shards);
            prefetch(&self.bytes[self.sections.directory + 8 * shard as usize]);
        }
    }

    /// [`LabelFunction::locate`] for a mixed hash that is not ambiguous.
    // Through a pointer to the result, its words were stored one by one and loaded in pairs, for which the processor waits:
    // 3 % of a solution.
    #[inline(always)]
    pub(crate) fn locate_mixed(&self, mixed: u64) -> Window {
        if self.header.constant.is_some() {
            return Window::default();
        }
        let (at, bit, seed) = self.window(mixed);
        prefetch(&self.bytes[at]);
        Window {
            at,
            bit,
            row: row(mixed, seed),
        }
    }

    /// Reads the label at a place that [`LabelFunction::locate`] of this function returned.
    #[inline]
    pub fn read(&self, window: &Window) -> u8 {
        if let Some(label) = self.header.constant {
            return label;
        }
        let words: &[u8; 24] = self.bytes[window.at..][..24].try_into().expect("24 bytes");
        let word = |i: usize| u64::from_le_bytes(words[8 * i..8 * i + 8].try_into().expect("eight bytes"));
        value([word(0), word(1), word(2)], window.bit, window.row)
    }

    /// Returns the label of a key in the exact table; `None` when its hash is not ambiguous, or the level does not hold
    /// it.
    pub fn exact<R: Record>(&self, key: R) -> Option<u8> {
        self.exact_within(key, 0..self.header.exact)
    }

    /// [`LabelFunction::exact`] in some of the table's entries.
    pub(crate) fn exact_within<R: Record>(&self, key: R, entries: Range<u64>) -> Option<u8> {
        if entries.is_empty() {
            return None;
        }
        let width = self.header.key_width as usize;
        let key = key.key().to_be();
        // A table with keys of another width cannot hold this key.
        if width >= R::BYTES || key.as_ref()[width..].iter().any(|&byte| byte != 0) {
            return None;
        }
        let table = &self.bytes[self.sections.exact..self.sections.end];
        let entry = |index: usize| &table[index * (width + 1)..][..width + 1];
        let (mut low, mut high) = (entries.start as usize, entries.end as usize);
        while low < high {
            let middle = low + (high - low) / 2;
            match entry(middle)[..width].cmp(&key.as_ref()[..width]) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(entry(middle)[width]),
            }
        }
        None
    }

    /// Byte offset of the first word of a window, its first bit in that word, and the shard's seed.
    #[inline]
    fn window(&self, mixed: u64) -> (usize, u64, u8) {
        let (shard, within) = shard_of(mixed, self.header.shards);
        let (entry, next) = (
            self.word(self.sections.directory, shard),
            self.word(self.sections.directory, shard + 1),
        );
        let (first, seed) = (entry >> 8, entry as u8);
        let slots = (next >> 8).wrapping_sub(first).wrapping_mul(64);
        let start = window_start(within, seed, slots);
        // A damaged directory must not lead outside; a valid one never reaches the bound.
        let word = first.wrapping_add(start / 64).min(self.header.words.saturating_sub(2));
        (self.sections.words + 8 * word as usize, start % 64, seed)
    }

    #[inline]
    fn word(&self, section: usize, index: u64) -> u64 {
        let at = section + 8 * index as usize;
        u64::from_le_bytes(self.bytes[at..at + 8].try_into().expect("eight bytes"))
    }

    #[cold]
    fn is_ambiguous(&self, hash: u64) -> bool {
        let (mut low, mut high) = (0, self.header.ambiguous);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.word(self.sections.ambiguous, middle).cmp(&hash) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return true,
            }
        }
        false
    }
}

/// The source of a file's size.
const SAID_BY: &str = "the manifest of its level";

/// Reads the file into memory. The result is an anonymous map, so that look-ups use the same code for both, and a lack
/// of memory is an error.
fn read(path: &Path, mut file: File, bytes: u64) -> Result<Mmap> {
    let mut map = MmapMut::map_anon(bytes as usize).at(path, "find memory for")?;
    file.read_exact(&mut map).at(path, "read")?;
    map.make_read_only().at(path, "find memory for")
}

fn map(path: &Path, file: &File) -> Result<Mmap> {
    // SAFETY: sealed files are never written again, by the rules of the database folder. Should another program
    // cut the file, the process dies of a bus error; other changes give wrong labels, which no check on opening
    // could prevent either. All bytes are valid `u8`, and every read is bounded by the length mapped.
    let map = unsafe { Mmap::map(file) }.at(path, "map into memory")?;
    // Look-ups are random; a failure of this hint costs only time.
    let _ = map.advise(memmap2::Advice::Random);
    Ok(map)
}

/// Asks the processor to load `byte` into its cache.
#[inline(always)]
fn prefetch(byte: &u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint; every x86-64 processor has it.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(byte).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = byte;
}
