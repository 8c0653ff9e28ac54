//! A label function of which only some bytes are at hand: look-ups that say which they lack.

use std::cmp::Ordering;

use crate::header::{BadHeader, Header, Sections, filter};
use crate::ribbon::{WORDS_MIN, mix, row, shard_of, value, window_start};

/// What is held of a file.
pub trait Held {
    /// Returns `length` bytes from `start` on, which are inside the file. Where they are not all held, `None`; they
    /// should be before the look-up is repeated.
    fn read(&mut self, start: u64, length: u64) -> Option<&[u8]>;
}

/// How much is read at once, in bytes; 0 for as little as possible.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// A directory or a filter of at most so many is read whole.
    pub section: u64,
    /// The end of a search in a table.
    pub near: u64,
}

/// What a look-up has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looked<T> {
    /// This.
    Found(T),
    /// Bytes are missing, which [`Held::read`] was asked for.
    Waits,
}

/// The bytes contradict one another: no file that was written has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the file is damaged")]
pub struct Damaged;

/// A label function by its header.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    header: Header,
    sections: Sections<u64>,
    limits: Limits,
}

/// Returns the value, or that the look-up waits.
macro_rules! found {
    ($looked:expr) => {
        match $looked {
            Some(found) => found,
            None => return Ok(Looked::Waits),
        }
    };
}

impl Parts {
    /// The function in a file of `size` bytes that begins with `header`.
    ///
    /// # Errors
    /// [`BadHeader`].
    pub fn new(header: &[u8], size: u64, limits: Limits) -> Result<Self, BadHeader> {
        let (header, sections) = Header::read(header, size)?;
        Ok(Self {
            header,
            sections,
            limits,
        })
    }

    /// Returns the label for a hash (whose lowest bit is ignored); `None` where positions with both labels have it: ask
    /// [`Parts::exact`]. A look-up that waits has asked for all that it can name so far.
    ///
    /// # Errors
    /// [`Damaged`].
    pub fn get(&self, hash: u64, held: &mut impl Held) -> Result<Looked<Option<u8>>, Damaged> {
        let (mixed, header, at) = (mix(hash), &self.header, &self.sections);
        // Both are asked for before either is waited for.
        let may_ask = match header.filter_words {
            0 => Some(false),
            words => {
                let (index, bits) = filter::place(mixed, words);
                let read = self.section(held, at.filter, at.exact, 8 * index, 8);
                read.map(|bytes| word(bytes, 0) & bits == bits)
            }
        };
        let entry = match header.constant {
            Some(_) => None,
            None => {
                let (shard, within) = shard_of(mixed, header.shards);
                let read = self.section(held, at.directory, at.ambiguous, 8 * shard, 16);
                Some(read.map(|bytes| (within, word(bytes, 0), word(bytes, 1))))
            }
        };
        let may_ask = found!(may_ask);
        if may_ask && found!(self.is_ambiguous(hash & !1, held)) {
            return Ok(Looked::Found(None));
        }
        let (within, entry, next) = match (header.constant, entry) {
            (Some(label), _) => return Ok(Looked::Found(Some(label))),
            (None, entry) => found!(entry.flatten()),
        };
        let ((first, seed), end) = ((entry >> 8, entry as u8), next >> 8);
        if first + WORDS_MIN > end || end > header.words {
            return Err(Damaged);
        }
        let start = window_start(within, seed, 64 * (end - first));
        let window = found!(held.read(at.words + 8 * (first + start / 64), 24));
        let words = [0, 1, 2].map(|index| word(window, index));
        Ok(Looked::Found(Some(value(words, start % 64, row(mixed, seed)))))
    }

    /// Returns the label of a position by its key, as the exact table has it.
    ///
    /// # Errors
    /// [`Damaged`]: it does not have it.
    pub fn exact(&self, key: &[u8], held: &mut impl Held) -> Result<Looked<u8>, Damaged> {
        let width = self.header.key_width as usize;
        // A table with keys of another width cannot hold this key.
        if key.len() < width || key[width..].iter().any(|&byte| byte != 0) {
            return Err(Damaged);
        }
        let compare = |entry: &[u8]| entry[..width].cmp(&key[..width]);
        let found = self.search(self.sections.exact, self.header.exact, width as u64 + 1, compare, held);
        found!(found).map(|entry| Looked::Found(entry[width])).ok_or(Damaged)
    }

    /// `length` bytes from `offset` on of a section, which is read whole if it is small.
    fn section<'a>(&self, held: &'a mut impl Held, start: u64, end: u64, offset: u64, length: u64) -> Option<&'a [u8]> {
        match end - start <= self.limits.section {
            true => held
                .read(start, end - start)
                .map(|bytes| &bytes[offset as usize..][..length as usize]),
            false => held.read(start + offset, length),
        }
    }

    fn is_ambiguous(&self, hash: u64, held: &mut impl Held) -> Option<bool> {
        let compare = |entry: &[u8]| word(entry, 0).cmp(&hash);
        let found = self.search(self.sections.ambiguous, self.header.ambiguous, 8, compare, held);
        found.map(|entry| entry.is_some())
    }

    /// The entry of a sorted table that is equal, if it has one; `None` while bytes are missing.
    fn search(
        &self,
        start: u64,
        count: u64,
        size: u64,
        compare: impl Fn(&[u8]) -> Ordering,
        held: &mut impl Held,
    ) -> Option<Option<Vec<u8>>> {
        let (mut low, mut high) = (0, count);
        while (high - low) * size > self.limits.near.max(size) {
            let middle = low + (high - low) / 2;
            let entry = held.read(start + middle * size, size)?;
            match compare(entry) {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => return Some(Some(entry.to_vec())),
            }
        }
        if low == high {
            return Some(None);
        }
        let rest = held.read(start + low * size, (high - low) * size)?;
        let mut entries = rest.chunks_exact(size as usize);
        Some(entries.find(|entry| compare(entry).is_eq()).map(<[u8]>::to_vec))
    }
}

fn word(bytes: &[u8], index: usize) -> u64 {
    u64::from_le_bytes(*bytes[8 * index..].first_chunk().expect("the words were read"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::header::HEADER_BYTES;

    /// A file that is computed: word `i` follows from `i`, so that a wrong offset gives other words.
    const SHARDS: u64 = 1_200_000;
    const LENGTH: u64 = 1_056;
    const SEED: u8 = 5;
    const WORDS: u64 = SHARDS * LENGTH;
    const DIRECTORY: u64 = HEADER_BYTES as u64 + 8 * (WORDS + 1);
    const SIZE: u64 = DIRECTORY + 8 * (SHARDS + 1);

    fn random(index: u64) -> u64 {
        let z = index.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z ^ z >> 27
    }

    fn word_at(at: u64) -> u64 {
        assert_eq!(at % 8, 0);
        match at {
            DIRECTORY.. => (((at - DIRECTORY) / 8) * LENGTH) << 8 | u64::from(SEED),
            _ if at == DIRECTORY - 8 => 0,
            _ => random((at - HEADER_BYTES as u64) / 8),
        }
    }

    /// Holds what was asked for, once it was asked.
    #[derive(Default)]
    struct Computed {
        asked: BTreeSet<(u64, u64)>,
        bytes: Vec<u8>,
    }

    impl Held for Computed {
        fn read(&mut self, start: u64, length: u64) -> Option<&[u8]> {
            assert!(start + length <= SIZE);
            if self.asked.insert((start, length)) {
                return None;
            }
            self.bytes = (start..start + length)
                .step_by(8)
                .flat_map(|at| word_at(at).to_le_bytes())
                .collect();
            Some(&self.bytes)
        }
    }

    #[test]
    fn labels_of_nine_gibibytes_take_forty_bytes_each() {
        let header = Header {
            key_width: 15,
            keys: SHARDS << 16,
            shards: SHARDS,
            words: WORDS,
            ..Header::default()
        };
        let parts = Parts::new(&header.to_bytes(), SIZE, Limits::default()).unwrap();
        let mut is_far = 0;
        for i in 0..2_000 {
            let hash = random(1 << 50 | i);
            let mut held = Computed::default();
            for round in 0..2 {
                assert_eq!(parts.get(hash, &mut held), Ok(Looked::Waits), "round {round}");
            }
            let Ok(Looked::Found(Some(label))) = parts.get(hash, &mut held) else {
                panic!("all was asked for");
            };
            // Slot by slot, by the words of the format.
            let (mixed, product) = (mix(hash), u128::from(mix(hash)) * u128::from(SHARDS));
            let (shard, within) = ((product >> 64) as u64, product as u64);
            let start = window_start(within, SEED, 64 * LENGTH);
            let row = row(mixed, SEED);
            let parity = (0..128).filter(|&slot| {
                let bit = shard * LENGTH * 64 + start + slot;
                row >> slot & 1 == 1 && random(bit / 64) >> (bit % 64) & 1 == 1
            });
            assert_eq!(u64::from(label), parity.count() as u64 & 1);
            let read = HEADER_BYTES as u64 + 8 * (shard * LENGTH + start / 64);
            assert_eq!(held.asked, [(DIRECTORY + 8 * shard, 16), (read, 24)].into());
            is_far += u64::from(read > 1 << 32);
        }
        assert!(is_far > 500);
    }
}
