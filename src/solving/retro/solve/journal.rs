//! How far the level under way is: written down every few minutes, so that a kill costs no more.

use std::time::{Duration, Instant};

use retrograph_storage::{Database, Record, Result, Syncs};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};

use super::error::{self, SolveError};
use crate::observer::{Observer, Work};

/// What a level under way is made from and how far it is.
#[derive(Serialize, Deserialize)]
struct Journal<S> {
    /// Hash of the records of the level above; empty for the highest level.
    above: String,
    /// What earlier runs spent on the level.
    seconds: f64,
    work: Work,
    stage: S,
}

/// The state of a stage as it is written down: all that is needed to resume within it.
pub(super) trait Entry: Serialize {
    /// The stage's name in journals.
    const NAME: &'static str;
}

/// An entry under its name, as a variant of an enum is written.
struct Named<'a, E>(&'a E);

impl<E: Entry> Serialize for Named<'_, E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_newtype_variant("Stage", 0, E::NAME, self.0)
    }
}

/// Writes journals of one level.
pub(super) struct Checkpoints<'a> {
    db: &'a Database,
    level: u32,
    above: String,
    every: Duration,
    begun: Instant,
    before: f64,
    last: Instant,
    has_journal: bool,
    pub work: Work,
    observer: &'a dyn Observer,
}

impl<'a> Checkpoints<'a> {
    /// Of `level`, made from a level whose records have the hash `above`; `every`: work that may be lost.
    pub fn new(db: &'a Database, level: u32, above: String, every: Duration, observer: &'a dyn Observer) -> Self {
        let now = Instant::now();
        Self {
            db,
            level,
            above,
            every,
            begun: now,
            before: 0.0,
            last: now,
            has_journal: false,
            work: Work::default(),
            observer,
        }
    }

    /// The stage that an earlier run came to, when it made the level from the same one above.
    ///
    /// # Errors
    /// When the system does not let the journal be read now.
    pub fn earlier<S: DeserializeOwned>(&mut self) -> Result<Option<S>> {
        let journal: Option<Journal<S>> = self.db.journal(self.level)?;
        let Some(journal) = journal.filter(|journal| journal.above == self.above) else {
            return Ok(None);
        };
        (self.before, self.work) = (journal.seconds, journal.work);
        self.has_journal = true;
        Ok(Some(journal.stage))
    }

    /// Earlier runs do not count: the level restarts.
    pub fn forget(&mut self) {
        (self.before, self.work) = (0.0, Work::default());
        self.has_journal = false;
    }

    /// Whether something is written down already.
    pub fn has_journal(&self) -> bool {
        self.has_journal
    }

    /// Whether it is time to make one, or somebody wants the run to end.
    pub fn due(&self) -> bool {
        self.last.elapsed() >= self.every || self.observer.stop()
    }

    /// Time spent on the level, by earlier runs too.
    pub fn seconds(&self) -> f64 {
        self.before + self.begun.elapsed().as_secs_f64()
    }

    /// Writes down the state of a stage; everything it counts on must be durable. Of a level whose files are made
    /// durable later, with others, nothing is written down.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, entry: &impl Entry) -> Result<()> {
        if self.db.syncs() == Syncs::Later {
            return Ok(());
        }
        let journal = Journal {
            above: self.above.clone(),
            seconds: self.seconds(),
            work: self.work,
            stage: Named(entry),
        };
        self.db.write_journal(self.level, &journal)?;
        self.last = Instant::now();
        self.has_journal = true;
        self.observer.checkpoint(self.level);
        Ok(())
    }

    /// Fails when somebody wants the run to end.
    ///
    /// # Errors
    /// [`SolveError::Stopped`].
    pub fn go_on(&self) -> std::result::Result<(), SolveError> {
        error::go_on(self.level, self.observer)
    }
}

/// A key in a journal.
pub(super) fn key_to_hex<R: Record>(record: R) -> String {
    record
        .to_be()
        .as_ref()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// The inverse of [`key_to_hex`].
pub(super) fn key_from_hex<R: Record>(digits: &str) -> Option<R> {
    let digit = |digit: u8| char::from(digit).to_digit(16);
    let pairs = digits.as_bytes().chunks(2);
    let bytes: Option<Vec<u8>> = pairs
        .map(|pair| Some((digit(pair[0])? << 4 | digit(*pair.get(1)?)?) as u8))
        .collect();
    bytes
        .filter(|bytes| bytes.len() == R::BYTES)
        .map(|bytes| R::from_be(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_back() {
        for record in [0, 1, u128::MAX, 0xab << 120] {
            assert_eq!(key_from_hex(&key_to_hex(record)), Some(record));
        }
        for bad in ["", "0", "zz", "00"] {
            assert_eq!(key_from_hex::<u128>(bad), None);
        }
    }
}
