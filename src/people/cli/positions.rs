//! `retrograph positions`: the stored positions, for other programs.

use super::database::DatabaseArgs;
use super::failure::{Code, Failure};
use super::listing::{OutArgs, checked, levels, with_listing};
use engine::Family;
use report::listing::Wanted;

/// Write stored positions with their values as graph6, CSV or Parquet, for nauty, SageMath, networkx, polars, DuckDB
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph positions --db triangle-12 --level 12 --value P | countg --e
  retrograph positions --db triangle-12 --level 30 --format csv
  retrograph positions --db triangle-12 --out triangle-12.parquet
  retrograph positions --db t12-moves --value 5 --out five-moves.csv

Positions are canonical forms in the order of their keys, highest level first.
The canonical form is retrograph's own, not that of nauty's labelg: to compare
with other lists, pipe both through labelg.
CSV has the columns edges, graph6, value (P, N or T), and grundy, remoteness,
or max and min if they were solved for; Parquet also has the column key, the
bytes stored. Positions of two colours are two words of graph6, red and green;
where either player may be next, each has its own row. --value takes the output
of `retrograph query` or a part of it: P, N, 3, 'N 3', or '14 12' for scores.
Databases with values only (--keep labels, exports) have no positions to list.")]
pub(super) struct Args {
    #[command(flatten)]
    database: DatabaseArgs,
    /// Number of edges [default: all solved levels]
    #[arg(long, value_name = "EDGES")]
    level: Option<u32>,
    /// Only positions of this value
    #[arg(long, value_name = "VALUE")]
    value: Option<String>,
    #[command(flatten)]
    out: OutArgs,
}

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    let out = args.out.begin()?;
    with_listing(family, &args.database, |listing, solution| {
        let wanted = args.value.as_ref().map(|text| Wanted::parse(solution.values, text));
        let wanted = wanted
            .transpose()
            .map_err(|bad| Failure::new(Code::Usage, bad.to_string()))?;
        let levels = levels(listing, solution, args.level)?;
        let checked = checked(listing, &levels)?;
        out.write(solution, |visit| {
            (levels.into_iter().zip(&checked)).try_for_each(|(level, listed)| {
                let has = |label, outcome, left| {
                    let has = |wanted: &Wanted| wanted.has(level, left, outcome, label);
                    wanted.as_ref().is_none_or(has)
                };
                listing.scan(listed, &has, visit)
            })
        })
    })
}
