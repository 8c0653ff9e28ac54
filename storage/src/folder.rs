//! The database folder: which levels exist, where their parts lie, and in what order they come and go.
//!
//! ```text
//! retrograph.json              identity
//! lock                         writer lock, text: who holds it
//! status.json                  what the holder of the lock is doing
//! tmp/                         runs, unfinished files, parts on their way out
//! level-036/work/              runs and other parts of an unfinished level, and its journal
//! level-036/manifest.json      written last: the level exists iff this file does
//! level-036/positions/         RocksDB database of the records
//! level-036/labels             label function
//! level-036/labels-1           label function of a further bit, where labels have more than one
//! ```

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, Weak};

use serde::de::DeserializeOwned;

use crate::atomic::{
    self, create_folders, is_folder, is_plain_tree, is_there, make_folder, refuse_link, remove_any, remove_file,
    remove_tree, sync_file_system, sync_folder,
};
use crate::error::{At, Error, Result};
use crate::journal;
use crate::level_files::LABELS;
use crate::lock::{Held, LockGuard, Writer};
use crate::manifest::{FORMAT, Identity, LevelManifest, OUTCOME};
use crate::sealed_json::{read_sealed_json, write_sealed_json, write_sealed_json_with};
use crate::status_file::StatusFile;
use crate::syncs::Syncs;

pub(crate) const IDENTITY: &str = "retrograph.json";
pub(crate) const LOCK: &str = "lock";
pub(crate) const TEMP: &str = "tmp";
/// In the temporary folder: levels that are published together.
const GROUP: &str = "group";
/// In the folder of a level that is not sealed.
pub(crate) const WORK: &str = "work";
const MANIFEST: &str = "manifest.json";
pub(crate) const STATUS: &str = "status.json";
/// Most bytes of `retrograph.json`.
pub const IDENTITY_BYTES_MOST: u64 = 64 << 10;
/// Most bytes of a `manifest.json`, which has about 300 for every 33.5 million positions.
pub const MANIFEST_BYTES_MOST: u64 = 64 << 20;

/// A database folder. Opening and reading need no lock; everything that changes it wants the one from
/// [`Database::lock`].
#[derive(Debug)]
pub struct Database {
    folder: PathBuf,
    identity: Identity,
    syncs: Syncs,
    /// The lock while this process has it: that of the database that a group is published to.
    held: Mutex<Weak<Held>>,
    lock_path: PathBuf,
}

impl Database {
    /// Creates the folder (and those above it) if need be, and its identity. Fails with [`Error::Occupied`] when the
    /// folder holds anything already.
    pub fn create(folder: &Path, identity: &Identity) -> Result<Database> {
        create_folders(folder)?;
        let identity_path = folder.join(IDENTITY);
        let unfinished = atomic::temporary_name(&identity_path);
        for entry in fs::read_dir(folder).at(folder, "list")? {
            if entry.at(folder, "list")?.path() != unfinished {
                return Err(Error::Occupied {
                    path: folder.to_path_buf(),
                    database: is_there(&identity_path)?,
                });
            }
        }
        write_sealed_json(&identity_path, identity)?;
        Ok(Database::at(folder, identity.clone()))
    }

    fn at(folder: &Path, identity: Identity) -> Database {
        Database {
            folder: folder.to_path_buf(),
            identity,
            syncs: Syncs::Now,
            held: Mutex::default(),
            lock_path: folder.join(LOCK),
        }
    }

    /// Opens a folder made by [`Database::create`].
    pub fn open(folder: &Path) -> Result<Database> {
        let identity = match read_sealed_json(&folder.join(IDENTITY), IDENTITY_BYTES_MOST) {
            Ok(Some(identity)) => identity,
            Ok(None) => return Err(not_a_database(folder)),
            Err(error) => return Err(error),
        };
        Ok(Database::at(folder, identity))
    }

    /// Makes an identity for a folder whose own is lost or damaged, from the manifests of its levels; nothing is written
    /// before [`Database::write_identity`]. Where it cannot be told, positions are taken to be kept.
    ///
    /// # Errors
    /// [`Error::NotADatabase`] when no manifest is readable, [`Error::Corrupt`] when two are of different games.
    pub fn recover(folder: &Path) -> Result<Database> {
        let unknown = Identity {
            format: FORMAT,
            game: String::new(),
            n: 0,
            values: OUTCOME.into(),
            keep: "positions".into(),
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
                        "it is of {} on {}, a level above of {} on {}",
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
                db.identity.keep = LABELS.into();
            }
        }
        (db.identity.game, db.identity.n) = (manifest.game, manifest.n);
        db.identity.values = manifest.values;
        db.identity.tool_version = manifest.tool_version;
        Ok(db)
    }

    /// Writes `retrograph.json` anew.
    pub fn write_identity(&self) -> Result<()> {
        write_sealed_json(&self.folder.join(IDENTITY), &self.identity)
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What the database was created for.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Takes the writer lock, and removes the status that a killed writer has left. Fails with [`Error::Locked`],
    /// naming the process, when another one holds it.
    pub fn lock(&self) -> Result<LockGuard> {
        let guard = LockGuard::acquire(&self.folder, &self.lock_path, &self.folder.join(IDENTITY))?;
        *self.held() = Arc::downgrade(guard.held());
        // Where it stays it does no harm: nobody reads it without its writer.
        let _ = self.status_file().remove();
        self.make_temp_folder()?;
        self.sync_names()?;
        Ok(guard)
    }

    /// A process that was killed between a rename and its sync has left a name that is seen and can still be lost with
    /// the power; nothing may be built on it, or removed because of it, before it is durable.
    fn sync_names(&self) -> Result<()> {
        for level in self.levels()? {
            sync_folder(&self.level_folder(level))?;
        }
        sync_folder(&self.folder)
    }

    /// Whether somebody holds the writer lock. Disturbs nobody: it looks for an instant, and a writer tries again.
    pub fn writer(&self) -> Result<Writer> {
        Writer::look(&self.lock_path)
    }

    /// Where the holder of the lock says what it is doing.
    pub fn status_file(&self) -> StatusFile {
        StatusFile::new(self.folder.join(STATUS))
    }

    fn held(&self) -> MutexGuard<'_, Weak<Held>> {
        self.held.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Asserts, before anything is sealed or removed, that no other process can have taken the lock meanwhile; nothing
    /// when this process has not taken it.
    ///
    /// # Errors
    /// [`Error::LockLost`].
    pub fn check_lock(&self) -> Result<()> {
        let held = self.held().upgrade();
        held.map_or(Ok(()), |held| held.check(&self.lock_path))
    }

    /// Whether what is written here is made durable at once, or when the group of levels is published.
    pub fn syncs(&self) -> Syncs {
        self.syncs
    }

    /// The same database, what is written here made durable at once or when [`Database::settle`] is called.
    pub fn with_syncs(self, syncs: Syncs) -> Database {
        Database { syncs, ..self }
    }

    /// Makes everything durable that was written here, and from now on each file at once. Cost: a sync of the file
    /// system, nothing when that was so before.
    pub fn settle(&mut self) -> Result<()> {
        if self.syncs == Syncs::Later {
            sync_file_system(&self.folder)?;
            self.syncs = Syncs::Now;
        }
        Ok(())
    }

    /// An empty place in the temporary folder for levels that are published together, [`Database::publish`]: small ones,
    /// whose syncs would take longer than making them. Only for the holder of the lock.
    pub fn group(&self) -> Result<Database> {
        self.check_lock()?;
        let folder = self.temp_folder().join(GROUP);
        remove_tree(&folder)?;
        make_folder(&folder)?;
        Ok(Database {
            syncs: Syncs::Later,
            held: Mutex::new(self.held().clone()),
            lock_path: self.lock_path.clone(),
            ..Database::at(&folder, self.identity.clone())
        })
    }

    /// Moves `levels`, sealed in a [`Database::group`], into their places, highest first: from then on they exist. Each
    /// is whole and durable before its name is there, each name before `published` is told and before the next. Cost: a
    /// sync of the file system and one for each level.
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
            // What an earlier run has left of the level.
            self.discard(&place)?;
            atomic::rename(&group.level_folder(level), &place)?;
            published(level)?;
        }
        Ok(remove_tree(&group.folder)?)
    }

    /// Folder of a level, whether it exists or not.
    pub fn level_folder(&self, level: u32) -> PathBuf {
        self.folder.join(format!("level-{level:03}"))
    }

    /// Folder of a level's records.
    pub fn positions_folder(&self, level: u32) -> PathBuf {
        self.level_folder(level).join("positions")
    }

    /// File of a level's label function for bit 0 of the labels.
    pub fn label_function_path(&self, level: u32) -> PathBuf {
        self.plane_path(level, 0)
    }

    /// File of a level's label function for a bit of the labels.
    pub fn plane_path(&self, level: u32, bit: u8) -> PathBuf {
        self.level_folder(level).join(match bit {
            0 => "labels".to_string(),
            bit => format!("labels-{bit}"),
        })
    }

    /// Folder for temporary files, on the same file system as the levels. It exists while the lock is held.
    pub fn temp_folder(&self) -> PathBuf {
        self.folder.join(TEMP)
    }

    /// A database of its own for the same game in the folder `name` of this one: what an earlier run has left there, or
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
        Database::create(&folder, &self.identity)
    }

    /// Removes the database in the folder `name` of this one; absent is fine.
    pub fn remove_nested(&self, name: &str) -> Result<()> {
        self.check_lock()?;
        let folder = self.folder.join(name);
        match folder.is_symlink() || folder.is_file() {
            true => remove_file(&folder),
            false => self.discard(&folder),
        }
    }

    /// Empties the temporary folder of what an interrupted run left. Only for the holder of the lock.
    pub fn clean_temp(&self) -> Result<()> {
        self.check_lock()?;
        remove_any(&self.temp_folder())?;
        self.make_temp_folder()
    }

    fn make_temp_folder(&self) -> Result<()> {
        let folder = self.temp_folder();
        if folder.is_symlink() || folder.exists() && !folder.is_dir() {
            remove_file(&folder)?;
        }
        make_folder(&folder)
    }

    /// Levels that exist (their manifest does), highest first.
    pub fn levels(&self) -> Result<Vec<u32>> {
        let mut levels = vec![];
        for entry in fs::read_dir(&self.folder).at(&self.folder, "list")? {
            let path = entry.at(&self.folder, "list")?.path();
            if let Some(level) = self.level_of(&path)
                && is_there(&self.manifest_path(level))?
            {
                levels.push(level);
            }
        }
        levels.sort_unstable_by(|a, b| b.cmp(a));
        Ok(levels)
    }

    /// The manifest of a level; `None` when the level does not exist.
    ///
    /// # Errors
    /// [`Error::Corrupt`] when it is not as it was written, or is of another level, game or size.
    pub fn manifest(&self, level: u32) -> Result<Option<LevelManifest>> {
        let path = self.manifest_path(level);
        let Some(manifest) = self.any_manifest(level)? else {
            return Ok(None);
        };
        let Identity { game, n, values, .. } = &self.identity;
        if manifest.values != *values {
            let what = format!("its values are {}, but {IDENTITY} says {values}", manifest.values);
            return Err(Error::corrupt(&path, what));
        }
        if (&manifest.game, manifest.n) != (game, *n) {
            let (of, at) = (&manifest.game, manifest.n);
            let what = format!("it describes {of} on {at}, but {IDENTITY} says {game} on {n}");
            return Err(Error::corrupt(&path, what));
        }
        if manifest.level != level {
            return Err(Error::corrupt(&path, format!("it describes level {}", manifest.level)));
        }
        if !manifest.is_plausible() {
            return Err(Error::corrupt(&path, "it has numbers larger than those of any level"));
        }
        Ok(Some(manifest))
    }

    /// The manifest in the folder of a level, whatever it is of.
    pub(crate) fn any_manifest(&self, level: u32) -> Result<Option<LevelManifest>> {
        read_sealed_json(&self.manifest_path(level), MANIFEST_BYTES_MOST)
    }

    /// Folder of what a level is made from; it goes when the level is sealed.
    pub fn work_folder(&self, level: u32) -> PathBuf {
        self.level_folder(level).join(WORK)
    }

    /// Whether an earlier run has left work on the level.
    ///
    /// # Errors
    /// When that cannot be looked at.
    pub fn has_work(&self, level: u32) -> Result<bool> {
        is_there(&self.work_folder(level))
    }

    /// How far an interrupted run came with a level, as [`Database::write_journal`] wrote it; `None` when there is no
    /// journal, or none that can be read. There is none either where a link or a device is among the level's files: what
    /// a run goes on with it also changes.
    ///
    /// # Errors
    /// When the system does not let it be read now.
    pub fn journal<T: DeserializeOwned>(&self, level: u32) -> Result<Option<T>> {
        let folder = self.level_folder(level);
        match !folder.is_symlink() && is_plain_tree(&folder)? {
            true => journal::read(&self.work_folder(level)),
            false => Ok(None),
        }
    }

    /// Writes down how far a level is. What it counts on must be durable; the names in the work folder become so first.
    pub fn write_journal(&self, level: u32, state: &impl serde::Serialize) -> Result<()> {
        self.check_lock()?;
        let folder = self.work_folder(level);
        sync_folder(&folder)?;
        journal::write(&folder, state)
    }

    /// Makes an empty folder for a level, removing the remains of an interrupted attempt.
    ///
    /// # Panics
    /// When the level is sealed.
    pub fn begin_level(&self, level: u32) -> Result<()> {
        assert!(!is_there(&self.manifest_path(level))?, "level {level} is sealed");
        self.check_lock()?;
        let folder = self.level_folder(level);
        self.discard(&folder)?;
        let work = self.work_folder(level);
        make_folder(&work)?;
        self.syncs.folder(&folder)?;
        self.syncs.folder(&self.folder)
    }

    /// Makes the names of the level's files, which are durable, so too, then writes its manifest: from that instant the
    /// level exists. Last, its work folder goes. In a group nothing is durable before [`Database::publish`].
    pub fn seal_level(&self, manifest: &LevelManifest) -> Result<()> {
        self.check_lock()?;
        let folder = self.level_folder(manifest.level);
        self.syncs.folder(&self.positions_folder(manifest.level))?;
        self.syncs.folder(&folder)?;
        self.syncs.folder(&self.folder)?;
        write_sealed_json_with(&self.manifest_path(manifest.level), manifest, self.syncs)?;
        self.remove_work(manifest.level)
    }

    /// Removes the records of a level that is not sealed; absent is fine.
    ///
    /// # Panics
    /// When the level is sealed.
    pub fn remove_unsealed_positions(&self, level: u32) -> Result<()> {
        assert!(!is_there(&self.manifest_path(level))?, "level {level} is sealed");
        remove_tree(&self.positions_folder(level))
    }

    /// Removes the work folder of a sealed level; absent is fine.
    ///
    /// # Panics
    /// When the level is not sealed.
    pub fn remove_work(&self, level: u32) -> Result<()> {
        assert!(is_there(&self.manifest_path(level))?, "level {level} is not sealed");
        let folder = self.work_folder(level);
        if !is_there(&folder)? {
            return Ok(());
        }
        refuse_link(&self.level_folder(level))?;
        remove_tree(&folder)
    }

    /// Whether the level's records are there (and not only its label function).
    ///
    /// # Errors
    /// When the system does not let us look.
    pub fn has_positions(&self, level: u32) -> Result<bool> {
        is_folder(&self.positions_folder(level))
    }

    /// Removes the records of a level and keeps the rest. They vanish at once, by a rename; a kill afterwards leaves
    /// only a folder in `tmp`.
    pub fn drop_positions(&self, level: u32) -> Result<()> {
        self.check_lock()?;
        refuse_link(&self.level_folder(level))?;
        self.discard(&self.positions_folder(level))
    }

    /// Removes a folder so that no part of it is seen without the rest; absent is fine.
    fn discard(&self, folder: &Path) -> Result<()> {
        if !is_there(folder)? && !folder.is_symlink() {
            return Ok(());
        }
        self.make_temp_folder()?;
        let going = self.temp_folder().join("discarded");
        remove_any(&going)?;
        fs::rename(folder, &going).at(folder, "rename")?;
        self.syncs.folder(atomic::parent(folder))?;
        remove_any(&going)
    }

    /// Puts the sealed level in the folder `from`, on the same file system, in the place of `level`.
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
        if folder.is_dir() {
            remove_any(&self.manifest_path(level))?;
            sync_folder(&folder)?;
        }
        remove_any(&folder)?;
        sync_folder(&self.folder)
    }

    /// The level whose folder `path` is, sealed or not.
    pub(crate) fn level_of(&self, path: &Path) -> Option<u32> {
        let level = path.file_name()?.to_str()?.strip_prefix("level-")?.parse().ok()?;
        // Only the name that `level_folder` gives: "level-7" is not ours.
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
