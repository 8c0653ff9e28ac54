//! `retrograph stats`: the level table.

use std::io::{Write, stdout};

use retrograph_storage::{Database, Error, LevelManifest};

use super::database::{DatabaseArgs, DatabaseTask, with_database};
use super::failure::Failure;
use crate::games::Game;
use crate::report::{LevelCounts, LevelTable, LevelValues, ValueTable};
use crate::retro::values_of;
use crate::values::{Kind, Play};

/// Print positions, P, N and saturated per level, compared with published tables, and who wins
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph stats --db triangle-12
  retrograph stats --db triangle-12 --format csv > levels.csv     # edges,p,n,saturated; highest level first

Where values are more than who wins, positions are counted by value, as CSV edges,kind,value,positions.")]
pub(super) struct Args {
    #[command(flatten)]
    database: DatabaseArgs,
    /// Form of the table
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Table,
    Csv,
    Json,
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let format = if args.json { Format::Json } else { args.format };
    with_database(&args.database, Print(format))
}

struct Print(Format);

impl DatabaseTask for Print {
    fn run<G: Game>(self, game: G, db: Database) -> Result<(), Failure> {
        let mut text = Vec::new();
        if let Some(table) = value_table(&game, &db)? {
            match self.0 {
                Format::Table => table.write_table(&mut text)?,
                Format::Csv => table.write_csv(&mut text)?,
                Format::Json => table.write_json(&mut text)?,
            }
            return Ok(stdout().write_all(&text)?);
        }
        let table = level_table(&game, &db)?;
        match self.0 {
            Format::Table => table.write_table(&mut text)?,
            Format::Csv => table.write_csv(&mut text)?,
            Format::Json => table.write_json(&mut text)?,
        }
        Ok(stdout().write_all(&text)?)
    }
}

/// The counts of every sealed level, highest first.
pub(super) fn level_table<G: Game>(game: &G, db: &Database) -> Result<LevelTable, Error> {
    let mut levels = Vec::new();
    for level in db.levels()? {
        if let Some(manifest) = db.manifest(level)? {
            levels.push(counts(&manifest));
        }
    }
    // Published tables are of who wins in normal play.
    let values = values_of(db)?;
    let game_name = match (values.play(), values.kind()) {
        (Play::Misere, _) => format!("{}, misère play", game.name()),
        (_, Kind::Score) => format!("{}, scores", game.name()),
        _ => game.name().into(),
    };
    Ok(LevelTable {
        game: game_name,
        n: game.order() as u32,
        levels,
    })
}

/// The values of every sealed level, highest first, where they are more than who wins.
fn value_table<G: Game>(game: &G, db: &Database) -> Result<Option<ValueTable>, Error> {
    let values = values_of(db)?;
    if values.is_outcome() {
        return Ok(None);
    }
    let mut levels = Vec::new();
    for level in db.levels()? {
        let Some(manifest) = db.manifest(level)? else { continue };
        levels.push(LevelValues {
            edges: level,
            positions: manifest.positions.positions,
            saturated: manifest.counts.get("saturated").copied().unwrap_or(0),
            first: manifest.positions.by_label,
            second: manifest.positions.by_second,
        });
    }
    Ok(Some(ValueTable {
        game: game.name().into(),
        n: game.order() as u32,
        values,
        most_moves: game.most_left(&game.empty()),
        levels,
    }))
}

fn counts(manifest: &LevelManifest) -> LevelCounts {
    let count = |name: &str| manifest.counts.get(name).copied().unwrap_or(0);
    LevelCounts {
        edges: manifest.level,
        p: count("p"),
        n: count("n"),
        saturated: count("saturated"),
    }
}
