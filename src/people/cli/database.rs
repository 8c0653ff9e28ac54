//! The `--db` option: a database and the game it holds.

use std::path::{Path, PathBuf};

use retrograph_judge::nauty::HAS_NAUTY;
use retrograph_storage::{Database, HAS_ROCKSDB};

use super::advice::Advised;
use super::failure::{Code, Failure};
use engine::{Engine, Family, OpenError};
use game::NoSuchGame;
use oracle::Oracle;
use report::Solution;

#[derive(clap::Args)]
pub(super) struct DatabaseArgs {
    /// Folder of the database
    #[arg(long = "db", value_name = "DIR")]
    pub folder: PathBuf,
}

/// Fails in a program built without RocksDB and nauty, which `what` needs.
pub(super) fn needs_rocksdb(what: &str) -> Result<(), Failure> {
    if HAS_ROCKSDB && HAS_NAUTY {
        return Ok(());
    }
    let sentence = format!(
        "{what} needs RocksDB and nauty, but this program was built without them; use a build with the default features"
    );
    Err(Failure::new(Code::Usage, sentence))
}

/// Opens the database and the engine of its game.
pub(super) fn open_database(family: &dyn Family, args: &DatabaseArgs) -> Result<(Box<dyn Engine>, Database), Failure> {
    let db = Database::open(&args.folder)?;
    let engine = family.engine_of(&db).map_err(|error| not_opened(&args.folder, error))?;
    Ok((engine, db))
}

/// Opens the values of the database.
pub(super) fn open_oracle(family: &dyn Family, args: &DatabaseArgs) -> Result<Box<dyn Oracle>, Failure> {
    family
        .open(&args.folder)
        .map_err(|error| not_opened(&args.folder, error))
}

/// Opens the description of the database; its game must be known.
pub(super) fn open_solution(family: &dyn Family, folder: &Path) -> Result<Solution, Failure> {
    let db = Database::open(folder)?;
    let engine = family.engine_of(&db).map_err(|error| not_opened(folder, error))?;
    Ok(Solution::of(&*engine, &db)?)
}

fn not_opened(folder: &Path, error: OpenError) -> Failure {
    match error {
        OpenError::Storage(error) => error.into(),
        OpenError::Game(error) => unknown_game(folder, &error),
    }
}

/// Returns the failure of a command that reads one position, where `text` is none; the name of a file is told from a slip.
pub(super) fn one_position(command: &str, text: &str, failure: Failure) -> Failure {
    match failure {
        Failure::Told(Code::BadPosition, _) if Path::new(text).is_file() => Failure::new(
            Code::BadPosition,
            format!("'{text}' is a file; {command} takes one position, such as a line of it"),
        ),
        other => other,
    }
}

/// Returns the failure for a database whose game this version does not know.
pub(super) fn unknown_game(folder: &Path, error: &NoSuchGame) -> Failure {
    let folder = folder.display();
    let sentence = format!(
        "{folder} holds a game that this version does not know: {}",
        error.advised()
    );
    Failure::new(Code::NotADatabase, sentence)
}
