//! A sealed label function: maps hashes to labels, in memory or mapped from disk.

use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};

use memmap2::{Mmap, MmapMut};
use xxhash_rust::xxh3::xxh3_128;

use crate::Record;
use crate::files::error::{At, Error, Result};
use crate::files::open::{Opened, open_file, open_sized};
use crate::labels::file::{HEADER_BYTES, Header, LabelFunctionSummary, filter, read_header, summary};
use crate::labels::ribbon::{mix, row, shard_of, value, window_start};
use label_functions::header::Sections;

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
    /// The first of three words.
    word: usize,
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
    pub(crate) sections: Sections<usize>,
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

    /// Reads the file at `path` into memory, in large pages where the system has them, with the comparisons of
    /// [`LabelFunction::map`]; returns `None` when there is not enough memory. A look-up in 1.5 GiB takes 58 ns of CPU
    /// time instead of 101 ns in a mapped file (two threads, measured).
    ///
    /// # Errors
    /// Those of [`LabelFunction::map`].
    pub fn in_memory(path: &Path, expected: &LabelFunctionSummary) -> Result<Option<LabelFunction>> {
        let mut file = open_sized(path, expected.bytes, SAID_BY)?;
        let Ok(mut map) = MmapMut::map_anon(expected.bytes as usize) else {
            return Ok(None);
        };
        // A failure of this hint costs only time.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        file.read_exact(&mut map).at(path, "read")?;
        let bytes = map.make_read_only().at(path, "find memory for")?;
        LabelFunction::new(path, bytes)?.expect(expected).map(Some)
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
        let (header, sections) = read_header(path, &bytes)?;
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
        match xxh3_128(&self.bytes[HEADER_BYTES..]) == self.header.body_hash {
            true => Ok(()),
            false => Err(Error::corrupt(&self.path, "its content does not match its checksum")),
        }
    }

    /// Returns a summary of the file, as sealing it returned.
    pub fn summary(&self) -> LabelFunctionSummary {
        summary(&self.header, self.bytes.len() as u64)
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
        let (mixed, tables) = (mix(hash), self.tables());
        if tables.may_ask(mixed) && self.is_ambiguous(hash & !1) {
            return None;
        }
        if self.header.constant.is_some() {
            return Some(Window::default());
        }
        let window = tables.locate(mixed);
        tables.prefetch(&window);
        Some(window)
    }

    /// Reads the label at a place that [`LabelFunction::locate`] of this function returned.
    #[inline]
    pub fn read(&self, window: &Window) -> u8 {
        match self.header.constant {
            Some(label) => label,
            None => self.tables().read(window),
        }
    }

    /// The label of all hashes, if they have but one.
    #[inline]
    pub(crate) fn constant(&self) -> Option<u8> {
        self.header.constant
    }

    /// What look-ups read.
    #[inline]
    pub(crate) fn tables(&self) -> Tables<'_> {
        let Sections {
            words,
            directory,
            ambiguous,
            filter,
            exact,
            ..
        } = self.sections;
        let words_of = |section: Range<usize>| self.bytes[section].as_chunks().0;
        Tables {
            shards: self.header.shards,
            words: words_of(words..directory),
            directory: words_of(directory..ambiguous),
            filter: words_of(filter..exact),
        }
    }

    /// Returns the label of a key in the exact table; `None` when its hash is not ambiguous, or the level does not hold
    /// it.
    pub fn exact<R: Record>(&self, key: R) -> Option<u8> {
        if self.header.exact == 0 {
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
        let (mut low, mut high) = (0, self.header.exact as usize);
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

    #[inline]
    fn word(&self, section: usize, index: u64) -> u64 {
        let at = section + 8 * index as usize;
        u64::from_le_bytes(self.bytes[at..at + 8].try_into().expect("eight bytes"))
    }

    /// Whether a hash, its lowest bit zero, is in the list.
    #[cold]
    pub(crate) fn is_ambiguous(&self, hash: u64) -> bool {
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

/// The words that look-ups read: their bounds are found once for many.
#[derive(Clone, Copy)]
pub(crate) struct Tables<'a> {
    shards: u64,
    words: &'a [[u8; 8]],
    directory: &'a [[u8; 8]],
    filter: &'a [[u8; 8]],
}

impl Tables<'_> {
    /// Bytes of the directory of shards, and of the labels.
    pub fn bytes(&self) -> [usize; 2] {
        [size_of_val(self.directory), size_of_val(self.words)]
    }

    /// Whether a mixed hash passes the filter in front of the list of ambiguous hashes.
    #[inline(always)]
    pub fn may_ask(&self, mixed: u64) -> bool {
        if self.filter.is_empty() {
            return false;
        }
        let (word, bits) = filter::place(mixed, self.filter.len() as u64);
        u64::from_le_bytes(self.filter[word as usize]) & bits == bits
    }

    /// Starts to load what [`Tables::locate`] reads.
    #[inline(always)]
    pub fn prefetch_shard(&self, mixed: u64) {
        let (shard, _) = shard_of(mixed, self.shards);
        prefetch(self.directory.as_ptr().wrapping_add(shard as usize));
    }

    /// [`LabelFunction::locate`] for a mixed hash that is not ambiguous, in a function that is not constant.
    // Through a pointer to the result, its words were stored one by one and loaded in pairs, for which the processor
    // waits: 3 % of a solution.
    #[inline(always)]
    pub fn locate(&self, mixed: u64) -> Window {
        let (shard, within) = shard_of(mixed, self.shards);
        let entries = self.directory[shard as usize..].first_chunk();
        let [entry, next] = entries
            .expect("an entry after that of the last shard")
            .map(u64::from_le_bytes);
        let (first, seed) = (entry >> 8, entry as u8);
        let slots = (next >> 8).wrapping_sub(first).wrapping_mul(64);
        let start = window_start(within, seed, slots);
        // A damaged directory must not lead outside; a valid one never reaches the bound.
        let last = (self.words.len() as u64).saturating_sub(3);
        let word = first.wrapping_add(start / 64).min(last) as usize;
        Window {
            word,
            bit: start % 64,
            row: row(mixed, seed),
        }
    }

    /// Starts to load what [`Tables::read`] reads.
    #[inline(always)]
    pub fn prefetch(&self, window: &Window) {
        prefetch(self.words.as_ptr().wrapping_add(window.word));
    }

    /// Reads the label at a place that [`Tables::locate`] of the same function returned.
    #[inline(always)]
    pub fn read(&self, window: &Window) -> u8 {
        let words = self.words[window.word..]
            .first_chunk()
            .expect("a window has three words");
        value(words.map(u64::from_le_bytes), window.bit, window.row)
    }
}

/// The source of a file's size.
const SAID_BY: &str = "the manifest of its level";

/// Reads the file into memory. The result is an anonymous map, so that look-ups use the same code for both, and a lack
/// of memory is an error.
fn read(path: &Path, mut file: Opened, bytes: u64) -> Result<Mmap> {
    let mut map = MmapMut::map_anon(bytes as usize).at(path, "find memory for")?;
    file.read_exact(&mut map).at(path, "read")?;
    map.make_read_only().at(path, "find memory for")
}

fn map(path: &Path, file: &Opened) -> Result<Mmap> {
    // SAFETY: sealed files are never written again, by the rules of the database folder. Should another program
    // cut the file, the process dies of a bus error; other changes give wrong labels, which no check on opening
    // could prevent either. All bytes are valid `u8`, and every read is bounded by the length mapped.
    let map = unsafe { file.map() }.at(path, "map into memory")?;
    // Look-ups are random; a failure of this hint costs only time.
    let _ = map.advise(memmap2::Advice::Random);
    Ok(map)
}

/// Asks the processor to load what is at `place`, if anything is, into its cache.
#[inline(always)]
pub fn prefetch<T>(place: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint, whatever the address; every x86-64 processor has it.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(place.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
