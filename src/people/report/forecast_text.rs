//! A forecast for people and programs.

use std::io::{self, Write};

use serde::Serialize;

use super::costs::{Costs, Origin};
use super::counts::Basis;
use super::forecast::{Forecast, LevelCost};
use base::units::{grouped, write_columns};

impl Forecast {
    /// Writes aligned columns of at most 100 characters, then the sums and peaks, with interpolated counts rounded.
    /// `most_memory` is what a process can have here, in bytes, if known. Fails when `out` fails.
    pub fn write_table(&self, out: &mut dyn Write, most_memory: Option<u64>) -> io::Result<()> {
        let plan = &self.plan;
        let part = if plan.down_to > 0 {
            format!(", down to {} edges", plan.down_to)
        } else {
            String::new()
        };
        writeln!(out, "{}, n = {}{part}: forecast", self.game, plan.n)?;
        writeln!(out)?;
        let rows: Vec<Vec<String>> = self.levels.iter().map(row).collect();
        let header = [
            "edges",
            "positions",
            "level",
            "temporary",
            "label function",
            "core time",
            "wall time",
            "",
        ];
        write_columns(out, &header, &rows)?;
        writeln!(out)?;
        for (name, text) in self.summary() {
            writeln!(out, "{name:<14}{text}")?;
        }
        for note in self.notes(most_memory) {
            writeln!(out)?;
            writeln!(out, "{note}")?;
        }
        Ok(())
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let plan = &self.plan;
        let threads = match plan.threads {
            1 => "1 thread".to_string(),
            threads => format!("{threads} threads"),
        };
        let [memory, mapped] = self.memory_in_words();
        let disk = |peak, end| format!("at most {} during the run, {} at the end", size(peak), size(end));
        vec![
            ("positions", grouped(self.positions())),
            ("core time", base::units::hours(self.cpu_hours())),
            (
                "wall time",
                format!("{} with {threads}", base::units::hours(self.wall_hours())),
            ),
            (
                "disk",
                format!(
                    "with positions kept: {}",
                    disk(
                        self.peak_disk_bytes_keeping_positions(),
                        self.disk_bytes_keeping_positions()
                    )
                ),
            ),
            (
                "",
                format!(
                    "with labels kept: {}",
                    disk(self.peak_disk_bytes_keeping_labels(), self.disk_bytes_keeping_labels())
                ),
            ),
            ("memory", memory),
            ("", mapped),
            ("basis", self.costs.to_string()),
        ]
    }

    /// What is taken within the limit, and what beside it.
    fn memory_in_words(&self) -> [String; 2] {
        let function = format!(
            "the largest label function, {}",
            size(self.largest_label_function_bytes())
        );
        let (memory, limit) = (size(self.memory_bytes()), size(self.plan.memory));
        match self.memory_bytes() <= self.plan.memory {
            true => [
                format!("{memory} of the limit of {limit},"),
                format!("including {function}"),
            ],
            false => [
                format!("{memory}: up to the limit of {limit}, and beside it, mapped from disk,"),
                format!("{function}; with less memory the run is slower"),
            ],
        }
    }

    fn notes(&self, most_memory: Option<u64>) -> Vec<String> {
        let mut notes = Vec::new();
        let largest = self.largest_label_function_bytes();
        if let Some(most) = most_memory.filter(|&most| most < largest) {
            notes.push(format!(
                "The largest label function, {}, does not fit into the {} of memory here: most\n\
                 look-ups would wait for the disk, which the times above do not include.",
                size(largest),
                size(most)
            ));
        } else if self.roomy_memory() > self.plan.memory {
            notes.push(format!(
                "A limit of {} or more would keep the largest label function within half of it, as recommended.",
                size(self.roomy_memory())
            ));
        }
        if self.is_interpolated() {
            notes.push(
                "Interpolated counts (~): the total is published; large levels are accurate to about 2 %.".to_string(),
            );
        }
        if self.plan.n > 14 {
            notes.push(
                "Times beyond n = 14, the largest order measured, assume that a position goes on becoming dearer."
                    .to_string(),
            );
        }
        notes
    }

    /// Writes one JSON object and a line end: the plan, the costs, the sums and peaks, and [`LevelCost`] for each
    /// level. Fails when `out` fails.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let forecast = JsonForecast {
            game: &self.game,
            n: self.plan.n,
            down_to: self.plan.down_to,
            threads: self.plan.threads,
            memory_limit_bytes: self.plan.memory,
            positions: self.positions(),
            interpolated: self.is_interpolated(),
            cpu_hours: self.cpu_hours(),
            wall_hours: self.wall_hours(),
            memory_bytes: self.memory_bytes(),
            label_function_memory_bytes: self.largest_label_function_bytes(),
            disk_bytes_keeping_positions: self.disk_bytes_keeping_positions(),
            peak_disk_bytes_keeping_positions: self.peak_disk_bytes_keeping_positions(),
            disk_bytes_keeping_labels: self.disk_bytes_keeping_labels(),
            peak_disk_bytes_keeping_labels: self.peak_disk_bytes_keeping_labels(),
            costs: &self.costs,
            levels: &self.levels,
        };
        serde_json::to_writer(&mut *out, &forecast)?;
        writeln!(out)
    }
}

impl std::fmt::Display for Costs {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = match self.origin {
            Origin::Calibrated => "this machine",
            Origin::Shipped => "another machine (2.4 GHz x86-64)",
        };
        write!(
            out,
            "n = {} solved on {what} in {:.1} s of one core:\n\
             {:14}{:.2} us per position, {:.1} ms per level",
            self.measured_n,
            self.measured_cpu_seconds,
            "",
            self.cpu_us_per_position,
            self.cpu_us_per_level / 1000.0
        )
    }
}

fn size(bytes: u64) -> String {
    base::units::bytes(bytes as f64)
}

fn row(level: &LevelCost) -> Vec<String> {
    let (positions, basis) = match level.basis {
        Basis::Published => (grouped(level.positions), ""),
        Basis::Interpolated => (format!("~{}", grouped(three_digits(level.positions))), "interpolated"),
    };
    vec![
        level.edges.to_string(),
        positions,
        size(level.level_bytes),
        size(level.run_bytes + level.item_bytes),
        size(level.label_function_bytes),
        base::units::hours(level.cpu_hours),
        base::units::hours(level.wall_hours),
        basis.to_string(),
    ]
}

/// Rounds to three significant digits: an interpolated count is no more accurate.
fn three_digits(number: u64) -> u64 {
    let unit = 10u64.pow(number.checked_ilog10().unwrap_or(0).saturating_sub(2));
    (number + unit / 2) / unit * unit
}

#[derive(Serialize)]
struct JsonForecast<'a> {
    game: &'a str,
    n: u32,
    down_to: u32,
    threads: usize,
    memory_limit_bytes: u64,
    positions: u64,
    interpolated: bool,
    cpu_hours: f64,
    wall_hours: f64,
    memory_bytes: u64,
    label_function_memory_bytes: u64,
    disk_bytes_keeping_positions: u64,
    peak_disk_bytes_keeping_positions: u64,
    disk_bytes_keeping_labels: u64,
    peak_disk_bytes_keeping_labels: u64,
    costs: &'a Costs,
    levels: &'a [LevelCost],
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Plan;
    use all_games::AllGames;
    use engine::Family;
    use serde_json::Value;

    const GIB: u64 = 1 << 30;

    fn forecast(n: u32, down_to: u32) -> Forecast {
        let plan = Plan::new(&*AllGames.triangle(n, n > 16), down_to, 4 * GIB, 2);
        Forecast::new("triangle", plan.unwrap(), Costs::shipped(n)).unwrap()
    }

    fn table(n: u32, most_memory: Option<u64>) -> String {
        let mut out = Vec::new();
        forecast(n, 0).write_table(&mut out, most_memory).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_table_says_what_is_interpolated_and_extrapolated() {
        let fifteen = table(15, None);
        assert!(fifteen.contains("Interpolated counts") && fifteen.contains("beyond n = 14"));
        let is_row = |line: &str| line.trim_start().starts_with("32 ") && line.contains(" ~492,000,000 ");
        assert!(fifteen.lines().any(is_row), "{fifteen}");
        let twelve = table(12, None);
        assert!(!twelve.contains("nterpolated") && !twelve.contains("beyond n = 14"));
        assert!(twelve.contains("\npositions     1,262,180\n"), "{twelve}");
        let sixteen = table(16, None);
        assert!(!sixteen.contains("nterpolated") && sixteen.contains("beyond n = 14"));
        assert_eq!(
            [0, 7, 999, 1_234, 9_996, 76_421_719_417].map(three_digits),
            [0, 7, 999, 1_230, 10_000, 76_400_000_000]
        );
    }

    #[test]
    fn every_line_fits_100_columns() {
        for n in 1..=17 {
            let table = table(n, Some(GIB));
            let longest = table.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(longest <= 100, "{longest} columns\n{table}");
        }
    }

    #[test]
    fn too_little_memory_is_pointed_out() {
        assert!(table(16, Some(8 * GIB)).contains("does not fit into the 8.00 GiB of memory here"));
        let enough = table(16, Some(64 * GIB));
        assert!(
            !enough.contains("does not fit") && enough.contains("or more would keep"),
            "{enough}"
        );
        assert!(!table(14, Some(64 * GIB)).contains("or more would keep"));
    }

    #[test]
    fn json_has_the_sums_of_its_levels() {
        for (n, down_to) in [(13, 0), (16, 42), (17, 0)] {
            let mut out = Vec::new();
            forecast(n, down_to).write_json(&mut out).unwrap();
            let reported: Value = serde_json::from_slice(&out).unwrap();
            let levels = reported["levels"].as_array().unwrap();
            assert_eq!(levels.len() as u32, n * n / 4 - down_to + 1);
            for field in ["positions", "cpu_hours", "wall_hours"] {
                let sum: f64 = levels.iter().map(|level| level[field].as_f64().unwrap()).sum();
                let total = reported[field].as_f64().unwrap();
                assert!((sum / total - 1.0).abs() < 1e-9, "n = {n}, {field}: {sum}, {total}");
            }
            assert_eq!(reported["costs"]["origin"], "shipped");
        }
    }
}
