//! The `--db` option: a database and the game it holds.

use std::path::{Path, PathBuf};

use retrograph_storage::{Database, Identity};

use super::failure::{Code, Failure};
use answer::{self, Answers, OpenError};
use games::{Game, GameTask, NoSuchGame, with_game};
use report::Solution;
use retro::values_of;

#[derive(clap::Args)]
pub(super) struct DatabaseArgs {
    /// Folder of the database
    #[arg(long = "db", value_name = "DIR")]
    pub folder: PathBuf,
}

/// Something to be done with an opened database.
pub(super) trait DatabaseTask {
    fn run<G: Game>(self, game: G, db: Database) -> Result<(), Failure>;
}

/// Opens the database and does `task` with it.
pub(super) fn with_database<T: DatabaseTask>(args: &DatabaseArgs, task: T) -> Result<(), Failure> {
    let db = Database::open(&args.folder)?;
    let identity = db.identity().clone();
    struct Bound<T>(T, Database);
    impl<T: DatabaseTask> GameTask for Bound<T> {
        type Output = Result<(), Failure>;
        fn run<G: Game>(self, game: G) -> Self::Output {
            self.0.run(game, self.1)
        }
    }
    with_game(&identity.game, identity.n, values_of(&db)?, Bound(task, db))
        .map_err(|error| unknown_game(&args.folder, &error))?
}

/// Opens the values of the database.
pub(super) fn open_answers(args: &DatabaseArgs) -> Result<Box<dyn Answers>, Failure> {
    answer::open(&args.folder).map_err(|error| match error {
        OpenError::Storage(error) => error.into(),
        OpenError::Game(error) => unknown_game(&args.folder, &error),
    })
}

/// Opens what the database says of itself, whose game must be known nevertheless.
pub(super) fn open_solution(folder: &Path) -> Result<Solution, Failure> {
    struct Read<'a>(&'a Database);
    impl GameTask for Read<'_> {
        type Output = Result<Solution, retrograph_storage::Error>;
        fn run<G: Game>(self, game: G) -> Self::Output {
            Solution::of(&game, self.0)
        }
    }
    let db = Database::open(folder)?;
    let Identity { game, n, .. } = db.identity();
    let solution = with_game(game, *n, values_of(&db)?, Read(&db));
    Ok(solution.map_err(|error| unknown_game(folder, &error))??)
}

/// What is said of a database whose game nobody knows.
pub(super) fn unknown_game(folder: &Path, error: &NoSuchGame) -> Failure {
    let folder = folder.display();
    let sentence = format!("{folder} holds a game that this version does not know: {error}");
    Failure::new(Code::NotADatabase, sentence)
}
