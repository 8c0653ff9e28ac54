//! Choices from a file.

use super::parts::Parts;
use super::walk::{Move, Of, Source, Walk};

/// The claims do not follow.
#[derive(Debug)]
pub struct Unread;

/// Reads what a chooser wrote.
pub struct Reader<'a> {
    /// The choices.
    pub codes: &'a [u8],
    /// The values that do not follow.
    pub values: &'a [u8],
    /// Most claims.
    pub claims: u64,
}

impl<'a> Reader<'a> {
    /// The choices and values in a body, of which so many bytes, at most all, are choices.
    pub fn new(body: &'a [u8], codes: usize, claims: u64) -> Self {
        let (codes, values) = body.split_at(codes);
        Self { codes, values, claims }
    }
}

fn next(bytes: &mut &[u8]) -> Result<u8, Unread> {
    let (first, rest) = bytes.split_first().ok_or(Unread)?;
    *bytes = rest;
    Ok(*first)
}

impl<K: Parts> Source<K> for Reader<'_> {
    type Error = Unread;

    fn shown(&mut self, _walk: &Walk<K>, _moves: &[Move<Of<K>>], _k: u8) -> Result<Vec<u8>, Unread> {
        let count = next(&mut self.codes)?;
        (0..count).map(|_| next(&mut self.codes)).collect()
    }

    fn code(&mut self, _walk: &Walk<K>, _parts: &[Of<K>], _k: u8) -> Result<u8, Unread> {
        next(&mut self.codes)
    }

    fn value(&mut self, _walk: &Walk<K>, _part: &Of<K>) -> Result<u8, Unread> {
        next(&mut self.values)
    }

    fn claimed(&mut self, _walk: &Walk<K>, _part: &Of<K>, _value: u8) {}

    fn checked(&mut self, walk: &Walk<K>, _checked: u64) -> Result<(), Unread> {
        match walk.claims <= self.claims {
            true => Ok(()),
            false => Err(Unread),
        }
    }

    fn wrong(&self) -> Unread {
        Unread
    }

    fn no_thread(&self, _error: std::io::Error) -> Unread {
        Unread
    }
}
