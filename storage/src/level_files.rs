//! Whether the files of a level, and of the folder, are those that were sealed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::atomic::{is_there, temporary_name};
use crate::checksum::hash_file;
use crate::error::{At, Error, Result};
use crate::folder::{Database, IDENTITY, LOCK, STATUS, TEMP, WORK};
use crate::label_file::LabelFunctionSummary;
use crate::label_function::LabelFunction;
use crate::manifest::{Identity, LevelManifest};

/// [`crate::Identity::keep`] where records are dropped.
pub(crate) const LABELS: &str = "labels";
/// What a database says that keeps positions and labels; any other keeps no positions of what is not needed any more.
const POSITIONS: &str = "positions";

/// What is not as it was sealed.
#[derive(Debug, Default)]
pub struct FileReport {
    /// Files that are missing or differ in any byte.
    pub damaged: Vec<Error>,
    /// Files and folders that no part of the program has put there, and none reads.
    pub strays: Vec<PathBuf>,
}

impl Database {
    /// Compares every byte of the level's files with the checksums in its manifest, and looks for files that do not
    /// belong there. Reads each file once; RocksDB sees none of them.
    ///
    /// # Errors
    /// When a folder cannot be listed, or a file has another format; damage is in the report.
    pub fn check_files(&self, manifest: &LevelManifest) -> Result<FileReport> {
        let mut report = FileReport::default();
        let level = manifest.level;
        // A killed run may have left the work of a level it had just sealed.
        let mut known = BTreeSet::from([self.manifest_path(level), self.work_folder(level)]);
        for (bit, function) in manifest.functions() {
            let path = self.plane_path(level, bit);
            report.take(check_labels(&path, function))?;
            known.insert(path);
        }
        if !self.has_positions(level)? {
            if self.wants_positions(level)? {
                let what = match self.identity().keep == LABELS {
                    true => "it is missing, and the levels below can be made from nothing else".into(),
                    false => format!("it is missing, although {IDENTITY} says that positions are kept"),
                };
                report.damaged.push(Error::corrupt(&self.positions_folder(level), what));
            }
        } else {
            let folder = self.positions_folder(level);
            known.insert(folder.clone());
            let mut inside = BTreeSet::new();
            for (name, bytes, xxh3) in manifest.positions.all_files() {
                let path = folder.join(name);
                report.take(check_file(&path, bytes, xxh3))?;
                inside.insert(path);
            }
            report.strays.extend(entries_but(&folder, &inside)?);
        }
        report.strays.extend(entries_but(&self.level_folder(level), &known)?);
        Ok(report)
    }

    /// Files and folders beside the levels that neither the database nor its user, who keeps `known`, has put there.
    ///
    /// # Errors
    /// When the folder cannot be listed.
    pub fn strays(&self, known: &[&str]) -> Result<Vec<PathBuf>> {
        let own = [IDENTITY, LOCK, STATUS, TEMP]
            .iter()
            .chain(known)
            .map(|name| self.folder().join(name));
        // Unfinished files that the next run writes over.
        let known = own.flat_map(|path| [temporary_name(&path), path]).collect();
        let mut found = entries_but(self.folder(), &known)?;
        found.retain(|path| self.level_of(path).is_none());
        Ok(found)
    }

    /// Whether what lies in the folder can be what `retrograph.json` says: the game of the levels, and what is kept. With
    /// labels alone, only the two lowest levels may have records, the second lowest when a run was interrupted.
    ///
    /// # Errors
    /// [`Error::Corrupt`] when not, and all levels agree: the identity is of another database.
    pub fn check_identity(&self) -> Result<()> {
        let Identity {
            game, n, keep, values, ..
        } = self.identity();
        let foreign = |what: String| Err(Error::corrupt(&self.folder().join(IDENTITY), what));
        let levels = self.levels()?;
        let mut others = BTreeSet::new();
        for &level in &levels {
            match self.any_manifest(level) {
                Ok(Some(manifest)) => others.insert((manifest.game, manifest.n, manifest.values)),
                Ok(None) | Err(Error::Corrupt { .. }) => continue,
                Err(error) => return Err(error),
            };
        }
        if let (1, Some((of, at, labels))) = (others.len(), others.first()) {
            if (of, at) != (game, n) {
                return foreign(format!("it says {game} on {n}, but the levels are of {of} on {at}"));
            }
            if labels != values {
                return foreign(format!(
                    "it says that values are {values}, but those of the levels are {labels}"
                ));
            }
        }
        let upper = || levels.iter().rev().skip(2);
        let have = upper().map(|&level| self.has_positions(level));
        let have: Vec<bool> = have.collect::<Result<_>>()?;
        let with_positions = have.iter().filter(|&&has| has).count();
        if keep != POSITIONS && with_positions > 0 {
            return foreign(format!(
                "it says that labels alone are kept, but {with_positions} upper levels have positions"
            ));
        }
        if keep == POSITIONS && with_positions == 0 && upper().next().is_some() {
            return foreign(format!("it says that {keep} are kept, but no upper level has any"));
        }
        Ok(())
    }

    /// Levels that were sealed once, highest first: their folder holds something, but not the work of an unfinished one.
    ///
    /// # Errors
    /// When a folder cannot be listed.
    pub fn once_sealed(&self) -> Result<Vec<u32>> {
        let mut levels = vec![];
        for path in entries_but(self.folder(), &BTreeSet::new())? {
            if let Some(level) = self.level_of(&path)
                && !entries_but(&path, &BTreeSet::new())?.is_empty()
                && !is_there(&path.join(WORK))?
            {
                levels.push(level);
            }
        }
        levels.sort_unstable_by(|a, b| b.cmp(a));
        Ok(levels)
    }

    /// Whether the records of a sealed level should be there: all levels' where they are kept, else the lowest one's
    /// while there are levels to be solved from it.
    fn wants_positions(&self, level: u32) -> Result<bool> {
        Ok(match self.identity().keep.as_str() {
            POSITIONS => true,
            LABELS => level > 0 && self.levels()?.last() == Some(&level),
            _ => false,
        })
    }
}

impl FileReport {
    /// Damage is kept, other failures are passed on.
    fn take(&mut self, result: Result<()>) -> Result<()> {
        match result {
            Err(error @ Error::Corrupt { .. }) => self.damaged.push(error),
            other => return other,
        }
        Ok(())
    }
}

/// Every byte: the manifest has the hash of the header, the header that of the rest.
fn check_labels(path: &Path, function: &LabelFunctionSummary) -> Result<()> {
    check_size(path, function.bytes)?;
    let labels = LabelFunction::open(path)?;
    labels.verify_checksum()?;
    if labels.summary() != *function {
        return Err(Error::corrupt(
            path,
            "it is not the file that the manifest of its level names",
        ));
    }
    Ok(())
}

fn check_file(path: &Path, bytes: u64, xxh3: &str) -> Result<()> {
    check_size(path, bytes)?;
    if hash_file(path)?.1 != xxh3 {
        return Err(Error::corrupt(path, "its content does not have its checksum"));
    }
    Ok(())
}

fn check_size(path: &Path, bytes: u64) -> Result<()> {
    let found = match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => metadata.len(),
        Ok(_) => return Err(Error::corrupt(path, "it is not a file")),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(Error::corrupt(path, "it is missing"));
        }
        Err(error) => return Err(Error::io(path, "read", error)),
    };
    if found != bytes {
        let what = format!("it has {found} bytes, the manifest of its level says {bytes}");
        return Err(Error::corrupt(path, what));
    }
    Ok(())
}

/// Files and folders in `folder` but `known`, sorted; none when there is no folder.
fn entries_but(folder: &Path, known: &BTreeSet<PathBuf>) -> Result<Vec<PathBuf>> {
    let mut found = vec![];
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(found),
        Err(error) => return Err(Error::io(folder, "list", error)),
    };
    for entry in entries {
        let path = entry.at(folder, "list")?.path();
        if !known.contains(&path) {
            found.push(path);
        }
    }
    found.sort_unstable();
    Ok(found)
}
