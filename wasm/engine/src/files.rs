//! The label functions of a site, as far as a page has fetched them.

use std::collections::{BTreeSet, HashMap};

use label_functions::Held;

/// Bytes of parts that are kept; more are forgotten together, between questions.
const KEPT_MOST: u64 = 32 << 20;

/// Files by their numbers.
#[derive(Default)]
pub struct Files {
    files: Vec<File>,
    /// What is missing: file, start, bytes.
    wanted: BTreeSet<(usize, u64, u64)>,
    held: u64,
}

struct File {
    size: u64,
    whole: Option<Vec<u8>>,
    parts: HashMap<(u64, u64), Vec<u8>>,
}

impl Files {
    /// Adds a file of `size` bytes and returns its number.
    pub fn add(&mut self, size: u64) -> usize {
        self.files.push(File {
            size,
            whole: None,
            parts: HashMap::new(),
        });
        self.files.len() - 1
    }

    /// Keeps bytes that were wanted; whether they are of a file.
    pub fn put(&mut self, file: usize, start: u64, bytes: &[u8]) -> bool {
        let Some(file) = self.files.get_mut(file) else {
            return false;
        };
        let length = bytes.len() as u64;
        match start == 0 && length == file.size {
            true => {
                file.whole = Some(bytes.to_vec());
                file.parts.clear();
            }
            false => {
                self.held += length;
                file.parts.insert((start, length), bytes.to_vec());
            }
        }
        true
    }

    /// Forgets what was wanted, and parts if there are too many.
    pub fn begin(&mut self) {
        self.wanted.clear();
        if self.held > KEPT_MOST {
            self.files.iter_mut().for_each(|file| file.parts.clear());
            self.held = 0;
        }
    }

    /// What is missing for the last question.
    pub fn wanted(&self) -> impl Iterator<Item = (usize, u64, u64)> {
        self.wanted.iter().copied()
    }

    /// Whether the whole file is held; if not, it is wanted.
    pub fn is_whole(&mut self, file: usize) -> bool {
        let is_whole = self.files[file].whole.is_some();
        if !is_whole {
            self.wanted.insert((file, 0, self.files[file].size));
        }
        is_whole
    }

    pub fn size(&self, file: usize) -> u64 {
        self.files[file].size
    }

    /// One file, for look-ups.
    pub fn of(&mut self, file: usize) -> One<'_> {
        One { files: self, file }
    }
}

/// One file.
pub struct One<'a> {
    files: &'a mut Files,
    file: usize,
}

impl Held for One<'_> {
    fn read(&mut self, start: u64, length: u64) -> Option<&[u8]> {
        let file = &self.files.files[self.file];
        let whole = file
            .whole
            .as_ref()
            .map(|whole| &whole[start as usize..][..length as usize]);
        let held = whole.or_else(|| file.parts.get(&(start, length)).map(Vec::as_slice));
        if held.is_none() {
            self.files.wanted.insert((self.file, start, length));
        }
        held
    }
}
