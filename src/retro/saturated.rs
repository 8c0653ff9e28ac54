//! The saturated positions of a game by level, kept in the database's folder between runs.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;

use retrograph_storage::{
    Database, Error, FORMAT, hash_bytes, hash_file, read_sealed_json, write_atomically, write_sealed_json,
};
use serde::{Deserialize, Serialize};

use super::observer::{Observer, Step};
use crate::games::Game;

/// Positions as graph6, one a line, readable by other tools.
const POSITIONS: &str = "saturated.g6";
/// What is known of that list.
const SUMMARY: &str = "saturated.json";
/// The files of this list in the database's folder.
pub(super) const FILES: [&str; 2] = [POSITIONS, SUMMARY];
/// Most bytes of the summary that are read.
const SUMMARY_BYTES_MOST: u64 = 64 << 10;

/// Content of `saturated.json`.
#[derive(Serialize, Deserialize, PartialEq, Eq)]
struct Summary {
    format: u32,
    game: String,
    n: u32,
    positions: u64,
    bytes: u64,
    list_xxh3: String,
}

impl Summary {
    fn of<G: Game>(game: &G, positions: usize, text: &str) -> Self {
        Self {
            format: FORMAT,
            game: game.name().into(),
            n: game.order() as u32,
            positions: positions as u64,
            bytes: text.len() as u64,
            list_xxh3: hash_bytes(text.as_bytes()),
        }
    }
}

/// Level to sorted records with label 0.
pub(super) type Saturated<R> = BTreeMap<u32, Vec<R>>;

/// The list of an earlier run when it is whole, otherwise a new one, which is then kept.
///
/// # Errors
/// When the list cannot be written.
pub(super) fn saturated<G: Game>(
    game: &G,
    db: &Database,
    observer: &dyn Observer,
) -> Result<Saturated<G::Record>, Error> {
    let kept = match kept(game, db) {
        Err(error @ Error::Corrupt { .. }) => {
            observer.note(&format!("{error} It is made again now."));
            None
        }
        other => other?,
    };
    let records = match kept {
        Some(records) => {
            observer.note(&format!("{} saturated positions read from {POSITIONS}", records.len()));
            records
        }
        None => {
            let step = |all| Step {
                level: None,
                name: "saturated positions",
                done: 0,
                all,
            };
            observer.begin(&step(0));
            let records = game.saturated(&|done, all| {
                if done == 1 {
                    observer.begin(&step(all));
                }
                observer.advance(done);
            });
            observer.end();
            keep(game, db, &records)?;
            observer.note(&format!(
                "{} saturated positions found, kept in {POSITIONS}",
                records.len()
            ));
            records
        }
    };
    let mut levels = Saturated::new();
    for record in records {
        levels.entry(game.level(record)).or_default().push(record);
    }
    Ok(levels)
}

/// Whether the list is as it was written.
///
/// # Errors
/// [`Error::Corrupt`], for a missing file too.
pub(super) fn check_saturated<G: Game>(game: &G, db: &Database) -> Result<(), Error> {
    match kept(game, db)? {
        Some(_) => Ok(()),
        None => Err(Error::corrupt(&db.folder().join(SUMMARY), MISSING)),
    }
}

const MISSING: &str = "it is missing";

/// The kept list, `None` when no summary is there.
///
/// # Errors
/// [`Error::Corrupt`] when list or summary differs in any byte from what was written, or belongs to another game.
fn kept<G: Game>(game: &G, db: &Database) -> Result<Option<Vec<G::Record>>, Error> {
    let path = db.folder().join(SUMMARY);
    let Some(summary) = read_sealed_json::<Summary>(&path, SUMMARY_BYTES_MOST)? else {
        return Ok(None);
    };
    if (summary.game.as_str(), summary.n) != (game.name(), game.order() as u32) {
        let what = format!("it is of {} on {}", summary.game, summary.n);
        return Err(Error::corrupt(&path, what));
    }
    let path = db.folder().join(POSITIONS);
    let damaged = |what: &str| Error::corrupt(&path, what);
    match fs::metadata(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(damaged(MISSING)),
        // Before anything is read.
        Ok(metadata) if metadata.len() != summary.bytes => {
            let what = format!("it has {} bytes, {SUMMARY} says {}", metadata.len(), summary.bytes);
            return Err(damaged(&what));
        }
        _ => {}
    }
    if hash_file(&path)?.1 != summary.list_xxh3 {
        return Err(damaged("its content does not have its checksum"));
    }
    let text = fs::read_to_string(&path).map_err(|error| damaged(&error.to_string()))?;
    let records: Vec<_> = text
        .lines()
        .map(|line| game.parse(line).map(|position| game.record(&position)))
        .collect::<Result<_, _>>()
        .map_err(|error| damaged(&error.to_string()))?;
    if Summary::of(game, records.len(), &text) != summary {
        return Err(damaged("it is not the list of its summary"));
    }
    Ok(Some(records))
}

fn keep<G: Game>(game: &G, db: &Database, records: &[G::Record]) -> Result<(), Error> {
    let mut text = String::new();
    for &record in records {
        text.push_str(&game.graph6(&game.position(record)));
        text.push('\n');
    }
    write_atomically(&db.folder().join(POSITIONS), text.as_bytes())?;
    write_sealed_json(&db.folder().join(SUMMARY), &Summary::of(game, records.len(), &text))
}
