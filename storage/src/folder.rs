//! The database folder: which levels exist, where their parts lie, and in what order they come and go.
//!
//! ```text
//! retrograph.json              identity
//! lock                         writer lock, text: who holds it
//! tmp/                         runs, unfinished files, parts on their way out
//! level-036/work/              runs and other parts of an unfinished level, and its journal
//! level-036/manifest.json      written last: the level exists iff this file does
//! level-036/positions/         RocksDB database of the records
//! level-036/labels             label function
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use crate::atomic::{self, create_folders, remove_file, remove_tree, sync_folder, sync_tree, write_atomically};
use crate::error::{At, Error, Result};
use crate::journal;
use crate::lock::{LockGuard, Writer};
use crate::manifest::{FORMAT, Identity, LevelManifest};

const IDENTITY: &str = "retrograph.json";
const MANIFEST: &str = "manifest.json";

/// A database folder. Opening and reading need no lock; everything that changes it wants the one from
/// [`Database::lock`].
#[derive(Debug)]
pub struct Database {
    folder: PathBuf,
    identity: Identity,
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
                    database: identity_path.exists(),
                });
            }
        }
        write_atomically(&identity_path, &json(identity))?;
        Ok(Database {
            folder: folder.to_path_buf(),
            identity: identity.clone(),
        })
    }

    /// Opens a folder made by [`Database::create`], by this or an older version of the program.
    pub fn open(folder: &Path) -> Result<Database> {
        let path = folder.join(IDENTITY);
        let not_ours = || Error::NotADatabase {
            path: folder.to_path_buf(),
        };
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => match error.kind() {
                std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => return Err(not_ours()),
                _ => return Err(Error::io(&path, "read", error)),
            },
        };
        let identity = parse(&path, &bytes)?.ok_or_else(not_ours)?;
        Ok(Database {
            folder: folder.to_path_buf(),
            identity,
        })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What the database was created for.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Takes the writer lock. Fails with [`Error::Locked`], naming the process, when another one holds it.
    pub fn lock(&self) -> Result<LockGuard> {
        let guard = LockGuard::acquire(&self.lock_path(), &self.folder)?;
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
        Writer::look(&self.lock_path())
    }

    fn lock_path(&self) -> PathBuf {
        self.folder.join("lock")
    }

    /// Folder of a level, whether it exists or not.
    pub fn level_folder(&self, level: u32) -> PathBuf {
        self.folder.join(format!("level-{level:03}"))
    }

    /// Folder of a level's records.
    pub fn positions_folder(&self, level: u32) -> PathBuf {
        self.level_folder(level).join("positions")
    }

    /// File of a level's label function.
    pub fn label_function_path(&self, level: u32) -> PathBuf {
        self.level_folder(level).join("labels")
    }

    /// Folder for temporary files, on the same file system as the levels. It exists while the lock is held.
    pub fn temp_folder(&self) -> PathBuf {
        self.folder.join("tmp")
    }

    /// Empties the temporary folder of what an interrupted run left. Only for the holder of the lock.
    pub fn clean_temp(&self) -> Result<()> {
        remove_tree(&self.temp_folder())?;
        self.make_temp_folder()
    }

    fn make_temp_folder(&self) -> Result<()> {
        let folder = self.temp_folder();
        fs::create_dir_all(&folder).at(&folder, "create")
    }

    /// Levels that exist (their manifest does), highest first.
    pub fn levels(&self) -> Result<Vec<u32>> {
        let mut levels = vec![];
        for entry in fs::read_dir(&self.folder).at(&self.folder, "list")? {
            let name = entry.at(&self.folder, "list")?.file_name();
            let level = name
                .to_str()
                .and_then(|name| name.strip_prefix("level-"))
                .and_then(|digits| digits.parse().ok());
            // Only the name that `level_folder` gives: "level-7" is not ours.
            if let Some(level) = level
                && self.level_folder(level).file_name() == Some(name.as_os_str())
                && self.manifest_path(level).exists()
            {
                levels.push(level);
            }
        }
        levels.sort_unstable_by(|a, b| b.cmp(a));
        Ok(levels)
    }

    /// The manifest of a level; `None` when the level does not exist.
    pub fn manifest(&self, level: u32) -> Result<Option<LevelManifest>> {
        let path = self.manifest_path(level);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::io(&path, "read", error)),
        };
        let damaged = || Error::corrupt(&path, "it is not the JSON of a level manifest");
        let manifest: LevelManifest = parse(&path, &bytes)?.ok_or_else(damaged)?;
        if manifest.level != level {
            return Err(Error::corrupt(&path, format!("it describes level {}", manifest.level)));
        }
        Ok(Some(manifest))
    }

    /// Folder of what a level is made from; it goes when the level is sealed.
    pub fn work_folder(&self, level: u32) -> PathBuf {
        self.level_folder(level).join("work")
    }

    /// How far an interrupted run came with a level, as [`Database::write_journal`] wrote it; `None` when there is no
    /// journal, or none that can be read.
    pub fn journal<T: DeserializeOwned>(&self, level: u32) -> Option<T> {
        journal::read(&self.work_folder(level))
    }

    /// Writes down how far a level is. What it counts on must be durable; the names in the work folder become so first.
    pub fn write_journal(&self, level: u32, state: &impl serde::Serialize) -> Result<()> {
        let folder = self.work_folder(level);
        sync_folder(&folder)?;
        journal::write(&folder, state)
    }

    /// Makes an empty folder for a level, removing the remains of an interrupted attempt.
    ///
    /// # Panics
    /// When the level is sealed.
    pub fn begin_level(&self, level: u32) -> Result<()> {
        assert!(!self.manifest_path(level).exists(), "level {level} is sealed");
        let folder = self.level_folder(level);
        remove_tree(&folder)?;
        let work = self.work_folder(level);
        fs::create_dir_all(&work).at(&work, "create")?;
        sync_folder(&folder)?;
        sync_folder(&self.folder)
    }

    /// Makes the level's files durable, then writes its manifest: from that instant the level exists. Last, its work
    /// folder goes.
    pub fn seal_level(&self, manifest: &LevelManifest) -> Result<()> {
        let folder = self.level_folder(manifest.level);
        sync_tree(&self.positions_folder(manifest.level))?;
        sync_folder(&folder)?;
        sync_folder(&self.folder)?;
        write_atomically(&self.manifest_path(manifest.level), &json(manifest))?;
        self.remove_work(manifest.level)
    }

    /// Removes the records of a level that is not sealed; absent is fine.
    ///
    /// # Panics
    /// When the level is sealed.
    pub fn remove_unsealed_positions(&self, level: u32) -> Result<()> {
        assert!(!self.manifest_path(level).exists(), "level {level} is sealed");
        remove_tree(&self.positions_folder(level))
    }

    /// Removes the work folder of a sealed level; absent is fine.
    ///
    /// # Panics
    /// When the level is not sealed.
    pub fn remove_work(&self, level: u32) -> Result<()> {
        assert!(self.manifest_path(level).exists(), "level {level} is not sealed");
        remove_tree(&self.work_folder(level))
    }

    /// Whether the level's records are there (and not only its label function).
    pub fn has_positions(&self, level: u32) -> bool {
        self.positions_folder(level).join("CURRENT").exists()
    }

    /// Removes the records of a level and keeps the rest. They vanish at once, by a rename; a kill afterwards leaves
    /// only a folder in `tmp`.
    pub fn drop_positions(&self, level: u32) -> Result<()> {
        let positions = self.positions_folder(level);
        if !positions.exists() {
            return Ok(());
        }
        self.make_temp_folder()?;
        let going = self.temp_folder().join(format!("positions-{level:03}"));
        remove_tree(&going)?;
        fs::rename(&positions, &going).at(&positions, "rename")?;
        sync_folder(&self.level_folder(level))?;
        remove_tree(&going)
    }

    /// Removes a level, its manifest first.
    pub fn remove_level(&self, level: u32) -> Result<()> {
        let folder = self.level_folder(level);
        if !folder.exists() {
            return Ok(());
        }
        remove_file(&self.manifest_path(level))?;
        sync_folder(&folder)?;
        remove_tree(&folder)?;
        sync_folder(&self.folder)
    }

    fn manifest_path(&self, level: u32) -> PathBuf {
        self.level_folder(level).join(MANIFEST)
    }
}

fn json(value: &impl serde::Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(value).expect("names, numbers and strings are JSON");
    bytes.push(b'\n');
    bytes
}

/// `None` when the bytes are not such a JSON; the format number is looked at first, the rest may have changed since.
fn parse<T: DeserializeOwned>(path: &Path, bytes: &[u8]) -> Result<Option<T>> {
    #[derive(serde::Deserialize)]
    struct Format {
        format: u32,
    }
    let Ok(Format { format }) = serde_json::from_slice(bytes) else {
        return Ok(None);
    };
    if format > FORMAT {
        return Err(Error::NewerFormat {
            path: path.to_path_buf(),
            found: format,
            known: FORMAT,
        });
    }
    Ok(serde_json::from_slice(bytes).ok())
}
