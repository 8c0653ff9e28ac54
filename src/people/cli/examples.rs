//! `retrograph examples`: one position for each value on each level.

use std::io::{BufWriter, Write, stdout};

use serde::Serialize;

use super::database::DatabaseArgs;
use super::failure::Failure;
use super::listing::{checked, levels, with_listing};
use engine::Family;
use oracle::Value;
use retro::examples;

/// Print one position for each value on each level, the one with the smallest key
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph examples --db triangle-12             # edges, graph6, value
  retrograph examples --db triangle-12 --level 18
  retrograph examples --db t12-grundy --json       # one object per line

The graphs are retrograph's own canonical forms, not those of nauty's labelg.
In score databases each pair of scores counts as a value; this reads whole
levels.")]
pub(super) struct Args {
    #[command(flatten)]
    database: DatabaseArgs,
    /// Number of edges [default: all solved levels]
    #[arg(long, value_name = "EDGES")]
    level: Option<u32>,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// A position as JSON.
#[derive(Serialize)]
struct Example<'a> {
    edges: u32,
    graph6: &'a str,
    #[serde(flatten)]
    value: Value,
}

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    with_listing(family, &args.database, |listing, solution| {
        let mut out = BufWriter::with_capacity(1 << 16, stdout());
        let levels = levels(listing, solution, args.level)?;
        for (&level, listed) in levels.iter().zip(checked(listing, &levels)?.iter()) {
            examples(listing, listed, &mut |row| {
                let value = Value::in_label(solution.values, level, row.left, row.outcome, row.label);
                let graph6 = &row.graph6;
                if args.json {
                    let edges = row.level;
                    serde_json::to_writer(&mut out, &Example { edges, graph6, value })?;
                    writeln!(out)
                } else {
                    writeln!(out, "{level} {graph6} {}", value.text())
                }
            })?;
        }
        Ok(out.flush()?)
    })
}
