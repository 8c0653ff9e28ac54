//! The `--db` option: a database and the game it holds.

use std::path::PathBuf;

use retrograph_storage::Database;

use super::failure::{Code, Failure};
use crate::games::{Game, GameTask, with_game};
use crate::retro::{Solved, values_of};

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
    with_game(&identity.game, identity.n, values_of(&db)?, Bound(task, db)).map_err(|error| {
        let sentence = format!(
            "{} holds a game that this version does not know: {error}",
            args.folder.display()
        );
        Failure::new(Code::NotADatabase, sentence)
    })?
}

/// Something to be done with the values of a solved game.
pub(super) trait SolvedTask {
    fn run<G: Game>(self, solved: Solved<G>) -> Result<(), Failure>;
}

/// Opens the values of the database and does `task` with them.
pub(super) fn with_solved<T: SolvedTask>(args: &DatabaseArgs, task: T) -> Result<(), Failure> {
    struct Opened<T>(T);
    impl<T: SolvedTask> DatabaseTask for Opened<T> {
        fn run<G: Game>(self, game: G, db: Database) -> Result<(), Failure> {
            self.0.run(Solved::open(game, db)?)
        }
    }
    with_database(args, Opened(task))
}
