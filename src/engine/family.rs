//! All games by name, independent of the crate that compiles them.

use std::path::Path;

use game::values::{Kind, NoSuchValues, Play, Values};
use game::{About, NoCensus, NoSuchGame};
use oracle::Oracle;
use retro::values_of;
use retrograph_storage::{Database, Error};

use crate::Engine;

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

    /// Returns the engine of the game of this name on `n` vertices, with room for the labels of `values`.
    ///
    /// # Errors
    /// [`NoSuchGame`].
    fn engine(&self, name: &str, n: u32, values: Values) -> Result<Box<dyn Engine>, NoSuchGame>;

    /// Returns the engine of the triangle game on `n` vertices in rows of 32 bits, which more than 16 vertices need, or
    /// of 16.
    fn triangle(&self, n: u32, in_wide_rows: bool) -> Box<dyn Engine>;

    /// Counts the positions of the two-colour game of this name; returns `None` for other games.
    ///
    /// # Errors
    /// [`NoCensus`].
    fn census(&self, name: &str, plan: CensusPlan) -> Option<Result<CensusText, NoCensus>>;

    /// Returns the engine of the game that `db` holds.
    ///
    /// # Errors
    /// [`OpenError`].
    fn engine_of(&self, db: &Database) -> Result<Box<dyn Engine>, OpenError> {
        let identity = db.identity();
        Ok(self.engine(&identity.game, identity.n, values_of(db)?)?)
    }

    /// Opens the values of the database in `folder`. Cost: one look into the folder per level.
    ///
    /// # Errors
    /// [`OpenError`].
    fn open(&self, folder: &Path) -> Result<Box<dyn Oracle>, OpenError> {
        let db = Database::open(folder)?;
        Ok(self.engine_of(&db)?.oracle(db)?)
    }
}

/// The request for a census.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CensusPlan {
    /// Number of vertices.
    pub n: u32,
    /// Random games for the estimate.
    pub samples: u32,
    /// Seed of the random games.
    pub seed: u64,
    /// Whether to end where a first look shows that solving is hopeless.
    pub looks_first: bool,
    /// Whether to write one JSON object rather than a table.
    pub json: bool,
}

/// The output of a census.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CensusText {
    /// A first look shows that solving is hopeless: a sentence.
    Hopeless(String),
    /// The whole census.
    Whole(Vec<u8>),
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
}
