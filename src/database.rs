//! Values of a solved game.

use std::fmt;
use std::path::Path;

use all_games::AllGames;
use engine::{Family, Reader};
use oracle::{AnswerError, LevelCount, Line, Moves, Oracle, Side, Value};
use retro::Observer;

use crate::{Error, Game};

/// The values of a solved game: a database, an export, or an archive of one. Threads can share it.
pub struct Database {
    oracle: Box<dyn Oracle>,
    game: Box<dyn Reader>,
}

/// Opens the database, export or archive in `folder`. Cost: one look into the folder for each level; label functions
/// are read when they are needed.
///
/// # Errors
/// [`Error::Open`].
pub fn open(folder: impl AsRef<Path>) -> Result<Database, Error> {
    let db = retrograph_storage::Database::open(folder.as_ref())?;
    let [game, kept] = [(); 2].map(|()| AllGames.reader_of(&db));
    Ok(Database {
        oracle: game?.oracle(db)?,
        game: kept?,
    })
}

impl Database {
    pub(crate) fn of(game: Game, db: retrograph_storage::Database) -> Result<Self, Error> {
        Ok(Self {
            oracle: game.reader()?.oracle(db)?,
            game: game.reader()?,
        })
    }

    /// Returns the value of a position; as a text it is what `retrograph query` prints. Cost: parsing, a few rounds of
    /// refinement and one look-up, about a microsecond.
    ///
    /// # Errors
    /// [`AnswerError`]: the text is not a position, or its level is not solved.
    pub fn value(&self, position: &str) -> Result<Value, AnswerError> {
        self.oracle.value(position)
    }

    /// Returns the moves of a position up to symmetry, the best first.
    ///
    /// # Errors
    /// [`AnswerError`].
    pub fn moves(&self, position: &str) -> Result<Moves, AnswerError> {
        self.oracle.moves(position)
    }

    /// Returns best play from a position to the end; `side` moves first where values are scores.
    ///
    /// # Errors
    /// [`AnswerError`].
    pub fn line(&self, position: &str, side: Side) -> Result<Line, AnswerError> {
        oracle::line(&*self.oracle, position, side)
    }

    /// Returns the solved levels with their numbers of positions, the one with the most edges first.
    ///
    /// # Errors
    /// [`Error::Levels`].
    pub fn levels(&self) -> Result<Vec<LevelCount>, Error> {
        Ok(self.oracle.levels()?)
    }

    /// Writes the label functions, about one bit a position, to the new folder `out`, which appears when it is whole.
    ///
    /// # Errors
    /// [`Error::Export`].
    pub fn export(&self, out: impl AsRef<Path>, observer: &dyn Observer) -> Result<(), Error> {
        let db = self.files()?;
        Ok(self.game.publication(&db)?.write_folder(out.as_ref(), observer)?)
    }

    /// [`Database::export`] into one tar file.
    ///
    /// # Errors
    /// [`Error::Export`].
    pub fn export_archive(&self, out: impl AsRef<Path>, observer: &dyn Observer) -> Result<(), Error> {
        let db = self.files()?;
        self.game
            .publication(&db)?
            .write_archive(out.as_ref(), false, observer)?;
        Ok(())
    }

    fn files(&self) -> Result<retrograph_storage::Database, Error> {
        Ok(retrograph_storage::Database::open(self.oracle.identity().place)?)
    }

    /// Returns all that can be asked.
    pub fn oracle(&self) -> &dyn Oracle {
        &*self.oracle
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_tuple("Database").field(&self.oracle.identity()).finish()
    }
}
