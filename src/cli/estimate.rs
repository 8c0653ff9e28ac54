//! `retrograph estimate`: what a run will take.

use std::io::{Write, stdout};

use super::failure::Failure;
use super::progress::Progress;
use super::size::parse_size;
use super::threads::parse_threads;
use crate::games::{Game, GameTask, with_game};
use crate::report::{Costs, Forecast, Plan, calibrate};
use crate::values::Values;

/// Forecast positions, disk, memory and time of each level before you start
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph estimate triangle -n 14
  retrograph estimate triangle -n 15 --memory 16GiB --threads 32
  retrograph estimate triangle -n 16 --down-to 42
  retrograph estimate triangle -n 17 --no-calibration --json

Solves n = 12 in a temporary folder first (a few seconds of one core), so that the forecast is this machine's.
Forecasts made so for n = 13 and 14 were within 25 % of what solving took. Beyond that, look-ups a position are
extrapolated, and the counts of the levels of n = 15 and 17, which nobody has published, are interpolated between
those of their neighbours; take times for n = 15 to 17 as good to a factor of two, disk to a quarter.")]
pub(super) struct Args {
    /// Name of the game
    game: String,
    /// Number of vertices
    #[arg(short)]
    n: u32,
    /// Lowest level (number of edges) to solve
    #[arg(long, value_name = "LEVEL", default_value_t = 0)]
    down_to: u32,
    /// Limit of the memory used, as for solve; with less, more is sorted on disk
    #[arg(long, default_value = "4GiB", value_parser = parse_size, value_name = "SIZE")]
    memory: u64,
    /// Threads that work [default: all processors]
    #[arg(long, value_parser = parse_threads)]
    threads: Option<usize>,
    /// Take the costs of the machine the program was developed on, at once
    #[arg(long)]
    no_calibration: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    with_game(&args.game.clone(), args.n, Values::OUTCOME, args)?
}

impl GameTask for Args {
    type Output = Result<(), Failure>;

    fn run<G: Game>(self, game: G) -> Self::Output {
        let available = std::thread::available_parallelism().map_or(1, |threads| threads.get());
        let threads = self.threads.unwrap_or(available);
        let plan = Plan::new(&game, self.down_to, self.memory, threads)?;
        // Also says at once where no forecast can be made.
        let shipped = Forecast::new(game.name(), plan, Costs::shipped(self.n))?;
        let forecast = if self.no_calibration {
            shipped
        } else {
            let progress = Progress::new(false, false);
            let costs = calibrate(self.n, shipped.largest_label_function_bytes(), &progress)?;
            Forecast::new(game.name(), plan, costs)?
        };
        let mut text = Vec::new();
        if self.json {
            forecast.write_json(&mut text)?;
        } else {
            forecast.write_table(&mut text, machine_memory())?;
        }
        Ok(stdout().write_all(&text)?)
    }
}

/// Bytes of main memory, where the system says so in Linux's way.
fn machine_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let kibibytes = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = kibibytes.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}
