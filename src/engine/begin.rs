//! The folder that a game is solved into.

use std::path::{Path, PathBuf};

use game::shown_name;
use game::values::Values;
use retro::Keep;
use retrograph_storage::{Database, Error, Identity, Writer};

use crate::Reader;

/// Opens the database in `folder` into which `game` is solved for `values`: a new one, or one that an earlier run has
/// begun, which `keep` may be left to.
///
/// # Errors
/// [`BeginError`].
pub fn begin(
    game: &dyn Reader,
    values: Values,
    keep: Option<Keep>,
    folder: &Path,
) -> Result<(Database, Keep), BeginError> {
    let new = keep.unwrap_or(Keep::Positions);
    let identity = Identity::new(game.name(), game.order(), values.to_string(), new);
    match Database::create(folder, &identity) {
        Ok(db) => return Ok((db, new)),
        Err(Error::Occupied { database: true, .. }) => {}
        Err(_) if folder.is_file() => {}
        Err(error) => return Err(BeginError::Create(error)),
    }
    let db = Database::open(folder)?;
    no_writer(&db)?;
    let (found, folder) = (db.identity(), folder.to_path_buf());
    if (&found.game, found.n) != (&identity.game, identity.n) {
        let named = |identity: &Identity| (shown_name(&identity.game), identity.n);
        let [found, asked] = [found, &identity].map(named);
        return Err(BeginError::Game { folder, found, asked });
    }
    if found.values != identity.values {
        let [found, asked] = [found, &identity].map(|identity| identity.values.clone());
        return Err(BeginError::Values { folder, found, asked });
    }
    let kept = Keep::of(found.keep).ok_or_else(|| BeginError::Export(folder.clone()))?;
    match keep.is_none_or(|keep| keep == kept) {
        true => Ok((db, kept)),
        false => Err(BeginError::Keep { folder, kept }),
    }
}

/// Fails when a process is writing to the database.
///
/// # Errors
/// [`Error::Locked`].
pub fn no_writer(db: &Database) -> Result<(), Error> {
    match db.writer()? {
        Writer::Working(holder) => Err(Error::Locked {
            path: db.folder().to_path_buf(),
            holder,
        }),
        Writer::Nobody | Writer::Abandoned(_) => Ok(()),
    }
}

/// Why a game cannot be solved into a folder.
#[derive(Debug, thiserror::Error)]
pub enum BeginError {
    /// No new database can be created.
    #[error(transparent)]
    Create(Error),
    /// The database that is there.
    #[error(transparent)]
    Storage(#[from] Error),
    /// It is the database of another game; the games have a name and a number of vertices.
    #[error("{} holds {} on {} vertices, not {} on {}", folder.display(), found.0, found.1, asked.0, asked.1)]
    Game {
        /// The folder.
        folder: PathBuf,
        /// Its game.
        found: (String, u32),
        /// The game to be solved.
        asked: (String, u32),
    },
    /// It has values of another kind.
    #[error("{} holds values of the kind '{found}', not '{asked}'", folder.display())]
    Values {
        /// The folder.
        folder: PathBuf,
        /// Its kind.
        found: String,
        /// The kind to be solved for.
        asked: String,
    },
    /// It is an export.
    #[error("{} is an export, which is read-only", .0.display())]
    Export(
        /// The folder or the archive.
        PathBuf,
    ),
    /// It keeps something else of each level.
    #[error("{} keeps {} of each level", folder.display(), kept.name())]
    Keep {
        /// The folder.
        folder: PathBuf,
        /// What it keeps.
        kept: Keep,
    },
}
