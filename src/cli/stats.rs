//! `retrograph stats`: the level table.

use std::io::{Write, stdout};

use retrograph_storage::{Database, Error, LevelManifest};

use super::database::{DatabaseArgs, DatabaseTask, with_database};
use super::failure::Failure;
use crate::games::Game;
use crate::report::{LevelCounts, LevelTable};

/// Print positions, P, N and saturated per level, compared with published tables, and who wins
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph stats --db triangle-12
  retrograph stats --db triangle-12 --format csv > levels.csv     # edges,p,n,saturated; highest level first")]
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
        let table = level_table(&game, &db)?;
        let mut text = Vec::new();
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
    Ok(LevelTable {
        game: game.name().into(),
        n: game.order() as u32,
        levels,
    })
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
