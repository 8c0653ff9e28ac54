//! The saturated positions of a game by level, kept in the database's folder between runs.

use std::collections::BTreeMap;
use std::fs;

use retrograph_storage::{Database, Error, hash_bytes, write_atomically};
use serde::{Deserialize, Serialize};

use super::observer::{Observer, Step};
use crate::games::Game;

/// Positions as graph6, one a line, readable by other tools; its checksum is beside it.
const POSITIONS: &str = "saturated.g6";
const CHECKSUM: &str = "saturated.json";

#[derive(Serialize, Deserialize, PartialEq, Eq)]
struct Checksum {
    positions: u64,
    xxh3: String,
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
    let records = match kept(game, db) {
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

/// The kept list, unless it is missing or differs from its checksum in any byte.
fn kept<G: Game>(game: &G, db: &Database) -> Option<Vec<G::Record>> {
    let text = fs::read_to_string(db.folder().join(POSITIONS)).ok()?;
    let checksum: Checksum = serde_json::from_slice(&fs::read(db.folder().join(CHECKSUM)).ok()?).ok()?;
    let records: Vec<_> = text
        .lines()
        .map(|line| game.parse(line).map(|position| game.record(&position)))
        .collect::<Result<_, _>>()
        .ok()?;
    (checksum
        == Checksum {
            positions: records.len() as u64,
            xxh3: hash_bytes(text.as_bytes()),
        })
    .then_some(records)
}

fn keep<G: Game>(game: &G, db: &Database, records: &[G::Record]) -> Result<(), Error> {
    let mut text = String::new();
    for &record in records {
        text.push_str(&game.graph6(&game.position(record)));
        text.push('\n');
    }
    write_atomically(&db.folder().join(POSITIONS), text.as_bytes())?;
    let checksum = Checksum {
        positions: records.len() as u64,
        xxh3: hash_bytes(text.as_bytes()),
    };
    let json = serde_json::to_vec_pretty(&checksum).expect("a count and a text are JSON");
    write_atomically(&db.folder().join(CHECKSUM), &json)
}
