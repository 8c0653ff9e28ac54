//! `retrograph verify`: is the database what it was when it was sealed, and do its values follow from the rules?

use std::io::{Write, stdout};

use retrograph_storage::{Database, Error};

use super::database::{DatabaseArgs, DatabaseTask, with_database};
use super::failure::{Code, Failure, tell};
use super::progress::Progress;
use super::stats::level_table;
use crate::games::Game;
use crate::report::figures::grouped;
use crate::retro::{Depth, Fault, FaultKind, check};

/// Check checksums and counts of every level and, with --sample or --full, derive values again
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph verify --db triangle-12
  retrograph verify --db triangle-12 --sample 10000
  retrograph verify --db triangle-12 --full")]
pub(super) struct Args {
    #[command(flatten)]
    database: DatabaseArgs,
    /// Derive the values of about K positions of each level again from their moves
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// Derive every value again
    #[arg(long, conflicts_with = "sample")]
    full: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let depth = match args.sample {
        Some(count) => Depth::Sample(count),
        None if args.full => Depth::Full,
        None => Depth::Bytes,
    };
    with_database(&args.database, Verify { depth, json: args.json })
}

struct Verify {
    depth: Depth,
    json: bool,
}

impl DatabaseTask for Verify {
    fn run<G: Game>(self, game: G, db: Database) -> Result<(), Failure> {
        // Another format is no fault of the database.
        for level in db.levels()? {
            if let Err(error @ (Error::NewerFormat { .. } | Error::OlderFormat { .. })) = db.manifest(level) {
                return Err(error.into());
            }
        }
        let progress = Progress::new(false, false);
        let report = check(&game, &db, self.depth, &progress)?;
        let mut faults = report.faults;
        if faults.is_empty() && level_table(&game, &db)?.contradicts_published() {
            let sentence = "the counts contradict a published table; see `retrograph stats`".into();
            faults.push(Fault {
                level: None,
                file: db.folder().to_path_buf(),
                kind: FaultKind::Counts,
                sentence,
            });
        }
        let line = if self.json {
            let faults: Vec<_> = (faults.iter())
                .map(|fault| {
                    serde_json::json!({
                        "level": fault.level, "file": fault.file.to_string_lossy(), "kind": fault.kind.name(),
                        "sentence": fault.sentence,
                    })
                })
                .collect();
            serde_json::json!({
                "levels": report.levels, "positions": report.positions, "values_derived": report.values,
                "sound": faults.is_empty(), "faults": faults, "warnings": report.warnings,
            })
            .to_string()
        } else {
            for warning in &report.warnings {
                tell(&format!("warning: {warning}"));
            }
            for fault in &faults {
                tell(&fault.sentence);
            }
            let [positions, values] = [report.positions, report.values].map(grouped);
            let verdict = if faults.is_empty() { "sound" } else { "NOT sound" };
            format!(
                "{} levels, {positions} positions, {values} values derived again: {verdict}",
                report.levels
            )
        };
        writeln!(stdout(), "{line}")?;
        if faults.is_empty() {
            Ok(())
        } else {
            Err(Failure::Silent(Code::Damaged))
        }
    }
}
