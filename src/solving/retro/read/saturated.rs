//! The list of saturated positions in a database's folder.

use std::io::{BufRead, BufReader, Read};

use retrograph_storage::{
    Database, Error, FORMAT, Hasher, Kept, hash_bytes, open_sized, read_sealed_json, write_atomically,
    write_sealed_json,
};
use serde::{Deserialize, Serialize};

use game::{Keys, Levels};

/// Positions as graph6, one a line, readable by other tools.
pub(crate) const POSITIONS: &str = "saturated.g6";
/// What is known of that list.
const SUMMARY: &str = "saturated.json";
/// The files of this list in the database's folder.
pub const FILES: [&str; 2] = [POSITIONS, SUMMARY];
/// Most bytes of the summary that are read.
const SUMMARY_BYTES_MOST: u64 = 64 << 10;

/// Bytes of a line of the list at most: two words of graph6 on 20 vertices take 68.
const LINE_BYTES_MOST: u64 = 1 << 10;

/// Content of `saturated.json`.
#[derive(Serialize, Deserialize, PartialEq, Eq)]
struct Summary {
    format: u32,
    game: String,
    n: u32,
    positions: u64,
    bytes: u64,
    list_xxh3: String,
    /// Where the list comes from an ascent: the number of positions of each level from 0 up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    levels: Option<Vec<u64>>,
}

impl Summary {
    fn of<G: Levels>(game: &G, positions: usize, text: &str, levels: Option<Vec<u64>>) -> Self {
        Self {
            format: FORMAT,
            game: game.name().into(),
            n: game.order() as u32,
            positions: positions as u64,
            bytes: text.len() as u64,
            list_xxh3: hash_bytes(text.as_bytes()),
            levels,
        }
    }
}

/// The highest level of the game that `db` holds; `None` before an ascent has found it. Of an export, the highest one
/// that is there.
///
/// # Errors
/// When the list of saturated positions is damaged.
pub fn top<G: Keys>(game: &G, db: &Database) -> Result<Option<u32>, Error> {
    match game.top() {
        Some(top) => Ok(Some(top)),
        None if db.identity().keep == Kept::Export => Ok(db.levels()?.first().copied()),
        None => Ok(read_summary(db)?
            .and_then(|summary| summary.levels?.len().checked_sub(1))
            .map(|top| top as u32)),
    }
}

/// Whether the list is as it was written.
///
/// # Errors
/// [`Error::Corrupt`], for a missing file too.
pub fn check_saturated<G: Levels>(game: &G, db: &Database) -> Result<(), Error> {
    match kept(game, db)? {
        Some(_) => Ok(()),
        None => Err(missing_summary(db)),
    }
}

/// That nothing is known of the list, although there are levels.
pub(crate) fn missing_summary(db: &Database) -> Error {
    Error::corrupt(&db.folder().join(SUMMARY), "it is missing")
}

fn read_summary(db: &Database) -> Result<Option<Summary>, Error> {
    read_sealed_json(&db.folder().join(SUMMARY), SUMMARY_BYTES_MOST)
}

/// The kept list and what an ascent counted, `None` when no summary is there.
///
/// # Errors
/// [`Error::Corrupt`] when list or summary differs in any byte from what was written, or belongs to another game.
pub(crate) fn kept<G: Levels>(game: &G, db: &Database) -> Result<Option<ListedOnDisk<G::Record>>, Error> {
    let path = db.folder().join(SUMMARY);
    let Some(summary) = read_summary(db)? else {
        return Ok(None);
    };
    if (summary.game.as_str(), summary.n) != (game.name(), game.order() as u32) {
        let what = format!("it is of {} on {}", summary.game, summary.n);
        return Err(Error::corrupt(&path, what));
    }
    let path = db.folder().join(POSITIONS);
    let damaged = |what: &str| Error::corrupt(&path, what);
    let file = open_sized(&path, summary.bytes, SUMMARY)?;
    // Line by line: memory goes to positions alone, whatever the summary says of the size.
    let mut lines = BufReader::new(file.take(summary.bytes));
    let (mut records, mut hash, mut line) = (Vec::new(), Hasher::new(), Vec::new());
    loop {
        line.clear();
        let read = lines.by_ref().take(LINE_BYTES_MOST).read_until(b'\n', &mut line);
        read.map_err(|source| Error::Io {
            path: path.clone(),
            action: "read",
            source,
        })?;
        if line.is_empty() {
            break;
        }
        hash.update(&line);
        let text = line.strip_suffix(b"\n").and_then(|line| std::str::from_utf8(line).ok());
        let position = text.and_then(|text| game.parse(text).ok());
        let position = position.ok_or_else(|| damaged("it has a line that is no position of the game"))?;
        records.push(game.record(&position));
    }
    if hash.hex() != summary.list_xxh3 {
        return Err(damaged("its content does not have its checksum"));
    }
    if records.len() as u64 != summary.positions {
        return Err(damaged("it is not the list of its summary"));
    }
    Ok(Some((records, summary.levels)))
}

/// Records, and the sizes of all levels where an ascent has counted them.
pub(crate) type ListedOnDisk<R> = (Vec<R>, Option<Vec<u64>>);

/// Writes the list and what an ascent counted.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn keep<G: Levels>(
    game: &G,
    db: &Database,
    records: &[G::Record],
    levels: Option<Vec<u64>>,
) -> Result<(), Error> {
    let mut text = String::new();
    for &record in records {
        text.push_str(&game.graph6(&game.position(record)));
        text.push('\n');
    }
    db.check_lock()?;
    write_atomically(&db.folder().join(POSITIONS), text.as_bytes())?;
    write_sealed_json(
        &db.folder().join(SUMMARY),
        &Summary::of(game, records.len(), &text, levels),
    )
}
