//! What can go wrong.

use std::path::PathBuf;

use engine::{BeginError, NoEngine, OpenError};
use game::NoSuchGame;
use game::values::NoSuchValues;
use oracle::SolvedError;
use retro::{ExportError, SolveError};

/// Why a game is not there, is not solved, or cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no such game, or not on so many vertices.
    #[error(transparent)]
    NoSuchGame(#[from] NoSuchGame),
    /// The game is not solved for such values.
    #[error(transparent)]
    NoSuchValues(#[from] NoSuchValues),
    /// Without the feature `rocksdb` nothing is solved.
    #[error(transparent)]
    NoEngine(#[from] NoEngine),
    /// The folder cannot be solved into.
    #[error(transparent)]
    Begin(#[from] BeginError),
    /// The solution stopped; whatever was sealed stays, and the same call continues.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The folder cannot be read.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database has another game.
    #[error("{} does not hold {game}", folder.display())]
    OtherGame {
        /// The folder.
        folder: PathBuf,
        /// The game asked for.
        game: String,
    },
    /// A level cannot be read.
    #[error(transparent)]
    Levels(#[from] SolvedError),
    /// Nothing was exported.
    #[error(transparent)]
    Export(#[from] ExportError),
}

impl From<retrograph_storage::Error> for Error {
    fn from(error: retrograph_storage::Error) -> Self {
        Self::Open(error.into())
    }
}
