//! Positions, disk, memory and CPU time of every level, before anything is computed.
//!
//! Level counts of the triangle game come from the published tables where there are any. The gaps (n = 15 and 17) are
//! filled from the shape of their neighbours and scaled to the published total, which is known for both.

use super::figures::{self, grouped, write_columns};
use super::published;
use serde::Serialize;
use std::io::{self, Write};
use thiserror::Error;

/// Largest number of vertices for which the total is known, so that a forecast is more than a guess.
pub const MAX_VERTICES: u32 = 17;

/// Exponent at which levels of different `n` correspond: those with equal `edges / n^1.75`.
///
/// Between n^1.5, where most triangle-free graphs of this size lie, and n^2, where the last level is. Measured on
/// n <= 16, error of levels above a tenth of the largest, n = 13 from 12 and 14: exponent 1.5: 3 %, 1.7: 1.1 %,
/// 1.8: 1.0 %, 2: 4 %; n = 16 from 13 and 14: 15 %, 4 %, 5 %, 23 %.
const SCALING_EXPONENT: f64 = 1.75;

/// Where the count of a level comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// From a table, or the same for all larger `n`: a graph with `2 * edges <= n` leaves vertices isolated anyway.
    Published,
    /// From neighbouring `n`. Levels above a tenth of the largest are good to 2 %, the sum is exact, levels far from
    /// the largest may be wrong by a factor.
    Interpolated,
}

/// Why there is no forecast.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ForecastError {
    /// The number of positions is not known to anybody.
    #[error("no count of positions is known for n = {n}; the forecast covers n = 1 to {MAX_VERTICES}")]
    NoKnownCount {
        /// Number of vertices asked for.
        n: u32,
    },
    /// No tables about this game.
    #[error(
        "no count of positions is known for the game \"{game}\"; the forecast covers \"{}\"",
        published::GAME
    )]
    NoKnownGame {
        /// Name of the game asked for.
        game: String,
    },
}

/// `(edges, positions, basis)` of every level of the triangle game on `n` vertices, highest number of edges first.
///
/// Fails for `n = 0` and for `n` above [`MAX_VERTICES`].
pub fn level_forecast(n: u32) -> Result<Vec<(u32, u64, Basis)>, ForecastError> {
    // Below the tables, by hand: the last is 1, 1, {path, two edges}, {path, star}, 4-cycle.
    let positions: Vec<u64> = match n {
        1..=3 => vec![1; 1 + n as usize * n as usize / 4],
        4 => vec![1, 1, 2, 2, 1],
        15 => interpolated(15, &[Shape::published(14), Shape::published(16)]),
        17 => interpolated(17, &[Shape::published(13), Shape::published(14), Shape::published(16)]),
        5..=16 => Shape::published(n).positions,
        _ => return Err(ForecastError::NoKnownCount { n }),
    };
    let basis = |edges: u32| {
        if matches!(n, 15 | 17) && 2 * edges > n {
            Basis::Interpolated
        } else {
            Basis::Published
        }
    };
    let levels = positions
        .into_iter()
        .zip(0..)
        .map(|(positions, edges)| (edges, positions, basis(edges)));
    Ok(levels.collect::<Vec<_>>().into_iter().rev().collect())
}

/// Level counts of one `n`, for all numbers of edges from 0.
struct Shape {
    n: u32,
    positions: Vec<u64>,
}

impl Shape {
    /// The published counts; `n` must be 5..=14 or 16.
    fn published(n: u32) -> Shape {
        let positions = (0..)
            .map_while(|edges| published::known_level_positions(n, edges))
            .collect();
        Shape { n, positions }
    }

    fn max_edges(&self) -> usize {
        self.positions.len() - 1
    }

    /// Logarithm of the count at a fractional number of edges: a Catmull-Rom cubic through the neighbours, a straight
    /// line beyond the last level.
    fn log_at(&self, edges: f64) -> f64 {
        let last = self.max_edges() as i64;
        let log = |edges: i64| (self.positions[edges.clamp(0, last) as usize] as f64).ln();
        // Beyond either end the line through the last two points goes on.
        let extended = |edges: i64| log(edges) + (log(edges) - log(2 * edges.clamp(0, last) - edges));
        let left = (edges.floor() as i64).clamp(0, last - 1);
        let t = edges - left as f64;
        let [a, b, c, d] = [extended(left - 1), log(left), log(left + 1), extended(left + 2)];
        if t > 1.0 {
            return c + (t - 1.0) * (c - b);
        }
        b + 0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a)))
    }
}

/// Level counts of `n` from those of other numbers of vertices, which must be ascending and at least two.
///
/// The logarithms of corresponding levels are joined by a polynomial in `n`. Up to three quarters of the edge range
/// levels correspond as [`SCALING_EXPONENT`] says; towards the last level, where a few dense bipartite graphs are all
/// there is, by their fraction of the largest number of edges, and only the two nearest neighbours count. The result is
/// scaled so that it sums to the published total exactly.
fn interpolated(n: u32, neighbours: &[Shape]) -> Vec<u64> {
    let max_edges = (n * n / 4) as usize;
    let nearest = &neighbours[neighbours.len() - 2..];
    let estimate = |edges: usize| {
        let scaled = join(n, neighbours, |shape| {
            shape.log_at(edges as f64 * (f64::from(shape.n) / f64::from(n)).powf(SCALING_EXPONENT))
        });
        let fraction = edges as f64 / max_edges as f64;
        let dense = join(n, nearest, |shape| shape.log_at(fraction * shape.max_edges() as f64));
        let share_dense = ((fraction - 0.75) / 0.2).clamp(0.0, 1.0);
        (scaled * (1.0 - share_dense) + dense * share_dense).exp()
    };
    let mut estimates: Vec<f64> = (0..=max_edges).map(estimate).collect();
    // With isolated vertices to spare the count does not depend on n.
    let largest = neighbours
        .iter()
        .max_by_key(|shape| shape.n)
        .expect("neighbours are given");
    let exact = (n.min(largest.n) / 2) as usize;
    let total = published::known_total(n).expect("interpolated only where the total is known");
    let fixed: u64 = largest.positions[..=exact].iter().sum();
    let scale = (total - fixed) as f64 / estimates[exact + 1..].iter().sum::<f64>();
    estimates.iter_mut().for_each(|estimate| *estimate *= scale);
    let mut positions: Vec<u64> = estimates
        .into_iter()
        .map(|estimate| estimate.round().max(1.0) as u64)
        .collect();
    positions[..=exact].copy_from_slice(&largest.positions[..=exact]);
    positions[max_edges] = 1;
    // Rounding errors go where they are the smallest part.
    let sum: u64 = positions.iter().sum();
    let peak = positions.iter_mut().max().expect("level 0 is there");
    *peak = *peak + total - sum;
    positions
}

/// Lagrange's polynomial through `(shape.n, value(shape))`, at `n`.
fn join(n: u32, shapes: &[Shape], value: impl Fn(&Shape) -> f64) -> f64 {
    let weight = |shape: &Shape| -> f64 {
        let others = shapes.iter().filter(|other| other.n != shape.n);
        let factor = |other: &Shape| (f64::from(n) - f64::from(other.n)) / (f64::from(shape.n) - f64::from(other.n));
        others.map(factor).product()
    };
    shapes.iter().map(|shape| weight(shape) * value(shape)).sum()
}

/// What one position costs, measured by the caller.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Costs {
    /// Bytes of a sealed level per position, label included.
    pub bytes_per_position: f64,
    /// Bits of the label function per position.
    pub label_bits_per_position: f64,
    /// Microseconds of one CPU core per position, all stages together.
    pub cpu_us_per_position: f64,
}

/// What one level takes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LevelCost {
    /// Number of edges.
    pub edges: u32,
    /// Positions up to isomorphism.
    pub positions: u64,
    /// Where that number comes from.
    pub basis: Basis,
    /// Disk for the sealed positions and labels, in bytes.
    pub level_bytes: u64,
    /// Disk, or memory when it is to be held there, for the label function, in bytes.
    pub label_function_bytes: u64,
    /// Hours of one CPU core.
    pub cpu_hours: f64,
}

/// What solving a game takes, level by level.
#[derive(Clone, Debug, PartialEq)]
pub struct Forecast {
    /// Name of the game on the command line.
    pub game: String,
    /// Number of vertices.
    pub n: u32,
    /// The costs it was computed from.
    pub costs: Costs,
    /// Levels, highest number of edges first; never empty.
    pub levels: Vec<LevelCost>,
}

impl Forecast {
    /// The forecast for a game on `n` vertices. Fails where no counts are known.
    pub fn new(game: &str, n: u32, costs: Costs) -> Result<Forecast, ForecastError> {
        if !published::covers(game) {
            return Err(ForecastError::NoKnownGame { game: game.to_string() });
        }
        let cost = |(edges, positions, basis)| LevelCost {
            edges,
            positions,
            basis,
            level_bytes: (positions as f64 * costs.bytes_per_position).ceil() as u64,
            label_function_bytes: (positions as f64 * costs.label_bits_per_position / 8.0).ceil() as u64,
            cpu_hours: positions as f64 * costs.cpu_us_per_position / 3.6e9,
        };
        let levels = level_forecast(n)?.into_iter().map(cost).collect();
        Ok(Forecast {
            game: game.to_string(),
            n,
            costs,
            levels,
        })
    }

    /// Positions in all levels.
    pub fn positions(&self) -> u64 {
        self.levels.iter().map(|level| level.positions).sum()
    }

    /// Hours of one CPU core for all levels.
    pub fn cpu_hours(&self) -> f64 {
        self.levels.iter().map(|level| level.cpu_hours).sum()
    }

    /// Memory to hold the largest label function, in bytes; sort buffers and caches come on top.
    pub fn label_function_memory_bytes(&self) -> u64 {
        self.levels
            .iter()
            .map(|level| level.label_function_bytes)
            .max()
            .unwrap_or(0)
    }

    /// Disk when all positions are kept, in bytes: every sealed level and every label function.
    ///
    /// The last level written is small, so its sorted runs, which are there at the same time, fit into this.
    pub fn disk_bytes_keeping_positions(&self) -> u64 {
        self.levels
            .iter()
            .map(|level| level.level_bytes + level.label_function_bytes)
            .sum()
    }

    /// Disk in the end when only labels are kept, in bytes: every label function.
    pub fn disk_bytes_keeping_labels(&self) -> u64 {
        self.levels.iter().map(|level| level.label_function_bytes).sum()
    }

    /// Largest disk use on the way when only labels are kept, in bytes: the positions of two adjacent levels and the
    /// label functions down to the lower one.
    pub fn peak_disk_bytes_keeping_labels(&self) -> u64 {
        let mut labels = 0;
        let mut above = 0;
        let mut peak = 0;
        for level in &self.levels {
            labels += level.label_function_bytes;
            peak = peak.max(labels + above + level.level_bytes);
            above = level.level_bytes;
        }
        peak
    }

    /// Whether some counts are not published ones.
    pub fn is_interpolated(&self) -> bool {
        self.levels.iter().any(|level| level.basis == Basis::Interpolated)
    }

    /// Writes aligned columns, the sums and the peaks, interpolated counts rounded. Fails as `out` does.
    pub fn write_table(&self, out: &mut dyn Write) -> io::Result<()> {
        let size = |bytes: u64| figures::bytes(bytes as f64);
        let row = |level: &LevelCost| {
            let (positions, basis) = match level.basis {
                Basis::Published => (grouped(level.positions), "published"),
                Basis::Interpolated => (format!("~{}", grouped(three_digits(level.positions))), "interpolated"),
            };
            vec![
                level.edges.to_string(),
                positions,
                size(level.level_bytes),
                size(level.label_function_bytes),
                figures::hours(level.cpu_hours),
                basis.to_string(),
            ]
        };
        let rows: Vec<Vec<String>> = self.levels.iter().map(row).collect();
        writeln!(out, "{} game, n = {}: forecast", self.game, self.n)?;
        writeln!(out)?;
        write_columns(
            out,
            &["edges", "positions", "level", "label function", "CPU core", "count"],
            &rows,
        )?;
        writeln!(out)?;
        writeln!(out, "positions                       {}", grouped(self.positions()))?;
        writeln!(
            out,
            "CPU, one core                   {}",
            figures::hours(self.cpu_hours())
        )?;
        writeln!(
            out,
            "memory, largest label function  {}",
            size(self.label_function_memory_bytes())
        )?;
        writeln!(
            out,
            "disk, keeping positions         {}",
            size(self.disk_bytes_keeping_positions())
        )?;
        let [peak, kept] = [self.peak_disk_bytes_keeping_labels(), self.disk_bytes_keeping_labels()].map(size);
        writeln!(
            out,
            "disk, keeping labels            {peak} on the way, {kept} in the end"
        )?;
        if self.is_interpolated() {
            writeln!(out)?;
            writeln!(
                out,
                "Interpolated counts: the total is the published one, large levels are good to about 2 %."
            )?;
        }
        Ok(())
    }

    /// Writes one JSON object and a line end: the fields of [`Forecast`] and [`LevelCost`], and the sums under
    /// `positions`, `cpu_hours`, `label_function_memory_bytes`, `disk_bytes_keeping_positions`,
    /// `disk_bytes_keeping_labels`, `peak_disk_bytes_keeping_labels`, `interpolated`. Fails as `out` does.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let forecast = JsonForecast {
            game: &self.game,
            n: self.n,
            costs: self.costs,
            levels: &self.levels,
            positions: self.positions(),
            cpu_hours: self.cpu_hours(),
            label_function_memory_bytes: self.label_function_memory_bytes(),
            disk_bytes_keeping_positions: self.disk_bytes_keeping_positions(),
            disk_bytes_keeping_labels: self.disk_bytes_keeping_labels(),
            peak_disk_bytes_keeping_labels: self.peak_disk_bytes_keeping_labels(),
            interpolated: self.is_interpolated(),
        };
        serde_json::to_writer(&mut *out, &forecast)?;
        writeln!(out)
    }
}

/// The number rounded to three significant digits: an interpolated count is no better than that.
fn three_digits(number: u64) -> u64 {
    let unit = 10u64.pow(number.checked_ilog10().unwrap_or(0).saturating_sub(2));
    (number + unit / 2) / unit * unit
}

#[derive(Serialize)]
struct JsonForecast<'a> {
    game: &'a str,
    n: u32,
    costs: Costs,
    levels: &'a [LevelCost],
    positions: u64,
    cpu_hours: f64,
    label_function_memory_bytes: u64,
    disk_bytes_keeping_positions: u64,
    disk_bytes_keeping_labels: u64,
    peak_disk_bytes_keeping_labels: u64,
    interpolated: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const COSTS: Costs = Costs {
        bytes_per_position: 4.5,
        label_bits_per_position: 1.1,
        cpu_us_per_position: 2.0,
    };

    /// Largest relative error, in percent, over the levels with at least a `part`th of the largest.
    fn error_percent(n: u32, neighbours: &[u32], part: u64) -> f64 {
        let truth = Shape::published(n).positions;
        let shapes: Vec<Shape> = neighbours.iter().map(|&n| Shape::published(n)).collect();
        let estimates = interpolated(n, &shapes);
        assert_eq!(estimates.len(), truth.len());
        assert_eq!(estimates.iter().sum::<u64>(), truth.iter().sum::<u64>());
        let floor = truth.iter().max().unwrap() / part;
        let large = truth.iter().zip(&estimates).filter(|(truth, _)| **truth >= floor);
        large
            .map(|(&truth, &estimate)| (estimate as f64 / truth as f64 - 1.0).abs() * 100.0)
            .fold(0.0, f64::max)
    }

    #[test]
    fn published_counts_are_passed_on_as_they_are() {
        let levels = level_forecast(13).unwrap();
        let csv = include_str!("../../datasets/triangle_free_by_edges.csv");
        let lines: Vec<String> = csv
            .lines()
            .filter(|line| line.starts_with("13,"))
            .map(String::from)
            .collect();
        let printed: Vec<String> = levels
            .iter()
            .rev()
            .map(|(edges, count, _)| format!("13,{edges},{count}"))
            .collect();
        assert_eq!(printed, lines);
        assert!(levels.iter().all(|&(_, _, basis)| basis == Basis::Published));
    }

    #[test]
    fn every_sum_is_the_known_total() {
        for n in 1..=17 {
            let levels = level_forecast(n).unwrap();
            let sum: u64 = levels.iter().map(|&(_, positions, _)| positions).sum();
            assert_eq!(
                sum,
                [1, 2]
                    .get(n as usize - 1)
                    .copied()
                    .or(published::known_total(n))
                    .unwrap(),
                "n = {n}"
            );
            let edges: Vec<u32> = levels.iter().map(|&(edges, _, _)| edges).collect();
            assert_eq!(edges, (0..=n * n / 4).rev().collect::<Vec<_>>());
        }
    }

    #[test]
    fn known_levels_are_hit_when_left_out() {
        // As n = 15 is made, from n - 1 and n + 1. Measured: 0.5 %, 1.4 %; smaller levels 4.6 %.
        assert!(error_percent(13, &[12, 14], 10) < 1.0);
        assert!(error_percent(12, &[11, 13], 10) < 2.0);
        assert!(error_percent(13, &[12, 14], 1000) < 6.0);
        // As n = 17 is made, from n - 4, n - 3 and n - 1. Measured: 1.9 %, 1.4 %; smaller levels 3.7 %.
        assert!(error_percent(13, &[9, 10, 12], 10) < 2.5);
        assert!(error_percent(14, &[10, 11, 13], 10) < 2.0);
        assert!(error_percent(14, &[10, 11, 13], 1000) < 6.0);
    }

    #[test]
    fn sparse_levels_of_a_gap_are_exact() {
        let levels = level_forecast(15).unwrap();
        let (edges, positions, basis) = levels[56 - 7];
        assert_eq!((edges, Some(positions)), (7, published::known_level_positions(14, 7)));
        assert_eq!(basis, Basis::Published);
        assert_eq!(levels[56 - 8].2, Basis::Interpolated);
    }

    #[test]
    fn beyond_the_known_counts_is_an_error() {
        assert_eq!(level_forecast(18), Err(ForecastError::NoKnownCount { n: 18 }));
        assert_eq!(level_forecast(0), Err(ForecastError::NoKnownCount { n: 0 }));
        let message = Forecast::new("square", 5, COSTS).unwrap_err().to_string();
        assert_eq!(
            message,
            "no count of positions is known for the game \"square\"; the forecast covers \"triangle\""
        );
    }

    #[test]
    fn costs_add_up() {
        let forecast = Forecast::new("triangle", 16, COSTS).unwrap();
        assert_eq!(forecast.positions(), 581_460_254_001);
        assert!((forecast.cpu_hours() - 581_460_254_001.0 * 2.0 / 3.6e9).abs() < 1e-6);
        // The largest level: 30 edges, 76,421,719,417 positions.
        assert_eq!(
            forecast.label_function_memory_bytes(),
            (76_421_719_417.0f64 * 1.1 / 8.0).ceil() as u64
        );
        let [labels, peak] = [
            forecast.disk_bytes_keeping_labels(),
            forecast.peak_disk_bytes_keeping_labels(),
        ];
        assert!(labels < peak && peak < forecast.disk_bytes_keeping_positions());

        // By hand, n = 3: levels 2, 1, 0 of one position each, 5 bytes and a 1-byte label function.
        let small = Forecast::new("triangle", 3, COSTS).unwrap();
        assert_eq!(small.disk_bytes_keeping_positions(), 18);
        assert_eq!(small.peak_disk_bytes_keeping_labels(), 3 + 2 * 5);
    }

    #[test]
    fn the_table_and_the_json_say_what_is_interpolated() {
        let print = |n, json: bool| {
            let costs = Costs {
                cpu_us_per_position: 1.8e9,
                ..COSTS
            };
            let forecast = Forecast::new("triangle", n, costs).unwrap();
            let mut out = Vec::new();
            if json {
                forecast.write_json(&mut out)
            } else {
                forecast.write_table(&mut out)
            }
            .unwrap();
            String::from_utf8(out).unwrap()
        };
        assert!(print(15, false).contains("Interpolated counts"));
        assert!(
            print(15, false)
                .lines()
                .any(|line| line.trim_start().starts_with("32 ") && line.contains(" ~492,000,000 "))
        );
        assert!(!print(12, false).contains("nterpolated"));
        assert_eq!(
            [0, 7, 999, 1_234, 9_996, 76_421_719_417].map(three_digits),
            [0, 7, 999, 1_230, 10_000, 76_400_000_000]
        );
        assert!(print(12, false).contains("\npositions                       1,262,180\n"));
        let printed: Value = serde_json::from_str(&print(3, true)).unwrap();
        assert_eq!(printed["positions"], 3);
        assert_eq!(printed["interpolated"], false);
        assert_eq!(
            printed["levels"][0],
            json!({"edges": 2, "positions": 1, "basis": "published", "level_bytes": 5, "label_function_bytes": 1,
                "cpu_hours": 0.5})
        );
    }
}
