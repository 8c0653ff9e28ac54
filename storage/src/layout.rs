//! Whether a level is laid out the way this program lays it out, before RocksDB sees a file of it.
//!
//! Checksums notice accidents. Somebody who makes them fit can still not make RocksDB take memory without bound, loop or
//! abort: only names, records and fields that a level has are let through, and every number is compared with what it
//! stands for. `sst_layout` does so inside of the SST files.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::error::{At, Error, Result};
use crate::level_summary::{FileSummary, LevelSummary};
use crate::open::read_at_most;
use crate::rocks_manifest::{COMPARATOR, DATABASE_ID, END, Fields, ID, NEW_FILE, NUMBERS, TIMES, WITH_LENGTH, records};
use crate::sst_layout::{self, Outline};

const CURRENT: &str = "CURRENT";
const BYTEWISE: &[u8] = b"leveldb.BytewiseComparator";
/// The level of RocksDB's tree that files are taken into.
const BOTTOM: u64 = 6;
/// What ends the key of every entry: sequence number 0, type value.
pub(crate) const VALUE_AT_ZERO: [u8; 8] = [1, 0, 0, 0, 0, 0, 0, 0];
/// Bytes of RocksDB's manifest at most: some 300, and at most 150 for each file.
const MANIFEST_BYTES: u64 = 1 << 16;
const MANIFEST_BYTES_A_FILE: u64 = 512;
/// Further fields of a version edit and of a new file, each followed by a length and so many bytes.
const TIMESTAMPS_KEPT: u64 = WITH_LENGTH + 9;
const COMPACTED_SIZE: u64 = WITH_LENGTH + 11;
const UNIQUE_ID: u64 = 12;
const EPOCH: u64 = 13;
const TAIL_BYTES: u64 = 15;

/// The names in `summary` are those that a level's files have, and keys are `width` bytes: nothing else is opened.
///
/// # Errors
/// [`Error::Corrupt`] that names the manifest.
pub(crate) fn check_names(folder: &Path, width: usize, summary: &LevelSummary) -> Result<()> {
    let names = summary.files.iter().map(|file| &file.name[..]);
    let numbers: Option<Vec<u64>> = names.map(|name| number_in(name, "", ".sst")).collect();
    let are_names = numbers.is_some_and(|numbers| numbers.is_sorted_by(|a, b| a < b))
        && matches!(&summary.catalogue[..], [current, manifest]
            if current.name == CURRENT && number_in(&manifest.name, "MANIFEST-", "").is_some());
    let are_keys = |file: &FileSummary| {
        (file.first_key.len(), file.last_key.len()) == (width, width)
            && file.positions > 0
            && file.by_label.len().max(file.by_second.len()) <= 256
    };
    match are_names && summary.files.iter().all(are_keys) {
        true => Ok(()),
        false => Err(Error::corrupt(
            &folder.with_file_name("manifest.json"),
            "it describes files that no level has",
        )),
    }
}

/// The number of six digits or more in the name of a file.
fn number_in(name: &str, before: &str, after: &str) -> Option<u64> {
    let number = name.strip_prefix(before)?.strip_suffix(after)?.parse().ok()?;
    (number < 1 << 40 && format!("{before}{number:06}{after}") == name).then_some(number)
}

/// Files beside those of a level that RocksDB would read: logs, whose records it would add, and an id.
pub(crate) fn check_beside(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder).at(folder, "list")? {
        let path = entry.at(folder, "list")?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.ends_with(".log") || name == "IDENTITY" {
            return Err(Error::corrupt(
                &path,
                "no level has such a file, and RocksDB would read it",
            ));
        }
    }
    Ok(())
}

/// Checks the layout of all files of the level in `folder`, whose sizes are those of `summary`. Memory: some hundred bytes a
/// data block of one file. Cost: decompresses the level once, on all threads.
///
/// # Errors
/// [`Error::Corrupt`] that names the file.
pub(crate) fn check(folder: &Path, width: usize, summary: &LevelSummary) -> Result<()> {
    let outline = |file: &FileSummary| sst_layout::check(&folder.join(&file.name), width, file);
    let outlines: Vec<Outline> = summary.files.iter().map(outline).collect::<Result<_>>()?;
    let [current, manifest] = &summary.catalogue[..] else {
        return check_names(folder, width, summary);
    };
    let path = folder.join(&current.name);
    if read_at_most(&path, current.bytes.min(64))? != Some(format!("{}\n", manifest.name).into_bytes()) {
        return Err(Error::corrupt(&path, "it does not name the manifest beside it"));
    }
    let path = folder.join(&manifest.name);
    let most = MANIFEST_BYTES + MANIFEST_BYTES_A_FILE * summary.files.len() as u64;
    let log = read_at_most(&path, manifest.bytes.min(most))?.ok_or_else(|| Error::corrupt(&path, "it is missing"))?;
    let mut found = Found {
        width,
        due: summary.files.iter().zip(&outlines).collect(),
        last_number: None,
        seen: BTreeSet::new(),
    };
    let edits = records(&log);
    let taken = edits.and_then(|edits| edits.iter().try_for_each(|edit| found.take(edit)));
    match taken.is_some() && found.due.is_empty() && found.seen.contains(&COMPARATOR) {
        true => Ok(()),
        false => Err(Error::corrupt(
            &path,
            "it has records that no level has, or is not of the files beside it",
        )),
    }
}

/// What the version edits so far have said.
struct Found<'a> {
    width: usize,
    /// Files that are still to come.
    due: std::collections::VecDeque<(&'a FileSummary, &'a Outline)>,
    last_number: Option<u64>,
    /// Tags that may come once.
    seen: BTreeSet<u64>,
}

impl Found<'_> {
    /// Takes an edit; `None` for one that this program does not leave.
    fn take(&mut self, edit: &[u8]) -> Option<()> {
        let mut rest = Fields(edit);
        while !rest.0.is_empty() {
            let tag = rest.number()?;
            let is_right = match tag {
                COMPARATOR => rest.text()? == BYTEWISE && self.seen.insert(tag),
                DATABASE_ID => rest.text()? == ID && self.seen.insert(tag),
                TIMESTAMPS_KEPT => rest.text()? == [1] && self.seen.insert(tag),
                COMPACTED_SIZE => number(rest.text()?)? < 1 << 32 && self.seen.insert(tag),
                NEW_FILE => self.file(&mut rest)?,
                NEXT_FILE => self.last_number < Some(rest.number().filter(|&next| next < 1 << 41)?),
                tag if NUMBERS.contains(&tag) => rest.number()? == 0,
                _ => false,
            };
            is_right.then_some(())?;
        }
        Some(())
    }

    fn file(&mut self, rest: &mut Fields) -> Option<bool> {
        let (file, outline) = self.due.pop_front()?;
        let (level, number_said, bytes) = (rest.number()?, rest.number()?, rest.number()?);
        let keys = [rest.text()?, rest.text()?];
        let sequence = [rest.number()?, rest.number()?];
        let mut seen = BTreeSet::new();
        loop {
            let tag = rest.number()?;
            if tag == END {
                break;
            }
            let text = rest.text()?;
            let is_right = match tag {
                UNIQUE_ID => text.len() == 16,
                EPOCH => number(text)? < 1 << 32,
                TAIL_BYTES => number(text)? == file.bytes.checked_sub(outline.tail)?,
                tag if TIMES.contains(&tag) => text == [0],
                _ => false,
            };
            (is_right && seen.insert(tag)).then_some(())?;
        }
        let key = |user: &[u8]| [user, &VALUE_AT_ZERO].concat();
        self.last_number = Some(number_said);
        Some(
            level == BOTTOM
                && Some(number_said) == number_in(&file.name, "", ".sst")
                && bytes == file.bytes
                && keys == [&key(&file.first_key)[..], &key(&outline.last_entry)]
                && sequence == [0, 0]
                && outline.last_entry.len() == self.width,
        )
    }
}

/// Tag of the number of the next file.
const NEXT_FILE: u64 = 3;

/// A number that fills its field.
fn number(text: &[u8]) -> Option<u64> {
    let mut rest = Fields(text);
    rest.number().filter(|_| rest.0.is_empty())
}
