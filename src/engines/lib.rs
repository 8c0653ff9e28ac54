//! Every game's engine, by name: the one place where the loop is compiled, once for each type of game.

use std::path::Path;

use answer::Answers;
use engine::Engine;
use games::{Game, GameTask, NoSuchGame, Triangle16, Triangle24, with_game};
use retro::values_of;
use retrograph_storage::{Database, Error};
use values::Values;

/// The engine of the game of this name on `n` vertices, with room for the labels of `values`.
///
/// # Errors
/// [`NoSuchGame`].
pub fn engine(name: &str, n: u32, values: Values) -> Result<Box<dyn Engine>, NoSuchGame> {
    struct Erase;
    impl GameTask for Erase {
        type Output = Box<dyn Engine>;
        fn run<G: Game + 'static>(self, game: G) -> Self::Output {
            Box::new(game)
        }
    }
    with_game(name, n, values, Erase)
}

/// The engine of the triangle game on `n` vertices in rows of 32 bits, which more than 16 vertices need, or of 16.
pub fn triangle(n: u32, in_wide_rows: bool) -> Box<dyn Engine> {
    match in_wide_rows {
        true => Box::new(Triangle24::new(n as usize)),
        false => Box::new(Triangle16::new(n as usize)),
    }
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

/// The engine of the game that `db` holds.
///
/// # Errors
/// [`OpenError`].
pub fn engine_of(db: &Database) -> Result<Box<dyn Engine>, OpenError> {
    let identity = db.identity();
    Ok(engine(&identity.game, identity.n, values_of(db)?)?)
}

/// Opens the values of the database in `folder`. Cost: one look into the folder a level.
///
/// # Errors
/// [`OpenError`].
pub fn open(folder: &Path) -> Result<Box<dyn Answers>, OpenError> {
    let db = Database::open(folder)?;
    Ok(engine_of(&db)?.answers(db)?)
}
