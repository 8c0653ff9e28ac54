//! Publishing: the label functions of a solved game as a folder of their own, read-only and checksummed.
//!
//! ```text
//! retrograph.json              identity; keep is "export"
//! README.txt                   for whoever finds the folder
//! SHA256SUMS                   for sha256sum -c: all other files
//! level-036/manifest.json      as in the database
//! level-036/labels             as in the database
//! ```
//!
//! Or as one file, an archive with these members.

mod archive;
mod card;
mod draft;
mod facts;
mod readme;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use retrograph_storage::{
    Database, Error, Identity, Kept, LabelFunction, LevelManifest, MANIFEST_BYTES_MOST, open_sized, read_at_most,
    write_atomically,
};

use crate::observer::{Observer, Step};
use crate::read::meaning::values_of;
use crate::read::whole::levels_without_gap;
use facts::facts;
use game::Levels;

pub use archive::ArchiveFacts;
pub use card::Card;
pub use draft::Draft;
pub use facts::Facts;

/// Name of the text for people.
pub const README: &str = "README.txt";

/// Why nothing was exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The disk, or what is on it.
    #[error(transparent)]
    Storage(#[from] Error),
    /// The export could not be written.
    #[error("{} could not be written: {source}; nothing was exported", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// There is something already.
    #[error("{} is there already; choose another name for the export, nothing is ever overwritten", .0.display())]
    Exists(PathBuf),
    /// No level is sealed.
    #[error("{} has no solved level to export; solve it first", .0.display())]
    Nothing(PathBuf),
    /// A label function is not the one that its manifest names.
    #[error("{} is not what the manifest of its level says", .0.display())]
    Foreign(PathBuf),
}

impl ExportError {
    /// Of what could not be written at `path`. Another process may have written it meanwhile.
    fn written(path: &Path, source: io::Error) -> Self {
        let path = path.to_path_buf();
        match source.kind() {
            io::ErrorKind::AlreadyExists => Self::Exists(path),
            _ => Self::Write { path, source },
        }
    }
}

/// What is published of a database: its levels from the highest down to the lowest sealed one.
pub struct Publication<'a> {
    db: &'a Database,
    manifests: Vec<LevelManifest>,
    facts: Facts,
}

impl<'a> Publication<'a> {
    /// Of the levels that are sealed in `db`, which holds `game`. Cost: one small file a level.
    ///
    /// # Errors
    /// [`ExportError`], for a level that is missing or foreign, or where there is none.
    pub fn of<G: Levels>(game: &G, db: &'a Database) -> Result<Self, ExportError> {
        let manifests = manifests(game, db)?;
        let facts = facts(game, values_of(db)?, &manifests);
        Ok(Self { db, manifests, facts })
    }

    /// What it holds.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Writes the label functions to the new folder `out`. Every byte is checked on the way; `out` appears when all is
    /// durable, or not at all. The same levels give the same bytes. Cost: label functions are read twice, and hashed
    /// twice.
    ///
    /// # Errors
    /// [`ExportError`]; nothing then is left at `out`.
    pub fn write_folder(&self, out: &Path, observer: &dyn Observer) -> Result<(), ExportError> {
        let draft = Draft::beside(out)?;
        let folder = draft.folder();
        let copy = Database::begin(folder, &self.identity())?;
        self.begin(observer);
        let mut done = 0;
        for manifest in &self.manifests {
            copy_level(self.db, &copy, manifest)?;
            done += manifest.label_bytes();
            observer.advance(done);
        }
        observer.end();
        write_atomically(&folder.join(README), readme::readme(&self.facts).as_bytes())?;
        draft.publish()
    }

    fn identity(&self) -> Identity {
        Identity::new(
            &self.facts.game,
            self.facts.n,
            &*self.db.identity().values,
            Kept::Export,
        )
    }

    fn begin(&self, observer: &dyn Observer) {
        observer.begin(&Step {
            level: None,
            name: "export",
            done: 0,
            all: self.facts.label_function_bytes,
        });
    }
}

/// The manifests of all levels from the highest one down.
fn manifests<G: Levels>(game: &G, db: &Database) -> Result<Vec<LevelManifest>, ExportError> {
    let mut manifests = Vec::new();
    for level in levels_without_gap(game, db)? {
        let path = db.level_folder(level).join("manifest.json");
        let manifest = db.manifest(level)?.ok_or_else(|| ExportError::Foreign(path.clone()))?;
        let identity = (manifest.game.as_str(), manifest.n, manifest.key_width as usize);
        if identity != (game.name(), game.order() as u32, game.key_width()) {
            return Err(ExportError::Foreign(path));
        }
        manifests.push(manifest);
    }
    if manifests.is_empty() {
        return Err(ExportError::Nothing(db.folder().to_path_buf()));
    }
    Ok(manifests)
}

/// Copies a level's label functions and its manifest, and reads the copies again.
fn copy_level(db: &Database, copy: &Database, manifest: &LevelManifest) -> Result<(), ExportError> {
    let level = manifest.level;
    let functions = || {
        manifest
            .functions()
            .map(|(bit, function)| (db.plane_path(level, bit), copy.plane_path(level, bit), function))
    };
    let (from_folder, to_folder) = (db.level_folder(level), copy.level_folder(level));
    let name = "manifest.json";
    let written = |source| ExportError::Write {
        path: to_folder.clone(),
        source,
    };
    fs::create_dir(&to_folder).map_err(written)?;
    let bytes = read_at_most(&from_folder.join(name), MANIFEST_BYTES_MOST)?.unwrap_or_default();
    fs::write(to_folder.join(name), bytes).map_err(written)?;
    for (from, to, function) in functions() {
        let mut source = open_sized(&from, function.bytes, "the manifest of its level")?.take(function.bytes);
        let copied = File::create_new(&to).and_then(|mut copy| io::copy(&mut source, &mut copy));
        copied.map_err(written)?;
    }
    if copy.manifest(level)?.as_ref() != Some(manifest) {
        return Err(ExportError::Foreign(to_folder.join(name)));
    }
    check_copy(db, copy, manifest)
}

/// Reads the copies of a level's label functions again.
fn check_copy(db: &Database, copy: &Database, manifest: &LevelManifest) -> Result<(), ExportError> {
    for (bit, function) in manifest.functions() {
        if let Err(error) = LabelFunction::open(&copy.plane_path(manifest.level, bit), function) {
            // The copy is as good as the original, unless the disk failed.
            LabelFunction::open(&db.plane_path(manifest.level, bit), function)?;
            return Err(error.into());
        }
    }
    Ok(())
}
