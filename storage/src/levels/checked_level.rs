//! A level whose record files have been compared with its manifest: the input of a reader.

use std::path::{Path, PathBuf};

use crate::files::checksum::check_file;
use crate::files::error::Result;
use crate::files::open::open_sized;
use crate::levels::rocks::layout;
use crate::levels::summary::LevelSummary;

/// The source of a file's size and checksum.
pub(crate) const SAID_BY: &str = "the manifest of its level";

/// The files of a level's records. Every byte is as `LevelSummary` states, and the layout is that of this program. A
/// [`crate::LevelReader`] is opened only from this type or with [`crate::LevelReader::open_own`], so that RocksDB sees
/// no unchecked file.
#[derive(Clone, Debug)]
pub struct CheckedLevel {
    folder: PathBuf,
    width: usize,
    summary: LevelSummary,
}

impl CheckedLevel {
    /// Compares the files in `folder`, with keys of `width` bytes, with `summary`: names and sizes before anything is
    /// read, then checksums, then the layout. Cost: reads each file twice and decompresses it once, on all threads.
    ///
    /// # Errors
    /// [`crate::Error::Corrupt`] that names the first file that is missing or differs.
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

    /// Checks what needs no file to be read.
    pub(crate) fn begin(folder: &Path, width: usize, summary: &LevelSummary) -> Result<()> {
        layout::check_names(folder, width, summary)?;
        layout::check_beside(folder)
    }

    /// Creates the level from files that were compared with `summary` byte for byte, after [`CheckedLevel::begin`].
    pub(crate) fn of_compared(folder: &Path, width: usize, summary: &LevelSummary) -> Result<CheckedLevel> {
        layout::check(folder, width, summary)?;
        Ok(CheckedLevel {
            folder: folder.to_path_buf(),
            width,
            summary: summary.clone(),
        })
    }

    /// Returns the folder of the level.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the width of its keys in bytes.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the summary that it was compared with.
    pub fn summary(&self) -> &LevelSummary {
        &self.summary
    }
}
