//! `retrograph export`: publish the values.

use std::io::{Write, stdout};
use std::path::PathBuf;

use super::database::{DatabaseArgs, open_database};
use super::failure::Failure;
use super::out_file::folder_for;
use super::printable::printable;
use super::progress::Progress;
use engine::Family;
use figures::{bytes, counted};
use game::shown_name;

/// Write the values as a read-only folder of label functions with checksums, to publish or archive
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph export --db triangle-14 --out triangle-14-values
  retrograph query --db triangle-14-values < graphs.g6
  cd triangle-14-values && sha256sum -c SHA256SUMS

About 1.1 bits per position. query, moves, stats, info and verify read the
folder like a database; its README.txt explains it to whoever finds it.
Everything is checked before it is written; nothing is ever overwritten.")]
pub(super) struct Args {
    #[command(flatten)]
    database: DatabaseArgs,
    /// Folder to create; it must not exist yet
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    let Args { database, out, json } = args;
    let (engine, db) = open_database(family, &database)?;
    folder_for(&out)?;
    let progress = Progress::new(false, false);
    let facts = engine.export(&db, &out, &progress)?;
    let line = if json {
        serde_json::json!({
            "out": out.to_string_lossy(), "game": facts.game, "n": facts.n, "highest_level": facts.top,
            "lowest_level": facts.lowest, "complete": facts.lowest == 0, "positions": facts.positions,
            "label_function_bytes": facts.label_function_bytes,
        })
        .to_string()
    } else {
        format!(
            "{}: levels {} to {} of {} on {} vertices, {}, {}",
            printable(&out.to_string_lossy()),
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
