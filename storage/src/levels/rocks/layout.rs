//! Checks that a level has the layout that this program writes, before RocksDB sees any of its files.
//!
//! Checksums detect accidents. Even an attacker who forges them cannot make RocksDB take unbounded memory, loop or
//! abort: only names, records and fields that a level has are accepted, and every number is compared with what it
//! describes. `sst_layout` does the same inside the SST files.

use std::fs;
use std::path::Path;

use super::{manifest, sst_layout};
use crate::files::error::{At, Error, Result};
use crate::files::open::read_at_most;
use crate::levels::rocks::sst::FinishedSst;
use crate::levels::summary::{FileSummary, LevelSummary};

/// Checks that the names in `summary` are those of a level's files, and that keys have `width` bytes: nothing else is
/// opened.
///
/// # Errors
/// [`Error::Corrupt`] that names the manifest.
pub(crate) fn check_names(folder: &Path, width: usize, summary: &LevelSummary) -> Result<()> {
    let names = (0..summary.files.len()).map(manifest::sst_name);
    let are_names = names.eq(summary.files.iter().map(|file| file.name.clone()))
        && (summary.catalogue.iter().map(|file| &file.name[..])).eq(manifest::NAMES);
    let are_keys = |file: &FileSummary| {
        (file.first_key.len(), file.last_key.len()) == (width, width)
            && file.positions > 0
            && file.by_label.len().max(file.by_second.len()) <= 256
    };
    match are_names && summary.files.iter().all(are_keys) {
        true => Ok(()),
        false => Err(Error::corrupt(
            &folder.with_file_name("manifest.json"),
            "it describes files that do not belong to a level",
        )),
    }
}

/// Finds files beside those of a level that RocksDB would read: logs, whose records it would add, and an id.
pub(crate) fn check_beside(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder).at(folder, "list")? {
        let path = entry.at(folder, "list")?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.ends_with(".log") || name == "IDENTITY" {
            return Err(Error::corrupt(
                &path,
                "no level has such a file, but RocksDB would read it",
            ));
        }
    }
    Ok(())
}

/// Checks the layout of all files of the level in `folder`, whose sizes are those of `summary`. Memory: some hundred
/// bytes per data block of one file. Cost: decompresses the level once, on all threads.
///
/// # Errors
/// [`Error::Corrupt`] that names the file.
pub(crate) fn check(folder: &Path, width: usize, summary: &LevelSummary) -> Result<()> {
    let check = |file: &FileSummary| sst_layout::check(&folder.join(&file.name), width, file);
    let files: Vec<FinishedSst> = summary.files.iter().map(check).collect::<Result<_>>()?;
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
