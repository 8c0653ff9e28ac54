//! Checks that the files of a level, and of the folder, are those that were sealed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::files::atomic::{is_there, temporary_name};
use crate::files::checksum::check_file;
use crate::files::error::{Error, Result};
use crate::files::folder::{Database, IDENTITY, LOCK, STATUS, TEMP, WORK};
use crate::files::in_the_way::is_of_volume;
use crate::files::manifest::{Identity, Kept, LevelManifest};
use crate::files::open::{entries, open_sized};
use crate::labels::function::LabelFunction;
use crate::levels::comparison::SAID_BY;

/// What differs from what was sealed.
#[derive(Debug, Default)]
pub struct FileReport {
    /// Files that are missing or differ in any byte.
    pub damaged: Vec<Error>,
    /// Files and folders that the program neither writes nor reads.
    pub strays: Vec<PathBuf>,
    /// True if the level's records are present and no damage was found in their files.
    pub has_positions: bool,
}

impl Database {
    /// Compares every byte of the level's files with the checksums in its manifest, looks for files that do not belong
    /// there, and checks that what is around the records has the layout of this program. Cost: reads each file once.
    ///
    /// # Errors
    /// Fails when a folder cannot be listed, or a file has another format; damage goes into the report.
    pub fn check_files(&self, manifest: &LevelManifest) -> Result<FileReport> {
        let mut report = FileReport::default();
        let level = manifest.level;
        // A killed run may have left the work of a level that it had just sealed.
        let mut known = BTreeSet::from([self.manifest_path(level), self.work_folder(level)]);
        for (bit, function) in manifest.functions() {
            let path = self.plane_path(level, bit);
            report.take(LabelFunction::open(&path, function).map(drop))?;
            known.insert(path);
        }
        if !self.has_positions(level)? {
            report.damaged.extend(self.lacks_positions(level)?);
        } else {
            let folder = self.positions_folder(level);
            known.insert(folder.clone());
            let (width, positions) = (manifest.key_width as usize, &manifest.positions);
            let mut inside = BTreeSet::new();
            let before = report.damaged.len();
            report.take(positions.check_names(&folder, width))?;
            if report.damaged.len() == before {
                for (name, bytes, xxh3) in positions.all_files() {
                    let path = folder.join(name);
                    report.take(check_file(&path, bytes, xxh3, SAID_BY))?;
                    inside.insert(path);
                }
            }
            if report.damaged.len() == before {
                report.take(positions.check_layout(&folder, width))?;
            }
            report.has_positions = report.damaged.len() == before;
            report.strays.extend(entries_but(&folder, &inside)?);
        }
        let mut beside = entries_but(&self.level_folder(level), &known)?;
        // A run that drops them leaves an empty folder for an instant.
        let positions = self.positions_folder(level);
        beside.retain(|path| *path != positions || positions.is_symlink() || positions.is_file());
        report.strays.extend(beside);
        Ok(report)
    }

    /// Checks that the files that the manifest of a sealed level names exist and have their sizes. Cost: reads the
    /// manifest; three system calls per file.
    ///
    /// # Errors
    /// [`Error::Corrupt`] that names the first file that is missing or has another size.
    pub fn check_sizes(&self, level: u32) -> Result<()> {
        let manifest = self.manifest(level)?;
        let manifest = manifest.ok_or_else(|| Error::corrupt(&self.manifest_path(level), "it is missing"))?;
        for (bit, function) in manifest.functions() {
            open_sized(&self.plane_path(level, bit), function.bytes, SAID_BY)?;
        }
        if !self.has_positions(level)? {
            return self.lacks_positions(level)?.map_or(Ok(()), Err);
        }
        let folder = self.positions_folder(level);
        manifest.positions.check_names(&folder, manifest.key_width as usize)?;
        for (name, bytes, _) in manifest.positions.all_files() {
            open_sized(&folder.join(name), bytes, SAID_BY)?;
        }
        Ok(())
    }

    /// Returns the fault of a level without records that should have some.
    fn lacks_positions(&self, level: u32) -> Result<Option<Error>> {
        if !self.wants_positions(level)? {
            return Ok(None);
        }
        let what = match self.identity().keep == Kept::Labels {
            true => "it is missing, and the levels below can be solved only from it".into(),
            false => format!("it is missing, although {IDENTITY} states that positions are kept"),
        };
        Ok(Some(Error::corrupt(&self.positions_folder(level), what)))
    }

    /// Files and folders beside the levels that belong neither to the database nor to its user, who keeps `known`.
    ///
    /// # Errors
    /// Fails when the folder cannot be listed.
    pub fn strays(&self, known: &[&str]) -> Result<Vec<PathBuf>> {
        let own = [IDENTITY, LOCK, STATUS, TEMP]
            .iter()
            .chain(known)
            .map(|name| self.folder().join(name));
        // Unfinished files, which the next run overwrites.
        let known = own.flat_map(|path| [temporary_name(&path), path]).collect();
        let mut found = entries_but(self.folder(), &known)?;
        let is_of_volume = |path: &PathBuf| {
            path.file_name()
                .is_some_and(|name| is_of_volume(&name.to_string_lossy()))
        };
        found.retain(|path| self.level_of(path).is_none() && !is_of_volume(path));
        Ok(found)
    }

    /// Checks that the content of the folder agrees with `retrograph.json`: the game of the levels, and what is kept.
    /// With labels alone, only the two lowest levels may have records; the second lowest only after an interrupted run.
    ///
    /// # Errors
    /// [`Error::Corrupt`] when it does not and all levels agree: the identity belongs to another database.
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
                return foreign(format!(
                    "it states {game} on {n}, but the levels belong to {of} on {at}"
                ));
            }
            if labels != values {
                return foreign(format!(
                    "it states that values are {values}, but those of the levels are {labels}"
                ));
            }
        }
        let upper = || levels.iter().rev().skip(2);
        let have = upper().map(|&level| self.has_positions(level));
        let have: Vec<bool> = have.collect::<Result<_>>()?;
        let with_positions = have.iter().filter(|&&has| has).count();
        if *keep != Kept::Positions && with_positions > 0 {
            return foreign(format!(
                "it states that labels alone are kept, but {with_positions} upper levels have positions"
            ));
        }
        if *keep == Kept::Positions && with_positions == 0 && upper().next().is_some() {
            return foreign(format!(
                "it states that {} are kept, but no upper level has any",
                keep.name()
            ));
        }
        Ok(())
    }

    /// Returns the levels that were once sealed, highest first: their folder is not empty, but has no work of an
    /// unfinished level.
    ///
    /// # Errors
    /// Fails when a folder cannot be listed.
    pub fn once_sealed(&self) -> Result<Vec<u32>> {
        let mut levels = vec![];
        for path in entries_but(self.folder(), &BTreeSet::new())? {
            if let Some(level) = self.level_of(&path)
                // Anything but a folder has taken the place of one.
                && (!path.is_dir() || !entries_but(&path, &BTreeSet::new())?.is_empty())
                && !is_there(&path.join(WORK))?
            {
                levels.push(level);
            }
        }
        levels.sort_unstable_by(|a, b| b.cmp(a));
        Ok(levels)
    }

    /// Returns whether the records of a sealed level should exist: those of all levels where they are kept, otherwise
    /// those of the lowest one while further levels are to be solved from it.
    fn wants_positions(&self, level: u32) -> Result<bool> {
        Ok(match self.identity().keep {
            Kept::Positions => true,
            Kept::Labels => level > 0 && self.levels()?.last() == Some(&level),
            Kept::Export => false,
        })
    }
}

impl FileReport {
    /// Records damage; passes other failures on.
    fn take(&mut self, result: Result<()>) -> Result<()> {
        match result {
            Err(error @ Error::Corrupt { .. }) => self.damaged.push(error),
            other => return other,
        }
        Ok(())
    }
}

/// Lists files and folders in `folder` except `known`, sorted; none when there is no folder.
fn entries_but(folder: &Path, known: &BTreeSet<PathBuf>) -> Result<Vec<PathBuf>> {
    let mut found = vec![];
    let entries = match entries(folder) {
        Err(Error::Io { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => return Ok(found),
        other => other?,
    };
    for path in entries {
        if !known.contains(&path) {
            found.push(path);
        }
    }
    found.sort_unstable();
    Ok(found)
}
