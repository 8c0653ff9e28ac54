//! `retrograph info`: what a database holds.

use std::io::{Write, stdout};

use retrograph_storage::Database;

use super::database::{DatabaseArgs, DatabaseTask, with_database};
use super::failure::Failure;
use crate::games::Game;
use crate::report::figures::{bytes, grouped};

/// Print what a database holds: game, levels, positions, sizes
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph info --db triangle-12
  retrograph info --db triangle-12 --json")]
pub(super) struct Args {
    #[command(flatten)]
    database: DatabaseArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    with_database(&args.database, Info { json: args.json })
}

struct Info {
    json: bool,
}

impl DatabaseTask for Info {
    fn run<G: Game>(self, game: G, db: Database) -> Result<(), Failure> {
        let identity = db.identity();
        let levels = db.levels()?;
        let (mut positions, mut level_bytes, mut label_bytes, mut with_positions) = (0, 0, 0, 0);
        for &level in &levels {
            let Some(manifest) = db.manifest(level)? else { continue };
            positions += manifest.positions.positions;
            label_bytes += manifest.label_function.bytes;
            if db.has_positions(level) {
                with_positions += 1;
                level_bytes += manifest.positions.bytes;
            }
        }
        let (highest, lowest) = (levels.first().copied(), levels.last().copied());
        if self.json {
            let object = serde_json::json!({
                "game": identity.game, "n": identity.n, "keep": identity.keep, "format": identity.format,
                "tool_version": identity.tool_version, "top_level": game.top(), "highest_level": highest, "lowest_level": lowest,
                "complete": lowest == Some(0), "positions": positions, "levels": levels.len(),
                "levels_with_positions": with_positions, "level_bytes": level_bytes, "label_function_bytes": label_bytes,
            });
            return Ok(writeln!(stdout(), "{object}")?);
        }
        let range = match (highest, lowest) {
            (Some(highest), Some(0)) => format!("all {} ({highest} to 0)", levels.len()),
            (Some(highest), Some(lowest)) => format!("{} of {} ({highest} to {lowest})", levels.len(), game.top() + 1),
            _ => "none yet".into(),
        };
        let per = |bytes: u64, unit: f64| bytes as f64 * unit / (positions as f64).max(1.0);
        let mut text = Vec::new();
        writeln!(text, "game             {} on {} vertices", identity.game, identity.n)?;
        writeln!(text, "levels sealed    {range}")?;
        writeln!(text, "positions        {}", grouped(positions))?;
        writeln!(
            text,
            "keys and labels  {} in {with_positions} levels",
            bytes(level_bytes as f64)
        )?;
        writeln!(
            text,
            "label functions  {}, {:.3} bits a position",
            bytes(label_bytes as f64),
            per(label_bytes, 8.0)
        )?;
        writeln!(text, "kept             {}", identity.keep)?;
        writeln!(
            text,
            "written by       retrograph {}, format {}",
            identity.tool_version, identity.format
        )?;
        Ok(stdout().write_all(&text)?)
    }
}
