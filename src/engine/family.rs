//! All games by name, whoever has compiled them.

use std::path::Path;

use game::{About, NoCensus, NoSuchGame};
use oracle::Oracle;
use retro::values_of;
use retrograph_storage::{Database, Error};
use values::{Kind, NoSuchValues, Play, Values};

use crate::Engine;

/// All games by name. The commands are given one, so that they compile nothing of a game.
pub trait Family: Send + Sync {
    /// Some names of games in which the players have the same moves, at least one for each kind there is.
    fn examples(&self) -> &'static [&'static str];

    /// Some names of two-colour games, at least one for each kind there is.
    fn coloured_examples(&self) -> &'static [&'static str];

    /// What is known of the game of this name.
    ///
    /// # Errors
    /// [`NoSuchGame`].
    fn about(&self, name: &str) -> Result<About, NoSuchGame>;

    /// The values that the game of this name is solved for, when these are asked for.
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

    /// The engine of the game of this name on `n` vertices, with room for the labels of `values`.
    ///
    /// # Errors
    /// [`NoSuchGame`].
    fn engine(&self, name: &str, n: u32, values: Values) -> Result<Box<dyn Engine>, NoSuchGame>;

    /// The engine of the triangle game on `n` vertices in rows of 32 bits, which more than 16 vertices need, or of 16.
    fn triangle(&self, n: u32, in_wide_rows: bool) -> Box<dyn Engine>;

    /// How many positions the two-colour game of this name has; `None` when it is no such game.
    ///
    /// # Errors
    /// [`NoCensus`].
    fn census(&self, name: &str, plan: CensusPlan) -> Option<Result<CensusText, NoCensus>>;

    /// The engine of the game that `db` holds.
    ///
    /// # Errors
    /// [`OpenError`].
    fn engine_of(&self, db: &Database) -> Result<Box<dyn Engine>, OpenError> {
        let identity = db.identity();
        Ok(self.engine(&identity.game, identity.n, values_of(db)?)?)
    }

    /// Opens the values of the database in `folder`. Cost: one look into the folder a level.
    ///
    /// # Errors
    /// [`OpenError`].
    fn open(&self, folder: &Path) -> Result<Box<dyn Oracle>, OpenError> {
        let db = Database::open(folder)?;
        Ok(self.engine_of(&db)?.oracle(db)?)
    }
}

/// What a census is to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CensusPlan {
    /// Number of vertices.
    pub n: u32,
    /// Random games that the estimate is made from.
    pub samples: u32,
    /// Seed of the random games.
    pub seed: u64,
    /// Whether to end where a first look says that solving is hopeless.
    pub looks_first: bool,
    /// Whether to write one JSON object rather than a table.
    pub json: bool,
}

/// What a census says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CensusText {
    /// A first look says that solving is hopeless: a sentence.
    Hopeless(String),
    /// Everything.
    Whole(Vec<u8>),
}

/// Why a database cannot be asked.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder, or what is in it.
    #[error(transparent)]
    Storage(#[from] Error),
    /// It holds a game that this version does not know.
    #[error(transparent)]
    Game(#[from] NoSuchGame),
}
