//! Positions, disk, memory and time of every level, before anything is computed.

use engine::Reader;
use retrograph_storage::{LabelFunctionBuilder, Signatures};
use serde::Serialize;

use super::costs::Costs;
use super::counts::{Basis, ForecastError, level_forecast};
use super::published;
use retro::{Memory, SolveError};

/// A run to be forecast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Number of vertices.
    pub n: u32,
    /// Lowest level to solve.
    pub down_to: u32,
    /// Number of threads.
    pub threads: usize,
    /// The memory limit, in bytes.
    pub memory: u64,
    shares: Memory,
    record_bytes: u64,
    /// Positions that are sorted without a run.
    records_in_memory: u64,
    /// Positions whose label function is built without a temporary file.
    items_in_memory: u64,
}

/// The cost of one level.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LevelCost {
    /// Number of edges.
    pub edges: u32,
    /// Positions up to isomorphism.
    pub positions: u64,
    /// The source of that number.
    pub basis: Basis,
    /// Disk for the sealed positions and labels, in bytes.
    pub level_bytes: u64,
    /// Disk, or memory if it is held there, for the label function, in bytes.
    pub label_function_bytes: u64,
    /// Disk for sorted runs while the level is being solved, in bytes.
    pub run_bytes: u64,
    /// Disk for the hashes from which the label function is built, and for those that say where ambiguous positions
    /// are, in bytes.
    pub item_bytes: u64,
    /// Memory in use while the level is expanded, in bytes: sort buffer, the mapped label function above.
    pub memory_bytes: u64,
    /// Hours of one CPU core.
    pub cpu_hours: f64,
    /// Hours of elapsed time.
    pub wall_hours: f64,
}

/// The cost of solving a game, level by level.
#[derive(Clone, Debug, PartialEq)]
pub struct Forecast {
    /// Name of the game on the command line.
    pub game: String,
    /// The run to be forecast.
    pub plan: Plan,
    /// The costs used.
    pub costs: Costs,
    /// Levels, highest number of edges first; never empty.
    pub levels: Vec<LevelCost>,
}

impl Forecast {
    /// Forecasts a run. Fails where no counts are known.
    pub fn new(game: &str, plan: Plan, costs: Costs) -> Result<Forecast, ForecastError> {
        if !published::covers(game) {
            return Err(ForecastError::NoKnownGame { game: game.to_string() });
        }
        let mut levels: Vec<LevelCost> = Vec::new();
        for (edges, positions, basis) in level_forecast(plan.n)? {
            if edges >= plan.down_to {
                let level = plan.level(&costs, levels.last(), (edges, positions, basis));
                levels.push(level);
            }
        }
        Ok(Forecast {
            game: game.to_string(),
            plan,
            costs,
            levels,
        })
    }

    /// Returns the positions in all levels.
    pub fn positions(&self) -> u64 {
        self.levels.iter().map(|level| level.positions).sum()
    }

    /// Hours of one CPU core for all levels.
    pub fn cpu_hours(&self) -> f64 {
        self.levels.iter().map(|level| level.cpu_hours).sum()
    }

    /// Returns the hours of elapsed time for all levels.
    pub fn wall_hours(&self) -> f64 {
        self.levels.iter().map(|level| level.wall_hours).sum()
    }

    /// Returns the size of the largest label function in bytes.
    pub fn largest_label_function_bytes(&self) -> u64 {
        let sizes = self.levels.iter().map(|level| level.label_function_bytes);
        sizes.max().unwrap_or(0)
    }

    /// Returns the largest resident set during the run, in bytes, including the mapped label function.
    pub fn memory_bytes(&self) -> u64 {
        self.levels.iter().map(|level| level.memory_bytes).max().unwrap_or(0)
    }

    /// Returns the smallest `--memory`, in bytes, at which no label function is more than half of it, and a run does
    /// not warn.
    pub fn roomy_memory(&self) -> u64 {
        2 * self.largest_label_function_bytes()
    }

    /// Returns the disk space at the end when all positions are kept, in bytes: every sealed level and every label
    /// function.
    pub fn disk_bytes_keeping_positions(&self) -> u64 {
        let bytes = |level: &LevelCost| level.level_bytes + level.label_function_bytes;
        self.levels.iter().map(bytes).sum()
    }

    /// Returns the disk space at the end when only labels are kept, in bytes: every label function, and the positions
    /// of the lowest level if the run does not go down to 0.
    pub fn disk_bytes_keeping_labels(&self) -> u64 {
        let lowest = self.levels.last().filter(|level| level.edges > 0);
        let labels: u64 = self.levels.iter().map(|level| level.label_function_bytes).sum();
        labels + lowest.map_or(0, |level| level.level_bytes)
    }

    /// Returns the largest disk use during the run when all positions are kept, in bytes.
    pub fn peak_disk_bytes_keeping_positions(&self) -> u64 {
        self.peak_disk_bytes(|above| above.iter().map(|level| level.level_bytes).sum())
    }

    /// Returns the largest disk use during the run when only labels are kept, in bytes.
    pub fn peak_disk_bytes_keeping_labels(&self) -> u64 {
        self.peak_disk_bytes(|above| above.last().map_or(0, |level| level.level_bytes))
    }

    /// Returns the maximum on disk while a level is sealed: label functions so far, the positions above as given by
    /// `kept`, the level, its items, and its runs or, after those, its label function.
    fn peak_disk_bytes(&self, kept: impl Fn(&[LevelCost]) -> u64) -> u64 {
        let bytes = |(i, level): (usize, &LevelCost)| {
            let above = &self.levels[..i];
            let labels: u64 = above.iter().map(|level| level.label_function_bytes).sum();
            let under_way = level.level_bytes + level.item_bytes + level.run_bytes.max(level.label_function_bytes);
            labels + kept(above) + under_way
        };
        self.levels.iter().enumerate().map(bytes).max().unwrap_or(0)
    }

    /// Returns whether some counts are not published.
    pub fn is_interpolated(&self) -> bool {
        self.levels.iter().any(|level| level.basis == Basis::Interpolated)
    }
}

impl Plan {
    /// Returns the plan to solve `game` down to a level.
    ///
    /// # Errors
    /// Fails when `solve` would: a level above the highest, too little memory.
    pub fn new(game: &dyn Reader, down_to: u32, memory: u64, threads: usize) -> Result<Plan, SolveError> {
        let shares = game.within_limits(down_to, memory, threads)?;
        Ok(Plan {
            n: game.order(),
            down_to,
            threads,
            memory,
            shares,
            record_bytes: game.record_bytes(),
            records_in_memory: game.sorted_in(shares.sort),
            items_in_memory: LabelFunctionBuilder::capacity(shares.builder),
        })
    }

    /// Forecasts a level, given the one above it.
    fn level(
        &self,
        costs: &Costs,
        above: Option<&LevelCost>,
        (edges, positions, basis): (u32, u64, Basis),
    ) -> LevelCost {
        let level_bytes = costs.level_bytes(self.n, edges, positions);
        let runs = positions.div_ceil(self.records_in_memory);
        let run_bytes = if runs > 1 {
            // One in `runs` positions is in a given run, so the gap to the next is `runs` times as wide.
            level_bytes + (positions as f64 * (runs as f64).log2() / 8.0) as u64
        } else {
            0
        };
        let items = if positions <= self.items_in_memory {
            0
        } else {
            Signatures::bytes(positions)
        };
        let cpu_us = costs.cpu_us(self.n, positions);
        // A level begins and ends on one thread.
        let wall_us = costs.cpu_us_per_level + (cpu_us - costs.cpu_us_per_level) / self.threads as f64;
        LevelCost {
            edges,
            positions,
            basis,
            level_bytes,
            label_function_bytes: costs.label_function_bytes(self.n, edges, positions),
            run_bytes,
            item_bytes: items,
            memory_bytes: Memory::fixed(self.threads)
                + positions.min(self.records_in_memory) * self.record_bytes
                + above.map_or(0, |above| above.label_function_bytes),
            cpu_hours: cpu_us / 3.6e9,
            wall_hours: wall_us / 3.6e9,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::costs::in_wide_rows;
    use all_games::AllGames;
    use engine::Family;

    const GIB: u64 = 1 << 30;

    /// n; bytes of all levels, of all label functions, and CPU seconds.
    const LARGER: [(u32, f64, f64, f64); 2] = [
        (13, 42_221_586.0, 2_762_990.0, 31.2),
        (14, 984_638_404.0, 61_630_731.0, 891.0),
    ];

    fn plan(n: u32, memory: u64, threads: usize) -> Plan {
        Plan::new(&*AllGames.triangle(n, in_wide_rows(n)), 0, memory, threads).unwrap()
    }

    fn forecast(plan: Plan) -> Forecast {
        Forecast::new("triangle", plan, Costs::shipped(plan.n)).unwrap()
    }

    fn assert_within(percent: f64, forecast: f64, measured: f64, what: &str) {
        let error = (forecast / measured - 1.0) * 100.0;
        assert!(
            error.abs() <= percent,
            "{what}: {forecast} forecast, {measured} measured, {error:.1} %"
        );
    }

    #[test]
    fn larger_orders_are_foretold_from_n_12() {
        // Sums over the manifests, and CPU seconds of the machine the shipped costs are from.
        for (n, level_bytes, label_bytes, cpu_seconds) in LARGER {
            let forecast = forecast(plan(n, 2 * GIB, 2));
            let sum = |bytes: fn(&LevelCost) -> u64| forecast.levels.iter().map(bytes).sum::<u64>() as f64;
            assert_within(10.0, sum(|level| level.level_bytes), level_bytes, "keys and labels");
            assert_within(
                10.0,
                sum(|level| level.label_function_bytes),
                label_bytes,
                "label functions",
            );
            assert_within(25.0, forecast.cpu_hours() * 3600.0, cpu_seconds, "CPU");
        }
    }

    #[test]
    fn the_largest_levels_of_13_are_foretold_one_by_one() {
        let forecast = forecast(plan(13, GIB, 1));
        // (edges, bytes, bytes of the label function) in the manifests.
        for (edges, bytes, label_bytes) in [
            (24, 3_592_075.0, 224_157.0),
            (21, 6_588_417.0, 424_616.0),
            (17, 2_030_462.0, 117_338.0),
        ] {
            let level = &forecast.levels[42 - edges];
            assert_within(12.0, level.level_bytes as f64, bytes, "keys and labels");
            assert_within(12.0, level.label_function_bytes as f64, label_bytes, "label function");
        }
    }

    #[test]
    fn more_vertices_take_more_of_everything() {
        let forecasts: Vec<Forecast> = (5..=17).map(|n| forecast(plan(n, 4 * GIB, 2))).collect();
        for pair in forecasts.windows(2) {
            let figures = |forecast: &Forecast| {
                [
                    forecast.positions() as f64,
                    forecast.cpu_hours(),
                    forecast.wall_hours(),
                    forecast.memory_bytes() as f64,
                    forecast.disk_bytes_keeping_labels() as f64,
                    forecast.disk_bytes_keeping_positions() as f64,
                    forecast.peak_disk_bytes_keeping_labels() as f64,
                ]
            };
            for (less, more) in figures(&pair[0]).into_iter().zip(figures(&pair[1])) {
                assert!(less < more, "n = {}: {less}, n + 1: {more}", pair[0].plan.n);
            }
        }
    }

    #[test]
    fn disk_peaks_lie_between_the_end_and_everything_at_once() {
        for n in [12, 15, 16] {
            let forecast = forecast(plan(n, 2 * GIB, 2));
            let temporary = |level: &LevelCost| level.run_bytes + level.item_bytes;
            let most = forecast.levels.iter().map(temporary).max().unwrap();
            let kept = forecast.disk_bytes_keeping_positions();
            assert!((kept..=kept + most).contains(&forecast.peak_disk_bytes_keeping_positions()));
            let labels = forecast.peak_disk_bytes_keeping_labels();
            assert!(forecast.disk_bytes_keeping_labels() < labels);
            assert!(labels < forecast.peak_disk_bytes_keeping_positions());
        }
    }

    #[test]
    fn little_memory_costs_disk() {
        let [little, much] = [GIB / 4, 256 * GIB].map(|memory| forecast(plan(15, memory, 2)));
        assert!(little.peak_disk_bytes_keeping_labels() > much.peak_disk_bytes_keeping_labels() + 15 * GIB);
        assert!(little.memory_bytes() < GIB && much.memory_bytes() > 16 * GIB);
        // All of it in memory: on disk are two levels and the label functions.
        assert!(much.levels.iter().all(|level| level.run_bytes + level.item_bytes == 0));
    }

    #[test]
    fn a_part_is_the_upper_levels_of_the_whole() {
        let whole = forecast(plan(16, 4 * GIB, 2));
        let part = forecast(Plan {
            down_to: 42,
            ..plan(16, 4 * GIB, 2)
        });
        assert_eq!(part.levels, whole.levels[..=64 - 42]);
        // The positions of level 42 stay, so that the run can resume.
        let labels: u64 = part.levels.iter().map(|level| level.label_function_bytes).sum();
        assert_eq!(
            part.disk_bytes_keeping_labels(),
            labels + part.levels[64 - 42].level_bytes
        );
    }

    #[test]
    fn threads_save_time_but_not_all_of_it() {
        let run = |threads| forecast(plan(15, 4 * GIB, threads));
        let [one, two, many] = [1, 2, 64].map(run);
        assert!((1.0..1.03).contains(&(many.cpu_hours() / one.cpu_hours())));
        assert!((one.wall_hours() / one.cpu_hours() - 1.0).abs() < 1e-9);
        assert!((1.8..2.0).contains(&(one.wall_hours() / two.wall_hours())));
        assert!((30.0..64.0).contains(&(one.wall_hours() / many.wall_hours())));
    }

    #[test]
    fn nothing_is_known_of_other_games() {
        let error = Forecast::new("square", plan(5, GIB, 1), Costs::shipped(5)).unwrap_err();
        let sentence = error.to_string();
        assert!(
            sentence.contains("of 'square'") && sentence.contains("only for 'triangle'"),
            "{sentence}"
        );
    }
}
