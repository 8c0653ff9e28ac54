//! The database folder: which levels exist, where their parts are, and in which order they appear and disappear.
//!
//! ```text
//! retrograph.json              identity
//! lock                         writer lock, text: who holds it
//! status.json                  what the holder of the lock is doing
//! tmp/                         runs, unfinished files, parts on their way out
//! level-036/work/              parts of an unfinished level, and its plans
//! level-036/manifest.json      written last: the level exists iff this file does
//! level-036/positions/         RocksDB database of the records
//! level-036/labels             label function
//! level-036/labels-1           label function of a further bit, where labels have more than one
//! ```

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, Weak};

use serde::de::DeserializeOwned;

use crate::files::archive::Archive;
use crate::files::atomic::{
    self, create_folders, has_content, is_file, is_folder, is_plain_tree, is_there, make_folder, refuse_link,
    remove_any, remove_file, remove_tree, sync_file_system,
};
use crate::files::error::{At, Error, Result};
use crate::files::in_the_way::refuse_occupied;
use crate::files::journal;
use crate::files::lock::{Held, LockGuard, Writer, own_path};
use crate::files::maker::{self, Maker, MakingFolder};
use crate::files::manifest::{FORMAT, Identity, Kept, LevelManifest, OUTCOME};
use crate::files::open::{entries, has_file};
use crate::files::sealed_json::{read_sealed_json, write_sealed_json, write_sealed_json_with};
use crate::files::status_file::StatusFile;
use crate::files::syncs::{Syncs, sync_folder};

pub(crate) const IDENTITY: &str = "retrograph.json";
pub(crate) const LOCK: &str = "lock";
pub(crate) const TEMP: &str = "tmp";
/// Levels that are published together; inside the temporary folder.
const GROUP: &str = "group";
/// Inside the folder of a level that is not sealed.
pub(crate) const WORK: &str = "work";
/// In the work folders of versions that went through a level by stages.
const JOURNAL: &str = "journal.json";
const MANIFEST: &str = "manifest.json";
pub(crate) const STATUS: &str = "status.json";
/// Maximum size of `retrograph.json` in bytes.
pub const IDENTITY_BYTES_MOST: u64 = 64 << 10;
/// Maximum size of a `manifest.json` in bytes; it has about 300 for every 33.5 million positions.
pub const MANIFEST_BYTES_MOST: u64 = 64 << 20;

/// A database folder. Opening and reading need no lock; every change needs the lock from [`Database::lock`].
#[derive(Debug)]
pub struct Database {
    folder: PathBuf,
    identity: Identity,
    syncs: Syncs,
    /// Whether the identity is that of the levels, because its file is lost or damaged.
    is_recovered: bool,
    /// The lock while this process holds it; for a group, the lock of the database that it is published to.
    held: Mutex<Weak<Held>>,
    /// The lock under which the folder was created, until [`Database::lock`] hands it out.
    created: Mutex<Option<LockGuard>>,
}

impl Database {
    /// Creates the folder (and those above it) if needed, and its identity, under the writer lock. The next
    /// [`Database::lock`] of this database hands that lock out; until then it is held as long as the database lives.
    /// Of several processes that create one folder at the same time one succeeds.
    ///
    /// # Errors
    /// [`Error::Occupied`] when the folder is not empty, [`Error::Locked`] when another process is about to fill it.
    pub fn create(folder: &Path, identity: &Identity) -> Result<Database> {
        create_folders(folder)?;
        refuse_occupied(folder)?;
        let db = Database::at(folder, identity.clone());
        let guard = db.acquire(&|| refuse_occupied(folder))?;
        db.write_identity()?;
        // Where locks do not keep others out, the last one to write has the folder.
        db.expect_identity()?;
        guard.add_identity(&folder.join(IDENTITY));
        *db.created() = Some(guard);
        Ok(db)
    }

    /// Creates the identity in a folder that no other process knows, or whose lock is that of the database around it.
    pub fn begin(folder: &Path, identity: &Identity) -> Result<Database> {
        create_folders(folder)?;
        refuse_occupied(folder)?;
        let db = Database::at(folder, identity.clone());
        db.write_identity()?;
        Ok(db)
    }

    fn at(folder: &Path, identity: Identity) -> Database {
        Database {
            folder: folder.to_path_buf(),
            identity,
            syncs: Syncs::Now,
            is_recovered: false,
            held: Mutex::default(),
            created: Mutex::default(),
        }
    }

    /// Opens a folder created by [`Database::create`], or an archive of one, which is an export.
    pub fn open(folder: &Path) -> Result<Database> {
        let archive = if is_file(folder)? { Archive::open(folder)? } else { None };
        if let Some(archive) = &archive {
            archive.check()?;
        }
        let identity: Identity = match read_sealed_json(&folder.join(IDENTITY), IDENTITY_BYTES_MOST) {
            Ok(Some(identity)) => identity,
            Ok(None) => return Err(not_a_database(folder)),
            Err(error) => return Err(error),
        };
        if archive.is_some() && identity.keep != Kept::Export {
            let path = folder.join(IDENTITY);
            return Err(Error::corrupt(&path, "it is in an archive and not that of an export"));
        }
        Ok(Database::at(folder, identity))
    }

    /// Reconstructs the identity of a folder whose own is lost or damaged, from the manifests of its levels; nothing is
    /// written before [`Database::write_identity`]. If the manifests leave it open, positions are assumed to be kept.
    ///
    /// # Errors
    /// [`Error::NotADatabase`] when no manifest is readable, [`Error::Corrupt`] when two belong to different games.
    pub fn recover(folder: &Path) -> Result<Database> {
        let unknown = Identity {
            format: FORMAT,
            game: String::new(),
            n: 0,
            values: OUTCOME.into(),
            keep: Kept::Positions,
            tool_version: String::new(),
        };
        let mut db = Database::at(folder, unknown);
        let levels = db.levels()?;
        let mut found: Option<LevelManifest> = None;
        for &level in &levels {
            let path = db.manifest_path(level);
            let manifest = match db.any_manifest(level) {
                Err(Error::Corrupt { .. }) => continue,
                other => other?,
            };
            let Some(manifest) = manifest else { continue };
            match &found {
                Some(first)
                    if (&first.game, first.n, &first.values) != (&manifest.game, manifest.n, &manifest.values) =>
                {
                    let what = format!(
                        "it belongs to {} on {}, but a level above to {} on {}",
                        manifest.game, manifest.n, first.game, first.n
                    );
                    return Err(Error::corrupt(&path, what));
                }
                Some(_) => {}
                None => found = Some(manifest),
            }
        }
        let manifest = found.ok_or_else(|| not_a_database(folder))?;
        for level in levels {
            if !db.has_positions(level)? {
                db.identity.keep = Kept::Labels;
            }
        }
        (db.identity.game, db.identity.n) = (manifest.game, manifest.n);
        db.identity.values = manifest.values;
        db.identity.tool_version = manifest.tool_version;
        db.is_recovered = true;
        Ok(db)
    }

    /// Returns whether the identity comes from [`Database::recover`].
    pub fn is_recovered(&self) -> bool {
        self.is_recovered
    }

    /// Writes `retrograph.json` again. Only for the holder of the lock.
    pub fn write_identity(&self) -> Result<()> {
        self.check_lock()?;
        write_sealed_json(&self.folder.join(IDENTITY), &self.identity)
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the identity: what the database was created for.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Takes the writer lock, and removes the status that a killed writer left behind.
    ///
    /// # Errors
    /// [`Error::Locked`], which names the process, when another process holds the lock; [`Error::LockLost`] when the
    /// folder is not the one that was opened.
    pub fn lock(&self) -> Result<LockGuard> {
        let created = self.created().take();
        let guard = created.map_or_else(|| self.acquire(&|| self.expect_identity()), Ok)?;
        // If it remains, it does no harm: it is never read without its writer.
        let _ = self.status_file().remove();
        self.make_temp_folder()?;
        self.sync_names()?;
        Ok(guard)
    }

    fn acquire(&self, look: &dyn Fn() -> Result<()>) -> Result<LockGuard> {
        let (path, identity) = (self.folder.join(LOCK), self.folder.join(IDENTITY));
        let guard = LockGuard::acquire(&self.folder, &path, &identity, look)?;
        *self.held() = Arc::downgrade(guard.held());
        Ok(guard)
    }

    /// Fails when the folder has become another database.
    fn expect_identity(&self) -> Result<()> {
        let path = self.folder.join(IDENTITY);
        match read_sealed_json::<Identity>(&path, IDENTITY_BYTES_MOST) {
            _ if self.is_recovered => Ok(()),
            Ok(Some(found)) if found == self.identity => Ok(()),
            Err(error @ Error::Io { .. }) => Err(error),
            _ => Err(self.lost()),
        }
    }

    fn lost(&self) -> Error {
        Error::LockLost {
            path: self.folder.clone(),
        }
    }

    /// A process that was killed between a rename and its sync has left a name that is visible but may be lost in a
    /// power failure; it must be durable before anything is built on it or removed because of it.
    fn sync_names(&self) -> Result<()> {
        for level in self.levels()? {
            sync_folder(&self.level_folder(level))?;
        }
        sync_folder(&self.folder)
    }

    /// Returns whether a process holds the writer lock. Disturbs no writer: the test takes an instant, and a writer
    /// tries again.
    pub fn writer(&self) -> Result<Writer> {
        Writer::look(&self.folder.join(LOCK))
    }

    /// Returns the file in which the holder of the lock reports its activity.
    pub fn status_file(&self) -> StatusFile {
        StatusFile::new(self.folder.join(STATUS))
    }

    fn held(&self) -> MutexGuard<'_, Weak<Held>> {
        self.held.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn created(&self) -> MutexGuard<'_, Option<LockGuard>> {
        self.created.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Asserts, before anything is sealed or removed, that no other process can have taken the lock meanwhile. Does
    /// nothing when this process has not taken it.
    ///
    /// # Errors
    /// [`Error::LockLost`].
    pub fn check_lock(&self) -> Result<()> {
        let held = self.held().upgrade();
        held.map_or(Ok(()), |held| held.check())
    }

    /// The result of what the holder of the lock has done. Whatever went well or wrong in another folder of the name
    /// says nothing about this one.
    ///
    /// # Errors
    /// Its own, or [`Error::LockLost`].
    pub fn unless_lost<T, E: From<Error>>(&self, result: std::result::Result<T, E>) -> std::result::Result<T, E> {
        match (self.check_lock(), result) {
            (Err(lost), _) => Err(lost.into()),
            (Ok(()), result) => result,
        }
    }

    /// Returns whether files written here become durable at once, or when the group of levels is published.
    pub fn syncs(&self) -> Syncs {
        self.syncs
    }

    /// Returns the same database, with files made durable at once or when [`Database::settle`] is called.
    pub fn with_syncs(self, syncs: Syncs) -> Database {
        Database { syncs, ..self }
    }

    /// Makes everything written here durable, and from now on each file at once. Cost: a sync of the file system;
    /// nothing if files were durable already.
    pub fn settle(&mut self) -> Result<()> {
        if self.syncs == Syncs::Later {
            sync_file_system(&self.folder)?;
            self.syncs = Syncs::Now;
        }
        Ok(())
    }

    /// Creates an empty place in the temporary folder for levels that are published together with
    /// [`Database::publish`]: small ones, whose syncs would take longer than solving them. Only for the holder of the
    /// lock.
    pub fn group(&self) -> Result<Database> {
        self.check_lock()?;
        let folder = self.temp_folder().join(GROUP);
        remove_tree(&folder)?;
        make_folder(&folder)?;
        Ok(Database {
            syncs: Syncs::Later,
            held: Mutex::new(self.held().clone()),
            ..Database::at(&folder, self.identity.clone())
        })
    }

    /// Moves `levels`, sealed in a [`Database::group`], to their places, highest first: from then on they exist. Each
    /// is complete and durable before its name appears; each name is durable before `published` is called and before
    /// the next level follows. Cost: a sync of the file system and one for each level.
    pub fn publish<E: From<Error>>(
        &self,
        group: &Database,
        levels: &[u32],
        mut published: impl FnMut(u32) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        self.check_lock()?;
        if !levels.is_empty() {
            sync_file_system(&group.folder)?;
        }
        for &level in levels {
            self.check_lock()?;
            let place = self.level_folder(level);
            // Removes what an earlier run left of the level.
            self.discard(&place)?;
            atomic::rename(&group.level_folder(level), &place)?;
            published(level)?;
        }
        Ok(remove_tree(&group.folder)?)
    }

    /// Returns the folder of a level, whether it exists or not.
    pub fn level_folder(&self, level: u32) -> PathBuf {
        self.folder.join(format!("level-{level:03}"))
    }

    /// Returns the folder of a level's records.
    pub fn positions_folder(&self, level: u32) -> PathBuf {
        self.level_folder(level).join("positions")
    }

    /// Returns the file of a level's label function for bit 0 of the labels.
    pub fn label_function_path(&self, level: u32) -> PathBuf {
        self.plane_path(level, 0)
    }

    /// Returns the file of a level's label function for a bit of the labels.
    pub fn plane_path(&self, level: u32, bit: u8) -> PathBuf {
        self.level_folder(level).join(match bit {
            0 => "labels".to_string(),
            bit => format!("labels-{bit}"),
        })
    }

    /// Returns the folder for temporary files, on the same file system as the levels. It exists while the lock is held.
    pub fn temp_folder(&self) -> PathBuf {
        self.folder.join(TEMP)
    }

    /// Opens a separate database for the same game in the folder `name` of this one: what an earlier run left there, or
    /// an empty one. Only for the holder of the lock.
    pub fn nested(&self, name: &str) -> Result<Database> {
        self.check_lock()?;
        let folder = self.folder.join(name);
        if !folder.is_symlink() && is_plain_tree(&folder)? {
            match Database::open(&folder) {
                Ok(db) if db.identity == self.identity => return Ok(db),
                Err(error @ Error::Io { .. }) if !error.is_damage() => return Err(error),
                _ => {}
            }
        }
        self.remove_nested(name)?;
        Database::begin(&folder, &self.identity)
    }

    /// Removes the database in the folder `name` of this one; it may be absent.
    pub fn remove_nested(&self, name: &str) -> Result<()> {
        self.check_lock()?;
        let folder = self.folder.join(name);
        match folder.is_symlink() || folder.is_file() {
            true => remove_file(&folder),
            false => self.discard(&folder),
        }
    }

    /// Removes what an interrupted run left in the temporary folder. Only for the holder of the lock.
    pub fn clean_temp(&self) -> Result<()> {
        self.check_lock()?;
        remove_any(&self.temp_folder())?;
        self.make_temp_folder()
    }

    fn make_temp_folder(&self) -> Result<()> {
        let folder = self.temp_folder();
        if folder.is_symlink() || is_there(&folder)? && !is_folder(&folder)? {
            remove_file(&folder)?;
        }
        make_folder(&folder)
    }

    /// Returns the levels that exist (their manifest does), highest first.
    pub fn levels(&self) -> Result<Vec<u32>> {
        let mut levels = vec![];
        for path in entries(&self.folder)? {
            if let Some(level) = self.level_of(&path)
                && has_file(&self.manifest_path(level))?
            {
                levels.push(level);
            }
        }
        levels.sort_unstable_by(|a, b| b.cmp(a));
        Ok(levels)
    }

    /// Returns the manifest of a level; `None` when the level does not exist.
    ///
    /// # Errors
    /// [`Error::Corrupt`] when it is not as it was written, or belongs to another level, game or size.
    pub fn manifest(&self, level: u32) -> Result<Option<LevelManifest>> {
        let path = self.manifest_path(level);
        let Some(manifest) = self.any_manifest(level)? else {
            return Ok(None);
        };
        let Identity { game, n, values, .. } = &self.identity;
        if manifest.values != *values {
            let what = format!("its values are {}, but {IDENTITY} states {values}", manifest.values);
            return Err(Error::corrupt(&path, what));
        }
        if (&manifest.game, manifest.n) != (game, *n) {
            let (of, at) = (&manifest.game, manifest.n);
            let what = format!("it describes {of} on {at}, but {IDENTITY} states {game} on {n}");
            return Err(Error::corrupt(&path, what));
        }
        if manifest.level != level {
            return Err(Error::corrupt(&path, format!("it describes level {}", manifest.level)));
        }
        if !manifest.is_plausible() {
            return Err(Error::corrupt(&path, "it has numbers that are too large for any level"));
        }
        Ok(Some(manifest))
    }

    /// Returns the manifest in the folder of a level without comparing it with the identity.
    pub(crate) fn any_manifest(&self, level: u32) -> Result<Option<LevelManifest>> {
        read_sealed_json(&self.manifest_path(level), MANIFEST_BYTES_MOST)
    }

    /// Returns the folder of the intermediate files of a level; it is removed when the level is sealed.
    pub fn work_folder(&self, level: u32) -> PathBuf {
        self.level_folder(level).join(WORK)
    }

    /// Returns whether an earlier run left work on the level.
    ///
    /// # Errors
    /// Fails when the folder cannot be examined.
    pub fn has_work(&self, level: u32) -> Result<bool> {
        is_there(&self.work_folder(level))
    }

    /// Returns whether a version that wrote a journal of its stages has begun the level: its files are others.
    ///
    /// # Errors
    /// Fails when the system does not permit looking now.
    pub fn is_of_older_version(&self, level: u32) -> Result<bool> {
        is_there(&self.work_folder(level).join(JOURNAL))
    }

    /// Returns whether the level has no link and no device among its files. Cost: a look at each of them.
    ///
    /// # Errors
    /// Fails when the system does not permit looking now.
    pub fn has_plain_files(&self, level: u32) -> Result<bool> {
        let folder = self.level_folder(level);
        Ok(!folder.is_symlink() && is_plain_tree(&folder)?)
    }

    /// Returns what [`Database::write_part`] wrote under this name; `None` when it is missing or not valid. Whoever
    /// changes the files of parts asks [`Database::has_plain_files`] first, once for all parts.
    ///
    /// # Errors
    /// Fails when the system does not permit reading it now.
    pub fn part<T: DeserializeOwned>(&self, level: u32, name: &str) -> Result<Option<T>> {
        journal::read(&self.work_folder(level), name)
    }

    /// Records under a name that a part of an unfinished level is there; files that it relies on must be durable. `own`
    /// is a folder of [`Database::making_folder`]. Needs no lock: whoever makes the same part writes the same.
    pub fn write_part(&self, level: u32, name: &str, own: &Path, state: &impl serde::Serialize) -> Result<()> {
        let folder = self.work_folder(level);
        journal::write(own, name, state)?;
        sync_folder(&folder)?;
        let name = format!("{name}.json");
        atomic::rename(&own.join(&name), &folder.join(name))
    }

    /// Creates a folder of its own for the files of `part`, such as `part-000003`, in the work folder of an unfinished
    /// level; it is removed when it is dropped, and with the level's work at the latest. Needs no lock.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn making_folder(&self, level: u32, part: &str) -> Result<MakingFolder> {
        maker::making_folder(&self.work_folder(level), part)
    }

    /// The parts of an unfinished level that are being made, or were when their processes were killed.
    ///
    /// # Errors
    /// When the system does not let the folder be read.
    pub fn makers(&self, level: u32) -> Result<Vec<Maker>> {
        maker::makers(&self.work_folder(level))
    }

    /// Creates an empty folder for a level and removes the remains of an interrupted attempt.
    ///
    /// # Errors
    /// [`Error::LockLost`], also when somebody has put a sealed level there; when the system refuses.
    pub fn begin_level(&self, level: u32) -> Result<()> {
        self.expect_sealed(level, false)?;
        let folder = self.level_folder(level);
        self.discard(&folder)?;
        let work = self.work_folder(level);
        make_folder(&work)?;
        self.syncs.folder(&folder)?;
        self.syncs.folder(&self.folder)
    }

    /// Makes the names of the level's files durable (the files are already), then writes its manifest: from that
    /// instant the level exists. Finally its work folder is removed. In a group nothing is durable before
    /// [`Database::publish`].
    pub fn seal_level(&self, manifest: &LevelManifest) -> Result<()> {
        self.check_lock()?;
        let folder = self.level_folder(manifest.level);
        self.syncs.folder(&self.positions_folder(manifest.level))?;
        self.syncs.folder(&folder)?;
        self.syncs.folder(&self.folder)?;
        write_sealed_json_with(&self.manifest_path(manifest.level), manifest, self.syncs)?;
        self.remove_work(manifest.level)
    }

    /// Fails when the folder is not the one that was locked, or somebody else has sealed a level or removed its
    /// manifest.
    fn expect_sealed(&self, level: u32, sealed: bool) -> Result<()> {
        self.check_lock()?;
        match is_there(&self.manifest_path(level))? == sealed {
            true => Ok(()),
            false => Err(self.lost()),
        }
    }

    /// Removes the records of a level that is not sealed; they may be absent.
    ///
    /// # Errors
    /// As [`Database::begin_level`].
    pub fn remove_unsealed_positions(&self, level: u32) -> Result<()> {
        self.expect_sealed(level, false)?;
        remove_tree(&self.positions_folder(level))
    }

    /// Removes the work folder of a sealed level; it may be absent.
    ///
    /// # Errors
    /// As [`Database::begin_level`], of a level that is not sealed.
    pub fn remove_work(&self, level: u32) -> Result<()> {
        self.expect_sealed(level, true)?;
        let folder = self.work_folder(level);
        if !is_there(&folder)? {
            return Ok(());
        }
        refuse_link(&self.level_folder(level))?;
        remove_tree(&folder)
    }

    /// Returns whether the level has its records (and not only its label function). A folder without content is what a
    /// reader leaves that was stopped while it opened records as they were dropped, see `Level::open`.
    ///
    /// # Errors
    /// Fails when the folder cannot be examined.
    pub fn has_positions(&self, level: u32) -> Result<bool> {
        has_content(&self.positions_folder(level))
    }

    /// Removes the records of a level and keeps the rest. They vanish at once, by a rename; a later kill leaves only a
    /// folder in `tmp`.
    pub fn drop_positions(&self, level: u32) -> Result<()> {
        self.check_lock()?;
        refuse_link(&self.level_folder(level))?;
        self.discard(&self.positions_folder(level))
    }

    /// Removes a folder so that no part of it is ever visible without the rest; it may be absent.
    fn discard(&self, folder: &Path) -> Result<()> {
        if !is_there(folder)? && !folder.is_symlink() {
            return Ok(());
        }
        self.make_temp_folder()?;
        let going = self.temp_folder().join("discarded");
        remove_any(&going)?;
        match fs::rename(own_path(folder)?, own_path(&going)?) {
            // Empty, and removed by the reader that had made it, see `Level::open`.
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            other => other.at(folder, "rename")?,
        }
        self.syncs.folder(atomic::parent(folder))?;
        remove_any(&going)
    }

    /// Replaces `level` by the sealed level in the folder `from`, on the same file system.
    pub fn replace_level(&self, level: u32, from: &Path) -> Result<()> {
        self.check_lock()?;
        self.remove_level(level)?;
        atomic::rename(from, &self.level_folder(level))
    }

    /// Removes a level, its manifest first.
    pub fn remove_level(&self, level: u32) -> Result<()> {
        let folder = self.level_folder(level);
        if !is_there(&folder)? {
            return Ok(());
        }
        self.check_lock()?;
        refuse_link(&folder)?;
        if is_folder(&folder)? {
            remove_any(&self.manifest_path(level))?;
            sync_folder(&folder)?;
        }
        remove_any(&folder)?;
        sync_folder(&self.folder)
    }

    /// Returns the level whose folder `path` is, sealed or not.
    pub(crate) fn level_of(&self, path: &Path) -> Option<u32> {
        let level = path.file_name()?.to_str()?.strip_prefix("level-")?.parse().ok()?;
        // Only the name from `level_folder` counts: "level-7" does not.
        (self.level_folder(level) == path).then_some(level)
    }

    pub(crate) fn manifest_path(&self, level: u32) -> PathBuf {
        self.level_folder(level).join(MANIFEST)
    }
}

fn not_a_database(folder: &Path) -> Error {
    Error::NotADatabase {
        path: folder.to_path_buf(),
    }
}
