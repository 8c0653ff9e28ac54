//! `retrograph estimate`: what a run will need, or how many positions there are.

use std::io::{Write, stdout};

use super::failure::{Code, Failure};
use super::game::game_name;
use super::memory::{self, quiet_limit};
use super::out_file::prepare_drafts;
use super::progress::Progress;
use super::solve::order;
use super::threads::pool;
use base::main_memory::MainMemory;
use base::units::{parse_size, parse_threads, processors};
use census::{COSTS, Estimate, FirstLook, Positions};
use engine::{Family, Reader};
use game::shown_name;
use game::values::Values;
use report::costs::in_wide_rows;
use report::{Costs, Forecast, Plan, calibrate, calibration};

/// Random games by default.
const SAMPLES: u32 = 40_000;

/// Forecast positions, disk, memory and time of each level before you start
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph estimate triangle -n 14
  retrograph estimate triangle -n 15 --memory 16GiB --threads 32
  retrograph estimate triangle -n 16 --down-to 42
  retrograph estimate triangle -n 17 --no-calibration --json
  retrograph estimate ramsey-avoid:K4 -n 18
  retrograph estimate ramsey-avoid:K4 -n 18 --census
  retrograph estimate ramsey-avoid-plus:K3 -n 7 --samples 400000 --seed 2

Solves n = 12 in a temporary folder first, some seconds on one core, so that
the forecast fits this machine: a position takes as long as there, and 9 % more
for each vertex more. Times for n = 13 and 14 are good to a quarter, for n = 15
to 17 to a factor of two; disk space to a tenth and a quarter. The unpublished
counts of the levels of n = 15 and 17 are interpolated between those of their
neighbours. K machines that make the parts of a level (docs/cluster.md) take at
best a K-th of the wall time.

For two-colour games (up to 20 vertices) all colourings are counted exactly.
The positions among them, those without a forbidden copy, are estimated from
random games, with confidence intervals; so is what solving them would take.
This takes up to a minute. If a first look at a few hundred games shows that
solving is hopeless, the command reports that and ends; --census continues.")]
pub(super) struct Args {
    /// Name of the game
    #[arg(value_parser = game_name)]
    game: String,
    /// Number of vertices [default: the game's own, if it has one]
    #[arg(short)]
    n: Option<u32>,
    /// Lowest level (number of edges) to solve [default: 0]
    #[arg(long, value_name = "LEVEL")]
    down_to: Option<u32>,
    /// Memory limit, as for solve; with less, more is sorted on disk [default: 4GiB, less on small machines]
    #[arg(long, value_parser = parse_size, value_name = "SIZE")]
    memory: Option<u64>,
    /// Number of threads [default: all processors]
    #[arg(long, value_parser = parse_threads)]
    threads: Option<usize>,
    /// Use the costs of the development machine instead of measuring this one
    #[arg(long)]
    no_calibration: bool,
    /// Random games to estimate a two-colour game from [default: 40000]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    samples: Option<u32>,
    /// Seed of the random games; equal seeds give equal estimates [default: 1]
    #[arg(long)]
    seed: Option<u64>,
    /// Count and estimate the positions of a two-colour game even if solving it looks hopeless
    #[arg(long)]
    census: bool,
    /// Print one JSON object; for a two-colour game, the whole census
    #[arg(long)]
    json: bool,
}

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    let n = order(family, &args.game, args.n)?;
    let asked = args.samples.is_some() || args.seed.is_some() || args.census;
    family.about(&args.game)?;
    if let Some(positions) = Positions::named(&args.game) {
        return args.census(&positions?, n, !asked && !args.json);
    }
    if asked {
        let sentence = "--samples, --seed and --census are for estimates of two-colour games; leave them out";
        return Err(Failure::new(Code::Usage, sentence));
    }
    let game = family.reader(&args.game, n, Values::OUTCOME)?;
    args.forecast(family, &*game)
}

impl Args {
    fn threads(&self) -> usize {
        self.threads.unwrap_or_else(processors)
    }

    /// Prints how many positions a two-colour game has; with `looks_first`, only whether solving is hopeless where it
    /// is.
    fn census(&self, positions: &Positions, n: u32, looks_first: bool) -> Result<(), Failure> {
        let for_levels = [
            ("--down-to", self.down_to.is_some()),
            ("--memory", self.memory.is_some()),
            ("--no-calibration", self.no_calibration),
        ];
        if let Some((option, _)) = for_levels.iter().find(|(_, given)| *given) {
            let sentence = format!("{option} is not for estimates of two-colour games; leave it out");
            return Err(Failure::new(Code::Usage, sentence));
        }
        let pool = pool(self.threads())?;
        if looks_first {
            let look = pool.install(|| FirstLook::new(positions, n as usize, &COSTS))?;
            if look.is_hopeless() {
                let sentence = look.sentence(&shown_name(&positions.name), n);
                return Ok(writeln!(
                    stdout(),
                    "{sentence} With --census the full count is made, which takes up to a minute."
                )?);
            }
        }
        let plan = census::Plan {
            n: n as usize,
            samples: self.samples.unwrap_or(SAMPLES) as usize,
            seed: self.seed.unwrap_or(1),
        };
        let estimate = pool.install(|| Estimate::new(positions, plan))?;
        let mut text = Vec::new();
        match self.json {
            true => estimate.write_json(&mut text)?,
            false => estimate.write_table(&mut text)?,
        }
        Ok(stdout().write_all(&text)?)
    }

    fn forecast(&self, family: &dyn Family, game: &dyn Reader) -> Result<(), Failure> {
        // A limit that is given may be that of another machine.
        let memory = match self.memory {
            Some(_) => quiet_limit(self.memory, memory::SOLVING).bytes,
            None => memory::limit(None, memory::SOLVING),
        };
        let plan = Plan::new(game, self.down_to.unwrap_or(0), memory, self.threads())?;
        // Fails early when no forecast is possible.
        let shipped = Forecast::new(game.name(), plan, Costs::shipped(plan.n))?;
        let small = family.triangle(calibration::ORDER, in_wide_rows(plan.n)).engine();
        let forecast = match small.filter(|_| !self.no_calibration) {
            None => shipped,
            Some(small) => {
                prepare_drafts(&calibration::calibration_folder());
                let costs = calibrate(&*small, &Progress::new(false, false))?;
                Forecast::new(game.name(), plan, costs)?
            }
        };
        let mut text = Vec::new();
        match self.json {
            true => forecast.write_json(&mut text)?,
            false => forecast.write_table(&mut text, MainMemory::here().map(|here| here.most()))?,
        }
        Ok(stdout().write_all(&text)?)
    }
}
