//! `retrograph export`: publish the values.

use std::io::{Write, stdout};
use std::path::PathBuf;

use retrograph_storage::Database;

use super::database::{DatabaseArgs, DatabaseTask, with_database};
use super::failure::Failure;
use super::out_file::folder_for;
use super::printable::printable;
use super::progress::Progress;
use figures::{bytes, counted};
use games::{Game, shown_name};
use retro::export;

/// Write the values as a read-only folder of label functions with checksums, to be published or kept
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph export --db triangle-14 --out triangle-14-values
  retrograph query --db triangle-14-values < graphs.g6
  cd triangle-14-values && sha256sum -c SHA256SUMS

About 1.1 bits a position. The folder answers query, moves, stats, info and
verify as a database does; it holds a README.txt for whoever finds it.
Everything is checked on the way, and nothing is ever overwritten.")]
pub(super) struct Args {
    #[command(flatten)]
    database: DatabaseArgs,
    /// The folder to make; it must not be there yet
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let Args { database, out, json } = args;
    with_database(&database, Export { out, json })
}

struct Export {
    out: PathBuf,
    json: bool,
}

impl DatabaseTask for Export {
    fn run<G: Game>(self, game: G, db: Database) -> Result<(), Failure> {
        folder_for(&self.out)?;
        let progress = Progress::new(false, false);
        let facts = export(&game, &db, &self.out, &progress)?;
        let line = if self.json {
            serde_json::json!({
                "out": self.out.to_string_lossy(), "game": facts.game, "n": facts.n, "highest_level": facts.top,
                "lowest_level": facts.lowest, "complete": facts.lowest == 0, "positions": facts.positions,
                "label_function_bytes": facts.label_function_bytes,
            })
            .to_string()
        } else {
            format!(
                "{}: levels {} to {} of {} on {} vertices, {}, {}",
                printable(&self.out.to_string_lossy()),
                facts.top,
                facts.lowest,
                shown_name(&facts.game),
                facts.n,
                counted(facts.positions, "position"),
                bytes(facts.label_function_bytes as f64)
            )
        };
        Ok(writeln!(stdout(), "{line}")?)
    }
}
