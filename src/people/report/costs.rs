//! The cost of a position: a model fitted to the levels of one solved order, and transferred to others.
//!
//! Levels of different orders correspond by density, edges / n^1.75, as their counts do. A forecast takes the bytes of
//! a position from the corresponding level. CPU time is a fixed amount per level and per position, and a position
//! becomes dearer from order to order.

use serde::Serialize;

use super::counts::density;
use super::published;

/// Smaller levels determine the cost of a level, larger ones that of a position. At n = 12 both kinds are plentiful: 19
/// and 18 levels, the latter with 99.8 % of the positions.
const LARGE: u64 = 1000;

/// CPU time of a position divided by that at n = 12. Half of it are look-ups, and these grow by 18 %: 6.62 a position
/// at n = 12, 7.37 at 13, 9.26 at 14 (measured). So n = 13 takes 38 s of CPU time and n = 14 911; measured were 31 and
/// 891.
fn dearer(n: u32) -> f64 {
    (1.0 + 0.09 * (f64::from(n) - 12.0)).max(0.1)
}

/// Width of the rows of an order: the engine works on 16 rows of 16 bits, above that on 24 of 32 bits.
pub fn in_wide_rows(n: u32) -> bool {
    n > 16
}

/// CPU time of an order in wide rows divided by that in narrow ones, measured by solving n = 12 in both. Only the
/// shipped costs need it: a calibration measures the rows requested.
const WIDE_ROWS_FACTOR: f64 = 1.6;

/// The cost of solving one level, on one thread.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeasuredLevel {
    /// Number of edges.
    pub edges: u32,
    /// Positions.
    pub positions: u64,
    /// Keys and labels on disk.
    pub level_bytes: u64,
    /// Label function on disk.
    pub label_function_bytes: u64,
    /// Microseconds of one core.
    pub cpu_us: f64,
}

/// The origin of costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// Measured on this machine just before.
    Calibrated,
    /// Measured once, on another machine.
    Shipped,
}

/// Costs of a level and of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Costs {
    /// Where they were measured.
    pub origin: Origin,
    /// Order that was solved for the measurement.
    pub measured_n: u32,
    /// Seconds of one core for the measurement, all levels together.
    pub measured_cpu_seconds: f64,
    /// CPU time of a level before the first position: folders, a database, syncing.
    pub cpu_us_per_level: f64,
    /// CPU time of a position: expanding, look-ups, sorting, writing, its share of the label function.
    pub cpu_us_per_position: f64,
    /// Bytes of a nearly empty level and of its label function.
    #[serde(skip)]
    empty: Bytes,
    #[serde(skip)]
    curve: Vec<Point>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Bytes {
    level: f64,
    label_function: f64,
}

/// A level of the measured order, by position.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Point {
    density: f64,
    level_bytes: f64,
    label_function_bytes: f64,
}

impl Costs {
    /// The costs of the levels of order `n`. `levels` must contain some small and some large ones, as for n = 11 and
    /// more. Leave out the first level solved: its time includes finding the saturated positions.
    pub fn fit(origin: Origin, n: u32, levels: &[MeasuredLevel]) -> Costs {
        let (large, small): (Vec<&MeasuredLevel>, Vec<&MeasuredLevel>) =
            levels.iter().partition(|level| level.positions >= LARGE);
        assert!(
            !large.is_empty() && !small.is_empty(),
            "{} levels of order {n} are too few",
            levels.len()
        );
        let cpu_us = |levels: &[&MeasuredLevel]| levels.iter().map(|level| level.cpu_us).sum::<f64>();
        let cpu_us_per_level = cpu_us(&small) / small.len() as f64;
        let positions = large.iter().map(|level| level.positions).sum::<u64>() as f64;
        let of_positions = cpu_us(&large) - cpu_us_per_level * large.len() as f64;
        let least = |bytes: fn(&MeasuredLevel) -> u64| levels.iter().map(bytes).min().unwrap_or(0) as f64;
        let empty = Bytes {
            level: least(|level| level.level_bytes),
            label_function: least(|level| level.label_function_bytes),
        };
        Costs {
            origin,
            measured_n: n,
            measured_cpu_seconds: levels.iter().map(|level| level.cpu_us).sum::<f64>() / 1e6,
            cpu_us_per_level,
            cpu_us_per_position: of_positions.max(0.0) / positions,
            empty,
            curve: curve(n, &large, empty),
        }
    }

    /// Returns costs measured on a 2.4 GHz x86-64 server processor with AVX2, for orders in the rows that `n` needs.
    pub fn shipped(n: u32) -> Costs {
        let table = include_str!("datasets/triangle_n12_costs.csv");
        let header = "edges,positions,lookups,level_bytes,label_function_bytes,cpu_us";
        let factor = if in_wide_rows(n) { WIDE_ROWS_FACTOR } else { 1.0 };
        let level = |row: [u64; 6]| {
            let [edges, positions, _lookups, level_bytes, label_function_bytes, cpu_us] = row;
            MeasuredLevel {
                edges: edges as u32,
                positions,
                level_bytes,
                label_function_bytes,
                cpu_us: cpu_us as f64 * factor,
            }
        };
        let levels: Vec<_> = published::rows(table, header).map(level).collect();
        Costs::fit(Origin::Shipped, 12, &levels[1..])
    }

    /// Returns the size of the keys and labels of a level in bytes.
    pub fn level_bytes(&self, n: u32, edges: u32, positions: u64) -> u64 {
        (self.empty.level + positions as f64 * self.at(density(n, edges)).level_bytes).ceil() as u64
    }

    /// Returns the size of the label function of a level in bytes.
    pub fn label_function_bytes(&self, n: u32, edges: u32, positions: u64) -> u64 {
        let each = self.at(density(n, edges)).label_function_bytes;
        (self.empty.label_function + positions as f64 * each).ceil() as u64
    }

    /// Returns microseconds of one core for a level of order `n`.
    pub fn cpu_us(&self, n: u32, positions: u64) -> f64 {
        let growth = dearer(n) / dearer(self.measured_n);
        self.cpu_us_per_level + positions as f64 * self.cpu_us_per_position * growth
    }

    /// Returns the curve at a density: a straight line between its points, constant beyond its ends.
    fn at(&self, density: f64) -> Point {
        let right = self.curve.partition_point(|point| point.density < density);
        let left = right.saturating_sub(1);
        let (a, b) = (self.curve[left], self.curve[right.min(self.curve.len() - 1)]);
        let t = if a.density < b.density {
            ((density - a.density) / (b.density - a.density)).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let line = |a: f64, b: f64| a + t * (b - a);
        Point {
            density,
            level_bytes: line(a.level_bytes, b.level_bytes),
            label_function_bytes: line(a.label_function_bytes, b.label_function_bytes),
        }
    }
}

/// Returns points in order of density.
fn curve(n: u32, levels: &[&MeasuredLevel], empty: Bytes) -> Vec<Point> {
    let point = |level: &&MeasuredLevel| {
        let each = |bytes: u64, empty: f64| (bytes as f64 - empty) / level.positions as f64;
        Point {
            density: density(n, level.edges),
            level_bytes: each(level.level_bytes, empty.level),
            label_function_bytes: each(level.label_function_bytes, empty.label_function),
        }
    };
    let mut points: Vec<Point> = levels.iter().map(point).collect();
    points.sort_unstable_by(|a, b| a.density.total_cmp(&b.density));
    points
}
