//! `retrograph sample`: random positions of a level.

use super::database::DatabaseArgs;
use super::failure::Failure;
use super::listing::{OutArgs, with_listing};
use engine::Family;

/// Draw random positions of a level; every set of --count positions is equally likely
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph sample --db t12 --level 18 --count 100
  retrograph sample --db t12 --level 18 --count 1000 --seed 7 --format csv
  retrograph sample --db t12 --level 18 | retrograph query --db t12 --json

Without repetition, in the order of their keys; all positions if there are no
more than --count. The same seed draws the same positions, on any machine and
with any number of threads. Their canonical form is retrograph's own, not that
of nauty's labelg.")]
pub(super) struct Args {
    #[command(flatten)]
    database: DatabaseArgs,
    /// Number of edges
    #[arg(long, value_name = "EDGES")]
    level: u32,
    /// Number of positions
    #[arg(long, value_name = "COUNT", default_value_t = 1)]
    count: u64,
    /// Seed; the same seed draws the same positions
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    out: OutArgs,
}

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    let sink = args.out.begin()?;
    with_listing(family, &args.database, |listing, solution| {
        listing.manifest(args.level)?;
        let level = listing.check(args.level)?;
        sink.write(solution, |visit| listing.sample(&level, args.count, args.seed, visit))
    })
}
