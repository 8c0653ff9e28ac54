//! All games by name, independent of the crate that compiles them.

use std::path::Path;

use game::values::{Kind, NoSuchValues, Play, Values};
use game::{About, NoSuchGame};
use oracle::{Oracle, SolvedError};
use retro::values_of;
use retrograph_storage::{Database, Error};

use crate::{Engine, Reader};

/// All games by name. Commands receive one, so that they compile no code of a game.
pub trait Family: Send + Sync {
    /// Some names of games in which the players have the same moves, at least one of each kind.
    fn examples(&self) -> &'static [&'static str];

    /// Some names of two-colour games, at least one of each kind.
    fn coloured_examples(&self) -> &'static [&'static str];

    /// Returns what is known about the game of this name.
    ///
    /// # Errors
    /// [`NoSuchGame`].
    fn about(&self, name: &str) -> Result<About, NoSuchGame>;

    /// Returns the values for which the game of this name is solved, when these are requested.
    ///
    /// # Errors
    /// [`NoSuchGame`]; [`NoSuchValues`], as the inner result.
    fn values_for(
        &self,
        name: &str,
        n: u32,
        play: Option<Play>,
        kind: Option<Kind>,
    ) -> Result<Result<Values, NoSuchValues>, NoSuchGame>;

    /// Returns the game of this name on `n` vertices, with room for the labels of `values`.
    ///
    /// # Errors
    /// [`NoSuchGame`].
    fn reader(&self, name: &str, n: u32, values: Values) -> Result<Box<dyn Reader>, NoSuchGame>;

    /// Returns the triangle game on `n` vertices in rows of 32 bits, which more than 16 vertices need, or of 16: costs
    /// are measured on few vertices in the rows that many need.
    fn triangle(&self, n: u32, in_wide_rows: bool) -> Box<dyn Reader>;

    /// Returns [`Family::reader`] with all operations.
    ///
    /// # Errors
    /// [`NoEngine`].
    fn engine(&self, name: &str, n: u32, values: Values) -> Result<Box<dyn Engine>, NoEngine> {
        self.reader(name, n, values)?.engine().ok_or(NoEngine::NoRocksDb)
    }

    /// Returns the game that `db` holds.
    ///
    /// # Errors
    /// [`OpenError`].
    fn reader_of(&self, db: &Database) -> Result<Box<dyn Reader>, OpenError> {
        let identity = db.identity();
        Ok(self.reader(&identity.game, identity.n, values_of(db)?)?)
    }

    /// Opens the values of the database in `folder`. Cost: one look into the folder per level.
    ///
    /// # Errors
    /// [`OpenError`].
    fn open(&self, folder: &Path) -> Result<Box<dyn Oracle>, OpenError> {
        let db = Database::open(folder)?;
        Ok(self.reader_of(&db)?.oracle(db)?)
    }
}

/// Why there is no engine.
#[derive(Debug, thiserror::Error)]
pub enum NoEngine {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] NoSuchGame),
    /// Engines were not compiled.
    #[error("this program was built without RocksDB")]
    NoRocksDb,
}

/// Why a database cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder or its content.
    #[error(transparent)]
    Storage(#[from] Error),
    /// It holds a game that this version does not know.
    #[error(transparent)]
    Game(#[from] NoSuchGame),
    /// Its levels.
    #[error(transparent)]
    Levels(#[from] SolvedError),
}
