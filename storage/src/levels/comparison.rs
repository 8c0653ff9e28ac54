//! The comparison of a level's files with its manifest.
//!
//! Checksums detect accidents. Against an attacker who forges them, names are accepted that a level has, and around
//! the records only what this program writes. [`crate::LevelReader`] checks the records.

use std::path::Path;
use std::sync::Arc;

use crate::files::checksum::check_file;
use crate::files::error::{Error, Result};
use crate::files::open::{open_sized, read_at_most};
use crate::levels::rocks::manifest;
use crate::levels::rocks::sst::FinishedSst;
use crate::levels::rocks::sst_reader::SstReader;
use crate::levels::summary::{FileSummary, LevelSummary};

/// The source of a file's size and checksum.
pub(crate) const SAID_BY: &str = "the manifest of its level";

impl LevelSummary {
    /// Compares the files in `folder`, with keys of `width` bytes, with this summary: names and sizes before anything
    /// is read, then every byte. Cost: reads each file once.
    ///
    /// # Errors
    /// [`Error::Corrupt`] that names the first file that is missing or differs.
    pub fn check_files(&self, folder: &Path, width: usize) -> Result<()> {
        self.check_names(folder, width)?;
        self.all_files().try_for_each(|(name, bytes, _)| {
            open_sized(&folder.join(name), bytes, SAID_BY)?;
            Ok(())
        })?;
        for (name, bytes, xxh3) in self.all_files() {
            check_file(&folder.join(name), bytes, xxh3, SAID_BY)?;
        }
        self.check_layout(folder, width)
    }

    /// Checks that the names are those of a level's files, and that keys have `width` bytes: nothing else is opened.
    ///
    /// # Errors
    /// [`Error::Corrupt`] that names the manifest.
    pub(crate) fn check_names(&self, folder: &Path, width: usize) -> Result<()> {
        let names = (0..self.files.len()).map(manifest::sst_name);
        let are_names = names.eq(self.files.iter().map(|file| file.name.clone()))
            && (self.catalogue.iter().map(|file| &file.name[..])).eq(manifest::NAMES);
        let are_keys = |file: &FileSummary| {
            (file.first_key.len(), file.last_key.len()) == (width, width)
                && file.positions > 0
                && file.by_label.len().max(file.by_second.len()) <= 256
        };
        match are_names && self.files.iter().all(are_keys) {
            true => Ok(()),
            false => Err(Error::corrupt(
                &folder.with_file_name("manifest.json"),
                "it describes files that do not belong to a level",
            )),
        }
    }

    /// Checks the files whose names and checksums are right: what is around their data blocks, their first and last
    /// key, and the files that make them a database.
    ///
    /// # Errors
    /// [`Error::Corrupt`] that names the file.
    pub(crate) fn check_layout(&self, folder: &Path, width: usize) -> Result<()> {
        let finished =
            |file: &FileSummary| Arc::new(SstReader::open(&folder.join(&file.name), width, file)?).finished(file);
        let files: Vec<FinishedSst> = self.files.iter().map(finished).collect::<Result<_>>()?;
        let expected = [manifest::current(), manifest::manifest(&files)];
        for (name, expected) in manifest::NAMES.iter().zip(expected) {
            let path = folder.join(name);
            match read_at_most(&path, expected.len() as u64) {
                Ok(found) if found.as_ref() == Some(&expected) => {}
                Ok(_) | Err(Error::Corrupt { .. }) => {
                    let what = "its content differs from what RocksDB writes for the files beside it";
                    return Err(Error::corrupt(&path, what));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
