//! A game whose values a page fetches from label functions on a web server.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};

use base::record::Record;
use game::values::{Label, Values};
use game::{Game, Keys};
use label_functions::{Looked, Parts};
use oracle::{Identity, Known, LevelCount, SolvedError};

use crate::files::Files;

/// The label functions of a level.
pub type Level = Vec<Function>;

/// The label function of a bit.
pub struct Function {
    pub bit: u8,
    pub file: usize,
    pub name: String,
    pub parts: Parts,
}

/// The values of a game.
pub struct Fetched<G> {
    pub game: G,
    pub values: Values,
    pub levels: BTreeMap<u32, Level>,
    pub files: Arc<Mutex<Files>>,
    /// Files of at most so many bytes are fetched whole where thousands of values are needed.
    pub whole: u64,
    /// Whether no value is asked for: all labels are zero.
    pub is_blind: bool,
}

/// Bytes are missing; the files say which.
#[derive(Debug)]
pub struct Waits;

impl std::fmt::Display for Waits {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str("bytes are missing")
    }
}

impl std::error::Error for Waits {}

/// A file is damaged.
#[derive(Debug)]
pub struct BadFile(pub String);

impl std::fmt::Display for BadFile {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            to,
            "the file {} on the web server is damaged; copy the site again",
            self.0
        )
    }
}

impl std::error::Error for BadFile {}

pub fn lock<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    // A program that has panicked has ended.
    kept.lock().expect("one call at a time")
}

impl<G: Keys> Fetched<G> {
    /// The bit that a function has for a position.
    fn bit(&self, function: &Function, signature: u64, position: &G::Position) -> Result<Looked<u8>, BadFile> {
        let files = &mut *lock(&self.files);
        let held = &mut files.of(function.file);
        let damaged = |_| BadFile(function.name.clone());
        Ok(match function.parts.get(signature, held).map_err(damaged)? {
            Looked::Waits => Looked::Waits,
            Looked::Found(Some(label)) => Looked::Found(label),
            Looked::Found(None) => {
                let key = self.game.record(position).key().to_be();
                function.parts.exact(key.as_ref(), held).map_err(damaged)?
            }
        })
    }
}

impl<G: Keys> Known for Fetched<G> {
    type Game = G;

    fn game(&self) -> &G {
        &self.game
    }

    fn identity(&self) -> Identity<'_> {
        Identity {
            game: self.game.name(),
            n: self.game.order() as u32,
            place: Path::new(""),
        }
    }

    fn values(&self) -> Values {
        self.values
    }

    /// A page has their counts from elsewhere.
    fn levels(&self) -> Result<Vec<LevelCount>, SolvedError> {
        Ok(Vec::new())
    }

    /// Looks all of them up before it waits.
    fn labels(&self, positions: &[&<G as Game>::Position]) -> Result<Vec<Label>, SolvedError> {
        if self.is_blind {
            return Ok(vec![Label::default(); positions.len()]);
        }
        let mut labels = Vec::with_capacity(positions.len());
        let mut waits = false;
        for position in positions {
            let level = self.game.level_of(position);
            let Some(functions) = self.levels.get(&level) else {
                let levels = self.levels.keys().copied().collect();
                return Err(SolvedError::NotSolved { level, levels });
            };
            let signature = self.game.signature(position);
            let mut bits = 0u16;
            for function in functions {
                match self.bit(function, signature, position).map_err(SolvedError::unread)? {
                    Looked::Found(bit) => bits |= u16::from(bit) << function.bit,
                    Looked::Waits => waits = true,
                }
            }
            let [first, second] = bits.to_le_bytes();
            let label = Label { first, second };
            labels.push(match self.game.next(position) {
                Some(next) => self.values.seen_by(next, label),
                None => label,
            });
        }
        match waits {
            true => Err(SolvedError::unread(Waits)),
            false => Ok(labels),
        }
    }

    fn is_at_hand(&self, _level: u32) -> bool {
        false
    }

    fn is_cheap(&self, level: u32) -> Result<bool, SolvedError> {
        let files = &mut *lock(&self.files);
        let functions = self.levels.get(&level).map_or(&[][..], Vec::as_slice);
        if functions.iter().any(|function| files.size(function.file) > self.whole) {
            return Ok(false);
        }
        // All are asked for before any is waited for.
        let missing = functions
            .iter()
            .filter(|function| !files.is_whole(function.file))
            .count();
        match missing {
            0 => Ok(true),
            _ => Err(SolvedError::unread(Waits)),
        }
    }
}
