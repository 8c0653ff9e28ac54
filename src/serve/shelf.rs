//! The databases that are served, by name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::ServeError;
use engine::{Family, OpenError};
use oracle::{Description, LevelCount, Oracle};

/// The databases by the names that clients use.
pub(super) struct Shelf(BTreeMap<String, Shelved>);

/// A database as it was when the server started.
pub(super) struct Shelved {
    pub oracle: Box<dyn Oracle>,
    pub description: Description,
    pub levels: Vec<LevelCount>,
}

impl Shelf {
    /// Opens the databases in `folders`. Each is named after the last part of its path; a name that is already in use
    /// gets a number.
    ///
    /// # Errors
    /// [`ServeError::Open`].
    pub fn open(family: &dyn Family, folders: &[PathBuf]) -> Result<Self, ServeError> {
        let mut shelf = BTreeMap::new();
        for folder in folders {
            let shelved = Shelved::open(family, folder).map_err(|error| {
                let folder = folder.clone();
                ServeError::Open { folder, error }
            })?;
            let name = name(folder);
            let numbered = (2..).map(|number| format!("{name}-{number}"));
            let mut names = std::iter::once(name.clone()).chain(numbered);
            let free = names
                .find(|name| !shelf.contains_key(name))
                .expect("numbers do not end");
            shelf.insert(free, shelved);
        }
        Ok(Self(shelf))
    }

    pub fn get(&self, name: &str) -> Option<&Shelved> {
        self.0.get(name)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &Shelved)> {
        self.0.iter().map(|(name, shelved)| (name.as_str(), shelved))
    }

    pub fn names(&self) -> Vec<&str> {
        self.0.keys().map(String::as_str).collect()
    }
}

impl Shelved {
    fn open(family: &dyn Family, folder: &Path) -> Result<Self, OpenError> {
        let oracle = family.open(folder)?;
        let levels = oracle.levels()?;
        let description = Description::of(&*oracle, &levels);
        Ok(Self {
            oracle,
            description,
            levels,
        })
    }
}

/// Returns the last part of the folder's path, with `.` and links resolved.
fn name(folder: &Path) -> String {
    let whole = folder.canonicalize();
    let whole = whole.as_deref().unwrap_or(folder);
    whole
        .file_name()
        .map_or("database".into(), |name| name.to_string_lossy().into_owned())
}
