//! The label of a position through its level's label functions, one for each bit.

use std::path::Path;

use retrograph_storage::{Answer, Database, Error, LabelFunction, LabelFunctionSummary, LevelManifest, Record, Result};

use game::Keys;
use game::values::Label;

/// Label functions of so many bytes are larger than what a processor finds the pages of at once, in its usual pages.
const LARGE: u64 = 4 << 20;

/// The label functions of a level.
pub struct Labels {
    /// Number of the bit, 8 and above for second labels, and its function; bit 0 comes first.
    functions: Vec<(u8, LabelFunction)>,
}

impl Labels {
    /// Opens the functions that `manifest` names, see [`LabelFunction::open`]: every byte is compared with it.
    ///
    /// # Errors
    /// [`Error::Corrupt`] when one is missing or another file.
    pub fn open(db: &Database, manifest: &LevelManifest) -> Result<Self> {
        Self::each(db, manifest, LabelFunction::open)
    }

    /// Maps the functions that `manifest` names, however small, see [`LabelFunction::map`]: the memory limit of a run
    /// leaves no room for them.
    ///
    /// # Errors
    /// [`Error::Corrupt`] when one is missing or another file.
    pub fn map(db: &Database, manifest: &LevelManifest) -> Result<Self> {
        Self::each(db, manifest, LabelFunction::map)
    }

    /// The same for many look-ups, of which large ones may take `room` bytes of memory: they are read into it if they
    /// fit.
    ///
    /// # Errors
    /// Those of [`Labels::map`].
    pub fn near(db: &Database, manifest: &LevelManifest, room: u64) -> Result<Self> {
        match (LARGE..=room).contains(&manifest.label_bytes()) {
            false => Self::map(db, manifest),
            true => Self::each(db, manifest, |path, function| {
                match LabelFunction::in_memory(path, function)? {
                    Some(function) => Ok(function),
                    None => LabelFunction::map(path, function),
                }
            }),
        }
    }

    /// Whether look-ups would be quicker in memory than in mapped files.
    pub fn are_large(bytes: u64) -> bool {
        bytes >= LARGE
    }

    fn each(
        db: &Database,
        manifest: &LevelManifest,
        open: fn(&Path, &LabelFunctionSummary) -> Result<LabelFunction>,
    ) -> Result<Self> {
        let open = |(bit, function)| Ok((bit, open(&db.plane_path(manifest.level, bit), function)?));
        Ok(Self {
            functions: manifest.functions().map(open).collect::<Result<_>>()?,
        })
    }

    /// Reads all files and compares them with their checksums.
    ///
    /// # Errors
    /// [`Error::Corrupt`].
    pub fn verify_checksums(&self) -> Result<()> {
        self.functions
            .iter()
            .try_for_each(|(_, function)| function.verify_checksum())
    }

    /// The function of bit 0.
    #[inline]
    pub fn first(&self) -> &LabelFunction {
        &self.functions[0].1
    }

    /// The label of `position`, whose signature is `signature`. Where a function asks for the key, `asked` counts one
    /// and the exact table decides; `None` when the table does not know the position, which happens only in a damaged
    /// file. Cost: a look-up for each bit, and a canonical form for each function that asks.
    #[inline]
    pub fn look_up<G: Keys>(&self, game: &G, signature: u64, position: &G::Position, asked: &mut u64) -> Option<Label> {
        let mut bits = 0u16;
        for (bit, function) in &self.functions {
            let value = match function.get(signature) {
                Answer::Label(value) => value,
                Answer::Ask => {
                    *asked += 1;
                    function.exact(game.record(position))?
                }
            };
            bits |= u16::from(value) << bit;
        }
        Some(label_of_bits(bits))
    }

    /// The functions with the numbers of their bits.
    pub fn functions(&self) -> impl Iterator<Item = (u8, &LabelFunction)> {
        self.functions.iter().map(|(bit, function)| (*bit, function))
    }

    /// That a function does not know a position of its own level.
    pub fn unknown(&self) -> Error {
        Error::corrupt(self.first().path(), "it does not know a position of its own level")
    }
}

/// The label with these bits, those of the second one from 8 on.
pub(crate) fn label_of_bits(bits: u16) -> Label {
    let [first, second] = bits.to_le_bytes();
    Label { first, second }
}

/// The label stored in a record.
pub fn label_of<R: Record>(record: R) -> Label {
    Label {
        first: record.label(),
        second: record.second(),
    }
}

/// The record with this label.
pub(crate) fn labelled<R: Record>(record: R, label: Label) -> R {
    record.with_label(label.first).with_second(label.second)
}

/// A bit of the label stored in a record.
#[inline]
pub(crate) fn bit_of<R: Record>(record: R, bit: u8) -> u8 {
    match bit {
        0..8 => record.label() >> bit & 1,
        _ => record.second() >> (bit - 8) & 1,
    }
}

/// Signatures of records with bit 0 of their labels in place of the lowest.
pub(crate) fn sign<G: Keys>(game: &G, records: &[G::Record], items: &mut [u64]) {
    game.sign(records, items);
    for (item, &record) in items.iter_mut().zip(records) {
        *item |= u64::from(bit_of(record, 0));
    }
}

/// The largest labels on a level.
pub(crate) fn largest(manifest: &LevelManifest) -> Label {
    let last = |counts: &[u64]| counts.len().saturating_sub(1).min(255) as u8;
    Label {
        first: last(&manifest.positions.by_label),
        second: last(&manifest.positions.by_second),
    }
}
