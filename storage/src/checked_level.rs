//! A level whose records' files have been compared with its manifest: what a reader is opened on.

use std::path::{Path, PathBuf};

use crate::checksum::check_file;
use crate::error::Result;
use crate::layout;
use crate::level_summary::LevelSummary;
use crate::open::open_sized;

/// Who says what a file's size and checksum are.
pub(crate) const SAID_BY: &str = "the manifest of its level";

/// The files of a level's records, every byte of which is as `LevelSummary` says, and which are laid out as this program
/// lays them out. There is no other way to a [`crate::LevelReader`] but [`crate::LevelReader::open_own`], so that RocksDB
/// sees nothing that has not been looked at.
#[derive(Clone, Debug)]
pub struct CheckedLevel {
    folder: PathBuf,
    width: usize,
    summary: LevelSummary,
}

impl CheckedLevel {
    /// Compares the files in `folder`, of keys of `width` bytes, with `summary`: names and sizes before anything is read,
    /// then checksums, then the layout. Cost: reads each file twice and decompresses it once, on all threads.
    ///
    /// # Errors
    /// [`crate::Error::Corrupt`] that names the first file that is missing or another one.
    pub fn check(folder: &Path, width: usize, summary: &LevelSummary) -> Result<CheckedLevel> {
        CheckedLevel::begin(folder, width, summary)?;
        summary.all_files().try_for_each(|(name, bytes, _)| {
            open_sized(&folder.join(name), bytes, SAID_BY)?;
            Ok(())
        })?;
        for (name, bytes, xxh3) in summary.all_files() {
            check_file(&folder.join(name), bytes, xxh3, SAID_BY)?;
        }
        CheckedLevel::of_compared(folder, width, summary)
    }

    /// What is looked at before any file is.
    pub(crate) fn begin(folder: &Path, width: usize, summary: &LevelSummary) -> Result<()> {
        layout::check_names(folder, width, summary)?;
        layout::check_beside(folder)
    }

    /// The level whose files have been compared with `summary`, byte for byte, after [`CheckedLevel::begin`].
    pub(crate) fn of_compared(folder: &Path, width: usize, summary: &LevelSummary) -> Result<CheckedLevel> {
        layout::check(folder, width, summary)?;
        Ok(CheckedLevel {
            folder: folder.to_path_buf(),
            width,
            summary: summary.clone(),
        })
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Bytes of its keys.
    pub fn width(&self) -> usize {
        self.width
    }

    /// What it was compared with.
    pub fn summary(&self) -> &LevelSummary {
        &self.summary
    }
}
