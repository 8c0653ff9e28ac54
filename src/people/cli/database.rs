//! The `--db` option: a database and the game it holds.

use std::path::{Path, PathBuf};

use retrograph_storage::Database;

use super::advice::Advised;
use super::failure::{Code, Failure};
use engine::{Engine, Family, NoEngine, OpenError, Reader};
use game::NoSuchGame;
use game::values::Values;
use oracle::Oracle;
use report::Solution;
use retro::Keep;

#[derive(clap::Args)]
pub(super) struct DatabaseArgs {
    /// Folder of the database
    #[arg(long = "db", value_name = "DIR")]
    pub folder: PathBuf,
}

/// Returns the failure of a program built without RocksDB and nauty, which `what` needs.
fn without_rocksdb(what: &str) -> Failure {
    let sentence = format!(
        "{what} needs RocksDB and nauty, but this program was built without them; use a build with the default features"
    );
    Failure::new(Code::Usage, sentence)
}

/// Returns the engine of the game of this name, which `what` needs.
pub(super) fn engine(
    what: &str,
    family: &dyn Family,
    name: &str,
    n: u32,
    values: Values,
) -> Result<Box<dyn Engine>, Failure> {
    family.engine(name, n, values).map_err(|error| match error {
        NoEngine::Game(error) => error.into(),
        NoEngine::NoRocksDb => without_rocksdb(what),
    })
}

/// Opens the database and the game that it holds.
pub(super) fn open_database(family: &dyn Family, args: &DatabaseArgs) -> Result<(Box<dyn Reader>, Database), Failure> {
    let db = Database::open(&args.folder)?;
    let reader = family.reader_of(&db).map_err(|error| not_opened(&args.folder, error))?;
    Ok((reader, db))
}

/// Opens the database and the engine of its game, which `what` needs.
pub(super) fn open_engine(
    what: &str,
    family: &dyn Family,
    args: &DatabaseArgs,
) -> Result<(Box<dyn Engine>, Database), Failure> {
    let (reader, db) = open_database(family, args)?;
    Ok((reader.engine().ok_or_else(|| without_rocksdb(what))?, db))
}

/// What the database keeps of each level, which a run may write.
///
/// # Errors
/// [`Code::NotADatabase`] for an export, folder or archive: it is read-only.
pub(super) fn kept(db: &Database) -> Result<Keep, Failure> {
    Keep::of(db.identity().keep).ok_or_else(|| {
        let sentence = format!("{} is an export, which is read-only", db.folder().display());
        Failure::new(Code::NotADatabase, sentence)
    })
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
    let reader = family.reader_of(&db).map_err(|error| not_opened(folder, error))?;
    Ok(Solution::of(&*reader, &db)?)
}

/// Returns the failure of a database that cannot be opened.
pub(super) fn not_opened(folder: &Path, error: OpenError) -> Failure {
    match error {
        OpenError::Storage(error) => error.into(),
        OpenError::Game(error) => unknown_game(folder, &error),
        OpenError::Levels(error) => error.into(),
    }
}

/// What `-` is on the command line, as in other programs; in a line of text it is the empty board.
pub(super) const STANDARD_INPUT: &str = "'-' is standard input (the empty board is [])";

/// Checks that the `text` of one position is not the name of standard input, which `command` does not read.
pub(super) fn typed_position(command: &str, text: &str) -> Result<(), Failure> {
    match text {
        "-" => Err(Failure::new(
            Code::Usage,
            format!("{STANDARD_INPUT}, and {command} takes one position as an argument"),
        )),
        _ => Ok(()),
    }
}

/// Returns the failure of a command that reads one position, where `text` is none; the name of a file is distinguished
/// from a slip.
pub(super) fn one_position(command: &str, text: &str, failure: Failure) -> Failure {
    match failure {
        Failure::Said(Code::BadPosition, _) if Path::new(text).is_file() => Failure::new(
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
