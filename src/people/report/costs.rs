//! The cost of a position: a model fitted to the levels of one solved order, and transferred to others.
//!
//! Levels of different orders correspond by density, edges / n^1.75, as their counts do. A forecast takes bytes and
//! look-ups per position from the corresponding level; only look-ups grow with the order. CPU time is a fixed amount
//! per level, per position and per look-up, and a look-up waits longer for the memory as label functions outgrow the
//! caches.
//!
//! Searches are not a fourth cost: they become rarer from order to order (0.15, 0.10, 0.06 per position at n = 12, 13,
//! 14), and a fit to n = 12 would overestimate their cost.

use serde::Serialize;

use super::counts::density;
use super::latency::Latency;
use super::published;

/// Smaller levels determine the cost of a level, larger ones that of a position. At n = 12 both kinds are plentiful: 19
/// and 18 levels, the latter with 99.8 % of the positions.
const LARGE: u64 = 1000;

/// Look-ups per position, measured: n = 10 4.60, 11 5.43, 12 6.62, 13 7.37, 14 9.26. The line is within 9 % of each;
/// larger orders are extrapolated.
fn usual_lookups(n: u32) -> f64 {
    (6.62 + 1.2 * (f64::from(n) - 12.0)).max(1.0)
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
    /// Children looked up in the label function.
    pub lookups: u64,
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

/// Costs of a level, a position and a look-up.
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
    /// CPU time of a position: expanding, sorting, writing, its share of the label function.
    pub cpu_us_per_position: f64,
    /// CPU time of a look-up while the label function is in the first caches: computing the child, its signature, the
    /// answer.
    pub cpu_us_per_lookup: f64,
    /// Nanoseconds of one random read, by the size of what is read from.
    pub latency: Latency,
    /// Bytes of a nearly empty level and of its label function.
    #[serde(skip)]
    empty: Bytes,
    #[serde(skip)]
    curve: Vec<Point>,
    #[serde(skip)]
    label_function_bytes: f64,
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
    lookups: f64,
    level_bytes: f64,
    label_function_bytes: f64,
}

impl Costs {
    /// Returns the costs that fit the levels of order `n` best. `levels` must be in order of edges and contain some
    /// small and some large ones, as for n = 11 and more. Leave out the first level solved: its time includes finding
    /// the saturated positions.
    pub fn fit(origin: Origin, n: u32, levels: &[MeasuredLevel], latency: Latency) -> Costs {
        let (large, small): (Vec<&MeasuredLevel>, Vec<&MeasuredLevel>) =
            levels.iter().partition(|level| level.positions >= LARGE);
        assert!(
            large.len() > 2 && !small.is_empty(),
            "{} levels of order {n} are too few",
            levels.len()
        );
        let cpu_us_per_level = small.iter().map(|level| level.cpu_us).sum::<f64>() / small.len() as f64;
        let least = |bytes: fn(&MeasuredLevel) -> u64| levels.iter().map(bytes).min().unwrap_or(0) as f64;
        let empty = Bytes {
            level: least(|level| level.level_bytes),
            label_function: least(|level| level.label_function_bytes),
        };
        let (cpu_us_per_position, cpu_us_per_lookup) = plane(&large, cpu_us_per_level);
        let label_bytes = large.iter().map(|level| level.label_function_bytes).max().unwrap_or(0);
        Costs {
            origin,
            measured_n: n,
            measured_cpu_seconds: levels.iter().map(|level| level.cpu_us).sum::<f64>() / 1e6,
            cpu_us_per_level,
            cpu_us_per_position,
            cpu_us_per_lookup,
            latency,
            empty,
            curve: curve(n, &large, empty),
            label_function_bytes: label_bytes as f64,
        }
    }

    /// Returns costs measured on a 2.4 GHz x86-64 server processor with AVX2, for orders in the rows that `n` needs.
    pub fn shipped(n: u32) -> Costs {
        let table = include_str!("datasets/triangle_n12_costs.csv");
        let header = "edges,positions,lookups,level_bytes,label_function_bytes,cpu_us";
        let factor = if in_wide_rows(n) { WIDE_ROWS_FACTOR } else { 1.0 };
        let level = |row: [u64; 6]| {
            let [edges, positions, lookups, level_bytes, label_function_bytes, cpu_us] = row;
            MeasuredLevel {
                edges: edges as u32,
                positions,
                lookups,
                level_bytes,
                label_function_bytes,
                cpu_us: cpu_us as f64 * factor,
            }
        };
        let levels: Vec<_> = published::rows(table, header).map(level).collect();
        Costs::fit(Origin::Shipped, 12, &levels[1..], Latency::shipped())
    }

    /// Returns the look-ups per position on a level of order `n`.
    pub fn lookups(&self, n: u32, edges: u32) -> f64 {
        self.at(density(n, edges)).lookups * usual_lookups(n) / usual_lookups(self.measured_n)
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

    /// Returns microseconds of one core for a level whose look-ups go to a label function of `above` bytes. A look-up
    /// waits for its shard and for its bits, beside others, together for as long as a read takes of four under way:
    /// `benches/large.rs` found 21, 60 and 92 to 107 ns more a look-up at 256 MiB, 2 GiB and 9.35 GiB than at 0.5 MiB,
    /// where such a read takes 41, 49 and 93 (AMD EPYC of 2024). Shipped
    /// latencies are of one read at a time; of those the time in which the next child is made is not waited for.
    pub fn cpu_us(&self, n: u32, edges: u32, positions: u64, above: u64) -> f64 {
        let positions = positions as f64;
        self.cpu_us_per_level + positions * self.cpu_us_of_one(self.lookups(n, edges), above)
    }

    /// Returns microseconds of one core for a position with so many look-ups in a label function of `above` bytes.
    pub fn cpu_us_of_one(&self, lookups: f64, above: u64) -> f64 {
        let more_us = (self.latency.at(above as f64) - self.latency.at(self.label_function_bytes)) / 1000.0;
        let hidden_us = match self.origin {
            Origin::Calibrated => 0.0,
            Origin::Shipped => self.cpu_us_per_lookup,
        };
        let wait_us = (more_us - hidden_us).max(0.0);
        self.cpu_us_per_position + lookups * (self.cpu_us_per_lookup + wait_us)
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
            lookups: line(a.lookups, b.lookups),
            level_bytes: line(a.level_bytes, b.level_bytes),
            label_function_bytes: line(a.label_function_bytes, b.label_function_bytes),
        }
    }
}

/// Fits, by least squares, the CPU time beyond `each` per level as (per position, per look-up), with equal weight for
/// relative and absolute errors. Neither result is negative: where one would be, the other accounts for everything.
fn plane(levels: &[&MeasuredLevel], each: f64) -> (f64, f64) {
    let mut sums = [0.0; 5];
    for level in levels {
        let (positions, lookups) = (level.positions as f64, level.lookups as f64);
        let (time, weight) = ((level.cpu_us - each).max(0.0), 1.0 / level.cpu_us.max(1.0));
        let terms = [
            positions * positions,
            positions * lookups,
            lookups * lookups,
            positions * time,
            lookups * time,
        ];
        sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += weight * term);
    }
    let [pp, pl, ll, pt, lt] = sums;
    let determinant = pp * ll - pl * pl;
    let (position, lookup) = ((pt * ll - lt * pl) / determinant, (lt * pp - pt * pl) / determinant);
    if position.is_finite() && position > 0.0 && lookup > 0.0 {
        (position, lookup)
    } else if position.is_finite() && position <= 0.0 {
        (0.0, lt / ll)
    } else {
        (pt / pp, 0.0)
    }
}

/// Returns points in order of density. Look-ups are averaged with those of the adjacent levels: which levels are rich
/// in P positions, all of whose children are looked up, changes from level to level and from order to order.
fn curve(n: u32, levels: &[&MeasuredLevel], empty: Bytes) -> Vec<Point> {
    let lookups = |i: usize| levels[i].lookups as f64 / levels[i].positions as f64;
    let point = |i: usize| {
        let level = levels[i];
        let (before, after) = (i.saturating_sub(1), (i + 1).min(levels.len() - 1));
        let each = |bytes: u64, empty: f64| (bytes as f64 - empty) / level.positions as f64;
        Point {
            density: density(n, level.edges),
            lookups: (lookups(before) + 2.0 * lookups(i) + lookups(after)) / 4.0,
            level_bytes: each(level.level_bytes, empty.level),
            label_function_bytes: each(level.label_function_bytes, empty.label_function),
        }
    };
    let mut points: Vec<Point> = (0..levels.len()).map(point).collect();
    points.sort_unstable_by(|a, b| a.density.total_cmp(&b.density));
    points
}
