//! The databases and proofs that are served, by name.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use retrograph_storage::{Database, Stamp};

use super::ServeError;
use super::rules::Rules;
use engine::{Family, OpenError};
use game::NoRulebook;
use oracle::{Description, LevelCount, Oracle};
use proof::play::ProofPlayer;
use retro::values_of;

/// The databases and the proofs by the names that clients use, in the order in which they were given.
pub(super) struct Shelf {
    databases: Vec<(String, Place)>,
    proofs: Vec<(String, Box<dyn ProofPlayer>)>,
}

/// A database to be served.
#[derive(Clone, Debug)]
pub struct Served {
    /// Its folder or archive.
    pub folder: PathBuf,
    /// What it is called, if not after its folder.
    pub name: Option<String>,
}

impl From<PathBuf> for Served {
    fn from(folder: PathBuf) -> Self {
        Self { folder, name: None }
    }
}

/// A database, which a run may write meanwhile.
struct Place {
    folder: PathBuf,
    now: RwLock<Arc<Shelved>>,
}

impl Place {
    fn now(&self) -> Arc<Shelved> {
        Arc::clone(&self.now.read().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A database as it was when it was opened last.
pub(super) struct Shelved {
    /// Of its files, before they were read.
    stamp: Stamp,
    pub oracle: Box<dyn Oracle>,
    pub description: Description,
    pub levels: Vec<LevelCount>,
    /// The rules as data, for games that state them.
    pub rules: Result<Rules, NoRulebook>,
}

impl Shelf {
    /// Opens the databases `served`. Each without a name of its own is named after the last part of its path, archives
    /// without their ending `.tar` and proofs without `.proof`; a name that is already in use gets a number.
    ///
    /// # Errors
    /// [`ServeError::Open`].
    pub fn open(
        family: &dyn Family,
        served: &[Served],
        players: Vec<(PathBuf, Box<dyn ProofPlayer>)>,
    ) -> Result<Self, ServeError> {
        let mut databases = Vec::new();
        for Served { folder, name: own } in served {
            let shelved = Shelved::open(family, folder).map_err(|error| {
                let folder = folder.clone();
                ServeError::Open { folder, error }
            })?;
            let place = Place {
                folder: folder.clone(),
                now: RwLock::new(Arc::new(shelved)),
            };
            let name = own.clone().unwrap_or_else(|| name(folder));
            databases.push((free(without(&name, ".tar").into(), &databases), place));
        }
        let mut proofs = Vec::new();
        for (file, proof) in players {
            let name = name(&file);
            proofs.push((free(without(&name, ".proof").into(), &proofs), proof));
        }
        Ok(Self { databases, proofs })
    }

    pub fn get(&self, name: &str) -> Option<Arc<Shelved>> {
        found(&self.databases, name).map(Place::now)
    }

    /// Opens databases again whose levels are not those of before, or in whose place there is another one; one that
    /// cannot be opened stays as it was. Cost: a look at each folder and each level.
    pub fn refresh(&self, family: &dyn Family) {
        for (_, place) in &self.databases {
            let stamp = Database::open(&place.folder).and_then(|db| db.stamp());
            if stamp.is_ok_and(|stamp| stamp != place.now().stamp)
                && let Ok(shelved) = Shelved::open(family, &place.folder)
            {
                *place.now.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(shelved);
            }
        }
    }

    pub fn proof(&self, name: &str) -> Option<&dyn ProofPlayer> {
        found(&self.proofs, name).map(|proof| &**proof)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, Arc<Shelved>)> {
        self.databases.iter().map(|(name, place)| (name.as_str(), place.now()))
    }

    pub fn proofs(&self) -> impl Iterator<Item = (&str, &dyn ProofPlayer)> {
        self.proofs.iter().map(|(name, proof)| (name.as_str(), &**proof))
    }

    /// The names of the databases, then those of the proofs.
    pub fn names(&self) -> Vec<&str> {
        let databases = self.databases.iter().map(|(name, _)| name);
        let names = databases.chain(self.proofs.iter().map(|(name, _)| name));
        names.map(String::as_str).collect()
    }
}

/// The name without its ending.
fn without<'a>(name: &'a str, ending: &str) -> &'a str {
    name.strip_suffix(ending)
        // Dots alone would lead elsewhere in an address.
        .filter(|name| name.bytes().any(|byte| byte != b'.'))
        .unwrap_or(name)
}

/// What has this name.
fn found<'a, T>(things: &'a [(String, T)], name: &str) -> Option<&'a T> {
    let thing = things.iter().find(|(own, _)| own == name);
    thing.map(|(_, thing)| thing)
}

/// The name, or with a number if it is taken.
fn free<T>(name: String, taken: &[(String, T)]) -> String {
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    names
        .find(|name| found(taken, name).is_none())
        .expect("numbers do not end")
}

impl Shelved {
    fn open(family: &dyn Family, folder: &Path) -> Result<Self, OpenError> {
        let db = Database::open(folder)?;
        let stamp = db.stamp()?;
        let reader = family.reader_of(&db)?;
        let rules = Rules::of(&*reader, values_of(&db)?);
        let oracle = reader.oracle(db)?;
        let levels = oracle.levels()?;
        let description = Description::of(&*oracle, &levels);
        Ok(Self {
            stamp,
            oracle,
            description,
            levels,
            rules,
        })
    }
}

/// Returns the last part of a path, with `.` and links resolved.
fn name(path: &Path) -> String {
    let whole = path.canonicalize();
    let whole = whole.as_deref().unwrap_or(path);
    whole
        .file_name()
        .map_or("database".into(), |name| name.to_string_lossy().into_owned())
}
